#include "reports/front/front.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reader/design_walk.h"
#include "reports/front/front_order.h"
#include "reports/front/front_rows.h"
#include "reports/front/front_table.h"
#include "reports/front/front_warnings.h"
#include "reports/front/front_words.h"
#include "reports/front/importance_report.h"
#include "reports/words/caveats.h"
#include "reports/words/figure.h"
#include "reports/words/overrides.h"
#include "reports/writers/plots/plot.h"
#include "reports/writers/sheet.h"
#include "reports/writers/shell_word.h"
#include "reports/writers/style.h"
#include "reports/writers/table_print.h"

/* ---- loads ---------------------------------------------------------------------------------- */

/* True for a metric that depends on the load of the network. */
static bool is_load_metric(noc_metric_id id)
{
    static const char *const starts[] = {"round_trip", "packet_latency", "network_latency",
                                         "request_latency", "reply_latency"};
    const char *name = noc_metric_info_of(id)->name;
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++)
        if (strncmp(name, starts[i], strlen(starts[i])) == 0) return true;
    return false;
}

static noc_design *rebuild_first_design(const noc_front_view *view)
{
    noc_design *design = NULL;
    noc_diag ignored = {0};
    const noc_entry *entry = noc_candidate_entry(&view->candidates->list[0]);
    if (noc_store_rebuild_design(view->store, entry->source, entry->overrides, &design, &ignored) !=
        NOC_OK)
        design = NULL;
    noc_diag_clear(&ignored);
    return design;
}

/* Prints the load of the listing's latencies, in a line; nothing without latencies. */
static void print_load(const noc_sheet *sheet, const noc_front_view *view,
                       const noc_front_listing *listing)
{
    const noc_objectives *objectives = &view->candidates->objectives;
    bool has_load_metric =
        listing->is_sorted && !listing->sort_values && is_load_metric(listing->sort_metric);
    for (size_t d = 0; d < objectives->count; d++)
        has_load_metric = has_load_metric || is_load_metric(objectives->list[d].metric);
    if (!has_load_metric) return;
    if (strncmp(view->space->task, "load ", 5) == 0) {
        noc_text_paragraph(sheet, "Latencies are at %s, as the space says.", view->space->task);
        return;
    }
    noc_design *design = rebuild_first_design(view);
    const char *workload = design && design->workload_name ? design->workload_name : NULL;
    if (design && !design->closed_loop)
        noc_text_paragraph(sheet,
                           "Latencies under load have no value: the space names no load, and its "
                           "first design no workload. load = \"0.02tx\"; in the space file gives "
                           "one.");
    else
        noc_text_paragraph(
            sheet,
            "Latencies are at the operating point of the closed loop (%s%s), where cores keep "
            "the network as full as they can. load = 0.02; in the space file has them at that "
            "load.",
            workload ? "workload " : "the design's workload", workload ? workload : "");
    noc_design_free(design);
}

/* ---- commands ------------------------------------------------------------------------------- */

/* Time of a search for saturation and an operating point, seconds of a thread for each node of the
 * design: measured on designs of 36 to 180 nodes, on a core of 2020. */
#define SECONDS_A_NODE 0.04

static bool is_measurable(const noc_objectives *objectives)
{
    for (size_t d = 0; d < objectives->count; d++)
        if (!noc_metric_info_of(objectives->list[d].metric)->exact) return true;
    return false;
}

static void print_measure_command(const noc_sheet *sheet, const noc_front_view *view)
{
    const noc_candidates *candidates = view->candidates;
    size_t undecided_count = 0;
    for (size_t i = 0; i < candidates->count; i++)
        undecided_count += candidates->marks[i].membership != NOC_FRONT_OFF &&
                           !noc_candidate_is_measured(candidates, &candidates->list[i]);
    if (undecided_count < 2 || !is_measurable(&candidates->objectives)) return;
    noc_design *design = rebuild_first_design(view);
    const double nodes = design ? design->nodes.compute + design->nodes.memory : 0.0;
    noc_design_free(design);
    fprintf(sheet->out, "  nocsight pareto %s --measure\n", view->options);
    noc_text_hanging_paragraph(
        sheet, 4, "    # samples what may be on the front, at most about %s of a core",
        noc_duration_figure((double)undecided_count * nodes * SECONDS_A_NODE).text);
}

