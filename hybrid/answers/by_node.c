#include "hybrid/answers/by_node.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "analytic/batches/eager_model.h"
#include "analytic/curve/model.h"
#include "analytic/zero_load.h"
#include "base/auto.h"
#include "hybrid/correction/calibration/calibration.h"
#include "network/graph/node_numbers.h"
#include "network/kinds/kinds.h"

enum { PAIRS_MAX = 200000 };

/* Counts the flows of packets that nodes create: flows of requests, or all flows without
 * replies. */
static size_t count_created_flows(const noc_system *s)
{
    size_t count = 0;
    while (count < s->traffic.flow_count && s->traffic.flows[count].class == NOC_REQUEST) count++;
    return count;
}

noc_status noc_node_pairs_check(const noc_system *s, noc_diag *diag)
{
    const noc_traffic_spec *t = &s->design->traffic;
    const char *reason = NULL;
    if (t->classes.count)
        reason = "packets are of one kind there, and traffic.classes are several";
    else if (noc_traffic_is_multicast(t))
        reason =
            "packets go from one node to one there, and packets of traffic.multicast to several";
    else if (t->batch_packets > 0)
        reason = "nodes send at a rate there, and nodes of traffic.batch until they have sent all "
                 "(traffic.outstanding alone)";
    if (reason) return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE, "--by-node: %s", reason);
    if (count_created_flows(s) > PAIRS_MAX)
        return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE,
                        "--by-node: %zu pairs of nodes, at most %d are told "
                        "(traffic.sources, traffic.destinations)",
                        count_created_flows(s), PAIRS_MAX);
    return NOC_OK;
}

/* ---- the model ------------------------------------------------------------------------------ */

/* Latency parts and rates of the flows of created packets, replies included. */
typedef struct trips {
    const noc_system *system;
    noc_node_latency *latencies; /* idle latency and waits of each flow, cycles */
    double *rates;               /* delivered packets per cycle of each flow */
    size_t count;                /* number of flows of created packets */
    bool waits_known;            /* waits were found */
} trips;

static uint32_t find_reply_flow(const noc_system *s, const noc_flow *flow)
{
    return noc_traffic_find_flow(&s->traffic, NOC_REPLY, flow->destination, flow->source);
}

/* Adds the latency of replies to that of requests, whose flows come before all replies. */
static void add_replies(trips *t)
{
    for (size_t f = 0; f < t->count; f++) {
        const uint32_t reply = find_reply_flow(t->system, &t->system->traffic.flows[f]);
        if (reply == NOC_NONE) continue;
        t->latencies[f].idle_cycles +=
            NOC_REPLY_WAIT_CYCLES + noc_answer_cycles(t->system) + t->latencies[reply].idle_cycles;
        t->latencies[f].wait_cycles += t->latencies[reply].wait_cycles;
        t->rates[f] = t->rates[reply];
    }
}

/* Mean latency parts of the flows [from, end), weighted by rates. */
static noc_node_latency compute_mean_trip(const trips *t, size_t from, size_t end)
{
    noc_node_latency mean = {0.0, 0.0};
    double packets = 0.0;
    for (size_t f = from; f < end; f++) {
        const double rate = t->system->traffic.flows[f].rate;
        mean.idle_cycles += rate * t->latencies[f].idle_cycles;
        mean.wait_cycles += rate * t->latencies[f].wait_cycles;
        packets += rate;
    }
    return (noc_node_latency){mean.idle_cycles / packets, mean.wait_cycles / packets};
}

/* Puts the flows [from, end). The mean of their waits becomes `mean_wait` cycles, in proportion to
 * the model's waits. */
static void put_flows(const trips *t, size_t from, size_t end, double mean_wait,
                      noc_sample_flow *list)
{
    const double model_wait = compute_mean_trip(t, from, end).wait_cycles;
    for (size_t f = from; f < end; f++) {
        const double wait = model_wait > 0.0 && isfinite(model_wait)
                                ? t->latencies[f].wait_cycles / model_wait * mean_wait
                                : mean_wait;
        list[f] = (noc_sample_flow){t->rates[f], t->latencies[f].idle_cycles + wait};
    }
}

