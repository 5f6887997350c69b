/* studies/costed.h: counts and costs of a design by name, as expressions ask for them
 * (studies/quantities.h). A name that there is not is NAN. */
#ifndef NOC_STUDIES_COSTED_H
#define NOC_STUDIES_COSTED_H

#include "network/compile/components.h"
#include "power_area/cost.h"

/* "routers", ..., "crossbars_10x3": 0 where the design has none of the shape. */
bool noc_counted_has(const char *name);
double noc_counted(const noc_components *components, const char *name);

/* The number of groups of a hierarchy's level, of cores or memory nodes; NAN: no such level. */
double noc_counted_groups(const noc_design *design, const char *level);

/* The sizes of a level's groups, as its design lists them: "14 14 12"; NULL: it has no such level,
 * or does not list them. The caller frees the text. */
char *noc_counted_sizes(const noc_design *design, const char *level);

/* The number of a component's name (noc_part_name), -1 if there is none. */
int noc_costed_part(const char *name);

/* "area_mm2", "leakage_mw", "dynamic_mw", and "count" of a single part; -1 is all of them. */
bool noc_costed_has(const char *figure, bool single);
double noc_costed(const noc_network_cost *cost, int part, const char *figure);

/* The same of one physical network, with "router_area_mm2", "link_area_mm2", "wire_area_mm2". */
bool noc_costed_network_has(const char *figure);
double noc_costed_network(const noc_network_cost *cost, const char *figure);

/* "area_mm2", "buffer_area_mm2", "crossbar_area_mm2", "allocator_area_mm2", "inputs", "outputs" of
 * a router by its number in the graph. */
bool noc_costed_router_has(const char *figure);
double noc_costed_router(const noc_system *system, int router, const char *figure);

/* Figures of routes. "vc_sets": sets of virtual channels that packets keep to on links, none
 * of which has one of another's, of the network with most; it needs no fewer virtual channels.
 * "second_set": share of packets that take the upper half of their class's virtual channels on a
 * link, which routings with two sets keep for their second order of dimensions (te13 4.2). Both are
 * 0 where links have no virtual channels. */
bool noc_costed_routes_has(const char *figure);
double noc_costed_routes(const noc_system *system, const char *figure);

#endif
