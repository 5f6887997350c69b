/* explore/cures/cures.h: search for the cheapest change of one setting that moves a design's limit:
 * gain and cost of one step of each setting. */
#ifndef NOC_EXPLORE_CURES_CURES_H
#define NOC_EXPLORE_CURES_CURES_H

#include "explore/cures/steps.h"
#include "hybrid/answers/explain/contrast.h"
#include "hybrid/correction/calibration/calibration.h"

/* Metrics of a design by which cures are compared. */
typedef struct noc_cure_metrics {
    double target_value; /* value of noc_cures.target_metric */
    /* latency at the load, cycles: round trip, else packet latency; NAN without a load */
    double latency_cycles;
    double area_mm2; /* network area, mm2; NAN without a cost */
    double leakage_mw;
    double power_mw; /* network power at the load, mW; NAN without a load */
    double max_clock_mhz;
} noc_cure_metrics;

typedef struct noc_cure {
    noc_cure_step step;
    noc_cure_metrics metrics; /* metrics of the design with the step */
    noc_contrast gain;        /* change of the target metric by the step */
    /* relative gain divided by relative growth of area or leakage, whichever is larger, at least 1
     * % */
    double gain_per_cost;
    bool has_cost; /* the step changes area or leakage in the cost model */
    /* Routers with the step miss the clock, and are slower than routers without it. */
    bool misses_clock;
} noc_cure;

typedef struct noc_cures {
    /* Metric to improve: IPC in a closed loop, else data bandwidth at saturation. */
    noc_metric_id target_metric;
    noc_cure_metrics base_metrics;
    noc_cure *list; /* cures, best first */
    size_t count, tried_steps;
    /* Every setting was tried; otherwise the list has the best cure if one with a cost exists. */
    bool is_complete;
    /* No search: not all cures were wanted, and the network has too many flows. */
    bool is_skipped;
} noc_cures;

typedef struct noc_cures_question {
    const noc_source *source;        /* source of the design */
    const noc_estimate *base_answer; /* the model's answer with the limit to move */
    const noc_calibration *calibration;
    /* True: tries every setting, with power and latency at the answer's load. False: tries settings
     * until the best cure is known. */
    bool wants_all;
} noc_cures_question;

/* Tries the steps of steps.h on a design and keeps each cure whose gain is at least 1 % and beyond
 * the interval. Order: eligible cures (with a cost, at the clock), then cures of settings that the
 * limit names, then gain per cost. Hence the best cure is one that the limit names, or else one
 * with a cost, and no other step is tried to find the best.
 *
 * A step of a network is skipped if other resources of the slowest workload leave no gain, or if a
 * channel at its capacity stays unchanged. A trial ends as soon as its gain cannot exceed the base.
 * Networks of many flows (network/compile/merged_flows.h) have no search for the best cure, since a
 * trial lasts as long as the answer. NOC_EFAILED: out of memory. The caller clears *cures in any
 * case. */
noc_status noc_cures_find(const noc_cures_question *question, noc_cures *cures, noc_diag *diag);
void noc_cures_clear(noc_cures *cures);

#endif
