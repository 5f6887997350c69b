/* analytic/network_model.h: what the model has of each kind of switching.
 *
 * A kind is one file in analytic/kinds/ with one constant struct, and one line in
 * analytic/kinds.def. All that is made of networks (loads, latency, saturation, knee, closed loop,
 * cause) asks the kinds by this struct, so networks of several may make up one design. At a minimum
 * a kind says what a packet takes that is alone, and what packets wait for each other: either by
 * queues that come to a fixed point (`create` and what follows it), or in closed form (`waits`). */
#ifndef NOC_ANALYTIC_NETWORK_MODEL_H
#define NOC_ANALYTIC_NETWORK_MODEL_H

#include "analytic/flow_map.h"
#include "analytic/overload.h"
#include "analytic/shared_limits.h"
#include "analytic/waits.h"

/* What cycles of a packet that is alone go to, in words for people. */
typedef struct noc_path_part {
    const char *name, *words; /* static */
    double cycles;
} noc_path_part;

enum { NOC_PATH_PARTS = 4 };

/* Packets that each injecting node creates a cycle; of those that a node sends, or gets answered,
 * so many come together, for one node: 1, one by one. */
typedef struct noc_arrivals {
    double rate;
    int train;
} noc_arrivals;

/* How waits are found of networks whose packets wait at their senders, the surest way first. */
typedef enum noc_sender_kind {
    NOC_SENDERS_LINES,   /* slices, rings and tokens, exactly */
    NOC_SENDERS_WINDOWS, /* equal windows, as queues */
    /* windows that follow the load, or partners that reach some cores only, by a fixed stream */
    NOC_SENDERS_EPOCHS,
    NOC_SENDERS_NONE, /* no network is such */
} noc_sender_kind;

/* State that packets see: of a channel flits outstanding, mean and variance; of a group the share
 * of the time for which one of its virtual channels is owned; flits among those outstanding that
 * stand before a station which is full, until so many are counted that packets take other ways. */
typedef struct noc_seen {
    double *outstanding, *variance; /* flits by channel */
    double *owned, *standing;       /* share and flits by group */
} noc_seen;

