/* analytic/curve/corrected_model.h: corrected model: limits, latencies and overload of the model,
 * corrected by the design's predicted deviation (hybrid/correction). */
#ifndef NOC_ANALYTIC_CURVE_CORRECTED_MODEL_H
#define NOC_ANALYTIC_CURVE_CORRECTED_MODEL_H

#include "analytic/curve/model.h"

/* Deviation of measured from modelled figures: natural logarithms of their ratios, for saturation,
 * knee, and contention (latency less idle latency) at shares of saturation from 0.2 to 0.9.
 * Contentions are compared on a load axis stretched so that knee and saturation agree. */
enum { NOC_DEVIATION_SHARES = 5 };
typedef struct noc_deviation {
    double saturation, knee;
    double contention[NOC_DEVIATION_SHARES];
} noc_deviation;
enum { NOC_DEVIATIONS = sizeof(noc_deviation) / sizeof(double) };
const char *noc_deviation_name(size_t i); /* name of a deviation; NULL after the last */
double noc_deviation_share(size_t i);     /* share of saturation of contention number i */

/* Predicted deviation of a design; L1 distance of its features, in standard deviations, to the
 * nearest measured design; logarithm of the neighbours' mean leave-one-out error over that of all
 * designs. */
typedef struct noc_prediction {
    noc_deviation deviation;
    double distance, log_residual;
} noc_prediction;

/* Smallest uncertainty of a contention, as a share of the idle latency. */
#define NOC_IDLE_SHARE 0.01

/* Map from loads of the design to loads of the model with equal waits. The slope changes smoothly
 * at the knee, from `slope` to slope - slope_change. docs/model.md (43). */
typedef struct noc_load_axis {
    /* slope of the model's load over the design's; reduction of the slope at the knee */
    double slope, slope_change;
    /* load and width of the knee, flits per cycle; width 0: no knee */
    double knee_load, knee_width;
} noc_load_axis;

typedef struct noc_corrected_model {
    noc_model *model; /* borrowed */
    noc_model_limits model_limits,
        corrected_limits;       /* limits by the model; limits with the deviation */
    noc_overload overload;      /* overload above the corrected limits */
    noc_model_point idle_point; /* point at no load */
    noc_prediction prediction;
    noc_load_axis load_axis;
    /* [share of saturation]: second derivative of the log contention ratio */
    double second_derivatives[NOC_DEVIATION_SHARES];
} noc_corrected_model;

/* Makes a corrected model. `model` must outlive the result. A deviation of 0 corrects nothing. */
noc_corrected_model noc_correct_model(noc_model *model, const noc_prediction *prediction);

/* Lowers predicted limits to those that channels allow: the busiest channel's bound, and the limits
 * of terminals whose paths use a full channel. Returns the overload above the limits. `scale`:
 * factor of the terminals' limits by the model (noc_overload.limit_scale). */
noc_overload noc_lower_limits(noc_model *model, double scale, noc_model_limits *limits);

/* Simulates a load (noc_model_simulate_load) if it is above saturation; results at this load then
 * follow the simulation. */
void noc_corrected_simulate(noc_corrected_model *corrected, double load);

/* Solves a load as noc_model_solve does, with the correction. docs/model.md (43). */
void noc_corrected_solve(const noc_corrected_model *corrected, double load, noc_model_point *point);

#endif
