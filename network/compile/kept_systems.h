/* network/compile/kept_systems.h: systems, and their routes, kept for the next designs with the
 * same settings: of designs that differ in buffers or widths only the first is routed, and designs
 * that differ in cores, caches or memory share one system. */
#ifndef NOC_NETWORK_COMPILE_KEPT_SYSTEMS_H
#define NOC_NETWORK_COMPILE_KEPT_SYSTEMS_H

#include "network/graph/system.h"

/* Bytes of kept systems and routes, about; larger routes stay until the next routes are made. */
enum { NOC_SYSTEMS_ROOM = 4 << 20, NOC_ROUTES_ROOM = 2 << 20 };

/* System that was made of a design with the same settings, now lent to this design; NULL: none is
 * kept, or it is in use. */
noc_system *noc_system_recall(noc_kept *kept, const noc_design *design);

/* Keeps a system, which needs `bytes`, unless it is large. */
void noc_system_keep(noc_kept *kept, noc_system *system, double bytes);

/* Lends a system whose graph and traffic are made the kept routes, but no plans. False: none are
 * kept. */
bool noc_routes_recall(noc_kept *kept, noc_system *system);

/* Makes room for routes that need `bytes`; keeps the routes of a system, and lends them to it. */
void noc_routes_make_room(noc_kept *kept, double bytes);
void noc_routes_keep(noc_kept *kept, noc_system *system, double bytes);

#endif
