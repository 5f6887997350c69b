#include "hybrid/training/learning/closed_fit.h"

#include <math.h>

#include "analytic/loop/closed_cores.h"
#include "analytic/memory/memory_model.h"
#include "base/auto.h"
#include "hybrid/correction/discrepancy/loop_features.h"

/* ---- deviations ----------------------------------------------------------------------------- */

/* Training cases, with their leave-one-out predictions. */
typedef struct fit_data {
    const noc_closed_case **cases;
    noc_loop_features *features;
    double *scores, *leave_one_out, *distance, *log_residual;
    size_t count;
} fit_data;

/* True if deviations are learned from a case. If cores bind, the IPC is exact; if no resource is
 * used up, latencies decide: neither is informative about queues. A loop with phases is predicted
 * as a loop in its busiest phase (closed_calibration.c), which was not sampled. */
static bool is_informative(const noc_closed_case *c, const noc_closed_point *p)
{
    return c->is_training && noc_graph_has_only_buffers(&c->system->graph) &&
           p->binding != NOC_BINDS_CORES && p->utilization >= noc_busy_share &&
           p->phases.count == 0;
}

/* Limit of the size of an IPC error. A few loops have far larger errors than similar ones (requests
 * gather at some nodes). Without the limit, predictions of their neighbours are too large (9 % for
 * cdx19-cdxbar-80, where 1 % is right), at equal leave-one-out errors. Loops whose DRAM serves in
 * order all have large errors, and predict each other. */
static double score_limit(const noc_closed_case *c)
{
    return noc_scheduler_model_of(&c->compiled_design->memory)->is_in_order ? 0.5 : 0.15;
}

static void collect_cases(const noc_closed_cases *cases, const noc_closed_calibration *c,
                          fit_data *l)
{
    for (size_t i = 0; i < cases->count; i++) {
        const noc_closed_case *k = &cases->list[i];
        noc_closed_point p;
        const double score = noc_closed_case_ipc_error(k, c, &p);
        if (!is_informative(k, &p)) continue;
        l->cases[l->count] = k;
        l->features[l->count] =
            noc_loop_features_find(&k->curve, &k->compiled_design->workload, &p);
        l->scores[l->count++] = fmin(fmax(score, -score_limit(k)), score_limit(k));
    }
}

static noc_status learn_deviations(fit_data *l, noc_kriging *field, noc_diag *diag)
{
    const noc_kriging_points points = {
        .coordinates = (const double *)(const void *)l->features, /* all members are doubles */
        .figures = l->scores,
        .count = l->count,
        .coordinate_count = NOC_LOOP_FEATURES,
        .figure_count = 1,
    };
    const noc_kriging_prediction predicted = {l->leave_one_out, l->distance, l->log_residual};
    return noc_kriging_learn(&points, &predicted, field, diag);
}

/* ---- intervals ------------------------------------------------------------------------------ */

/* Error of the IPC of a case after correction by the other cases; a case from which no deviation is
 * learned is corrected by all cases. */
static double compute_ipc_error(const fit_data *l, const noc_closed_calibration *c,
                                const noc_closed_case *k, noc_closed_point *p)
{
    const noc_workload *w = &k->compiled_design->workload;
    for (size_t i = 0; i < l->count; i++) {
        if (l->cases[i] != k) continue;
        noc_closed_loop_solve(&k->curve, w, &noc_closed_coefficients, exp(l->leave_one_out[i]), p);
        return log(k->ipc / (w->active_threads * p->instructions));
    }
    return noc_closed_case_ipc_error(k, c, p);
}

enum { IPC = NOC_LOOP_FIGURES, ERRORS }; /* columns of errors: figures, then the IPC */

/* Errors of the training cases: one column per figure, then the IPC's. */
typedef struct errors {
    double (*rows)[ERRORS];
    size_t *kinds; /* kind of loop of each case (noc_loop_kind) */
    size_t count;
    double *column; /* scratch for the numbers of a column */
} errors;

static void collect_errors(const noc_closed_cases *cases, const fit_data *l,
                           const noc_closed_calibration *c, errors *e)
{
    for (size_t i = 0; i < cases->count; i++) {
        const noc_closed_case *k = &cases->list[i];
        noc_closed_point p;
        if (!k->is_training) continue;
        double *row = e->rows[e->count];
        row[IPC] = compute_ipc_error(l, c, k, &p);
        for (int f = 0; f < NOC_LOOP_FIGURES; f++)
            row[f] = noc_closed_case_error(k, (noc_loop_figure)f, &p);
        e->kinds[e->count++] = noc_loop_kind(k->system, p.binding);
    }
}

/* Spread of a column over the cases of a kind. NOC_LOOP_KINDS: over all cases, but for the IPC only
 * over cases that cores do not bind, since cores bind it exactly. */
static noc_spread find_spread(const errors *e, size_t column, size_t kind, double confidence)
{
    size_t count = 0;
    for (size_t i = 0; i < e->count; i++) {
        const bool counts = kind == NOC_LOOP_KINDS ? column != IPC || e->kinds[i] != NOC_BINDS_CORES
                                                   : e->kinds[i] == kind;
        if (counts && isfinite(e->rows[i][column])) e->column[count++] = e->rows[i][column];
    }
    return noc_conformal_spread(e->column, count, confidence);
}

/* Learns the spreads of a column. A kind with too few cases gets the spread of all. */
static void learn_column(const errors *e, size_t column, double confidence,
                         noc_spread spreads[NOC_LOOP_KINDS])
{
    for (size_t k = 0; k < NOC_LOOP_KINDS; k++) {
        spreads[k] = find_spread(e, column, k, confidence);
        if (isnan(spreads[k].low)) spreads[k] = find_spread(e, column, NOC_LOOP_KINDS, confidence);
    }
}

static noc_status learn_intervals(const noc_closed_cases *cases, const fit_data *l,
                                  noc_closed_calibration *c, noc_diag *diag)
{
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    errors e = {.rows = noc_arena_array(&scratch, cases->count, sizeof *e.rows),
                .kinds = noc_arena_array(&scratch, cases->count, sizeof *e.kinds),
                .column = noc_arena_array(&scratch, cases->count, sizeof *e.column)};
    if (scratch.is_short) return noc_fail_memory(diag);
    collect_errors(cases, l, c, &e);
    learn_column(&e, IPC, c->confidence, c->ipc);
    for (size_t f = 0; f < NOC_LOOP_FIGURES; f++) learn_column(&e, f, c->confidence, c->figures[f]);
    return NOC_OK;
}

noc_status noc_closed_fit(const noc_closed_cases *cases, double confidence,
                          noc_closed_calibration *c, noc_diag *diag)
{
    const size_t count = cases->count;
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    fit_data l = {.cases = noc_arena_array(&scratch, count, sizeof *l.cases),
                  .features = noc_arena_array(&scratch, count, sizeof *l.features),
                  .scores = noc_arena_array(&scratch, count, sizeof *l.scores),
                  .leave_one_out = noc_arena_array(&scratch, count, sizeof *l.leave_one_out),
                  .distance = noc_arena_array(&scratch, count, sizeof *l.distance),
                  .log_residual = noc_arena_array(&scratch, count, sizeof *l.log_residual)};
    *c = (noc_closed_calibration){.confidence = confidence};
    if (scratch.is_short) return noc_fail_memory(diag);
    collect_cases(cases, c, &l);
    const noc_status status = learn_deviations(&l, &c->deviations, diag);
    return status == NOC_OK ? learn_intervals(cases, &l, c, diag) : status;
}
