#include "reports/estimates/estimates.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hybrid/answers/estimate.h"
#include "hybrid/answers/metrics.h"
#include "reports/estimates/class_table.h"
#include "reports/estimates/estimate_csv.h"
#include "reports/estimates/estimate_json.h"
#include "reports/estimates/whatif.h"
#include "reports/facts/breakdown.h"
#include "reports/facts/components.h"
#include "reports/facts/cures.h"
#include "reports/facts/details.h"
#include "reports/words/caveats.h"
#include "reports/words/figure.h"
#include "reports/words/label.h"
#include "reports/words/load_words.h"
#include "reports/words/summary.h"
#include "reports/writers/sheet.h"
#include "reports/writers/style.h"
#include "reports/writers/table_print.h"

/* ---- one estimate for people ---------------------------------------------------------------- */

static void print_heading(const noc_sheet *sheet, const noc_estimate *estimate)
{
    const noc_design *design = estimate->design;
    const char *program = design->workload_name ? design->workload_name : "its own workload";
    const bool has_loop = noc_metric_has_value(&estimate->metrics[NOC_METRIC_ipc]);
    char load_words[NOC_LOAD_WORDS_CHARS];
    noc_text_paragraph(sheet, NOC_BOLD "%s, %s%s%s%s" NOC_PLAIN, design->name,
                       noc_answer_method_name(estimate),
                       noc_load_words(sheet, estimate, 1, load_words),
                       has_loop ? ", closed loop running " : "", has_loop ? program : "");
    for (size_t i = 0; i < design->override_count; i++)
        noc_text_paragraph(sheet, "with %s", design->overrides[i]);
    fputc('\n', sheet->out);
}

/* Returns the confidence level of all intervals; NAN without a level, or with several. */
static double common_confidence(const noc_estimate *estimate)
{
    double level = NAN;
    for (int id = 0; id < NOC_METRICS; id++) {
        if (!noc_metric_has_interval(&estimate->metrics[id]) ||
            noc_metric_is_judged(&estimate->metrics[id]))
            continue;
        if (isfinite(level) && estimate->metrics[id].confidence != level) return NAN;
        level = estimate->metrics[id].confidence;
    }
    return level;
}

static bool has_intervals(const noc_estimate *estimate)
{
    for (int id = 0; id < NOC_METRICS; id++)
        if (noc_metric_has_interval(&estimate->metrics[id])) return true;
    return false;
}

/* Adds the unit and, if known, the node of the figure. The area of wires, which lie above the
 * silicon, is also given as a share of the chip. */
static void add_unit(noc_table *table, const noc_estimate *estimate, noc_metric_id id)
{
    const double chip_area = estimate->metrics[NOC_METRIC_chip_area_mm2].value;
    const char *unit = noc_metric_info_of(id)->unit;
    if (id == NOC_METRIC_wire_area_mm2 && estimate->design->chip.other_area_mm2 > 0.0)
        noc_table_add_cell(table, "%s, %.2g%% of the chip", unit,
                           100.0 * estimate->metrics[id].value / chip_area);
    else
        noc_table_add_cell(table, "%s%s", unit, noc_estimate_node_name(estimate, id));
}

static noc_status print_metrics(const noc_sheet *sheet, const noc_estimate *estimate,
                                noc_diag *diag)
{
    noc_table table = {0};
    char interval_header[40] = "interval";
    const bool has_interval_column = has_intervals(estimate);
    const double level = common_confidence(estimate);
    if (isfinite(level))
        snprintf(interval_header, sizeof interval_header, "%.3g%% interval", 100.0 * level);
    noc_table_add_columns(&table, "metric|.value");
    if (has_interval_column) {
        noc_table_add_optional(&table, NOC_ALIGN_LEFT, interval_header);
        noc_table_dim_column(&table);
    }
    noc_table_add_column(&table, NOC_ALIGN_LEFT, "unit");
    for (int i = 0; i < NOC_METRICS; i++) {
        const noc_metric_id id = (noc_metric_id)i;
        if (!noc_metric_has_value(&estimate->metrics[id])) continue;
        noc_table_add_cell(&table, "%s", noc_metric_design_label(estimate->design, id).text);
        noc_table_add_cell(&table, "%s", noc_metric_figure(estimate, id).text);
        if (has_interval_column)
            noc_table_add_cell(&table, "%s", noc_metric_interval(estimate, id).text);
        add_unit(&table, estimate, id);
    }
    return noc_text_table(sheet, &table, diag);
}

/* Returns the reason for a missing metric; NULL for a known metric, and for a metric of parts that
 * the design lacks. */
static const char *missing_reason(const noc_estimate *estimate, int id)
{
    const noc_metric *metric = &estimate->metrics[id];
    if (noc_metric_has_value(metric) || noc_metric_part_reason(estimate->design, (noc_metric_id)id))
        return NULL;
    return metric->reason ? metric->reason : "not computed";
}

