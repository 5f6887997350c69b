#include "reports/front/front_text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reports/front/front_next.h"
#include "reports/front/front_table.h"
#include "reports/front/front_words.h"
#include "reports/words/caveats.h"
#include "reports/words/figure.h"
#include "reports/writers/plots/plot.h"
#include "reports/writers/say.h"

/* The designs as points on a grid of characters; the first objective goes up. */
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
        for (size_t i = 0; i < all->count; i++) {
            const size_t kind = all->marks[i].by_value                      ? 2
                                : all->marks[i].membership != NOC_FRONT_OFF ? 1
                                                                            : 0;
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
        snprintf(titles[d], sizeof titles[d], "%s [%s]", noc_metric_label(id).text,
                 noc_metric_info_of(id)->unit);
    }
    const noc_plot plot = {
        .x_title = titles[1], .y_title = titles[0], .series = series, .series_count = 3};
    const noc_status status = noc_plot_print(&plot, sheet->out, diag);
    free(xy);
    return status;
}

/* Whether the model's answers came with intervals of their own, which the stated error only stands
 * in for. */
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
                noc_metric_label(id).text, l->measured, 100.0 * expm1(l->centre),
                100.0 * expm1(l->half));
        else if (has_intervals(all, id))
            noc_text_say(sheet, "Model answers of the %s have the intervals of their calibration.",
                         noc_metric_label(id).text);
        else
            noc_text_say(sheet,
                         "Model answers of the %s count as right within %.0f %% (--model-error), a "
                         "statement, not a calibration.",
                         noc_metric_label(id).text, 100.0 * v->model_error);
    }
}

/* Costs are compared without what all of them may have wrong in common. */
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
    for (size_t i = 0; i < all->count; i++) total += noc_candidate_measured(all, &all->list[i]);
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
    if (t->measured) /* what a sample took, for every design */
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
    noc_text_say(
        sheet,
        "%zu designs are on the front by value, %zu of all certainly so; %zu more are possibly "
        "on it. Per cents are the probability of being on it, by the intervals.",
        s->on_front, s->certain, s->possible);
}

static void tell_shape(const noc_sheet *sheet, const noc_candidates *all, size_t knee)
{
    const double volume =
        noc_front_hypervolume(all->points, all->marks, all->count, all->objectives.count);
    char id[NOC_SHORT_ID_CHARS + 3];
    if (isfinite(volume))
        noc_text_say(sheet,
                     "Hypervolume: %.4f, the share of the box between the worst and the best value "
                     "of each objective that the front beats.",
                     volume);
    if (knee < all->count)
        noc_text_say(sheet, "Knee: %s, %s.",
                     noc_short_id(noc_candidate_entry(&all->list[knee]), id), noc_front_knee_words);
}

noc_status noc_text_front(const noc_sheet *sheet, const noc_front_view *v,
                          const noc_front_listing *l, const noc_front_order *o, noc_diag *diag)
{
    const noc_candidates *all = v->candidates;
    const noc_front_summary s = noc_front_summarize(all);
    const size_t usual = s.knee < all->count ? s.knee : s.best[0];
    tell_title(sheet, v);
    noc_front_tell_load(sheet, v, l);
    fputc('\n', sheet->out);
    noc_status status = noc_front_table(sheet, v, l, o, diag);
    fputc('\n', sheet->out);
    tell_counts(sheet, &s);
    tell_shape(sheet, all, s.knee);
    if (all->incomplete)
        noc_text_say(sheet, "%zu designs are left out: an objective is missing.",
                     (size_t)all->incomplete);
    noc_text_warning_lines(sheet, v->caveats);
    noc_front_tell_next(sheet, v, l->sorted && o->count ? o->list[0] : usual);
    if (sheet->plots && all->objectives.count == 2 && status == NOC_OK) {
        fputc('\n', sheet->out);
        status = print_scatter(sheet, all, diag);
    }
    return status;
}
