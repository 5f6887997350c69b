/* explore/match.h: a setting of a design is moved until the design has the area, or the bandwidth,
 * of another. */
#ifndef NOC_EXPLORE_MATCH_H
#define NOC_EXPLORE_MATCH_H

#include "explore/settings/allowed.h"
#include "hybrid/answers/estimate.h"

/* A value meets the other design's by this share of it. */
#define NOC_MATCH_NEAR 0.05

typedef struct noc_match_wish {
    noc_metric_id metric;      /* NOC_METRIC_network_area_mm2, or one at saturation */
    double target;             /* the other design's metric */
    const char *path;          /* setting that moves */
    const char *const *listed; /* values to try; NULL: all that are allowed (allowed.h) */
    size_t listed_count;
    noc_place place; /* place of faults: the option */
} noc_match_wish;

typedef struct noc_match {
    const char *path; /* setting that was moved; NULL: none */
    noc_metric_id metric;
    char from[NOC_ALLOWED_CHARS], to[NOC_ALLOWED_CHARS];
    double value, target; /* the metric's, with `to` and of the other design */
    bool met;             /* value and target are as near as NOC_MATCH_NEAR */
} noc_match;

/* The metric of a design; NAN where it has none, and why (a text that stays). NOC_EFAILED. */
noc_status noc_match_measure(const noc_system *system, noc_metric_id metric, double *value,
                             const char **why, noc_diag *diag);

/* Finds the value of the setting whose metric is nearest to the target, the smaller of two that are
 * as near, and the design that has it, *design, of the same source and overrides otherwise. Where
 * there are many values it looks at a few, at steps of a factor of two, and between those where the
 * metric passes the target: this finds the nearest where the metric rises, or falls, with the
 * setting. Values that make no design are passed over; NOC_EUSAGE where none makes one. The caller
 * owns *design. */
noc_status noc_match_find(const noc_source *source, const noc_design *from,
                          const noc_match_wish *wish, noc_design **design, noc_match *match,
                          noc_diag *diag);

#endif
