/* Registries of kinds, and the tiles of a design. */
#include "network/kinds/kinds.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "design/registry.h"

#define NOC_TOPOLOGY(id)  extern const noc_topology_kind noc_topology_##id;
#define NOC_ROUTING(id)   extern const noc_routing_kind noc_routing_##id;
#define NOC_PLACEMENT(id) extern const noc_placement_kind noc_placement_##id;
#define NOC_PATTERN(id)   extern const noc_pattern_kind noc_pattern_##id;
#include "network/kinds/patterns.def"
#include "network/kinds/placements.def"
#include "network/kinds/routings.def"
#include "network/kinds/topologies.def"
#undef NOC_TOPOLOGY
#undef NOC_ROUTING
#undef NOC_PLACEMENT
#undef NOC_PATTERN

static const noc_topology_kind *const topologies[] = {
#define NOC_TOPOLOGY(id) &noc_topology_##id,
#include "network/kinds/topologies.def"
};

static const noc_routing_kind *const routings[] = {
#define NOC_ROUTING(id) &noc_routing_##id,
#include "network/kinds/routings.def"
};

static const noc_placement_kind *const placements[] = {
#define NOC_PLACEMENT(id) &noc_placement_##id,
#include "network/kinds/placements.def"
};

static const noc_pattern_kind *const patterns[] = {
#define NOC_PATTERN(id) &noc_pattern_##id,
#include "network/kinds/patterns.def"
};

NOC_REGISTRY(topology, topologies)
NOC_REGISTRY(routing, routings)
NOC_REGISTRY(placement, placements)
NOC_REGISTRY(pattern, patterns)

const noc_pattern_kind *noc_pattern_without_memory(void)
{
    size_t i = 0;
    while (patterns[i]->has_memory) i++;
    return patterns[i];
}

const noc_topology_kind *noc_topology_find(const char *name)
{
    size_t i = 0;
    while (noc_topology_at(i) && strcmp(noc_topology_name(i), name) != 0) i++;
    return noc_topology_at(i);
}

const noc_placement_kind *noc_placement_find(const char *name)
{
    size_t i = 0;
    while (noc_placement_at(i) && strcmp(noc_placement_name(i), name) != 0) i++;
    return noc_placement_at(i);
}

double noc_routing_max_paths(const noc_routing_kind *routing, const noc_size *network)
{
    if (network->path_count > 0.0) return network->path_count;
    if (routing->via_rule == NOC_VIA_ANY) return network->router_count;
    /* Rectangles between two routers hold a ninth of a grid's routers on average, and slightly more
     * on small grids; the bound is a quarter, and 4. */
    if (routing->via_rule == NOC_VIA_BETWEEN)
        return fmin(network->router_count, 4.0 + network->router_count / 4.0);
    return routing->vc_sets;
}

bool noc_routing_serves(const noc_routing_kind *routing, const noc_topology_kind *topology)
{
    return (routing->served_layouts & topology->layout) != 0;
}

const noc_routing_kind *noc_routing_default(const noc_topology_kind *topology)
{
    for (size_t i = 0; noc_routing_at(i); i++)
        if (noc_routing_serves(noc_routing_at(i), topology)) return noc_routing_at(i);
    return NULL;
}

/* Adds a name to a list of names, "xy, yx". */
static void add_name(char *text, size_t size, const char *name)
{
    const size_t used = strlen(text);
    snprintf(text + used, size - used, "%s%s", used ? ", " : "", name);
}

void noc_routing_topology_list(const noc_routing_kind *routing, char *text, size_t size)
{
    text[0] = '\0';
    for (size_t i = 0; noc_topology_at(i); i++)
        if (noc_routing_serves(routing, noc_topology_at(i)))
            add_name(text, size, noc_topology_name(i));
    if (!*text) add_name(text, size, "none");
}

void noc_topology_routing_list(const noc_topology_kind *topology, char *text, size_t size)
{
    text[0] = '\0';
    for (size_t i = 0; noc_routing_at(i); i++)
        if (noc_routing_serves(noc_routing_at(i), topology))
            add_name(text, size, noc_routing_name(i));
    if (!*text) add_name(text, size, "none");
}

/* ---- tiles of a design ---------------------------------------------------------------------- */

bool noc_design_has_dies(const noc_design *d)
{
    bool any = false;
    for (int n = 0; n < d->network_count; n++) {
        const noc_topology_kind *kind = d->networks[n].topology;
        any |= kind->has_dies && kind->has_dies(&d->networks[n]);
    }
    return any;
}

int noc_design_find_grid(const noc_design *d)
{
    for (int n = 0; n < d->network_count; n++)
        if (d->networks[n].topology->find_tiles) return n;
    return -1;
}

bool noc_design_find_tiles(const noc_design *d, int *columns, int *rows)
{
    const int n = noc_design_find_grid(d);
    *columns = noc_compute_terminals(d) + d->nodes.memory;
    *rows = 1;
    if (n < 0) return false;
    d->networks[n].topology->find_tiles(&d->networks[n], columns, rows);
    return true;
}
