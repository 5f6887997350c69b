#include "tests/support/runs/stages.h"

#include <math.h>
#include <string.h>

#include "analytic/batches/eager_model.h"
#include "hybrid/answers/estimate.h"
#include "hybrid/answers/loop_model.h"
#include "hybrid/correction/calibration/shipped.h"
#include "tests/support/helpers.h"

static void fold(uint64_t *bits, uint64_t raw)
{
    *bits = (*bits ^ raw) * 1099511628211u;
}

static void fold_real(uint64_t *bits, double number)
{
    uint64_t raw = 1;
    if (!isnan(number)) memcpy(&raw, &number, sizeof raw);
    fold(bits, raw);
}

static void fold_reals(uint64_t *bits, const double *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++) fold_real(bits, numbers[i]);
}

/* ---- graph and routes ----------------------------------------------------------------------- */

static uint64_t graph_of(const noc_graph *g)
{
    uint64_t bits = g->network_count;
    for (uint32_t t = 0; t < g->terminal_count; t++) {
        const noc_terminal *at = &g->terminals[t];
        fold(&bits, at->kind);
        fold(&bits, (uint64_t)(at->row * 10000 + at->column));
        for (uint32_t i = 0; i < at->injections; i++)
            fold(&bits, g->injections[at->first_injection + i]);
        for (uint32_t i = 0; i < at->ejections; i++)
            fold(&bits, g->ejections[at->first_ejection + i]);
    }
    for (uint32_t r = 0; r < g->router_count; r++) {
        fold(&bits, g->routers[r].network);
        fold(&bits, (uint64_t)(g->routers[r].row * 10000 + g->routers[r].column));
        fold(&bits, g->routers[r].is_half);
    }
    for (uint32_t c = 0; c < g->channel_count; c++) {
        fold(&bits, (uint64_t)g->channels[c].kind << 32 | g->channels[c].network);
        fold(&bits, (uint64_t)g->channels[c].from << 32 | g->channels[c].to);
        fold(&bits, g->channels[c].sharers);
    }
    return bits;
}

static uint64_t routes_of(const noc_system *s)
{
    uint64_t bits = s->vc_layers;
    for (size_t f = 0; f < s->traffic.flow_count; f++) {
        const noc_flow *flow = &s->traffic.flows[f];
        fold(&bits, (uint64_t)flow->source << 32 | flow->destination);
        fold(&bits, flow->class);
        fold(&bits, flow->route.path_count);
        fold_real(&bits, flow->rate);
    }
    for (uint32_t p = 0; p < s->routes.path_count; p++) {
        fold(&bits, s->routes.paths[p].first_hop);
        fold_real(&bits, s->routes.paths[p].probability);
    }
    for (uint32_t h = 0; h < s->routes.hop_count; h++) {
        fold(&bits, (uint64_t)s->routes.hops[h].channel << 32 | s->routes.hops[h].vcs);
        fold(&bits, s->routes.hops[h].next);
    }
    return bits;
}

/* ---- the model ------------------------------------------------------------------------------ */

static void fold_parts(uint64_t *bits, const noc_parts *parts)
{
    for (uint32_t i = 0; i < parts->count; i++) {
        fold(bits, parts->first_member[i]);
        fold(bits, parts->member_count[i]);
    }
}

static uint64_t traffic_of(const noc_system *s)
{
    const noc_traffic *t = &s->traffic;
    uint64_t bits = t->injector_count;
    fold_real(&bits, t->replied_share);
    fold_real(&bits, t->injected_flits);
    fold_real(&bits, t->transaction_bytes);
    fold_real(&bits, t->transaction_data_bytes);
    for (int i = 0; i < t->length_count; i++) {
        fold_real(&bits, t->lengths[i].share);
        fold_real(&bits, t->lengths[i].header_bytes);
        for (uint16_t n = 0; n < s->graph.network_count; n++) fold(&bits, t->lengths[i].flits[n]);
    }
    for (uint32_t c = 0; c < s->graph.channel_count; c++) {
        fold(&bits, s->graph.channels[c].latency);
        fold_real(&bits, s->graph.channels[c].flits_per_cycle);
    }
    return bits;
}

