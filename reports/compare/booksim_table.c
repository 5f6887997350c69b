#include "reports/compare/booksim_table.h"

#include <jansson.h>
#include <math.h>

#include "reports/words/design_json.h"
#include "reports/words/figure.h"
#include "reports/writers/csv.h"
#include "reports/writers/json.h"
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

static json_t *figure_object(const noc_booksim_figure *figure)
{
    json_t *object = json_object();
    json_object_set_new(object, "value", noc_json_real(figure->value));
    json_object_set_new(object, "lo", noc_json_real(figure->lo));
    json_object_set_new(object, "hi", noc_json_real(figure->hi));
    return object;
}

static json_t *point_object(const noc_booksim_point *point)
{
    json_t *object = json_object();
    if (isfinite(point->load))
        json_object_set_new(object, "load_flits_per_cycle", noc_json_real(point->load));
    json_object_set_new(object, "booksim", figure_object(&point->booksim));
    json_object_set_new(object, "sample", figure_object(&point->sample));
    json_object_set_new(object, "model", figure_object(&point->model));
    return object;
}

static json_t *design_object(const noc_sheet *sheet, const char *program,
                             const noc_booksim_comparison *comparison)
{
    json_t *object = json_object(), *points = json_array();
    for (size_t p = 0; p < comparison->count; p++)
        json_array_append_new(points, point_object(&comparison->points[p]));
    json_object_set_new(object, "schema", noc_json_text("nocsight.beside/1"));
    json_object_set_new(object, "tool", noc_json_tool(&sheet->run));
    json_object_set_new(object, "design", noc_json_design(comparison->design));
    json_object_set_new(object, "program", noc_json_text(program));
    json_object_set_new(object, "settings_lost", noc_json_count(comparison->lost_settings));
    json_object_set_new(object, "packet_latency_cycles", points);
    json_object_set_new(object, "saturation_flits_per_cycle",
                        point_object(&comparison->saturation));
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

static void write_figure(noc_csv_line *line, const noc_booksim_figure *figure)
{
    noc_csv_real(line, figure->value);
    noc_csv_real(line, figure->lo);
    noc_csv_real(line, figure->hi);
}

static void write_line(const noc_sheet *sheet, const noc_booksim_comparison *comparison,
                       const char *figure_name, const noc_booksim_point *point)
{
    noc_csv_line line = {.sheet = sheet};
    noc_csv_text(&line, comparison->name);
    noc_csv_text(&line, figure_name);
    noc_csv_real(&line, point->load);
    write_figure(&line, &point->booksim);
    write_figure(&line, &point->sample);
    write_figure(&line, &point->model);
    noc_csv_end(&line);
}

static noc_status write_csv(const noc_sheet *sheet, const noc_booksim_comparison *designs,
                            size_t count)
{
    fputs("design,figure,load_flits_per_cycle,booksim,booksim_lo,booksim_hi,sample,sample_lo,"
          "sample_hi,model,model_lo,model_hi\n",
          sheet->out);
    for (size_t i = 0; i < count; i++) {
        const noc_booksim_comparison *design = &designs[i];
        for (size_t p = 0; p < design->count; p++)
            write_line(sheet, design, "packet_latency_cycles", &design->points[p]);
        write_line(sheet, design, "saturation_flits_per_cycle", &design->saturation);
    }
    return NOC_OK;
}

noc_status noc_report_booksim(const noc_sheet *sheet, const char *program,
                              const noc_booksim_comparison *designs, size_t count, noc_diag *diag)
{
    if (sheet->format == NOC_FORMAT_JSON) return write_json(sheet, program, designs, count, diag);
    if (sheet->format == NOC_FORMAT_CSV) return write_csv(sheet, designs, count);
    return print_table(sheet, designs, count, diag);
}
