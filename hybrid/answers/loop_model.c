#include "hybrid/answers/loop_model.h"

#include <math.h>

#include "analytic/loop/closed_ends.h"
#include "hybrid/answers/cause.h"
#include "hybrid/answers/figures/cost_figures.h"
#include "hybrid/answers/figures/operating_point.h"
#include "hybrid/correction/calibration/closed_calibration.h"
#include "hybrid/correction/calibration/shipped.h"

/* ---- points --------------------------------------------------------------------------------- */

/* What moves at a workload's operating point. */
static void add_activity(noc_loop_activity *activity, const noc_system *system,
                         const noc_model *model, const noc_workload_part *part,
                         const noc_closed_point *point)
{
    const noc_loop_shares shares = {point->row_hit_rate, point->ends.absorbed};
    const double pace = point->ends.pace; /* of kernels that end; else NAN */
    const double rate = pace > 0.0 ? pace * point->rate : point->rate;
    if (activity)
        noc_loop_activity_add(activity, system, part, &shares, rate * system->traffic.injectors,
                              noc_model_loads(model)->moved_flits, rate);
}

/* A workload's open curve, and the model that it is of. Where its packets are not the traffic's
 * (noc_loop_is_other_mix), or CTAs crowd, they are of a system of its own. */
typedef struct own_mix {
    noc_design design;
    noc_system *system;
    noc_model *model;
    noc_open_curve curve;
} own_mix;

static void free_own_mix(own_mix *own)
{
    noc_model_free(own->model);
    noc_system_free(own->system);
}

/* `crowd`: cores that do, or NULL. The caller frees *own. */
static noc_status make_own_mix(const noc_system *system, const noc_calibration *calibration,
                               double read_fraction, const noc_closed_cores *crowd, own_mix *own,
                               noc_diag *diag)
{
    *own = (own_mix){.system = NULL};
    const noc_status status =
        noc_loop_other_mix(system, read_fraction, &own->design, &own->system, diag);
    if (status != NOC_OK) return status;
    if (crowd && !noc_closed_crowd(crowd, own->system)) return noc_fail_memory(diag);
    own->model = noc_model_new(own->system);
    if (!own->model) return noc_fail_memory(diag);
    const noc_corrected_model corrected =
        noc_correct_as_calibrated(own->system, own->model, calibration);
    noc_open_curve_of(own->system, &corrected, &own->curve);
    return NOC_OK;
}

/* The share of reads of what a workload's cores send, as the traffic has it if that is alike: reads
 * that are merged are not sent. */
static double reads_of(noc_closed_cores *cores, const noc_open_curve *curve, const noc_workload *w)
{
    static const double alike = 0.005;
    const double of_traffic = curve->system->design->traffic.read_fraction;
    if (!cores) return w->read_fraction;
    const double reads = noc_closed_sent_reads(cores, curve);
    return fabs(reads - of_traffic) > alike ? reads : of_traffic;
}

static noc_status solve_other_mix(const noc_system *system, const noc_calibration *calibration,
                                  const noc_workload_part *part, double read_fraction,
                                  noc_closed_cores *cores, bool crowd,
                                  const noc_closed_calibration *closed, noc_closed_point *point,
                                  noc_loop_activity *activity, noc_diag *diag)
{
    own_mix own;
    const noc_status status =
        make_own_mix(system, calibration, read_fraction, crowd ? cores : NULL, &own, diag);
    if (status == NOC_OK) {
        noc_closed_solve_cores(cores, &own.curve, &part->workload, closed, point);
        add_activity(activity, own.system, own.model, part, point);
    }
    free_own_mix(&own);
    return status;
}

static noc_status solve_point(const noc_system *system, const noc_calibration *calibration,
                              const noc_corrected_model *model, const noc_open_curve *curve,
                              const noc_workload_part *part, noc_closed_cores *cores,
                              noc_closed_point *point, noc_loop_activity *activity, noc_diag *diag)
{
    const noc_closed_calibration *closed = calibration ? noc_closed_calibration_shipped() : NULL;
    const double reads = reads_of(cores, curve, &part->workload);
    const bool crowd = cores && noc_closed_is_crowded(cores, system);
    if (crowd || noc_loop_is_other_mix(system, reads))
        return solve_other_mix(system, calibration, part, reads, cores, crowd, closed, point,
                               activity, diag);
    noc_closed_solve_cores(cores, curve, &part->workload, closed, point);
    add_activity(activity, system, model->model, part, point);
    return NOC_OK;
}

/* `curve` is of the system and its traffic's share of reads. */
static noc_status solve_points(const noc_system *system, const noc_calibration *calibration,
                               const noc_corrected_model *model, const noc_open_curve *curve,
                               const noc_workload_part *parts, size_t count,
                               noc_closed_point *points, noc_loop_activity *activity,
                               noc_diag *diag)
{
    for (size_t i = 0; i < count; i++) {
        const noc_workload *w = &parts[i].workload;
        const bool has_ends = noc_closed_has_ends(system->design, w);
        noc_closed_cores *cores = has_ends ? noc_closed_cores_new(system->design, w) : NULL;
        if (has_ends && !cores) return noc_fail_memory(diag);
        const noc_status status = solve_point(system, calibration, model, curve, &parts[i], cores,
                                              &points[i], activity, diag);
        noc_closed_cores_free(cores);
        if (status != NOC_OK) return status;
    }
    return NOC_OK;
}

