/* analytic/curve/corrected_model.h: the model's answers, corrected by the predicted discrepancy of
 * their design. */
#ifndef NOC_ANALYTIC_CURVE_CORRECTED_MODEL_H
#define NOC_ANALYTIC_CURVE_CORRECTED_MODEL_H

#include "analytic/curve/model.h"

/* Logarithms of measured over model: saturation, knee, and contention (latency less idle latency)
 * at shares of saturation, from 0.2 to 0.9, after the load axis has been stretched such that
 * knee and saturation are met. */
enum { NOC_DEVIATION_SHARES = 5 };
typedef struct noc_deviation {
    double saturation, knee;
    double contention[NOC_DEVIATION_SHARES];
} noc_deviation;
enum { NOC_DEVIATIONS = sizeof(noc_deviation) / sizeof(double) };
const char *noc_deviation_name(size_t i); /* NULL past the end */
double noc_deviation_share(size_t i);

/* Predicted discrepancy of a design. `distance`: L1 distance to the nearest measured design,
 * features in standard deviations. `log_residual`: log of the neighbours' mean leave-one-out error
 * over that of all designs. */
typedef struct noc_prediction {
    noc_deviation deviation;
    double distance, log_residual;
} noc_prediction;

/* Least uncertainty of a contention, as a share of the latency without it. */
#define NOC_IDLE_SHARE 0.01

/* Loads of the model at which packets wait as at loads of the design. The model's load grows by
 * `slope` times the design's well below the knee, and by slope - turn times well above, without a
 * corner between. docs/model.md (43). */
typedef struct noc_load_axis {
    double slope, turn; /* the model's loads over the design's */
    double knee, width; /* flits per cycle; width 0: there is no knee */
} noc_load_axis;

typedef struct noc_corrected_model {
    noc_model *model;             /* borrowed */
    noc_model_limits own, limits; /* the model's; corrected */
    noc_overload overload;        /* beyond the corrected ones */
    noc_model_point idle;         /* at no load */
    noc_prediction predicted;
    noc_load_axis axis;
    double bend[NOC_DEVIATION_SHARES]; /* second derivatives of log contention by share */
} noc_corrected_model;

/* The model must outlive it. Nothing is corrected by a deviation of 0. */
noc_corrected_model noc_correct(noc_model *model, const noc_prediction *predicted);

/* Whatever is thought of a design, no channel takes more than it passes: from the busiest one's
 * bound on a queue grows in front of it, and terminals whose ways lead over a full channel fall
 * behind. Lowers the limits as far as that asks for, and says how the network goes on beyond them,
 * at `scale` times the model's own limits of its terminals. */
noc_overload noc_hold_limits(noc_model *model, double scale, noc_model_limits *limits);

/* Plays a load beyond saturation (noc_model_full), whose overload is from then on as played. */
void noc_corrected_play(noc_corrected_model *corrected, double load);

/* The same as noc_model_solve, corrected. docs/model.md (43). */
void noc_corrected_solve(const noc_corrected_model *corrected, double load, noc_model_point *point);

#endif
