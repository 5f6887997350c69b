#include "reports/compare/validation.h"

#include <math.h>
#include <stdio.h>

#include "reports/estimates/comparison_data.h"
#include "reports/words/caveats.h"
#include "reports/words/figure.h"
#include "reports/words/label.h"
#include "reports/writers/sheet.h"
#include "reports/writers/table_print.h"

enum { METRICS = 5 };

/* Lists the metrics of a row, in the order of the columns. */
static void find_metrics(const noc_design *design, noc_metric_id ids[METRICS])
{
    ids[0] = NOC_METRIC_zero_load_latency_cycles;
    ids[1] = noc_latency_metric(design);
    ids[2] = NOC_METRIC_saturation_data_gb_per_s;
    ids[3] = noc_area_metric(design);
    ids[4] = NOC_METRIC_data_throughput_per_area_gb_per_s_mm2;
}

static void add_columns(noc_table *table, const noc_design *base)
{
    const bool is_chip_area = noc_area_metric(base) == NOC_METRIC_chip_area_mm2;
    const bool has_replies = noc_latency_metric(base) == NOC_METRIC_round_trip_cycles;
    noc_table_add_column(table, NOC_ALIGN_LEFT, "");
    noc_table_add_column(table, NOC_ALIGN_POINT,
                         has_replies ? "round trip\nidle\ncycles" : "one way\nidle\ncycles");
    noc_table_add_column(table, NOC_ALIGN_POINT,
                         has_replies ? "round trip\nloaded\ncycles" : "one way\nloaded\ncycles");
    noc_table_add_column(table, NOC_ALIGN_POINT, "saturation\nbandwidth\nGB/s");
    noc_table_add_column(table, NOC_ALIGN_POINT,
                         is_chip_area ? "chip area\nmm2" : "network area\nmm2");
    noc_table_add_column(table, NOC_ALIGN_POINT, "bandwidth\nper area\nGB/s/mm2");
}

/* Adds the figures of one method. Only the latency has its interval, to save width. */
static void add_estimate(noc_table *table, const noc_estimate *estimate, const char *name)
{
    noc_metric_id ids[METRICS];
    find_metrics(estimate->design, ids);
    noc_table_add_cell(table, "  %s", name);
    for (int i = 0; i < METRICS; i++) {
        const noc_figure value = noc_metric_figure(estimate, ids[i]);
        const noc_figure spread = noc_metric_half_width(estimate, ids[i]);
        if (i == 1 && estimate->answer == NOC_ANSWER_SATURATED)
            noc_table_add_cell(table, "saturated");
        else if (i == 1 && spread.text[0])
            noc_table_add_cell(table, "%s\t%s", value.text, spread.text);
        else
            noc_table_add_cell(table, "%s", value.text);
    }
}

static void add_errors(noc_table *table, const noc_comparison *row)
{
    noc_metric_id ids[METRICS];
    find_metrics(row->model.design, ids);
    noc_table_add_cell(table, "  error");
    for (int i = 0; i < METRICS; i++) {
        const double error = noc_comparison_error(row, ids[i]);
        /* both methods use the same cost model, so the area has no error */
        const bool is_compared = i != 3 && isfinite(error);
        noc_table_add_cell(table, "%s", is_compared ? noc_percent_figure(error).text : "");
    }
}

/* Adds the name of a row with its load; without a load, with the makespans of both methods; without
 * these, with the words for saturating traffic. */
static void add_row_name(noc_table *table, const char *label, const noc_comparison *row)
{
    const noc_metric_id makespan_id = NOC_METRIC_makespan_cycles;
    if (isfinite(row->model.load))
        noc_table_add_span(table, "%s, load %.4g", label, row->model.load);
    else if (noc_metric_has_value(&row->model.metrics[makespan_id]))
        noc_table_add_span(table, "%s, makespan %s cycles by the model, %s by the sample", label,
                           noc_metric_figure(&row->model, makespan_id).text,
                           noc_metric_figure(&row->sample, makespan_id).text);
    else
        noc_table_add_span(table, "%s, as fast as the network accepts it", label);
}

