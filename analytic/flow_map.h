/* analytic/flow_map.h: properties of a system that follow from flows, routes and packet lengths
 * alone, not from buffers or pipelines: loads, shares of pairs, symmetry, kinds of paths, shape of
 * closed loops. Many designs of a sweep have equal maps. */
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
    noc_loads loads;
    noc_pair_shares *shares; /* [pair]: shares */
    noc_symmetry symmetry;
    noc_path_kinds paths;
    noc_loop_shape loop_shape; /* found on the first request */
    bool has_loop_shape;
} noc_flow_map;

/* Makes a map. NOC_EFAILED when out of memory. */
noc_status noc_flow_map_new(const noc_system *system, noc_flow_map *map);
void noc_flow_map_clear(noc_flow_map *map);

/* Bytes of all kept maps, about. */
enum { NOC_FLOW_MAPS_BYTES = 2 << 20 };

/* Kept map of systems in which all settings that loads depend on are equal (design/kept.h); made if
 * none is kept. The value is a noc_flow_map. NULL when out of memory, and for designs whose
 * settings are not recorded. */
noc_cached_value *noc_kept_flow_map(noc_value_cache *kept, const noc_system *system);

#endif
