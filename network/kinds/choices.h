/* network/kinds/choices.h: choices of packets on their way, among the slices of a network or among
 * parallel channels.
 *
 * Each choice is one file with one constant struct, in slice_choices/ or channel_choices/, and a
 * line in slice_choices.def or channel_choices.def. */
#ifndef NOC_NETWORK_KINDS_CHOICES_H
#define NOC_NETWORK_KINDS_CHOICES_H

#include "network/graph/system.h"

/* Spreading of packets over the slices or channels of a choice, as far as a model needs it. */
typedef enum noc_spreading {
    NOC_SPREAD_AT_RANDOM,
    NOC_SPREAD_IN_TURN,
    /* packets go to a channel with empty buffers, if any, else to a random one */
    NOC_SPREAD_TO_EMPTY,
} noc_spreading;

/* ---- slices --------------------------------------------------------------------------------- */

/* Way of a flow's packets through one slice of a network. */
typedef struct noc_slice_way {
    const noc_graph *graph;
    const noc_paths *paths;
    const struct noc_way *way; /* way from router to router, one of `paths` */
    uint32_t injection, ejection;
    uint16_t network; /* number of the slice's network */
    int slices;       /* slices of the spec */
    bool y_first;     /* packets of the class go along their column first */
} noc_slice_way;

/* State of a source: slices of its packets. Zeros at first. */
typedef struct noc_slice_state {
    uint8_t last;   /* slice chosen */
    int8_t balance; /* packets into the second slice less packets into the first */
} noc_slice_state;

struct noc_slice_choice_kind {
    const char *name, *summary, *source;
    int most_slices; /* most slices that the choice supports; 0: any number */

    /* Share of a slice in the packets of a way; the shares of all slices sum to 1. NULL: equal
     * shares. */
    double (*share)(const noc_slice_way *way);

    /* Changes the shares of paths once all flows of a system have theirs, in the networks of one
     * position in design->networks. Sets evens_all of its terminals. NOC_EFAILED when out of
     * memory. May be NULL. */
    noc_status (*even_out)(noc_system *system, uint16_t spec);

    /* Chooses the slice of a source's next packet, where its flow has paths in `slices` slices.
     * NULL: drawn by their shares. */
    uint8_t (*choose)(noc_slice_state *state, uint8_t slices);

    /* Counts the slice of every packet of a source, chosen here or elsewhere. May be NULL. */
    void (*count)(noc_slice_state *state, uint16_t slice);

    /* spread of packets over the slices, and factor on the blocking by busy slices (simulated),
     * both for the model */
    noc_spreading spread;
    double blocking;
};

const noc_slice_choice_kind *noc_slice_choice_at(size_t i); /* NULL past the end */
const char *noc_slice_choice_name(size_t i);

/* ---- channels side by side ------------------------------------------------------------------ */

struct noc_channel_choice_kind {
    const char *name, *summary, *source;
    /* choice applies to the injection ports of a memory node (network.port_policy) */
    bool of_ports;
    bool of_links;  /* choice applies to links to the next switch (network.converged_choice) */
    bool by_source; /* number of the source decides, so packets of a source have one path */
    noc_spreading spread;
};

const noc_channel_choice_kind *noc_channel_choice_at(size_t i); /* NULL past the end */

/* Names of the choices among ports, and among links, by the positions of their keys' values; NULL
 * past the end. */
const char *noc_port_choice_name(size_t i);
const char *noc_link_choice_name(size_t i);

/* Types of keys that name a choice among slices, ports or links, and store a pointer to the
 * kind. */
extern const noc_value_type noc_slice_choice_type, noc_port_choice_type, noc_link_choice_type;

/* Choice of channels without a key. */
extern const noc_channel_choice_kind noc_channel_choice_random;

#endif