static void print_query_command(const noc_sheet *sheet, const noc_front_view *view, size_t position)
{
    const noc_entry *entry = noc_candidate_entry(&view->candidates->list[position]);
    json_t *list = json_loads(entry->overrides, 0, NULL);
    fputs("  nocsight query ", sheet->out);
    noc_shell_write_word(sheet->out, view->base_file);
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *item = json_string_value(json_array_get(list, i));
        fputs(" --set ", sheet->out);
        noc_shell_write_word(sheet->out, item ? item : "");
    }
    fputc('\n', sheet->out);
    json_decref(list);
}

/* Prints commands for the next step, one a line: to measure undecided designs, and to ask about the
 * design at `position`. */
static void print_next_commands(const noc_sheet *sheet, const noc_front_view *view, size_t position)
{
    char id[NOC_SHORT_ID_CHARS + 3];
    if (sheet->markup != NOC_MARKUP_NONE) return;
    fprintf(sheet->out, "Next:\n");
    if (!view->measure_totals) print_measure_command(sheet, view);
    if (position >= view->candidates->count) return;
    print_query_command(sheet, view, position);
    fprintf(sheet->out, "  nocsight pareto %s --why %s\n", view->options,
            noc_short_id(noc_candidate_entry(&view->candidates->list[position]), id));
}

/* ---- a front for people --------------------------------------------------------------------- */

/* Draws the designs as points on a grid of characters; y is the first objective. */
static noc_status print_scatter(const noc_sheet *sheet, const noc_candidates *candidates,
                                noc_diag *diag)
{
    static const struct {
        char mark;
        const char *name;
    } kinds[] = {{'.', "design"}, {'o', "possibly on the front"}, {'#', "front"}};
    double *xy = malloc(6 * (candidates->count + 1) * sizeof *xy);
    if (!xy) return noc_fail_memory(diag);
    noc_series series[3];
    for (size_t k = 0; k < 3; k++) {
        double *x = xy + 2 * k * candidates->count, *y = x + candidates->count;
        size_t count = 0;
        for (size_t i = 0; i < candidates->racing_count; i++) {
            const size_t kind = candidates->marks[i].is_on_value_front     ? 2
                                : noc_candidate_is_possible(candidates, i) ? 1
                                                                           : 0;
            if (kind != k) continue;
            x[count] = fabs(candidates->points[i].value[1]);
            y[count++] = fabs(candidates->points[i].value[0]);
        }
        series[k] = (noc_series){
            .mark = kinds[k].mark, .name = kinds[k].name, .x = x, .y = y, .count = count};
    }
    char titles[2][120];
    for (size_t d = 0; d < 2; d++) {
        const noc_metric_id id = candidates->objectives.list[d].metric;
        snprintf(titles[d], sizeof titles[d], "%s [%s]", noc_label_without_unit(id).text,
                 noc_metric_info_of(id)->unit);
    }
    const noc_plot plot = {
        .x_title = titles[1], .y_title = titles[0], .series = series, .series_count = 3};
    const noc_status status = noc_plot_print(&plot, sheet->out, diag);
    free(xy);
    return status;
}

/* True if every model answer has its own interval, in place of the stated error. */
static bool has_intervals(const noc_candidates *candidates, noc_metric_id id)
{
    for (size_t i = 0; i < candidates->count; i++)
        if (candidates->list[i].model && !isfinite(candidates->list[i].model->metrics[id].lo))
            return false;
    return true;
}

