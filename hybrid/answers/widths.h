/* hybrid/answers/widths.h: intervals of the model's figures, from a calibration. */
#ifndef NOC_HYBRID_ANSWERS_WIDTHS_H
#define NOC_HYBRID_ANSWERS_WIDTHS_H

#include "analytic/loop/closed_loop.h"
#include "hybrid/answers/figures/figures.h"
#include "hybrid/correction/calibration/calibration.h"
#include "hybrid/correction/calibration/closed_calibration.h"
#include "hybrid/correction/intervals/intervals.h"

/* Parts of the intervals of one answer. */
typedef struct noc_widths {
    const noc_calibration *calibration; /* calibration; borrowed; NULL: figures have no intervals */
    const noc_interval_rule *rules;
    noc_difficulty_features features;
    bool is_outside; /* the design is outside the ranges of the calibration */
    double
        latency_swing; /* swing of latencies at the load, relative (noc_model_point.latency_swing) */
    /* [class]: kind of the senders at which packets wait first, with intervals of its own;
     * NOC_SENDERS_NONE: packets wait elsewhere */
    noc_sender_kind senders[NOC_CLASSES];
} noc_widths;

/* Finds the interval parts for an answer of the model alone, or `checked` by a window. Warns of
 * designs outside the calibrated ranges. Networks unlike all measured ones (ideal networks, and
 * designs that mix ideal and other networks) have no intervals. */
noc_widths noc_widths_find(const noc_system *system, const noc_corrected_model *model,
                           const noc_calibration *calibration, bool checked,
                           noc_estimate *estimate);

/* Finds the interval parts for an answer about the closed loop alone. */
noc_widths noc_widths_find_loop(const noc_system *system, const noc_calibration *calibration,
                                noc_estimate *estimate);

/* Saturation or knee (`scored`: NOC_SCORED_SATURATION or NOC_SCORED_KNEE) with its interval;
 * `highest`: upper bound by the channels, for any routers. */
noc_figure noc_widths_limit(const noc_widths *widths, size_t scored, double value, double highest);

/* Latency with its interval at a load, given as `share` of saturation; `idle`: latency without
 * contention, cycles. */
noc_figure noc_widths_latency(const noc_widths *widths, noc_latency kind, double share,
                              double value, double idle);

/* IPC with its interval, from the errors of loops with this binding resource; for a set, with the
 * binding resource of its slowest workload. */
noc_figure noc_widths_ipc(const noc_widths *widths, const noc_system *system, noc_binding binding,
                          double value);

/* Another figure of the loop with its interval, from the errors of loops with this binding
 * resource. */
noc_figure noc_widths_loop(const noc_widths *widths, const noc_system *system, noc_binding binding,
                           noc_loop_figure figure, double value);

#endif
