#include "hybrid/correction/calibration/closed_calibration.h"

#include <math.h>

#include "analytic/loop/closed_ends.h"
#include "analytic/memory/scheduler_model.h"
#include "hybrid/correction/discrepancy/loop_features.h"

size_t noc_loop_kind(const noc_system *system, noc_binding binding)
{
    const bool in_order = noc_scheduler_model_of(&system->design->memory)->in_order;
    return in_order && binding != NOC_BINDS_CORES ? NOC_LOOPS_IN_ORDER : (size_t)binding;
}

const char *noc_loop_kind_name(size_t kind)
{
    if (kind >= NOC_LOOP_KINDS) return NULL;
    return kind == NOC_LOOPS_IN_ORDER ? "a DRAM that serves in order"
                                      : noc_binding_name((noc_binding)kind);
}

void noc_closed_calibration_clear(noc_closed_calibration *c)
{
    noc_kriging_clear(&c->deviations);
}

static double predicted_of(const noc_closed_calibration *c, const noc_open_curve *curve,
                           const noc_workload *w, const noc_closed_point *p)
{
    const noc_loop_features features = noc_loop_features_of(curve, w, p);
    double carried, distance, log_residual;
    noc_kriging_predict(&c->deviations, features.of,
                        &(noc_kriging_prediction){&carried, &distance, &log_residual});
    return exp(carried);
}

/* Measured loops have no phases: the prediction is that of a loop whose cores are all in the phase
 * that makes most requests, as it fills what they wait for. */
static double predicted_of_phases(const noc_closed_calibration *c, const noc_open_curve *curve,
                                  const noc_workload *w, const noc_closed_phases *phases)
{
    size_t most = 0;
    for (size_t k = 1; k < phases->count; k++)
        if (phases->shares[k] / phases->of_request[k] >
            phases->shares[most] / phases->of_request[most])
            most = k;
    const noc_workload one = noc_workload_in_phase(w, most);
    noc_closed_point p;
    noc_closed_loop_solve(curve, &one, &noc_closed_coefficients, 1.0, &p);
    return predicted_of(c, curve, &one, &p);
}

static bool tells(const noc_closed_calibration *c, const noc_open_curve *curve)
{
    return c && c->deviations.count > 0 && noc_graph_has_only_buffers(&curve->system->graph);
}

static void solve_cores(noc_closed_cores *cores, const noc_open_curve *curve, const noc_workload *w,
                        const noc_closed_calibration *c, noc_closed_point *p)
{
    double predicted = 1.0;
    if (tells(c, curve)) {
        const int rounds = noc_closed_cores_are_known(cores) ? 0 : 1;
        noc_closed_cores_solve(cores, curve, &noc_closed_coefficients, predicted, rounds, p);
        predicted = p->phases.count > 0 ? predicted_of_phases(c, curve, w, &p->phases)
                                        : predicted_of(c, curve, w, p);
    }
    const int rounds = noc_closed_cores_are_known(cores) ? 1 : 2;
    noc_closed_cores_finish(cores, curve, &noc_closed_coefficients, predicted, rounds, p);
}

void noc_closed_solve_cores(noc_closed_cores *cores, const noc_open_curve *curve,
                            const noc_workload *w, const noc_closed_calibration *c,
                            noc_closed_point *p)
{
    if (cores) {
        solve_cores(cores, curve, w, c, p);
        return;
    }
    noc_closed_loop_settle(curve, w, &noc_closed_coefficients, 1.0, NULL, NULL, p);
    if (tells(c, curve))
        noc_closed_loop_settle(curve, w, &noc_closed_coefficients, predicted_of(c, curve, w, p),
                               NULL, NULL, p);
}

void noc_closed_solve(const noc_open_curve *curve, const noc_workload *w,
                      const noc_closed_calibration *c, noc_closed_point *p)
{
    const noc_design *d = curve->system->design;
    noc_closed_cores *cores = noc_closed_has_ends(d, w) ? noc_closed_cores_new(d, w) : NULL;
    noc_closed_solve_cores(cores, curve, w, c, p);
    noc_closed_cores_free(cores);
}
