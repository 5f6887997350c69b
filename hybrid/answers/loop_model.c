#include "hybrid/answers/loop_model.h"

#include <math.h>
#include <string.h>

#include "analytic/loop/closed_cores.h"
#include "analytic/multicast.h"
#include "base/auto.h"
#include "hybrid/answers/cause.h"
#include "hybrid/answers/estimate.h"
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
    const noc_loop_shares shares = {point->memories.row_hit_rate, point->ends.absorbed};
    /* share of slots in use by kernels that end; NAN: kernels run for ever */
    const double pace = point->ends.relative_pace;
    const double rate = pace > 0.0 ? pace * point->rate : point->rate;
    const double *unicast_flits = noc_model_loads(model)->carried_flits;
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    if (!activity) return;
    noc_loop_activity_add(activity, system, part, &shares, rate * system->traffic.injector_count,
                          noc_forked_flits(system, unicast_flits, point->replies.group, &scratch),
                          rate);
}

/* System, model and open curve for a loop whose packets differ from the design's traffic
 * (noc_loop_has_other_mix), or whose CTAs are crowded on some cores. */
typedef struct packet_mix {
    noc_design design;
    noc_system *system;
    noc_model *model;
    noc_open_curve curve;
    double read_share;
    bool is_crowded;
} packet_mix;

/* Systems for the workloads of a set: that of the traffic, and the last one of another mix of
 * packets, shared by workloads with equal shares of reads. */
typedef struct loop_mixes {
    const noc_system *system;
    const noc_calibration *calibration;
    noc_value_cache *kept_results; /* results of stages, from other designs; NULL: none */
    noc_value_cache own_results;   /* results for this call, used if `kept_results` is NULL */
    /* model of the traffic; NULL: `own_model` is made at first use */
    const noc_corrected_model *model;
    noc_corrected_model own_model;
    noc_open_curve curve; /* open curve of the traffic, found at first use */
    bool has_curve;
    packet_mix other_mix; /* last other mix; its system is NULL if there is none */
} loop_mixes;

/* Chooses the stored results: of other designs, or of this call. */
static noc_value_cache *choose_kept_results(loop_mixes *m)
{
    return m->kept_results ? m->kept_results : &m->own_results;
}

static noc_status find_curve_of_traffic(loop_mixes *m, noc_diag *diag)
{
    if (m->has_curve) return NOC_OK;
    if (!m->model) {
        m->own_model.model = noc_model_new_kept(m->system, m->kept_results);
        if (!m->own_model.model) return noc_fail_memory(diag);
        m->own_model = noc_calibration_correct(m->system, m->own_model.model, m->calibration);
        m->model = &m->own_model;
    }
    noc_open_curve_find(m->system, m->model, &m->curve);
    m->curve.parts = noc_memory_parts(choose_kept_results(m));
    m->has_curve = true;
    return NOC_OK;
}

static void free_other_mix(loop_mixes *m)
{
    noc_model_free(m->other_mix.model);
    noc_system_free(m->other_mix.system);
    noc_read_settings_clear(&m->other_mix.design.read_settings);
    m->other_mix = (packet_mix){.system = NULL};
}

static void free_mixes(loop_mixes *m)
{
    free_other_mix(m);
    noc_model_free(m->own_model.model);
    noc_cache_clear(&m->own_results);
}

/* Records the settings on which the loads of a mix depend: those of the traffic's loads, and the
 * mix itself. */
static void note_read_settings(const noc_read_settings *traffic_settings, noc_design *design)
{
    const noc_cache_key loads = noc_read_settings_key(traffic_settings, NOC_LOADS_STAGE);
    const double mix[] = {design->traffic.read_fraction, design->traffic.write_reply_bytes,
                          design->traffic.data_bytes};
    if (!loads.bytes) return;
    noc_read_settings_add(&design->read_settings, loads.bytes, loads.size);
    noc_read_settings_add(&design->read_settings, mix, sizeof mix);
    noc_read_settings_end(&design->read_settings, NOC_LOADS_STAGE);
}

static noc_status make_mix(loop_mixes *m, const noc_closed_cores *crowd, packet_mix *mix,
                           noc_diag *diag)
{
    const noc_status status =
        noc_loop_make_mix(m->system, mix->read_share, &mix->design, &mix->system, diag);
    if (status != NOC_OK) return status;
    if (crowd && !noc_closed_scale_flows(crowd, mix->system)) return noc_fail_memory(diag);
    if (!crowd) note_read_settings(&m->system->design->read_settings, &mix->design);
    mix->model = noc_model_new_kept(mix->system, m->kept_results);
    if (!mix->model) return noc_fail_memory(diag);
    const noc_corrected_model corrected =
        noc_calibration_correct(mix->system, mix->model, m->calibration);
    noc_open_curve_find(mix->system, &corrected, &mix->curve);
    mix->curve.parts = noc_memory_parts(choose_kept_results(m));
    return NOC_OK;
}

