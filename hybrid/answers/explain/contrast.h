/* hybrid/answers/explain/contrast.h: relative change of each metric from one answer to another,
 * with its interval. Errors common to both answers cancel: costs of one technology share the error
 * of its scale, and clocks the margin of the design flow. */
#ifndef NOC_HYBRID_ANSWERS_EXPLAIN_CONTRAST_H
#define NOC_HYBRID_ANSWERS_EXPLAIN_CONTRAST_H

#include "hybrid/answers/figures/answer.h"

/* One side of a contrast: an estimate, or a stored result. */
typedef struct noc_contrast_side {
    const noc_metric *metrics; /* [metric]: value and interval; borrowed */
    noc_cost_scale scale;
    noc_work work; /* work per flit of load; zeros: unknown, and not compared */
} noc_contrast_side;

/* Makes a side that borrows the estimate's metrics. */
noc_contrast_side noc_contrast_side_make(const noc_estimate *estimate);

typedef struct noc_contrast {
    double change; /* relative change, value / base - 1; NAN: none, with a reason */
    double lo, hi; /* interval of the change; equal to the change if both values are exact */
    /* the interval contains 0: the two values cannot be distinguished */
    bool is_indistinct;
    const char *reason;
} noc_contrast;

/* Compares a metric of `side` with the metric of `base`. */
noc_contrast noc_contrast_compare(const noc_contrast_side *base, const noc_contrast_side *side,
                                  noc_metric_id id);

/* Least value of a metric, other than a cost, that certainly exceeds the base's value. The value's
 * interval is assumed to have the relative widths of `pattern`. */
double noc_contrast_bound(const noc_metric *base, const noc_metric *pattern);

/* Warns in an answer if its comparison with a base is unfair: its costs have another source, its
 * chip.other_area_mm2 is that of the base in another technology, or, if the load was given in flits
 * (`in_flits`), its load is other work. */
void noc_contrast_warn(const noc_estimate *base, noc_estimate *estimate, bool in_flits);

/* Warns in each answer except the base, whose position is `base`. */
void noc_contrast_warn_all(noc_estimate *estimates, size_t count, size_t base, bool in_flits);

/* True if flits of both answers carry equal data, so that loads and rates in flits can be
 * compared. */
bool noc_flits_are_comparable(const noc_work *a, const noc_work *b);

/* Metric with an interval relative to `centre`, an answer of the same cost scale, in place of the
 * interval relative to the truth. Metrics without a cost, and answers of another scale, keep their
 * interval. If the intervals of two metrics relative to one centre do not overlap, one is certainly
 * larger. */
noc_metric noc_metric_recentre(const noc_contrast_side *side, const noc_contrast_side *centre,
                               noc_metric_id id);

/* Upper bound of the error of log(cost / cost of `centre`); 0 for a metric without a cost. */
double noc_cost_error(const noc_contrast_side *side, const noc_contrast_side *centre,
                      noc_metric_id id);

/* True if the error of the scale cancels between two costs: equal source of tables, equal
 * technology. */
bool noc_scales_are_equal(const noc_cost_scale *a, const noc_cost_scale *b);

#endif
