/* Fat tree, k-ary n-tree (Petrini and Vanneschi, IPPS 1997): n levels of k^(n-1) routers, with k
 * ports down and k up, so that all levels have equal bandwidth. Router p of level h is linked with
 * the k routers of level h + 1 whose numbers differ from p in the digit of weight k^h, to the base
 * k, or in none. */
#include <stdio.h>

#include "network/kinds/trees.h"

static const noc_key keys[] = {NOC_TREE_KEYS};

static noc_tree read_tree(const noc_network_spec *spec)
{
    noc_tree t = noc_tree_read(spec);
    for (int l = 1; l < t.levels; l++)
        t.top_counts[l] = t.top_counts[l - 1] > NOC_TREE_NODES_MAX ? t.top_counts[l - 1]
                                                                   : t.top_counts[l - 1] * t.arity;
    return t;
}

static noc_size estimate_size(const noc_network_spec *spec)
{
    const noc_tree t = read_tree(spec);
    return noc_tree_size(&t, (t.levels - 1.0) * noc_tree_node_count(&t));
}

static noc_status check(const noc_design *design, int network, noc_diag *diag)
{
    const noc_tree t = read_tree(&design->networks[network]);
    return noc_tree_check(design, network, &t, diag);
}

static void build(noc_graph *graph, const noc_design *design, uint16_t network)
{
    noc_network *net = &graph->networks[network];
    const noc_tree t = read_tree(&design->networks[net->spec_index]);
    if (net->vc.route_choice != NOC_CHOICE_NONE) net->vc.route_choice = NOC_CHOICE_TWO_DRAWN;
    int down_links[NOC_TREE_LEVELS_MAX], up_links[NOC_TREE_LEVELS_MAX];
    for (int l = 0; l < t.levels; l++) {
        down_links[l] = t.arity;
        up_links[l] = l + 1 < t.levels ? t.arity : 0;
    }
    noc_tree_add_routers(graph, design, network, &t, down_links, up_links);
    for (int level = 0; level + 1 < t.levels; level++) {
        const int weight = t.top_counts[level]; /* arity^level */
        for (int p = 0; p < noc_tree_level_routers(&t, level); p++) {
            const int digit = p / weight % t.arity, other_digits = p - digit * weight;
            for (int u = 0; u < t.arity; u++)
                noc_tree_add_link_pair(graph, design, network, &t, level, p,
                                       other_digits + u * weight);
        }
    }
}

static void find_paths(const noc_network_spec *spec, const noc_graph *graph, uint32_t from,
                       uint32_t to, const noc_flow *flow, noc_paths *out)
{
    const noc_tree t = read_tree(spec);
    noc_tree_find_paths(&t, graph, from, to, flow, out);
}

static int count_down_links(const noc_tree *t, int level)
{
    (void)t;
    (void)level;
    return 1;
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

static void write_size(FILE *out, const noc_starter_counts *c)
{
    fprintf(out, " arity = %d; levels = 2;", noc_tree_starter_arity(c));
}

const noc_topology_kind noc_topology_fat_tree = {
    .name = "fat-tree",
    .summary = "k-ary n-tree: as many links up as nodes, at every level",
    .source = "Petrini and Vanneschi 1997; BookSim 2.0: fattree",
    .keys = NOC_KEYS(keys),
    .estimate_size = estimate_size,
    .build = build,
    .check = check,
    .find_paths = find_paths,
    .find_options = find_options,
    .find_starts = find_starts,
    .layout = NOC_LAYOUT_TREE,
    .starters = NOC_STARTERS(NOC_STARTER_OF_SWITCHES("fat-tree", write_size)),
};