static noc_status print_rows(const noc_sheet *sheet, const noc_comparison *rows, size_t count,
                             const noc_labels *labels, noc_diag *diag)
{
    noc_table table = {0};
    add_columns(&table, rows[0].model.design);
    for (size_t i = 0; i < count; i++) {
        char label[NOC_LABEL_CHARS];
        noc_label_write(labels, rows[i].model.design, label);
        add_row_name(&table, label, &rows[i]);
        add_estimate(&table, &rows[i].model, "model");
        add_estimate(&table, &rows[i].sample, "sample");
        add_errors(&table, &rows[i]);
    }
    return noc_text_table(sheet, &table, diag);
}

static bool has_loops(const noc_comparison *rows, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (rows[i].sample_loop_limit.kind[0]) return true;
    return false;
}

static bool has_batches(const noc_comparison *rows, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (rows[i].model.design->traffic.batch_packets > 0 && isnan(rows[i].model.load))
            return true;
    return false;
}

static void add_loop_row(noc_table *table, const noc_estimate *estimate,
                         const noc_bottleneck *limit, const char *name, double error, double base)
{
    noc_table_add_cell(table, "  %s", name);
    noc_table_add_cell(table, "%s\t%s", noc_metric_figure(estimate, NOC_METRIC_ipc).text,
                       noc_metric_half_width(estimate, NOC_METRIC_ipc).text);
    noc_table_add_cell(table, "%s", isfinite(error) ? noc_percent_figure(error).text : "");
    noc_table_add_cell(
        table, "%s",
        noc_percent_figure(noc_change_share(estimate->metrics[NOC_METRIC_ipc].value, base)).text);
    noc_table_add_cell(table, "%s", noc_metric_figure(estimate, NOC_METRIC_ipc_per_mm2).text);
    noc_table_add_cell(table, "%s", limit->kind);
}

/* Prints the rows of closed loops (cores that wait for their memories). */
static noc_status print_loops(const noc_sheet *sheet, const noc_comparison *rows, size_t count,
                              const noc_labels *labels, noc_diag *diag)
{
    noc_table table = {0};
    noc_table_add_columns(&table, "|.IPC|>error|>against\nthe first|.IPC/mm2|limited by");
    for (size_t i = 0; i < count; i++) {
        const noc_comparison *row = &rows[i];
        if (!row->sample_loop_limit.kind[0]) continue;
        char label[NOC_LABEL_CHARS];
        noc_label_write(labels, row->model.design, label);
        const char *workload = row->model.design->workload_name;
        noc_table_add_span(&table, "%s, workload %s", label, workload ? workload : "of the design");
        add_loop_row(&table, &row->model, &row->model_loop_limit, "model",
                     noc_comparison_error(row, NOC_METRIC_ipc),
                     i ? rows[0].model.metrics[NOC_METRIC_ipc].value : NAN);
        add_loop_row(&table, &row->sample, &row->sample_loop_limit, "sample", NAN,
                     i ? rows[0].sample.metrics[NOC_METRIC_ipc].value : NAN);
    }
    fputc('\n', sheet->out);
    noc_text_paragraph(sheet, "The closed loop, running the workload:");
    fputc('\n', sheet->out);
    return noc_text_table(sheet, &table, diag);
}

/* Adds the change of a metric, by its position in find_metrics; "-" for saturated latencies, and
 * if the two designs have different metrics there. */
static void add_change(noc_table *table, const noc_estimate *estimate, const noc_estimate *base,
                       int metric)
{
    noc_metric_id ids[METRICS], base_ids[METRICS];
    find_metrics(estimate->design, ids);
    find_metrics(base->design, base_ids);
    const bool is_saturated =
        estimate->answer == NOC_ANSWER_SATURATED || base->answer == NOC_ANSWER_SATURATED;
    double change = NAN;
    if (ids[metric] == base_ids[metric] && !(metric == 1 && is_saturated))
        change = noc_change_share(estimate->metrics[ids[metric]].value,
                                  base->metrics[ids[metric]].value);
    noc_table_add_cell(table, "%s", noc_percent_figure(change).text);
}

