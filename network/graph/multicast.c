#include "network/graph/multicast.h"

#include <stdio.h>
#include <stdlib.h>

#include "design/memory/codec.h"

bool noc_multicast_forks(const noc_system *s, noc_class class)
{
    bool any = false;
    for (uint16_t n = 0; n < s->graph.network_count; n++) {
        if (!s->graph.networks[n].carries[class]) continue;
        if (s->graph.networks[n].switching != NOC_SWITCHING_VC) return false;
        any = true;
    }
    return any;
}

const char *noc_multicast_hindrance(const noc_system *s, noc_class class)
{
    for (uint16_t n = 0; n < s->graph.network_count; n++) {
        const noc_network *net = &s->graph.networks[n];
        if (net->switching != NOC_SWITCHING_VC) continue;
        if (net->vc.paced)
            return "packets do not fork where crossbars or channels pass other than a flit a "
                   "cycle (network.internal_speedup, flits_per_cycle)";
        if (net->carries[class] && net->vc.allocation_hold != NOC_HOLD_NONE)
            return "packets do not fork in routers with network.allocation_hold";
    }
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
        snprintf(why, size, "packets fork where there is one way from node to node, and there are %u",
                 flow->route.paths);
        return false;
    }
    uint32_t hop = s->routes.paths[flow->route.first_path].first;
    for (; hop != NOC_NONE; hop = s->routes.hops[hop].next) {
        const noc_hop *h = &s->routes.hops[hop];
        const uint32_t c = h->channel;
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
