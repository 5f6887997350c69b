#include "network/graph/multicast.h"

#include <stdio.h>

#include "design/memory/codec.h"

bool noc_multicast_can_fork(const noc_system *s, noc_class class)
{
    bool has_network = false;
    for (uint16_t n = 0; n < s->graph.network_count; n++) {
        if (!s->graph.networks[n].carries[class]) continue;
        if (!noc_network_has_buffers(&s->graph.networks[n])) return false;
        has_network = true;
    }
    return has_network;
}

const char *noc_multicast_hindrance(const noc_system *s, noc_class class)
{
    for (uint16_t n = 0; n < s->graph.network_count; n++) {
        const noc_network *net = &s->graph.networks[n];
        if (!noc_network_has_buffers(net)) continue;
        if (net->vc.is_multirate)
            return "packets do not fork where crossbars or channels pass other than a flit a "
                   "cycle (network.internal_speedup, flits_per_cycle)";
        if (net->vc.route_choice != NOC_CHOICE_NONE)
            return "packets do not fork where each chooses its way (network.routing)";
        if (noc_system_spec(s, n)->arbitration == NOC_ARBITRATION_MATRIX)
            return "packets do not fork in routers with matrix arbiters (network.arbitration)";
        if (net->carries[class] && net->vc.allocation_hold != NOC_HOLD_NONE)
            return "packets do not fork in routers with network.allocation_hold";
    }
    if (s->design->traffic.priority != NOC_PRIORITY_NONE)
        return "packets do not fork where some go first (traffic.priority)";
    if (s->design->codec.cycles > 0 || noc_codec_shortens(&s->design->codec))
        return "packets do not fork where ports have a codec";
    return NULL;
}

/* ---- trees ---------------------------------------------------------------------------------- */

bool noc_path_tree_make(noc_path_tree *t, const noc_system *s)
{
    const size_t channels = s->graph.channel_count;
    t->previous_channel = noc_arena_array(&t->arena, channels, sizeof *t->previous_channel);
    t->vcs = noc_arena_array(&t->arena, channels, sizeof *t->vcs);
    t->last_tree = noc_arena_array(&t->arena, channels, sizeof *t->last_tree);
    return !t->arena.is_short;
}

void noc_path_tree_begin(noc_path_tree *t)
{
    t->tree_number++;
}

static bool refuse_channel(const noc_system *s, uint32_t channel, const char *fault, char *reason,
                           size_t size)
{
    char name[64];
    noc_channel_name(&s->graph, channel, name, sizeof name);
    snprintf(reason, size, "the ways to two of the destinations %s %s", fault, name);
    return false;
}

bool noc_path_tree_add(noc_path_tree *t, const noc_system *s, const noc_flow *flow, char *reason,
                       size_t size)
{
    uint32_t previous = NOC_NONE;
    if (flow->route.path_count != 1) {
        snprintf(reason, size,
                 "packets fork where there is one way from node to node, and there are %u",
                 flow->route.path_count);
        return false;
    }
    uint32_t hop = s->routes.paths[flow->route.first_path].first_hop;
    for (; hop != NOC_NONE; hop = s->routes.hops[hop].next) {
        const noc_hop *h = &s->routes.hops[hop];
        const uint32_t c = h->channel;
        if (noc_routes_alternative(&s->routes, hop) != NOC_NONE)
            return refuse_channel(s, c, "are chosen by the load at", reason, size);
        if (t->last_tree[c] != t->tree_number) {
            t->last_tree[c] = t->tree_number;
            t->previous_channel[c] = previous;
            t->vcs[c] = h->vcs;
        }
        if (t->previous_channel[c] != previous)
            return refuse_channel(s, c, "meet again at", reason, size);
        t->vcs[c] &= h->vcs;
        if (!t->vcs[c])
            return refuse_channel(s, c, "have no virtual channel in common at", reason, size);
        previous = c;
    }
    return true;
}

/* ---- traffic -------------------------------------------------------------------------------- */

/* Checks the flows of one source, `count` from flow `first` on. */
static bool check_source(const noc_system *s, noc_path_tree *tree, size_t first, size_t count,
                         char *reason, size_t size)
{
    const noc_flow *flows = &s->traffic.flows[first];
    uint32_t other_count = 0;
    noc_path_tree_begin(tree);
    for (size_t k = 0; k < count; k++) {
        if (flows[k].source == flows[k].destination) continue;
        other_count++;
        if (flows[k].rate > 1.000001 * flows[0].rate || flows[k].rate < 0.999999 * flows[0].rate) {
            snprintf(reason, size,
                     "nodes are drawn where a node sends evenly to others, which "
                     "traffic.pattern = \"uniform\" does");
            return false;
        }
        if (!noc_path_tree_add(tree, s, &flows[k], reason, size)) return false;
    }
    if (other_count >= s->traffic.multicast_targets) return true;
    snprintf(reason, size, "a node sends to %u others", other_count);
    return false;
}

/* Makes a tree for a check of the traffic, unless there is a hindrance (words). */
static bool check_with_tree(const noc_system *s, const char *hindrance,
                            bool (*check)(const noc_system *, noc_path_tree *, char *, size_t),
                            char *reason, size_t size)
{
    noc_path_tree tree = {0};
    if (!hindrance && !noc_path_tree_make(&tree, s)) hindrance = "out of memory";
    if (hindrance) snprintf(reason, size, "%s", hindrance);
    const bool has_passed = !hindrance && check(s, &tree, reason, size);
    noc_arena_clear(&tree.arena);
    return has_passed;
}

static bool check_sources(const noc_system *s, noc_path_tree *tree, char *reason, size_t size)
{
    const noc_traffic *t = &s->traffic;
    for (size_t f = 0, end; f < t->flow_count; f = end) {
        end = f;
        while (end < t->flow_count && t->flows[end].source == t->flows[f].source &&
               t->flows[end].class == t->flows[f].class)
            end++;
        if (!check_source(s, tree, f, end - f, reason, size)) return false;
    }
    return true;
}

bool noc_multicast_can_send(const noc_system *s, char *reason, size_t size)
{
    const char *hindrance = noc_multicast_hindrance(s, NOC_REQUEST);
    if (noc_graph_has_replies(&s->graph))
        hindrance = "packets that are answered go to one node each";
    if (!noc_multicast_can_fork(s, NOC_REQUEST))
        hindrance = "packets fork in routers of virtual channels only";
    return check_with_tree(s, hindrance, check_sources, reason, size);
}

/* Checks the paths of replies. Flows of one source are consecutive. */
static bool check_replies(const noc_system *s, noc_path_tree *tree, char *reason, size_t size)
{
    const noc_traffic *t = &s->traffic;
    uint32_t source = NOC_NONE;
    for (size_t f = 0; f < t->flow_count; f++) {
        const noc_flow *flow = &t->flows[f];
        if (flow->class != NOC_REPLY) continue;
        if (flow->source != source) noc_path_tree_begin(tree);
        source = flow->source;
        if (!noc_path_tree_add(tree, s, flow, reason, size)) return false;
    }
    return true;
}

bool noc_multicast_can_reply(const noc_system *s, char *reason, size_t size)
{
    const char *hindrance = noc_multicast_hindrance(s, NOC_REPLY);
    if (!noc_multicast_can_fork(s, NOC_REPLY))
        hindrance = "all networks of replies have to be of routers with virtual channels";
    return check_with_tree(s, hindrance, check_replies, reason, size);
}
