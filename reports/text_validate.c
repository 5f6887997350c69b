/* Model and sample side by side: whether the model can be trusted, and whether both see the same
 * change from one design to the next. */
#include <math.h>
#include <stdio.h>

#include "reports/figure.h"
#include "reports/label.h"
#include "reports/text.h"

enum { METRICS = 5 };

/* The metrics of a row, in the order of the columns. */
static void metrics_of(const noc_design *design, noc_metric_id ids[METRICS])
{
    ids[0] = NOC_METRIC_zero_load_latency_cycles;
    ids[1] = noc_latency_metric(design);
    ids[2] = NOC_METRIC_saturation_flits_per_cycle;
    ids[3] = noc_text_area_metric(design);
    ids[4] = NOC_METRIC_throughput_per_area_bytes_per_cycle_mm2;
}

static void add_columns(noc_table *table, const noc_design *base)
{
    const bool chip = noc_text_area_metric(base) == NOC_METRIC_chip_area_mm2;
    const bool round_trip = noc_latency_metric(base) == NOC_METRIC_round_trip_cycles;
    noc_table_column(table, NOC_ALIGN_LEFT, "");
    noc_table_column(table, NOC_ALIGN_POINT, "zero load\nlatency\ncycles");
    noc_table_column(table, NOC_ALIGN_POINT,
                     round_trip ? "round trip\nat the load\ncycles"
                                : "latency\nat the load\ncycles");
    noc_table_column(table, NOC_ALIGN_POINT, "saturation\nflits/cycle");
    noc_table_column(table, NOC_ALIGN_POINT, chip ? "chip area\nmm2" : "network area\nmm2");
    noc_table_column(table, NOC_ALIGN_POINT, "throughput\nper area\nB/cycle/mm2");
}

static void add_estimate(noc_table *table, const noc_estimate *e, const char *name)
{
    noc_metric_id ids[METRICS];
    metrics_of(e->design, ids);
    noc_table_cell(table, "  %s", name);
    for (int i = 0; i < METRICS; i++) {
        const bool saturated = i == 1 && e->answer == NOC_ANSWER_SATURATED;
        const noc_figure spread = noc_metric_spread(e, ids[i]);
        if (!noc_metric_given(&e->metrics[ids[i]]))
            noc_table_cell(table, "%s", saturated ? "saturated" : "-");
        else
            noc_table_cell(table, "%s%s%s", noc_metric_figure(e, ids[i]).text,
                           spread.text[0] ? "\t" : "", spread.text);
    }
}

static void add_errors(noc_table *table, const noc_comparison *row)
{
    noc_metric_id ids[METRICS];
    metrics_of(row->model.design, ids);
    noc_table_cell(table, "  error");
    for (int i = 0; i < METRICS; i++) {
        const double error = noc_comparison_error(row, ids[i]);
        /* both methods share the cost model, so an error of the area would be no news */
        const bool compared = i != 3 && isfinite(error);
        noc_table_cell(table, "%s", compared ? noc_percent(error).text : "");
    }
}

static noc_status print_rows(const noc_sheet *sheet, const noc_comparison *rows, size_t count,
                             const noc_labels *labels, noc_diag *diag)
{
    noc_table table = {0};
    add_columns(&table, rows[0].model.design);
    for (size_t i = 0; i < count; i++) {
        char label[NOC_LABEL_CHARS];
        noc_label(labels, rows[i].model.design, label);
        noc_table_span(&table, "%s, load %.4g", label, rows[i].model.load);
        add_estimate(&table, &rows[i].model, "model");
        add_estimate(&table, &rows[i].sample, "sample");
        add_errors(&table, &rows[i]);
    }
    const noc_status status = noc_table_print(&table, sheet->out, sheet->width, diag);
    noc_table_clear(&table);
    return status;
}

static void add_change(noc_table *table, const noc_estimate *e, const noc_estimate *base,
                       int metric)
{
    noc_metric_id ids[METRICS], base_ids[METRICS];
    metrics_of(e->design, ids);
    metrics_of(base->design, base_ids);
    const double change =
        noc_change_of(e->metrics[ids[metric]].value, base->metrics[base_ids[metric]].value);
    noc_table_cell(table, "%s", noc_percent(change).text);
}

