#include "reports/compare/booksim_table.h"

#include <jansson.h>
#include <math.h>

#include "reports/words/design_json.h"
#include "reports/words/figure.h"
#include "reports/writers/json.h"
#include "reports/writers/rows.h"
#include "reports/writers/table_print.h"

double noc_booksim_mean_error(const noc_booksim_comparison *designs, size_t count)
{
    double sum = 0.0;
    size_t compared = 0;
    for (size_t i = 0; i < count; i++)
        for (size_t p = 0; p < designs[i].count; p++) {
            const noc_booksim_point *point = &designs[i].points[p];
            const double change = noc_change_share(point->model.value, point->booksim.value);
            if (!isfinite(change)) continue;
            sum += fabs(change);
            compared++;
        }
    return compared ? sum / (double)compared : NAN;
}

/* ---- text ----------------------------------------------------------------------------------- */

/* Adds BookSim's figure; with half the width of its interval if several seeds ran. */
static void add_booksim(noc_table *table, const noc_booksim_figure *figure, int digits)
{
    if (isfinite(figure->lo) && isfinite(figure->hi))
        noc_table_add_cell(table, "%s\t+-%s", noc_figure_make(figure->value, digits).text,
                           noc_figure_make((figure->hi - figure->lo) / 2.0, digits).text);
    else
        noc_table_add_cell(table, "%s", noc_figure_make(figure->value, digits).text);
}

/* Adds a figure of the sampler or the model, and its difference from BookSim's. */
static void add_figure(noc_table *table, const noc_booksim_figure *figure,
                       const noc_booksim_figure *booksim, int digits)
{
    const double change = noc_change_share(figure->value, booksim->value);
    noc_table_add_cell(table, "%s", noc_figure_make(figure->value, digits).text);
    noc_table_add_cell(table, "%s", isfinite(change) ? noc_percent_figure(change).text : "");
}

static void add_point(noc_table *table, const noc_booksim_point *point, const char *name,
                      int digits)
{
    noc_table_add_cell(table, "  %s", name);
    add_booksim(table, &point->booksim, digits);
    add_figure(table, &point->sample, &point->booksim, digits);
    add_figure(table, &point->model, &point->booksim, digits);
}

static void add_design(noc_table *table, const noc_booksim_comparison *design)
{
    char load[40];
    noc_table_add_span(table, "%s, mean latency of packets in cycles at a load", design->name);
    for (size_t p = 0; p < design->count; p++) {
        snprintf(load, sizeof load, "%.4g", design->points[p].load);
        add_point(table, &design->points[p], load, 2);
    }
    add_point(table, &design->saturation, "saturation", 4);
}

static noc_status print_table(const noc_sheet *sheet, const noc_booksim_comparison *designs,
                              size_t count, noc_diag *diag)
{
    noc_table table = {0};
    size_t lost_count = 0;
    noc_table_add_columns(&table,
                          "load, flits a\ncycle and node|.BookSim|.sampler|>off by|.model|>off by");
    for (size_t i = 0; i < count; i++) {
        add_design(&table, &designs[i]);
        lost_count += designs[i].lost_settings;
    }
    const noc_status status = noc_text_table(sheet, &table, diag);
    if (status != NOC_OK) return status;
    fputc('\n', sheet->out);
    noc_text_paragraph(sheet,
                       "Sampler and model answer for the network that BookSim runs: the design's "
                       "export, imported again.");
    if (lost_count)
        noc_text_paragraph(
            sheet,
            "%zu setting%s otherwise there or missing; 'nocsight export booksim DESIGN "
            "-o DIR' lists them.",
            lost_count, lost_count == 1 ? " is" : "s are");
    return NOC_OK;
}

/* ---- JSON and CSV --------------------------------------------------------------------------- */

static const char point_columns[] =
    "csv:design csv:figure load_flits_per_cycle booksim csv:booksim_lo csv:booksim_hi sample "
    "csv:sample_lo csv:sample_hi model csv:model_lo csv:model_hi";

static void put_point(noc_rows *rows, const noc_booksim_comparison *comparison,
                      const char *figure_name, const noc_booksim_point *point)
{
    const noc_booksim_figure *booksim = &point->booksim, *sample = &point->sample,
                             *model = &point->model;
    noc_rows_add(rows);
    noc_put_text(rows, "design", comparison->name);
    noc_put_text(rows, "figure", figure_name);
    if (isfinite(point->load)) noc_put_real(rows, "load_flits_per_cycle", point->load);
    noc_put_interval(rows, "booksim", booksim->value, booksim->lo, booksim->hi);
    noc_put_interval(rows, "sample", sample->value, sample->lo, sample->hi);
    noc_put_interval(rows, "model", model->value, model->lo, model->hi);
}

static void add_latencies(noc_rows *rows, const noc_booksim_comparison *comparison)
{
    for (size_t p = 0; p < comparison->count; p++)
        put_point(rows, comparison, "packet_latency_cycles", &comparison->points[p]);
}

static void add_saturation(noc_rows *rows, const noc_booksim_comparison *comparison)
{
    put_point(rows, comparison, "saturation_flits_per_cycle", &comparison->saturation);
}

static json_t *design_object(const noc_sheet *sheet, const char *program,
                             const noc_booksim_comparison *comparison)
{
    json_t *object = noc_json_document(sheet, "nocsight.beside/1");
    noc_rows latencies = noc_rows_begin(sheet, point_columns),
             saturation = noc_rows_begin(sheet, point_columns);
    add_latencies(&latencies, comparison);
    add_saturation(&saturation, comparison);
    json_object_set_new(object, "design", noc_json_design(comparison->design));
    noc_json_set_text(object, "program", program);
    noc_json_set_count(object, "settings_lost", comparison->lost_settings);
    json_object_set_new(object, "packet_latency_cycles", noc_rows_end_json(&latencies));
    json_object_set(object, "saturation_flits_per_cycle", saturation.object);
    noc_rows_clear(&saturation);
    json_object_set_new(object, "run", noc_json_run(&sheet->run));
    return object;
}

static noc_status write_json(const noc_sheet *sheet, const char *program,
                             const noc_booksim_comparison *designs, size_t count, noc_diag *diag)
{
    json_t *root = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(root, design_object(sheet, program, &designs[i]));
    return noc_json_write(sheet->out, root, diag);
}

static noc_status write_csv(const noc_sheet *sheet, const noc_booksim_comparison *designs,
                            size_t count, noc_diag *diag)
{
    noc_rows rows = noc_rows_begin(sheet, point_columns);
    for (size_t i = 0; i < count; i++) {
        add_latencies(&rows, &designs[i]);
        add_saturation(&rows, &designs[i]);
    }
    return noc_rows_write(&rows, diag);
}

noc_status noc_report_booksim(const noc_sheet *sheet, const char *program,
                              const noc_booksim_comparison *designs, size_t count, noc_diag *diag)
{
    if (sheet->format == NOC_FORMAT_JSON) return write_json(sheet, program, designs, count, diag);
    if (sheet->format == NOC_FORMAT_CSV) return write_csv(sheet, designs, count, diag);
    return print_table(sheet, designs, count, diag);
}
