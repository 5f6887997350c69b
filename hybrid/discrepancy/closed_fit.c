/* What samples of closed loops teach: strengths, deviations, intervals. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "hybrid/discrepancy/closed_calibration.h"

bool noc_closed_is_fitted(const char *set)
{
    static const char *const fitted[] = {"drawn-a", "drawn-c", "drawn-d", "drawn-t"};
    for (size_t i = 0; i < sizeof fitted / sizeof fitted[0]; i++)
        if (strcmp(set, fitted[i]) == 0) return true;
    return false;
}

/* ---- strengths ------------------------------------------------------------------------------ */

static double loss(const noc_closed_cases *cases, const noc_closed_terms *terms)
{
    const noc_closed_calibration c = {.terms = *terms};
    double sum = 0.0;
    for (size_t i = 0; i < cases->count; i++)
        if (noc_closed_is_fitted(cases->list[i].set))
            sum += fabs(noc_closed_case_score(&cases->list[i], &c, NULL));
    return sum;
}

/* One step of a term up or down, if that is better. */
static bool move(const noc_closed_cases *cases, noc_closed_terms *terms, size_t term, double by,
                 double *best)
{
    double *value = (double *)terms + term;
    const double before = *value;
    *value = fmax(0.0, before + by);
    const double tried = *value == before ? *best : loss(cases, terms);
    if (tried < *best) {
        *best = tried;
        return true;
    }
    *value = before;
    return false;
}

/* Coordinate descent by steps that get smaller: the mean of |errors| jumps where another resource binds, and a hundredth is
 * finer than what the samples tell. */
static void fit_terms(const noc_closed_cases *cases, noc_closed_terms *terms)
{
    static const double steps[] = {0.25, 0.1, 0.05, 0.02, 0.01};
    double *list = (double *)terms;
    for (size_t t = 0; t < NOC_CLOSED_TERMS; t++) list[t] = 0.5;
    double best = loss(cases, terms);
    for (size_t s = 0; s < sizeof steps / sizeof steps[0]; s++)
        for (bool moved = true; moved;) {
            moved = false;
            for (size_t t = 0; t < NOC_CLOSED_TERMS; t++) {
                moved |= move(cases, terms, t, steps[s], &best);
                moved |= move(cases, terms, t, -steps[s], &best);
            }
        }
    for (size_t t = 0; t < NOC_CLOSED_TERMS; t++) list[t] = round(list[t] * 100.0) / 100.0;
}

/* ---- deviations ----------------------------------------------------------------------------- */

/* The cases that are learned from, with what all others tell of each. */
typedef struct lesson {
    const noc_closed_case **cases;
    noc_loop_traits *traits;
    double *scores, *left_out, *apart, *missed;
    size_t count;
} lesson;

static bool make_room(lesson *l, size_t count)
{
    l->cases = calloc(count + 1, sizeof *l->cases);
    l->traits = calloc(count + 1, sizeof *l->traits);
    l->scores = calloc(count + 1, sizeof *l->scores);
    l->left_out = calloc(count + 1, sizeof *l->left_out);
    l->apart = calloc(count + 1, sizeof *l->apart);
    l->missed = calloc(count + 1, sizeof *l->missed);
    return l->cases && l->traits && l->scores && l->left_out && l->apart && l->missed;
}

static void clear(lesson *l)
{
    free(l->cases);
    free(l->traits);
    free(l->scores);
    free(l->left_out);
    free(l->apart);
    free(l->missed);
}

/* Where cores bind the IPC is exact, and where nothing is used up latencies decide; neither tells what queues take. */
static bool teaches(const noc_closed_case *c, const noc_closed_point *p)
{
    return noc_closed_is_fitted(c->set) && noc_graph_has_channels(&c->system->graph) &&
           p->binding != NOC_BINDS_CORES && p->utilization >= noc_busy_share;
}

/* Few loops are far more off than those like them (requests that gather at some nodes): they count as this, either way. Without it
 * they tell their neighbours too much (cdx19-cdxbar-80 9 % of which 1 is so); what is missed of left-out loops stays the same. */