typedef struct noc_network_model_kind {
    noc_switching switching;

    /* Cycles from the creation of a packet of `flits` flits to the ejection of its last one,
     * nothing in its way, over the path that starts with hop `first`. */
    double (*zero_load)(const noc_system *system, uint32_t first, unsigned flits);

    /* Flits a cycle that a channel passes; INFINITY: as many as come. NULL: one. */
    double (*capacity)(const noc_system *system, uint32_t channel);

    /* Parts of these cycles, in the order of time; returns their number. NULL: the network's
     * channels tell them, or there are none. */
    int (*parts)(const noc_system *system, uint32_t first, unsigned flits,
                 noc_path_part parts[NOC_PATH_PARTS]);

    /* Cycles of these before the head is sent, which are none of the network's; NAN where waits for
     * others change what is left, too. NULL: none. */
    double (*unsent)(const noc_system *system, uint32_t first);

    /* A number for the path that starts with hop `first`, as small as paths that take as long have:
     * of networks whose channels do not tell that. NULL: all paths whose channels are alike do. */
    uint32_t (*alike)(const noc_system *system, uint32_t first);

    /* Adds what a network takes of some terminals, or all together, whatever channels they use.
     * False when out of memory. NULL: it takes anything. */
    bool (*gates)(const noc_system *system, uint16_t network, noc_shared_limits *gates);

    /* Cycles from one packet of `flits` flits to the next that a sender sends in a row. NULL: as
     * the network's channels have it, or none. */
    double (*spacing)(const noc_system *system, uint16_t network, double flits);

    /* Of the packets that it takes of senders with long queues, the share that it takes of those
     * that hold `room` at most, of which `together` in a row are for one receiver. NULL: all. */
    double (*taken)(const noc_system *system, uint16_t network, double room, double together);

    /* ---- a closed form: NULL if the kind has queues that come to a fixed point */

    /* Adds to `waits` the mean cycles that the packets of each class wait for a network, over all
     * packets of the class, when so many come; `pace`: of what the network could do, the share that
     * is left to it. Kinds that do not ask for trains have packets come one by one. NAN when out
     * of memory. A pure function: the closed loop asks it at any rate. */
    void (*waits)(const noc_system *system, uint16_t network, noc_arrivals come, double pace,
                  double waits[NOC_CLASSES]);
    bool waits_take_long; /* a millisecond: closed_forms.h asks for them seldom */

    /* How it finds the waits of a network. NULL: packets do not wait at their senders alone. */
    noc_sender_kind (*senders)(const noc_system *system, uint16_t network);

    /* ---- queues: NULL if the kind has a closed form. One object has all networks of the kind;
     * `network` counts those of the design that have queues, each with all its slices, which come
     * to their fixed points each by itself */

    /* NULL when out of memory. System and map must outlive the model. */
    void *(*create)(const noc_system *system, const noc_flow_map *map);
    void (*destroy)(void *model);

    /* Changes a model, in the memory that it has, to one with 5 % less of the channels of the set
     * `kinds` of resources (network/graph/resources.h), or, by 0, back. States keep their size;
     * what the last sweeps found is lost. False when out of memory: then no answer of the model is
     * to be used. */
    bool (*derate)(void *model, unsigned kinds);
    uint32_t (*networks)(const void *model);

    /* Doubles that save the state of a network's queues, and how many of these, the first, are of
     * one unit, cycles. */
    size_t (*state_size)(const void *model, uint32_t network);
    size_t (*state_compared)(const void *model, uint32_t network);
    void (*save)(const void *model, uint32_t network, double *state);

    /* Begins at a rate, from a state that was saved, or that lies between two; nothing is left of
     * earlier rates. At the same rate from another state. One sweep nearer to the fixed point, with
     * what the queues there add to the waits. */
    void (*begin)(void *model, uint32_t network, double packet_rate, const double *state);
    void (*go_on)(void *model, uint32_t network, const double *state);
    void (*sweep)(void *model, uint32_t network, noc_waits *waits);

    /* Fills in what packets that choose see of the network's links (contention/choice.h), at the
     * rate of the last sweeps. NULL: nobody chooses. */
    void (*see)(const void *model, double packet_rate, const noc_seen *seen);

    /* Of the last sweeps of all networks: the most used station; how much is used of the fullest
     * station of the networks that have channels of each kind of resource, where that is more than
     * `used[NOC_RESOURCES]` has. */
    noc_most_used (*most_used)(const void *model);
    void (*used_of_kinds)(void *model, double *used);

    /* Fills injectors->list (overload.h) for the load of the last sweeps, `overflow`, at which a
     * queue begins to overflow, `fullest` of what there is in other kinds' networks being used;
     * that grows by `growth` per cent with each per cent of the load. */
    void (*find_injectors)(void *model, double overflow, double growth, double fullest,
                           noc_injectors *injectors);

    /* Cause that holds packets at a station which overflows at the load of the last sweeps. */
    noc_ceiling (*ceiling)(const void *model, noc_most_used overflows);

    /* Waits of a packet of a class of traffic from each hop to the end of its way, those before
     * injection included, at the load of the last sweeps: by hop; NAN for hops of other kinds.
     * False when out of memory. */
    bool (*way_waits)(void *model, uint32_t traffic_class, double *waits);

    /* What queues are like and what packets wait for, at the load of the last sweeps. */
    void (*profile)(const void *model, noc_profile *profile);
} noc_network_model_kind;

/* The kind of a network. */
const noc_network_model_kind *noc_network_model_of(const noc_network *network);

/* The kinds that a design has networks of; NULL for others. */
const noc_network_model_kind *noc_network_model_at(const noc_system *system,
                                                   noc_switching switching);

#endif
