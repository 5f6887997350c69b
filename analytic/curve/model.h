/* analytic/curve/model.h: the model's answers: zero load, latency at a load, saturation and its
 * cause. */
#ifndef NOC_ANALYTIC_CURVE_MODEL_H
#define NOC_ANALYTIC_CURVE_MODEL_H

#include "analytic/closed_forms.h"
#include "analytic/curve/model_sources.h"
#include "analytic/waits.h"
#include "analytic/zero_load.h"

typedef struct noc_model noc_model;

typedef enum noc_contention_state {
    NOC_CONTENTION_STABLE,
    NOC_CONTENTION_UNSTABLE, /* some queue grows without bound */
    NOC_CONTENTION_NOT_CONVERGED,
} noc_contention_state;

/* Latencies in cycles; NAN where the design has no such packets; network_latency also NAN where no
 * model tells it. */
typedef struct noc_model_point {
    noc_contention_state state;
    double packet_latency, network_latency, request_latency, reply_latency, round_trip;
    /* parts of the latencies, cycles; 0 without such packets */
    double network_wait[NOC_CLASSES], source_wait[NOC_CLASSES];
    /* part of network_wait, cycles: longer ways, and standing before stations that stay full until
     * packets choose other ways; 0 where nobody chooses */
    double longer[NOC_CLASSES];
    /* latency by class of traffic, cycles, NAN with a single class; its part `longer` */
    double class_latency[NOC_TRAFFIC_CLASSES_MAX], class_longer[NOC_TRAFFIC_CLASSES_MAX];
    double accepted; /* accepted load, flits per cycle of an injecting node */
    /* share by which latencies swing to either side, where the shares of ways that packets choose
     * among swing, too, and come to no rest */
    double swing;
    noc_most_used limit;
} noc_model_point;

/* Ways of packets that choose among links, at the load that was solved last; NAN where nobody
 * chooses. */
typedef struct noc_ways_taken {
    double choices; /* choices of a packet on its way, mean */
    double others;  /* share of the choices of another link than in an idle network */
    double cycles;  /* mean cycles by which these choices lengthen ways, waits left out */
} noc_ways_taken;

typedef struct noc_model_limits {
    double saturation; /* offered load, flits per cycle of an injecting node */
    /* load at which the first queue overflows, flits per cycle of an injecting node */
    double overflow;
    /* load at the knee, flits per cycle of an injecting node; NAN if the nodes cannot offer it */
    double knee;
    noc_most_used limit; /* most used station at saturation */
} noc_model_limits;

/* Makes a model. The system must outlive it. NULL when out of memory. */
noc_model *noc_model_new(const noc_system *system);

/* Makes a model with kept results of other systems (system.h); `kept` NULL: none. */
noc_model *noc_model_new_kept(const noc_system *system, noc_kept *kept);
void noc_model_free(noc_model *model);

/* zero-load latency, cycles (noc_zero_load_latency) */
double noc_model_zero_load(const noc_model *model);
double noc_model_routers(const noc_model *model); /* routers of a way, mean over all packets */
/* noc_path_kinds_opening, cycles */
double noc_model_opening(const noc_model *model, noc_class class);
double noc_model_bound(const noc_model *model);   /* noc_networks_bound */
double noc_model_highest(const noc_model *model); /* noc_system_highest_load */
double noc_model_ceiling(const noc_model *model); /* noc_overload_highest */
const noc_loads *noc_model_loads(const noc_model *model);
/* closed forms of all networks */
const noc_closed_forms *noc_model_closed_forms(const noc_model *model);
const noc_loop_shape *noc_model_loop_shape(noc_model *model); /* found on the first call */

void noc_model_solve(noc_model *model, double load, noc_model_point *point);
/* Latencies by node at the load that was solved last; no other call may lie between. */
noc_node_latencies noc_model_nodes(const noc_model *model);

/* Latencies by flow (noc_flow_latencies_find) at the load that was solved last. */
bool noc_model_flows(const noc_model *model, noc_node_latency *list);

noc_ways_taken noc_model_ways_taken(const noc_model *model);
void noc_model_find_limits(noc_model *model, noc_model_limits *limits);

/* Overload of the network beyond the limits' overflow; borrows from the model. */
noc_overload noc_model_overload(noc_model *model);

/* Shares of a load beyond saturation that get through, as the network is played (full/full.h).
 * INFINITY: nodes send as fast as the network accepts. The model keeps the shares until another
 * load is asked for. NULL: the network cannot be played, or memory is short. */
const noc_full_shares *noc_model_full(noc_model *model, double load);

/* Forgets the played load: batches of another design (traffic.batch, outstanding) are played
 * anew. */
void noc_model_forget_full(noc_model *model);

/* Shares left of the limits when channels of a set of kinds of resources have 5 % less capacity; 1
 * if memory is short. */
typedef struct noc_derated_limits {
    double overflow, saturation;
} noc_derated_limits;

noc_derated_limits noc_model_derated(noc_model *model, unsigned kinds);

/* Cause that holds packets where the first queue overflows, and its channel. */
noc_ceiling noc_model_ceiling_cause(noc_model *model);

/* Profile of the design's queues, and of the waits of packets, at this share of saturation;
 * *contention: all waits, over the latency without them. */
#define NOC_PROFILE_SHARE 0.8
void noc_model_find_profile(noc_model *model, noc_profile *profile, double *contention);

#endif
