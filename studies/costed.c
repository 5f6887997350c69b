#include "studies/costed.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "design/levels.h"
#include "explore/settings/settings.h"
#include "network/kinds/grid.h"

static bool has_word(const char *name, const char *const *names)
{
    for (size_t i = 0; names[i]; i++)
        if (strcmp(names[i], name) == 0) return true;
    return false;
}

/* ---- counts --------------------------------------------------------------------------------- */

static const char shape_prefix[] = "crossbars_";

bool noc_count_name_is_known(const char *name)
{
    static const char *const names[] = {"routers",     "links",         "links_short",
                                        "links_long",  "vc_buffers",    "vc_buffers_nominal",
                                        "crosspoints", "concentrators", "crossbars",
                                        NULL};
    return has_word(name, names) || strncmp(name, shape_prefix, sizeof shape_prefix - 1) == 0;
}

static double count_crossbars(const noc_components *c, const char *shape)
{
    double count = 0.0;
    for (size_t i = 0; i < c->crossbar_count; i++) {
        char name[40];
        noc_crossbar_name(&c->crossbars[i].shape, name, sizeof name);
        if (!shape || strcmp(name, shape) == 0) count += (double)c->crossbars[i].count;
    }
    return count;
}

double noc_count_of_name(const noc_components *c, const char *name)
{
    if (strcmp(name, "crossbars") == 0) return count_crossbars(c, NULL);
    if (strncmp(name, shape_prefix, sizeof shape_prefix - 1) == 0)
        return count_crossbars(c, name + sizeof shape_prefix - 1);
    const struct {
        const char *name;
        double count;
    } counts[] = {
        {"routers", (double)c->routers},         {"links", (double)(c->links[0] + c->links[1])},
        {"links_short", (double)c->links[0]},    {"links_long", (double)c->links[1]},
        {"vc_buffers", (double)c->vc_buffers},   {"vc_buffers_nominal", c->vc_buffers_nominal},
        {"crosspoints", (double)c->crosspoints}, {"concentrators", (double)c->concentrators},
    };
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
        if (strcmp(counts[i].name, name) == 0) return counts[i].count;
    return NAN;
}

/* ---- levels --------------------------------------------------------------------------------- */

/* Finds a level by its name, in the first network that has it. */
static const noc_level *find_level(const noc_design *d, const char *name)
{
    static const char *const lists[] = {"levels", "memory_levels"};
    for (size_t l = 0; l < sizeof lists / sizeof lists[0]; l++)
        for (int i = 0; i < NOC_LEVELS_MAX; i++) {
            char path[40];
            int network;
            noc_member_path member;
            const char *level;
            snprintf(path, sizeof path, "network.%s[%d].name", lists[l], i);
            const int list = noc_setting_find_list(path, &network, &member);
            if (list < 0 || !noc_setting_member_key(d, (size_t)list, 0, &member, &level)) break;
            if (strcmp(((const noc_level *)(const void *)level)->name, name) == 0)
                return (const noc_level *)(const void *)level;
        }
    return NULL;
}

double noc_level_count_groups(const noc_design *d, const char *name)
{
    const noc_level *level = find_level(d, name);
    return level ? (double)noc_level_group_count(level) : NAN;
}

char *noc_level_list_sizes(const noc_design *d, const char *name)
{
    const noc_level *level = find_level(d, name);
    char *text = NULL;
    size_t size = 0;
    if (!level || level->groups.count < 2) return NULL;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    for (size_t i = 0; i < level->groups.count; i++)
        fprintf(out, "%s%d", i ? " " : "", level->groups.values[i]);
    return fclose(out) == 0 ? text : NULL;
}

/* ---- costs ---------------------------------------------------------------------------------- */

int noc_cost_part_of_name(const char *name)
{
    for (int i = 0; noc_part_name((size_t)i); i++)
        if (strcmp(noc_part_name((size_t)i), name) == 0) return i;
    return -1;
}

static double find_figure(const noc_part_cost *part, const char *figure)
{
    if (strcmp(figure, "count") == 0) return (double)part->count;
    if (strcmp(figure, "area_mm2") == 0) return part->area_mm2;
    return strcmp(figure, "leakage_mw") == 0 ? part->leakage_mw : part->dynamic_mw;
}

bool noc_cost_name_is_known(const char *figure, bool is_single_part)
{
    static const char *const names[] = {"area_mm2", "leakage_mw", "dynamic_mw", NULL};
    return has_word(figure, names) || (is_single_part && strcmp(figure, "count") == 0);
}

/* Sums a figure over the components of routers, of links, or of both. */
static double sum_parts(const noc_network_cost *cost, const char *figure, bool routers, bool links)
{
    double total = 0.0;
    for (size_t i = 0; i < NOC_PARTS; i++)
        if (noc_part_is_wires(i) ? links : routers) total += find_figure(&cost->parts[i], figure);
    return total;
}

double noc_cost_of_name(const noc_network_cost *cost, int part, const char *figure)
{
    return part < 0 ? sum_parts(cost, figure, true, true) : find_figure(&cost->parts[part], figure);
}