static void print_intervals(const noc_sheet *sheet, const noc_front_view *view)
{
    const noc_candidates *candidates = view->candidates;
    for (size_t d = 0; d < candidates->objectives.count; d++) {
        const noc_metric_id id = candidates->objectives.list[d].metric;
        const noc_correction_info *correction = &candidates->corrections_info[d];
        if (noc_metric_info_of(id)->exact) continue;
        if (correction->measured_count)
            noc_text_paragraph(
                sheet,
                "Model answers of the %s are corrected as %zu measured designs tell, by their "
                "settings: by %+.1f %% in the median, give or take %.1f %%.",
                noc_label_without_unit(id).text, correction->measured_count,
                100.0 * expm1(correction->centre), 100.0 * expm1(correction->half_width));
        else if (has_intervals(candidates, id))
            noc_text_paragraph(sheet,
                               "Model answers of the %s have the intervals of their calibration.",
                               noc_label_without_unit(id).text);
        else
            noc_text_paragraph(
                sheet,
                "Model answers of the %s count as right within %.0f %% (--model-error), a "
                "statement, not a calibration.",
                noc_label_without_unit(id).text, 100.0 * view->model_error);
    }
}

/* Prints the factor that the costs of all designs share, and that cancels in comparisons. */
static void print_common_errors(const noc_sheet *sheet, const noc_candidates *candidates)
{
    bool has_costs = false;
    for (size_t d = 0; d < candidates->objectives.count; d++) {
        const noc_metric_id id = candidates->objectives.list[d].metric;
        has_costs |= noc_metric_info_of(id)->exact || strstr(noc_metric_info_of(id)->name, "_mm2");
    }
    if (candidates->is_paired && has_costs && candidates->cost_scale.common_spread > 0.0)
        noc_text_paragraph(
            sheet,
            "Intervals of costs are against the other designs: a factor of up to %.2g "
            "either way, which all costs of %g nm share, cancels.",
            1.0 + candidates->cost_scale.common_spread, candidates->cost_scale.technology_nm);
}

static void print_measure_totals(const noc_sheet *sheet, const noc_front_view *view)
{
    const noc_measure_totals *totals = view->measure_totals;
    const noc_candidates *candidates = view->candidates;
    if (!totals) return;
    size_t total = 0;
    for (size_t i = 0; i < candidates->count; i++)
        total += noc_candidate_is_sampled(candidates, &candidates->list[i]);
    if (totals->undecided_designs)
        noc_text_paragraph(
            sheet,
            "The front is not decided yet: %zu designs may be on it and are not measured (a "
            "larger --budget).",
            (size_t)totals->undecided_designs);
    else
        noc_text_paragraph(
            sheet,
            "The front is decided: at a confidence of %g %% no other design beats the "
            "measured ones by more than %g %%.",
            100.0 * totals->confidence, 100.0 * totals->tolerance);
    if (totals->tolerated_designs)
        noc_text_paragraph(sheet, "%zu designs that were not measured may be on it by less.",
                           (size_t)totals->tolerated_designs);
    if (totals->unanswered_designs)
        noc_text_paragraph(sheet,
                           "%zu samples gave no answer in some objective; they are left out.",
                           (size_t)totals->unanswered_designs);
    const uint64_t sample_count = totals->coarse_samples + totals->precise_samples;
    char duration_words[200] = "";
    if (totals->precise_samples) /* estimate for all designs, from the seconds of a sample */
        snprintf(duration_words, sizeof duration_words,
                 ", in %s; such samples of all would take %s",
                 noc_duration_figure(totals->seconds).text,
                 noc_duration_figure(totals->precise_seconds / totals->threads /
                                     (double)totals->precise_samples * (double)candidates->count)
                     .text);
    noc_text_paragraph(
        sheet,
        "Measured: %zu of %zu designs (%.2g %%); now %zu coarsely and %zu to the precision%s.",
        total, candidates->count, 100.0 * (double)total / (double)candidates->count,
        (size_t)totals->coarse_samples, (size_t)totals->precise_samples,
        sample_count ? duration_words : "");
}

