/* reports/curve/curve_axes.h: curves of latency against offered load, and their axes. */
#ifndef NOC_REPORTS_CURVE_CURVE_AXES_H
#define NOC_REPORTS_CURVE_CURVE_AXES_H

#include "reports/words/comparison.h"
#include "reports/words/figure.h"
#include "reports/words/label.h"

/* Loads that curves of several designs can share an axis in: the same data is the same work,
 * whatever flits carry it. */
typedef enum noc_curve_load {
    NOC_CURVE_GB_PER_S, /* data of the whole network at its clock, GB/s */
    NOC_CURVE_BYTES,    /* data of the whole network, bytes per cycle */
    NOC_CURVE_FLITS,    /* flits per cycle of each injecting node */
    NOC_CURVE_SHARE,    /* % of the model's saturation */
    NOC_CURVE_LOADS
} noc_curve_load;

typedef struct noc_curve_axes {
    noc_curve_load load;
    bool cycles; /* latencies in cycles, else in ns */
} noc_curve_axes;

/* The curve of one design, in order of load. */
typedef struct noc_curve {
    const noc_comparison *points;
    size_t count;
} noc_curve;

typedef struct noc_curves {
    const noc_curve *list;
    size_t count;
    noc_curve_axes axes;
    noc_labels labels; /* labels that have seen all designs */
} noc_curves;

/* Name of a load axis on the command line: "GB/s", "bytes", "flits", "share"; NULL past the end. */
const char *noc_curve_load_name(size_t load);

/* Title of an axis, with its unit: "offered data, GB/s", "round trip, ns". */
const char *noc_curve_load_title(const noc_curve_axes *axes);
const char *noc_curve_latency_title(const noc_curves *curves);

/* The load of an answer, NAN where it has none, and the saturation of its design. */
double noc_curve_load_of(const noc_curve_axes *axes, const noc_estimate *estimate);
noc_metric noc_curve_saturation(const noc_curve_axes *axes, const noc_estimate *estimate);

/* The latency metric of an axis; the latency of an answer, INFINITY where a queue grows without
 * end; the latency of a packet alone. */
noc_metric_id noc_curve_latency_id(const noc_curve_axes *axes, const noc_design *design);
noc_metric noc_curve_latency(const noc_curve_axes *axes, const noc_estimate *estimate);
double noc_curve_idle(const noc_curve_axes *axes, const noc_estimate *estimate);

/* Latency above which a curve only says that the network is full. */
double noc_curve_limit(const noc_curves *curves);

bool noc_curve_is_sampled(const noc_curve *curve);

#endif
