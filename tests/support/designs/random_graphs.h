/* tests/support/designs/random_graphs.h: designs of random graphs, drawn by number, and what was
 * measured of them (tests/reference/random_graphs.csv).
 *
 * 4 to 64 routers (by ratio), two to six links each way a router on average, of 1 to 8 cycles, one
 * to three nodes at each router or at some; virtual channels, buffers, stages, allocators, packets
 * and patterns as calibrations have seen them. A design whose layers take more virtual channels
 * than were drawn has as many as they take. */
#ifndef NOC_TESTS_RANDOM_GRAPHS_H
#define NOC_TESTS_RANDOM_GRAPHS_H

#include <stdio.h>

#include "tests/support/helpers.h"

enum { RANDOM_GRAPHS = 100, RANDOM_GRAPH_LOADS = 3 };

/* Of saturation, measured. */
static const double random_graph_shares[RANDOM_GRAPH_LOADS] = {0.3, 0.6, 0.8};

typedef struct random_graph_row {
    unsigned number;
    int virtual_channels;
    double saturation, saturation_half, knee; /* flits per cycle; the knee NAN: there is none */
    double latency[RANDOM_GRAPH_LOADS];       /* round trips where there are replies, cycles */
    double half[RANDOM_GRAPH_LOADS];
} random_graph_row;

/* Draws graph `number` and compiles it; nothing is left on disk. `vcs` is how many virtual channels
 * it has, 0: as drawn, or as many more as its layers take. Fails the test if it cannot. */
test_system random_graph_compile(unsigned number, int vcs);

/* False if the file cannot be read. The caller frees *rows. */
bool random_graph_rows_read(const char *path, random_graph_row **rows, size_t *count);
void random_graph_put_header(FILE *out);
void random_graph_put(const random_graph_row *row, FILE *out);

#endif
