/* network/compile/kept_systems.h: systems, and their routes, for the next designs with the same
 * settings: of designs that differ in buffers or widths only the first is routed, and those that
 * differ in cores, caches or memory have one system. */
#ifndef NOC_NETWORK_COMPILE_KEPT_SYSTEMS_H
#define NOC_NETWORK_COMPILE_KEPT_SYSTEMS_H

#include "network/graph/system.h"

/* Bytes of systems and of routes that are kept, about; larger routes stay until the next ones are
 * made. */
enum { NOC_SYSTEMS_ROOM = 4 << 20, NOC_ROUTES_ROOM = 2 << 20 };

/* The system that was made of a design with the same settings, which is this one's from now on;
 * NULL: none is kept, or it is in use. */
noc_system *noc_system_recall(noc_kept *kept, const noc_design *design);

/* Keeps a system, unless it is large, which needs `bytes`. */
void noc_system_keep(noc_kept *kept, noc_system *system, double bytes);

/* Lends a system whose graph and traffic are made the routes that are kept, but no plans. False:
 * there are none. */
bool noc_routes_recall(noc_kept *kept, noc_system *system);

/* Makes room for routes that need `bytes`; keeps those that the system has, and lends it them. */
void noc_routes_make_room(noc_kept *kept, double bytes);
void noc_routes_keep(noc_kept *kept, noc_system *system, double bytes);

#endif
