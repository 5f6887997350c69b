/* Tree with any number of up-links. A sub-tree with m routers at its top, with u links up each,
 * joins others under u routers, each with one link to every top router of every child. Up-links are
 * the bottleneck: with one each it is a plain tree, with more the root is wider (BookSim 2.0: qtree
 * and tree4). */
#include <stdio.h>

#include "network/kinds/trees.h"

enum { UP_LINKS = NOC_TREE_PARAMETERS };

static const noc_key keys[] = {
    NOC_TREE_KEYS,
    {"up_links", NOC_INTEGERS, NOC_PARAMETER(UP_LINKS), 1, 64, 0, NOC_OPTIONAL, NULL, "links",
     "up from a router, of each level from the leaves up, but for the root's; without: 1 each",
     "BookSim 2.0: qtree (1, 1), tree4 (2, 4)", NULL, NOC_BY_GRAPH | NOC_BY_COST},
};

static noc_tree read_tree(const noc_network_spec *spec)
{
    noc_tree t = noc_tree_read(spec);
    const noc_integers *up_counts = &spec->parameters[UP_LINKS].integers;
    for (int l = 1; l < t.levels; l++)
        t.top_counts[l] = (size_t)l <= up_counts->count ? up_counts->values[l - 1] : 1;
    return t;
}

/* Returns the number of links up from the routers of all levels. */
static double count_up_links(const noc_tree *t)
{
    double links = 0.0;
    for (int l = 0; l + 1 < t->levels; l++)
        links += (double)noc_tree_level_routers(t, l) * t->top_counts[l + 1];
    return links;
}

static noc_size estimate_size(const noc_network_spec *spec)
{
    const noc_tree t = read_tree(spec);
    return noc_tree_size(&t, count_up_links(&t));
}

static noc_status check(const noc_design *design, int network, noc_diag *diag)
{
    const noc_network_spec *spec = &design->networks[network];
    const noc_integers *up_counts = &spec->parameters[UP_LINKS].integers;
    const noc_tree t = read_tree(spec);
    if (up_counts->count && (int)up_counts->count != t.levels - 1)
        return noc_design_conflict(design, diag, network,
                                   NOC_PATHS("network.up_links", "network.levels"),
                                   "network.up_links needs %d numbers, one for each level that has "
                                   "links up, from the leaves "
                                   "up, and has %zu",
                                   t.levels - 1, up_counts->count);
    return noc_tree_check(design, network, &t, diag);
}

static void build(noc_graph *graph, const noc_design *design, uint16_t network)
{
    const noc_tree t = read_tree(&design->networks[graph->networks[network].spec_index]);
    int down_links[NOC_TREE_LEVELS_MAX], up_links[NOC_TREE_LEVELS_MAX];
    for (int l = 0; l < t.levels; l++) {
        down_links[l] = l ? t.arity * t.top_counts[l - 1] : t.arity;
        up_links[l] = l + 1 < t.levels ? t.top_counts[l + 1] : 0;
    }
    noc_tree_add_routers(graph, design, network, &t, down_links, up_links);
    for (int level = 0; level + 1 < t.levels; level++) {
        for (int p = 0; p < noc_tree_level_routers(&t, level); p++) {
            const int parent = p / t.top_counts[level] / t.arity;
            for (int u = 0; u < up_links[level]; u++)
                noc_tree_add_link_pair(graph, design, network, &t, level, p,
                                       parent * up_links[level] + u);
        }
    }
}

static void find_paths(const noc_network_spec *spec, const noc_graph *graph, uint32_t from,
                       uint32_t to, const noc_flow *flow, noc_paths *out)
{
    const noc_tree t = read_tree(spec);
    noc_tree_find_paths(&t, graph, from, to, flow, out);
}

/* Returns the number of links from a router of a level down to each sub-tree. */
static int count_down_links(const noc_tree *t, int level)
{
    return t->top_counts[level - 1];
}

static void find_options(const noc_routed_packet *packet, noc_options *out)
{
    const noc_tree t = read_tree(packet->spec);
    noc_tree_find_options(&t, packet, out);
}

static void find_starts(const noc_routed_packet *packet, noc_options *out)
{
    const noc_tree t = read_tree(packet->spec);
    noc_tree_find_starts(&t, count_down_links, packet, out);
}

/* Writes half as many links up as nodes below. */
static void write_size(FILE *out, const noc_starter_counts *c)
{
    const int arity = noc_tree_starter_arity(c);
    fprintf(out, " arity = %d; levels = 2; up_links = (%d);", arity, (arity + 1) / 2);
}

const noc_topology_kind noc_topology_tree = {
    .name = "tree",
    .summary = "tree of routers, with any number of links up at each level",
    .source = "BookSim 2.0: qtree, tree4",
    .keys = NOC_KEYS(keys),
    .estimate_size = estimate_size,
    .build = build,
    .check = check,
    .find_paths = find_paths,
    .find_options = find_options,
    .find_starts = find_starts,
    .layout = NOC_LAYOUT_TREE,
    .starters = NOC_STARTERS(NOC_STARTER_OF_SWITCHES("tree", write_size)),
};
