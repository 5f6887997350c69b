/* explore/front/candidates.h: designs of a store as points of objectives: measured values where
 * there are samples, else the model's, each with an interval. */
#ifndef NOC_EXPLORE_FRONT_CANDIDATES_H
#define NOC_EXPLORE_FRONT_CANDIDATES_H

#include "explore/front/front.h"
#include "explore/front/learn.h"
#include "explore/store/store_read.h"
#include "hybrid/answers/explain/contrast.h"

/* Design's clock within, or beyond, the clock that its routers reach; unknown if a clock is not
 * known. Intervals are ignored. */
typedef enum noc_reach { NOC_REACH_WITHIN, NOC_REACH_UNKNOWN, NOC_REACH_BEYOND } noc_reach;

/* Number of designs by noc_reach. Over the designs with NOC_REACH_BEYOND: lowest and highest clock
 * that routers reach, MHz. */
typedef struct noc_reach_counts {
    /* [noc_reach]: number of designs */
    size_t counts[3];
    double lowest_mhz, highest_mhz;
} noc_reach_counts;

/* Designs admitted to the comparison although their cost or clock is too good to be true. */
typedef struct noc_race_rules {
    bool allows_overclock; /* admits clocks above the clock that routers reach */
    /* Admits designs with parts that have no price in any source (unpriced.h). */
    bool allows_unpriced;
} noc_race_rules;

/* One design: the model's answer and the sample. */
typedef struct noc_candidate {
    const noc_entry *model, *sample; /* entries of the design, borrowed; one may be NULL */
} noc_candidate;

/* Designs of a store and their front. The front is computed over the first racing_count designs. */
typedef struct noc_candidates {
    noc_arena memory;
    noc_candidate *list;
    noc_front_point *points;
    noc_front_mark *marks;
    double *odds; /* probability of each design to be on the front (noc_front_estimate_odds) */
    size_t count;
    size_t racing_count; /* compared designs, first in `list`; `rules` excludes all others */
    noc_race_rules rules;
    bool has_equal_prices; /* All designs or none have unpriced parts, or cost is no objective. */
    size_t unpriced_count; /* designs with unpriced parts, if other designs have none */
    /* Unpriced parts of the first such design; borrowed from its entry. */
    const char *unpriced_example;
    uint64_t incomplete_count;     /* designs left out for a missing objective */
    noc_reach_counts reach_counts; /* number of designs by noc_reach */
    noc_objectives objectives;
    /* Costs of all designs share one scale: their intervals are relative to cost_means. */
    bool is_paired;
    noc_metric cost_means[NOC_METRICS];
    noc_cost_scale cost_scale;
    /* relative half-width of a metric without a model's interval or a learned correction */
    double model_error;
    /* [objective]: correction of each design, if corrections_info[objective].measured_count > 0 */
    noc_correction *corrections[NOC_OBJECTIVES_MAX];
    noc_correction_info corrections_info[NOC_OBJECTIVES_MAX];
} noc_candidates;

/* Default relative half-width of the model's intervals, without calibration and measurements.
 * accuracy.md lists errors of saturation up to 20 %; designs near a front have larger errors, since
 * a front selects optimistic answers. */
#define NOC_MODEL_ERROR 0.3

/* Finds the designs of the entries, and the front of the compared designs. The entries must outlive
 * the candidates. The caller clears *candidates. */
noc_status noc_candidates_find(const noc_entries *entries, const noc_objectives *objectives,
                               double model_error, noc_race_rules rules, noc_candidates *candidates,
                               noc_diag *diag);
void noc_candidates_clear(noc_candidates *candidates);

/* Computes points and marks again, with new corrections. */
noc_status noc_candidates_mark(noc_candidates *candidates, noc_diag *diag);

/* Computes the odds from the points and marks, which takes long. Odds below NOC_ODDS_COUNTED become
 * 0. */
noc_status noc_candidates_weigh(noc_candidates *candidates, noc_diag *diag);

/* Finds a metric of a design: the measured value if there is one, else the model's; objectives with
 * their learned correction. Intervals of costs are relative to the designs' mean if is_paired. */
noc_metric noc_candidate_metric(const noc_candidates *candidates, const noc_candidate *candidate,
                                noc_metric_id id, bool *is_measured);

/* Finds a metric as noc_candidate_metric does, but costs have the interval of the true value, not
 * one relative to the mean. */
noc_metric noc_candidate_true_metric(const noc_candidates *candidates,
                                     const noc_candidate *candidate, noc_metric_id id);

/* True if the metric's interval is noc_candidates.model_error alone: no sample, no interval of the
 * model, no correction. */
bool noc_candidate_uses_stated(const noc_candidates *candidates, const noc_candidate *candidate,
                               noc_metric_id id);

/* Finds the entry with the design's hash, overrides and source. */
const noc_entry *noc_candidate_entry(const noc_candidate *candidate);

/* True if the design's cost is comparable with other designs' costs: false if only some designs,
 * among them this one, have unpriced parts. */
bool noc_candidate_is_priced(const noc_candidates *candidates, const noc_candidate *candidate);

/* True if the design is excluded from the comparison by its clock. */
bool noc_candidate_is_overclocked(const noc_candidates *candidates, const noc_candidate *candidate);

/* Compares the design's clock with the clock that its routers reach. */
noc_reach noc_candidate_reach(const noc_candidate *candidate);

/* True if each objective that a sample can measure was measured. */
bool noc_candidate_is_measured(const noc_candidates *candidates, const noc_candidate *candidate);

/* True if a sample can measure at least one objective, and all of these were measured. */
bool noc_candidate_is_sampled(const noc_candidates *candidates, const noc_candidate *candidate);

/* Smallest probability to be on the front at which a design counts as possible. */
#define NOC_ODDS_COUNTED 0.01

/* True if a design is off the front by value, but possibly on it, with odds that count. */
bool noc_candidate_is_possible(const noc_candidates *candidates, size_t position);

/* Finds the membership in the design's mark; NOC_FRONT_OFF for a design off the front by value
 * whose odds are below NOC_ODDS_COUNTED. */
noc_membership noc_candidate_membership(const noc_candidates *candidates, size_t position);

/* Learns corrections of the model's answers from the measured designs (learn.h), with intervals of
 * `confidence` in place of the model's, and computes the marks again. */
noc_status noc_candidates_learn(noc_candidates *candidates, double confidence, noc_diag *diag);

/* True if at least one objective has learned corrections. */
bool noc_candidates_has_learned(const noc_candidates *candidates);

/* Finds the design whose hash starts with `id` (a leading "d-" is ignored). NOC_EUSAGE if no
 * design, or several designs, match. */
noc_status noc_candidates_find_id(const noc_candidates *candidates, const char *id, size_t *index,
                                  noc_diag *diag);

/* Number of digits of a hash in a short identifier, "d-0123abcd". */
enum { NOC_SHORT_ID_CHARS = 8 };

#endif
