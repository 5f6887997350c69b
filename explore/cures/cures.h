/* explore/cures/cures.h: gain and cost of one step of each setting: the cheapest change that moves
 * a design's limit. */
#ifndef NOC_EXPLORE_CURES_CURES_H
#define NOC_EXPLORE_CURES_CURES_H

#include "explore/cures/steps.h"
#include "hybrid/answers/explain/contrast.h"
#include "hybrid/correction/calibration/calibration.h"

/* The figures of a design that cures are judged by. */
typedef struct noc_cure_figures {
    double gauge;       /* value of the metric noc_cures.gauge */
    double trip_cycles; /* watched latency at the load; NAN without one */
    double area_mm2;    /* network area; NAN where there is no cost */
    double leakage_mw;
    double power_mw; /* network power at the load; NAN without one */
    double max_clock_mhz;
} noc_cure_figures;

typedef struct noc_cure {
    noc_cure_step step;
    noc_cure_figures figures; /* the design's with the step */
    noc_contrast gain;        /* change of the gauge by the step */
    double worth;     /* gain over the growth of area or leakage, the larger, 1 % at least */
    bool is_costed;   /* the cost model asks area, leakage or a slower clock for it */
    bool is_too_fast; /* routers reach less than the clock, and less than without the step */
} noc_cure;

typedef struct noc_cures {
    noc_metric_id gauge; /* IPC of a closed loop, else data bandwidth at saturation */
    noc_cure_figures base;
    noc_cure *list; /* best first */
    size_t count, tried;
    bool are_all; /* every setting was tried; else the best is there, if it has a cost */
    bool untried; /* nobody asked for all, and the network is too large to look for the best */
} noc_cures;

typedef struct noc_cures_question {
    const noc_source *source; /* the design's file */
    const noc_estimate *base; /* the model's answer, whose limit is to move */
    const noc_calibration *calibration;
    bool all; /* every setting, with power and latency at the answer's load; else only as many as it
                 takes to find the best */
} noc_cures_question;

/* Tries settings one step on (steps.h) that make valid designs, and keeps those which gain a per
 * cent or more, and surely something. Best first: those that are costed and run at the clock before
 * others, then those that the limit points at, then by worth. So the best is among those that the
 * limit points at, or else among those that may cost, and no others need be tried for it; it is not
 * looked for beyond these. A step of a network is not tried where what other resources take of the
 * slowest workload leaves no gain, or where a channel that it leaves as it is carries all that it
 * can; and a trial ends as soon as it cannot be surely above the base.
 * In networks of many flows (network/compile/merged_flows.h), where every trial takes as long as
 * the answer, it is not looked for at all. NOC_EFAILED when out of memory. The caller clears *cures
 * in any case. */
noc_status noc_cures_find(const noc_cures_question *question, noc_cures *cures, noc_diag *diag);
void noc_cures_clear(noc_cures *cures);

#endif