/* Puts the flows at a load. Their waits are scaled to the corrected mean latency of all packets. */
static void put_load_flows(trips *t, noc_corrected_model *corrected, double load,
                           noc_sample_flow *list)
{
    noc_model_point point;
    noc_corrected_simulate(corrected, load);
    noc_corrected_solve(corrected, load, &point);
    t->waits_known = noc_model_flow_latencies(corrected->model, t->latencies);
    noc_overload_flows(t->system, &corrected->overload, load, t->rates);
    add_replies(t);
    const bool replies = noc_graph_has_replies(&t->system->graph);
    const double mean = replies ? point.round_trip : point.packet_latency;
    const bool has_waits = t->waits_known && !noc_overload_is_unstable(&corrected->overload, load);
    put_flows(t, 0, t->count,
              has_waits ? mean - compute_mean_trip(t, 0, t->count).idle_cycles : NAN, list);
}

/* Puts the flows of nodes that keep packets in flight. Each node has its own rate and waits. */
static noc_status put_eager_flows(trips *t, const noc_corrected_model *corrected,
                                  noc_sample_flow *list)
{
    const noc_flow *flows = t->system->traffic.flows;
    noc_eager_point point;
    NOC_AUTO_FREE noc_eager_node *nodes =
        calloc(t->system->graph.terminal_count + 1u, sizeof *nodes);
    if (!nodes || noc_eager_solve_nodes(t->system, corrected, &point, nodes) != NOC_OK)
        return NOC_EFAILED;
    t->waits_known = noc_model_flow_latencies(corrected->model, t->latencies);
    add_replies(t);
    for (size_t f = 0, end; f < t->count; f = end) {
        double sum = 0.0;
        for (end = f; end < t->count && flows[end].source == flows[f].source; end++)
            sum += flows[end].rate;
        const noc_eager_node *node = &nodes[flows[f].source];
        for (size_t k = f; k < end; k++) t->rates[k] = node->rate * flows[k].rate / sum;
        put_flows(t, f, end, node->wait_cycles, list);
    }
    return NOC_OK;
}

/* Puts the flows without a load: packets are alone. */
static void put_idle_flows(trips *t, noc_model *model, noc_sample_flow *list)
{
    noc_model_point idle;
    noc_model_solve(model, 0.0, &idle);
    noc_model_flow_latencies(model, t->latencies);
    for (size_t f = 0; f < t->system->traffic.flow_count; f++) t->rates[f] = NAN;
    add_replies(t);
    put_flows(t, 0, t->count, 0.0, list);
}

static noc_status find_flows(trips *t, const noc_calibration *calibration, double load,
                             noc_sample_flow *list)
{
    noc_status status = NOC_OK;
    noc_model *model = noc_model_new(t->system);
    if (!model) return NOC_EFAILED;
    const bool eager = isnan(load) && noc_traffic_is_eager(&t->system->design->traffic);
    noc_corrected_model corrected = {.model = model};
    if (eager || isfinite(load)) corrected = noc_calibration_correct(t->system, model, calibration);
    if (isfinite(load))
        put_load_flows(t, &corrected, load, list);
    else if (eager)
        status = put_eager_flows(t, &corrected, list);
    else
        put_idle_flows(t, model, list);
    noc_model_free(model);
    return status;
}

noc_status noc_node_flows_solve(const noc_system *s, const noc_calibration *calibration,
                                double load, noc_sample_flow *list, noc_diag *diag)
{
    const size_t flows = s->traffic.flow_count;
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    trips t = {.system = s,
               .latencies = noc_arena_array(&scratch, flows, sizeof *t.latencies),
               .rates = noc_arena_array(&scratch, flows, sizeof *t.rates),
               .count = count_created_flows(s)};
    if (scratch.is_short || find_flows(&t, calibration, load, list) != NOC_OK)
        return noc_fail_memory(diag);
    return NOC_OK;
}

/* ---- pairs ---------------------------------------------------------------------------------- */

enum { GROUPS_MAX = 16 };

