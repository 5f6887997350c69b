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
#include "reports/facts/by_node.h"
#include "reports/facts/channels.h"
#include "reports/facts/components.h"
#include "reports/facts/cures.h"
#include "reports/facts/tiles.h"
#include "reports/words/caveats.h"
#include "reports/words/figure.h"
#include "reports/words/label.h"
#include "reports/words/load_words.h"
#include "reports/words/summary.h"
#include "reports/writers/sheet.h"
#include "reports/writers/style.h"
#include "reports/writers/table_print.h"

/* ---- one estimate for people ---------------------------------------------------------------- */

static void print_heading(const noc_sheet *sheet, const noc_estimate *e)
{
    const noc_design *design = e->design;
    const char *program = design->workload_name ? design->workload_name : "its own workload";
    const bool loop = noc_metric_given(&e->metrics[NOC_METRIC_ipc]);
    char load[NOC_LOAD_WORDS];
    noc_text_say(sheet, NOC_BOLD "%s, %s%s%s%s" NOC_PLAIN, design->name, noc_answer_method_name(e),
                 noc_text_load(sheet, e, 1, load), loop ? ", closed loop running " : "",
                 loop ? program : "");
    for (size_t i = 0; i < design->override_count; i++)
        noc_text_say(sheet, "with %s", design->overrides[i]);
    fputc('\n', sheet->out);
}

/* Returns the confidence level of all intervals; NAN without a level, or with several. */
static double common_confidence(const noc_estimate *e)
{
    double level = NAN;
    for (int id = 0; id < NOC_METRICS; id++) {
        if (!noc_metric_has_interval(&e->metrics[id]) || noc_metric_is_judged(&e->metrics[id]))
            continue;
        if (isfinite(level) && e->metrics[id].confidence != level) return NAN;
        level = e->metrics[id].confidence;
    }
    return level;
}

static bool any_interval(const noc_estimate *e)
{
    for (int id = 0; id < NOC_METRICS; id++)
        if (noc_metric_has_interval(&e->metrics[id])) return true;
    return false;
}

/* Adds the unit and, if known, the figure's node. Wires are above the silicon, so their area is
 * also given as a share of the chip. */
static void add_unit(noc_table *table, const noc_estimate *e, noc_metric_id id)
{
    const double chip = e->metrics[NOC_METRIC_chip_area_mm2].value;
    const char *unit = noc_metric_info_of(id)->unit;
    if (id == NOC_METRIC_wire_area_mm2 && e->design->chip.other_area_mm2 > 0.0)
        noc_table_cell(table, "%s, %.2g%% of the chip", unit, 100.0 * e->metrics[id].value / chip);
    else
        noc_table_cell(table, "%s%s", unit, noc_estimate_where(e, id));
}

static noc_status print_metrics(const noc_sheet *sheet, const noc_estimate *e, noc_diag *diag)
{
    noc_table table = {0};
    char interval[40] = "interval";
    const bool intervals = any_interval(e);
    const double level = common_confidence(e);
    if (isfinite(level)) snprintf(interval, sizeof interval, "%.3g%% interval", 100.0 * level);
    noc_table_column(&table, NOC_ALIGN_LEFT, "metric");
    noc_table_column(&table, NOC_ALIGN_POINT, "value");
    if (intervals) {
        noc_table_spare(&table, NOC_ALIGN_LEFT, interval);
        noc_table_dim(&table);
    }
    noc_table_column(&table, NOC_ALIGN_LEFT, "unit");
    for (int i = 0; i < NOC_METRICS; i++) {
        const noc_metric_id id = (noc_metric_id)i;
        if (!noc_metric_given(&e->metrics[id])) continue;
        noc_table_cell(&table, "%s", noc_metric_label_of(e->design, id).text);
        noc_table_cell(&table, "%s", noc_metric_figure(e, id).text);
        if (intervals) noc_table_cell(&table, "%s", noc_metric_interval(e, id).text);
        add_unit(&table, e, id);
    }
    return noc_text_table(sheet, &table, diag);
}

/* Returns the reason for a missing metric; NULL for a given metric, and for parts that the design
 * lacks. */
static const char *why_of(const noc_estimate *e, int id)
{
    const noc_metric *metric = &e->metrics[id];
    if (noc_metric_given(metric) || noc_metric_lacks(e->design, (noc_metric_id)id)) return NULL;
    return metric->why ? metric->why : "not computed";
}

