/* hybrid/answers/figures/figures.h: figures of an answer as found by the model or a sample, each
 * put once. Reported metrics, and reasons of missing ones, are filled in afterwards (fill.h). */
#ifndef NOC_HYBRID_ANSWERS_FIGURES_FIGURES_H
#define NOC_HYBRID_ANSWERS_FIGURES_FIGURES_H

#include "hybrid/answers/figures/answer.h"

/* Subject of an answer. */
typedef enum noc_scope {
    NOC_SCOPE_COST,   /* the cost alone */
    NOC_SCOPE_LIMITS, /* the network's limits, without a load */
    NOC_SCOPE_LOAD,
    NOC_SCOPE_LOOP, /* the closed loop's operating point */
    NOC_SCOPE_TRACE,
    NOC_SCOPE_EAGER, /* nodes that send as fast as the network accepts: a batch, or endless */
    NOC_SCOPES
} noc_scope;

/* A value and its interval; NAN: none. */
typedef struct noc_figure {
    double value, lo, hi;
    double confidence; /* confidence of the interval, 0 to 1; NAN for a bound by judgement */
} noc_figure;

/* Figures of a class of packets (noc_estimate.classes). */
typedef struct noc_class_figures {
    noc_figure latency, p99;
    double accepted;
} noc_class_figures;

typedef struct noc_figures {
    const noc_system *system; /* the system answered about; borrowed */
    noc_method method;        /* method that found the figures under load */
    noc_scope scope;
    noc_extent extent; /* extent asked for; figures beyond it are missing */
    noc_figure of[NOC_METRICS];
    noc_class_figures classes[NOC_TRAFFIC_CLASSES_MAX];
    noc_node_shares nodes; /* nodes of slowest_node_share and busiest_node_share */
    /* Payload and data of all nodes, bytes per cycle, if counted; else NAN. */
    double delivered, delivered_data;
    /* Reasons of missing groups of figures: costs; power and energies; energies; latencies;
     * energies of memories. Static texts; NULL: not known to be missing. If no_latency is set,
     * latencies may have been put, but are not reported. */
    const char *no_cost, *no_power, *no_energy, *no_latency, *no_access_energy;
    bool interrupted;   /* a search was stopped before it had all figures */
    bool answers_known; /* trace: the request of each reply is known */
} noc_figures;

void noc_figures_begin(const noc_system *system, noc_method method, noc_scope scope,
                       noc_figures *figures);

/* Puts a figure. `figure` may be NAN: no value was found. */
void noc_figures_put(noc_figures *figures, noc_metric_id id, noc_figure figure);

/* Puts shares of the nodes with least and most throughput, with relative errors of `spread` at
 * most; 0: exact. */
void noc_figures_put_nodes(noc_figures *figures, const noc_node_shares *shares, double spread);

/* ---- figures -------------------------------------------------------------------------------- */

/* A figure without an interval. */
noc_figure noc_figure_exact(double value);

/* A figure with an interval of 95 % confidence, not below 0; without an interval if `half_width` is
 * NAN. */
noc_figure noc_figure_within(double value, double half_width);

/* A figure with a bound by judgement: a factor of 1 + spread either way. */
noc_figure noc_figure_spread(double value, double spread);

/* A figure with an interval; without one if the interval excludes the value, or is unbounded. */
noc_figure noc_figure_between(double value, double lo, double hi, double confidence);

/* `value` with the relative interval of a figure proportional to it. */
noc_figure noc_figure_proportional(double value, const noc_figure *figure);
/* `value` with the relative interval of a figure inversely proportional to it. */
noc_figure noc_figure_inverse(double value, const noc_figure *figure);

/* ---- loads ---------------------------------------------------------------------------------- */

/* Refuses a load that the nodes' ports cannot inject: NOC_EUSAGE. */
noc_status noc_figures_check_load(const noc_system *system, double load, noc_diag *diag);

#endif
