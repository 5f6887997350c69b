/* hybrid/answers/explain/contrast.h: changes from one answer to another, with intervals. Errors
 * common to both cancel: costs of one technology share its scale, clocks the margin of their
 * flow. */
#ifndef NOC_HYBRID_ANSWERS_EXPLAIN_CONTRAST_H
#define NOC_HYBRID_ANSWERS_EXPLAIN_CONTRAST_H

#include "hybrid/answers/figures/answer.h"

/* One side of a contrast: an estimate, or a stored result. */
typedef struct noc_side {
    const noc_metric *metrics; /* metrics, NOC_METRICS of them */
    noc_cost_scale scale;
    noc_work work; /* work per flit; zeros: not known, and not compared */
} noc_side;

noc_side noc_side_of(const noc_estimate *estimate);

typedef struct noc_contrast {
    double change; /* relative change, value / base - 1; NAN: none, with the reason in `why` */
    double lo, hi; /* interval of the change; the change itself if both values count as exact */
    /* the interval has both signs, or the change is 0: the values are indistinguishable */
    bool within;
    const char *why;
} noc_contrast;

noc_contrast noc_contrast_of(const noc_side *base, const noc_side *side, noc_metric_id id);

/* The least value of a metric (not of a cost) that is surely above the base's, if the value's
 * interval is, as ratios, that of `alike`. */
double noc_contrast_least(const noc_metric *base, const noc_metric *alike);

/* Warns in an answer of reasons against a comparison with a base: costs from another source, the
 * rest of the chip kept from another technology; if `plain` (a load in flits), different work at
 * one load. */
void noc_contrast_warn(const noc_estimate *base, noc_estimate *estimate, bool plain);

/* Warns in each answer but the base, given by its position. */
void noc_contrast_warn_all(noc_estimate *estimates, size_t count, size_t base, bool plain);

/* True if flits of both answers carry equal data, so that loads and rates in flits can be
 * compared. */
bool noc_flits_comparable(const noc_work *a, const noc_work *b);

/* A metric with its error against others of the same scale: an interval against `centre` in place
 * of the one against the truth. If the intervals of two metrics against one centre do not overlap,
 * one is certainly larger. */
noc_metric noc_metric_against(const noc_side *side, const noc_side *centre, noc_metric_id id);

/* Bound of the logarithmic error of the ratio of two costs: 0 for a metric without a cost. */
double noc_cost_error(const noc_side *side, const noc_side *centre, noc_metric_id id);

/* True if the scale cancels between two costs: one source of tables, one technology. */
bool noc_scales_equal(const noc_cost_scale *a, const noc_cost_scale *b);

#endif
