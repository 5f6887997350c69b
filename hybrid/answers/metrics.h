/* hybrid/answers/metrics.h: ids, units and facts of the metrics of an answer, from metrics.def. */
#ifndef NOC_HYBRID_ANSWERS_METRICS_H
#define NOC_HYBRID_ANSWERS_METRICS_H

#include <stdbool.h>

#include "design/design.h"

typedef enum noc_metric_id {
#define NOC_METRIC(id, unit, digits, meaning, facts) NOC_METRIC_##id,
#include "hybrid/answers/metrics.def"
    NOC_METRICS
} noc_metric_id;

/* Extents of a computation. Each includes all earlier ones. */
typedef enum noc_extent {
    NOC_EXTENT_COST,   /* cost, independent of load and traffic */
    NOC_EXTENT_IDLE,   /* latency of packets alone in the network */
    NOC_EXTENT_LIMITS, /* saturation and knee */
    NOC_EXTENT_ALL     /* figures at the load, of the closed loop or of a batch */
} noc_extent;

const char *noc_extent_name(noc_extent extent); /* name: "cost", "idle", "limits", "all" */

typedef struct noc_metric_info {
    const char *name, *unit, *meaning;
    int digits;        /* digits after the point in tables */
    const char *label; /* words for people; NULL: the name suffices */
    bool twin;         /* equals another metric in another unit */
    bool payload;      /* counts headers beside data; omitted from tables for people */
    bool in_flits;     /* counts flits: designs with different flits are not compared */
    /* follows from the graph alone, so a value without an interval has no error */
    bool certain;
    bool exact;    /* equal by model and sample: costs, and all certain metrics */
    bool cost;     /* area, power or clock, or computed from one */
    bool searched; /* a sample finds the metric only by a search for saturation */
} noc_metric_info;

/* Facts of a metric, by id. */
const noc_metric_info *noc_metric_info_of(noc_metric_id id);

typedef struct noc_metric {
    double value;  /* value; NAN: missing, with a reason */
    double lo, hi; /* lower and upper end of the interval; NAN: no interval */
    /* confidence of the interval, 0.95 for 95 %; NAN without one, or for a bound by judgement
     * (costs beyond the measured range) */
    double confidence;
    const char *reason; /* reason why the value is missing, a static text; NULL: not missing */
} noc_metric;

/* Reason why the design lacks the part that the metric describes (merge tables, kernels that end,
 * several kernels), a static text; NULL: the part exists. Texts omit such metrics; data formats
 * have the reason. */
const char *noc_metric_part_reason(const noc_design *design, noc_metric_id id);

#endif