noc_status noc_closed_points(const noc_system *system, const noc_calibration *calibration,
                             const noc_corrected_model *model, const noc_workload_part *parts,
                             size_t count, noc_closed_point *points, noc_loop_activity *activity,
                             noc_diag *diag)
{
    noc_open_curve curve;
    if (count == 0) return NOC_OK;
    noc_open_curve_of(system, model, &curve);
    return solve_points(system, calibration, model, &curve, parts, count, points, activity, diag);
}

/* ---- what limits them ----------------------------------------------------------------------- */

static void name_cause_of(const noc_open_curve *curve, noc_model *model,
                          const noc_workload_part *part, const noc_closed_point *point,
                          noc_bottleneck *bottleneck)
{
    const noc_cause cause = noc_cause_of_loop(curve, model, &part->workload, point);
    noc_model_limits limits;
    noc_model_find_limits(model, &limits);
    noc_cause_put_loop(curve->system, model, cause.kind, point, bottleneck);
    noc_cause_put_ceiling(model, curve->system, limits.saturation, bottleneck);
}

static noc_status name_own_cause(const noc_system *system, const noc_calibration *calibration,
                                 const noc_workload_part *part, const noc_closed_point *point,
                                 const noc_closed_cores *crowd, noc_bottleneck *bottleneck,
                                 noc_diag *diag)
{
    const double reads = noc_workload_of_all_phases(&part->workload).read_fraction;
    own_mix own;
    const noc_status status = make_own_mix(system, calibration, reads, crowd, &own, diag);
    if (status == NOC_OK) name_cause_of(&own.curve, own.model, part, point, bottleneck);
    free_own_mix(&own);
    return status;
}

/* The cause of the workload that weighs most in the mean. */
static noc_status name_loop_cause(const noc_system *system, const noc_calibration *calibration,
                                  const noc_corrected_model *model, const noc_open_curve *curve,
                                  const noc_workload_part *part, const noc_closed_point *point,
                                  bool guess, noc_bottleneck *bottleneck, noc_diag *diag)
{
    if (guess) {
        noc_cause_put_loop(system, model->model, noc_cause_guess_of_loop(system, point->limit),
                           point, bottleneck);
        return NOC_OK;
    }
    const noc_workload *w = &part->workload;
    const bool has_ends = noc_closed_has_ends(system->design, w);
    noc_closed_cores *cores = has_ends ? noc_closed_cores_new(system->design, w) : NULL;
    const bool crowd = cores && noc_closed_is_crowded(cores, system);
    noc_status status = NOC_OK;
    const double reads = noc_workload_of_all_phases(w).read_fraction;
    if (!crowd && !noc_loop_is_other_mix(system, reads))
        name_cause_of(curve, model->model, part, point, bottleneck);
    else
        status = name_own_cause(system, calibration, part, point, crowd ? cores : NULL, bottleneck,
                                diag);
    noc_closed_cores_free(cores);
    return status;
}

/* ---- the operating point -------------------------------------------------------------------- */

static noc_status put(const noc_set_mean *mean, const noc_widths *widths,
                      const noc_loop_activity *activity, noc_figures *f, noc_diag *diag)
{
    if (!f) return NOC_OK;
    const noc_figure ipc = noc_widths_ipc(widths, f->system, mean->binding, noc_set_mean_ipc(mean));
    noc_set_mean_put(mean, &ipc, f);
    return noc_figures_put_loop_activity(f, activity, diag);
}

noc_status noc_loop_model_put(const noc_system *system, const noc_calibration *calibration,
                              const noc_corrected_model *model, bool guess, noc_figures *f,
                              const noc_widths *widths, double *ipc, noc_estimate *e,
                              noc_diag *diag)
{
    noc_workload_part parts[NOC_WORKLOAD_PARTS_MAX];
    noc_closed_point points[NOC_WORKLOAD_PARTS_MAX];
    noc_open_curve curve;
    noc_loop_activity activity;
    noc_set_mean mean;
    const size_t count = noc_design_workloads(system->design, parts);
    noc_status status = noc_loop_activity_begin(system, &activity, diag);
    noc_open_curve_of(system, model, &curve);
    noc_set_mean_begin(&mean);
    if (status == NOC_OK)
        status =
            solve_points(system, calibration, model, &curve, parts, count, points, &activity, diag);
    if (status == NOC_OK) {
        for (size_t i = 0; i < count; i++) noc_set_mean_add_model(&mean, &parts[i], &points[i]);
        *ipc = noc_set_mean_ipc(&mean);
        e->loop_binding = (int)mean.binding;
        status = put(&mean, widths, &activity, f, diag);
    }
    if (status == NOC_OK)
        status = name_loop_cause(system, calibration, model, &curve, mean.part,
                                 &points[mean.part - parts], guess, &e->bottleneck, diag);
    if (status == NOC_OK) noc_bottleneck_put_workload(mean.part->name, count, &e->bottleneck);
    noc_loop_activity_clear(&activity);
    return status;
}
