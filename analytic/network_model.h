/* analytic/network_model.h: interface of the model to each kind of switching, and the types that it
 * exchanges.
 *
 * A kind is one file in analytic/kinds/ with one constant struct, and one line in
 * analytic/kinds.def. The model finds loads, latency, saturation, knee, closed loop and cause
 * through this struct, so one design may have networks of several kinds. Each kind gives at least
 * the idle latency of a packet, and the waits of packets for each other: either by queues that come
 * to a fixed point (`create` and the functions after it), or in closed form (`add_waits`). */
#ifndef NOC_ANALYTIC_NETWORK_MODEL_H
#define NOC_ANALYTIC_NETWORK_MODEL_H

#include "analytic/flow_map.h"
#include "analytic/overload.h"
#include "analytic/shared_limits.h"
#include "analytic/waits.h"
#include "base/arena.h"

/* Part of the idle latency of a packet, with its description for users. */
typedef struct noc_latency_part {
    const char *name, *description; /* static texts */
    double cycles;
} noc_latency_part;

enum { NOC_LATENCY_PARTS = 4 };

/* Arrivals of packets. `rate`: packets per cycle that each injecting node creates; `train`: packets
 * in a row between two nodes, or replies in a row; 1: single packets. */
typedef struct noc_arrivals {
    double rate;
    int train;
} noc_arrivals;

/* Methods that find the waits of networks whose packets wait at their senders, the most exact
 * first. */
typedef enum noc_sender_kind {
    NOC_SENDERS_LINES,   /* slices, rings and tokens: exact */
    NOC_SENDERS_WINDOWS, /* equal windows: a queue for each */
    /* windows that follow the load, or partners that reach some cores only: draws of a fixed
     * stream */
    NOC_SENDERS_EPOCHS,
    NOC_SENDERS_NONE, /* no network whose packets wait at their senders */
} noc_sender_kind;

/* State of links, by which packets choose their next hop. */
typedef struct noc_link_state {
    /* [channel]: mean of the outstanding flits; their variance */
    double *outstanding_flits, *outstanding_variance;
    /* [group]: share of the time for which one of the group's virtual channels is owned; mean
     * outstanding flits that are blocked in front of a full station */
    double *owned_share, *blocked_flits;
} noc_link_state;

typedef struct noc_contention noc_contention; /* queues of networks (contention/contention.h) */

