#include "network/kinds/trees.h"

#include <math.h>

/* ---- sizes ---------------------------------------------------------------------------------- */

noc_tree noc_tree_read(const noc_network_spec *spec)
{
    return (noc_tree){.arity = spec->parameters[NOC_TREE_ARITY].integer,
                      .levels = spec->parameters[NOC_TREE_LEVELS].integer,
                      .top_counts = {1}};
}

double noc_tree_node_count(const noc_tree *t)
{
    return pow(t->arity, t->levels);
}

int noc_tree_subtree_count(const noc_tree *t, int level)
{
    int parts = 1;
    for (int l = level + 1; l < t->levels; l++) parts *= t->arity;
    return parts;
}

int noc_tree_level_routers(const noc_tree *t, int level)
{
    return noc_tree_subtree_count(t, level) * t->top_counts[level];
}

double noc_tree_router_count(const noc_tree *t)
{
    double routers = 0.0;
    for (int l = 0; l < t->levels; l++)
        routers += pow(t->arity, t->levels - 1 - l) * t->top_counts[l];
    return routers;
}

noc_size noc_tree_size(const noc_tree *t, double up_links)
{
    double ways = 1.0;
    for (int l = 1; l < t->levels; l++) ways *= t->top_counts[l];
    return (noc_size){.router_count = noc_tree_router_count(t),
                      .link_count = 2.0 * up_links,
                      .longest_path = 2.0 * t->levels - 1.0,
                      .path_count = fmin(ways, noc_tree_node_count(t))};
}

noc_status noc_tree_check(const noc_design *design, int network, const noc_tree *t, noc_diag *diag)
{
    const double max_nodes = noc_tree_node_count(t);
    const int nodes = noc_compute_terminals(design) + design->nodes.memory;
    if (max_nodes <= NOC_TREE_NODES_MAX && nodes <= max_nodes) return NOC_OK;
    if (max_nodes <= NOC_TREE_NODES_MAX)
        return noc_design_conflict(
            design, diag, network,
            NOC_PATHS("network.arity", "network.levels", "nodes.compute", "nodes.memory"),
            "nodes.compute + nodes.memory = %d + %d does not fit %d levels of arity %d (at most "
            "%.0f nodes)",
            noc_compute_terminals(design), design->nodes.memory, t->levels, t->arity, max_nodes);
    return noc_design_conflict(design, diag, network, NOC_PATHS("network.levels", "network.arity"),
                               "network.arity = %d and network.levels = %d make more than %d nodes",
                               t->arity, t->levels, NOC_TREE_NODES_MAX);
}

/* ---- building ------------------------------------------------------------------------------- */

uint32_t noc_tree_find_router(const noc_graph *g, uint16_t network, const noc_tree *t, int level,
                              int place)
{
    int routers_below = 0;
    for (int l = 0; l < level; l++) routers_below += noc_tree_level_routers(t, l);
    return g->networks[network].first_router + (uint32_t)(routers_below + place);
}

void noc_tree_add_routers(noc_graph *g, const noc_design *design, uint16_t network,
                          const noc_tree *t, const int *down_links, const int *up_links)
{
    const noc_network_spec *spec = &design->networks[g->networks[network].spec_index];
    const noc_leaves leaves = {g, network, t->arity, spec->parameters[NOC_TREE_MEMORY].integer,
                               noc_count_memory_ports(spec)};
    const noc_crossbar nodes = noc_leaf_count_ports(&leaves);
    const double length = sqrt(t->arity) / 2.0 * design->chip.tile_mm;
    for (int level = 0; level < t->levels; level++) {
        const int inputs = (level ? down_links[level] : nodes.inputs) + up_links[level];
        const int outputs = (level ? down_links[level] : nodes.outputs) + up_links[level];
        const noc_crossbar built = {(uint16_t)inputs, (uint16_t)outputs,
                                    (uint32_t)inputs * (uint32_t)outputs};
        for (int place = 0; place < noc_tree_level_routers(t, level); place++)
            noc_graph_add_router(g, network, level, place, built);
    }
    for (uint32_t n = 0; n < g->terminal_count; n++) {
        const uint32_t leaf =
            noc_tree_find_router(g, network, t, 0, noc_leaf_of_terminal(&leaves, n));
        noc_graph_attach(g, network, n, leaf, leaf, leaves.memory_ports, length);
    }
}

void noc_tree_add_link_pair(noc_graph *g, const noc_design *design, uint16_t network,
                            const noc_tree *t, int level, int lower_place, int upper_place)
{
    const noc_network_spec *spec = &design->networks[g->networks[network].spec_index];
    const uint32_t lower_router = noc_tree_find_router(g, network, t, level, lower_place);
    const uint32_t upper_router = noc_tree_find_router(g, network, t, level + 1, upper_place);
    const double length = sqrt(pow(t->arity, level + 2)) / 2.0 * design->chip.tile_mm;
    noc_graph_add_channel(g, NOC_LINK, network, lower_router, upper_router, spec->channel_cycles,
                          length);
    noc_graph_add_channel(g, NOC_LINK, network, upper_router, lower_router, spec->channel_cycles,
                          length);
}

