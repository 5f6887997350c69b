/* hybrid/answers/figures.h: filling an estimate: one metric, and what the answers of all methods share. */
#ifndef NOC_HYBRID_ANSWERS_FIGURES_H
#define NOC_HYBRID_ANSWERS_FIGURES_H

#include "hybrid/answers/estimate.h"
#include "hybrid/explanations/unread.h"
#include "sampler/sample.h"

void noc_figures_put(noc_estimate *e, noc_metric_id id, double value);
/* Of 95 % confidence, not below 0; without an interval if `half_width` is NAN. */
void noc_figures_put_interval(noc_estimate *e, noc_metric_id id, double value, double half_width);
/* `why` is kept. */
void noc_figures_miss(noc_estimate *e, noc_metric_id id, const char *why);
/* Of an answer at a load at which a queue grows without end: latencies depend on how long one waits. */
void noc_figures_miss_latencies(noc_estimate *e);
void noc_figures_say_growth(noc_estimate *e);
/* Of too many the last says how many more there are; a long one is cut. */
void noc_figures_warn(noc_estimate *e, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The metrics that a sample has with an interval. */
typedef struct noc_sample_figure {
    noc_metric_id metric;
    noc_sample_quantity quantity;
} noc_sample_figure;
enum { NOC_SAMPLE_FIGURES = 7 };
extern const noc_sample_figure noc_sample_figures[NOC_SAMPLE_FIGURES];

/* An answer without figures. `why`: of those that nobody puts; NULL: there was no load. */
void noc_figures_begin(const noc_system *system, noc_method method, double load, const char *why,
                       noc_estimate *e);

/* Warns of settings that the user gave and the answer does not depend on. */
void noc_figures_warn_unread(const noc_system *system, noc_asked asked, noc_estimate *e);

/* Requests, replies and round trips exist only with memory nodes. */
void noc_figures_miss_replies(const noc_system *system, noc_estimate *e);

/* Nor has every network channels. */
void noc_figures_miss_channels(const noc_system *system, noc_estimate *e);

/* Latencies of packets that are alone. */
void noc_figures_put_zero_load(const noc_system *system, noc_estimate *e);

/* What follows from other figures, intervals included: payload, and latencies and rates at the network's clock. The
 * last step of every answer. */
void noc_figures_follow(noc_estimate *e);

/* Saturation and knee (NAN: none). */
void noc_figures_put_limits(noc_estimate *e, double saturation, double saturation_half, double knee,
                            double knee_half);

/* More than the ports take cannot even be offered: NOC_EUSAGE. */
noc_status noc_figures_check_load(const noc_system *system, double load, noc_diag *diag);

noc_sample_options noc_figures_sample_options(const noc_sampling *sampling);

#endif
