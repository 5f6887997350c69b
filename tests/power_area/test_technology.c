/* Tables of technologies: what lies between and beyond them, what is refused, and that the shipped
 * ones are complete. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "network/compile/compile.h"
#include "power_area/technology.h"
#include "reader/design_read.h"
#include "tests/support/rows/cost_rows.h"

/* ---- between the tables --------------------------------------------------------------------- */

/* Interpolating a node from its neighbours, as if there were no table for it, misses its figures by
 * no more than the interval on interpolated figures says. */
static void check_left_out(void **state)
{
    (void)state;
    const noc_process between = cost_process(28.0);
    const noc_router_shape shape = noc_router_plain_shape(5, 5, 4, 4, 256);
    static const double nodes[] = {11, 22, 32, 45};
    for (size_t i = 1; i + 1 < TEST_COUNT(nodes); i++) {
        const noc_process low = cost_process(nodes[i - 1]), high = cost_process(nodes[i + 1]);
        const double share = log(nodes[i] / low.feature_nm) / log(high.feature_nm / low.feature_nm);
        const noc_router_cost l = noc_cost_of_router(&low, &shape),
                              h = noc_cost_of_router(&high, &shape);
        const noc_router_cost there = cost_router_at(nodes[i], &shape);
        for (size_t k = 0; k < NOC_COMPONENT_VC_ALLOCATOR; k++) {
            const double area = l.area_um2[k] * pow(h.area_um2[k] / l.area_um2[k], share);
            print_message("%g nm left out, %s: %+.0f %%\n", nodes[i], noc_component_name(k),
                          100.0 * (area / there.area_um2[k] - 1.0));
            assert_true(is_near(area, there.area_um2[k], between.spreads[NOC_MEASURE_AREA]));
        }
    }
    assert_int_equal(between.kind, NOC_PROCESS_INTERPOLATED);
    assert_true(between.from_nm == 22.0 && between.to_nm == 32.0);
    const noc_router_cost low = cost_router_at(22.0, &shape), mid = cost_router_at(28.0, &shape),
                          high = cost_router_at(32.0, &shape);
    for (size_t k = 0; k < NOC_COMPONENT_OTHER; k++)
        assert_true(mid.area_um2[k] > low.area_um2[k] && mid.area_um2[k] < high.area_um2[k]);
}

static void check_scaled(void **state)
{
    (void)state;
    noc_process p;
    static const double sizes[] = {2.0, 55.0, 90.0};
    for (size_t i = 0; i < TEST_COUNT(sizes); i++) {
        assert_int_equal(noc_process_at(sizes[i], false, &p, NULL), NOC_EINPUT);
        assert_int_equal(noc_process_at(sizes[i], true, &p, NULL), NOC_OK);
        assert_int_equal(p.kind, NOC_PROCESS_SCALED);
        assert_true(noc_process_spread(&p) >= 1.0);
        noc_router_shape shape = noc_router_plain_shape(5, 5, 2, 8, 128);
        shape.class_channels = 1;
        const noc_router_cost cost = noc_cost_of_router(&p, &shape);
        const noc_router_cost near_by = cost_router_at(i == 0 ? 3.0 : i == 1 ? 45.0 : 65.0, &shape);
        const bool larger = i > 0;
        assert_true((noc_router_area_um2(&cost) > noc_router_area_um2(&near_by)) == larger);
    }
}

/* ---- refused -------------------------------------------------------------------------------- */

