/* hybrid/correction/discrepancy/check.h: the model anchored by short measured windows of the same
 * design.
 *
 * The window at a load gives one latency. What the model's contention is off by there is taken
 * apart in two: part of it stretches the load axis (the design saturates earlier or later than the
 * model thinks), the rest scales contention. A closed loop is measured as it runs, and what the
 * window says stands in place of what the model does: weighing one with the other by their errors
 * gains nothing (docs/lab/experiments.md, 4.11). */
#ifndef NOC_HYBRID_CORRECTION_DISCREPANCY_CHECK_H
#define NOC_HYBRID_CORRECTION_DISCREPANCY_CHECK_H

#include "hybrid/correction/discrepancy/latencies.h"

/* The window stands at the load asked for, but not above this share of the model's saturation,
 * where it would be long in settling; with no load at the other share, which tells most of the
 * limits. */
#define NOC_CHECK_HIGHEST 0.95
#define NOC_CHECK_SHARE   0.8

typedef struct noc_check_window {
    double load, accepted; /* flits per cycle of an injecting node */
    double latency;        /* NOC_LATENCY_WATCHED, cycles; NAN where the window is saturated */
    double p50, p95, p99;  /* quantiles of that latency, which nothing is learned from */
} noc_check_window;

typedef struct noc_check {
    noc_check_window window;
    double predicted;        /* the model's latency there; NAN: a queue grows */
    noc_latency_set idle;    /* the model's latencies without contention */
    double stretch;          /* the design at load x is as the model at stretch * x */
    double scale;            /* factor of contention, beside that */
    noc_model_limits limits; /* anchored */
    noc_overload overload;   /* overload beyond them; borrows from the model */
} noc_check;

/* Learns from a window: from its latency, or, where it is saturated, from what it accepts. The
 * model must outlive the check. */
noc_check noc_check_learn(const noc_corrected_model *model, const noc_check_window *window);

/* The anchored latencies at a load; NAN when a queue grows there. */
noc_latency_set noc_check_latencies(const noc_corrected_model *model, const noc_check *check,
                                    double load);

#endif