bool noc_network_cost_has_name(const char *figure)
{
    static const char *const names[] = {"router_area_mm2", "link_area_mm2", "wire_area_mm2", NULL};
    return noc_cost_name_is_known(figure, false) || has_word(figure, names);
}

double noc_network_cost_of_name(const noc_network_cost *cost, const char *figure)
{
    if (strcmp(figure, "wire_area_mm2") == 0) return cost->wire_area_mm2;
    if (strcmp(figure, "router_area_mm2") == 0) return sum_parts(cost, "area_mm2", true, false);
    if (strcmp(figure, "link_area_mm2") == 0) return sum_parts(cost, "area_mm2", false, true);
    return sum_parts(cost, figure, true, true);
}

/* ---- routers -------------------------------------------------------------------------------- */

bool noc_router_cost_has_name(const char *figure)
{
    static const char *const names[] = {"area_mm2",
                                        "buffer_area_mm2",
                                        "crossbar_area_mm2",
                                        "allocator_area_mm2",
                                        "inputs",
                                        "outputs",
                                        NULL};
    return has_word(figure, names);
}

double noc_router_cost_of_name(const noc_system *system, int router, const char *figure)
{
    const noc_chip_spec *chip = &system->design->chip;
    noc_process process;
    if (router < 0 || (uint32_t)router >= system->graph.router_count) return NAN;
    const noc_router_shape shape = noc_router_shape_of(system, (uint32_t)router);
    if (strcmp(figure, "inputs") == 0) return shape.inputs;
    if (strcmp(figure, "outputs") == 0) return shape.outputs;
    if (noc_process_at(chip->technology_nm, chip->scale_technology, &process, NULL) != NOC_OK)
        return NAN;
    const noc_router_cost cost = noc_cost_of_router(&process, &shape);
    const double *area = cost.area_um2;
    if (strcmp(figure, "buffer_area_mm2") == 0) return 1e-6 * area[NOC_COMPONENT_BUFFER];
    if (strcmp(figure, "crossbar_area_mm2") == 0) return 1e-6 * area[NOC_COMPONENT_CROSSBAR];
    if (strcmp(figure, "allocator_area_mm2") == 0)
        return 1e-6 * (area[NOC_COMPONENT_SWITCH_ALLOCATOR] + area[NOC_COMPONENT_VC_ALLOCATOR]);
    return 1e-6 * noc_router_area_um2(&cost);
}

/* ---- routes --------------------------------------------------------------------------------- */

/* Disjoint sets of virtual channels. */
typedef struct vc_sets {
    uint32_t set[NOC_VCS_MAX];
    int count;
} vc_sets;

/* Merges `vcs` with all sets that share a virtual channel with it. */
static void join_sets(vc_sets *sets, uint32_t vcs)
{
    int kept_sets = 0;
    for (int i = 0; i < sets->count; i++) {
        if (sets->set[i] & vcs)
            vcs |= sets->set[i];
        else
            sets->set[kept_sets++] = sets->set[i];
    }
    sets->set[kept_sets] = vcs;
    sets->count = kept_sets + 1;
}

static int count_vc_sets(const noc_system *system, uint16_t network)
{
    vc_sets sets = {.count = 0};
    for (uint32_t h = 0; h < system->routes.hop_count; h++) {
        const noc_hop *hop = &system->routes.hops[h];
        const noc_channel *channel = &system->graph.channels[hop->channel];
        if (channel->kind == NOC_LINK && channel->network == network && hop->vcs)
            join_sets(&sets, hop->vcs);
    }
    return sets.count;
}

static bool uses_second_set(const noc_system *system, const noc_flow *flow, const noc_path *path)
{
    for (uint32_t h = path->first_hop; h != NOC_NONE;
         h = noc_routes_idle_next(&system->routes, h)) {
        const noc_hop *hop = &system->routes.hops[h];
        const noc_channel *channel = &system->graph.channels[hop->channel];
        const uint32_t vcs = system->graph.networks[channel->network].vcs[flow->class];
        if (channel->kind != NOC_LINK || !hop->vcs) continue;
        if (!(hop->vcs & noc_vcs_lower_half(vcs))) return true;
    }
    return false;
}

static double find_second_set_share(const noc_system *system)
{
    double total_rate = 0.0, second_set_rate = 0.0;
    for (size_t f = 0; f < system->traffic.flow_count; f++) {
        const noc_flow *flow = &system->traffic.flows[f];
        const noc_path *paths = &system->routes.paths[flow->route.first_path];
        total_rate += flow->rate;
        for (uint32_t p = 0; p < flow->route.path_count; p++)
            if (uses_second_set(system, flow, &paths[p]))
                second_set_rate += flow->rate * paths[p].probability;
    }
    return second_set_rate / total_rate;
}

bool noc_route_figure_is_known(const char *figure)
{
    return strcmp(figure, "vc_sets") == 0 || strcmp(figure, "second_set") == 0;
}

double noc_route_figure_of_name(const noc_system *system, const char *figure)
{
    int max_sets = 0;
    if (strcmp(figure, "second_set") == 0) return find_second_set_share(system);
    for (uint16_t n = 0; n < system->graph.network_count; n++) {
        const int sets = count_vc_sets(system, n);
        max_sets = sets > max_sets ? sets : max_sets;
    }
    return max_sets;
}