static const double most = 0.15;

static void collect(const noc_closed_cases *cases, const noc_closed_calibration *c, lesson *l)
{
    for (size_t i = 0; i < cases->count; i++) {
        const noc_closed_case *k = &cases->list[i];
        noc_closed_point p;
        const double score = noc_closed_case_score(k, c, &p);
        if (!teaches(k, &p)) continue;
        l->cases[l->count] = k;
        l->traits[l->count] = noc_loop_traits_of(&k->curve, &k->compiled->workload, &p);
        l->scores[l->count++] = fmin(fmax(score, -most), most);
    }
}

static noc_status learn_deviations(lesson *l, noc_kriging *field, noc_diag *diag)
{
    const noc_kriging_points points = {
        .coordinates = (const double *)(const void *)l->traits, /* all members are doubles */
        .figures = l->scores,
        .count = l->count,
        .coordinate_count = NOC_LOOP_TRAITS,
        .figure_count = 1,
    };
    const noc_kriging_told told = {l->left_out, l->apart, l->missed};
    return noc_kriging_learn(&points, &told, field, diag);
}

/* ---- intervals ------------------------------------------------------------------------------ */

/* What a case is off, told by the others; one that was not learned from, told by all. */
static double score_told(const lesson *l, const noc_closed_calibration *c, const noc_closed_case *k,
                         noc_closed_point *p)
{
    const noc_workload *w = &k->compiled->workload;
    for (size_t i = 0; i < l->count; i++) {
        if (l->cases[i] != k) continue;
        noc_closed_loop_solve(&k->curve, w, &c->terms, exp(l->left_out[i]), p);
        return log(k->ipc / (w->active_threads * p->instructions));
    }
    return noc_closed_case_score(k, c, p);
}

/* Scores of the cases that something binds; NOC_BINDINGS: anything but cores, whose IPC is exact. */
static noc_spread spread_of(const noc_binding *bindings, const double *scores, size_t count,
                            noc_binding only, double confidence, double *chosen)
{
    size_t found = 0;
    for (size_t i = 0; i < count; i++)
        if (only == NOC_BINDINGS ? bindings[i] != NOC_BINDS_CORES : bindings[i] == only)
            chosen[found++] = scores[i];
    return noc_conformal(chosen, found, confidence);
}

static noc_status learn_intervals(const noc_closed_cases *cases, const lesson *l,
                                  noc_closed_calibration *c, noc_diag *diag)
{
    double *scores = calloc(2 * cases->count + 1, sizeof *scores);
    noc_binding *bindings = calloc(cases->count + 1, sizeof *bindings);
    size_t count = 0;
    for (size_t i = 0; scores && bindings && i < cases->count; i++) {
        noc_closed_point p;
        if (!noc_closed_is_fitted(cases->list[i].set)) continue;
        scores[count] = score_told(l, c, &cases->list[i], &p);
        bindings[count++] = p.binding;
    }
    for (int b = 0; scores && bindings && b < NOC_BINDINGS; b++) {
        double *chosen = scores + cases->count;
        c->ipc[b] = spread_of(bindings, scores, count, (noc_binding)b, c->confidence, chosen);
        if (isnan(c->ipc[b].low))
            c->ipc[b] = spread_of(bindings, scores, count, NOC_BINDINGS, c->confidence, chosen);
    }
    const bool made = scores && bindings;
    free(scores);
    free(bindings);
    return made ? NOC_OK : noc_fail_memory(diag);
}

noc_status noc_closed_fit(const noc_closed_cases *cases, double confidence,
                          noc_closed_calibration *c, noc_diag *diag)
{
    lesson l = {0};
    *c = (noc_closed_calibration){.confidence = confidence};
    fit_terms(cases, &c->terms);
    noc_status status = make_room(&l, cases->count) ? NOC_OK : noc_fail_memory(diag);
    if (status == NOC_OK) {
        collect(cases, c, &l);
        status = learn_deviations(&l, &c->deviations, diag);
    }
    if (status == NOC_OK) status = learn_intervals(cases, &l, c, diag);
    clear(&l);
    return status;
}
