/* reports/front/importance.h: share of the variance of a front's metrics that each setting
 * explains, in words. */
#ifndef NOC_REPORTS_FRONT_IMPORTANCE_H
#define NOC_REPORTS_FRONT_IMPORTANCE_H

#include "explore/front/candidates.h"
#include "explore/importance/importance.h"
#include "reports/words/design_names.h"

/* Importance of settings for one metric, over the compared designs of a front. Start with {0}. */
typedef struct noc_front_importance {
    noc_metric_id metric;
    noc_importance found;
    const noc_design_names *names; /* settings, borrowed */
    noc_arena memory;              /* memory of `found`, and of texts */
} noc_front_importance;

/* Finds the importance, for the values of noc_candidate_metric. NOC_EFAILED: out of memory. The
 * caller clears *importance, even after an error. */
noc_status noc_front_importance_find(const noc_candidates *candidates,
                                     const noc_design_names *names, noc_metric_id metric,
                                     noc_front_importance *importance, noc_diag *diag);
void noc_front_importance_clear(noc_front_importance *importance);

/* Each function below returns a text, in the importance's arena unless it says otherwise; NULL when
 * out of memory. */

/* Label of a factor's setting: "flit bytes". */
const char *noc_importance_label(noc_front_importance *importance, size_t factor);

/* Metric with the range of its values: "network area, 21.8 to 118 mm2 (its logarithm)". */
const char *noc_importance_title(noc_front_importance *importance);

/* Largest shares: "flit bytes 61%, memory ports 22%, others 4%, interactions 13%". */
const char *noc_importance_words(noc_front_importance *importance);

/* Largest shares of several metrics: "bandwidth per area by flit bytes 61%, interactions 13%;
 * network area (logarithm) by flit bytes 97%"; "" if no metric has shares. The caller frees the
 * text. */
char *noc_importance_list_words(noc_front_importance *list, size_t count);

/* Reason why there are no shares: "the value is the same in all designs"; "" with shares. */
const char *noc_importance_reason(noc_front_importance *importance);

/* Sentences on the settings, a line each: settings that depend on each other, always change
 * together, count after another one, or follow from others; designs without a value. */
const char *noc_importance_notes(noc_front_importance *importance);

/* Meaning of the shares, totals and shares alone, in words. */
extern const char noc_importance_meaning[];

/* Number of values of a factor, without the absence of a setting that only some values of another
 * one have. */
size_t noc_factor_value_count(const noc_factor *factor);

/* Smallest share of a pair that reports list, and largest number of such pairs. */
#define NOC_PAIR_SHARE_LISTED 0.01
enum { NOC_PAIRS_LISTED = 3 };

/* Number of pairs that reports list: the largest. */
size_t noc_importance_pair_count(const noc_importance *importance);

#endif
