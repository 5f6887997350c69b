/* studies/costed.h: counts of components, sizes of levels, costs, and figures of routes of a
 * design, each found by its name in expressions (studies/quantities.h). Each pair of functions
 * first tells known names, then finds the value of a known name; the value of another name is
 * NAN. */
#ifndef NOC_STUDIES_COSTED_H
#define NOC_STUDIES_COSTED_H

#include "network/compile/components.h"
#include "power_area/cost.h"

/* Counts of components: "routers", ..., "crossbars_10x3" (0 if the design has no such crossbar).
 * True if a name is known; the count of a name. */
bool noc_count_name_is_known(const char *name);
double noc_count_of_name(const noc_components *components, const char *name);

/* Returns the number of groups in a level of a hierarchy, of cores or memory nodes; NAN: no such
 * level. */
double noc_level_count_groups(const noc_design *design, const char *level);

/* Returns the sizes of a level's groups, as the design lists them: "14 14 12"; the caller frees the
 * text. NULL: no such level, or no list of sizes. */
char *noc_level_list_sizes(const noc_design *design, const char *level);

/* Returns the number of the component of a name (noc_part_name); -1: none. */
int noc_cost_part_of_name(const char *name);

/* Costs of a component: "area_mm2", "leakage_mw", "dynamic_mw", and "count" of a single component;
 * part -1: all components. True if a name is known; the cost of a name. */
bool noc_cost_name_is_known(const char *figure, bool is_single_part);
double noc_cost_of_name(const noc_network_cost *cost, int part, const char *figure);

/* Costs of one physical network: "area_mm2", "leakage_mw", "dynamic_mw", "router_area_mm2",
 * "link_area_mm2", "wire_area_mm2". True if a name is known; the cost of a name. */
bool noc_network_cost_has_name(const char *figure);
double noc_network_cost_of_name(const noc_network_cost *cost, const char *figure);

/* Costs of a router, by its number in the graph: "area_mm2", "buffer_area_mm2",
 * "crossbar_area_mm2", "allocator_area_mm2", "inputs", "outputs". True if a name is known; the cost
 * of a name. */
bool noc_router_cost_has_name(const char *figure);
double noc_router_cost_of_name(const noc_system *system, int router, const char *figure);

/* Figures of routes; both are 0 if links have no virtual channels.
 * "vc_sets": number of disjoint sets of virtual channels that packets use on links, in the network
 * with most of them, which needs at least as many virtual channels.
 * "second_set": share of packets that use only the upper half of their class's virtual channels on
 * a link. Routings with two sets use it for their second order of dimensions (te13 4.2).
 * True if a name is known; the figure of a name. */
bool noc_route_figure_is_known(const char *figure);
double noc_route_figure_of_name(const noc_system *system, const char *figure);

#endif
