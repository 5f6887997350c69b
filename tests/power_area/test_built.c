/* Costs as built: the table of chips has all that was published, wrong rows are refused with their
 * line, factors are what the chips tell by an independent count, and each chip lies where the
 * others say. */
#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "power_area/built/built_cost.h"
#include "power_area/built/factors.h"
#include "power_area/clock.h"
#include "tests/support/rows/cost_rows.h"

static noc_chip_table chips;

static const char *text_of(const noc_chip *chip, noc_chip_column column)
{
    return noc_chip_text(chip, column);
}

static const noc_chip *chip_of(const noc_chip_table *table, const char *id)
{
    for (size_t i = 0; i < table->count; i++)
        if (strcmp(text_of(&table->rows[i], NOC_CHIP_COLUMN_id), id) == 0) return &table->rows[i];
    return NULL;
}

/* ---- the table ------------------------------------------------------------------------------ */

/* Each row of tests/reference/silicon/chips.csv is here with its value and unit, compared or with
 * the reason why not. */
static void all_published_rows_are_there(void **state)
{
    enum { ID = 0, QUANTITY = 14, UNIT, VALUE, COLUMNS = 22 };
    static const char *const columns[COLUMNS] = {
        "id",         "chip",     "year",     "process",   "vdd_v", "clock_mhz",
        "topology",   "networks", "ports",    "flit_bits", "vcs",   "depth_flits",
        "hop_cycles", "hop_mm",   "quantity", "unit",      "value", "conditions",
        "kind",       "source",   "read_how", "unknown"};
    noc_csv_rows published;
    noc_diag diag = {0};
    char *text = test_read_text("tests/reference/silicon/chips.csv");
    (void)state;
    assert_int_equal(noc_csv_read_rows(text, "chips.csv", columns, COLUMNS, &published, &diag),
                     NOC_OK);
    assert_true(published.count >= 70);
    for (size_t i = 0; i < published.count; i++) {
        const char *const *cells = (const char *const *)published.list[i].cells;
        const noc_chip *ours = chip_of(&chips, cells[ID]);
        if (!ours) fail_msg("no row %s", cells[ID]);
        if (!noc_chip_has_figure(ours)) assert_true(*text_of(ours, NOC_CHIP_COLUMN_why));
        if (noc_chip_has_figure(ours) && strpbrk(cells[VALUE], ";-"))
            continue; /* read as a range */
        assert_string_equal(text_of(ours, NOC_CHIP_COLUMN_value), cells[VALUE]);
        assert_string_equal(text_of(ours, NOC_CHIP_COLUMN_unit), cells[UNIT]);
    }
    noc_csv_rows_clear(&published);
    free(text);
}

#define HEADER "id,chip,quantity,unit,value,conditions,kind,source,read_how,figure,fits,asks,why\n"

typedef struct row_case {
    const char *name, *row, *message;
} row_case;

static const row_case row_cases[] = {
    {"no chip", "a,,q,MHz,1,,measured,s,r,clock,,technology=45 bits=64 depth=2,", "id and a chip"},
    {"no figure and no reason", "a,c,q,MHz,1,,measured,s,r,,,,", "says why"},
    {"another figure", "a,c,q,MHz,1,,measured,s,r,speed,,technology=45 bits=64,", "'speed'"},
    {"another unit", "a,c,q,GHz,1,,measured,s,r,clock,,technology=45 bits=64,", "is in MHz"},
    {"no number", "a,c,q,MHz,fast,,measured,s,r,clock,,technology=45 bits=64,", "'fast'"},
    {"another factor", "a,c,q,MHz,1,,measured,s,r,clock,speed,technology=45 bits=64,", "'speed'"},
    {"another parameter", "a,c,q,MHz,1,,measured,s,r,clock,,technology=45 width=64,", "'width'"},
    {"a range the wrong way", "a,c,q,MHz,1,,measured,s,r,clock,,technology=45 depth=8..2 bits=64,",
     "depth is no number or range"},
    {"no width", "a,c,q,MHz,1,,measured,s,r,clock,,technology=45,", "bits must be above 0"},
    {"no length", "a,c,q,fJ/bit/mm,1,,measured,s,r,energy,,technology=45 bits=64,",
     "mm must be above 0"},
    {"no table", "a,c,q,MHz,1,,measured,s,r,clock,,technology=180 bits=64,", "technology=180"},
};

static void check_wrong_row(void **state)
{
    const row_case *c = *state;
    noc_diag diag = {0};
    noc_chip_table table;
    char *text = NULL;
    assert_true(asprintf(&text, HEADER "%s\n", c->row) > 0);
    assert_int_equal(noc_chips_read(text, "own.csv", &table, &diag), NOC_EINPUT);
    assert_int_equal(diag.count, 1);
    assert_string_equal(diag.messages[0].file, "own.csv");
    assert_int_equal(diag.messages[0].line, 2);
    assert_contains(diag.messages[0].text, c->message);
    noc_diag_clear(&diag);
    noc_chips_clear(&table);
    free(text);
}

/* ---- factors -------------------------------------------------------------------------------- */

