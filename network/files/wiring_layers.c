#include "network/files/wiring_layers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/auto.h"
#include "network/files/wiring_links.h"
#include "network/graph/guide.h"
#include "network/graph/vc_layers.h"

/* ---- pairs of routers ----------------------------------------------------------------------- */

static int compare_pairs(const void *a, const void *b)
{
    const noc_vc_pair *x = a, *y = b;
    if (x->destination != y->destination) return x->destination < y->destination ? -1 : 1;
    return (x->source > y->source) - (x->source < y->source);
}

/* Merges equal pairs, with the sum of their packets. Returns the number left. */
static size_t merge_pairs(noc_vc_pair *pairs, size_t count)
{
    size_t pair_count = 0;
    if (count > 0) qsort(pairs, count, sizeof *pairs, compare_pairs);
    for (size_t p = 0; p < count; p++) {
        if (pair_count > 0 && compare_pairs(&pairs[pair_count - 1], &pairs[p]) == 0)
            pairs[pair_count - 1].rate += pairs[p].rate;
        else
            pairs[pair_count++] = pairs[p];
    }
    return pair_count;
}

/* Pairs of routers between which packets of a class go. NULL when out of memory. */
static noc_vc_pair *pairs_of(const noc_system *s, const noc_wiring *w, noc_class class,
                             size_t *count)
{
    const noc_graph *g = &s->graph;
    noc_vc_pair *pairs = malloc((s->traffic.flow_count + 1) * sizeof *pairs);
    *count = 0;
    for (size_t f = 0; pairs && f < s->traffic.flow_count; f++) {
        const noc_flow *flow = &s->traffic.flows[f];
        if (flow->class != class) continue;
        pairs[(*count)++] = (noc_vc_pair){
            .source = noc_wired_router(w, g, flow->source),
            .destination = noc_wired_router(w, g, flow->destination),
            .rate = flow->rate,
        };
    }
    if (pairs) *count = merge_pairs(pairs, *count);
    return pairs;
}

/* ---- plans ---------------------------------------------------------------------------------- */

/* Makes the plan of a class, unless one layer is enough. */
static noc_status make_plan(noc_system *s, noc_network *net, noc_class class,
                            const noc_link_table *table, noc_diag *diag)
{
    size_t count;
    NOC_AUTO_FREE noc_vc_pair *pairs =
        pairs_of(s, s->design->networks[net->spec_index].wiring, class, &count);
    noc_arena *arena = &s->graph.arena;
    noc_vc_plan *plan =
        pairs ? noc_vc_plan_make(arena, table, pairs, count, net->vcs[class]) : NULL;
    if (!plan) return noc_fail_memory(diag);
    if (plan->layers.count > 1)
        net->plans[class] = plan;
    else
        noc_arena_release(arena, plan->start_layer);
    return NOC_OK;
}

noc_status noc_wiring_make_plans(noc_system *system, uint16_t network, noc_diag *diag)
{
    noc_network *net = &system->graph.networks[network];
    const noc_wiring *w = noc_system_spec(system, network)->wiring;
    NOC_AUTO_FREE uint32_t *link_targets = malloc((w->link_count + 1) * sizeof *link_targets);
    if (!link_targets) return noc_fail_memory(diag);
    for (size_t l = 0; l < w->link_count; l++) link_targets[l] = w->links[l].target_router;
    const noc_link_table table = {w->router_count, (uint32_t)w->link_count, w->first_link,
                                  link_targets, net->guide->next_router};
    noc_status status = NOC_OK;
    for (int class = 0; class < NOC_CLASSES && status == NOC_OK; class ++)
        if (net->carries[class]) status = make_plan(system, net, (noc_class) class, &table, diag);
    return status;
}

/* ---- words ---------------------------------------------------------------------------------- */

uint32_t noc_graph_max_layers(const noc_graph *graph)
{
    uint32_t most = 1;
    for (uint16_t n = 0; n < graph->network_count; n++)
        for (int class = 0; class < NOC_CLASSES; class ++) {
            const noc_vc_plan *plan = graph->networks[n].plans[class];
            if (plan && plan->layers.count > most) most = plan->layers.count;
        }
    return most;
}

/* Appends a part to a text, which may be full. */
static void append(char *text, size_t size, const char *part)
{
    const size_t used = strlen(text);
    snprintf(text + used, size - used, "%s", part);
}

/* Appends the virtual channels of each layer: " (0 1 2-3)". */
static void append_sets(char *text, size_t size, const noc_vc_plan *plan)
{
    for (uint32_t l = 0; l < plan->layers.count; l++) {
        char part[24];
        const int low = __builtin_ctz(plan->vc_sets[l]),
                  high = 31 - __builtin_clz(plan->vc_sets[l]);
        snprintf(part, sizeof part, low < high ? "%s%d-%d" : "%s%d", l ? " " : " (", low, high);
        append(text, size, part);
    }
    append(text, size, ")");
}

static void append_class(char *text, size_t size, const noc_network *net, noc_class class)
{
    static const char *const class_words[] = {" of requests", " of replies"};
    const noc_vc_plan *plan = net->plans[class];
    const bool has_one_class = !net->carries[NOC_REQUEST] || !net->carries[NOC_REPLY];
    char part[80];
    snprintf(part, sizeof part, "%sroutes%s take %u layer%s of virtual channels", *text ? "; " : "",
             has_one_class ? "" : class_words[class], plan ? plan->layers.count : 1,
             plan ? "s" : "");
    append(text, size, part);
    if (plan) append_sets(text, size, plan);
}

void noc_layers_describe(const noc_system *system, char *text, size_t size)
{
    const noc_graph *g = &system->graph;
    *text = '\0';
    for (uint16_t n = 0; n < g->network_count; n++) {
        const noc_network *net = &g->networks[n];
        const bool has_layers = net->plans[NOC_REQUEST] || net->plans[NOC_REPLY];
        for (int class = 0; class < NOC_CLASSES; class ++)
            if (has_layers && net->slice == 0 && net->carries[class])
                append_class(text, size, net, (noc_class) class);
    }
}

noc_status noc_wiring_refuse_circle(const noc_system *system, uint16_t network, const char *circle,
                                    noc_diag *diag)
{
    const noc_network *net = &system->graph.networks[network];
    const noc_network_spec *spec = noc_system_spec(system, network);
    static const char *const route_keys[] = {"network.routes", NULL};
    static const char *const vc_keys[] = {"network.virtual_channels", "network.links", NULL};
    uint32_t needed = 0, available = 0;
    for (int class = 0; class < NOC_CLASSES; class ++) {
        const noc_vc_plan *plan = net->plans[class];
        if (!plan || plan->start_layer || plan->layers.count <= needed) continue;
        needed = plan->layers.count;
        available = (uint32_t)__builtin_popcount(net->vcs[class]);
    }
    if (needed == 0)
        return noc_design_conflict(
            system->design, diag, net->spec_index, route_keys,
            "network.routes: packets can deadlock, unless the column vcs gives some links of this "
            "circle other virtual channels: %s",
            circle);
    return noc_design_conflict(
        system->design, diag, net->spec_index, vc_keys,
        "network.virtual_channels = %d: routes over network.links close circles, which take %s%u "
        "layers of a virtual channel or more each; packets of a class have %u. One circle: %s",
        spec->virtual_channels, needed > NOC_LAYERS_MAX ? "more than " : "",
        needed > NOC_LAYERS_MAX ? NOC_LAYERS_MAX : needed, available, circle);
}