/* True if an earlier metric is missing for the same reason. */
static bool told_before(const noc_estimate *e, int id)
{
    for (int i = 0; i < id; i++)
        if (why_of(e, i) && strcmp(why_of(e, i), why_of(e, id)) == 0) return true;
    return false;
}

/* Lists the metrics that are missing for the same reason as metric `first`. */
static void list_missing(const noc_estimate *e, int first, FILE *list)
{
    for (int id = first; id < NOC_METRICS; id++)
        if (why_of(e, id) && strcmp(why_of(e, id), why_of(e, first)) == 0)
            fprintf(list, "%s%s", id == first ? "" : "; ",
                    noc_metric_label_of(e->design, (noc_metric_id)id).text);
}

/* Explains missing metrics, a line for each reason. */
static void explain_missing(const noc_sheet *sheet, const noc_estimate *e)
{
    for (int id = 0; id < NOC_METRICS; id++) {
        char *names = NULL;
        size_t size = 0;
        if (!why_of(e, id) || told_before(e, id)) continue;
        FILE *list = open_memstream(&names, &size);
        if (list) list_missing(e, id, list);
        if (list && fclose(list) == 0)
            noc_text_say(sheet, "Not given: %s: %s.", names, why_of(e, id));
        free(names);
    }
}

static void print_windows(const noc_sheet *sheet, const noc_estimate *e)
{
    if (e->method != NOC_METHOD_SAMPLE) return;
    if (e->trace_packets) {
        const bool asked = noc_metric_given(&e->metrics[NOC_METRIC_makespan_cycles]);
        noc_text_say(sheet,
                     "Played %" PRIu64 " packets in %" PRIu64
                     " cycles of the network's clock (%.6g MHz), from %s (the makespan); %" PRIu64
                     " flit hops; seed %" PRIu64 "; %.2f s.",
                     e->trace_packets, e->cycles_simulated, e->design->chip.clock_mhz,
                     asked ? "the first request to the last answer at its core"
                           : "the creation of the first to the last flit's arrival",
                     e->flit_hops, e->seed, e->wall_s);
        return;
    }
    noc_text_say(sheet,
                 "Measured over %" PRIu64 " cycles (warm-up %" PRIu64 "), %" PRIu64
                 " windows, %" PRIu64 " flit hops; seed %" PRIu64 "; %.2f s.",
                 e->cycles_simulated, e->warmup_cycles, e->windows, e->flit_hops, e->seed,
                 e->wall_s);
}

static void print_check(const noc_sheet *sheet, const noc_estimate *e)
{
    char model[40] = "saturated";
    if (isfinite(e->check_predicted)) snprintf(model, sizeof model, "%.2f", e->check_predicted);
    if (isfinite(e->check_measured))
        noc_text_say(sheet, "Corrected by a window at load %.4g: measured %.2f cycles, model %s.",
                     e->check_load, e->check_measured, model);
    if (isfinite(e->check_ipc_measured))
        noc_text_say(sheet,
                     "The operating point is that of a window of the closed loop (95%% intervals): "
                     "measured ipc %.2f, model %.2f.",
                     e->check_ipc_measured, e->check_ipc_predicted);
    if (noc_was_checked(e)) noc_text_say(sheet, "Checked in %.2f s.", e->wall_s);
}

/* Prints the precision reached with --within, and the method that answered: model, window or
 * sample. */
static void print_within(const noc_sheet *sheet, const noc_estimate *e)
{
    static const double percent = 100.0;
    if (!(e->within_asked > 0.0)) return;
    const bool met = e->within_reached <= e->within_asked;
    const char *label = noc_metric_label_of(e->design, e->within_figure).text;
    if (isfinite(e->within_reached))
        noc_text_say(sheet, "%s: %s within +-%.2g %% (%.3g %% asked), by the %s, in %.2f s.",
                     met ? "As sure as asked" : "Less sure than asked", label,
                     percent * e->within_reached, percent * e->within_asked,
                     noc_answer_method_name(e), e->wall_s);
    else
        noc_text_say(sheet, "Less sure than asked: the %s has no interval (%.3g %% asked).", label,
                     percent * e->within_asked);
}

static bool any_judged(const noc_estimate *e)
{
    for (int id = 0; id < NOC_METRICS; id++)
        if (noc_metric_given(&e->metrics[id]) && noc_metric_is_judged(&e->metrics[id])) return true;
    return false;
}

static bool has_caveats(const noc_estimate *e)
{
    return e->warning_count > 0 || e->answer != NOC_ANSWER_OK || *e->cost_basis ||
           e->timed_cycles > 0 || e->memory_alone;
}

