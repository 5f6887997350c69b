/* hybrid/answers/explain/contrast.h: what changes from one answer to another, with an interval.
 * What both may have wrong in common cancels: costs of one technology share its scale, clocks the
 * margin of their flow. */
#ifndef NOC_HYBRID_ANSWERS_EXPLAIN_CONTRAST_H
#define NOC_HYBRID_ANSWERS_EXPLAIN_CONTRAST_H

#include "hybrid/answers/figures/answer.h"

/* What an answer is compared by: an estimate, or what a store has kept of one. */
typedef struct noc_side {
    const noc_metric *metrics; /* NOC_METRICS of them */
    noc_cost_scale scale;
    noc_work work; /* zeros: not known, and not looked at */
} noc_side;

noc_side noc_side_of(const noc_estimate *estimate);

typedef struct noc_contrast {
    double change; /* value / base - 1; NAN: there is none, and `why` says why */
    double lo, hi; /* its interval; the change itself where both values count as exact */
    bool within; /* the interval has both signs, or the change is none: they cannot be told apart */
    const char *why;
} noc_contrast;

noc_contrast noc_contrast_of(const noc_side *base, const noc_side *side, noc_metric_id id);

/* The least value of a metric that is no cost which can be told from the base's, above it, where
 * its interval reaches as far as that of `alike`, as ratios. */
double noc_contrast_least(const noc_metric *base, const noc_metric *alike);

/* Warns in an answer of what makes it no fair comparison with a base: costs from another source,
 * the rest of the chip kept from another technology; with `plain` (a load in flits) that the same
 * load is other work. */
void noc_contrast_warn(const noc_estimate *base, noc_estimate *estimate, bool plain);

/* The same in each answer but the base, by its position. */
void noc_contrast_warn_all(noc_estimate *estimates, size_t count, size_t base, bool plain);

/* True if flits of both answers stand for the same data, so that loads and rates in flits can be
 * compared. */
bool noc_flits_comparable(const noc_work *a, const noc_work *b);

/* A metric with what it may have wrong against others of the same scale: its interval against
 * `centre` in place of the one against the truth. Of two metrics of one centre that do not overlap
 * one is certainly larger. */
noc_metric noc_metric_against(const noc_side *side, const noc_side *centre, noc_metric_id id);

/* How far, as a logarithm, the ratio of two costs may be off: 0 for a metric that has none in
 * it. */
double noc_cost_error(const noc_side *side, const noc_side *centre, noc_metric_id id);

/* True if the scale cancels between two: the same tables, the same technology. */
bool noc_scales_equal(const noc_cost_scale *a, const noc_cost_scale *b);

#endif