static void print_title(const noc_sheet *sheet, const noc_front_view *view)
{
    char objectives_words[300];
    noc_objectives_write(&view->candidates->objectives, objectives_words, sizeof objectives_words);
    noc_text_paragraph(sheet, "%s: %zu designs; front of %s", view->space->name,
                       view->candidates->count, objectives_words);
    print_intervals(sheet, view);
    print_common_errors(sheet, view->candidates);
    print_measure_totals(sheet, view);
}

static void print_counts(const noc_sheet *sheet, const noc_front_summary *summary)
{
    noc_text_paragraph(
        sheet,
        "%zu design%s on the front by value, %zu of all certainly so; %zu more %s "
        "possibly on it, by 1 %% or more. Per cents are the probability of being on it, "
        "by the intervals.",
        summary->front_count, summary->front_count == 1 ? " is" : "s are", summary->certain_count,
        summary->possible_count, summary->possible_count == 1 ? "is" : "are");
}

static void print_volume_and_knee(const noc_sheet *sheet, const noc_candidates *candidates,
                                  size_t knee, bool has_several)
{
    const double volume =
        noc_front_find_hypervolume(candidates->points, candidates->marks, candidates->racing_count,
                                   candidates->objectives.count);
    char id[NOC_SHORT_ID_CHARS + 3];
    if (isfinite(volume) && has_several)
        noc_text_paragraph(
            sheet,
            "Hypervolume: %.4f, the share of the box between the worst and the best value "
            "of each objective that the front beats.",
            volume);
    if (knee < candidates->count)
        noc_text_paragraph(sheet, "Knee: %s, %s.",
                           noc_short_id(noc_candidate_entry(&candidates->list[knee]), id),
                           noc_front_knee_words);
}

/* Prints the designs excluded from the front, and the designs without a known clock. */
static void print_excluded(const noc_sheet *sheet, const noc_candidates *candidates)
{
    char *text = noc_front_excluded_words(candidates);
    const bool has_excluded =
        candidates->reach_counts.counts[NOC_REACH_BEYOND] + candidates->unpriced_count > 0;
    if (text && *text)
        noc_text_paragraph(sheet, "%s%s", has_excluded ? NOC_CAUTION "Warning: " NOC_PLAIN : "",
                           text);
    free(text);
}

static void print_group_title(const noc_sheet *sheet, const noc_candidates *candidates,
                              const noc_front_listing *listing)
{
    const noc_metric_id sort_metric =
        listing->is_sorted ? listing->sort_metric : candidates->objectives.list[0].metric;
    if (listing->group_setting)
        noc_text_paragraph(sheet, "Best of each %s, by %s:", listing->group_setting,
                           listing->sort_values ? "the expression of --sort"
                                                : noc_label_without_unit(sort_metric).text);
}

/* Prints the listed designs, hypervolume, knee and next commands; also a plot if the sheet asks for
 * plots. */
static noc_status print_front(const noc_sheet *sheet, const noc_front_view *view,
                              const noc_front_listing *listing, const noc_front_order *order,
                              noc_diag *diag)
{
    const noc_candidates *candidates = view->candidates;
    const noc_front_summary summary = noc_front_summarize(candidates);
    const size_t best_position =
        summary.knee < candidates->count ? summary.knee : summary.best_designs[0];
    print_title(sheet, view);
    print_load(sheet, view, listing);
    fputc('\n', sheet->out);
    print_group_title(sheet, candidates, listing);
    noc_status status = noc_front_print_table(sheet, view, listing, order, diag);
    if (order->excluded_values)
        noc_text_paragraph(
            sheet, "No design with %s = %s is listed: none of these is allowed on the front.",
            listing->group_setting, order->excluded_values);
    fputc('\n', sheet->out);
    print_counts(sheet, &summary);
    print_volume_and_knee(sheet, candidates, summary.knee, summary.front_count > 1);
    if (status == NOC_OK) status = noc_front_print_importance(sheet, view, diag);
    if (candidates->incomplete_count)
        noc_text_paragraph(sheet, "%zu designs are left out: an objective is missing.",
                           (size_t)candidates->incomplete_count);
    print_excluded(sheet, candidates);
    noc_text_warning_lines(sheet, view->caveats);
    if (status == NOC_OK) status = noc_front_print_warnings(sheet, candidates, diag);
    print_next_commands(sheet, view,
                        listing->is_sorted && order->count ? order->list[0] : best_position);
    if (sheet->has_plots && candidates->objectives.count == 2 && status == NOC_OK) {
        fputc('\n', sheet->out);
        status = print_scatter(sheet, candidates, diag);
    }
    return status;
}

