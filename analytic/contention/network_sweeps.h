/* analytic/contention/network_sweeps.h: the networks of a design, of any kinds, at one load:
 * queues on the way to their fixed points, and waits that have a closed form. */
#ifndef NOC_ANALYTIC_CONTENTION_NETWORK_SWEEPS_H
#define NOC_ANALYTIC_CONTENTION_NETWORK_SWEEPS_H

#include "analytic/closed_forms.h"
#include "analytic/contention/choice.h"
#include "analytic/contention/mixing.h"
#include "analytic/contention/trials.h"
#include "network/graph/resources.h"

/* A network on the way to its fixed point, which it may reach before others do. */
typedef struct noc_moving_network {
    const noc_network_model_kind *kind;
    uint32_t number; /* number among the networks of its kind */
    noc_state_part part;
    noc_mixing mixing;
    noc_waits waits; /* waits in the last sweep */
    bool rests;
} noc_moving_network;

typedef struct noc_network_sweeps {
    const noc_system *system;
    const noc_flow_map *map;
    noc_trials *trials; /* borrowed; sweeps begin in their states */
    /* kinds of networks with queues; NULL: none */
    const noc_network_model_kind *kind[NOC_SWITCHINGS];
    void *models[NOC_SWITCHINGS]; /* models of these kinds */
    unsigned modelled;            /* kinds of resources of which the models have 5 % less */
    /* kinds of resources of which sweeps have 5 % less, from their next beginning on */
    unsigned derated;
    noc_shared_limits gates; /* gates with less of the kinds in `derated` */
    bool has_closed_forms;
    noc_closed_forms forms;
    double closed_waits[NOC_CLASSES]; /* waits of closed forms at the rate of the sweeps, cycles */
    double packet_rate;  /* packets per cycle of an injecting node, in the last sweep */
    noc_choice *choice;  /* choice among links; NULL: nobody chooses */
    noc_state_part seen; /* part of a state that belongs to `choice` */
    double used;         /* use of the fullest station in the last sweep */
    double *calm; /* state of the queues when none overflowed last, or when the sweeps began */
    noc_moving_network *networks; /* networks with queues */
    uint32_t network_count;
    /* cycles of the latency that the user watches at zero load; set by the caller: small moves are
     * a share of it */
    double zero_load;
} noc_network_sweeps;

/* Makes the networks, and sets trials->size. False when out of memory; the caller clears them in
 * either case. The map changes with the load where packets choose among links. */
bool noc_network_sweeps_make(const noc_system *system, noc_flow_map *map, noc_trials *trials,
                             noc_network_sweeps *sweeps);
void noc_network_sweeps_clear(noc_network_sweeps *sweeps);

/* Derates sweeps that begin from now on by 5 % of a set of kinds of resources, until `restore`.
 * Derated gates replace the sweeps' own gates, which are returned in *own. False when out of
 * memory: then nothing is changed. */
bool noc_network_sweeps_derate(noc_network_sweeps *sweeps, unsigned kinds, noc_shared_limits *own);
void noc_network_sweeps_restore(noc_network_sweeps *sweeps, const noc_shared_limits *own);

/* `begin` starts at a load, flits per cycle of an injecting node; nothing is left of earlier
 * results. `next` makes the k-th sweep since then, and sums the waits of all networks. */
void noc_network_sweeps_begin(noc_network_sweeps *sweeps, double load);
void noc_network_sweeps_next(noc_network_sweeps *sweeps, int k, noc_waits *waits);

/* True if nearly settled shares move next, after the k-th sweep. Each move starts the queues anew,
 * and jolts them: the last sweep at some shares, compared with the last one at the next, shows if
 * more moves matter. */
bool noc_network_sweeps_ends_shares(const noc_network_sweeps *sweeps, int k);

/* Cycles by which the last sweep moved services on the way of a request and its reply. */
double noc_waits_moved(const noc_waits *waits);

/* Results of the last sweeps: state; most used station; use of the fullest station of each kind of
 * resource; limits of terminals beyond `overflow`, the load of the sweeps; cause that holds
 * packets at a station which overflows (network_model.h). */
void noc_network_sweeps_save(const noc_network_sweeps *sweeps, double *state);
noc_most_used noc_network_sweeps_most_used(const noc_network_sweeps *sweeps);
void noc_network_sweeps_used(const noc_network_sweeps *sweeps, double used[NOC_RESOURCES]);
void noc_network_sweeps_injectors(const noc_network_sweeps *sweeps, double overflow, double growth,
                                  noc_injectors *injectors);
noc_ceiling noc_network_sweeps_ceiling(const noc_network_sweeps *sweeps, noc_most_used overflows);
/* Waits along ways in the last sweeps. False: some packets use networks that do not tell them. */
bool noc_network_sweeps_way_waits(const noc_network_sweeps *sweeps, uint32_t traffic_class,
                                  double *waits);
void noc_network_sweeps_profile(const noc_network_sweeps *sweeps, noc_profile *profile);

#endif
