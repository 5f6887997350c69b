/* explore/place/place_designs.h: from a design to the problem of placing its memory nodes, and from
 * placements back to designs, which the model answers. */
#ifndef NOC_EXPLORE_PLACE_PLACE_DESIGNS_H
#define NOC_EXPLORE_PLACE_PLACE_DESIGNS_H

#include <stdio.h>

#include "explore/place/place.h"
#include "explore/place/place_problem.h"
#include "hybrid/answers/estimate.h"
#include "hybrid/answers/figures/sampling.h"

/* A placement, and what the model says of the design with it. */
typedef struct noc_placement {
    const char *name, *source; /* "" for one that was found */
    int rank;                  /* rank by load and path among those found */
    noc_place_choice choice;
    noc_estimate estimate;
    double clock_mhz; /* the design's clock */
} noc_placement;

typedef struct noc_placer {
    noc_source source;
    const char **overrides; /* the user's, with room for a placement's */
    size_t set_count;       /* the user's */
    char name[100];         /* the design's */
    int columns, rows, tiles, memory;
    int nodes;                              /* tiles that have one: all but nodes.empty_at */
    bool empty[NOC_PLACE_TILES_MOST];       /* tiles without a node */
    int cores;                              /* cores of a compute node */
    bool is_graph;                          /* its tiles are nodes at routers */
    bool is_rated;                          /* some link takes more or less than a flit a cycle */
    uint32_t routers[NOC_PLACE_TILES_MOST]; /* the nodes' routers in the first network */
    noc_kept kept;                          /* finds of placements before */
} noc_placer;

/* Reads a design's file; `sets` are overrides "key=value". The caller clears *placer in either
 * case. */
noc_status noc_placer_open(const char *path, const char *const *sets, size_t count,
                           noc_placer *placer, noc_diag *diag);
void noc_placer_clear(noc_placer *placer);

/* The problem of placing so many memory nodes (0: as many as the design has) on the design's grid.
 * The caller frees *problem. */
noc_status noc_placer_prepare(noc_placer *placer, int memory, noc_place_problem **problem,
                              noc_diag *diag);

/* Estimates the placements that were found, best first by the model: more throughput, then less
 * load. `rows` has room for found->count, from which those are taken out that a graph's routes do
 * not serve. */
noc_status noc_placer_rank(noc_placer *placer, const noc_place_problem *problem,
                           noc_place_result *found, noc_placement *rows, noc_diag *diag);

/* The same of the named placements that fit the grid, or of a graph as it is, to compare with.
 * Returns how many; `rows` has room for NOC_PLACER_NAMED. */
enum { NOC_PLACER_NAMED = 32 };
size_t noc_placer_rank_named(noc_placer *placer, const noc_place_problem *problem,
                             noc_placement *rows);

/* Puts placements in the order of noc_placer_rank. */
void noc_placer_order(noc_placement *rows, size_t count);

/* Answers anew about placements that were ranked, until their saturations are as sure as `within`
 * (hybrid/answers/within.h). `finished` counts those that are. */
noc_status noc_placer_measure(noc_placer *placer, noc_placement *rows, size_t count, double within,
                              const noc_sampling *sampling, size_t *finished, noc_diag *diag);

/* The attachment of the nodes of a graph's placement, as a CSV file. */
noc_status noc_placer_attach(noc_placer *placer, const noc_placement *row, FILE *out,
                             noc_diag *diag);

/* Puts the memory nodes of a design of graphs at the routers of some nodes, in the order of their
 * numbers, and the compute nodes at those of the others. A node keeps its ports. NOC_EFAILED when
 * out of memory. */
noc_status noc_place_attach(noc_design *design, const noc_place_choice *choice, noc_diag *diag);

/* Prints the attachment of the nodes in the first network as a table "node,router,kind", with ports
 * and rates where the design's own has them. */
void noc_place_write_attach(const noc_design *design, FILE *out);

#endif
