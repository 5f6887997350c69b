#include "hybrid/answers/by_node.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "analytic/batches/eager_model.h"
#include "analytic/curve/model.h"
#include "analytic/zero_load.h"
#include "hybrid/correction/calibration/calibration.h"
#include "network/graph/node_numbers.h"
#include "network/kinds/kinds.h"

enum { PAIRS_MOST = 200000 };

/* Counts the flows of packets that nodes create: flows of requests, or all flows without
 * replies. */
static size_t count_created(const noc_system *s)
{
    size_t count = 0;
    while (count < s->traffic.flow_count && s->traffic.flows[count].class == NOC_REQUEST) count++;
    return count;
}

noc_status noc_by_node_check(const noc_system *s, noc_diag *diag)
{
    const noc_traffic_spec *t = &s->design->traffic;
    const char *why = NULL;
    if (t->classes.count)
        why = "packets are of one kind there, and traffic.classes are several";
    else if (noc_traffic_is_multicast(t))
        why = "packets go from one node to one there, and those of traffic.multicast to several";
    else if (t->batch > 0)
        why = "nodes send at a rate there, and those of traffic.batch until they have sent all "
              "(traffic.outstanding alone)";
    if (why) return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE, "--by-node: %s", why);
    if (count_created(s) > PAIRS_MOST)
        return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE,
                        "--by-node: %zu pairs of nodes, at most %d are told "
                        "(traffic.sources, traffic.destinations)",
                        count_created(s), PAIRS_MOST);
    return NOC_OK;
}

/* ---- the model ------------------------------------------------------------------------------ */

/* Latency parts and rates of the flows of created packets, replies included. */
typedef struct trips {
    const noc_system *system;
    noc_node_latency *of; /* idle latency and waits of each flow, cycles */
    double *rates;        /* delivered packets per cycle of each flow */
    size_t count;         /* number of flows of created packets */
    bool told;            /* waits were found */
} trips;

static uint32_t reply_to(const noc_system *s, const noc_flow *flow)
{
    return noc_traffic_find_flow(&s->traffic, NOC_REPLY, flow->destination, flow->source);
}

/* Adds the latency of replies to that of requests, whose flows come before all replies. */
static void add_replies(trips *t)
{
    for (size_t f = 0; f < t->count; f++) {
        const uint32_t reply = reply_to(t->system, &t->system->traffic.flows[f]);
        if (reply == NOC_NONE) continue;
        t->of[f].idle += NOC_REPLY_WAIT_CYCLES + noc_answer_cycles(t->system) + t->of[reply].idle;
        t->of[f].wait += t->of[reply].wait;
        t->rates[f] = t->rates[reply];
    }
}

/* Mean latency parts of the flows [from, end), weighted by rates. */
static noc_node_latency mean_of(const trips *t, size_t from, size_t end)
{
    noc_node_latency mean = {0.0, 0.0};
    double packets = 0.0;
    for (size_t f = from; f < end; f++) {
        const double rate = t->system->traffic.flows[f].rate;
        mean.idle += rate * t->of[f].idle;
        mean.wait += rate * t->of[f].wait;
        packets += rate;
    }
    return (noc_node_latency){mean.idle / packets, mean.wait / packets};
}

/* Puts the flows [from, end). The mean of their waits becomes `mean_wait` cycles, in proportion to
 * the model's waits. */
static void put(const trips *t, size_t from, size_t end, double waits, noc_sample_flow *list)
{
    const double own = mean_of(t, from, end).wait;
    for (size_t f = from; f < end; f++) {
        const double wait = own > 0.0 && isfinite(own) ? t->of[f].wait / own * waits : waits;
        list[f] = (noc_sample_flow){t->rates[f], t->of[f].idle + wait};
    }
}

