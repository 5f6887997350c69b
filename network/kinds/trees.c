#include "network/kinds/trees.h"

#include <math.h>

/* ---- sizes ---------------------------------------------------------------------------------- */

noc_tree noc_tree_of(const noc_network_spec *spec)
{
    return (noc_tree){.arity = spec->parameters[NOC_TREE_ARITY].integer,
                      .levels = spec->parameters[NOC_TREE_LEVELS].integer,
                      .tops = {1}};
}

double noc_tree_nodes(const noc_tree *t)
{
    return pow(t->arity, t->levels);
}

int noc_tree_parts(const noc_tree *t, int level)
{
    int parts = 1;
    for (int l = level + 1; l < t->levels; l++) parts *= t->arity;
    return parts;
}

int noc_tree_routers(const noc_tree *t, int level)
{
    return noc_tree_parts(t, level) * t->tops[level];
}

double noc_tree_all_routers(const noc_tree *t)
{
    double routers = 0.0;
    for (int l = 0; l < t->levels; l++) routers += pow(t->arity, t->levels - 1 - l) * t->tops[l];
    return routers;
}

noc_size noc_tree_size(const noc_tree *t, double links_up)
{
    double ways = 1.0;
    for (int l = 1; l < t->levels; l++) ways *= t->tops[l];
    return (noc_size){.routers = noc_tree_all_routers(t),
                      .links = 2.0 * links_up,
                      .longest_path = 2.0 * t->levels - 1.0,
                      .ways = fmin(ways, noc_tree_nodes(t))};
}

noc_status noc_tree_check(const noc_design *design, int network, const noc_tree *t, noc_diag *diag)
{
    const double most = noc_tree_nodes(t);
    const int nodes = noc_compute_terminals(design) + design->nodes.memory;
    if (most <= NOC_TREE_NODES_MAX && nodes <= most) return NOC_OK;
    if (most <= NOC_TREE_NODES_MAX)
        return noc_design_conflict(
            design, diag, network,
            NOC_PATHS("network.arity", "network.levels", "nodes.compute", "nodes.memory"),
            "nodes.compute + nodes.memory = %d + %d does not fit %d levels of arity %d (at most "
            "%.0f nodes)",
            noc_compute_terminals(design), design->nodes.memory, t->levels, t->arity, most);
    return noc_design_conflict(design, diag, network, NOC_PATHS("network.levels", "network.arity"),
                               "network.arity = %d and network.levels = %d make more than %d nodes",
                               t->arity, t->levels, NOC_TREE_NODES_MAX);
}

/* ---- building ------------------------------------------------------------------------------- */

uint32_t noc_tree_router(const noc_graph *g, uint16_t network, const noc_tree *t, int level,
                         int place)
{
    int before = 0;
    for (int l = 0; l < level; l++) before += noc_tree_routers(t, l);
    return g->networks[network].first_router + (uint32_t)(before + place);
}

bool noc_tree_plant(noc_graph *g, const noc_design *design, uint16_t network, const noc_tree *t,
                    const int *down, const int *up)
{
    const noc_network_spec *spec = &design->networks[g->networks[network].spec];
    const noc_leaves leaves = {g, network, t->arity, spec->parameters[NOC_TREE_MEMORY].integer,
                               noc_memory_ports_of(spec)};
    const noc_crossbar nodes = noc_leaf_ports(&leaves);
    const double length = sqrt(t->arity) / 2.0 * design->chip.tile_mm;
    for (int level = 0; level < t->levels; level++) {
        const int in = (level ? down[level] : nodes.inputs) + up[level];
        const int out = (level ? down[level] : nodes.outputs) + up[level];
        const noc_crossbar built = {(uint16_t)in, (uint16_t)out, (uint32_t)in * (uint32_t)out};
        for (int place = 0; place < noc_tree_routers(t, level); place++)
            if (noc_graph_add_router(g, network, level, place, built) == NOC_NONE) return false;
    }
    bool attached = true;
    for (uint32_t n = 0; n < g->terminal_count && attached; n++) {
        const uint32_t leaf = noc_tree_router(g, network, t, 0, noc_leaf_of(&leaves, n));
        attached = noc_graph_attach(g, network, n, leaf, leaf, leaves.memory, length);
    }
    return attached;
}

bool noc_tree_join(noc_graph *g, const noc_design *design, uint16_t network, const noc_tree *t,
                   int level, int lower, int upper)
{
    const noc_network_spec *spec = &design->networks[g->networks[network].spec];
    const uint32_t below = noc_tree_router(g, network, t, level, lower);
    const uint32_t above = noc_tree_router(g, network, t, level + 1, upper);
    const double length = sqrt(pow(t->arity, level + 2)) / 2.0 * design->chip.tile_mm;
    return noc_graph_add_channel(g, NOC_LINK, network, below, above, spec->channel_cycles,
                                 length) != NOC_NONE &&
           noc_graph_add_channel(g, NOC_LINK, network, above, below, spec->channel_cycles,
                                 length) != NOC_NONE;
}

