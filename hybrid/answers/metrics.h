/* hybrid/answers/metrics.h: the metrics of an answer, as metrics.def lists them. */
#ifndef NOC_HYBRID_ANSWERS_METRICS_H
#define NOC_HYBRID_ANSWERS_METRICS_H

#include <stdbool.h>

#include "design/design.h"

typedef enum noc_metric_id {
#define NOC_METRIC(id, unit, digits, meaning, facts) NOC_METRIC_##id,
#include "hybrid/answers/metrics.def"
    NOC_METRICS
} noc_metric_id;

/* Extents to which an answer is computed, each more than the one before: figures that neither load
 * nor traffic changes; packets that are alone; saturation and knee; figures at the load, of the
 * closed loop or of a batch. */
typedef enum noc_extent {
    NOC_EXTENT_COST,
    NOC_EXTENT_IDLE,
    NOC_EXTENT_LIMITS,
    NOC_EXTENT_ALL
} noc_extent;

const char *noc_extent_name(noc_extent extent); /* "cost", "idle", "limits", "all" */

typedef struct noc_metric_info {
    const char *name, *unit, *meaning;
    int digits;        /* digits after the point, in tables */
    const char *label; /* words for people; NULL: the name says enough */
    bool twin;         /* the same as another metric, in another unit */
    bool payload;      /* counts headers beside data: tables of people go without it */
    bool in_flits;     /* counts flits: designs with other flits do not compare by it */
    bool certain;      /* the graph alone tells it: a value without an interval has no error */
    bool exact;        /* model and sample give the same: costs, and whatever is certain */
    bool cost;         /* area, power or clock, or a figure made of one */
    bool searched;     /* a sample finds it by a search for saturation only */
} noc_metric_info;

/* What a metric is, by id. */
const noc_metric_info *noc_metric_info_of(noc_metric_id id);

typedef struct noc_metric {
    double value;      /* NAN: missing, and `why` says why */
    double lo, hi;     /* interval; NAN where there is none */
    double confidence; /* of the interval, 0.95 for 95 %; NAN where there is none, or where it is a
                          bound by judgement (costs outside of what was measured) */
    const char *why;   /* static text; NULL when there is a value */
} noc_metric;

/* The reason why the design has no part that the metric could be of (merge tables, kernels that
 * end, several kernels), a static text; NULL: it has. Text leaves such metrics out; data tell the
 * reason. */
const char *noc_metric_lacks(const noc_design *design, noc_metric_id id);

#endif
