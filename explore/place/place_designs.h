/* explore/place/place_designs.h: conversion of a design into the problem of placing its memory
 * nodes, and of placements back into designs, which the model answers. */
#ifndef NOC_EXPLORE_PLACE_PLACE_DESIGNS_H
#define NOC_EXPLORE_PLACE_PLACE_DESIGNS_H

#include <stdio.h>

#include "explore/place/place.h"
#include "explore/place/place_problem.h"
#include "hybrid/answers/estimate.h"
#include "hybrid/answers/figures/sampling.h"

/* A placement, and the model's estimate of the design with it. */
typedef struct noc_placement {
    const char *name, *source; /* name and source of a named placement; "" for a found one */
    int rank;                  /* rank by load and path among the found placements */
    noc_place_choice choice;
    noc_estimate estimate;
    double clock_mhz; /* the design's clock, MHz */
} noc_placement;

typedef struct noc_placer {
    noc_source source;
    const char **overrides; /* the user's overrides, with room for a placement's */
    size_t set_count;       /* number of the user's overrides */
    char name[100];         /* the design's name */
    int columns, rows, tiles, memory;
    int nodes;                        /* tiles with a node: all but nodes.empty_at */
    bool empty[NOC_PLACE_TILES_MOST]; /* tiles without a node */
    int cores;                        /* cores of a compute node */
    bool is_graph;                    /* the design's tiles are nodes at routers */
    bool is_rated;                    /* some link transfers more or less than one flit per cycle */
    uint32_t routers[NOC_PLACE_TILES_MOST]; /* the nodes' routers in the first network */
    noc_kept kept;                          /* results of stages, from the last placements */
} noc_placer;

/* Reads a design's file; `sets` are overrides "key=value". The caller clears *placer in either
 * case. */
noc_status noc_placer_open(const char *path, const char *const *sets, size_t count,
                           noc_placer *placer, noc_diag *diag);
void noc_placer_clear(noc_placer *placer);

/* Prepares the problem of placing `memory` memory nodes (0: as many as the design has) on the
 * design's grid. The caller frees *problem. */
noc_status noc_placer_prepare(noc_placer *placer, int memory, noc_place_problem **problem,
                              noc_diag *diag);

/* Estimates the found placements and orders them by the model: more throughput, then less load.
 * `rows` has room for found->count. Placements that a graph's routes do not serve are removed from
 * `found`. */
noc_status noc_placer_rank(noc_placer *placer, const noc_place_problem *problem,
                           noc_place_result *found, noc_placement *rows, noc_diag *diag);

/* Estimates the named placements that fit the grid, or a graph's present placement, for comparison.
 * Returns their number; `rows` has room for NOC_PLACER_NAMED. */
enum { NOC_PLACER_NAMED = 32 };
size_t noc_placer_rank_named(noc_placer *placer, const noc_place_problem *problem,
                             noc_placement *rows);

/* Puts placements in the order of noc_placer_rank. */
void noc_placer_order(noc_placement *rows, size_t count);

/* Samples ranked placements until their saturations are within `within` (hybrid/answers/within.h).
 * *finished: number of placements that reached the width. */
noc_status noc_placer_measure(noc_placer *placer, noc_placement *rows, size_t count, double within,
                              const noc_sampling *sampling, size_t *finished, noc_diag *diag);

/* Writes the attachment of the nodes of a graph's placement as a CSV file. */
noc_status noc_placer_attach(noc_placer *placer, const noc_placement *row, FILE *out,
                             noc_diag *diag);

/* Attaches the memory nodes of a design of graphs to the routers of the chosen nodes, in the order
 * of their numbers, and the compute nodes to the routers of the others. A node keeps its ports.
 * NOC_EFAILED when out of memory. */
noc_status noc_place_attach(noc_design *design, const noc_place_choice *choice, noc_diag *diag);

/* Prints the attachment of the nodes in the first network as a table "node,router,kind", with ports
 * and rates where the design's own attachment has them. */
void noc_place_write_attach(const noc_design *design, FILE *out);

#endif
