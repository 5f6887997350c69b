/* analytic/flow_map.h: what of a system follows from its flows, their routes and the lengths of
 * packets alone, whatever buffers and pipelines are: loads, what pairs share, symmetry, kinds of
 * paths, what closed loops make of it. Of designs of a sweep many have the same. */
#ifndef NOC_ANALYTIC_FLOW_MAP_H
#define NOC_ANALYTIC_FLOW_MAP_H

#include "analytic/reply_bursts.h"
#include "analytic/symmetry.h"
#include "analytic/unfair_shares.h"
#include "analytic/zero_load.h"

/* What a closed loop makes of the network's shape. */
typedef struct noc_loop_shape {
    noc_unfair unequal;
    noc_reply_bursts bursts;
} noc_loop_shape;

typedef struct noc_flow_map {
    noc_loads loads;
    noc_pair_shares *shares; /* by pair */
    noc_symmetry symmetry;
    noc_path_kinds paths;
    noc_loop_shape loop_shape; /* found when it is first asked for */
    bool has_loop_shape;
} noc_flow_map;

/* NOC_EFAILED when out of memory. */
noc_status noc_flow_map_new(const noc_system *system, noc_flow_map *map);
void noc_flow_map_clear(noc_flow_map *map);

/* Bytes of maps that are kept, about. */
enum { NOC_FLOW_MAPS_ROOM = 2 << 20 };

/* The map of systems with the same settings of all that loads read (design/kept.h), made
 * if none is kept; its value is a noc_flow_map. NULL when out of memory, and for systems of designs
 * whose settings nobody has written down. */
noc_kept_value *noc_flow_map_kept(noc_kept *kept, const noc_system *system);

#endif