/* Finds the level of the hierarchy with the most groups, among levels with 2 to GROUPS_MAX; NULL:
 * there is none. */
static const char *find_level(const noc_network_spec *spec, noc_terminal_kind kind, size_t *level,
                              int *groups)
{
    const noc_node_groups *node_groups = spec->topology->groups;
    const char *name, *found = NULL;
    int count;
    *groups = 0;
    for (size_t i = 0; (name = node_groups->find_level(spec, kind, i, &count)); i++) {
        if (count < 2 || count > GROUPS_MAX || count <= *groups) continue;
        found = name;
        *groups = count;
        *level = i;
    }
    return found;
}

/* Finds the group of each node of a side. */
static void find_groups(const noc_system *s, noc_terminal_kind kind, noc_arena *arena,
                        noc_node_side *side)
{
    const noc_design *d = s->design;
    int network = 0;
    size_t level = 0;
    int groups = 0, first = 0;
    while (network < d->network_count && !d->networks[network].topology->groups) network++;
    if (network == d->network_count) return;
    const noc_network_spec *spec = &d->networks[network];
    const char *name = find_level(spec, kind, &level, &groups);
    if (!name) return;
    side->groups = noc_arena_array(arena, side->count, sizeof *side->groups);
    if (!side->groups) return;
    snprintf(side->level, sizeof side->level, "%s", name);
    for (int g = 0; g < groups; g++) {
        const int count = spec->topology->groups->count_nodes(d, network, kind, level, g, &first);
        for (size_t i = 0; i < side->count; i++)
            if ((int)side->numbers[i] >= first && (int)side->numbers[i] < first + count)
                side->groups[i] = g;
    }
}

/* Lists the marked terminals of a side, and sets places[terminal] to the position in the list. */
static void fill_side(const noc_system *s, noc_terminal_kind kind, uint32_t *places,
                      noc_arena *arena, noc_node_side *side)
{
    const uint32_t terminals = s->graph.terminal_count;
    side->numbers = noc_arena_array(arena, terminals, sizeof *side->numbers);
    for (uint32_t t = 0; side->numbers && t < terminals; t++) {
        if (places[t] == NOC_NONE) continue;
        places[t] = (uint32_t)side->count;
        side->numbers[side->count++] = noc_node_list_number(&s->graph, t);
    }
    find_groups(s, kind, arena, side);
}

noc_status noc_node_pairs_join(const noc_system *s, const noc_sample_flow *list, noc_arena *arena,
                               noc_node_pairs *pairs, noc_diag *diag)
{
    const uint32_t terminals = s->graph.terminal_count;
    const noc_traffic *t = &s->traffic;
    const size_t count = count_created_flows(s);
    NOC_AUTO_FREE uint32_t *rows = malloc(2 * (terminals + 1u) * sizeof *rows);
    *pairs = (noc_node_pairs){.list = noc_arena_array(arena, count, sizeof *pairs->list),
                              .has_replies = noc_graph_has_replies(&s->graph)};
    if (!rows || arena->is_short) return noc_fail_memory(diag);
    uint32_t *columns = rows + terminals;
    for (uint32_t n = 0; n < terminals; n++) rows[n] = columns[n] = NOC_NONE;
    for (size_t f = 0; f < count; f++)
        rows[t->flows[f].source] = columns[t->flows[f].destination] = 0;
    const noc_terminal_kind destination_kind = s->graph.memory_count > 0 ? NOC_MEMORY : NOC_COMPUTE;
    fill_side(s, NOC_COMPUTE, rows, arena, &pairs->sources);
    fill_side(s, destination_kind, columns, arena, &pairs->destinations);
    for (size_t f = 0; f < count; f++)
        pairs->list[pairs->count++] = (noc_node_pair){
            .row = rows[t->flows[f].source],
            .column = columns[t->flows[f].destination],
            .payload_rate = list[f].packets * t->transaction_bytes,
            .data_rate = list[f].packets * t->transaction_data_bytes,
            .latency = list[f].latency,
        };
    return arena->is_short ? noc_fail_memory(diag) : NOC_OK;
}