/* ---- ways ----------------------------------------------------------------------------------- */

/* Path under construction, link by link. */
typedef struct climb {
    const noc_tree *tree;
    const noc_graph *graph;
    uint32_t to; /* leaf router of the destination */
    uint32_t vcs;
    uint32_t links[2 * NOC_TREE_LEVELS_MAX];
    int count;
    noc_paths *paths;
} climb;

/* True if the sub-tree of a router has the destination. */
static bool holds(const climb *c, uint32_t router)
{
    const noc_router *r = &c->graph->routers[router], *leaf = &c->graph->routers[c->to];
    int part = leaf->row;
    for (int l = 0; l < r->column; l++) part /= c->tree->arity;
    return r->row / c->tree->tops[r->column] == part;
}

/* True if a link continues the path: up while the sub-tree does not have the destination, else down
 * to it. */
static bool leads_on(const climb *c, uint32_t at, bool down, uint32_t channel)
{
    const noc_channel *link = &c->graph->channels[channel];
    if (link->kind != NOC_LINK) return false;
    const bool goes_down = c->graph->routers[link->to].column < c->graph->routers[at].column;
    return goes_down == down && (!down || holds(c, link->to));
}

static void go_on(climb *c, uint32_t at, double probability)
{
    const noc_router *r = &c->graph->routers[at];
    const uint32_t *outputs = &c->graph->outputs[r->first_output];
    const bool down = holds(c, at);
    int ways = 0;
    if (at == c->to) {
        noc_paths_begin(c->paths, probability);
        for (int i = 0; i < c->count; i++) noc_paths_step(c->paths, c->links[i], c->vcs);
        return;
    }
    for (uint16_t o = 0; o < r->outputs; o++) ways += leads_on(c, at, down, outputs[o]);
    for (uint16_t o = 0; o < r->outputs; o++) {
        if (!leads_on(c, at, down, outputs[o])) continue;
        c->links[c->count++] = outputs[o];
        go_on(c, c->graph->channels[outputs[o]].to, probability / ways);
        c->count--;
    }
}

void noc_tree_paths(const noc_tree *tree, const noc_graph *graph, uint32_t from, uint32_t to,
                    const noc_flow *flow, noc_paths *paths)
{
    const noc_network *net = &graph->networks[graph->routers[from].network];
    climb c = {
        .tree = tree, .graph = graph, .to = to, .vcs = net->vcs[flow->class], .paths = paths};
    go_on(&c, from, 1.0);
}

/* ---- ways with a choice --------------------------------------------------------------------- */

/* Adds the links of a packet. Its state is the number, drawn at the source, of its path down: the
 * state modulo the links down at a router selects one of them, and the quotient is the state at the
 * next router. */
void noc_tree_options(const noc_tree *tree, const noc_traveller *p, noc_options *out)
{
    const climb c = {.tree = tree, .graph = p->graph, .to = p->to};
    const noc_router *r = &p->graph->routers[p->at];
    const uint32_t *outputs = &p->graph->outputs[r->first_output];
    const bool down = holds(&c, p->at);
    uint32_t ways = 0, number = 0;
    if (p->at == p->to) return;
    for (uint16_t o = 0; o < r->outputs; o++) ways += leads_on(&c, p->at, down, outputs[o]);
    for (uint16_t o = 0; o < r->outputs; o++) {
        if (!leads_on(&c, p->at, down, outputs[o])) continue;
        if (down && number++ != p->state % ways) continue;
        noc_options_add(out, (noc_route_option){.channel = outputs[o],
                                                .vcs = noc_traveller_vcs(p),
                                                .state = down ? p->state / ways : p->state,
                                                .weight = 1});
    }
}

/* Number of drawn paths down at which further levels stop adding paths; their links depend on the
 * other draws. */
enum { DRAWN_MOST = 64 };

void noc_tree_starts(const noc_tree *tree, noc_tree_ways *down_ways, const noc_traveller *p,
                     noc_options *out)
{
    const climb c = {.tree = tree, .graph = p->graph, .to = p->to};
    int here = p->graph->routers[p->at].row, there = p->graph->routers[c.to].row, ways = 1;
    for (int level = 1; here != there; level++) {
        here /= tree->arity;
        there /= tree->arity;
        ways *= down_ways(tree, level);
        if (ways > DRAWN_MOST) break;
    }
    for (int w = 0; w < ways; w++) noc_options_start(out, (uint32_t)w, 1.0 / ways);
}

int noc_tree_starter_arity(const noc_starter_counts *counts)
{
    int arity = 2;
    while (arity * arity < counts->compute + counts->memory) arity++;
    return arity;
}