/* Finds the system for a share of reads. `crowd`: cores with crowded CTAs, or NULL. Systems of
 * crowded cores are never shared. */
static noc_status find_mix(loop_mixes *m, double reads, const noc_closed_cores *crowd,
                           noc_diag *diag)
{
    static const double rounding = 1e-9;
    packet_mix *mix = &m->other_mix;
    if (mix->model && !mix->is_crowded && !crowd && fabs(mix->read_share - reads) <= rounding)
        return NOC_OK;
    free_other_mix(m);
    mix->read_share = reads;
    mix->is_crowded = crowd != NULL;
    return make_mix(m, crowd, mix, diag);
}

/* Finds the share of reads among the requests that a workload's cores send, since merged reads are
 * not sent. A nearly equal share of the traffic replaces it. */
static noc_status find_read_share(loop_mixes *m, noc_closed_cores *cores, const noc_workload *w,
                                  double *reads, noc_diag *diag)
{
    static const double tolerance = 0.005;
    const double traffic_reads = m->system->design->traffic.read_fraction;
    *reads = w->read_fraction;
    if (!cores) return NOC_OK;
    if (!noc_closed_sends_all_reads(cores, reads)) {
        const noc_status status = find_curve_of_traffic(m, diag);
        if (status != NOC_OK) return status;
        *reads = noc_closed_sent_reads(cores, &m->curve);
    }
    if (fabs(*reads - traffic_reads) <= tolerance) *reads = traffic_reads;
    return NOC_OK;
}

/* Finds curve and model for a share of reads, or for crowded cores: those of the traffic, or of
 * another mix. */
static noc_status find_curve(loop_mixes *m, double reads, const noc_closed_cores *crowd,
                             const noc_open_curve **curve, noc_model **model, noc_diag *diag)
{
    const bool other = crowd || noc_loop_has_other_mix(m->system, reads);
    const noc_status status =
        other ? find_mix(m, reads, crowd, diag) : find_curve_of_traffic(m, diag);
    if (status != NOC_OK) return status;
    *curve = other ? &m->other_mix.curve : &m->curve;
    *model = other ? m->other_mix.model : m->model->model;
    return NOC_OK;
}

static noc_status solve_part(loop_mixes *m, const noc_workload_part *part, noc_closed_point *point,
                             noc_loop_activity *activity, noc_diag *diag)
{
    const noc_closed_calibration *closed = m->calibration ? noc_closed_calibration_shipped() : NULL;
    const noc_workload *w = &part->workload;
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    const bool has_ends = noc_closed_has_core_groups(m->system->design, w);
    noc_closed_cores *cores =
        has_ends ? noc_closed_cores_new(m->system->design, w, &scratch) : NULL;
    if (has_ends && !cores) return noc_fail_memory(diag);
    const bool crowd = cores && noc_closed_is_crowded(cores, m->system);
    const noc_open_curve *curve;
    noc_model *model;
    double reads;
    noc_status status = find_read_share(m, cores, w, &reads, diag);
    if (status == NOC_OK) status = find_curve(m, reads, crowd ? cores : NULL, &curve, &model, diag);
    if (status != NOC_OK) return status;
    noc_closed_solve_cores(cores, curve, w, closed, point);
    add_activity(activity, curve->system, model, part, point);
    return NOC_OK;
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

noc_status noc_closed_points_find(const noc_system *system, const noc_calibration *calibration,
                                  const noc_corrected_model *model, const noc_workload_part *parts,
                                  size_t count, noc_closed_point *points,
                                  noc_loop_activity *activity, noc_diag *diag)
{
    NOC_AUTO(free_mixes)
    loop_mixes mixes = {.system = system, .calibration = calibration, .model = model};
    return solve_points(&mixes, parts, count, points, activity, diag);
}

/* ---- causes --------------------------------------------------------------------------------- */

static void name_exact_cause(const noc_open_curve *curve, noc_model *model,
                             const noc_workload_part *part, const noc_closed_point *point,
                             noc_bottleneck *bottleneck)
{
    const noc_cause cause = noc_cause_find_loop(curve, model, &part->workload, point);
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
                           noc_cause_guess_loop(m->system, point->lowest_limit), point, bottleneck);
        return NOC_OK;
    }
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    const bool has_ends = noc_closed_has_core_groups(m->system->design, w);
    noc_closed_cores *cores =
        has_ends ? noc_closed_cores_new(m->system->design, w, &scratch) : NULL;
    const bool crowd = cores && noc_closed_is_crowded(cores, m->system);
    const double reads = noc_workload_phase_mean(w).read_fraction;
    const noc_open_curve *curve;
    noc_model *model;
    const noc_status status = find_curve(m, reads, crowd ? cores : NULL, &curve, &model, diag);
    if (status == NOC_OK) name_exact_cause(curve, model, part, point, bottleneck);
    return status;
}

