/* reports/curve/curve_axes.h: curves of latency against offered load, with the units of their
 * axes. */
#ifndef NOC_REPORTS_CURVE_CURVE_AXES_H
#define NOC_REPORTS_CURVE_CURVE_AXES_H

#include "reports/words/comparison.h"
#include "reports/words/figure.h"
#include "reports/words/label.h"

/* Unit of the load axis. Data compares designs of any flit size; flits do not. */
typedef enum noc_curve_load {
    NOC_CURVE_GB_PER_S, /* data of the whole network at its clock, GB/s */
    NOC_CURVE_BYTES,    /* data of the whole network, bytes per cycle */
    NOC_CURVE_FLITS,    /* flits per cycle of each injecting node */
    NOC_CURVE_SHARE,    /* % of the model's saturation */
    NOC_CURVE_LOADS
} noc_curve_load;

/* Units of the axes. */
typedef struct noc_curve_axes {
    noc_curve_load load;
    bool is_in_cycles; /* true: latencies in cycles; false: in ns */
} noc_curve_axes;

/* Curve of one design: its points in ascending order of load, borrowed. */
typedef struct noc_curve_line {
    const noc_comparison *points;
    size_t count;
} noc_curve_line;

/* Curves of several designs in one figure. */
typedef struct noc_curves {
    const noc_curve_line *list;
    size_t count;
    noc_curve_axes axes;
    noc_labels labels; /* labels of the designs */
} noc_curves;

/* Returns the name of a load axis on the command line: "GB/s", "bytes", "flits", "share"; NULL past
 * the end. */
const char *noc_curve_load_name(size_t load);

/* Returns the title of an axis, with its unit: "offered data, GB/s", "round trip, ns". */
const char *noc_curve_load_title(const noc_curve_axes *axes);
const char *noc_curve_latency_title(const noc_curves *curves);

/* Returns the load of an answer in the axis' unit; NAN without a load. */
double noc_curve_offered_load(const noc_curve_axes *axes, const noc_estimate *estimate);
/* Returns the saturation of an answer in the load axis' unit. */
noc_metric noc_curve_saturation(const noc_curve_axes *axes, const noc_estimate *estimate);

/* Returns the metric of the latency axis: round trip or packet latency. */
noc_metric_id noc_curve_latency_id(const noc_curve_axes *axes, const noc_design *design);
/* Returns the latency of an answer in the axis' unit; INFINITY if a queue grows without bound. */
noc_metric noc_curve_latency(const noc_curve_axes *axes, const noc_estimate *estimate);
/* Returns the zero-load latency of an answer in the axis' unit. */
double noc_curve_idle_latency(const noc_curve_axes *axes, const noc_estimate *estimate);

/* Returns the largest latency that a figure has room for; higher points are cut off. */
double noc_curve_latency_limit(const noc_curves *curves);

/* Upper ends of the axes of a figure, which begin at 0. */
typedef struct noc_curve_ends {
    double load, latency;
} noc_curve_ends;

/* Finds the ends: all loads and saturations, and latencies up to noc_curve_latency_limit. An
 * interval of a saturation may reach beyond. */
noc_curve_ends noc_curves_find_ends(const noc_curves *curves);

/* Size of a title, bytes: "te13-baseline: latency against offered load". */
enum { NOC_CURVES_TITLE_CHARS = NOC_LABEL_CHARS + 60 };
/* Writes the title of a figure. */
void noc_curves_write_title(const noc_curves *curves, char title[NOC_CURVES_TITLE_CHARS]);

enum { NOC_CURVE_FACTS_CHARS = 3 * NOC_FIGURE_CHARS + 60 };
/* Writes the ends of a curve in words: "idle 101.3 ns, saturation 51.97 GB/s". */
void noc_curve_write_facts(const noc_curves *curves, const noc_curve_line *curve,
                           char facts[NOC_CURVE_FACTS_CHARS]);

/* Writes the saturation of a curve with its unit: "51.97 GB/s". Returns `text`. */
const char *noc_curve_write_saturation(const noc_curves *curves, const noc_curve_line *curve,
                                       char text[NOC_CURVE_FACTS_CHARS]);

/* True if at least one point of a curve has a sample. */
bool noc_curve_is_sampled(const noc_curve_line *curve);

#endif