static bool loads_equal(const noc_comparison *rows, size_t count)
{
    for (size_t i = 1; i < count; i++)
        if (rows[i].model.load != rows[0].model.load) return false;
    return true;
}

/* Latencies at different loads are not compared: the change would mean nothing. */
static noc_status print_changes(const noc_sheet *sheet, const noc_comparison *rows, size_t count,
                                const noc_labels *labels, noc_diag *diag)
{
    const bool latency = loads_equal(rows, count);
    const bool chip = noc_text_area_metric(rows[0].model.design) == NOC_METRIC_chip_area_mm2;
    noc_table table = {0};
    noc_table_column(&table, NOC_ALIGN_LEFT, "change against\nthe first design");
    noc_table_column(&table, NOC_ALIGN_POINT, latency ? "latency\nmodel" : "zero load\nmodel");
    noc_table_column(&table, NOC_ALIGN_POINT, "\nsample");
    noc_table_column(&table, NOC_ALIGN_POINT, "saturation\nmodel");
    noc_table_column(&table, NOC_ALIGN_POINT, "\nsample");
    noc_table_column(&table, NOC_ALIGN_POINT, chip ? "chip\narea" : "network\narea");
    noc_table_column(&table, NOC_ALIGN_POINT, "thr./area\nmodel");
    noc_table_column(&table, NOC_ALIGN_POINT, "\nsample");
    for (size_t i = 1; i < count; i++) {
        char label[NOC_LABEL_CHARS];
        noc_label(labels, rows[i].model.design, label);
        noc_table_cell(&table, "%s", label);
        for (int metric = latency ? 1 : 0; metric < METRICS; metric++) {
            if (!latency && metric == 1) continue;
            add_change(&table, &rows[i].model, &rows[0].model, metric);
            if (metric != 3) add_change(&table, &rows[i].sample, &rows[0].sample, metric);
        }
    }
    fputc('\n', sheet->out);
    const noc_status status = noc_table_print(&table, sheet->out, sheet->width, diag);
    noc_table_clear(&table);
    return status;
}

static void print_errors(const noc_sheet *sheet, const char *what, noc_errors errors, size_t count)
{
    if (errors.count == 0) {
        fprintf(sheet->out, "%s error: nothing to compare.\n", what);
        return;
    }
    fprintf(sheet->out, "%s error: ", what);
    if (count == 1)
        fprintf(sheet->out, "%.1f %%", 100.0 * errors.worst);
    else
        fprintf(sheet->out, "mean %.1f %%, worst %.1f %%, over %zu of %zu", 100.0 * errors.mean,
                100.0 * errors.worst, errors.count, count);
    if (errors.intervals > 0 && count == 1)
        fprintf(sheet->out, "; the model is %s the sample's interval",
                errors.inside ? "inside" : "outside");
    else if (errors.intervals > 0)
        fprintf(sheet->out, "; inside the sample's interval: %zu of %zu", errors.inside,
                errors.intervals);
    fprintf(sheet->out, ".\n");
}

noc_status noc_text_validation(const noc_sheet *sheet, const noc_comparison *rows, size_t count,
                               noc_diag *diag)
{
    noc_labels labels = {0};
    for (size_t i = 0; i < count; i++) noc_labels_see(&labels, rows[i].model.design);
    FILE *out = sheet->out;
    fprintf(out, "%s: model and sample side by side; loads in flits/cycle per injecting node\n\n",
            labels.several_names ? "designs" : rows[0].model.design->name);
    noc_status status = print_rows(sheet, rows, count, &labels, diag);
    if (count > 1 && status == NOC_OK) status = print_changes(sheet, rows, count, &labels, diag);
    fputc('\n', out);
    for (size_t i = 0; i < count; i++) noc_text_caveats(sheet, &rows[i].model);
    print_errors(sheet, "Latency", noc_latency_errors(rows, count), count);
    print_errors(sheet, "Saturation",
                 noc_metric_errors(rows, count, NOC_METRIC_saturation_flits_per_cycle), count);
    return status;
}
