#include "hybrid/answers/loop_model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analytic/loop/closed_cores.h"
#include "analytic/multicast.h"
#include "hybrid/answers/cause.h"
#include "hybrid/answers/figures/cost_figures.h"
#include "hybrid/answers/figures/operating_point.h"
#include "hybrid/answers/memory_part.h"
#include "hybrid/correction/calibration/closed_calibration.h"
#include "hybrid/correction/calibration/shipped.h"

/* ---- points --------------------------------------------------------------------------------- */

/* Adds the traffic at a workload's operating point. */
static void add_activity(noc_loop_activity *activity, const noc_system *system,
                         const noc_model *model, const noc_workload_part *part,
                         const noc_closed_point *point)
{
    const noc_loop_shares shares = {point->row_hit_rate, point->ends.absorbed};
    /* share of slots in use by kernels that end; NAN: kernels run for ever */
    const double pace = point->ends.pace;
    const double rate = pace > 0.0 ? pace * point->rate : point->rate;
    const double *alone = noc_model_loads(model)->moved_flits;
    if (!activity) return;
    double *forked = noc_forked_flits(system, alone, point->replies.group);
    noc_loop_activity_add(activity, system, part, &shares, rate * system->traffic.injectors,
                          forked ? forked : alone, rate);
    free(forked);
}

/* System, model and open curve for a loop whose packets differ from the design's traffic
 * (noc_loop_has_other_mix), or whose CTAs are crowded on some cores. */
typedef struct own_mix {
    noc_design design;
    noc_system *system;
    noc_model *model;
    noc_open_curve curve;
    double reads;
    bool crowded;
} own_mix;

/* Systems for the workloads of a set: that of the traffic, and the last one of another mix of
 * packets, shared by workloads with equal shares of reads. */
typedef struct loop_mixes {
    const noc_system *system;
    const noc_calibration *calibration;
    noc_kept *kept; /* results of stages, from other designs; NULL: none */
    noc_kept own;   /* results for this call, used if `kept` is NULL */
    /* model of the traffic; NULL: `own_model` is made at first use */
    const noc_corrected_model *model;
    noc_corrected_model made;
    noc_open_curve curve; /* open curve of the traffic, found at first use */
    bool has_curve;
    own_mix other; /* last other mix; its system is NULL if there is none */
} loop_mixes;

/* Chooses the stored results: of other designs, or of this call. */
static noc_kept *kept_of(loop_mixes *m)
{
    return m->kept ? m->kept : &m->own;
}

static noc_status find_curve_of_traffic(loop_mixes *m, noc_diag *diag)
{
    if (m->has_curve) return NOC_OK;
    if (!m->model) {
        m->made.model = noc_model_new_kept(m->system, m->kept);
        if (!m->made.model) return noc_fail_memory(diag);
        m->made = noc_correct_as_calibrated(m->system, m->made.model, m->calibration);
        m->model = &m->made;
    }
    noc_open_curve_of(m->system, m->model, &m->curve);
    m->curve.parts = noc_memory_parts(kept_of(m));
    m->has_curve = true;
    return NOC_OK;
}

static void free_other_mix(loop_mixes *m)
{
    noc_model_free(m->other.model);
    noc_system_free(m->other.system);
    noc_settings_read_clear(&m->other.design.read);
    m->other = (own_mix){.system = NULL};
}

static void free_mixes(loop_mixes *m)
{
    free_other_mix(m);
    noc_model_free(m->made.model);
    noc_kept_clear(&m->own);
}

/* Records the settings on which the loads of a mix depend: those of the traffic's loads, and the
 * mix itself. */
static void note_read(const noc_settings_read *of_traffic, noc_design *design)
{
    const noc_kept_key loads = noc_settings_read_by(of_traffic, NOC_LOADS_STAGE);
    const double mix[] = {design->traffic.read_fraction, design->traffic.write_reply_bytes,
                          design->traffic.data_bytes};
    if (!loads.bytes) return;
    noc_settings_read_add(&design->read, loads.bytes, loads.size);
    noc_settings_read_add(&design->read, mix, sizeof mix);
    noc_settings_read_end(&design->read, NOC_LOADS_STAGE);
}

