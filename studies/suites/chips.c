/* Suite "chips": measured figures of built networks beside nocsight's, as drawn, and as built with
 * the factors of the other chips. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "power_area/built/factors.h"
#include "studies/suites/suites.h"

/* Row with its figure as built. */
typedef struct compared_chip {
    const noc_chip *chip;
    noc_built_factor built_factor; /* figure as built; NAN: none */
    bool is_inside;
} compared_chip;

/* ---- answers -------------------------------------------------------------------------------- */

static compared_chip compare_chip(const noc_chip_table *table, const noc_chip *chip)
{
    compared_chip c = {chip, {NAN, NAN, NAN}, false};
    noc_derived_factors other_factors;
    if (!noc_chip_has_figure(chip)) return c;
    noc_built_derive_factors(table, noc_chip_text(chip, NOC_CHIP_COLUMN_chip), &other_factors);
    c.built_factor = noc_built_chip_figure(other_factors.factor, chip);
    c.is_inside = noc_built_contains(chip, &c.built_factor);
    return c;
}

static double find_published(const noc_chip *chip)
{
    return noc_chip_has_figure(chip) ? sqrt(chip->built_lo * chip->built_hi) : (double)NAN;
}

/* ---- table for people ------------------------------------------------------------------------ */

static void add_columns(noc_study *study)
{
    static const char *const details[] = {"chip", "quantity", "how it is asked", "source"};
    noc_table_add_columns(&study->table,
                          "row|built|>drawn|>built over drawn|>as built, its chip left out|inside");
    for (size_t i = 0; i < sizeof details / sizeof details[0]; i++)
        noc_table_add_detail(&study->table, details[i]);
    study->folded_headers[3] = "built /\ndrawn";
    study->folded_headers[4] = "as built, its\nchip left out";
}

enum { CELL_CHARS = 40 };

/* Writes a range without an exponent: "0.15..0.42", or one number if its ends are equal in `digits`
 * digits. */
static void write_range(double lo, double hi, int digits, char text[CELL_CHARS])
{
    char ends[2][CELL_CHARS / 3];
    for (int i = 0; i < 2; i++) {
        const double value = i ? hi : lo;
        if (value >= pow(10.0, digits))
            snprintf(ends[i], sizeof ends[i], "%.0f", value);
        else
            snprintf(ends[i], sizeof ends[i], "%.*g", digits, value);
    }
    if (strcmp(ends[0], ends[1]) == 0)
        snprintf(text, CELL_CHARS, "%s", ends[0]);
    else
        snprintf(text, CELL_CHARS, "%s..%s", ends[0], ends[1]);
}

static void put_row(const compared_chip *c, noc_table *table)
{
    const noc_chip *chip = c->chip;
    const char *reason = noc_chip_text(chip, NOC_CHIP_COLUMN_why);
    char drawn[CELL_CHARS], ratio[CELL_CHARS], built[CELL_CHARS];
    write_range(chip->lowest_parts.total, chip->highest_parts.total, 3, drawn);
    write_range(find_published(chip) / chip->highest_parts.total,
                find_published(chip) / chip->lowest_parts.total, 2, ratio);
    write_range(c->built_factor.lo, c->built_factor.hi, 2, built);
    noc_table_add_cell(table, "%s", noc_chip_text(chip, NOC_CHIP_COLUMN_id));
    noc_table_add_cell(table, "%s %s", noc_chip_text(chip, NOC_CHIP_COLUMN_value),
                       noc_chip_text(chip, NOC_CHIP_COLUMN_unit));
    noc_table_add_cell(table, "%s", drawn);
    noc_table_add_cell(table, "%s", ratio);
    noc_table_add_cell(table, "%s", built);
    noc_table_add_cell(table, "%s", c->is_inside ? "yes" : "no");
    noc_table_add_cell(table, "%s", noc_chip_text(chip, NOC_CHIP_COLUMN_chip));
    noc_table_add_cell(table, "%s", noc_chip_text(chip, NOC_CHIP_COLUMN_quantity));
    noc_table_add_cell(table, "%s%s%s", noc_chip_text(chip, NOC_CHIP_COLUMN_asks),
                       *reason ? "; " : "", reason);
    noc_table_add_cell(table, "%s", noc_chip_text(chip, NOC_CHIP_COLUMN_source));
}

static void put_table(const compared_chip *rows, size_t count, noc_table *table)
{
    for (size_t i = 0; i < count; i++)
        if (noc_chip_has_figure(rows[i].chip)) put_row(&rows[i], table);
}

/* ---- table for CSV and JSON ------------------------------------------------------------------ */

static void put_number(noc_table *data, double value)
{
    if (isfinite(value))
        noc_table_add_cell(data, "%.7g", value);
    else
        noc_table_add_cell(data, "%s", "");
}

static const noc_chip_column text_columns[] = {
    NOC_CHIP_COLUMN_id,     NOC_CHIP_COLUMN_chip,     NOC_CHIP_COLUMN_quantity,
    NOC_CHIP_COLUMN_unit,   NOC_CHIP_COLUMN_kind,     NOC_CHIP_COLUMN_figure,
    NOC_CHIP_COLUMN_asks,   NOC_CHIP_COLUMN_why,      NOC_CHIP_COLUMN_conditions,
    NOC_CHIP_COLUMN_source, NOC_CHIP_COLUMN_read_how,
};
static const char *const text_column_names[] = {"id",         "chip",   "quantity", "unit",
                                                "kind",       "figure", "asks",     "why",
                                                "conditions", "source", "read_how"};

