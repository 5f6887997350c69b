/* Fat tree, k-ary n-tree (Petrini and Vanneschi, IPPS 1997): n levels of k^(n-1) routers, with k
 * ports down and k up, so that all levels have equal bandwidth. Router p of level h is linked with
 * the k routers of level h + 1 whose numbers differ from p in the digit of weight k^h, to the base
 * k, or in none. */
#include <stdio.h>

#include "network/kinds/trees.h"

static const noc_key keys[] = {NOC_TREE_KEYS};

static noc_tree tree_of(const noc_network_spec *spec)
{
    noc_tree t = noc_tree_of(spec);
    for (int l = 1; l < t.levels; l++)
        t.tops[l] = t.tops[l - 1] > NOC_TREE_NODES_MAX ? t.tops[l - 1] : t.tops[l - 1] * t.arity;
    return t;
}

static noc_size size(const noc_network_spec *spec)
{
    const noc_tree t = tree_of(spec);
    return noc_tree_size(&t, (t.levels - 1.0) * noc_tree_nodes(&t));
}

static noc_status check(const noc_design *design, int network, noc_diag *diag)
{
    const noc_tree t = tree_of(&design->networks[network]);
    return noc_tree_check(design, network, &t, diag);
}

static noc_status build(noc_graph *graph, const noc_design *design, uint16_t network)
{
    noc_network *net = &graph->networks[network];
    const noc_tree t = tree_of(&design->networks[net->spec]);
    if (net->vc.route_choice != NOC_CHOICE_NONE) net->vc.route_choice = NOC_CHOICE_TWO_DRAWN;
    int down[NOC_TREE_LEVELS_MAX], up[NOC_TREE_LEVELS_MAX];
    for (int l = 0; l < t.levels; l++) {
        down[l] = t.arity;
        up[l] = l + 1 < t.levels ? t.arity : 0;
    }
    bool added = noc_tree_plant(graph, design, network, &t, down, up);
    for (int level = 0; level + 1 < t.levels; level++) {
        const int weight = t.tops[level]; /* arity^level */
        for (int p = 0; p < noc_tree_routers(&t, level); p++) {
            const int digit = p / weight % t.arity, others = p - digit * weight;
            for (int u = 0; u < t.arity && added; u++)
                added = noc_tree_join(graph, design, network, &t, level, p, others + u * weight);
        }
    }
    return added ? NOC_OK : NOC_EFAILED;
}

static void paths(const noc_network_spec *spec, const noc_graph *graph, uint32_t from, uint32_t to,
                  const noc_flow *flow, noc_paths *out)
{
    const noc_tree t = tree_of(spec);
    noc_tree_paths(&t, graph, from, to, flow, out);
}

static int down_ways(const noc_tree *t, int level)
{
    (void)t;
    (void)level;
    return 1;
}

static void options(const noc_traveller *packet, noc_options *out)
{
    const noc_tree t = tree_of(packet->spec);
    noc_tree_options(&t, packet, out);
}

static void starts(const noc_traveller *packet, noc_options *out)
{
    const noc_tree t = tree_of(packet->spec);
    noc_tree_starts(&t, down_ways, packet, out);
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
    .size = size,
    .build = build,
    .check = check,
    .paths = paths,
    .options = options,
    .starts = starts,
    .layout = NOC_LAYOUT_TREE,
    .starters = NOC_STARTERS(NOC_STARTER_OF_SWITCHES("fat-tree", write_size)),
};
