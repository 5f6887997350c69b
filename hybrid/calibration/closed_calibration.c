#include "hybrid/calibration/closed_calibration.h"

#include <math.h>

#include "analytic/closed_ends.h"
#include "analytic/scheduler_model.h"
#include "hybrid/discrepancy/loop_traits.h"

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

static double told_of(const noc_closed_calibration *c, const noc_open_curve *curve,
                      const noc_workload *w, const noc_closed_point *p)
{
    const noc_loop_traits traits = noc_loop_traits_of(curve, w, p);
    double carried, apart, missed;
    noc_kriging_tell(&c->deviations, traits.of, &(noc_kriging_told){&carried, &apart, &missed});
    return exp(carried);
}

void noc_closed_solve(const noc_open_curve *curve, const noc_workload *w,
                      const noc_closed_calibration *c, noc_closed_point *p)
{
    noc_closed_loop_solve(curve, w, &noc_closed_strengths, 1.0, p);
    if (c && c->deviations.count > 0 && noc_graph_has_only_buffers(&curve->system->graph))
        noc_closed_loop_solve(curve, w, &noc_closed_strengths, told_of(c, curve, w, p), p);
}
