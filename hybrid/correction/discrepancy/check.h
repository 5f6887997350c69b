/* hybrid/correction/discrepancy/check.h: the model corrected by a short measured window of the same
 * design.
 *
 * A window at a load gives one latency. The model's error of contention at the load has two parts:
 * one stretches the load axis (the design saturates earlier or later than the model predicts), and
 * the other scales contention. In closed loop the window's figures replace the model's: a mean of
 * both, weighted by their errors, is not more exact (docs/lab/experiments.md, 4.11). */
#ifndef NOC_HYBRID_CORRECTION_DISCREPANCY_CHECK_H
#define NOC_HYBRID_CORRECTION_DISCREPANCY_CHECK_H

#include "hybrid/correction/discrepancy/latencies.h"

/* Loads of windows, as shares of the model's saturation. Above NOC_CHECK_HIGHEST a window would
 * settle slowly, so its load is the requested one, or this share if that is lower. Without a
 * requested load it is NOC_CHECK_SHARE, which is the most informative one about the limits. */
#define NOC_CHECK_HIGHEST 0.95
#define NOC_CHECK_SHARE   0.8

typedef struct noc_check_window {
    double load, accepted; /* offered and accepted load, flits per cycle of an injecting node */
    double latency;        /* NOC_LATENCY_MAIN, cycles; NAN if the window is saturated */
    double p50, p95, p99;  /* quantiles of this latency, cycles; not used by the correction */
} noc_check_window;

typedef struct noc_check {
    noc_check_window window;
    /* the model's latency at the window's load, cycles; NAN: a queue grows in the model or the
     * window */
    double predicted;
    noc_latency_set idle; /* the model's latencies without contention, cycles */
    /* factor of the load axis: the design at load x is like the model at stretch * x */
    double stretch;
    double scale;            /* factor of contention after the stretch */
    noc_model_limits limits; /* the model's limits, corrected */
    noc_overload overload;   /* corrected overload beyond the limits; borrows from the model */
} noc_check;

/* Finds the correction by a window: by its latency, or by its accepted load if it is saturated. The
 * model must outlive the check. */
noc_check noc_check_learn(const noc_corrected_model *model, const noc_check_window *window);

/* Corrected latencies at a load; NAN: a queue grows. */
noc_latency_set noc_check_latencies(const noc_corrected_model *model, const noc_check *check,
                                    double load);

#endif
