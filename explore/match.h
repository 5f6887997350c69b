/* explore/match.h: search for the value of one setting at which a design has the area, or the
 * bandwidth, of another design. */
#ifndef NOC_EXPLORE_MATCH_H
#define NOC_EXPLORE_MATCH_H

#include "explore/settings/allowed.h"
#include "hybrid/answers/estimate.h"

/* Largest relative difference from the target at which a value matches. */
#define NOC_MATCH_NEAR 0.05

typedef struct noc_match_target {
    noc_metric_id metric;             /* NOC_METRIC_network_area_mm2, or a metric at saturation */
    double value;                     /* value of the metric in the other design */
    const char *path;                 /* path of the setting to change */
    const char *const *listed_values; /* values to try; NULL: all allowed values (allowed.h) */
    size_t listed_count;
    noc_place fault_place; /* command-line option that messages name */
} noc_match_target;

/* Value that was found. */
typedef struct noc_match {
    const char *path; /* path of the changed setting; NULL: no setting was changed */
    noc_metric_id metric;
    char old_text[NOC_ALLOWED_CHARS], new_text[NOC_ALLOWED_CHARS];
    double value, target; /* metric at `new_text`, and metric of the other design */
    bool is_met;          /* value and target differ by NOC_MATCH_NEAR of the target at most */
} noc_match;

/* Finds the metric of a design. If the design has none: NAN, with the reason in *reason (a static
 * text). NOC_EFAILED if the model failed. */
noc_status noc_match_measure(const noc_system *system, noc_metric_id metric, double *value,
                             const char **reason, noc_diag *diag);

/* Finds the value of the setting whose metric is nearest to the target, and the design with it; of
 * two equally near values, the smaller. The design has the source and the other overrides of
 * `base`. If there are many values, the search tries a few, about a factor of two apart, and
 * bisects where the metric crosses the target. This finds the nearest value if the metric is
 * monotonic in the setting. Values without a valid design are skipped. NOC_EUSAGE: no value has a
 * valid design. The caller owns *design. */
noc_status noc_match_find(const noc_source *source, const noc_design *base,
                          const noc_match_target *target, noc_design **design, noc_match *match,
                          noc_diag *diag);

#endif
