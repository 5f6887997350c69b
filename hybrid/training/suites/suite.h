/* hybrid/training/suites/suite.h: suite: a file of designs, grouped in families, and the
 * measurements of each design.
 *
 *   name = "training";
 *   seed = 1;                                  // seed of the samples
 *   precision = 0.01;                          // precision of the samples' latencies
 *   shares = (0.2, 0.5, 0.65, 0.8, 0.9);       // loads, over the measured saturation
 *   families = (
 *     { name = "te13"; designs = ("te13-baseline", "mine.cfg"); // shipped, or in this folder
 *       override = "network.vc_turnaround=pipeline"; },         // holds for all of them
 *     { name = "own"; designs = ( { name = "a"; network = { ... }; } ); },   // written out
 *     { name = "mesh"; count = 40; seed = 7;                    // drawn: see suite_draw.h
 *       set  = { network = { topology = "mesh"; }; };           // or base = "mine.cfg";
 *       vary = ( { key = "network.virtual_channels"; values = (1, 2, 4); },
 *                { key = "network.buffer_flits"; from = 1; to = 64; by_ratio = true; },
 *                { choices = ( { network = { columns = 4; rows = 4; };
 *                                nodes = { compute = 16; }; } ); } );
 *       fill = true;          // compute nodes on all tiles without a memory node
 *       random_memory = 0.5;  // share of the designs with memory nodes on random tiles
 *       random_hot = 3;       // traffic.hotspot_nodes: one to three random nodes
 *       held_back = 3;        // nothing is learned from every third design
 *       without = (7, 12); }  // designs left out: mesh-7 and mesh-12
 *   );
 *
 * `also = ("drawn.suite");`: a calibration learns from the measured designs of these suites as
 * well. Its ranges span this suite, and those of them with `spans = true;`.
 * `in_sight = true;`: the model's forms were chosen with figures of this suite in sight. Deviations
 * are learned from its designs, but no intervals.
 * `placements = "published";`: a draw is skipped if no paper gives its placement for its grid
 * (suite_draw.c).
 * `reference = "..."`: the measurements are foreign, at any loads, and nocsight makes none.
 *
 * Measurements are stored in a JSON file in the same folder (suite_record.h), by the settings on
 * which they depend. A suite is measured once; changes of chips and workloads keep the
 * measurements. */
#ifndef NOC_HYBRID_TRAINING_SUITES_SUITE_H
#define NOC_HYBRID_TRAINING_SUITES_SUITE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "hybrid/answers/figures/answer.h"

enum { NOC_SUITE_SHARES_MAX = 8 };

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
    /* saturation, half-width of its interval, and knee, flits per cycle of an injecting node; knee
     * NAN: none */
    double saturation, saturation_half_width, knee;
    noc_suite_point points[NOC_SUITE_SHARES_MAX];
    size_t count;
} noc_suite_record;

enum { NOC_SUITE_ID_CHARS = 16 };

typedef struct noc_suite_case {
    char *name;
    /* digest of all settings on which a measurement depends: nodes, networks, traffic */
    char id[NOC_SUITE_ID_CHARS + 1];
    const char *family; /* name of the family, borrowed from the suite */
    char *overrides;    /* overrides as drawn, one space between them */
    noc_design *design; /* NULL: bad, with the reason in `fault` */
    noc_system *system; /* NULL: bad, with the reason in `fault` */
    char *fault;
    bool is_measured;
    bool is_held_back; /* nothing is learned from the case */
    bool is_seen; /* the case was seen while the model was made: no interval is learned from it */
    noc_suite_record record;
} noc_suite_case;

typedef struct noc_suite {
    char *file, *name;
    char *records_file; /* file of the measurements: `file` with suffix .json */
    char *reference;    /* source of foreign measurements; NULL: nocsight measures the designs */
    /* the suite, named by another one, widens the ranges of that suite's calibration */
    bool widens_ranges;
    uint64_t seed;
    double precision;
    double shares[NOC_SUITE_SHARES_MAX];
    size_t share_count;
    char **families;
    size_t family_count;
    noc_suite_case *cases;
    size_t count, bad_count, measured_count;
    /* further suites from which a calibration learns, with their measurements */
    struct noc_suite *joined_suites;
    size_t joined_count;
    noc_arena arena; /* memory of lists and texts */
} noc_suite;

void noc_suite_clear(noc_suite *suite);

/* Joins the designs of a suite and of the suites that it names into one suite, without designs held
 * back. *all borrows everything except the list all->cases; the caller clears all->arena. */
noc_status noc_suite_join(const noc_suite *suite, noc_suite *all, noc_diag *diag);

/* Marks all designs as unmeasured, except those held back. */
void noc_suite_keep_held_back(noc_suite *suite);

/* Text of the first fault, in one line, in the arena; NULL when out of memory. */
char *noc_suite_fault_text(const noc_diag *faults, noc_arena *arena);

/* Marks a case as bad: frees its design, and keeps the first fault. */
void noc_suite_make_bad(noc_suite *suite, noc_suite_case *c, const noc_diag *faults);

/* Marks designs without a measurement as bad, in a suite of reference measurements. */
noc_status noc_suite_check_records(noc_suite *suite, noc_diag *diag);

#endif