static bool has_equal_loads(const noc_comparison *rows, size_t count)
{
    for (size_t i = 1; i < count; i++)
        if (rows[i].model.load != rows[0].model.load) return false;
    return true;
}

/* Adds the columns of changes. Latencies at different loads are replaced by those at zero load. */
static void add_change_columns(noc_table *table, bool is_loaded, bool is_chip_area)
{
    noc_table_add_column(table, NOC_ALIGN_RIGHT, is_loaded ? "latency\nmodel" : "idle\nmodel");
    noc_table_add_columns(table, ">\nsample|>saturation\nmodel|>\nsample");
    noc_table_add_column(table, NOC_ALIGN_RIGHT, is_chip_area ? "chip\narea" : "network\narea");
    noc_table_add_columns(table, ">per area\nmodel|>\nsample");
}

static noc_status print_changes(const noc_sheet *sheet, const noc_comparison *rows, size_t count,
                                const noc_labels *labels, noc_diag *diag)
{
    const noc_comparison *base = &rows[sheet->base_index];
    char label[NOC_LABEL_CHARS];
    noc_label_write(labels, base->model.design, label);
    const bool is_loaded = has_equal_loads(rows, count);
    noc_table table = {0};
    noc_row_names names;
    noc_row_names_begin(&names, labels, &table, "design");
    add_change_columns(&table, is_loaded,
                       noc_area_metric(base->model.design) == NOC_METRIC_chip_area_mm2);
    for (size_t i = 0; i < count; i++) {
        if (i == sheet->base_index) continue;
        noc_row_names_add(&names, &table, rows[i].model.design);
        for (int metric = 0; metric < METRICS; metric++) {
            if (metric == (is_loaded ? 0 : 1)) continue;
            add_change(&table, &rows[i].model, &base->model, metric);
            if (metric != 3) add_change(&table, &rows[i].sample, &base->sample, metric);
        }
    }
    fputc('\n', sheet->out);
    noc_text_paragraph(sheet, "The change against %s, as each method sees it:",
                       sheet->base_index == 0 ? "the first design" : label);
    fputc('\n', sheet->out);
    return noc_text_table(sheet, &table, diag);
}

static void print_errors(const noc_sheet *sheet, const char *figure_name, noc_errors errors,
                         size_t count)
{
    char errors_text[60], rows_text[60] = "", inside_text[80] = "";
    if (errors.error_rows == 0)
        snprintf(errors_text, sizeof errors_text, "nothing to compare");
    else if (count == 1)
        snprintf(errors_text, sizeof errors_text, "%.1f%%", 100.0 * errors.largest_error);
    else
        snprintf(errors_text, sizeof errors_text, "mean %.1f%%, worst %.1f%%",
                 100.0 * errors.mean_error, 100.0 * errors.largest_error);
    if (errors.error_rows > 0 && errors.error_rows < count)
        snprintf(rows_text, sizeof rows_text, ", over %zu of %zu", errors.error_rows, count);
    if (errors.error_rows > 0 && errors.interval_rows > 0)
        snprintf(inside_text, sizeof inside_text, "; inside the sample's interval: %zu of %zu",
                 errors.inside_rows, errors.interval_rows);
    noc_text_paragraph(sheet, "%s error: %s%s%s", figure_name, errors_text, rows_text, inside_text);
}