/* True if an earlier metric is missing for the same reason. */
static bool is_explained(const noc_estimate *estimate, int id)
{
    for (int i = 0; i < id; i++)
        if (missing_reason(estimate, i) &&
            strcmp(missing_reason(estimate, i), missing_reason(estimate, id)) == 0)
            return true;
    return false;
}

/* Lists the metrics that are missing for the same reason as metric `first`. */
static void list_missing_metrics(const noc_estimate *estimate, int first, FILE *stream)
{
    for (int id = first; id < NOC_METRICS; id++)
        if (missing_reason(estimate, id) &&
            strcmp(missing_reason(estimate, id), missing_reason(estimate, first)) == 0)
            fprintf(stream, "%s%s", id == first ? "" : "; ",
                    noc_metric_design_label(estimate->design, (noc_metric_id)id).text);
}

/* Explains missing metrics, a line for each reason. */
static void explain_missing(const noc_sheet *sheet, const noc_estimate *estimate)
{
    for (int id = 0; id < NOC_METRICS; id++) {
        char *names = NULL;
        size_t size = 0;
        if (!missing_reason(estimate, id) || is_explained(estimate, id)) continue;
        FILE *stream = open_memstream(&names, &size);
        if (stream) list_missing_metrics(estimate, id, stream);
        if (stream && fclose(stream) == 0)
            noc_text_paragraph(sheet, "Not given: %s: %s.", names, missing_reason(estimate, id));
        free(names);
    }
}

static void print_windows(const noc_sheet *sheet, const noc_estimate *estimate)
{
    if (estimate->method != NOC_METHOD_SAMPLE) return;
    if (estimate->trace_packets) {
        const bool has_makespan =
            noc_metric_has_value(&estimate->metrics[NOC_METRIC_makespan_cycles]);
        noc_text_paragraph(
            sheet,
            "Played %" PRIu64 " packets in %" PRIu64
            " cycles of the network's clock (%.6g MHz), from %s (the makespan); %" PRIu64
            " flit hops; seed %" PRIu64 "; %.2f s.",
            estimate->trace_packets, estimate->cycles_simulated, estimate->design->chip.clock_mhz,
            has_makespan ? "the first request to the last answer at its core"
                         : "the creation of the first to the last flit's arrival",
            estimate->flit_hops, estimate->seed, estimate->wall_s);
        return;
    }
    noc_text_paragraph(sheet,
                       "Measured over %" PRIu64 " cycles (warm-up %" PRIu64 "), %" PRIu64
                       " windows, %" PRIu64 " flit hops; seed %" PRIu64 "; %.2f s.",
                       estimate->cycles_simulated, estimate->warmup_cycles, estimate->windows,
                       estimate->flit_hops, estimate->seed, estimate->wall_s);
}

static void print_check(const noc_sheet *sheet, const noc_estimate *estimate)
{
    char model[40] = "saturated";
    if (isfinite(estimate->check_predicted))
        snprintf(model, sizeof model, "%.2f", estimate->check_predicted);
    if (isfinite(estimate->check_measured))
        noc_text_paragraph(sheet,
                           "Corrected by a window at load %.4g: measured %.2f cycles, model %s.",
                           estimate->check_load, estimate->check_measured, model);
    if (isfinite(estimate->check_ipc_measured))
        noc_text_paragraph(
            sheet,
            "The operating point is that of a window of the closed loop (95%% intervals): "
            "measured ipc %.2f, model %.2f.",
            estimate->check_ipc_measured, estimate->check_ipc_predicted);
    if (noc_estimate_is_checked(estimate))
        noc_text_paragraph(sheet, "Checked in %.2f s.", estimate->wall_s);
}

/* Prints the precision reached with --within, and the method that answered: model, window or
 * sample. */
static void print_precision(const noc_sheet *sheet, const noc_estimate *estimate)
{
    static const double percent = 100.0;
    if (!(estimate->requested_half_width > 0.0)) return;
    const bool is_met = estimate->reached_half_width <= estimate->requested_half_width;
    const noc_figure label = noc_metric_design_label(estimate->design, estimate->precision_metric);
    if (isfinite(estimate->reached_half_width))
        noc_text_paragraph(sheet, "%s: %s within +-%.2g %% (%.3g %% asked), by the %s, in %.2f s.",
                           is_met ? "As sure as asked" : "Less sure than asked", label.text,
                           percent * estimate->reached_half_width,
                           percent * estimate->requested_half_width,
                           noc_answer_method_name(estimate), estimate->wall_s);
    else
        noc_text_paragraph(sheet, "Less sure than asked: the %s has no interval (%.3g %% asked).",
                           label.text, percent * estimate->requested_half_width);
}

