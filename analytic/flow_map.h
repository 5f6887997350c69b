/* analytic/flow_map.h: map of a system: properties that follow from flows, routes and packet
 * lengths alone, not from buffers or pipelines (loads, shares of pairs, symmetry, kinds of paths,
 * shape of closed loops). Many designs of a sweep have equal maps. */
#ifndef NOC_ANALYTIC_FLOW_MAP_H
#define NOC_ANALYTIC_FLOW_MAP_H

#include "analytic/reply_bursts.h"
#include "analytic/symmetry.h"
#include "analytic/unfair_shares.h"
#include "analytic/zero_load.h"

/* Effects of the network's shape on a closed loop. */
typedef struct noc_loop_shape {
    noc_unfair_shares unfair_shares;
    noc_reply_bursts bursts;
} noc_loop_shape;

typedef struct noc_flow_map {
    noc_arena arena; /* memory of all lists */
    noc_loads loads;
    noc_pair_shares *shares; /* [pair of loads]: shares of the pair at its ports */
    noc_symmetry symmetry;
    noc_path_kinds paths;
    noc_loop_shape loop_shape; /* found by the first call of noc_model_find_loop_shape */
    bool has_loop_shape;
} noc_flow_map;

/* Makes a map without its loop shape. NOC_EFAILED when out of memory. The caller clears map->arena
 * in either case. */
noc_status noc_flow_map_new(const noc_system *system, noc_flow_map *map);

/* Largest total size of the kept maps, bytes, about. */
enum { NOC_FLOW_MAPS_BYTES = 2 << 20 };

/* Finds, or makes and keeps, the map of all systems that have equal settings of loads
 * (design/kept.h). The value is a noc_flow_map; the caller releases it (noc_cached_release). NULL
 * when out of memory, for designs whose settings are not recorded, for merged flows, and for routes
 * with choices. */
noc_cached_value *noc_kept_flow_map(noc_value_cache *kept, const noc_system *system);

#endif