/* The text with the first `from` replaced by `to`. The caller frees it. */
static char *replaced(const char *text, const char *from, const char *to)
{
    const char *at = strstr(text, from);
    assert_non_null(at);
    const size_t size = strlen(text) + strlen(to) + 1;
    char *copy = malloc(size);
    assert_non_null(copy);
    snprintf(copy, size, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    return copy;
}

static int line_with(const char *text, const char *words)
{
    int line = 1;
    for (const char *at = text; at < strstr(text, words); at++) line += *at == '\n';
    return line;
}

static void check_refusal(cost_built *b, noc_status status, const char *file, int line)
{
    noc_cost cost = {.chip_area_mm2 = -7.25};
    assert_int_equal(noc_cost_of(b->system, NULL, &cost, NULL, &b->diag), status);
    assert_true(cost.chip_area_mm2 == -7.25);
    assert_int_equal(b->diag.count, 1);
    const noc_message *m = &b->diag.messages[0];
    assert_string_equal(m->file, file);
    assert_int_equal(m->line > 0 ? m->line : 0, line);
    assert_non_null(strstr(m->text, "chip.technology_nm = 55"));
    assert_non_null(strstr(m->text, "65 nm"));
    assert_null(strchr(m->text, '\n'));
}

static void check_unknown_technology(void **state)
{
    (void)state;
    cost_built b = {0};
    assert_int_equal(
        noc_source_read(NOC_SOURCE_DIR "/configs/te13-baseline.cfg", &b.source, &b.diag), NOC_OK);
    char *text = replaced(b.source.text, "technology_nm = 65", "technology_nm = 55");
    free(b.source.text);
    b.source.text = text;
    assert_int_equal(noc_design_read(&b.source, NULL, 0, &b.design, &b.diag), NOC_OK);
    assert_int_equal(noc_system_compile(b.design, &b.system, &b.diag), NOC_OK);
    check_refusal(&b, NOC_EINPUT, b.source.path, line_with(text, "technology_nm"));
    cost_clear(&b);
}

static void check_unknown_override(void **state)
{
    (void)state;
    cost_built b;
    cost_build(&b, (const char *const[COST_OVERRIDES]){"chip.technology_nm=55"});
    check_refusal(&b, NOC_EUSAGE, "--set chip.technology_nm=55", 0);
    cost_clear(&b);
}

/* A table as it must be, with every row. The caller frees it. */
static char *good_table(void)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    fprintf(out, "technology_nm = 65; family = \"tests\"; ports = [3, 80]; flit_bits = [16, 512];\n"
                 "source = \"a test\"; supply = { nominal_v = 1.1; least_v = 0.9; most_v = 1.2; "
                 "threshold_v = 0.4; leakage_decades = 1.5; source = \"you\"; };\nrows = (\n");
    for (size_t id = 0; id < NOC_COEFFICIENTS; id++)
        fprintf(out,
                "{ name = \"%s\"; value = %zu; unit = \"%s\"; kind = \"published\"; source = "
                "\"us\"; }%s\n",
                noc_coefficient_name(id), id + 2, noc_coefficient_unit(id),
                id + 1 < NOC_COEFFICIENTS ? "," : "\n);");
    fclose(out);
    return text;
}

enum { SECOND = NOC_COEFFICIENT_buffer_width_area };

static void check_good_table(void **state)
{
    (void)state;
    char *text = good_table();
    noc_technology technology;
    assert_int_equal(
        cost_technology_parse(text, (noc_place){"table.cfg", 0}, NOC_EINPUT, &technology, NULL),
        NOC_OK);
    assert_true(technology.feature_nm == 65.0);
    assert_true(technology.coefficients[SECOND].value == 3.0);
    assert_true(technology.ranges[NOC_DIMENSION_FLIT_BITS].most == 512.0);
    assert_string_equal(technology.coefficients[SECOND].source, "us");
    noc_arena_clear(&technology.arena);
    free(text);
}

/* One change to a good table, and what must be said of it, on which line. */
typedef struct table_case {
    const char *name, *from, *to, *says;
    int line;
} table_case;