static bool has_judged_interval(const noc_estimate *estimate)
{
    for (int id = 0; id < NOC_METRICS; id++)
        if (noc_metric_has_value(&estimate->metrics[id]) &&
            noc_metric_is_judged(&estimate->metrics[id]))
            return true;
    return false;
}

static bool has_caveats(const noc_estimate *estimate)
{
    return estimate->warning_count > 0 || estimate->answer != NOC_ANSWER_OK ||
           *estimate->cost_basis || estimate->timed_link_cycles > 0 || estimate->memory_alone;
}

/* Prints the caveats of the answer. */
static void print_caveats(const noc_sheet *sheet, const noc_estimate *estimate)
{
    noc_labels labels = {0};
    noc_labels_add_design(&labels, estimate->design);
    if (!has_caveats(estimate)) return;
    fputc('\n', sheet->out);
    noc_text_caveats(sheet, &labels, estimate, 1);
}

/* Prints every given metric, and the reasons for missing ones. */
static noc_status print_all_metrics(const noc_sheet *sheet, const noc_estimate *estimate,
                                    noc_diag *diag)
{
    const noc_status status = print_metrics(sheet, estimate, diag);
    fputc('\n', sheet->out);
    if (has_judged_interval(estimate))
        noc_text_paragraph(sheet, "[..]: a bound by judgement, of no level.");
    explain_missing(sheet, estimate);
    return status;
}

static noc_status print_estimate(const noc_sheet *sheet, const noc_estimate *estimate,
                                 noc_diag *diag)
{
    print_heading(sheet, estimate);
    noc_text_summary(sheet, estimate);
    print_caveats(sheet, estimate);
    fputc('\n', sheet->out);
    noc_status status = noc_text_classes(sheet, estimate, 1, diag);
    if (status == NOC_OK && sheet->shows_all) status = print_all_metrics(sheet, estimate, diag);
    if (estimate->vc_layers > 1)
        noc_text_paragraph(sheet,
                           "Routes would close circles: they take %u layers of virtual channels.",
                           estimate->vc_layers);
    print_windows(sheet, estimate);
    print_check(sheet, estimate);
    print_precision(sheet, estimate);
    if (!sheet->shows_all) noc_text_paragraph(sheet, NOC_DIM "All figures: --all." NOC_PLAIN);
    return status;
}

/* ---- in every format ------------------------------------------------------------------------ */

static noc_status write_csv(const noc_sheet *sheet, const noc_estimate *estimates,
                            const noc_breakdown *breakdowns, const noc_cures *cures, size_t count,
                            noc_diag *diag)
{
    if (cures) return noc_csv_cures(sheet, estimates, cures, diag);
    const noc_detail *detail = count > 0 ? noc_detail_find(&estimates[0]) : NULL;
    if (detail) return noc_detail_write_csv(sheet, detail, estimates, count, diag);
    if (count > 0 && estimates[0].components)
        return noc_csv_components(sheet, estimates, breakdowns, count, diag);
    return noc_csv_estimates(sheet, estimates, count, diag);
}

static noc_status print_estimates(const noc_sheet *sheet, const noc_estimate *estimates,
                                  const noc_breakdown *breakdowns, const noc_cures *cures,
                                  size_t count, noc_diag *diag)
{
    noc_status status = count == 1 ? print_estimate(sheet, estimates, diag)
                                   : noc_text_whatif(sheet, estimates, count, diag);
    if (status == NOC_OK && count > 1 && estimates[0].design->traffic.classes.count)
        fputc('\n', sheet->out);
    if (status == NOC_OK && count > 1) status = noc_text_classes(sheet, estimates, count, diag);
    if (status == NOC_OK && count > 0 && estimates[0].components)
        status = noc_text_components(sheet, estimates, count, diag);
    for (size_t i = 0; i < count && breakdowns && status == NOC_OK; i++)
        status = noc_breakdown_print(sheet, &breakdowns[i], diag);
    if (status == NOC_OK) status = noc_details_print(sheet, estimates, count, diag);
    return status == NOC_OK && cures ? noc_text_cures(sheet, estimates, cures, diag) : status;
}

noc_status noc_report_estimates(const noc_sheet *sheet, const noc_estimate *estimates,
                                const noc_breakdown *breakdowns, const noc_cures *cures,
                                size_t count, bool is_array, noc_diag *diag)
{
    switch (sheet->format) {
    case NOC_FORMAT_JSON:
        return noc_json_estimates(sheet, estimates, breakdowns, cures, count, is_array, diag);
    case NOC_FORMAT_CSV:
        return write_csv(sheet, estimates, breakdowns, cures, count, diag);
    default:
        return print_estimates(sheet, estimates, breakdowns, cures, count, diag);
    }
}