/* Prints the caveats of the answer. */
static void print_caveats(const noc_sheet *sheet, const noc_estimate *e)
{
    noc_labels labels = {0};
    noc_labels_see(&labels, e->design);
    if (!has_caveats(e)) return;
    fputc('\n', sheet->out);
    noc_text_caveats(sheet, &labels, e, 1);
}

/* Prints every given metric, and the reasons for missing ones. */
static noc_status print_all(const noc_sheet *sheet, const noc_estimate *e, noc_diag *diag)
{
    const noc_status status = print_metrics(sheet, e, diag);
    fputc('\n', sheet->out);
    if (any_judged(e)) noc_text_say(sheet, "[..]: a bound by judgement, of no level.");
    explain_missing(sheet, e);
    return status;
}

static noc_status print_one(const noc_sheet *sheet, const noc_estimate *e, noc_diag *diag)
{
    print_heading(sheet, e);
    noc_text_summary(sheet, e);
    print_caveats(sheet, e);
    fputc('\n', sheet->out);
    noc_status status = noc_text_classes(sheet, e, 1, diag);
    if (status == NOC_OK && sheet->all) status = print_all(sheet, e, diag);
    if (e->vc_layers > 1)
        noc_text_say(sheet, "Routes would close circles: they take %u layers of virtual channels.",
                     e->vc_layers);
    print_windows(sheet, e);
    print_check(sheet, e);
    print_within(sheet, e);
    if (!sheet->all) noc_text_say(sheet, NOC_DIM "All figures: --all." NOC_PLAIN);
    return status;
}

/* ---- in every format ------------------------------------------------------------------------ */

static noc_status write_csv(const noc_sheet *sheet, const noc_estimate *estimates,
                            const noc_breakdown *breakdowns, const noc_cures *cures, size_t count,
                            noc_diag *diag)
{
    if (cures) {
        noc_csv_cures(sheet, estimates, cures);
        return NOC_OK;
    }
    if (count > 0 && estimates[0].channels) return noc_csv_channels(sheet, estimates, count, diag);
    if (count > 0 && estimates[0].tiles) return noc_csv_tiles(sheet, estimates, count, diag);
    if (count > 0 && estimates[0].pairs) return noc_csv_by_node(sheet, estimates, count, diag);
    if (count > 0 && estimates[0].components)
        return noc_csv_components(sheet, estimates, breakdowns, count, diag);
    return noc_csv_estimates(sheet, estimates, count, diag);
}

static noc_status print(const noc_sheet *sheet, const noc_estimate *estimates,
                        const noc_breakdown *breakdowns, const noc_cures *cures, size_t count,
                        noc_diag *diag)
{
    noc_status status = count == 1 ? print_one(sheet, estimates, diag)
                                   : noc_text_whatif(sheet, estimates, count, diag);
    if (status == NOC_OK && count > 1 && estimates[0].design->traffic.classes.count)
        fputc('\n', sheet->out);
    if (status == NOC_OK && count > 1) status = noc_text_classes(sheet, estimates, count, diag);
    if (status == NOC_OK && count > 0 && estimates[0].components)
        status = noc_text_components(sheet, estimates, count, diag);
    for (size_t i = 0; i < count && breakdowns && status == NOC_OK; i++)
        status = noc_breakdown_text(sheet, &breakdowns[i], diag);
    if (status == NOC_OK && count > 0 && estimates[0].channels)
        status = noc_text_channels(sheet, estimates, count, diag);
    if (status == NOC_OK && count > 0 && estimates[0].tiles)
        status = noc_text_tiles(sheet, estimates, count, diag);
    if (status == NOC_OK && count > 0 && estimates[0].pairs)
        status = noc_text_by_node(sheet, estimates, count, diag);
    return status == NOC_OK && cures ? noc_text_cures(sheet, estimates, cures, diag) : status;
}

noc_status noc_report_estimates(const noc_sheet *sheet, const noc_estimate *estimates,
                                const noc_breakdown *breakdowns, const noc_cures *cures,
                                size_t count, bool several, noc_diag *diag)
{
    switch (sheet->format) {
    case NOC_FORMAT_JSON:
        return noc_json_estimates(sheet, estimates, breakdowns, cures, count, several, diag);
    case NOC_FORMAT_CSV:
        return write_csv(sheet, estimates, breakdowns, cures, count, diag);
    default:
        return print(sheet, estimates, breakdowns, cures, count, diag);
    }
}
