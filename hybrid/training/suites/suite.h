/* hybrid/training/suites/suite.h: suites: designs by family, with what was measured of each.
 *
 *   name = "training";
 *   seed = 1;                                    // of the samples
 *   precision = 0.01;                            // of their latencies
 *   shares = (0.2, 0.5, 0.65, 0.8, 0.9);         // of the measured saturation: the loads
 *   families = (
 *     { name = "te13"; designs = ("te13-baseline", "mine.cfg");  // files beside this, or shipped
 *       override = "network.vc_turnaround=pipeline"; },          // of all that are named
 *     { name = "own"; designs = ( { name = "a"; network = { ... }; } ); },     // written out here
 *     { name = "mesh"; count = 40; seed = 7;                       // or drawn: see suite_draw.h
 *       set  = { network = { topology = "mesh"; }; };             // or base = "mine.cfg"; a
 *            design, as above
 *       vary = ( { key = "network.virtual_channels"; values = (1, 2, 4); }, { key =
 *                "network.buffer_flits"; from = 1; to = 64; by_ratio = true; },   // whole numbers
 *                { choices = ( { network = { columns = 4; rows = 4; }; nodes = { compute = 16; }; }
 *                ); } );
 *       fill = true;                               // compute nodes on all tiles that memory nodes
 *                                                  leave
 *       random_memory = 0.5;                       // of the designs: memory nodes on random tiles
 *       random_hot = 3;                            // traffic.hotspot_nodes: one to three random
 *                                                  nodes
 *       held_back = 3;                             // every third is measured, and teaches nothing
 *       without = (7, 12); }                       // of the designs, m-7 and m-12: left out
 *   );
 *
 * With `also = ("drawn.suite");` a calibration learns from the measured designs of these suites,
 * beside this one, too; its ranges span this suite, and those of them that say `spans = true;`.
 * With `in_sight = true;` the model's forms were chosen with figures of this suite in sight: its
 * designs teach deviations, but no interval.
 * With `placements = "published";` draws whose placement no paper gives for their grid are passed
 * over (suite_draw.c). With `reference = "..."` the measurements are somebody else's, at whatever
 * loads, and none is ever made.
 *
 * What was measured is kept in a JSON file beside the suite's (suite_record.h), found by the
 * settings that they depend on, so that a suite is measured once, whatever becomes of its chips and
 * workloads. */
#ifndef NOC_HYBRID_TRAINING_SUITES_SUITE_H
#define NOC_HYBRID_TRAINING_SUITES_SUITE_H

#include <stdbool.h>
#include <stdint.h>

#include "hybrid/answers/figures/answer.h"

enum { NOC_SUITE_SHARES_MOST = 8 };

/* A sample at one load. Latencies in cycles; NAN where the design has no such packets. */
typedef struct noc_suite_point {
    double share;                   /* a share of the measured saturation */
    double load;                    /* flits per cycle of an injecting node */
    double latency, half_width;     /* round trip where there are replies, else of packets; 95 % */
    double network, request, reply; /* the metrics of these names */
    double window;     /* latency in the window of a check there (check.h); NAN: none */
    noc_answer answer; /* the state that the sample tells */
} noc_suite_point;

typedef struct noc_suite_record {
    double saturation, saturation_half, knee; /* knee: NAN if there is none */
    noc_suite_point points[NOC_SUITE_SHARES_MOST];
    size_t count;
} noc_suite_record;

enum { NOC_SUITE_ID_CHARS = 16 };

typedef struct noc_suite_case {
    char *name;
    char
        id[NOC_SUITE_ID_CHARS + 1]; /* of what a measurement depends on: nodes, networks, traffic */
    const char *family;             /* borrowed from the suite */
    char *overrides;    /* overrides as drawn, one space between them; NULL when out of memory */
    noc_design *design; /* NULL: bad, and `fault` says why */
    noc_system *system; /* NULL: bad, and `fault` says why */
    char *fault;
    bool measured;
    bool held_back; /* nothing is ever learned from it */
    bool in_sight;  /* no interval is learned from it */
    noc_suite_record record;
} noc_suite_case;

typedef struct noc_suite {
    char *file, *name;
    char *records;   /* file of the measurements: `file` with .json in place of its suffix */
    char *reference; /* whose measurements they are; NULL: ours, made when they are missing */
    bool spans;      /* a calibration that learns from it beside others has its ranges, too */
    uint64_t seed;
    double precision;
    double shares[NOC_SUITE_SHARES_MOST];
    size_t share_count;
    char **families;
    size_t family_count;
    noc_suite_case *cases;
    size_t count, bad, measured;
    struct noc_suite
        *also; /* suites that a calibration learns from, too, with what was measured of them */
    size_t also_count;
} noc_suite;

void noc_suite_clear(noc_suite *suite);

/* The designs of a suite and of those that it names that may teach (none that is held back), as one
 * suite that borrows everything but the list all->cases, which the caller frees. */
noc_status noc_suite_join(const noc_suite *suite, noc_suite *all, noc_diag *diag);

/* Only designs that are held back count as measured from now on. */
void noc_suite_show_held_back(noc_suite *suite);

/* The first of the messages, in one line. The caller frees it; NULL when out of memory. */
char *noc_suite_fault_text(const noc_diag *faults);

/* The case has no design, for these faults. */
void noc_suite_make_bad(noc_suite *suite, noc_suite_case *c, const noc_diag *faults);

/* A suite of reference measurements: its designs without one are bad. */
noc_status noc_suite_require(noc_suite *suite, noc_diag *diag);

#endif