static noc_status make_mix(loop_mixes *m, const noc_closed_cores *crowd, own_mix *own,
                           noc_diag *diag)
{
    const noc_status status =
        noc_loop_other_mix(m->system, own->reads, &own->design, &own->system, diag);
    if (status != NOC_OK) return status;
    if (crowd && !noc_closed_scale_flows(crowd, own->system)) return noc_fail_memory(diag);
    if (!crowd) note_read(&m->system->design->read, &own->design);
    own->model = noc_model_new_kept(own->system, m->kept);
    if (!own->model) return noc_fail_memory(diag);
    const noc_corrected_model corrected =
        noc_correct_as_calibrated(own->system, own->model, m->calibration);
    noc_open_curve_of(own->system, &corrected, &own->curve);
    own->curve.parts = noc_memory_parts(kept_of(m));
    return NOC_OK;
}

/* Finds the system for a share of reads. `crowd`: cores with crowded CTAs, or NULL. Systems of
 * crowded cores are never shared. */
static noc_status find_mix(loop_mixes *m, double reads, const noc_closed_cores *crowd,
                           noc_diag *diag)
{
    static const double rounding = 1e-9;
    own_mix *own = &m->other;
    if (own->model && !own->crowded && !crowd && fabs(own->reads - reads) <= rounding)
        return NOC_OK;
    free_other_mix(m);
    own->reads = reads;
    own->crowded = crowd != NULL;
    return make_mix(m, crowd, own, diag);
}

/* Finds the share of reads among the requests that a workload's cores send, since merged reads are
 * not sent. A nearly equal share of the traffic replaces it. */
static noc_status find_reads(loop_mixes *m, noc_closed_cores *cores, const noc_workload *w,
                             double *reads, noc_diag *diag)
{
    static const double alike = 0.005;
    const double of_traffic = m->system->design->traffic.read_fraction;
    *reads = w->read_fraction;
    if (!cores) return NOC_OK;
    if (!noc_closed_sends_all(cores, reads)) {
        const noc_status status = find_curve_of_traffic(m, diag);
        if (status != NOC_OK) return status;
        *reads = noc_closed_sent_reads(cores, &m->curve);
    }
    if (fabs(*reads - of_traffic) <= alike) *reads = of_traffic;
    return NOC_OK;
}

/* Finds curve and model for a share of reads, or for crowded cores: those of the traffic, or of
 * another mix. */
static noc_status find_curve(loop_mixes *m, double reads, const noc_closed_cores *crowd,
                             const noc_open_curve **curve, noc_model **model, noc_diag *diag)
{
    const bool other = crowd || noc_loop_is_other_mix(m->system, reads);
    const noc_status status =
        other ? find_mix(m, reads, crowd, diag) : find_curve_of_traffic(m, diag);
    if (status != NOC_OK) return status;
    *curve = other ? &m->other.curve : &m->curve;
    *model = other ? m->other.model : m->model->model;
    return NOC_OK;
}

static noc_status solve_point(loop_mixes *m, const noc_workload_part *part, noc_closed_cores *cores,
                              noc_closed_point *point, noc_loop_activity *activity, noc_diag *diag)
{
    const noc_closed_calibration *closed = m->calibration ? noc_closed_calibration_shipped() : NULL;
    const bool crowd = cores && noc_closed_is_crowded(cores, m->system);
    const noc_open_curve *curve;
    noc_model *model;
    double reads;
    noc_status status = find_reads(m, cores, &part->workload, &reads, diag);
    if (status == NOC_OK) status = find_curve(m, reads, crowd ? cores : NULL, &curve, &model, diag);
    if (status != NOC_OK) return status;
    noc_closed_solve_cores(cores, curve, &part->workload, closed, point);
    add_activity(activity, curve->system, model, part, point);
    return NOC_OK;
}

