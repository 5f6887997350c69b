/* analytic/contention/network_sweeps.h: the networks of a design, of whatever kinds, at one load:
 * queues on the way to their fixed points, and what has a closed form beside them. */
#ifndef NOC_ANALYTIC_CONTENTION_NETWORK_SWEEPS_H
#define NOC_ANALYTIC_CONTENTION_NETWORK_SWEEPS_H

#include "analytic/closed_forms.h"
#include "analytic/contention/choice.h"
#include "analytic/contention/mixing.h"
#include "analytic/contention/trials.h"
#include "network/graph/resources.h"

/* A network on the way to its fixed point, which may be there before others are. */
typedef struct noc_moving_network {
    const noc_network_model_kind *kind;
    uint32_t number; /* among those of its kind */
    noc_state_part part;
    noc_mixing mixing;
    noc_waits waits; /* of the last sweep */
    bool rests;
} noc_moving_network;

typedef struct noc_network_sweeps {
    const noc_system *system;
    const noc_flow_map *map;
    noc_trials *trials;                                 /* borrowed: where sweeps begin */
    const noc_network_model_kind *kind[NOC_SWITCHINGS]; /* with queues; NULL: none */
    void *models[NOC_SWITCHINGS];                       /* models of these kinds */
    unsigned modelled;       /* kinds of resources that the models have 5 % less of */
    unsigned derated;        /* kinds that sweeps have less of, from where they begin on */
    noc_shared_limits gates; /* gates with less of these kinds */
    bool has_closed_forms;
    noc_closed_forms forms;
    double closed_waits[NOC_CLASSES]; /* for these, at the rate where it began */
    double packet_rate;               /* of the last sweep */
    noc_choice *choice;               /* NULL: nobody chooses */
    noc_state_part seen;              /* part of a state that the choice has */
    double used;                      /* use of the fullest station in the last sweep */
    double *calm; /* state of the queues where none overflowed last, or where they began */
    noc_moving_network *networks; /* networks with queues */
    uint32_t network_count;
    /* cycles, of the latency that the user watches: to be set, as what is little is a share of
     * it */
    double zero_load;
} noc_network_sweeps;

/* Sets trials->size. False when out of memory; the caller clears it in either case. The map changes
 * with the load where packets choose among links. */
bool noc_network_sweeps_make(const noc_system *system, noc_flow_map *map, noc_trials *trials,
                             noc_network_sweeps *sweeps);
void noc_network_sweeps_clear(noc_network_sweeps *sweeps);

/* Sweeps that begin from now on have 5 % less of a set of kinds of resources, until they have all
 * of them again; its gates take the place of others, which it returns. False when out of memory:
 * nothing is changed. */
bool noc_network_sweeps_derate(noc_network_sweeps *sweeps, unsigned kinds, noc_shared_limits *own);
void noc_network_sweeps_restore(noc_network_sweeps *sweeps, const noc_shared_limits *own);

/* Begins at a load, flits per cycle of an injecting node; `k`: sweeps since then. The sum of the
 * waits of all networks. Of what was found before nothing is left. */
void noc_network_sweeps_begin(noc_network_sweeps *sweeps, double load);
void noc_network_sweeps_next(noc_network_sweeps *sweeps, int k, noc_waits *waits);

/* True if shares that are all but settled move next, after the k-th sweep. Queues begin anew at
 * each move, and are jolted by that: whether more moves matter shows from the last sweep at some
 * shares to the last one at the next. */
bool noc_network_sweeps_ends_shares(const noc_network_sweeps *sweeps, int k);

/* Cycles by which the last sweep has moved services on the way of a request and its reply. */
double noc_waits_moved(const noc_waits *waits);

/* State of the last sweeps; their most used station; use of the fullest station of each kind of
 * resource; loads up to which terminals go on beyond `overflow`, the load of the sweeps; cause that
 * holds packets at a station which overflows (network_model.h). */
void noc_network_sweeps_save(const noc_network_sweeps *sweeps, double *state);
noc_most_used noc_network_sweeps_most_used(const noc_network_sweeps *sweeps);
void noc_network_sweeps_used(const noc_network_sweeps *sweeps, double used[NOC_RESOURCES]);
void noc_network_sweeps_injectors(const noc_network_sweeps *sweeps, double overflow, double growth,
                                  noc_injectors *injectors);
noc_ceiling noc_network_sweeps_ceiling(const noc_network_sweeps *sweeps, noc_most_used overflows);
/* Waits along ways likewise. False: some packets go over networks that do not tell them. */
bool noc_network_sweeps_way_waits(const noc_network_sweeps *sweeps, uint32_t traffic_class,
                                  double *waits);
void noc_network_sweeps_profile(const noc_network_sweeps *sweeps, noc_profile *profile);

#endif