typedef struct noc_network_model_kind {
    noc_switching switching;

    /* Cycles from the creation of a packet of `flits` flits to the ejection of the last flit, in an
     * idle network, over the path that starts with hop `first`. */
    double (*idle_latency)(const noc_system *system, uint32_t first, unsigned flits);

    bool has_unlimited_channels; /* true: channels carry any number of flits per cycle */

    /* Lists the parts of idle_latency in the order of time. Returns the number of parts. NULL: the
     * parts follow from the network's channels, or there are none. */
    int (*list_parts)(const noc_system *system, uint32_t first, unsigned flits,
                      noc_latency_part parts[NOC_LATENCY_PARTS]);

    /* Cycles of idle_latency before the head is sent, which do not count as network latency. NAN:
     * waits for other packets change the later cycles, too. NULL: 0. */
    double (*send_delay)(const noc_system *system, uint32_t first);

    /* Key, a small number, which all paths of equal latency share, for the path that starts with
     * hop `first`, in networks whose channels do not determine the latency. NULL: paths with equal
     * channels have equal latency. */
    uint32_t (*path_key)(const noc_system *system, uint32_t first);

    /* Adds the limits of a network on the common traffic of several terminals (shared_limits.h).
     * False when out of memory. NULL: no limits. */
    bool (*add_limits)(const noc_system *system, uint16_t network, noc_shared_limits *limits);

    /* Cycles from one packet of `flits` flits to the next, for a sender with packets in a row.
     * NULL: the interval follows from the channels. */
    double (*packet_interval)(const noc_system *system, uint16_t network, double flits);

    /* Throughput of a network for senders that hold at most `room` packets, over the throughput for
     * senders with long queues. `burst_packets`: packets in a row for one receiver. NULL: 1. */
    double (*throughput_share)(const noc_system *system, uint16_t network, double room,
                               double burst_packets);

    /* ---- a closed form: NULL if the kind has queues that come to a fixed point */

    /* Adds to `waits` the mean cycles that packets of each class wait for a network, over all
     * packets of the class; NAN when out of memory. `pace`: remaining share of the network's
     * capacity. Some kinds ignore trains, as if packets came one by one. A pure function: the
     * closed loop calls it at any rate. */
    void (*add_waits)(const noc_system *system, uint16_t network, noc_arrivals arrivals,
                      double pace, double waits[NOC_CLASSES]);
    /* true if add_waits takes about a millisecond: closed_forms.h then calls it seldom */
    bool has_slow_waits;

    /* Method that finds the waits of a network. NULL: packets also wait inside the network. */
    noc_sender_kind (*find_sender_kind)(const noc_system *system, uint16_t network);

    /* ---- queues: NULL if the kind has a closed form. One model holds all networks of the kind.
     * `network` numbers the specified networks that have queues, each with all its slices. Each
     * network comes to its fixed point independently of the others. */

    /* Makes a model in the arena. NULL when out of memory. `system` and `map` must outlive it. */
    noc_contention *(*create)(const noc_system *system, const noc_flow_map *map, noc_arena *arena);

    /* Reduces the capacity of the channels of a set of kinds of resources
     * (network/graph/resources.h) by 5 %; `kinds` 0: restores the full capacity. States keep their
     * size; results of the last sweeps are lost. False when out of memory: the model's answers are
     * then invalid. */
    bool (*derate)(noc_contention *model, unsigned kinds);
    uint32_t (*count_networks)(const noc_contention *model);

    /* Number of doubles in a saved state of a network's queues; number of doubles, at the start of
     * the state, that are cycles and can be compared. */
    size_t (*state_size)(const noc_contention *model, uint32_t network);
    size_t (*comparable_size)(const noc_contention *model, uint32_t network);
    void (*save_state)(const noc_contention *model, uint32_t network, double *state);

    /* Sweeps to the fixed point. begin_sweeps starts at a rate from a saved or interpolated state,
     * independently of earlier rates. continue_sweeps continues at that rate from another state.
     * run_sweep makes one sweep towards the fixed point, and adds the waits of packets in the
     * queues to *waits. */
    void (*begin_sweeps)(noc_contention *model, uint32_t network, double packet_rate,
                         const double *state);
    void (*continue_sweeps)(noc_contention *model, uint32_t network, const double *state);
    void (*run_sweep)(noc_contention *model, uint32_t network, noc_waits *waits);

    /* Fills in the state of the links at the rate of the last sweeps, for packets that choose their
     * next hop (contention/choice.h). NULL: no packet has a choice. */
    void (*fill_link_state)(const noc_contention *model, double packet_rate,
                            const noc_link_state *seen);

    /* Results of the last sweeps of all networks. find_busiest_station returns the most used
     * station. find_kind_use raises used[kind of resource] to the use of the most used station of
     * the networks with channels of that kind. */
    noc_busiest_station (*find_busiest_station)(const noc_contention *model);
    void (*find_kind_use)(noc_contention *model, double *used);

    /* Fills in injectors->list (overload.h). `overflow`: load of the last sweeps, at which a queue
     * begins to overflow; `fullest`: use of the most used station of other kinds' networks, which
     * grows by `growth` per cent with each per cent of the load. */
    void (*find_injectors)(noc_contention *model, double overflow, double growth, double fullest,
                           noc_injectors *injectors);

    /* Cause that blocks packets at a station which overflows at the load of the last sweeps. */
    noc_ceiling (*find_ceiling)(const noc_contention *model, noc_busiest_station overflows);

    /* Finds the mean cycles that a packet of a class of traffic waits from each hop to the end of
     * its path, injection included, at the load of the last sweeps: waits[hop]; NAN for hops of
     * other kinds. False when out of memory. */
    bool (*find_route_waits)(noc_contention *model, uint32_t traffic_class, double *waits);

    /* Profile of queues and waits, at the load of the last sweeps. */
    void (*fill_profile)(const noc_contention *model, noc_profile *profile);
} noc_network_model_kind;

/* Returns the kind of a network. */
const noc_network_model_kind *noc_network_model_of(const noc_network *network);

/* Returns the kind of a design's networks with a switching; NULL if the design has no such
 * network. */
const noc_network_model_kind *noc_switching_model(const noc_system *system,
                                                  noc_switching switching);

#endif