static noc_status solve_part(loop_mixes *m, const noc_workload_part *part, noc_closed_point *point,
                             noc_loop_activity *activity, noc_diag *diag)
{
    const noc_workload *w = &part->workload;
    const bool has_ends = noc_closed_has_core_groups(m->system->design, w);
    noc_closed_cores *cores = has_ends ? noc_closed_cores_new(m->system->design, w) : NULL;
    if (has_ends && !cores) return noc_fail_memory(diag);
    const noc_status status = solve_point(m, part, cores, point, activity, diag);
    noc_closed_cores_free(cores);
    return status;
}

static noc_status solve_points(loop_mixes *m, const noc_workload_part *parts, size_t count,
                               noc_closed_point *points, noc_loop_activity *activity,
                               noc_diag *diag)
{
    noc_status status = NOC_OK;
    for (size_t i = 0; i < count && status == NOC_OK; i++)
        status = solve_part(m, &parts[i], &points[i], activity, diag);
    return status;
}

noc_status noc_closed_points(const noc_system *system, const noc_calibration *calibration,
                             const noc_corrected_model *model, const noc_workload_part *parts,
                             size_t count, noc_closed_point *points, noc_loop_activity *activity,
                             noc_diag *diag)
{
    loop_mixes mixes = {.system = system, .calibration = calibration, .model = model};
    if (count == 0) return NOC_OK;
    const noc_status status = solve_points(&mixes, parts, count, points, activity, diag);
    free_mixes(&mixes);
    return status;
}

/* ---- causes --------------------------------------------------------------------------------- */

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

/* Finds the bottleneck of the heaviest workload. */
static noc_status name_loop_cause(loop_mixes *m, const noc_workload_part *part,
                                  const noc_closed_point *point, bool guess,
                                  noc_bottleneck *bottleneck, noc_diag *diag)
{
    const noc_workload *w = &part->workload;
    if (guess) {
        noc_cause_put_loop(m->system, m->model->model,
                           noc_cause_guess_of_loop(m->system, point->limit), point, bottleneck);
        return NOC_OK;
    }
    const bool has_ends = noc_closed_has_core_groups(m->system->design, w);
    noc_closed_cores *cores = has_ends ? noc_closed_cores_new(m->system->design, w) : NULL;
    const bool crowd = cores && noc_closed_is_crowded(cores, m->system);
    const double reads = noc_workload_of_all_phases(w).read_fraction;
    const noc_open_curve *curve;
    noc_model *model;
    const noc_status status = find_curve(m, reads, crowd ? cores : NULL, &curve, &model, diag);
    if (status == NOC_OK) name_cause_of(curve, model, part, point, bottleneck);
    noc_closed_cores_free(cores);
    return status;
}

/* ---- shares in the mean ---------------------------------------------------------------------- */

/* Least share of a workload in the inverse of the set's IPC, if every core issues in every
 * cycle. */
static double least_share_of(const noc_design *design, const noc_workload_part *part)
{
    const noc_nodes_spec *nodes = &design->nodes;
    const double issue = fmax(1.0, (double)nodes->warp_threads / nodes->simd_width);
    return part->weight * issue / (part->workload.active_threads * nodes->compute);
}

static noc_heaviest heaviest_of(const noc_design *design, const noc_workload_part *part,
                                const noc_closed_point *point)
{
    noc_heaviest h = {
        .share = part->weight / (part->workload.active_threads * point->instructions),
        .least = least_share_of(design, part),
    };
    for (int b = 0; b < NOC_BINDINGS; b++) h.room[b] = point->limits[b] / point->rate;
    return h;
}

/* ---- the operating point -------------------------------------------------------------------- */