/* ---- shares in the mean ---------------------------------------------------------------------- */

/* Least share of a workload in the inverse of the set's IPC, if every core issues in every
 * cycle. */
static double find_least_share(const noc_design *design, const noc_workload_part *part)
{
    const noc_nodes_spec *nodes = &design->nodes;
    const double issue = fmax(1.0, (double)nodes->warp_threads / nodes->simd_width);
    return part->weight * issue / (part->workload.active_threads * nodes->compute);
}

static noc_heaviest_workload make_heaviest_workload(const noc_design *design,
                                                    const noc_workload_part *part,
                                                    const noc_closed_point *point)
{
    noc_heaviest_workload h = {
        .share = part->weight / (part->workload.active_threads * point->instructions),
        .least_share = find_least_share(design, part),
    };
    for (int b = 0; b < NOC_BINDINGS; b++)
        h.capacity_ratios[b] = point->resource_capacity[b] / point->rate;
    return h;
}

/* ---- the operating point -------------------------------------------------------------------- */

static void give_width(noc_set_widths *widths, noc_metric_id id, noc_figure figure)
{
    widths->given[id] = true;
    widths->figures[id] = figure;
}

static noc_set_widths find_widths(const noc_set_mean *mean, const noc_widths *w,
                                  const noc_system *system, const noc_figure *ipc)
{
    noc_set_widths widths = {.given = {false}};
    noc_metric_id id;
#define NOC_EACH_METRIC
#define AS_IPC      give_width(&widths, id, noc_figure_proportional(mean->metrics[id], ipc));
#define AGAINST_IPC give_width(&widths, id, noc_figure_inverse(mean->metrics[id], ipc));
#define LOOP_ERROR(figure) \
    give_width(            \
        &widths, id,       \
        noc_widths_loop(w, system, mean->binding, NOC_LOOP_FIGURE_##figure, mean->metrics[id]));
#include "hybrid/answers/metrics.def"
    return widths;
}

static noc_status put_mean(const noc_set_mean *mean, const noc_widths *widths,
                           const noc_loop_activity *activity, noc_figures *f, noc_diag *diag)
{
    if (!f) return NOC_OK;
    const noc_figure ipc = noc_widths_ipc(widths, f->system, mean->binding, noc_set_mean_ipc(mean));
    const noc_set_widths intervals = find_widths(mean, widths, f->system, &ipc);
    noc_set_mean_put(mean, &ipc, &intervals, f);
    const noc_status status = noc_figures_put_loop_activity(f, activity, diag);
    if (status == NOC_OK) noc_figures_widen_power(f, &ipc);
    return status;
}

static noc_set_mean mean_points(const noc_workload_part *parts, const noc_closed_point *points,
                                size_t count)
{
    noc_set_mean mean;
    noc_set_mean_begin(&mean);
    for (size_t i = 0; i < count; i++) noc_set_mean_add_model(&mean, &parts[i], &points[i]);
    return mean;
}

noc_status noc_loop_model_put(const noc_system *system, const noc_calibration *calibration,
                              const noc_corrected_model *model, noc_value_cache *kept_results,
                              noc_figures *f, const noc_widths *widths, double *ipc,
                              noc_estimate *e, noc_diag *diag)
{
    noc_workload_part parts[NOC_WORKLOAD_PARTS_MAX];
    noc_closed_point points[NOC_WORKLOAD_PARTS_MAX];
    NOC_AUTO(free_mixes)
    loop_mixes mixes = {
        .system = system, .calibration = calibration, .kept_results = kept_results, .model = model};
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    noc_loop_activity activity;
    const size_t count = noc_design_workloads(system->design, parts);
    noc_status status = noc_loop_activity_begin(system, &scratch, &activity, diag);
    if (status == NOC_OK) status = solve_points(&mixes, parts, count, points, &activity, diag);
    if (status != NOC_OK) return status;
    const noc_set_mean mean = mean_points(parts, points, count);
    const noc_closed_point *slowest_point = &points[mean.slowest_part - parts];
    for (size_t i = 0; i < count; i++) e->memory_alone |= points[i].memories.is_measured;
    *ipc = noc_set_mean_ipc(&mean);
    e->loop_binding = (int)mean.binding;
    status = put_mean(&mean, widths, &activity, f, diag);
    if (status == NOC_OK)
        status = name_loop_cause(&mixes, mean.slowest_part, slowest_point, kept_results != NULL,
                                 &e->bottleneck, diag);
    if (status != NOC_OK) return status;
    noc_bottleneck_put_workload(mean.slowest_part->name, count, &e->bottleneck);
    e->heaviest_workload = make_heaviest_workload(system->design, mean.slowest_part, slowest_point);
    return NOC_OK;
}

/* ---- a trial -------------------------------------------------------------------------------- */

double noc_loop_highest_ipc(const noc_design *design)
{
    noc_workload_part parts[NOC_WORKLOAD_PARTS_MAX];
    const size_t count = noc_design_workloads(design, parts);
    double least = 0.0;
    for (size_t i = 0; i < count; i++) least += find_least_share(design, &parts[i]);
    return 1.0 / least;
}

/* True if a network contributes to the capacity of a resource. */
static bool serves_resource(const noc_design *design, int network, noc_binding binding)
{
    const int carries = design->networks[network].carried_traffic;
    if (binding == NOC_BINDS_REQUESTS) return carries != NOC_CARRIES_REPLY;
    return binding == NOC_BINDS_REPLIES && carries != NOC_CARRIES_REQUEST;
}

double noc_loop_bound_ipc(const noc_design *design, const noc_heaviest_workload *h, int network)
{
    const double highest = noc_loop_highest_ipc(design);
    double room = INFINITY;
    for (int b = 0; b < NOC_BINDINGS; b++)
        if (!serves_resource(design, network, (noc_binding)b))
            room = fmin(room, h->capacity_ratios[b]);
    return 1.0 / (1.0 / highest + fmax(0.0, h->share / room - h->least_share));
}

static size_t find_part(const noc_workload_part *parts, size_t count, const char *name)
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
    for (size_t i = 0; i < count; i++) s->sum += s->share[i] = find_least_share(design, &parts[i]);
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

static double find_lowest(const double *least)
{
    double low = least[0];
    for (int b = 1; b < NOC_BINDINGS; b++) low = fmin(low, least[b]);
    return low;
}

/* True if the set's IPC can reach the least one of interest with workload i as the slowest, whose
 * binding resource then counts for the set. */
static bool can_reach_with(const solved_shares *s, const noc_closed_point *points,
                           const double *least, size_t i)
{
    static const double rounding = 1e-9;
    const double added_share = s->slowest * (1.0 - rounding) - s->share[i];
    if (s->is_solved[i]) return !(added_share > 0.0) && !(s->sum * least[points[i].binding] > 1.0);
    return !((s->sum + fmax(added_share, 0.0)) * find_lowest(least) > 1.0);
}

static bool can_reach_ipc(const solved_shares *s, const noc_closed_point *points,
                          const double *least)
{
    for (size_t i = 0; i < s->count; i++)
        if (can_reach_with(s, points, least, i)) return true;
    return false;
}

/* Solves the first workload, and then the others while the set's IPC can still reach the least one
 * of interest. *can_reach: the IPC can reach it, and all workloads are solved. */
static noc_status solve_candidates(loop_mixes *m, const noc_trial_question *t,
                                   const noc_workload_part *parts, size_t count,
                                   noc_closed_point *points, bool *can_reach, noc_diag *diag)
{
    const size_t first = find_part(parts, count, t->first_workload);
    noc_status status = NOC_OK;
    solved_shares s;
    begin_shares(m->system->design, parts, count, &s);
    *can_reach = true;
    for (size_t k = 0; k < count && status == NOC_OK && *can_reach; k++) {
        const size_t i = k == 0 ? first : k <= first ? k - 1 : k;
        status = solve_part(m, &parts[i], &points[i], NULL, diag);
        if (status == NOC_OK) solve_share(&parts[i], &points[i], i, &s);
        *can_reach = status == NOC_OK && can_reach_ipc(&s, points, t->least_ipc);
    }
    return status;
}

noc_status noc_loop_model_put_ipc(const noc_trial_question *t, const noc_widths *widths,
                                  noc_figures *f, noc_diag *diag)
{
    noc_workload_part parts[NOC_WORKLOAD_PARTS_MAX];
    noc_closed_point points[NOC_WORKLOAD_PARTS_MAX];
    NOC_AUTO(free_mixes)
    loop_mixes mixes = {
        .system = f->system, .calibration = t->calibration, .kept_results = t->kept_results};
    const size_t count = noc_design_workloads(f->system->design, parts);
    bool can_reach;
    const noc_status status = solve_candidates(&mixes, t, parts, count, points, &can_reach, diag);
    if (!can_reach) return status;
    const noc_set_mean mean = mean_points(parts, points, count);
    noc_figures_put(f, NOC_METRIC_ipc,
                    noc_widths_ipc(widths, f->system, mean.binding, noc_set_mean_ipc(&mean)));
    return NOC_OK;
}