/* ---- in every format ------------------------------------------------------------------------ */

noc_status noc_report_front(const noc_sheet *sheet, const noc_front_view *view,
                            const noc_front_listing *listing, noc_diag *diag)
{
    noc_front_order order;
    noc_status status =
        noc_front_list_designs(view, listing, sheet->format == NOC_FORMAT_TABLE, &order, diag);
    if (status != NOC_OK) return status;
    const noc_front_rows rows = {view, order.list, order.count, false, listing->group_setting};
    if (sheet->format == NOC_FORMAT_TABLE)
        status = print_front(sheet, view, listing, &order, diag);
    else if (sheet->format == NOC_FORMAT_JSON)
        status = noc_front_rows_write_json(sheet, &rows, diag);
    else
        status = noc_front_rows_write_csv(sheet, &rows, diag);
    noc_front_order_clear(&order);
    return status;
}

noc_status noc_report_designs(const noc_sheet *sheet, const noc_front_view *view, bool is_json,
                              bool has_method_rows, noc_diag *diag)
{
    const size_t count = view->candidates->count;
    size_t *list = malloc((count + 1) * sizeof *list);
    if (!list) return noc_fail_memory(diag);
    for (size_t i = 0; i < count; i++) list[i] = i;
    const noc_front_rows rows = {view, list, count, has_method_rows, NULL};
    const noc_status status =
        (is_json ? noc_front_rows_write_json : noc_front_rows_write_csv)(sheet, &rows, diag);
    free(list);
    return status;
}

/* ---- dominators of a design off the front --------------------------------------------------- */

enum { DOMINATORS_MAX = 10 };

static const char *membership_words(const noc_candidates *candidates, size_t design)
{
    switch (candidates->marks[design].membership) {
    case NOC_FRONT_CERTAIN:
        return "Certainly on the front";
    case NOC_FRONT_POSSIBLE:
        return noc_candidate_membership(candidates, design) == NOC_FRONT_OFF
                   ? "On the front with a probability below 1 %"
                   : "Possibly on the front";
    default:
        return "Not on the front";
    }
}

/* Prints the number of designs that dominate a design. */
static void print_dominator_count(const noc_sheet *sheet, const noc_candidates *candidates,
                                  size_t design)
{
    const size_t dimensions = candidates->objectives.count;
    const noc_front_point *design_point = &candidates->points[design];
    size_t dominator_count = 0, certain_dominators = 0;
    for (size_t i = 0; i < candidates->racing_count; i++) {
        dominator_count +=
            noc_dominates(candidates->points[i].value, design_point->value, dimensions);
        certain_dominators += i != design && noc_dominates(candidates->points[i].worst,
                                                           design_point->best, dimensions);
    }
    noc_text_paragraph(
        sheet,
        "%s; %zu design%s it by value, %zu of them even if both are at their unlucky "
        "ends.",
        membership_words(candidates, design), dominator_count,
        dominator_count == 1 ? " dominates" : "s dominate", certain_dominators);
}

/* Adds a row for a dominator: its objectives, their changes against the design, and the settings
 * that differ. */