static void add_data_columns(noc_table *data)
{
    static const char *const numbers[] = {"published", "model", "model_lo", "model_hi",
                                          "built",     "lo",    "hi"};
    data->schema = "nocsight.chips/1";
    for (size_t i = 0; i < sizeof text_columns / sizeof text_columns[0]; i++)
        noc_table_add_typed_detail(data, NOC_CELL_TEXT, text_column_names[i]);
    noc_table_add_typed_detail(data, NOC_CELL_TEXT, "published_text");
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        noc_table_add_typed_detail(data, NOC_CELL_NUMBER, numbers[i]);
    noc_table_add_typed_detail(data, NOC_CELL_FLAG, "inside");
}

static void put_data(const compared_chip *rows, size_t count, noc_table *data)
{
    add_data_columns(data);
    for (size_t i = 0; i < count; i++) {
        const noc_chip *chip = rows[i].chip;
        const bool is_compared = noc_chip_has_figure(chip);
        const double numbers[] = {find_published(chip),
                                  is_compared ? chip->middle_parts.total : NAN,
                                  is_compared ? chip->lowest_parts.total : NAN,
                                  is_compared ? chip->highest_parts.total : NAN,
                                  rows[i].built_factor.value,
                                  rows[i].built_factor.lo,
                                  rows[i].built_factor.hi};
        for (size_t t = 0; t < sizeof text_columns / sizeof text_columns[0]; t++)
            noc_table_add_cell(data, "%s", noc_chip_text(chip, text_columns[t]));
        noc_table_add_cell(data, "%s", noc_chip_text(chip, NOC_CHIP_COLUMN_value));
        for (size_t n = 0; n < sizeof numbers / sizeof numbers[0]; n++)
            put_number(data, numbers[n]);
        noc_table_add_cell(data, "%s", !is_compared ? "" : rows[i].is_inside ? "true" : "false");
    }
}

/* ---- study ----------------------------------------------------------------------------------- */

enum { DRAWN_SERIES, BUILT_SERIES };

static void put_points(const compared_chip *rows, size_t count, noc_study *study)
{
    noc_study_add_series(study, "as drawn", NOC_STUDY_MODEL, 0);
    noc_study_add_series(study, "as built, chip left out", NOC_STUDY_SAMPLE, 0);
    for (size_t i = 0; i < count; i++) {
        const noc_chip *chip = rows[i].chip;
        if (!noc_chip_has_figure(chip)) continue;
        noc_study_add_row(study, noc_chip_text(chip, NOC_CHIP_COLUMN_id));
        noc_study_add_point(study, DRAWN_SERIES, find_published(chip), chip->middle_parts.total);
        noc_study_add_point(study, BUILT_SERIES, find_published(chip), rows[i].built_factor.value);
        if (study->is_out_of_memory) return;
        noc_study_point *p = &study->points[study->point_count - 1];
        p->lo = rows[i].built_factor.lo;
        p->hi = rows[i].built_factor.hi;
    }
}

static void write_summary(const compared_chip *rows, size_t count, noc_study *study)
{
    size_t compared_count = 0, inside_count = 0;
    for (size_t i = 0; i < count; i++) {
        compared_count += noc_chip_has_figure(rows[i].chip);
        inside_count += rows[i].is_inside;
    }
    snprintf(study->remark, sizeof study->remark,
             "Of %zu figures %zu lie in the 90 %% interval of the other chips (a clock below its "
             "upper end). %zu published rows are not compared: --format csv says why of each.",
             compared_count, inside_count, count - compared_count);
}

static noc_status make_study(noc_bench *bench, const char *text, const char *file,
                             void (*step)(void *context, const char *id), noc_study_receiver *take,
                             void *context)
{
    noc_chip_table table;
    noc_status status = noc_chips_read(text, file, &table, bench->diag);
    NOC_AUTO_FREE compared_chip *rows =
        status == NOC_OK ? calloc(table.count + 1, sizeof *rows) : NULL;
    if (status == NOC_OK && !rows) status = noc_fail_memory(bench->diag);
    if (status == NOC_OK) {
        noc_study study = {
            .form = NOC_STUDY_SCATTER,
            .title = "Networks that were built, and ours",
            .note_text = "Drawn: areas, energies and clocks of the tables. As built: times what "
                         "the other chips have over drawn.",
            .x_title = "published, each in its unit",
            .y_titles = {"ours"},
        };
        add_columns(&study);
        for (size_t i = 0; i < table.count; i++) {
            if (step) step(bench->context, noc_chip_text(&table.rows[i], NOC_CHIP_COLUMN_id));
            rows[i] = compare_chip(&table, &table.rows[i]);
        }
        put_table(rows, table.count, &study.table);
        put_data(rows, table.count, &study.machine_table);
        put_points(rows, table.count, &study);
        write_summary(rows, table.count, &study);
        status = take(context, &study, bench->diag);
        noc_study_clear(&study);
    }
    noc_chips_clear(&table);
    return status;
}

const noc_measured_suite noc_measured_suite_chips = {
    .name = "chips",
    .summary = "networks that were built: areas, energies and clocks, drawn and as built",
    .second_column = "chip",
    .rows = noc_chip_files,
    .make_study = make_study,
};
