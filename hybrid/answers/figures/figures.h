/* hybrid/answers/figures/figures.h: figures that the model or a sample found for an answer. fill.h
 * makes the reported metrics of them, with reasons of missing ones. */
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
    NOC_SCOPE_EAGER, /* nodes that send as fast as the network accepts, with or without a batch */
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
    double accepted; /* accepted load, flits per cycle of an injecting node; NAN: not found */
} noc_class_figures;

typedef struct noc_figures {
    const noc_system *system; /* system of the answer; borrowed */
    noc_method method;        /* method that found the figures under load */
    noc_scope scope;
    noc_extent extent; /* requested extent; figures beyond it are missing */
    noc_figure metrics[NOC_METRICS];
    noc_class_figures classes[NOC_TRAFFIC_CLASSES_MAX];
    noc_node_shares node_shares; /* shares of single nodes */
    /* Payload and data delivered to all nodes, bytes per cycle, if counted; NAN: not counted. */
    double delivered_bytes, delivered_data;
    /* Reasons why figures are missing, static texts; NULL: no reason. */
    const char *no_cost,       /* areas, clock, power and energies */
        *no_power,             /* power and energies */
        *no_energy,            /* energies */
        *no_latency,           /* latencies, which are then not reported even if they were put */
        *no_access_energy;     /* energies of accesses to memories */
    bool is_interrupted;       /* a search was stopped before it had all figures */
    bool knows_reply_requests; /* a trace names the request of each reply */
} noc_figures;

void noc_figures_begin(const noc_system *system, noc_method method, noc_scope scope,
                       noc_figures *figures);

/* Stores the figure of a metric. NAN: no value was found. */
void noc_figures_put(noc_figures *figures, noc_metric_id id, noc_figure figure);

/* Stores a figure without an interval. */
void noc_figures_put_exact(noc_figures *figures, noc_metric_id id, double value);

/* Stores the shares of the slowest and the busiest node, with the relative error `spread`; 0:
 * exact. */
void noc_figures_put_nodes(noc_figures *figures, const noc_node_shares *shares, double spread);

/* ---- figures -------------------------------------------------------------------------------- */

/* A figure without an interval. */
noc_figure noc_figure_exact(double value);

/* A figure with an interval of 95 % confidence, clipped at 0. `half_width` NAN: no interval. */
noc_figure noc_figure_within(double value, double half_width);

/* A figure with a bound by judgement, from value / (1 + spread) to value * (1 + spread). */
noc_figure noc_figure_spread(double value, double spread);

/* A figure with an interval. There is no interval if `lo` to `hi` excludes the value, or is
 * unbounded. */
noc_figure noc_figure_interval(double value, double lo, double hi, double confidence);

/* `value` with the relative interval of a figure proportional to it. */
noc_figure noc_figure_proportional(double value, const noc_figure *figure);
/* `value` with the relative interval of a figure inversely proportional to it. */
noc_figure noc_figure_inverse(double value, const noc_figure *figure);

/* ---- loads ---------------------------------------------------------------------------------- */

/* Refuses a load that the nodes' ports cannot inject: NOC_EUSAGE. */
noc_status noc_figures_check_load(const noc_system *system, double load, noc_diag *diag);

#endif