/* ---- paths ---------------------------------------------------------------------------------- */

/* Path under construction, link by link. */
typedef struct tree_walk {
    const noc_tree *tree;
    const noc_graph *graph;
    uint32_t destination; /* leaf router of the destination */
    uint32_t vcs;
    uint32_t links[2 * NOC_TREE_LEVELS_MAX];
    int count;
    noc_paths *paths;
} tree_walk;

/* True if the sub-tree of a router has the destination. */
static bool subtree_holds(const tree_walk *c, uint32_t router)
{
    const noc_router *r = &c->graph->routers[router], *leaf = &c->graph->routers[c->destination];
    int part = leaf->row;
    for (int l = 0; l < r->column; l++) part /= c->tree->arity;
    return r->row / c->tree->top_counts[r->column] == part;
}

/* True if a link continues the path: up while the sub-tree does not have the destination, else down
 * to it. */
static bool is_next_link(const tree_walk *c, uint32_t router, bool is_down, uint32_t channel)
{
    const noc_channel *link = &c->graph->channels[channel];
    if (link->kind != NOC_LINK) return false;
    const bool goes_down = c->graph->routers[link->to].column < c->graph->routers[router].column;
    return goes_down == is_down && (!is_down || subtree_holds(c, link->to));
}

static void extend_walk(tree_walk *c, uint32_t router, double probability)
{
    const noc_router *r = &c->graph->routers[router];
    const uint32_t *outputs = &c->graph->outputs[r->first_output];
    const bool is_down = subtree_holds(c, router);
    int ways = 0;
    if (router == c->destination) {
        noc_paths_begin_way(c->paths, probability);
        for (int i = 0; i < c->count; i++) noc_paths_add_link(c->paths, c->links[i], c->vcs);
        return;
    }
    for (uint16_t o = 0; o < r->outputs; o++) ways += is_next_link(c, router, is_down, outputs[o]);
    for (uint16_t o = 0; o < r->outputs; o++) {
        if (!is_next_link(c, router, is_down, outputs[o])) continue;
        c->links[c->count++] = outputs[o];
        extend_walk(c, c->graph->channels[outputs[o]].to, probability / ways);
        c->count--;
    }
}

void noc_tree_find_paths(const noc_tree *tree, const noc_graph *graph, uint32_t from, uint32_t to,
                         const noc_flow *flow, noc_paths *paths)
{
    const noc_network *net = &graph->networks[graph->routers[from].network];
    tree_walk c = {.tree = tree,
                   .graph = graph,
                   .destination = to,
                   .vcs = net->vcs[flow->class],
                   .paths = paths};
    extend_walk(&c, from, 1.0);
}

/* ---- links among which packets choose ------------------------------------------------------- */

/* Adds the links of a packet. Its state is the number, drawn at the source, of its path down: the
 * state modulo the links down at a router selects one of them, and the quotient is the state at the
 * next router. */
void noc_tree_find_options(const noc_tree *tree, const noc_routed_packet *p, noc_options *out)
{
    const tree_walk c = {.tree = tree, .graph = p->graph, .destination = p->destination};
    const noc_router *r = &p->graph->routers[p->router];
    const uint32_t *outputs = &p->graph->outputs[r->first_output];
    const bool is_down = subtree_holds(&c, p->router);
    uint32_t ways = 0, link_number = 0;
    if (p->router == p->destination) return;
    for (uint16_t o = 0; o < r->outputs; o++)
        ways += is_next_link(&c, p->router, is_down, outputs[o]);
    for (uint16_t o = 0; o < r->outputs; o++) {
        if (!is_next_link(&c, p->router, is_down, outputs[o])) continue;
        if (is_down && link_number++ != p->state % ways) continue;
        noc_options_add(out, (noc_route_option){.channel = outputs[o],
                                                .vcs = noc_routed_packet_vcs(p),
                                                .state = is_down ? p->state / ways : p->state,
                                                .weight = 1});
    }
}

/* Number of drawn paths down at which further levels stop adding paths; their links depend on the
 * other draws. */
enum { DRAWN_MAX = 64 };

void noc_tree_find_starts(const noc_tree *tree, noc_tree_down_links *down_links,
                          const noc_routed_packet *p, noc_options *out)
{
    const tree_walk c = {.tree = tree, .graph = p->graph, .destination = p->destination};
    int source_subtree = p->graph->routers[p->router].row,
        destination_subtree = p->graph->routers[c.destination].row, ways = 1;
    for (int level = 1; source_subtree != destination_subtree; level++) {
        source_subtree /= tree->arity;
        destination_subtree /= tree->arity;
        ways *= down_links(tree, level);
        if (ways > DRAWN_MAX) break;
    }
    for (int w = 0; w < ways; w++) noc_options_add_start(out, (uint32_t)w, 1.0 / ways);
}

int noc_tree_starter_arity(const noc_starter_counts *counts)
{
    int arity = 2;
    while (arity * arity < counts->compute + counts->memory) arity++;
    return arity;
}