static void find_width(const noc_set_mean *mean, const noc_widths *w, const noc_system *system,
                       const noc_figure *ipc, noc_metric_id id, noc_set_widths *widths)
{
    const double value = mean->metrics[id];
    switch (id) {
#define AS_IPC                \
    widths->given[id] = true; \
    widths->figures[id] = noc_figure_proportional(value, ipc);
#define AGAINST_IPC           \
    widths->given[id] = true; \
    widths->figures[id] = noc_figure_inverse(value, ipc);
#define LOOP_ERROR(figure)    \
    widths->given[id] = true; \
    widths->figures[id] =     \
        noc_widths_loop(w, system, mean->binding, NOC_LOOP_FIGURE_##figure, value);
#include "hybrid/answers/metrics.def"
    default:
        break;
    }
}

static noc_status put(const noc_set_mean *mean, const noc_widths *widths,
                      const noc_loop_activity *activity, noc_figures *f, noc_diag *diag)
{
    if (!f) return NOC_OK;
    const noc_figure ipc = noc_widths_ipc(widths, f->system, mean->binding, noc_set_mean_ipc(mean));
    noc_set_widths own = {.given = {false}};
    for (int id = 0; id < NOC_METRICS; id++)
        find_width(mean, widths, f->system, &ipc, (noc_metric_id)id, &own);
    noc_set_mean_put(mean, &ipc, &own, f);
    const noc_status status = noc_figures_put_loop_activity(f, activity, diag);
    if (status == NOC_OK) noc_figures_widen_power(f, &ipc);
    return status;
}

noc_status noc_loop_model_put(const noc_system *system, const noc_calibration *calibration,
                              const noc_corrected_model *model, noc_kept *kept, noc_figures *f,
                              const noc_widths *widths, double *ipc, noc_estimate *e,
                              noc_diag *diag)
{
    noc_workload_part parts[NOC_WORKLOAD_PARTS_MAX];
    noc_closed_point points[NOC_WORKLOAD_PARTS_MAX];
    loop_mixes mixes = {.system = system, .calibration = calibration, .kept = kept, .model = model};
    noc_loop_activity activity;
    noc_set_mean mean;
    const size_t count = noc_design_workloads(system->design, parts);
    noc_status status = noc_loop_activity_begin(system, &activity, diag);
    noc_set_mean_begin(&mean);
    if (status == NOC_OK) status = solve_points(&mixes, parts, count, points, &activity, diag);
    if (status == NOC_OK) {
        for (size_t i = 0; i < count; i++) noc_set_mean_add_model(&mean, &parts[i], &points[i]);
        for (size_t i = 0; i < count; i++) e->memory_alone |= points[i].memory_alone;
        *ipc = noc_set_mean_ipc(&mean);
        e->loop_binding = (int)mean.binding;
        status = put(&mean, widths, &activity, f, diag);
    }
    if (status == NOC_OK)
        status = name_loop_cause(&mixes, mean.part, &points[mean.part - parts], kept != NULL,
                                 &e->bottleneck, diag);
    if (status == NOC_OK) {
        noc_bottleneck_put_workload(mean.part->name, count, &e->bottleneck);
        e->heaviest = heaviest_of(system->design, mean.part, &points[mean.part - parts]);
    }
    free_mixes(&mixes);
    noc_loop_activity_clear(&activity);
    return status;
}

/* ---- a trial -------------------------------------------------------------------------------- */

double noc_loop_highest_ipc(const noc_design *design)
{
    noc_workload_part parts[NOC_WORKLOAD_PARTS_MAX];
    const size_t count = noc_design_workloads(design, parts);
    double least = 0.0;
    for (size_t i = 0; i < count; i++) least += least_share_of(design, &parts[i]);
    return 1.0 / least;
}

/* True if a network contributes to the capacity of a resource. */
static bool is_part_of(const noc_design *design, int network, noc_binding binding)
{
    const int carries = design->networks[network].carries;
    if (binding == NOC_BINDS_REQUESTS) return carries != NOC_CARRIES_REPLY;
    return binding == NOC_BINDS_REPLIES && carries != NOC_CARRIES_REQUEST;
}

double noc_loop_most_without(const noc_design *design, const noc_heaviest *h, int network)
{
    const double highest = noc_loop_highest_ipc(design);
    double room = INFINITY;
    for (int b = 0; b < NOC_BINDINGS; b++)
        if (!is_part_of(design, network, (noc_binding)b)) room = fmin(room, h->room[b]);
    return 1.0 / (1.0 / highest + fmax(0.0, h->share / room - h->least));
}

static size_t part_named(const noc_workload_part *parts, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(parts[i].name, name) == 0) return i;
    return 0;
}