static uint64_t loads_of(const noc_system *s)
{
    uint64_t bits = traffic_of(s);
    noc_flow_map map;
    assert_int_equal(noc_flow_map_new(s, &map), NOC_OK);
    for (uint32_t c = 0; c < s->graph.channel_count; c++) {
        fold_real(&bits, map.loads.channel_flits[c]);
        fold_real(&bits, map.loads.busy_cycles[c]);
        fold_real(&bits, map.loads.carried_flits[c]);
    }
    for (uint32_t p = 0; p < map.loads.pair_count; p++) {
        fold_real(&bits, map.loads.pairs[p].stream.flits);
        fold_real(&bits, map.loads.pairs[p].stream.squares);
        fold(&bits, map.symmetry.pair_colours[p]);
    }
    for (size_t k = 0; k < map.paths.count; k++) {
        fold(&bits, (uint64_t)map.paths.list[k].first << 32 | map.paths.list[k].routers);
        fold_real(&bits, map.paths.list[k].share);
    }
    fold_parts(&bits, &map.symmetry.groups);
    fold_parts(&bits, &map.symmetry.channels);
    fold_parts(&bits, &map.symmetry.terminals);
    noc_arena_clear(&map.arena);
    return bits;
}

static void fold_point(uint64_t *bits, const noc_model_point *p)
{
    fold(bits, p->state);
    fold_real(bits, p->request_latency);
    fold_real(bits, p->reply_latency);
    fold_real(bits, p->network_latency);
    fold_real(bits, p->accepted);
}

/* The rest of what a system has of its networks. */
static uint64_t networks_of(const noc_graph *g)
{
    uint64_t bits = 0;
    for (uint16_t n = 0; n < g->network_count; n++) {
        const noc_network *net = &g->networks[n];
        const noc_vc_parameters *vc = &net->vc;
        const uint64_t numbers[] = {
            net->flit_bytes,         vc->virtual_channels,     vc->buffer_flits,
            vc->route_cycles,        vc->traverse_cycles,      vc->input_speedup,
            vc->credit_cycles,       vc->allocation_hold,      vc->overlaps_packets,
            vc->atomic_reallocation, vc->is_speculative,       vc->router_stages,
            vc->allocator,           vc->has_trimmed_routers,  vc->is_multirate,
            vc->speculation_yields,  vc->allocator_iterations, net->ideal.flits_per_cycle};
        for (size_t i = 0; i < TEST_COUNT(numbers); i++) fold(&bits, numbers[i]);
        fold_real(&bits, vc->internal_speedup);
        fold_real(&bits, vc->terminal_link_mm);
        fold_real(&bits, net->nominal_inputs);
        fold(&bits, (uint64_t)net->slice_choice);
        fold(&bits, (uint64_t)vc->port_choice);
    }
    for (uint32_t r = 0; r < g->router_count; r++) {
        fold(&bits, g->routers[r].built_crossbar.crosspoints);
        fold(&bits, g->routers[r].connected_inputs);
    }
    for (uint32_t c = 0; c < g->channel_count; c++) {
        fold_real(&bits, g->channels[c].length_mm);
        fold(&bits, g->channels[c].is_timed);
        fold(&bits, g->channels[c].is_long);
    }
    return bits;
}

