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

/* Step with a gain. */
typedef struct noc_cure {
    noc_cure_step step;
    noc_cure_metrics metrics; /* metrics of the design with the step */
    noc_contrast gain;        /* change of the target metric by the step */
    /* relative gain divided by the larger relative growth of area and leakage; a growth below 1 %
     * counts as 1 % */
    double gain_per_cost;
    bool has_cost; /* the step changes area or leakage in the cost model */
    /* Routers with the step do not reach the clock, and reach a lower one than without the step. */
    bool misses_clock;
} noc_cure;

/* Cures of a design, and the search that found them. */
typedef struct noc_cures {
    /* Metric to improve: IPC in a closed loop, else data bandwidth at saturation. */
    noc_metric_id target_metric;
    noc_cure_metrics base_metrics;
    noc_cure *list; /* cures, best first */
    /* number of cures; number of steps with a computed answer */
    size_t count, tried_steps;
    /* True: the steps of every setting were tried. False: the search ended at the best cure. */
    bool is_complete;
    /* No step was tried: only the best cure was wanted, and the networks have too many flows. */
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
 * the interval. An eligible cure has a cost, and its routers reach the clock. Order: eligible cures
 * first; among equals, cures of settings that the limit names first; then larger gain per cost.
 * Without wants_all, settings that the limit names are tried first; other settings that can have a
 * cost are tried only if no cure was eligible; all others are not tried.
 *
 * Without wants_all, a step of a network is skipped if other resources of the slowest workload
 * leave no gain, or if the step leaves a channel at its capacity unchanged, and a trial ends once
 * it cannot be the best cure. Networks of many flows (network/compile/merged_flows.h) have no
 * search for the best cure, since a trial lasts as long as the answer. NOC_EFAILED: out of memory.
 * `arena`: memory of the list. */
noc_status noc_cures_find(const noc_cures_question *question, noc_arena *arena, noc_cures *cures,
                          noc_diag *diag);

#endif
