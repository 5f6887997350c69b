/* analytic/contention/network_sweeps.h: sweeps of all networks of a design at one load: queues on
 * the way to their fixed points, and waits with a closed form. */
#ifndef NOC_ANALYTIC_CONTENTION_NETWORK_SWEEPS_H
#define NOC_ANALYTIC_CONTENTION_NETWORK_SWEEPS_H

#include "analytic/closed_forms.h"
#include "analytic/contention/choice.h"
#include "analytic/contention/mixing.h"
#include "analytic/contention/trials.h"
#include "network/graph/resources.h"

/* Model of all networks of a kind with queues. */
typedef struct noc_queue_model {
    const noc_network_model_kind *kind;
    void *state;
} noc_queue_model;

/* A network on the way to its fixed point; networks may settle in different sweeps. */
typedef struct noc_moving_network {
    const noc_queue_model *model;
    uint32_t number;     /* number among the networks of the model */
    noc_state_part part; /* part of the network in a state */
    noc_mixing mixing;
    noc_waits waits; /* waits in the last sweep */
    bool has_settled;
} noc_moving_network;

typedef struct noc_network_sweeps {
    noc_arena arena; /* memory of models, states and trials */
    const noc_system *system;
    const noc_flow_map *map;
    noc_trials *trials; /* trials in whose states sweeps begin; borrowed */
    noc_queue_model models[NOC_SWITCHINGS];
    int model_count;
    /* set of kinds of resources of which the models, as they are described, have 5 % less */
    unsigned model_derated_kinds;
    /* set of kinds of resources of which sweeps have 5 % less from the next
     * noc_network_sweeps_begin on */
    unsigned derated_kinds;
    noc_shared_limits
        shared_limits; /* shared limits with 5 % less of the kinds in `derated_kinds` */
    bool has_closed_forms;
    noc_closed_forms closed_forms;
    /* [class]: waits of closed forms at the present rate, cycles */
    double closed_waits[NOC_CLASSES];
    double packet_rate;         /* packets per cycle of an injecting node, in the last sweep */
    noc_choice *choice;         /* choice among routes; NULL: packets do not choose */
    noc_state_part choice_part; /* part of `choice` in a state */
    double utilization;         /* utilisation of the fullest station in the last sweep */
    /* where packets choose: state from which queues restart at new shares: the last one in which no
     * queue overflowed, or the first one; NULL: packets do not choose */
    double *stable_state;
    noc_moving_network *networks; /* networks with queues */
    uint32_t network_count;
    /* latency at zero load, cycles; set by the caller; moves are small relative to it */
    double zero_load;
} noc_network_sweeps;

/* Makes the networks, and sets size and arena of the trials. False when out of memory; the caller
 * clears them, and so the states of the trials, in either case. Sweeps change the map where packets
 * choose among routes. */
bool noc_network_sweeps_make(const noc_system *system, noc_flow_map *map, noc_trials *trials,
                             noc_network_sweeps *sweeps);
void noc_network_sweeps_clear(noc_network_sweeps *sweeps);

/* noc_network_sweeps_derate takes 5 % of a set of kinds of resources from later sweeps, until
 * noc_network_sweeps_restore. Derated shared limits replace the original ones, which are returned
 * in *saved_limits. False when out of memory; nothing is changed then. */
bool noc_network_sweeps_derate(noc_network_sweeps *sweeps, unsigned kinds,
                               noc_shared_limits *saved_limits);
void noc_network_sweeps_restore(noc_network_sweeps *sweeps, const noc_shared_limits *saved_limits);

/* noc_network_sweeps_begin starts at a load, flits per cycle of an injecting node, independent of
 * earlier results. noc_network_sweeps_next makes the k-th sweep since then, from 0 on, of all
 * networks that still move, and sums the waits of all networks. */
void noc_network_sweeps_begin(noc_network_sweeps *sweeps, double load);
void noc_network_sweeps_next(noc_network_sweeps *sweeps, int k, noc_waits *waits);

/* True if the k-th sweep is the last one at the present shares of routes, and the shares are
 * settled. A move of the shares restarts the queues, so waits compare only between the last sweeps
 * at successive shares. False if packets do not choose. */
bool noc_network_sweeps_ends_shares(const noc_network_sweeps *sweeps, int k);

/* Returns the cycles by which the last sweep moved services on the routes of a request and its
 * reply. */
double noc_waits_sum_moves(const noc_waits *waits);

/* Results of the last sweeps: state; most used station; utilisation of the fullest station of each
 * kind of resource; limits of terminals beyond `overflow`, the load of the sweeps; cause that holds
 * packets at a station which overflows (network_model.h). */
void noc_network_sweeps_save(const noc_network_sweeps *sweeps, double *state);
noc_busiest_station noc_network_sweeps_most_used(const noc_network_sweeps *sweeps);
void noc_network_sweeps_used(const noc_network_sweeps *sweeps, double utilizations[NOC_RESOURCES]);
void noc_network_sweeps_injectors(const noc_network_sweeps *sweeps, double overflow, double growth,
                                  noc_injectors *injectors);
noc_ceiling noc_network_sweeps_ceiling(const noc_network_sweeps *sweeps,
                                       noc_busiest_station full_station);
/* Finds the waits along routes, [hop], in the last sweeps (noc_route_waits_find). False when out of
 * memory, or if some packets use networks whose models have no such waits. */
bool noc_network_sweeps_route_waits(const noc_network_sweeps *sweeps, uint32_t traffic_class,
                                    double *waits);
void noc_network_sweeps_profile(const noc_network_sweeps *sweeps, noc_profile *profile);

#endif