/* Chips whose clocks are so many times the limit of their routers. */
static void read_clocks(const double *times, size_t count, noc_chip_table *table)
{
    static char text[2000];
    noc_diag diag = {0};
    const noc_process process = cost_process(45.0);
    const noc_router_shape shape = noc_router_plain_shape(5.0, 5.0, 1.0, 4.0, 64.0);
    const double limit = noc_clock_of(&process, &shape, 4).max_mhz;
    size_t length = (size_t)snprintf(text, sizeof text, HEADER);
    for (size_t i = 0; i < count; i++)
        length += (size_t)snprintf(text + length, sizeof text - length,
                                   "r%zu,c%zu,q,MHz,%.9g,,measured,s,r,clock,clock,"
                                   "technology=45 bits=64 depth=4,\n",
                                   i, i, times[i] * limit);
    assert_int_equal(noc_chips_read(text, "own.csv", table, &diag), NOC_OK);
}

/* Three ratios, 1/2, 1 and 2: mean 1, squares 2 ln(2)^2; with a prior of 8 chips of spread 0.7 the
 * interval is Student's of 10 degrees. */
static void an_interval_is_students(void **state)
{
    static const double times[] = {0.5, 1.0, 2.0};
    noc_chip_table table;
    noc_derived_factors d;
    (void)state;
    read_clocks(times, 3, &table);
    noc_built_derive_factors(&table, NULL, &d);
    const double variance = (8.0 * 0.49 + 2.0 * log(2.0) * log(2.0)) / 10.0;
    const double half = gsl_cdf_tdist_Pinv(0.95, 10.0) * sqrt(variance * 4.0 / 3.0);
    assert_near(d.factor[NOC_BUILT_clock].value, 1.0, 1e-6);
    assert_near(log(d.factor[NOC_BUILT_clock].hi), half, 1e-6);
    assert_near(log(d.factor[NOC_BUILT_clock].lo), -half, 1e-6);
    assert_int_equal(d.chip_counts[NOC_BUILT_clock], 3);
    noc_chips_clear(&table);
}

/* A chip that is left out tells nothing: whatever it measures. */
static void a_chip_left_out_tells_nothing(void **state)
{
    static const double times[2][3] = {{0.5, 1.0, 2.0}, {0.5, 1.0, 20.0}};
    noc_derived_factors d[2];
    (void)state;
    for (int i = 0; i < 2; i++) {
        noc_chip_table table;
        read_clocks(times[i], 3, &table);
        noc_built_derive_factors(&table, "c2", &d[i]);
        noc_chips_clear(&table);
    }
    assert_memory_equal(d[0].factor, d[1].factor, sizeof d[0].factor);
    assert_near(d[0].factor[NOC_BUILT_clock].value, sqrt(0.5), 1e-6);
}

/* data/built_factors.cfg is what data/chips.csv tells. */
static void shipped_factors_are_derived(void **state)
{
    const noc_built_factor *shipped = noc_built_factors();
    noc_derived_factors d;
    (void)state;
    noc_built_derive_factors(&chips, NULL, &d);
    assert_non_null(shipped);
    for (size_t i = 0; i < NOC_BUILT_FACTORS; i++) {
        const noc_built_factor *f = &d.factor[i];
        if (fabs(shipped[i].value - f->value) > 1e-4 || fabs(shipped[i].lo - f->lo) > 1e-4 ||
            fabs(shipped[i].hi - f->hi) > 1e-4)
            fail_msg("%s is not what the chips tell: cmake --build build --target refit_chips",
                     noc_built_factor_name(i));
    }
}

/* ---- chips ---------------------------------------------------------------------------------- */

typedef struct tally {
    size_t rows, inside, chips;
    const char *names[40];
} tally;

static void count_chip(tally *t, const noc_chip *chip)
{
    const char *name = text_of(chip, NOC_CHIP_COLUMN_chip);
    for (size_t i = 0; i < t->chips; i++)
        if (strcmp(t->names[i], name) == 0) return;
    t->names[t->chips++] = name;
}

/* Nine of ten rows lie in the interval that the other chips tell. */
static void chips_left_out_lie_inside(void **state)
{
    tally t = {0};
    (void)state;
    for (size_t i = 0; i < chips.count; i++) {
        const noc_chip *chip = &chips.rows[i];
        noc_derived_factors others;
        if (!noc_chip_has_figure(chip)) continue;
        noc_built_derive_factors(&chips, text_of(chip, NOC_CHIP_COLUMN_chip), &others);
        const noc_built_factor built = noc_built_chip_figure(others.factor, chip);
        const bool inside = noc_built_contains(chip, &built);
        if (!inside)
            print_message("%s: %g, %g to %g\n", text_of(chip, NOC_CHIP_COLUMN_id), chip->built_lo,
                          built.lo, built.hi);
        t.rows++;
        t.inside += inside;
        count_chip(&t, chip);
    }
    print_message("%zu of %zu rows of %zu chips inside\n", t.inside, t.rows, t.chips);
    assert_true(t.rows >= 14 && t.chips >= 7);
    assert_true((double)t.inside >= 0.9 * (double)t.rows);
}

