/* explore/cures/cures.h: gain and cost of one step of each setting: the cheapest change that moves
 * a design's limit. */
#ifndef NOC_EXPLORE_CURES_CURES_H
#define NOC_EXPLORE_CURES_CURES_H

#include "explore/cures/steps.h"
#include "hybrid/answers/explain/contrast.h"
#include "hybrid/correction/calibration/calibration.h"

/* Figures of a design on which cures are judged. */
typedef struct noc_cure_figures {
    double gauge;       /* value of the metric noc_cures.gauge */
    double trip_cycles; /* watched latency at the load, cycles; NAN without a load */
    double area_mm2;    /* network area, mm2; NAN without a cost */
    double leakage_mw;
    double power_mw; /* network power at the load, mW; NAN without a load */
    double max_clock_mhz;
} noc_cure_figures;

typedef struct noc_cure {
    noc_cure_step step;
    noc_cure_figures figures; /* the design's figures with the step */
    noc_contrast gain;        /* change of the gauge with the step */
    double worth;   /* gain divided by the larger growth of area and leakage, at least 1 % */
    bool is_costed; /* the cost model adds area or leakage, or slows the clock */
    /* routers with the step miss the clock, and are slower than without the step */
    bool is_too_fast;
} noc_cure;

typedef struct noc_cures {
    /* metric to improve: IPC of a closed loop, else data bandwidth at saturation */
    noc_metric_id gauge;
    noc_cure_figures base;
    noc_cure *list; /* cures, best first */
    size_t count, tried;
    /* every setting was tried; if not, the best cure is in the list if it has a cost */
    bool are_all;
    /* best cure not searched: not all settings were asked for, and the network is too large */
    bool untried;
} noc_cures;

typedef struct noc_cures_question {
    const noc_source *source; /* file of the design */
    const noc_estimate *base; /* the model's answer with the limit to move */
    const noc_calibration *calibration;
    /* true: every setting, with power and latency at the answer's load; false: settings until
     * the best cure is known */
    bool all;
} noc_cures_question;

/* Tries valid settings one step on (steps.h) and keeps cures whose gain is surely positive and 1 %
 * or more. Order: costed cures that run at the clock, then cures at which the limit points, then
 * worth. So the best cure is one at which the limit points, or else one that may cost something; no
 * other step needs a trial to find the best. A step of a network is skipped where the other
 * resources of the slowest workload leave no gain, or where a channel that the step leaves
 * unchanged is at its capacity. A trial ends as soon as its gain cannot surely exceed the base. In
 * networks of many flows (network/compile/merged_flows.h), where every trial takes as long as the
 * answer, the best cure is not searched. NOC_EFAILED when out of memory. The caller clears *cures
 * in any case. */
noc_status noc_cures_find(const noc_cures_question *question, noc_cures *cures, noc_diag *diag);
void noc_cures_clear(noc_cures *cures);

#endif
