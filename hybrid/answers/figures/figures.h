/* hybrid/answers/figures/figures.h: the figures of an answer as the model or a sample finds them,
 * each put once. What they are told as, and why others are missing, is filled in afterwards
 * (fill.h). */
#ifndef NOC_HYBRID_ANSWERS_FIGURES_FIGURES_H
#define NOC_HYBRID_ANSWERS_FIGURES_FIGURES_H

#include "hybrid/answers/figures/answer.h"

/* What the answer is about. */
typedef enum noc_scope {
    NOC_SCOPE_COST,   /* nothing but the cost */
    NOC_SCOPE_LIMITS, /* the network, at no load in particular */
    NOC_SCOPE_LOAD,
    NOC_SCOPE_LOOP, /* where the closed loop settles */
    NOC_SCOPE_TRACE,
    NOC_SCOPE_EAGER, /* nodes that send as fast as the network takes it: a batch, or without end */
    NOC_SCOPES
} noc_scope;

/* NAN: there is none. */
typedef struct noc_figure {
    double value, lo, hi;
    double confidence; /* of the interval; NAN where it is a bound by judgement */
} noc_figure;

/* Figures of a class of packets as they are found (noc_estimate.classes). */
typedef struct noc_class_figures {
    noc_figure latency, p99;
    double accepted;
} noc_class_figures;

typedef struct noc_figures {
    const noc_system *system; /* borrowed */
    noc_method method;        /* by which the figures under load were found */
    noc_scope scope;
    noc_extent extent; /* figures beyond it were not asked for */
    noc_figure of[NOC_METRICS];
    noc_class_figures classes[NOC_TRAFFIC_CLASSES_MAX];
    noc_node_shares nodes; /* the nodes of slowest_node_share and busiest_node_share */
    /* Payload and data per cycle of all nodes, where they were counted; else NAN. */
    double delivered, delivered_data;
    /* Why groups of figures are missing, found with them: costs, power and energies, energies,
     * latencies, energies of memories; NULL: not known to be missing. Latencies that are not to be
     * told may have been put. Static texts. */
    const char *no_cost, *no_power, *no_energy, *no_latency, *no_access_energy;
    bool interrupted;   /* a search that was stopped, and had not come to all */
    bool answers_known; /* of a trace: which request a reply answers */
} noc_figures;

void noc_figures_begin(const noc_system *system, noc_method method, noc_scope scope,
                       noc_figures *figures);

/* `figure` may be NAN: it was looked for in vain. */
void noc_figures_put(noc_figures *figures, noc_metric_id id, noc_figure figure);

/* Puts shares of the nodes that get least and most through, which differ by `spread` at most from
 * what they are; 0: they are exact. */
void noc_figures_put_nodes(noc_figures *figures, const noc_node_shares *shares, double spread);

/* ---- figures -------------------------------------------------------------------------------- */

/* Without an interval. */
noc_figure noc_figure_exact(double value);

/* Of 95 % confidence, not below 0; without an interval if `half_width` is NAN. */
noc_figure noc_figure_within(double value, double half_width);

/* A bound by judgement: a factor of 1 + spread either way. */
noc_figure noc_figure_spread(double value, double spread);

/* Of an interval; without one if it does not hold the value, or has no end. */
noc_figure noc_figure_between(double value, double lo, double hi, double confidence);

/* `value`, whose interval is that of a figure which it is proportional to. */
noc_figure noc_figure_like(double value, const noc_figure *figure);
/* `value`, whose interval is that of a figure to whose inverse it is proportional. */
noc_figure noc_figure_against(double value, const noc_figure *figure);

/* ---- loads ---------------------------------------------------------------------------------- */

/* More than the ports take cannot even be offered: NOC_EUSAGE. */
noc_status noc_figures_check_load(const noc_system *system, double load, noc_diag *diag);

#endif
