/* tests/support/rows/overlay_rows.h: tests/reference/overlays.csv: reply planes of overlays,
 * slices and rings, and request planes of token slices, measured alone by an independent
 * simulator. A row is a load; a family is a network and its traffic. Traffic: every core asks
 * each memory node (the hot one, number 0, more often) by Bernoulli trials of its own, with
 * `rate` requests a core and cycle in all; in token families the requests themselves are
 * measured. */
#ifndef NOC_TESTS_OVERLAY_ROWS_H
#define NOC_TESTS_OVERLAY_ROWS_H

#include "analytic/circuits/overlay_load.h"
#include "design/slices.h"
#include "tests/support/helpers.h"

enum { OVERLAY_FAMILIES = 40, OVERLAY_POINTS = 12, OVERLAY_NODES = 256, OVERLAY_MEMORIES = 16 };

typedef struct overlay_point {
    char name[12];   /* load05 .. load95: percent of saturation; over */
    double rate;     /* requests per core and cycle */
    double latency;  /* mean; NAN where there is none */
    double error;    /* its standard error */
    double accepted; /* flits per sender and cycle */
} overlay_point;

typedef enum overlay_kind {
    OVERLAY_CIRCUITS,
    OVERLAY_SLICES,
    OVERLAY_TOKENS,
    OVERLAY_RINGS
} overlay_kind;

typedef struct overlay_family {
    const char *name;
    overlay_kind kind;
    noc_overlay overlay;
    noc_slices slices;
    int memory_nodes, cores;
    noc_point memory_at[OVERLAY_MEMORIES], core_at[OVERLAY_NODES];
    double shares[OVERLAY_MEMORIES];
    int windows[OVERLAY_MEMORIES]; /* equal ones */
    noc_reply_mix mix;
    double zero_load, zero_load_by_kind[NOC_REPLY_KINDS];
    double full;       /* rate at which the first sender has no cycle to spare */
    double saturation; /* rate */
    overlay_point points[OVERLAY_POINTS];
    size_t count;
} overlay_family;

/* Families begin with their name, so they are rows for test_add_rows. Fails the test when the file
 * is not there. */
size_t overlay_families(const overlay_family **families);

/* The part of a family that the model of overlays takes. */
noc_overlay_load overlay_load_of(const overlay_family *family);

#endif
