#include "network/graph/multicast.h"

#include <stdio.h>
#include <stdlib.h>

#include "design/memory/codec.h"

bool noc_multicast_forks(const noc_system *s, noc_class class)
{
    bool any = false;
    for (uint16_t n = 0; n < s->graph.network_count; n++) {
        if (!s->graph.networks[n].carries[class]) continue;
        if (!noc_network_has_buffers(&s->graph.networks[n])) return false;
        any = true;
    }
    return any;
}

const char *noc_multicast_hindrance(const noc_system *s, noc_class class)
{
    for (uint16_t n = 0; n < s->graph.network_count; n++) {
        const noc_network *net = &s->graph.networks[n];
        if (!noc_network_has_buffers(net)) continue;
        if (net->vc.paced)
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
    const size_t channels = s->graph.channel_count + 1u;
    *t = (noc_path_tree){
        .before = malloc(channels * sizeof *t->before),
        .vcs = malloc(channels * sizeof *t->vcs),
        .met = calloc(channels, sizeof *t->met),
    };
    return t->before && t->vcs && t->met;
}

void noc_path_tree_clear(noc_path_tree *t)
{
    free(t->before);
    free(t->vcs);
    free(t->met);
    *t = (noc_path_tree){0};
}

void noc_path_tree_begin(noc_path_tree *t)
{
    t->trees++;
}

static bool refuse_channel(const noc_system *s, uint32_t channel, const char *what, char *why,
                           size_t size)
{
    char name[64];
    noc_channel_name(&s->graph, channel, name, sizeof name);
    snprintf(why, size, "the ways to two of the destinations %s %s", what, name);
    return false;
}

bool noc_path_tree_add(noc_path_tree *t, const noc_system *s, const noc_flow *flow, char *why,
                       size_t size)
{
    uint32_t before = NOC_NONE;
    if (flow->route.paths != 1) {
        snprintf(why, size,
                 "packets fork where there is one way from node to node, and there are %u",
                 flow->route.paths);
        return false;
    }
    uint32_t hop = s->routes.paths[flow->route.first_path].first;
    for (; hop != NOC_NONE; hop = s->routes.hops[hop].next) {
        const noc_hop *h = &s->routes.hops[hop];
        const uint32_t c = h->channel;
        if (noc_routes_other(&s->routes, hop) != NOC_NONE)
            return refuse_channel(s, c, "are chosen by the load at", why, size);
        if (t->met[c] != t->trees) {
            t->met[c] = t->trees;
            t->before[c] = before;
            t->vcs[c] = h->vcs;
        }
        if (t->before[c] != before) return refuse_channel(s, c, "meet again at", why, size);
        t->vcs[c] &= h->vcs;
        if (!t->vcs[c])
            return refuse_channel(s, c, "have no virtual channel in common at", why, size);
        before = c;
    }
    return true;
}

/* ---- traffic -------------------------------------------------------------------------------- */

/* Checks the flows of one source, `count` from `first` on. */
static bool check_source(const noc_system *s, noc_path_tree *tree, size_t first, size_t count,
                         char *why, size_t size)
{
    const noc_flow *flows = &s->traffic.flows[first];
    uint32_t others = 0;
    noc_path_tree_begin(tree);
    for (size_t k = 0; k < count; k++) {
        if (flows[k].source == flows[k].destination) continue;
        others++;
        if (flows[k].rate > 1.000001 * flows[0].rate || flows[k].rate < 0.999999 * flows[0].rate) {
            snprintf(why, size,
                     "nodes are drawn where a node sends evenly to others, which "
                     "traffic.pattern = \"uniform\" does");
            return false;
        }
        if (!noc_path_tree_add(tree, s, &flows[k], why, size)) return false;
    }
    if (others >= s->traffic.targets) return true;
    snprintf(why, size, "a node sends to %u others", others);
    return false;
}

static bool check_sources(const noc_system *s, noc_path_tree *tree, char *why, size_t size)
{
    const noc_traffic *t = &s->traffic;
    for (size_t f = 0, end; f < t->flow_count; f = end) {
        end = f;
        while (end < t->flow_count && t->flows[end].source == t->flows[f].source &&
               t->flows[end].class == t->flows[f].class)
            end++;
        if (!check_source(s, tree, f, end - f, why, size)) return false;
    }
    return true;
}

bool noc_multicast_can_send(const noc_system *s, char *why, size_t size)
{
    noc_path_tree tree;
    const char *hindrance = noc_multicast_hindrance(s, NOC_REQUEST);
    if (noc_graph_has_replies(&s->graph))
        hindrance = "packets that are answered go to one node each";
    if (!noc_multicast_forks(s, NOC_REQUEST))
        hindrance = "packets fork in routers of virtual channels only";
    if (hindrance) {
        snprintf(why, size, "%s", hindrance);
        return false;
    }
    bool goes = noc_path_tree_make(&tree, s);
    if (!goes) snprintf(why, size, "out of memory");
    goes = goes && check_sources(s, &tree, why, size);
    noc_path_tree_clear(&tree);
    return goes;
}

/* Checks the paths of replies. Flows of one source are consecutive. */
static bool check_answers(const noc_system *s, noc_path_tree *tree, char *why, size_t size)
{
    const noc_traffic *t = &s->traffic;
    uint32_t source = NOC_NONE;
    for (size_t f = 0; f < t->flow_count; f++) {
        const noc_flow *flow = &t->flows[f];
        if (flow->class != NOC_REPLY) continue;
        if (flow->source != source) noc_path_tree_begin(tree);
        source = flow->source;
        if (!noc_path_tree_add(tree, s, flow, why, size)) return false;
    }
    return true;
}

bool noc_multicast_can_reply(const noc_system *s, char *why, size_t size)
{
    noc_path_tree tree;
    const char *hindrance = noc_multicast_hindrance(s, NOC_REPLY);
    if (!noc_multicast_forks(s, NOC_REPLY))
        hindrance = "all networks of replies have to be of routers with virtual channels";
    if (hindrance) {
        snprintf(why, size, "%s", hindrance);
        return false;
    }
    bool goes = noc_path_tree_make(&tree, s);
    if (!goes) snprintf(why, size, "out of memory");
    goes = goes && check_answers(s, &tree, why, size);
    noc_path_tree_clear(&tree);
    return goes;
}
