/* analytic/network_model.h: interface of the model to each kind of switching.
 *
 * A kind is one file in analytic/kinds/ with one constant struct, and one line in
 * analytic/kinds.def. Everything that is found of networks (loads, latency, saturation, knee,
 * closed loop, cause) asks the kinds by this struct, so networks of several kinds may make up one
 * design. At a minimum a kind gives the latency of a packet that is alone, and the waits of
 * packets for each other: either by queues that come to a fixed point (`create` and the functions
 * behind it), or in closed form (`waits`). */
#ifndef NOC_ANALYTIC_NETWORK_MODEL_H
#define NOC_ANALYTIC_NETWORK_MODEL_H

#include "analytic/flow_map.h"
#include "analytic/overload.h"
#include "analytic/shared_limits.h"
#include "analytic/waits.h"

/* A part of the latency of a packet that is alone, in words for people. */
typedef struct noc_path_part {
    const char *name, *words; /* static strings */
    double cycles;
} noc_path_part;

enum { NOC_PATH_PARTS = 4 };

/* Packets that each injecting node creates per cycle. `train`: packets that a node sends, or gets
 * answered, together for one node; 1: one by one. */
typedef struct noc_arrivals {
    double rate;
    int train;
} noc_arrivals;

/* Ways to find the waits of networks whose packets wait at their senders, the surest first. */
typedef enum noc_sender_kind {
    NOC_SENDERS_LINES,   /* slices, rings and tokens: exact */
    NOC_SENDERS_WINDOWS, /* equal windows: as queues */
    /* windows that follow the load, or partners that reach some cores only: by a fixed stream */
    NOC_SENDERS_EPOCHS,
    NOC_SENDERS_NONE, /* no network whose packets wait at their senders */
} noc_sender_kind;

/* State that packets see. A channel has outstanding flits, mean and variance. A group has the
 * share of the time for which one of its virtual channels is owned, and the outstanding flits that
 * stand before a full station, until packets count so many that they choose other ways. */
typedef struct noc_seen {
    double *outstanding, *variance; /* [channel]: flits outstanding, mean and variance */
    double *owned, *standing;       /* [group]: share of the time owned; flits standing */
} noc_seen;

