/* hybrid/correction/discrepancy/check.h: the model anchored by short measured windows of the same
 * design.
 *
 * The window at a load gives one latency. The model's error of contention there has two parts: one
 * stretches the load axis (the design saturates earlier or later than the model predicts), the
 * other scales contention. A closed loop is measured as it runs, and the window's figures replace
 * the model's: weighting both by their errors gains nothing (docs/lab/experiments.md, 4.11). */
#ifndef NOC_HYBRID_CORRECTION_DISCREPANCY_CHECK_H
#define NOC_HYBRID_CORRECTION_DISCREPANCY_CHECK_H

#include "hybrid/correction/discrepancy/latencies.h"

/* Share of the model's saturation above which no window is measured, since it would take long to
 * settle: a window stands at the requested load, or at this share if that is lower. Without a load
 * it stands at the other share, which is most informative about the limits. */
#define NOC_CHECK_HIGHEST 0.95
#define NOC_CHECK_SHARE   0.8

typedef struct noc_check_window {
    double load, accepted; /* offered and accepted load, flits per cycle of an injecting node */
    double latency;        /* NOC_LATENCY_WATCHED, cycles; NAN if the window is saturated */
    double p50, p95, p99;  /* quantiles of that latency, cycles; nothing is learned from them */
} noc_check_window;

typedef struct noc_check {
    noc_check_window window;
    double predicted;     /* the model's latency at the window's load, cycles; NAN: a queue grows */
    noc_latency_set idle; /* the model's latencies without contention, cycles */
    double stretch;       /* load axis: the design at load x is like the model at stretch * x */
    double scale;         /* remaining factor of contention */
    noc_model_limits limits; /* the model's limits, anchored */
    noc_overload overload;   /* anchored overload beyond the limits; borrows from the model */
} noc_check;

/* Learns from a window: from its latency, or, if it is saturated, from its accepted load. The model
 * must outlive the check. */
noc_check noc_check_learn(const noc_corrected_model *model, const noc_check_window *window);

/* The anchored latencies at a load; NAN when a queue grows there. */
noc_latency_set noc_check_latencies(const noc_corrected_model *model, const noc_check *check,
                                    double load);

#endif
