/* analytic/curve/model.h: results of the open-loop model of a system: idle latency, latency at a
 * load, saturation and its cause. */
#ifndef NOC_ANALYTIC_CURVE_MODEL_H
#define NOC_ANALYTIC_CURVE_MODEL_H

#include "analytic/closed_forms.h"
#include "analytic/curve/model_sources.h"
#include "analytic/waits.h"
#include "analytic/zero_load.h"

typedef struct noc_model noc_model;

typedef enum noc_contention_state {
    NOC_CONTENTION_STABLE,
    NOC_CONTENTION_UNSTABLE, /* a queue grows without bound */
    NOC_CONTENTION_NOT_CONVERGED,
} noc_contention_state;

/* Results at a load. Latencies in cycles, NAN without such packets; network_latency is NAN also if
 * the model does not determine it. */
typedef struct noc_model_point {
    noc_contention_state state;
    double packet_latency, network_latency, request_latency, reply_latency, round_trip;
    /* parts of the latencies, cycles; 0 without such packets */
    double network_wait[NOC_CLASSES], source_wait[NOC_CLASSES];
    /* part of network_wait that depends on choices, cycles: detours, and waits in front of stations
     * that stay full until packets choose other hops; 0 without choices */
    double detour_cycles[NOC_CLASSES];
    /* [class of traffic]: latency, cycles, NAN with a single class; part of the latency by detours,
     * cycles */
    double class_latency[NOC_TRAFFIC_CLASSES_MAX], class_detour_cycles[NOC_TRAFFIC_CLASSES_MAX];
    double accepted; /* accepted load, flits per cycle of an injecting node */
    /* half range of latencies over their mean, if the shares of chosen hops oscillate and do not
     * converge; else 0 */
    double latency_swing;
    noc_busiest_station limit; /* most used station; at unstable loads that of the saturation */
} noc_model_point;

/* Choices of packets among links at the last solved load; NAN without choices. */
typedef struct noc_route_choices {
    double mean_choices;  /* mean number of choices of a packet */
    double detour_share;  /* share of choices with another link than in an idle network */
    double detour_cycles; /* mean cycles of the resulting detours, without waits */
} noc_route_choices;

typedef struct noc_model_limits {
    double saturation; /* offered load, flits per cycle of an injecting node */
    /* load at which the first queue overflows, flits per cycle of an injecting node */
    double overflow;
    /* load at the knee, flits per cycle of an injecting node; NAN if the nodes cannot offer it */
    double knee;
    noc_busiest_station limit; /* most used station at saturation */
} noc_model_limits;

/* Makes a model. The system must outlive the model. NULL when out of memory. */
noc_model *noc_model_new(const noc_system *system);

/* Makes a model that reuses kept results of other systems (system.h); `kept` NULL: none. NULL when
 * out of memory. */
noc_model *noc_model_new_kept(const noc_system *system, noc_value_cache *kept);
void noc_model_free(noc_model *model);

/* Zero-load latency, cycles (noc_zero_load_latency). */
double noc_model_zero_load(const noc_model *model);
double noc_model_mean_routers(
    const noc_model *model); /* mean routers of a path, over all packets */
/* Result of noc_path_kinds_opening, cycles. */
double noc_model_opening_cycles(const noc_model *model, noc_class class);
double noc_model_capacity_bound(const noc_model *model);   /* noc_networks_bound */
double noc_model_highest_load(const noc_model *model);     /* noc_system_highest_load */
double noc_model_saturation_bound(const noc_model *model); /* noc_overload_upper_bound */
/* Loads of the system, borrowed from the model. */
const noc_loads *noc_model_loads(const noc_model *model);
/* Closed forms of all networks, borrowed from the model. */
const noc_closed_forms *noc_model_closed_forms(const noc_model *model);
const noc_loop_shape *noc_model_find_loop_shape(noc_model *model); /* found on the first call */

/* Solves a load, flits per cycle of an injecting node. */
void noc_model_solve(noc_model *model, double load, noc_model_point *point);
/* Returns the latencies by node at the last solved load. No other function of the model may be
 * called in between. */
noc_node_latencies noc_model_node_latencies(const noc_model *model);

/* Finds the latencies by flow, list[flow], at the last solved load, as noc_flow_latencies_find
 * does. */
bool noc_model_flow_latencies(const noc_model *model, noc_node_latency *list);

/* Returns the choices at the last solved load. */
noc_route_choices noc_model_route_choices(const noc_model *model);
/* Finds the limits, on the first call. */
void noc_model_find_limits(noc_model *model, noc_model_limits *limits);

/* Overload of the network above its overflow load; borrows from the model. */
noc_overload noc_model_overload(noc_model *model);

/* Simulates a load above saturation (full/full.h); `load` INFINITY: nodes send as fast as the
 * network accepts. Returns the accepted shares, which the model keeps until the next load. NULL if
 * the network cannot be simulated, or when out of memory. */
const noc_full_shares *noc_model_simulate_load(noc_model *model, double load);

/* Drops the simulated load, so that other batches (traffic.batch, traffic.outstanding) are
 * simulated again. */
void noc_model_drop_simulation(noc_model *model);

/* Limits with 5 % less capacity of the channels of a set of kinds of resources, over the limits
 * with full capacity; 1 when out of memory. */
typedef struct noc_derated_limits {
    double overflow, saturation;
} noc_derated_limits;

noc_derated_limits noc_model_derated_limits(noc_model *model, unsigned kinds);

/* Cause of saturation at the first queue that overflows. */
noc_ceiling noc_model_find_ceiling(noc_model *model);

/* Share of saturation at which profiles are taken. noc_model_find_profile finds the profile of
 * queues and waits there; *contention: waits over the idle latency. */
#define NOC_PROFILE_SHARE 0.8
void noc_model_find_profile(noc_model *model, noc_profile *profile, double *contention);

#endif
