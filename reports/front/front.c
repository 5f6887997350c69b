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
static bool is_at_load(noc_metric_id id)
{
    static const char *const starts[] = {"round_trip", "packet_latency", "network_latency",
                                         "request_latency", "reply_latency"};
    const char *name = noc_metric_info_of(id)->name;
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++)
        if (strncmp(name, starts[i], strlen(starts[i])) == 0) return true;
    return false;
}

static noc_design *first_design(const noc_front_view *v)
{
    noc_design *design = NULL;
    noc_diag ignored = {0};
    const noc_entry *e = noc_candidate_entry(&v->candidates->list[0]);
    if (noc_store_rebuild(v->store, e->source, e->overrides, &design, &ignored) != NOC_OK)
        design = NULL;
    noc_diag_clear(&ignored);
    return design;
}

/* Prints the load of the listing's latencies, in a line; nothing without latencies. */
static void tell_load(const noc_sheet *sheet, const noc_front_view *v, const noc_front_listing *l)
{
    const noc_objectives *o = &v->candidates->objectives;
    bool shown = l->sorted && !l->numbers && is_at_load(l->sort);
    for (size_t d = 0; d < o->count; d++) shown = shown || is_at_load(o->list[d].metric);
    if (!shown) return;
    if (strncmp(v->space->task, "load ", 5) == 0) {
        noc_text_say(sheet, "Latencies are at %s, as the space says.", v->space->task);
        return;
    }
    noc_design *design = first_design(v);
    const char *workload = design && design->workload_name ? design->workload_name : NULL;
    if (design && !design->closed_loop)
        noc_text_say(sheet, "Latencies under load have no value: the space names no load, and its "
                            "first design no workload. load = \"0.02tx\"; in the space file gives "
                            "one.");
    else
        noc_text_say(
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

static bool is_measurable(const noc_objectives *o)
{
    for (size_t d = 0; d < o->count; d++)
        if (!noc_metric_info_of(o->list[d].metric)->exact) return true;
    return false;
}

static void tell_measure(const noc_sheet *sheet, const noc_front_view *v)
{
    const noc_candidates *all = v->candidates;
    size_t open = 0;
    for (size_t i = 0; i < all->count; i++)
        open += all->marks[i].membership != NOC_FRONT_OFF &&
                !noc_candidate_measured(all, &all->list[i]);
    if (open < 2 || !is_measurable(&all->objectives)) return;
    noc_design *design = first_design(v);
    const double nodes = design ? design->nodes.compute + design->nodes.memory : 0.0;
    noc_design_free(design);
    fprintf(sheet->out, "  nocsight pareto %s --measure\n", v->options);
    noc_text_hang(sheet, 4, "    # samples what may be on the front, at most about %s of a core",
                  noc_duration((double)open * nodes * SECONDS_A_NODE).text);
}

static void tell_query(const noc_sheet *sheet, const noc_front_view *v, size_t best)
{
    const noc_entry *e = noc_candidate_entry(&v->candidates->list[best]);
    json_t *list = json_loads(e->overrides, 0, NULL);
    fputs("  nocsight query ", sheet->out);
    noc_shell_word(sheet->out, v->base);
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *item = json_string_value(json_array_get(list, i));
        fputs(" --set ", sheet->out);
        noc_shell_word(sheet->out, item ? item : "");
    }
    fputc('\n', sheet->out);
    json_decref(list);
}

/* Prints commands for the next step, one a line: to measure undecided designs, and to ask about the
 * design at `position`. */
static void tell_next(const noc_sheet *sheet, const noc_front_view *v, size_t best)
{
    char id[NOC_SHORT_ID_CHARS + 3];
    fprintf(sheet->out, "Next:\n");
    if (!v->measured) tell_measure(sheet, v);
    if (best >= v->candidates->count) return;
    tell_query(sheet, v, best);
    fprintf(sheet->out, "  nocsight pareto %s --why %s\n", v->options,
            noc_short_id(noc_candidate_entry(&v->candidates->list[best]), id));
}

/* ---- a front for people --------------------------------------------------------------------- */

/* Draws the designs as points on a grid of characters; y is the first objective. */
static noc_status print_scatter(const noc_sheet *sheet, const noc_candidates *all, noc_diag *diag)
{
    static const struct {
        char mark;
        const char *name;
    } kinds[] = {{'.', "design"}, {'o', "possibly on the front"}, {'#', "front"}};
    double *xy = malloc(6 * (all->count + 1) * sizeof *xy);
    if (!xy) return noc_fail_memory(diag);
    noc_series series[3];
    for (size_t k = 0; k < 3; k++) {
        double *x = xy + 2 * k * all->count, *y = x + all->count;
        size_t count = 0;
        for (size_t i = 0; i < all->racing; i++) {
            const size_t kind = all->marks[i].by_value ? 2 : noc_candidate_possible(all, i) ? 1 : 0;
            if (kind != k) continue;
            x[count] = fabs(all->points[i].value[1]);
            y[count++] = fabs(all->points[i].value[0]);
        }
        series[k] = (noc_series){
            .mark = kinds[k].mark, .name = kinds[k].name, .x = x, .y = y, .count = count};
    }
    char titles[2][120];
    for (size_t d = 0; d < 2; d++) {
        const noc_metric_id id = all->objectives.list[d].metric;
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
static bool has_intervals(const noc_candidates *all, noc_metric_id id)
{
    for (size_t i = 0; i < all->count; i++)
        if (all->list[i].model && !isfinite(all->list[i].model->metrics[id].lo)) return false;
    return true;
}

static void tell_intervals(const noc_sheet *sheet, const noc_front_view *v)
{
    const noc_candidates *all = v->candidates;
    for (size_t d = 0; d < all->objectives.count; d++) {
        const noc_metric_id id = all->objectives.list[d].metric;
        const noc_learned *l = &all->learned[d];
        if (noc_metric_info_of(id)->exact) continue;
        if (l->measured)
            noc_text_say(
                sheet,
                "Model answers of the %s are corrected as %zu measured designs tell, by their "
                "settings: by %+.1f %% in the median, give or take %.1f %%.",
                noc_label_without_unit(id).text, l->measured, 100.0 * expm1(l->centre),
                100.0 * expm1(l->half));
        else if (has_intervals(all, id))
            noc_text_say(sheet, "Model answers of the %s have the intervals of their calibration.",
                         noc_label_without_unit(id).text);
        else
            noc_text_say(sheet,
                         "Model answers of the %s count as right within %.0f %% (--model-error), a "
                         "statement, not a calibration.",
                         noc_label_without_unit(id).text, 100.0 * v->model_error);
    }
}

/* Prints the factor that the costs of all designs share, and that cancels in comparisons. */
static void tell_paired(const noc_sheet *sheet, const noc_candidates *all)
{
    bool costs = false;
    for (size_t d = 0; d < all->objectives.count; d++) {
        const noc_metric_id id = all->objectives.list[d].metric;
        costs |= noc_metric_info_of(id)->exact || strstr(noc_metric_info_of(id)->name, "_mm2");
    }
    if (all->paired && costs && all->scale.common_spread > 0.0)
        noc_text_say(sheet,
                     "Intervals of costs are against the other designs: a factor of up to %.2g "
                     "either way, which all costs of %g nm share, cancels.",
                     1.0 + all->scale.common_spread, all->scale.technology_nm);
}

static void tell_measured(const noc_sheet *sheet, const noc_front_view *v)
{
    const noc_measure_totals *t = v->measured;
    const noc_candidates *all = v->candidates;
    if (!t) return;
    size_t total = 0;
    for (size_t i = 0; i < all->count; i++) total += noc_candidate_sampled(all, &all->list[i]);
    if (t->undecided)
        noc_text_say(
            sheet,
            "The front is not decided yet: %zu designs may be on it and are not measured (a "
            "larger --budget).",
            (size_t)t->undecided);
    else
        noc_text_say(sheet,
                     "The front is decided: at a confidence of %g %% no other design beats the "
                     "measured ones by more than %g %%.",
                     100.0 * t->confidence, 100.0 * t->tolerance);
    if (t->within)
        noc_text_say(sheet, "%zu designs that were not measured may be on it by less.",
                     (size_t)t->within);
    if (t->unanswered)
        noc_text_say(sheet, "%zu samples gave no answer in some objective; they are left out.",
                     (size_t)t->unanswered);
    const uint64_t now = t->coarse + t->measured;
    char cost[200] = "";
    if (t->measured) /* estimate for all designs, from the seconds of a sample */
        snprintf(cost, sizeof cost, ", in %s; such samples of all would take %s",
                 noc_duration(t->seconds).text,
                 noc_duration(t->measured_seconds / t->threads / (double)t->measured *
                              (double)all->count)
                     .text);
    noc_text_say(
        sheet,
        "Measured: %zu of %zu designs (%.2g %%); now %zu coarsely and %zu to the precision%s.",
        total, all->count, 100.0 * (double)total / (double)all->count, (size_t)t->coarse,
        (size_t)t->measured, now ? cost : "");
}

static void tell_title(const noc_sheet *sheet, const noc_front_view *v)
{
    char goals[300];
    noc_objectives_text(&v->candidates->objectives, goals, sizeof goals);
    noc_text_say(sheet, "%s: %zu designs; front of %s", v->space->name, v->candidates->count,
                 goals);
    tell_intervals(sheet, v);
    tell_paired(sheet, v->candidates);
    tell_measured(sheet, v);
}

static void tell_counts(const noc_sheet *sheet, const noc_front_summary *s)
{
    noc_text_say(sheet,
                 "%zu design%s on the front by value, %zu of all certainly so; %zu more %s "
                 "possibly on it, by 1 %% or more. Per cents are the probability of being on it, "
                 "by the intervals.",
                 s->on_front, s->on_front == 1 ? " is" : "s are", s->certain, s->possible,
                 s->possible == 1 ? "is" : "are");
}

static void tell_shape(const noc_sheet *sheet, const noc_candidates *all, size_t knee, bool several)
{
    const double volume =
        noc_front_hypervolume(all->points, all->marks, all->racing, all->objectives.count);
    char id[NOC_SHORT_ID_CHARS + 3];
    if (isfinite(volume) && several)
        noc_text_say(sheet,
                     "Hypervolume: %.4f, the share of the box between the worst and the best value "
                     "of each objective that the front beats.",
                     volume);
    if (knee < all->count)
        noc_text_say(sheet, "Knee: %s, %s.",
                     noc_short_id(noc_candidate_entry(&all->list[knee]), id), noc_front_knee_words);
}

/* Prints the designs excluded from the front, and the designs without a known clock. */
static void tell_barred(const noc_sheet *sheet, const noc_candidates *all)
{
    char *text = noc_front_barred_words(all);
    const bool beyond = all->reaches.counts[NOC_REACH_BEYOND] + all->unpriced > 0;
    if (text && *text)
        noc_text_say(sheet, "%s%s", beyond ? NOC_CAUTION "Warning: " NOC_PLAIN : "", text);
    free(text);
}

static void tell_groups(const noc_sheet *sheet, const noc_candidates *all,
                        const noc_front_listing *l)
{
    const noc_metric_id best = l->sorted ? l->sort : all->objectives.list[0].metric;
    if (l->by)
        noc_text_say(sheet, "Best of each %s, by %s:", l->by,
                     l->numbers ? "the expression of --sort" : noc_label_without_unit(best).text);
}

/* Prints the listed designs, hypervolume, knee and next commands; also a plot if the sheet asks for
 * plots. */
static noc_status print_front(const noc_sheet *sheet, const noc_front_view *v,
                              const noc_front_listing *l, const noc_front_order *o, noc_diag *diag)
{
    const noc_candidates *all = v->candidates;
    const noc_front_summary s = noc_front_summarize(all);
    const size_t usual = s.knee < all->count ? s.knee : s.best[0];
    tell_title(sheet, v);
    tell_load(sheet, v, l);
    fputc('\n', sheet->out);
    tell_groups(sheet, all, l);
    noc_status status = noc_front_table(sheet, v, l, o, diag);
    if (o->barred)
        noc_text_say(sheet,
                     "No design with %s = %s is listed: none of these is allowed on the front.",
                     l->by, o->barred);
    fputc('\n', sheet->out);
    tell_counts(sheet, &s);
    tell_shape(sheet, all, s.knee, s.on_front > 1);
    if (all->incomplete)
        noc_text_say(sheet, "%zu designs are left out: an objective is missing.",
                     (size_t)all->incomplete);
    tell_barred(sheet, all);
    noc_text_warning_lines(sheet, v->caveats);
    if (status == NOC_OK) status = noc_text_front_warnings(sheet, all, diag);
    tell_next(sheet, v, l->sorted && o->count ? o->list[0] : usual);
    if (sheet->plots && all->objectives.count == 2 && status == NOC_OK) {
        fputc('\n', sheet->out);
        status = print_scatter(sheet, all, diag);
    }
    return status;
}

/* ---- in every format ------------------------------------------------------------------------ */

noc_status noc_report_front(const noc_sheet *sheet, const noc_front_view *view,
                            const noc_front_listing *listing, noc_diag *diag)
{
    noc_front_order o;
    noc_status status = noc_front_list(view, listing, sheet->format == NOC_FORMAT_TABLE, &o, diag);
    if (status != NOC_OK) return status;
    const noc_front_rows rows = {view, o.list, o.count, false, listing->by};
    if (sheet->format == NOC_FORMAT_TABLE)
        status = print_front(sheet, view, listing, &o, diag);
    else if (sheet->format == NOC_FORMAT_JSON)
        status = noc_front_rows_json(sheet, &rows, diag);
    else
        status = noc_front_rows_csv(sheet, &rows, diag);
    noc_front_order_clear(&o);
    return status;
}

noc_status noc_report_designs(const noc_sheet *sheet, const noc_front_view *view, bool json,
                              bool methods, noc_diag *diag)
{
    const size_t count = view->candidates->count;
    size_t *list = malloc((count + 1) * sizeof *list);
    if (!list) return noc_fail_memory(diag);
    for (size_t i = 0; i < count; i++) list[i] = i;
    const noc_front_rows rows = {view, list, count, methods, NULL};
    const noc_status status = (json ? noc_front_rows_json : noc_front_rows_csv)(sheet, &rows, diag);
    free(list);
    return status;
}

/* ---- dominators of a design off the front --------------------------------------------------- */

enum { DOMINATORS_SHOWN = 10 };

static const char *standing_of(const noc_candidates *all, size_t design)
{
    switch (all->marks[design].membership) {
    case NOC_FRONT_CERTAIN:
        return "Certainly on the front";
    case NOC_FRONT_POSSIBLE:
        return noc_candidate_membership(all, design) == NOC_FRONT_OFF
                   ? "On the front with a probability below 1 %"
                   : "Possibly on the front";
    default:
        return "Not on the front";
    }
}

/* Prints the number of designs that dominate a design. */
static void tell_dominators(const noc_sheet *sheet, const noc_candidates *all, size_t design)
{
    const size_t dimensions = all->objectives.count;
    const noc_front_point *own = &all->points[design];
    size_t dominators = 0, surely = 0;
    for (size_t i = 0; i < all->racing; i++) {
        dominators += noc_dominates(all->points[i].value, own->value, dimensions);
        surely += i != design && noc_dominates(all->points[i].worst, own->best, dimensions);
    }
    noc_text_say(sheet,
                 "%s; %zu design%s it by value, %zu of them even if both are at their unlucky "
                 "ends.",
                 standing_of(all, design), dominators,
                 dominators == 1 ? " dominates" : "s dominate", surely);
}

/* Adds a row for a dominator: its objectives, their changes against the design, and the settings
 * that differ. */
static void add_dominator(noc_table *table, const noc_candidates *all, size_t design,
                          size_t dominator)
{
    char id[NOC_SHORT_ID_CHARS + 3], text[400];
    const noc_front_point *own = &all->points[design], *p = &all->points[dominator];
    const noc_entry *e = noc_candidate_entry(&all->list[dominator]);
    noc_table_cell(table, "%s", noc_short_id(e, id));
    for (size_t d = 0; d < all->objectives.count; d++) {
        const int digits = noc_metric_info_of(all->objectives.list[d].metric)->digits;
        const double value = fabs(p->value[d]);
        noc_table_cell(table, "%s\t%s", noc_figure_of(value, digits).text,
                       noc_percent(noc_change_of(value, fabs(own->value[d]))).text);
    }
    noc_overrides common = {0};
    noc_overrides_see(&common, noc_candidate_entry(&all->list[design])->overrides);
    noc_overrides_see(&common, e->overrides);
    noc_overrides_differing(&common, e->overrides, text, sizeof text);
    noc_overrides_clear(&common);
    noc_table_cell(table, "%s", text);
}

static noc_status print_dominators(const noc_sheet *sheet, const noc_candidates *all,
                                   const noc_front_order *o, size_t design, noc_diag *diag)
{
    const size_t dimensions = all->objectives.count;
    char headers[NOC_OBJECTIVES_MOST][120];
    noc_table table = {0};
    noc_status status = NOC_OK;
    noc_table_column(&table, NOC_ALIGN_LEFT, "dominated by");
    for (size_t d = 0; d < dimensions; d++) {
        noc_front_header(all->objectives.list[d].metric, headers[d], sizeof headers[d]);
        noc_table_column(&table, NOC_ALIGN_POINT, headers[d]);
    }
    noc_table_column(&table, NOC_ALIGN_LEFT, "what differs");
    for (size_t i = 0; i < o->count && table.row_count < DOMINATORS_SHOWN; i++)
        if (noc_dominates(all->points[o->list[i]].value, all->points[design].value, dimensions))
            add_dominator(&table, all, design, o->list[i]);
    if (table.row_count > 0) {
        noc_text_say(sheet, "Of the front:");
        status = noc_table_print(&table, sheet->out, sheet->width, diag);
    }
    noc_table_clear(&table);
    return status;
}

noc_status noc_report_why(const noc_sheet *sheet, const noc_candidates *all, size_t design,
                          noc_diag *diag)
{
    const noc_entry *e = noc_candidate_entry(&all->list[design]);
    char id[NOC_SHORT_ID_CHARS + 3], text[400];
    noc_front_order o;
    noc_status status = noc_front_members(all, false, &o, diag);
    if (status != NOC_OK) return status;
    noc_overrides_text(e->overrides, text, sizeof text);
    noc_text_say(sheet, "%s: %s", noc_short_id(e, id), text);
    if (!noc_candidate_is_priced(all, &all->list[design]) && !all->allowed.unpriced)
        noc_text_say(sheet,
                     "No source prices %s, which it has and others do not, so it is off the front "
                     "(--allow-unpriced puts it on).",
                     e->unpriced);
    if (noc_candidate_is_overclocked(all, &all->list[design]))
        noc_text_say(sheet,
                     "Its clock of %g MHz is above the %.0f MHz that its routers reach, so it is "
                     "off the front (--allow-overclock puts it on).",
                     e->clock_mhz, e->metrics[NOC_METRIC_max_clock_mhz].value);
    tell_dominators(sheet, all, design);
    status = print_dominators(sheet, all, &o, design, diag);
    noc_front_order_clear(&o);
    return status;
}
