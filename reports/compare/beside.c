#include "reports/compare/beside.h"

#include <jansson.h>
#include <math.h>

#include "reports/words/design_json.h"
#include "reports/words/figure.h"
#include "reports/writers/csv.h"
#include "reports/writers/json.h"
#include "reports/writers/table_print.h"

double noc_beside_error(const noc_beside *designs, size_t count)
{
    double sum = 0.0;
    size_t compared = 0;
    for (size_t i = 0; i < count; i++)
        for (size_t p = 0; p < designs[i].count; p++) {
            const noc_beside_point *point = &designs[i].points[p];
            const double change = noc_change_of(point->model.value, point->booksim.value);
            if (!isfinite(change)) continue;
            sum += fabs(change);
            compared++;
        }
    return compared ? sum / (double)compared : NAN;
}

/* ---- text ----------------------------------------------------------------------------------- */

/* Adds BookSim's figure; with half the width of its interval if several seeds ran. */
static void add_booksim(noc_table *table, const noc_beside_figure *f, int digits)
{
    if (isfinite(f->lo) && isfinite(f->hi))
        noc_table_cell(table, "%s\t+-%s", noc_figure_of(f->value, digits).text,
                       noc_figure_of((f->hi - f->lo) / 2.0, digits).text);
    else
        noc_table_cell(table, "%s", noc_figure_of(f->value, digits).text);
}

/* Adds a figure of the sampler or the model, and its difference from BookSim's. */
static void add_ours(noc_table *table, const noc_beside_figure *ours,
                     const noc_beside_figure *booksim, int digits)
{
    const double change = noc_change_of(ours->value, booksim->value);
    noc_table_cell(table, "%s", noc_figure_of(ours->value, digits).text);
    noc_table_cell(table, "%s", isfinite(change) ? noc_percent(change).text : "");
}

static void add_point(noc_table *table, const noc_beside_point *p, const char *what, int digits)
{
    noc_table_cell(table, "  %s", what);
    add_booksim(table, &p->booksim, digits);
    add_ours(table, &p->sample, &p->booksim, digits);
    add_ours(table, &p->model, &p->booksim, digits);
}

static void add_design(noc_table *table, const noc_beside *d)
{
    char load[40];
    noc_table_span(table, "%s, mean latency of packets in cycles at a load", d->name);
    for (size_t p = 0; p < d->count; p++) {
        snprintf(load, sizeof load, "%.4g", d->points[p].load);
        add_point(table, &d->points[p], load, 2);
    }
    add_point(table, &d->saturation, "saturation", 4);
}

static noc_status print_all(const noc_sheet *sheet, const noc_beside *designs, size_t count,
                            noc_diag *diag)
{
    static const noc_table_head heads[] = {
        {NOC_ALIGN_LEFT, "load, flits a\ncycle and node"},
        {NOC_ALIGN_POINT, "BookSim"},
        {NOC_ALIGN_POINT, "sampler"},
        {NOC_ALIGN_RIGHT, "off by"},
        {NOC_ALIGN_POINT, "model"},
        {NOC_ALIGN_RIGHT, "off by"},
    };
    noc_table table = {0};
    size_t lost = 0;
    noc_table_columns(&table, heads, sizeof heads / sizeof heads[0]);
    for (size_t i = 0; i < count; i++) {
        add_design(&table, &designs[i]);
        lost += designs[i].lost;
    }
    const noc_status status = noc_text_table(sheet, &table, diag);
    if (status != NOC_OK) return status;
    fputc('\n', sheet->out);
    noc_text_say(sheet, "Sampler and model answer for the network that BookSim runs: the design's "
                        "export, imported again.");
    if (lost)
        noc_text_say(sheet,
                     "%zu setting%s otherwise there or missing; 'nocsight export booksim DESIGN "
                     "-o DIR' lists them.",
                     lost, lost == 1 ? " is" : "s are");
    return NOC_OK;
}

/* ---- JSON and CSV --------------------------------------------------------------------------- */

static json_t *figure_object(const noc_beside_figure *f)
{
    json_t *object = json_object();
    json_object_set_new(object, "value", noc_json_real(f->value));
    json_object_set_new(object, "lo", noc_json_real(f->lo));
    json_object_set_new(object, "hi", noc_json_real(f->hi));
    return object;
}

static json_t *point_object(const noc_beside_point *p)
{
    json_t *object = json_object();
    if (isfinite(p->load))
        json_object_set_new(object, "load_flits_per_cycle", noc_json_real(p->load));
    json_object_set_new(object, "booksim", figure_object(&p->booksim));
    json_object_set_new(object, "sample", figure_object(&p->sample));
    json_object_set_new(object, "model", figure_object(&p->model));
    return object;
}

static json_t *design_object(const noc_sheet *sheet, const char *program, const noc_beside *d)
{
    json_t *object = json_object(), *points = json_array();
    for (size_t p = 0; p < d->count; p++)
        json_array_append_new(points, point_object(&d->points[p]));
    json_object_set_new(object, "schema", noc_json_text("nocsight.beside/1"));
    json_object_set_new(object, "tool", noc_json_tool(&sheet->run));
    json_object_set_new(object, "design", noc_json_design(d->design));
    json_object_set_new(object, "program", noc_json_text(program));
    json_object_set_new(object, "settings_lost", noc_json_count(d->lost));
    json_object_set_new(object, "packet_latency_cycles", points);
    json_object_set_new(object, "saturation_flits_per_cycle", point_object(&d->saturation));
    json_object_set_new(object, "run", noc_json_run(&sheet->run));
    return object;
}

static noc_status write_json(const noc_sheet *sheet, const char *program, const noc_beside *designs,
                             size_t count, noc_diag *diag)
{
    json_t *root = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(root, design_object(sheet, program, &designs[i]));
    return noc_json_write(sheet->out, root, diag);
}

static void write_figure(noc_csv_line *line, const noc_beside_figure *f)
{
    noc_csv_real(line, f->value);
    noc_csv_real(line, f->lo);
    noc_csv_real(line, f->hi);
}

static void write_line(const noc_sheet *sheet, const noc_beside *d, const char *figure,
                       const noc_beside_point *p)
{
    noc_csv_line line = {.sheet = sheet};
    noc_csv_text(&line, d->name);
    noc_csv_text(&line, figure);
    noc_csv_real(&line, p->load);
    write_figure(&line, &p->booksim);
    write_figure(&line, &p->sample);
    write_figure(&line, &p->model);
    noc_csv_end(&line);
}

static noc_status write_csv(const noc_sheet *sheet, const noc_beside *designs, size_t count)
{
    fputs("design,figure,load_flits_per_cycle,booksim,booksim_lo,booksim_hi,sample,sample_lo,"
          "sample_hi,model,model_lo,model_hi\n",
          sheet->out);
    for (size_t i = 0; i < count; i++) {
        const noc_beside *d = &designs[i];
        for (size_t p = 0; p < d->count; p++)
            write_line(sheet, d, "packet_latency_cycles", &d->points[p]);
        write_line(sheet, d, "saturation_flits_per_cycle", &d->saturation);
    }
    return NOC_OK;
}

noc_status noc_report_beside(const noc_sheet *sheet, const char *program, const noc_beside *designs,
                             size_t count, noc_diag *diag)
{
    if (sheet->format == NOC_FORMAT_JSON) return write_json(sheet, program, designs, count, diag);
    if (sheet->format == NOC_FORMAT_CSV) return write_csv(sheet, designs, count);
    return print_all(sheet, designs, count, diag);
}