static void add_dominator(noc_table *table, const noc_candidates *candidates, size_t design,
                          size_t dominator)
{
    char id[NOC_SHORT_ID_CHARS + 3], text[400];
    const noc_front_point *design_point = &candidates->points[design],
                          *dominator_point = &candidates->points[dominator];
    const noc_entry *entry = noc_candidate_entry(&candidates->list[dominator]);
    noc_table_add_cell(table, "%s", noc_short_id(entry, id));
    for (size_t d = 0; d < candidates->objectives.count; d++) {
        const int digits = noc_metric_info_of(candidates->objectives.list[d].metric)->digits;
        const double value = fabs(dominator_point->value[d]);
        noc_table_add_cell(
            table, "%s\t%s", noc_figure_make(value, digits).text,
            noc_percent_figure(noc_change_share(value, fabs(design_point->value[d]))).text);
    }
    noc_common_overrides shared_overrides = {0};
    noc_overrides_intersect(&shared_overrides,
                            noc_candidate_entry(&candidates->list[design])->overrides);
    noc_overrides_intersect(&shared_overrides, entry->overrides);
    noc_overrides_write_varied(&shared_overrides, entry->overrides, text, sizeof text);
    noc_overrides_clear(&shared_overrides);
    noc_table_add_cell(table, "%s", text);
}

static noc_status print_dominators(const noc_sheet *sheet, const noc_candidates *candidates,
                                   const noc_front_order *order, size_t design, noc_diag *diag)
{
    const size_t dimensions = candidates->objectives.count;
    char headers[NOC_OBJECTIVES_MAX][120];
    noc_table table = {0};
    noc_status status = NOC_OK;
    noc_table_add_column(&table, NOC_ALIGN_LEFT, "dominated by");
    for (size_t d = 0; d < dimensions; d++) {
        noc_front_write_header(candidates->objectives.list[d].metric, headers[d],
                               sizeof headers[d]);
        noc_table_add_column(&table, NOC_ALIGN_POINT, headers[d]);
    }
    noc_table_add_column(&table, NOC_ALIGN_LEFT, "what differs");
    for (size_t i = 0; i < order->count && table.row_count < DOMINATORS_MAX; i++)
        if (noc_dominates(candidates->points[order->list[i]].value,
                          candidates->points[design].value, dimensions))
            add_dominator(&table, candidates, design, order->list[i]);
    if (table.row_count > 0) {
        noc_text_paragraph(sheet, "Of the front:");
        status = noc_table_print(sheet, &table, diag);
    }
    noc_table_clear(&table);
    return status;
}

noc_status noc_report_dominators(const noc_sheet *sheet, const noc_candidates *candidates,
                                 size_t design, noc_diag *diag)
{
    const noc_entry *entry = noc_candidate_entry(&candidates->list[design]);
    char id[NOC_SHORT_ID_CHARS + 3], text[400];
    noc_front_order order;
    noc_status status = noc_front_list_members(candidates, false, &order, diag);
    if (status != NOC_OK) return status;
    noc_overrides_write_all(entry->overrides, text, sizeof text);
    noc_text_paragraph(sheet, "%s: %s", noc_short_id(entry, id), text);
    if (!noc_candidate_is_priced(candidates, &candidates->list[design]) &&
        !candidates->rules.allows_unpriced)
        noc_text_paragraph(
            sheet,
            "No source prices %s, which it has and others do not, so it is off the front "
            "(--allow-unpriced puts it on).",
            entry->unpriced);
    if (noc_candidate_is_overclocked(candidates, &candidates->list[design]))
        noc_text_paragraph(
            sheet,
            "Its clock of %g MHz is above the %.0f MHz that its routers reach, so it is "
            "off the front (--allow-overclock puts it on).",
            entry->clock_mhz, entry->metrics[NOC_METRIC_max_clock_mhz].value);
    print_dominator_count(sheet, candidates, design);
    status = print_dominators(sheet, candidates, &order, design, diag);
    noc_front_order_clear(&order);
    return status;
}