static uint64_t contention_of(const noc_system *s, const noc_corrected_model *m)
{
    uint64_t bits = networks_of(&s->graph);
    noc_model_point point;
    noc_profile profile;
    double contention;
    noc_model_find_profile(m->model, &profile, &contention);
    fold_real(&bits, contention);
    fold_reals(&bits, (const double *)&profile, sizeof profile / sizeof(double));
    const noc_model_limits *limits[] = {&m->model_limits, &m->corrected_limits};
    for (size_t i = 0; i < TEST_COUNT(limits); i++) {
        fold_real(&bits, limits[i]->saturation);
        fold_real(&bits, limits[i]->overflow);
        fold_real(&bits, limits[i]->knee);
    }
    fold_point(&bits, &m->idle_point);
    fold_real(&bits, m->prediction.distance);
    noc_corrected_solve(m, 0.5 * fmin(m->corrected_limits.saturation, 1.0), &point);
    fold_point(&bits, &point);
    return bits;
}

static void fold_closed(uint64_t *bits, const noc_closed_point *p)
{
    fold(bits, p->ties);
    fold_real(bits, p->rate);
    fold_real(bits, p->instructions);
    fold_real(bits, p->round_trip);
    fold_real(bits, p->memories.stalled);
    fold_real(bits, p->memories.row_hit_rate);
    fold_real(bits, p->memories.bank_parallelism);
    fold_real(bits, p->memories.dram_used);
    fold_real(bits, p->mshrs_used);
    fold_reals(bits, (const double *)&p->ends, sizeof p->ends / sizeof(double));
    fold_real(bits, p->replies.group);
    fold_real(bits, p->replies.burst_wait);
    fold_real(bits, p->replies.normal_wait);
    fold_real(bits, p->capacity);
    fold_reals(bits, p->resource_capacity, NOC_BINDINGS);
    for (size_t i = 0; i < p->phases.count; i++) fold_real(bits, p->phases.core_share[i]);
}

static uint64_t loop_of(const noc_system *s, const noc_corrected_model *m)
{
    static noc_workload_part parts[NOC_WORKLOAD_PARTS_MAX];
    static noc_closed_point points[NOC_WORKLOAD_PARTS_MAX];
    uint64_t bits = s->design->closed_loop;
    noc_eager_point eager;
    if (noc_traffic_is_eager(&s->design->traffic)) {
        assert_int_equal(noc_eager_solve(s, m, &eager), NOC_OK);
        fold_real(&bits, eager.rate);
        fold_real(&bits, eager.makespan);
        fold_real(&bits, eager.outstanding);
    }
    const size_t count = noc_design_workloads(s->design, parts);
    assert_int_equal(
        noc_closed_points_find(s, noc_calibration_shipped(), m, parts, count, points, NULL, NULL),
        NOC_OK);
    for (size_t i = 0; i < count; i++) fold_closed(&bits, &points[i]);
    return bits;
}

static uint64_t cost_of(const noc_system *s)
{
    uint64_t bits = 0;
    noc_estimate e;
    assert_int_equal(noc_estimate_cost(s, &e, NULL), NOC_OK);
    for (int i = 0; i < NOC_METRICS; i++) fold_real(&bits, e.metrics[i].value);
    return bits;
}

test_stages test_stages_of(const noc_system *s)
{
    noc_model *model = noc_model_new(s);
    assert_non_null(model);
    const noc_corrected_model corrected =
        noc_calibration_correct(s, model, noc_calibration_shipped());
    test_stages stages = {.of = {
                              [NOC_GRAPH_STAGE] = graph_of(&s->graph),
                              [NOC_ROUTES_STAGE] = routes_of(s),
                              [NOC_LOADS_STAGE] = loads_of(s),
                              [NOC_CONTENTION_STAGE] = contention_of(s, &corrected),
                              [NOC_LOOP_STAGE] = loop_of(s, &corrected),
                              [NOC_COST_STAGE] = cost_of(s),
                          }};
    for (noc_answer_stage stage = NOC_GRAPH_STAGE; stage < NOC_KEPT_STAGES; stage++) {
        const noc_cache_key key = noc_read_settings_key(&s->design->read_settings, stage);
        for (size_t i = 0; i < key.size; i++)
            fold(&stages.read[stage], ((const unsigned char *)key.bytes)[i]);
    }
    noc_model_free(model);
    return stages;
}
