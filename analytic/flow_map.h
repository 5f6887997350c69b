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

typedef struct noc_flow_entry {
    uint64_t *key; /* all that the map depends on */
    size_t key_words;
    noc_flow_map map;
} noc_flow_entry;

enum { NOC_FLOW_MAPS = 4 };

/* The maps of the last systems compiled with one route memory. Zero-initialise before use; one of a
 * thread. */
typedef struct noc_flow_memory {
    noc_flow_entry entries[NOC_FLOW_MAPS];
    unsigned made;
} noc_flow_memory;

/* The system's map, made if it is not there; it stays until as many others have been made. NULL
 * when out of memory, and for systems that were compiled without a route memory. */
noc_flow_map *noc_flow_map_of(noc_flow_memory *memory, const noc_system *system);
void noc_flow_memory_clear(noc_flow_memory *memory);

#endif
