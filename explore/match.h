/* explore/match.h: moves a setting of a design until the design has the area, or the bandwidth, of
 * another design. */
#ifndef NOC_EXPLORE_MATCH_H
#define NOC_EXPLORE_MATCH_H

#include "explore/settings/allowed.h"
#include "hybrid/answers/estimate.h"

/* Largest relative distance at which a value meets the target. */
#define NOC_MATCH_NEAR 0.05

typedef struct noc_match_wish {
    noc_metric_id metric;      /* NOC_METRIC_network_area_mm2, or a metric at saturation */
    double target;             /* the other design's value of the metric */
    const char *path;          /* path of the setting to move */
    const char *const *listed; /* values to try; NULL: all allowed ones (allowed.h) */
    size_t listed_count;
    noc_place place; /* place of faults: the command-line option */
} noc_match_wish;

typedef struct noc_match {
    const char *path; /* path of the moved setting; NULL: none */
    noc_metric_id metric;
    char from[NOC_ALLOWED_CHARS], to[NOC_ALLOWED_CHARS];
    double value, target; /* the metric with setting `to`; the metric of the other design */
    bool met;             /* value and target differ by no more than NOC_MATCH_NEAR */
} noc_match;

/* Fills the metric of a design; NAN where it has none, with the reason in *why (a static text).
 * NOC_EFAILED. */
noc_status noc_match_measure(const noc_system *system, noc_metric_id metric, double *value,
                             const char **why, noc_diag *diag);

/* Finds the value of the setting whose metric is nearest to the target, the smaller of two equally
 * near ones, and its design, *design, with `from`'s source and other overrides. Among many values
 * the search looks at a few, at steps of a factor of two, and between those where the metric passes
 * the target: this finds the nearest value if the metric rises, or falls, with the setting. Values
 * without a valid design are skipped; NOC_EUSAGE if no value has one. The caller owns *design. */
noc_status noc_match_find(const noc_source *source, const noc_design *from,
                          const noc_match_wish *wish, noc_design **design, noc_match *match,
                          noc_diag *diag);

#endif