/* Puts the flows at a load. Their waits are scaled to the corrected mean latency of all packets. */
static void put_load(trips *t, noc_corrected_model *corrected, double load, noc_sample_flow *list)
{
    noc_model_point point;
    noc_corrected_play(corrected, load);
    noc_corrected_solve(corrected, load, &point);
    t->told = noc_model_flows(corrected->model, t->of);
    noc_overload_flows(t->system, &corrected->overload, load, t->rates);
    add_replies(t);
    const bool replies = noc_graph_has_replies(&t->system->graph);
    const double mean = replies ? point.round_trip : point.packet_latency;
    const bool ends = t->told && !noc_overload_grows(&corrected->overload, load);
    put(t, 0, t->count, ends ? mean - mean_of(t, 0, t->count).idle : NAN, list);
}

/* Puts the flows of nodes that keep packets in flight. Each node has its own rate and waits. */
static noc_status put_eager(trips *t, const noc_corrected_model *corrected, noc_sample_flow *list)
{
    const noc_flow *flows = t->system->traffic.flows;
    noc_eager_point point;
    noc_eager_node *nodes = calloc(t->system->graph.terminal_count + 1u, sizeof *nodes);
    const noc_status status =
        nodes ? noc_eager_nodes(t->system, corrected, &point, nodes) : NOC_EFAILED;
    if (status == NOC_OK) t->told = noc_model_flows(corrected->model, t->of);
    if (status == NOC_OK) add_replies(t);
    for (size_t f = 0, end; status == NOC_OK && f < t->count; f = end) {
        double sum = 0.0;
        for (end = f; end < t->count && flows[end].source == flows[f].source; end++)
            sum += flows[end].rate;
        const noc_eager_node *node = &nodes[flows[f].source];
        for (size_t k = f; k < end; k++) t->rates[k] = node->rate * flows[k].rate / sum;
        put(t, f, end, node->waits, list);
    }
    free(nodes);
    return status;
}

/* Puts the flows without a load: packets are alone. */
static void put_idle(trips *t, noc_model *model, noc_sample_flow *list)
{
    noc_model_point idle;
    noc_model_solve(model, 0.0, &idle);
    noc_model_flows(model, t->of);
    for (size_t f = 0; f < t->system->traffic.flow_count; f++) t->rates[f] = NAN;
    add_replies(t);
    put(t, 0, t->count, 0.0, list);
}

static noc_status find_flows(trips *t, const noc_calibration *calibration, double load,
                             noc_sample_flow *list)
{
    noc_status status = NOC_OK;
    noc_model *model = noc_model_new(t->system);
    if (!model) return NOC_EFAILED;
    const bool eager = isnan(load) && noc_traffic_is_eager(&t->system->design->traffic);
    noc_corrected_model corrected = {.model = model};
    if (eager || isfinite(load))
        corrected = noc_correct_as_calibrated(t->system, model, calibration);
    if (isfinite(load))
        put_load(t, &corrected, load, list);
    else if (eager)
        status = put_eager(t, &corrected, list);
    else
        put_idle(t, model, list);
    noc_model_free(model);
    return status;
}

noc_status noc_by_node_model(const noc_system *s, const noc_calibration *calibration, double load,
                             noc_sample_flow *list, noc_diag *diag)
{
    const size_t flows = s->traffic.flow_count;
    trips t = {.system = s, .count = count_created(s)};
    t.of = malloc((flows + 1) * sizeof *t.of);
    t.rates = malloc((flows + 1) * sizeof *t.rates);
    noc_status status = t.of && t.rates ? NOC_OK : NOC_EFAILED;
    if (status == NOC_OK) status = find_flows(&t, calibration, load, list);
    free(t.of);
    free(t.rates);
    return status == NOC_OK ? NOC_OK : noc_fail_memory(diag);
}

/* ---- pairs ---------------------------------------------------------------------------------- */

enum { GROUPS_MOST = 16 };

/* Finds the level of the hierarchy with the most groups, among levels with 2 to GROUPS_MAX; NULL:
 * there is none. */
static const char *level_of(const noc_network_spec *spec, noc_terminal_kind kind, size_t *level,
                            int *groups)
{
    const noc_node_groups *of = spec->topology->groups;
    const char *name, *found = NULL;
    int count;
    *groups = 0;
    for (size_t i = 0; (name = of->level(spec, kind, i, &count)); i++) {
        if (count < 2 || count > GROUPS_MOST || count <= *groups) continue;
        found = name;
        *groups = count;
        *level = i;
    }
    return found;
}

