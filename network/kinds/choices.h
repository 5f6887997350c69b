/* network/kinds/choices.h: rules by which packets choose among the slices of a network, or among
 * parallel channels.
 *
 * Each rule is one file with one constant struct, in slice_choices/ or channel_choices/, and a line
 * in slice_choices.def or channel_choices.def. */
#ifndef NOC_NETWORK_KINDS_CHOICES_H
#define NOC_NETWORK_KINDS_CHOICES_H

#include "network/graph/system.h"

/* Spread of packets over the slices or channels of a choice, as models use it. */
typedef enum noc_spread_rule {
    NOC_SPREAD_AT_RANDOM, /* each packet draws a slice or channel */
    NOC_SPREAD_IN_TURN,   /* each source uses the slices or channels in turn */
    /* packets go to a channel with empty buffers, if any, else to a random one */
    NOC_SPREAD_TO_EMPTY,
} noc_spread_rule;

/* ---- slices --------------------------------------------------------------------------------- */

/* Path of a flow's packets through one slice of a network, for which a rule finds a share. */
typedef struct noc_slice_path {
    const noc_graph *graph;
    const noc_paths *paths;
    const struct noc_way *way; /* links between routers (routes.h), an element of `paths` */
    uint32_t injection_channel, ejection_channel;
    uint16_t network; /* number of the slice in graph->networks */
    int slice_count;  /* number of slices of the network */
    bool y_first;     /* true if packets of the flow's class go along their column first */
} noc_slice_path;

/* State of a source's choice. Zero at first. */
typedef struct noc_slice_state {
    uint8_t last_slice; /* last chosen slice */
    int8_t balance;     /* packets into the second slice minus packets into the first */
} noc_slice_state;

struct noc_slice_choice_kind {
    const char *name, *summary, *source;
    int max_slices; /* largest number of slices; 0: any number */

    /* Returns the share of the path's slice in the packets of a flow; the shares of all slices sum
     * to 1. NULL: equal shares. */
    double (*find_share)(const noc_slice_path *way);

    /* Changes the probabilities of paths after all flows of a system have theirs, in the slices of
     * design->networks[spec_index]. Sets balances_slices of terminals that have a choice.
     * NOC_EFAILED when out of memory. NULL: probabilities stay. */
    noc_status (*balance_shares)(noc_system *system, uint16_t spec);

    /* Returns the slice of a source's next packet, 0 .. slice_count-1, if the packet may use any
     * slice. NULL: slices are drawn by their shares. */
    uint8_t (*choose_slice)(noc_slice_state *state, uint8_t slices);

    /* Counts a packet of a source in its slice, whatever rule chose the slice. May be NULL. */
    void (*count_packet)(noc_slice_state *state, uint16_t slice);

    noc_spread_rule spread_rule; /* spread of packets over the slices, for models */
    /* factor on the waits for busy slices, for models; found by simulation */
    double blocking_factor;
};

const noc_slice_choice_kind *noc_slice_choice_at(size_t i); /* NULL past the end */

/* Returns the name of rule `i` for slices; NULL past the end. */
const char *noc_slice_choice_name(size_t i);

/* ---- parallel channels ---------------------------------------------------------------------- */

struct noc_channel_choice_kind {
    const char *name, *summary, *source;
    /* true if the rule serves the injection ports of a memory node (network.port_policy) */
    bool has_ports;
    /* true if the rule serves links between two switches (network.converged_choice) */
    bool has_links;
    /* true if the source's number decides, so that packets of a source have one path */
    bool has_fixed_channel;
    noc_spread_rule spread_rule;
};

const noc_channel_choice_kind *noc_channel_choice_at(size_t i); /* NULL past the end */

/* Return the name of rule `i` for ports, or for links, in the order of the key's values; NULL past
 * the end. */
const char *noc_port_choice_name(size_t i);
const char *noc_link_choice_name(size_t i);

/* Types of keys that name a rule for slices, ports or links, stored as a pointer to the kind. */
extern const noc_value_type noc_slice_choice_type, noc_port_choice_type, noc_link_choice_type;

/* Rule for channels where no key sets one. */
extern const noc_channel_choice_kind noc_channel_choice_random;

#endif