/* Shares in the inverse of a set's IPC: exact ones of solved workloads, least ones of the
 * others. */
typedef struct solved_shares {
    double share[NOC_WORKLOAD_PARTS_MAX], sum;
    bool is_solved[NOC_WORKLOAD_PARTS_MAX];
    double slowest; /* largest share of a solved workload */
    size_t count;
} solved_shares;

static void begin_shares(const noc_design *design, const noc_workload_part *parts, size_t count,
                         solved_shares *s)
{
    *s = (solved_shares){.count = count};
    for (size_t i = 0; i < count; i++) s->sum += s->share[i] = least_share_of(design, &parts[i]);
}

static void solve_share(const noc_workload_part *part, const noc_closed_point *point, size_t i,
                        solved_shares *s)
{
    const double share = part->weight / (part->workload.active_threads * point->instructions);
    s->sum += share - s->share[i];
    s->share[i] = share;
    s->is_solved[i] = true;
    s->slowest = fmax(s->slowest, share);
}

static double lowest(const double *least)
{
    double low = least[0];
    for (int b = 1; b < NOC_BINDINGS; b++) low = fmin(low, least[b]);
    return low;
}

/* True if the set's IPC can reach the least one of interest with workload i as the slowest, whose
 * binding resource then counts for the set. */
static bool may_do_with(const solved_shares *s, const noc_closed_point *points, const double *least,
                        size_t i)
{
    static const double rounding = 1e-9;
    const double more = s->slowest * (1.0 - rounding) - s->share[i];
    if (s->is_solved[i]) return !(more > 0.0) && !(s->sum * least[points[i].binding] > 1.0);
    return !((s->sum + fmax(more, 0.0)) * lowest(least) > 1.0);
}

static bool may_do(const solved_shares *s, const noc_closed_point *points, const double *least)
{
    for (size_t i = 0; i < s->count; i++)
        if (may_do_with(s, points, least, i)) return true;
    return false;
}

/* Solves the first workload, and then the others while the set's IPC can still reach the least one
 * of interest. *can_reach: it can, and all are solved. */
static noc_status solve_while(loop_mixes *m, const noc_loop_trial *t,
                              const noc_workload_part *parts, size_t count,
                              noc_closed_point *points, bool *done, noc_diag *diag)
{
    const size_t first = part_named(parts, count, t->first);
    noc_status status = NOC_OK;
    solved_shares s;
    begin_shares(m->system->design, parts, count, &s);
    *done = true;
    for (size_t k = 0; k < count && status == NOC_OK && *done; k++) {
        const size_t i = k == 0 ? first : k <= first ? k - 1 : k;
        status = solve_part(m, &parts[i], &points[i], NULL, diag);
        if (status == NOC_OK) solve_share(&parts[i], &points[i], i, &s);
        *done = status == NOC_OK && may_do(&s, points, t->least);
    }
    return status;
}

noc_status noc_loop_model_put_ipc(const noc_loop_trial *t, const noc_widths *widths, noc_figures *f,
                                  noc_diag *diag)
{
    noc_workload_part parts[NOC_WORKLOAD_PARTS_MAX];
    noc_closed_point points[NOC_WORKLOAD_PARTS_MAX];
    loop_mixes mixes = {.system = f->system, .calibration = t->calibration, .kept = t->kept};
    const size_t count = noc_design_workloads(f->system->design, parts);
    noc_set_mean mean;
    bool done;
    const noc_status status = solve_while(&mixes, t, parts, count, points, &done, diag);
    free_mixes(&mixes);
    if (!done) return status;
    noc_set_mean_begin(&mean);
    for (size_t i = 0; i < count; i++) noc_set_mean_add_model(&mean, &parts[i], &points[i]);
    noc_figures_put(f, NOC_METRIC_ipc,
                    noc_widths_ipc(widths, f->system, mean.binding, noc_set_mean_ipc(&mean)));
    return NOC_OK;
}