/* Finds the group of each node of a side. False when out of memory. */
static bool group(const noc_system *s, noc_terminal_kind kind, noc_node_side *side)
{
    const noc_design *d = s->design;
    int network = 0;
    size_t level = 0;
    int groups = 0, first = 0;
    while (network < d->network_count && !d->networks[network].topology->groups) network++;
    if (network == d->network_count) return true;
    const noc_network_spec *spec = &d->networks[network];
    const char *name = level_of(spec, kind, &level, &groups);
    if (!name) return true;
    side->groups = calloc(side->count + 1, sizeof *side->groups);
    if (!side->groups) return false;
    snprintf(side->level, sizeof side->level, "%s", name);
    for (int g = 0; g < groups; g++) {
        const int count = spec->topology->groups->nodes(d, network, kind, level, g, &first);
        for (size_t i = 0; i < side->count; i++)
            if ((int)side->numbers[i] >= first && (int)side->numbers[i] < first + count)
                side->groups[i] = g;
    }
    return true;
}

/* Lists the marked terminals of a side, and sets places[terminal] to the position in the list. */
static bool fill_side(const noc_system *s, noc_terminal_kind kind, uint32_t *places,
                      noc_node_side *side)
{
    const uint32_t terminals = s->graph.terminal_count;
    side->numbers = malloc((terminals + 1u) * sizeof *side->numbers);
    for (uint32_t t = 0; side->numbers && t < terminals; t++) {
        if (places[t] == NOC_NONE) continue;
        places[t] = (uint32_t)side->count;
        side->numbers[side->count++] = noc_node_list_number(&s->graph, t);
    }
    return side->numbers && group(s, kind, side);
}

static bool fill_pairs(const noc_system *s, const noc_sample_flow *list, uint32_t *rows,
                       uint32_t *columns, noc_node_pairs *pairs)
{
    const noc_traffic *t = &s->traffic;
    const size_t count = count_created(s);
    for (uint32_t n = 0; n < s->graph.terminal_count; n++) rows[n] = columns[n] = NOC_NONE;
    for (size_t f = 0; f < count; f++)
        rows[t->flows[f].source] = columns[t->flows[f].destination] = 0;
    const noc_terminal_kind far = s->graph.memory_count > 0 ? NOC_MEMORY : NOC_COMPUTE;
    if (!fill_side(s, NOC_COMPUTE, rows, &pairs->sources) ||
        !fill_side(s, far, columns, &pairs->destinations))
        return false;
    pairs->list = malloc((count + 1) * sizeof *pairs->list);
    for (size_t f = 0; pairs->list && f < count; f++)
        pairs->list[pairs->count++] = (noc_node_pair){
            .row = rows[t->flows[f].source],
            .column = columns[t->flows[f].destination],
            .bytes = list[f].packets * t->transaction_bytes,
            .data = list[f].packets * t->transaction_data,
            .latency = list[f].latency,
        };
    return pairs->list != NULL;
}

noc_status noc_by_node_of(const noc_system *s, const noc_sample_flow *list, noc_node_pairs *pairs,
                          noc_diag *diag)
{
    const size_t room = s->graph.terminal_count + 1u;
    uint32_t *places = malloc(2 * room * sizeof *places);
    *pairs = (noc_node_pairs){.replies = noc_graph_has_replies(&s->graph)};
    const bool filled = places && fill_pairs(s, list, places, places + room, pairs);
    free(places);
    if (filled) return NOC_OK;
    noc_node_pairs_clear(pairs);
    return noc_fail_memory(diag);
}

static void clear_side(noc_node_side *side)
{
    free(side->numbers);
    free(side->groups);
}

void noc_node_pairs_clear(noc_node_pairs *pairs)
{
    clear_side(&pairs->sources);
    clear_side(&pairs->destinations);
    free(pairs->list);
    *pairs = (noc_node_pairs){.list = NULL};
}
