/* hybrid/answers/widths.h: the intervals that a calibration gives the model's figures. */
#ifndef NOC_HYBRID_ANSWERS_WIDTHS_H
#define NOC_HYBRID_ANSWERS_WIDTHS_H

#include "analytic/loop/closed_loop.h"
#include "hybrid/answers/figures/figures.h"
#include "hybrid/correction/calibration/calibration.h"
#include "hybrid/correction/calibration/closed_calibration.h"
#include "hybrid/correction/intervals/intervals.h"

/* The parts that the intervals of one answer are made of. */
typedef struct noc_widths {
    const noc_calibration *calibration; /* borrowed; NULL: figures have no intervals */
    const noc_rule *rules;
    noc_difficulty_features features;
    bool outside; /* the calibrated range */
    double swing; /* noc_model_point */
    noc_sender_kind senders
        [NOC_CLASSES]; /* whose packets wait at them: their intervals, where these are full first */
} noc_widths;

/* The widths for answers of the model as it is, or `checked` by a window. Warns of designs outside
 * the calibrated range. There are none where no design is like those measured: of ideal networks,
 * and of others beside them. */
noc_widths noc_widths_of(const noc_system *system, const noc_corrected_model *model,
                         const noc_calibration *calibration, bool checked, noc_estimate *estimate);

/* The same for the closed loop alone. */
noc_widths noc_widths_of_loop(const noc_system *system, const noc_calibration *calibration,
                              noc_estimate *estimate);

/* A saturation or knee, and the highest that channels pass, whatever the routers do. */
noc_figure noc_widths_limit(const noc_widths *widths, size_t scored, double value, double highest);

/* A latency at a load that is `share` of saturation, `idle` without contention. */
noc_figure noc_widths_latency(const noc_widths *widths, noc_latency kind, double share,
                              double value, double idle);

/* The spread is that of loops of this kind, of a set that of its slowest workload. */
noc_figure noc_widths_ipc(const noc_widths *widths, const noc_system *system, noc_binding binding,
                          double value);

/* Another figure of the loop, likewise. */
noc_figure noc_widths_loop(const noc_widths *widths, const noc_system *system, noc_binding binding,
                           noc_loop_figure figure, double value);

#endif
