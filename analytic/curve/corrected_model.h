/* analytic/curve/corrected_model.h: the model's answers, corrected by the predicted discrepancy of
 * their design. */
#ifndef NOC_ANALYTIC_CURVE_CORRECTED_MODEL_H
#define NOC_ANALYTIC_CURVE_CORRECTED_MODEL_H

#include "analytic/curve/model.h"

/* Logarithms of measured over model: saturation, knee, and contention (latency less idle latency)
 * at shares of saturation, from 0.2 to 0.9, after the load axis has been stretched so that knee
 * and saturation agree. */
enum { NOC_DEVIATION_SHARES = 5 };
typedef struct noc_deviation {
    double saturation, knee;
    double contention[NOC_DEVIATION_SHARES];
} noc_deviation;
enum { NOC_DEVIATIONS = sizeof(noc_deviation) / sizeof(double) };
const char *noc_deviation_name(size_t i); /* name of a deviation; NULL past the end */
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

/* Loads of the model whose waits equal the waits at loads of the design. The model's load grows by
 * `slope` times the design's well below the knee, and by slope - turn times well above, without a
 * corner between. docs/model.md (43). */
typedef struct noc_load_axis {
    /* slope of the model's load over the design's, and its change at the knee */
    double slope, turn;
    double knee, width; /* flits per cycle; width 0: there is no knee */
} noc_load_axis;

typedef struct noc_corrected_model {
    noc_model *model;             /* borrowed */
    noc_model_limits own, limits; /* limits of the model; corrected limits */
    noc_overload overload;        /* overload beyond the corrected limits */
    noc_model_point idle;         /* answer at no load */
    noc_prediction predicted;
    noc_load_axis axis;
    double bend[NOC_DEVIATION_SHARES]; /* second derivatives of log contention by share */
} noc_corrected_model;

/* Corrects a model, which must outlive the result. A deviation of 0 corrects nothing. */
noc_corrected_model noc_correct(noc_model *model, const noc_prediction *predicted);

/* Lowers the limits to what channels allow, whatever is predicted for a design: from the busiest
 * channel's bound on a queue grows in front of it, and terminals whose ways lead over a full
 * channel fall behind. Returns the overload beyond the limits, at `scale` times the model's own
 * limits of its terminals. */
noc_overload noc_hold_limits(noc_model *model, double scale, noc_model_limits *limits);

/* Plays a load beyond saturation (noc_model_full); overload is from then on as played. */
void noc_corrected_play(noc_corrected_model *corrected, double load);

/* Solves a load as noc_model_solve does, corrected. docs/model.md (43). */
void noc_corrected_solve(const noc_corrected_model *corrected, double load, noc_model_point *point);

#endif
