/* network/kinds/choices.h: what packets choose among on their way: the slices of a network,
 * channels side by side.
 *
 * Each choice is one file with one constant struct, in slice_choices/ or channel_choices/, and a
 * line in slice_choices.def or channel_choices.def. */
#ifndef NOC_NETWORK_KINDS_CHOICES_H
#define NOC_NETWORK_KINDS_CHOICES_H

#include "network/graph/system.h"

/* How packets are spread over what they choose among, as far as a model asks. */
typedef enum noc_spreading {
    NOC_SPREAD_AT_RANDOM,
    NOC_SPREAD_IN_TURN,
    NOC_SPREAD_TO_EMPTY, /* to one with nothing in its buffers, if there is one, else at random */
} noc_spreading;

/* ---- slices --------------------------------------------------------------------------------- */

/* A way of a flow's packets through one slice of a network. */
typedef struct noc_slice_way {
    const noc_graph *graph;
    const noc_paths *paths;
    const struct noc_way *way; /* from router to router, one of `paths` */
    uint32_t injection, ejection;
    uint16_t network; /* the slice */
    int slices;       /* of its network */
    bool y_first;     /* the routing takes packets of this class along their column first */
} noc_slice_way;

/* What a source remembers of the slices that its packets took. Zeros at first. */
typedef struct noc_slice_state {
    uint8_t last;   /* slice chosen */
    int8_t balance; /* packets into the second slice less those into the first */
} noc_slice_state;

struct noc_slice_choice_kind {
    const char *name, *summary, *source;
    int most_slices; /* that it can choose among; 0: any number */

    /* The slice's share in the packets that go a way; those of all slices sum to 1. NULL: an even
     * one. */
    double (*share)(const noc_slice_way *way);

    /* Changes the shares of paths once all flows of a system have theirs; of the networks of one
     * position in design->networks. Sets evens_all of its terminals. NOC_EFAILED when out of
     * memory. May be NULL. */
    noc_status (*even_out)(noc_system *system, uint16_t spec);

    /* At a source: the slice of the next packet, where its flow has paths in `slices` of them.
     * NULL: drawn by their shares. */
    uint8_t (*choose)(noc_slice_state *state, uint8_t slices);

    /* Told the slice of every packet of a source, whatever decided. May be NULL. */
    void (*count)(noc_slice_state *state, uint16_t slice);

    /* In the model: how packets come to the slices, and how much of the blocking by busy slices
     * there is (simulated). */
    noc_spreading spread;
    double blocking;
};

const noc_slice_choice_kind *noc_slice_choice_at(size_t i); /* NULL past the end */
const char *noc_slice_choice_name(size_t i);

/* ---- channels side by side ------------------------------------------------------------------ */

struct noc_channel_choice_kind {
    const char *name, *summary, *source;
    /* packets of a memory node can choose their injection port so (network.port_policy) */
    bool of_ports;
    bool of_links;  /* and their link to the next switch (network.converged_choice) */
    bool by_source; /* the number of the source decides, so that its packets have one path */
    noc_spreading spread;
};

const noc_channel_choice_kind *noc_channel_choice_at(
    size_t i); /* NULL past the end, so for all below */

/* Names of the choices among ports, and among links, by the positions that their keys have. */
const char *noc_port_choice_name(size_t i);
const char *noc_link_choice_name(size_t i);

/* Types of the keys that choose among slices' choices, ports' and links', and store a pointer to
 * the kind. */
extern const noc_value_type noc_slice_choice_type, noc_port_choice_type, noc_link_choice_type;

/* The choice of channels that nobody chooses among. */
extern const noc_channel_choice_kind noc_channel_choice_random;

#endif
