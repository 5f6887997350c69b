/* explore/place/place_designs.h: conversion of a design into the problem of placing its memory
 * nodes, and of found placements into designs with estimates. */
#ifndef NOC_EXPLORE_PLACE_PLACE_DESIGNS_H
#define NOC_EXPLORE_PLACE_PLACE_DESIGNS_H

#include <stdio.h>

#include "explore/place/place.h"
#include "explore/place/place_problem.h"
#include "hybrid/answers/estimate.h"
#include "hybrid/answers/figures/sampling.h"

/* Placement, with the model's estimate of its design. */
typedef struct noc_ranked_placement {
    const char *name, *source; /* name and source of a named placement; "" for a found one */
    int rank;                  /* rank among found placements, by load and then path */
    noc_place_placement choice;
    noc_estimate estimate;
    double clock_mhz; /* clock of the design, MHz */
} noc_ranked_placement;

/* Design whose memory nodes are placed. */
typedef struct noc_placer {
    noc_arena memory;
    noc_source source;
    const char **overrides; /* the user's overrides, with room for those of a placement */
    size_t override_count;  /* number of the user's overrides */
    char name[100];         /* name of the design */
    int columns, rows, tiles, memory_nodes;
    int node_tiles;                        /* number of tiles with a node: all but nodes.empty_at */
    bool is_empty[NOC_PLACE_TILES_MAX];    /* [tile]: no node */
    int cores_per_node;                    /* cores of a compute node */
    bool is_graph;                         /* tiles are nodes at routers of a graph */
    bool has_link_rates;                   /* some link does not transfer one flit per cycle */
    uint32_t routers[NOC_PLACE_TILES_MAX]; /* routers of the nodes in the first network */
    noc_value_cache stage_results;         /* stage results of the last placements, for reuse */
} noc_placer;

/* Reads a design's file; `overrides`: texts "key=value". The caller clears *placer in any case. */
noc_status noc_placer_open(const char *path, const char *const *overrides, size_t count,
                           noc_placer *placer, noc_diag *diag);
void noc_placer_clear(noc_placer *placer);

/* Prepares the problem of placing memory nodes on the design's grid (memory_nodes 0: as many as the
 * design has). The caller frees *problem. */
noc_status noc_placer_prepare(noc_placer *placer, int memory_nodes, noc_place_problem **problem,
                              noc_diag *diag);

/* Estimates the found placements and sorts `rows`: larger throughput in the model, then smaller
 * load. `rows` has room for found->count. Reduces found->count for more than 64 tiles, so that
 * estimates do not take longer, and, in a graph, by the placements without valid routes. */
noc_status noc_placer_rank_found(noc_placer *placer, const noc_place_problem *problem,
                                 noc_place_result *found, noc_ranked_placement *rows,
                                 noc_diag *diag);

/* Estimates placements for comparison: the named placements that fit the grid, or the present
 * placement of a graph. Returns their number; `rows` has room for NOC_PLACER_NAMED_MAX. */
enum { NOC_PLACER_NAMED_MAX = 32 };
size_t noc_placer_rank_named(noc_placer *placer, const noc_place_problem *problem,
                             noc_ranked_placement *rows);

/* Sorts placements as noc_placer_rank_found does. */
void noc_placer_sort(noc_ranked_placement *rows, size_t count);

/* Samples ranked placements until the relative half-width of their saturations is `half_width` at
 * most (hybrid/answers/within.h). *finished: number of placements that reached it. */
noc_status noc_placer_sample(noc_placer *placer, noc_ranked_placement *rows, size_t count,
                             double half_width, const noc_sampling *sampling, size_t *finished,
                             noc_diag *diag);

/* Writes the attachment of nodes in a graph's placement as a CSV file. */
noc_status noc_placer_write_attach(noc_placer *placer, const noc_ranked_placement *row, FILE *out,
                                   noc_diag *diag);

/* Attaches the memory nodes of a graph's design to the routers of the chosen nodes, in the order of
 * their numbers, and compute nodes to all other nodes' routers. A node keeps its ports.
 * NOC_EFAILED: out of memory. */
noc_status noc_place_attach(noc_design *design, const noc_place_placement *choice, noc_diag *diag);

/* Prints the attachment of nodes in the first network as a table "node,router,kind", with columns
 * of ports, rates and dies if the attachment has them. */
void noc_place_write_attach(const noc_design *design, FILE *out);

#endif