static noc_status print_validation(const noc_sheet *sheet, const noc_comparison *rows, size_t count,
                                   noc_diag *diag)
{
    noc_labels labels = {0};
    for (size_t i = 0; i < count; i++) noc_labels_add_design(&labels, rows[i].model.design);
    FILE *out = sheet->out;
    noc_text_paragraph(sheet, "%s: model and sample side by side",
                       labels.has_several_names ? "Designs" : rows[0].model.design->name);
    noc_text_paragraph(sheet, "Loads are in flits/cycle of each injecting node.");
    fputc('\n', out);
    noc_status status = print_rows(sheet, rows, count, &labels, diag);
    if (count > 1 && status == NOC_OK) status = print_changes(sheet, rows, count, &labels, diag);
    if (has_loops(rows, count) && status == NOC_OK)
        status = print_loops(sheet, rows, count, &labels, diag);
    fputc('\n', out);
    noc_text_comparison_caveats(sheet, &labels, rows, count);
    print_errors(sheet, "Latency", noc_latency_errors(rows, count), count);
    print_errors(sheet, "Saturation",
                 noc_metric_errors(rows, count, NOC_METRIC_saturation_flits_per_cycle), count);
    if (has_batches(rows, count))
        print_errors(sheet, "Makespan", noc_metric_errors(rows, count, NOC_METRIC_makespan_cycles),
                     count);
    if (has_loops(rows, count))
        print_errors(sheet, "IPC", noc_metric_errors(rows, count, NOC_METRIC_ipc), count);
    return status;
}

noc_status noc_report_validation(const noc_sheet *sheet, const noc_comparison *rows, size_t count,
                                 noc_diag *diag)
{
    switch (sheet->format) {
    case NOC_FORMAT_JSON:
        return noc_json_comparisons(sheet, rows, count, diag);
    case NOC_FORMAT_CSV:
        return noc_csv_comparisons(sheet, rows, count, diag);
    default:
        return print_validation(sheet, rows, count, diag);
    }
}

/* ---- beside an answer ----------------------------------------------------------------------- */

/* True for a metric that a sample measures. Areas, and metrics computed from areas, are equal by
 * both methods. */
static bool is_measured_metric(noc_metric_id id, const noc_design *design)
{
    const bool has_loop = design->closed_loop;
    switch (id) {
    case NOC_METRIC_delivered_data_gb_per_s:
    case NOC_METRIC_saturation_data_gb_per_s:
    case NOC_METRIC_knee_flits_per_cycle:
    case NOC_METRIC_p99_ns:
    case NOC_METRIC_makespan_cycles:
    case NOC_METRIC_channel_utilization_max:
        return true;
    case NOC_METRIC_round_trip_ns:
        return noc_latency_metric(design) == NOC_METRIC_round_trip_cycles;
    case NOC_METRIC_packet_latency_ns:
        return noc_latency_metric(design) != NOC_METRIC_round_trip_cycles;
    case NOC_METRIC_ipc:
        return has_loop;
    default:
        return false;
    }
}

static void add_value(noc_table *table, const noc_estimate *estimate, noc_metric_id id)
{
    if (noc_metric_has_value(&estimate->metrics[id]))
        noc_table_add_cell(table, "%s\t%s", noc_metric_figure(estimate, id).text,
                           noc_metric_half_width(estimate, id).text);
    else
        noc_table_add_cell(table, "%s", "");
}

noc_status noc_text_comparison(const noc_sheet *sheet, const noc_comparison *row, noc_diag *diag)
{
    const noc_design *design = row->model.design;
    noc_table table = {0};
    noc_table_add_columns(&table, "model and sample|.model|.sample|>difference|unit");
    for (int i = 0; i < NOC_METRICS; i++) {
        const noc_metric_id id = (noc_metric_id)i;
        if (!is_measured_metric(id, design) || !noc_metric_has_value(&row->sample.metrics[id]))
            continue;
        const double error = noc_comparison_error(row, id);
        noc_table_add_cell(&table, "%s", noc_label_without_unit(id).text);
        add_value(&table, &row->model, id);
        add_value(&table, &row->sample, id);
        noc_table_add_cell(&table, "%s", isfinite(error) ? noc_percent_figure(error).text : "");
        noc_table_add_cell(&table, "%s", noc_metric_info_of(id)->unit);
    }
    fputc('\n', sheet->out);
    const noc_status status = noc_text_table(sheet, &table, diag);
    if (row->sample.answer != NOC_ANSWER_OK)
        noc_text_paragraph(sheet, "The sample is %s.", noc_answer_name(row->sample.answer));
    return status;
}
