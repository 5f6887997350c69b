/* network/compile/kept_systems.h: store of systems and of routes, for later designs with equal
 * settings. Designs that differ in buffers or widths share routes; designs that differ in cores,
 * caches or memory share a system. */
#ifndef NOC_NETWORK_COMPILE_KEPT_SYSTEMS_H
#define NOC_NETWORK_COMPILE_KEPT_SYSTEMS_H

#include "network/graph/system.h"

/* Room for kept systems and for kept routes, bytes; larger routes stay until the next routes are
 * made. */
enum { NOC_SYSTEMS_ROOM = 4 << 20, NOC_ROUTES_ROOM = 2 << 20 };

/* Kept system of a design with equal settings, now used for this design; NULL: none, or in use. */
noc_system *noc_system_recall(noc_value_cache *kept, const noc_design *design);

/* Gives a system room for values of its readers, and keeps it, unless its `bytes` bytes exceed
 * NOC_SYSTEMS_ROOM or memory runs out. */
void noc_system_keep(noc_value_cache *kept, noc_system *system, double bytes);

/* Gives a system with graph and traffic the kept routes, without VC plans. False: none kept. */
bool noc_routes_recall(noc_value_cache *kept, noc_system *system);

/* Makes room for routes of `bytes` bytes; keeps the routes of a system, which then borrows them. */
void noc_routes_make_room(noc_value_cache *kept, double bytes);
void noc_routes_keep(noc_value_cache *kept, noc_system *system, double bytes);

#endif