typedef struct noc_network_model_kind {
    noc_switching switching;

    /* Cycles from the creation of a packet of `flits` flits to the ejection of its last flit, with
     * nothing in its way, over the path that starts with hop `first`. */
    double (*zero_load)(const noc_system *system, uint32_t first, unsigned flits);

    /* Capacity of a channel, flits per cycle; INFINITY: unlimited. NULL: one. */
    double (*capacity)(const noc_system *system, uint32_t channel);

    /* Parts of the cycles of zero_load, in the order of time; returns their number. NULL: the
     * network's channels tell them, or there are none. */
    int (*parts)(const noc_system *system, uint32_t first, unsigned flits,
                 noc_path_part parts[NOC_PATH_PARTS]);

    /* Cycles of zero_load before the head is sent, which do not count as network latency; NAN
     * where waits for others change the rest, too. NULL: none. */
    double (*unsent)(const noc_system *system, uint32_t first);

    /* Small number that equal paths have in common, for the path that starts with hop `first`,
     * where channels do not tell how many cycles a path lasts. NULL: all paths with alike channels
     * are equal. */
    uint32_t (*alike)(const noc_system *system, uint32_t first);

    /* Adds the limits of a network on the traffic of some terminals, or all together, whatever
     * channels they use. False when out of memory. NULL: no limits. */
    bool (*gates)(const noc_system *system, uint16_t network, noc_shared_limits *gates);

    /* Cycles from one packet of `flits` flits to the next, for a sender with packets in a row.
     * NULL: the channels' own, or none. */
    double (*spacing)(const noc_system *system, uint16_t network, double flits);

    /* Throughput of a network for senders that hold at most `room` packets, of which `together` in
     * a row are for one receiver, as a share of the throughput for senders with long queues. NULL:
     * 1. */
    double (*taken)(const noc_system *system, uint16_t network, double room, double together);

    /* ---- a closed form: NULL if the kind has queues that come to a fixed point */

    /* Adds to `waits` the mean cycles that packets of each class wait for a network, over all
     * packets of the class, at these arrivals. `pace`: share of the network's capacity that is
     * left. Kinds that ignore trains let packets come one by one. NAN when out of memory. A pure
     * function: the closed loop calls it at any rate. */
    void (*waits)(const noc_system *system, uint16_t network, noc_arrivals come, double pace,
                  double waits[NOC_CLASSES]);
    /* true if `waits` lasts about a millisecond: closed_forms.h calls it seldom */
    bool waits_take_long;

    /* Way to find the waits of a network. NULL: packets do not wait at their senders alone. */
    noc_sender_kind (*senders)(const noc_system *system, uint16_t network);

    /* ---- queues: NULL if the kind has a closed form. One object has all networks of the kind;
     * `network` counts those of the design that have queues, each with all its slices, which come
     * to their fixed points each by itself */

    /* Makes a model. NULL when out of memory. System and map must outlive the model. */
    void *(*create)(const noc_system *system, const noc_flow_map *map);
    void (*destroy)(void *model);

    /* Changes a model, in its own memory, to one with 5 % less of the channels of the set `kinds`
     * of resources (network/graph/resources.h); 0: back to all of them. States keep their size;
     * results of the last sweeps are lost. False when out of memory: then no answer of the model
     * is to be used. */
    bool (*derate)(void *model, unsigned kinds);
    uint32_t (*networks)(const void *model);

    /* Doubles of a saved state of a network's queues; how many of them, from the first on, are in
     * one unit, cycles, and can be compared. */
    size_t (*state_size)(const void *model, uint32_t network);
    size_t (*state_compared)(const void *model, uint32_t network);
    void (*save)(const void *model, uint32_t network, double *state);

    /* `begin` starts at a rate, from a state that was saved, or that lies between two saved ones;
     * nothing is left of earlier rates. `go_on` continues at the same rate from another state.
     * `sweep` makes one sweep nearer to the fixed point, and adds the waits in the queues. */
    void (*begin)(void *model, uint32_t network, double packet_rate, const double *state);
    void (*go_on)(void *model, uint32_t network, const double *state);
    void (*sweep)(void *model, uint32_t network, noc_waits *waits);

    /* Fills in the state of the network's links that choosing packets see (contention/choice.h),
     * at the rate of the last sweeps. NULL: nobody chooses. */
    void (*see)(const void *model, double packet_rate, const noc_seen *seen);

    /* Results of the last sweeps of all networks. `most_used`: most used station. `used_of_kinds`:
     * use of the fullest station of the networks with channels of each kind of resource, where
     * `used[NOC_RESOURCES]` is smaller. */
    noc_most_used (*most_used)(const void *model);
    void (*used_of_kinds)(void *model, double *used);

    /* Fills injectors->list (overload.h) for the load of the last sweeps, `overflow`, at which a
     * queue begins to overflow. `fullest`: use of the fullest station of other kinds' networks,
     * which grows by `growth` per cent with each per cent of the load. */
    void (*find_injectors)(void *model, double overflow, double growth, double fullest,
                           noc_injectors *injectors);

    /* Cause that holds packets at a station which overflows at the load of the last sweeps. */
    noc_ceiling (*ceiling)(const void *model, noc_most_used overflows);

    /* Mean waits of a packet of a class of traffic from each hop to the end of its way, waits
     * before injection included, at the load of the last sweeps: cycles, by hop; NAN for hops of
     * other kinds. False when out of memory. */
    bool (*way_waits)(void *model, uint32_t traffic_class, double *waits);

    /* Profile of queues and waits, at the load of the last sweeps. */
    void (*profile)(const void *model, noc_profile *profile);
} noc_network_model_kind;

/* The kind of a network. */
const noc_network_model_kind *noc_network_model_of(const noc_network *network);

/* The kind of a design's networks with a switching; NULL if the design has none. */
const noc_network_model_kind *noc_network_model_at(const noc_system *system,
                                                   noc_switching switching);

#endif