/* Not wider than what helps: areas of routers a factor of 12 from end to end, energies of 6. */
static void intervals_are_not_too_wide(void **state)
{
    const noc_built_factor *f = noc_built_factors();
    (void)state;
    assert_true(f[NOC_BUILT_cells].hi <= 12.0 * f[NOC_BUILT_cells].lo);
    assert_true(f[NOC_BUILT_data].hi <= 6.0 * f[NOC_BUILT_data].lo);
}

/* ---- costs ---------------------------------------------------------------------------------- */

/* Parts of a network as built are its drawn ones, each times its factor. */
static void networks_are_sums_of_parts(void **state)
{
    static const char *const at_22[] = {"chip.technology_nm=22", NULL};
    const noc_cost cost = cost_of_shipped_with("cdx19-butterfly-80", at_22);
    const noc_built_factor *f = noc_built_factors();
    double cells = 0.0, leakage = 0.0;
    (void)state;
    for (size_t i = 0; i < NOC_PARTS; i++) {
        cells += cost.sum.parts[i].area_mm2 - cost.sum.parts[i].wire_excess_mm2;
        leakage += cost.sum.parts[i].leakage_mw;
    }
    assert_true(cells > 0.0 && cells <= cost.network_area_mm2 * (1.0 + 1e-12));
    assert_true(cost.built_cost.network_area_mm2.lo >=
                f[NOC_BUILT_cells].lo * cells * (1.0 - 1e-9));
    assert_near(cost.built_cost.leakage_mw.hi / (f[NOC_BUILT_leakage].hi * leakage), 1.0, 1e-9);
}

/* A router of small flits is as large as its cells, one of wide flits and many ports as its wires;
 * nothing between leaps. */
static void wires_bound_large_crossbars(void **state)
{
    const noc_built_factor *f = noc_built_factors();
    (void)state;
    for (int wide = 0; wide < 2; wide++) {
        const noc_router_shape shape = wide ? noc_router_plain_shape(64.0, 64.0, 1.0, 2.0, 512.0)
                                            : noc_router_plain_shape(5.0, 5.0, 4.0, 8.0, 64.0);
        const noc_process process = cost_process(22.0);
        const noc_router_cost cost = noc_cost_of_router(&process, &shape);
        const noc_built_component b = noc_built_router(&process, &cost, &shape, 0.0);
        const double cells = f[NOC_BUILT_cells].hi * cost.cells_um2;
        const double wires = f[NOC_BUILT_wires].hi * cost.crossbar_wires_um2;
        assert_near(b.area_um2.hi / fmax(cells, wires), 1.0, 1e-12);
        assert_int_equal(cost.crossbar_wires_um2 > cost.cells_um2, wide);
    }
}

/* Spreads of tables and chips are independent. */
static void spreads_add_as_squares(void **state)
{
    const noc_built_factor one = {0.5, 1.0, 2.0};
    const noc_built_factor wider = noc_built_widen(one, 1.0), same = noc_built_widen(one, 0.0);
    (void)state;
    assert_near(log(wider.hi), sqrt(2.0) * log(2.0), 1e-12);
    assert_near(log(wider.lo), -sqrt(2.0) * log(2.0), 1e-12);
    assert_true(same.lo == one.lo && same.hi == one.hi);
}

/* The interval of a clock beyond what was ever built ends at the limit itself. */
static void clocks_hold_their_limit(void **state)
{
    static const double limits[] = {100.0, 2000.0, 5000.0, 13525.0};
    (void)state;
    for (size_t i = 0; i < TEST_COUNT(limits); i++) {
        double lo, hi;
        noc_clock_interval(limits[i], &lo, &hi);
        assert_true(lo < limits[i] && hi >= limits[i]);
        assert_true(hi == limits[i] || hi <= NOC_CLOCK_BUILT_MHZ);
    }
}

int main(void)
{
    static test_list list;
    noc_diag diag = {0};
    const noc_status status =
        noc_chips_read(noc_chip_files[0].text, noc_chip_files[0].path, &chips, &diag);
    test_print_messages(&diag);
    if (status != NOC_OK) return 1;
    test_add(&list, "all published rows are there", all_published_rows_are_there);
    TEST_TABLE_PREFIXED(&list, "refused", row_cases, check_wrong_row);
    test_add(&list, "an interval is Student's", an_interval_is_students);
    test_add(&list, "a chip left out tells nothing", a_chip_left_out_tells_nothing);
    test_add(&list, "shipped factors are derived", shipped_factors_are_derived);
    test_add(&list, "chips left out lie inside", chips_left_out_lie_inside);
    test_add(&list, "intervals are not too wide", intervals_are_not_too_wide);
    test_add(&list, "networks are sums of parts", networks_are_sums_of_parts);
    test_add(&list, "wires bound large crossbars", wires_bound_large_crossbars);
    test_add(&list, "spreads add as squares", spreads_add_as_squares);
    test_add(&list, "clocks hold their limit", clocks_hold_their_limit);
    const int failed = test_run("built", &list);
    noc_chips_clear(&chips);
    return failed;
}
