/* hybrid/training/suites/suite.h: suites: designs by family, with the measurements of each.
 *
 *   name = "training";
 *   seed = 1;                                    // seed of the samples
 *   precision = 0.01;                            // precision of their latencies
 *   shares = (0.2, 0.5, 0.65, 0.8, 0.9);         // loads, of the measured saturation
 *   families = (
 *     { name = "te13"; designs = ("te13-baseline", "mine.cfg");  // files beside this, or shipped
 *       override = "network.vc_turnaround=pipeline"; },          // all designs named
 *     { name = "own"; designs = ( { name = "a"; network = { ... }; } ); },     // written out here
 *     { name = "mesh"; count = 40; seed = 7;                       // or drawn: see suite_draw.h
 *       set  = { network = { topology = "mesh"; }; };             // or base = "mine.cfg";
 *       vary = ( { key = "network.virtual_channels"; values = (1, 2, 4); },
 *                { key = "network.buffer_flits"; from = 1; to = 64; by_ratio = true; },
 *                { choices = ( { network = { columns = 4; rows = 4; };
 *                                nodes = { compute = 16; }; } ); } );
 *       fill = true;           // compute nodes on all tiles without a memory node
 *       random_memory = 0.5;   // share of the designs with memory nodes on random tiles
 *       random_hot = 3;        // traffic.hotspot_nodes: one to three random nodes
 *       held_back = 3;         // every third is measured, and teaches nothing
 *       without = (7, 12); }   // designs left out: m-7 and m-12
 *   );
 *
 * `also = ("drawn.suite");`: a calibration learns from the measured designs of these suites, too;
 * its ranges span this suite, and those of them with `spans = true;`.
 * `in_sight = true;`: the model's forms were chosen with figures of this suite in sight: its
 * designs teach deviations, but no interval.
 * `placements = "published";`: draws are skipped if no paper gives their placement for their grid
 * (suite_draw.c).
 * `reference = "..."`: the measurements are foreign, at any loads, and none is ever made.
 *
 * Measurements are kept in a JSON file beside the suite's (suite_record.h), found by the settings
 * that they depend on: a suite is measured once, and changes of its chips and workloads keep the
 * measurements. */
#ifndef NOC_HYBRID_TRAINING_SUITES_SUITE_H
#define NOC_HYBRID_TRAINING_SUITES_SUITE_H

#include <stdbool.h>
#include <stdint.h>

#include "hybrid/answers/figures/answer.h"

enum { NOC_SUITE_SHARES_MOST = 8 };

/* A sample at one load. Latencies in cycles; NAN if the design has no such packets. */
typedef struct noc_suite_point {
    double share; /* share of the measured saturation */
    double load;  /* offered load, flits per cycle of an injecting node */
    /* latency and half-width of its 95 % interval, cycles: round trip if there are replies, else
     * of packets */
    double latency, half_width;
    double network, request, reply; /* latencies, cycles: metrics of these names */
    double window;     /* latency in a check's window at this load, cycles (check.h); NAN: none */
    noc_answer answer; /* state of the sample's answer */
} noc_suite_point;

typedef struct noc_suite_record {
    /* saturation, its half-width and the knee, flits per cycle of an injecting node; knee NAN:
     * none */
    double saturation, saturation_half, knee;
    noc_suite_point points[NOC_SUITE_SHARES_MOST];
    size_t count;
} noc_suite_record;

enum { NOC_SUITE_ID_CHARS = 16 };

typedef struct noc_suite_case {
    char *name;
    /* digest of all inputs of a measurement: nodes, networks, traffic */
    char id[NOC_SUITE_ID_CHARS + 1];
    const char *family; /* name of the family, borrowed from the suite */
    char *overrides;    /* overrides as drawn, one space between them; NULL when out of memory */
    noc_design *design; /* NULL: bad, with the reason in `fault` */
    noc_system *system; /* NULL: bad, with the reason in `fault` */
    char *fault;
    bool measured;
    bool held_back; /* the case is never learned from */
    bool in_sight;  /* no interval is learned from the case */
    noc_suite_record record;
} noc_suite_case;

typedef struct noc_suite {
    char *file, *name;
    char *records;   /* file of the measurements: `file` with .json in place of its suffix */
    char *reference; /* source of foreign measurements; NULL: own ones, made when missing */
    /* the suite widens the ranges of a calibration that learns from it beside another suite */
    bool spans;
    uint64_t seed;
    double precision;
    double shares[NOC_SUITE_SHARES_MOST];
    size_t share_count;
    char **families;
    size_t family_count;
    noc_suite_case *cases;
    size_t count, bad, measured;
    struct noc_suite *also; /* further suites for a calibration, with their measurements */
    size_t also_count;
} noc_suite;

void noc_suite_clear(noc_suite *suite);

/* Joins the designs that may teach (none held back), of a suite and of the suites that it names,
 * into one suite, which borrows everything but the list all->cases, which the caller frees. */
noc_status noc_suite_join(const noc_suite *suite, noc_suite *all, noc_diag *diag);

/* Marks designs as unmeasured from now on, except those held back. */
void noc_suite_show_held_back(noc_suite *suite);

/* Text of the first message, in one line. The caller frees it; NULL when out of memory. */
char *noc_suite_fault_text(const noc_diag *faults);

/* Makes a case bad, without a design, for these faults. */
void noc_suite_make_bad(noc_suite *suite, noc_suite_case *c, const noc_diag *faults);

/* Checks a suite of reference measurements: its designs without a measurement become bad. */
noc_status noc_suite_require(noc_suite *suite, noc_diag *diag);

#endif