static table_case table_cases[] = {
    {"negative value", "value = 3", "value = -3", "not negative", 5},
    {"infinite value", "value = 3", "value = 1e400", "finite", 5},
    {"nan is no number", "value = 3", "value = nan", "syntax error", 5},
    {"an integer that would wrap", "value = 3", "value = 4294967299", "too large", 5},
    {"value as text", "value = 3", "value = \"3\"", "must be a number", 5},
    {"value left out", "value = 3;", "", "must be a number", 5},
    {"wrong unit", "\"um2\"", "\"mm2\"", "must be in 'um2'", 4},
    {"unit left out", "unit = \"um2\";", "", "unit must be a text", 4},
    {"no family", "family = \"tests\";", "", "family must be a text", 0},
    {"no range", "ports = [3, 80];", "", "ports must be a range", 0},
    {"a range the wrong way round", "[16, 512]", "[512, 16]", "flit_bits must be a range", 1},
    {"a row of power is missing", "\"repeater_leakage\"", "\"repeater_leakag\"",
     "row 'repeater_leakage' is missing", 3},
    {"no power, but rows of it", "rows = (", "no_power = \"x\"; rows = (", "is there, but no_power",
     3},
    {"power of another table, but rows of it", "rows = (", "power_nm = 45; rows = (",
     "is there, but power_nm", 3},
    {"unknown row", "\"buffer_width_area\"", "\"bufer_width_area\"",
     "did you mean 'buffer_width_area'", 5},
    {"missing row", "\"buffer_width_area\"", "\"bufer_width_area\"",
     "row 'buffer_width_area' is missing", 3},
    {"row twice", "\"buffer_width_area\"", "\"buffer_bit_area\"", "is there twice", 5},
    {"unknown kind", "\"published\"", "\"guessed\"", "\"assumed\"", 4},
    {"no kind of a seller", "\"published\"", "\"claim\"", "\"claimed\"", 4},
    {"a value outside of its interval", "value = 3;", "value = 3; lo = 4; hi = 5;",
     "is not between lo = 4 and hi = 5", 5},
    {"an interval without an end", "value = 3;", "value = 3; lo = 2;", "hi must be a number", 5},
    {"no supply", "supply =", "suply =", "supply must be a group", 0},
    {"a supply out of order", "least_v = 0.9", "least_v = 1.15", "least_v <= nominal_v", 2},
    {"a threshold at the least supply", "threshold_v = 0.4", "threshold_v = 0.9",
     "threshold_v < least_v", 2},
    {"an unknown key of a supply", "most_v =", "mst_v =", "did you mean 'most_v'", 2},
    {"no source of a row", "\"us\"", "\"\"", "source must be a text", 4},
    {"no source of a table", "source = \"a test\";", "", "source must be a text", 0},
    {"unknown key of a row", "kind =", "sort = \"x\"; kind =", "unknown key 'sort'", 4},
    {"unknown key of a table", "rows =", "row = 1; rows =", "did you mean 'rows'", 3},
    {"rows are no list", "rows = (", "rows = 1; row = (", "rows must be a list", 3},
    {"a row is no group", "rows = (", "rows = ( 1,", "must be a group", 3},
    {"no technology", "technology_nm = 65;", "", "technology_nm must be a number", 0},
};

static void check_table(void **state)
{
    const table_case *c = *state;
    char *good = good_table(), *text = replaced(good, c->from, c->to);
    noc_technology technology = {.feature_nm = -7.25};
    noc_diag diag = {0};
    const noc_place place = {"table.cfg", 0};
    assert_int_equal(cost_technology_parse(text, place, NOC_EINPUT, &technology, &diag),
                     NOC_EINPUT);
    assert_true(technology.feature_nm == -7.25);
    bool said = false;
    for (size_t i = 0; i < diag.count; i++) {
        const noc_message *m = &diag.messages[i];
        assert_string_equal(m->file, "table.cfg");
        said |= strstr(m->text, c->says) && m->line == c->line;
    }
    for (size_t i = 0; i < diag.count && !said; i++)
        print_error("line %d: %s\n", diag.messages[i].line, diag.messages[i].text);
    assert_true(said);
    noc_diag_clear(&diag);
    free(text);
    free(good);
}

/* ---- the tables that there are -------------------------------------------------------------- */

static void check_shipped(void **state)
{
    (void)state;
    size_t files = 0, technologies = 0;
    while (noc_technology_tables[files].path) files++;
    for (; noc_technology_at(technologies); technologies++) {
        const noc_technology *t = noc_technology_at(technologies);
        if (technologies > 0)
            assert_true(noc_technology_at(technologies - 1)->feature_nm < t->feature_nm);
        assert_int_equal(cost_process(t->feature_nm).kind, NOC_PROCESS_MEASURED);
        assert_true(t->feature_nm > 0.0 && *t->source);
        for (size_t id = 0; id < NOC_COEFFICIENTS; id++) {
            const bool scaled = t->power_nm > 0.0 && noc_coefficient_part(id) == NOC_PART_POWER;
            assert_true(scaled == !t->coefficients[id].source);
            if (scaled) continue;
            assert_true(t->coefficients[id].value >= 0.0);
            assert_true(strlen(t->coefficients[id].source) > 10);
        }
    }
    assert_true(files >= 1);
    assert_int_equal(technologies, files);
}

/* ---- main ----------------------------------------------------------------------------------- */

int main(void)
{
    static test_list list;
    test_add(&list, "interpolated: within its interval of the node left out", check_left_out);
    test_add(&list, "scaled: only when asked for", check_scaled);
    test_add(&list, "unknown technology in a file", check_unknown_technology);
    test_add(&list, "unknown technology in a --set", check_unknown_override);
    test_add(&list, "a good table is taken", check_good_table);
    TEST_TABLE(&list, table_cases, check_table);
    test_add(&list, "every shipped table is complete and has sources", check_shipped);
    return test_run("technology", &list);
}
