#include "hybrid/answers/explain/breakdown.h"

#include <math.h>
#include <stdio.h>

#include "base/auto.h"
#include "hybrid/answers/figures/cost_figures.h"
#include "hybrid/answers/loop_model.h"
#include "hybrid/correction/calibration/kept_model.h"

static void name_networks(const noc_system *system, noc_breakdown *b)
{
    for (uint16_t n = 0; n < b->network_count; n++) {
        const noc_network *net = &system->graph.networks[n];
        const bool is_shared = net->carries[NOC_REQUEST] && net->carries[NOC_REPLY];
        const char *class_text = is_shared                   ? "both"
                                 : net->carries[NOC_REQUEST] ? "request"
                                                             : "reply";
        if (system->design->networks[net->spec_index].slices > 1)
            snprintf(b->names[n], sizeof b->names[n], "network %u (%s, slice %u)", net->spec_index,
                     class_text, net->slice);
        else
            snprintf(b->names[n], sizeof b->names[n], "network %u (%s)", net->spec_index,
                     class_text);
    }
}

/* Finds the cost at an activity. Without a table of costs the breakdown has no figures, and the
 * estimate has the reason. */
static noc_status find_cost(const noc_system *system, const noc_activity *activity,
                            noc_breakdown *b, noc_diag *diag)
{
    if (noc_cost_is_known(system->design))
        return noc_cost_by_router(system, activity, &b->cost, b->networks, b->routers, diag);
    b->cost.has_no_silicon = true;
    return NOC_OK;
}

static noc_status find_load_cost(const noc_system *system, noc_corrected_model corrected,
                                 noc_breakdown *b, noc_diag *diag)
{
    NOC_AUTO_FREE double *flits = noc_channels_alloc_rates(system);
    noc_corrected_simulate(&corrected, b->load);
    if (!flits || noc_overload_flits(system, noc_model_loads(corrected.model), &corrected.overload,
                                     b->load, flits) != NOC_OK)
        return noc_fail_memory(diag);
    noc_channels_sum_classes(system, flits);
    const noc_activity activity = {flits, 1.0, noc_system_packet_flits(system)};
    return find_cost(system, &activity, b, diag);
}

static noc_status find_loop_cost(const noc_system *system, const noc_calibration *calibration,
                                 const noc_corrected_model *corrected, noc_breakdown *b,
                                 noc_diag *diag)
{
    noc_workload_part parts[NOC_WORKLOAD_PARTS_MAX];
    noc_closed_point points[NOC_WORKLOAD_PARTS_MAX];
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    noc_loop_activity loop;
    const size_t count = noc_design_workloads(system->design, parts);
    noc_status status = noc_loop_activity_begin(system, &scratch, &loop, diag);
    if (status == NOC_OK)
        status = noc_closed_points_find(system, calibration, corrected, parts, count, points, &loop,
                                        diag);
    if (status != NOC_OK) return status;
    const noc_activity activity = noc_loop_activity_convert(&loop);
    return find_cost(system, &activity, b, diag);
}

static noc_status find_model_cost(const noc_system *system, const noc_calibration *calibration,
                                  noc_breakdown *b, noc_diag *diag)
{
    NOC_AUTO(noc_kept_model_release) noc_kept_model model = {.owned = NULL};
    const noc_status status =
        noc_kept_model_find(system, calibration, system->command_values, &model, diag);
    if (status != NOC_OK) return status;
    return b->has_loop_activity ? find_loop_cost(system, calibration, &model.corrected, b, diag)
                                : find_load_cost(system, model.corrected, b, diag);
}

noc_status noc_breakdown_make(const noc_system *system, const noc_calibration *calibration,
                              double load, double activity, noc_arena *arena, noc_breakdown *b,
                              noc_diag *diag)
{
    const uint16_t count = system->graph.network_count;
    const noc_activity nominal = {NULL, activity, noc_system_packet_flits(system)};
    *b = (noc_breakdown){
        .networks = noc_arena_array(arena, count, sizeof *b->networks),
        .names = noc_arena_array(arena, count, sizeof *b->names),
        .routers = noc_arena_array(arena, system->graph.router_count, sizeof *b->routers),
        .network_count = count,
        .load = isfinite(activity) ? NAN : load,
        .activity = activity,
        .has_loop_activity = system->design->closed_loop && isnan(load) && isnan(activity) &&
                             noc_graph_has_silicon(&system->graph),
    };
    if (arena->is_short) return noc_fail_memory(diag);
    const noc_status status =
        isfinite(b->load) || b->has_loop_activity
            ? find_model_cost(system, calibration, b, diag)
            : find_cost(system, isfinite(activity) ? &nominal : NULL, b, diag);
    if (status != NOC_OK) return status;
    name_networks(system, b);
    noc_cost_name_slowest(system, &b->cost, b->slowest_router, sizeof b->slowest_router);
    return NOC_OK;
}
