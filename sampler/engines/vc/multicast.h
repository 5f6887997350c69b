/* sampler/engines/vc/multicast.h: multicast packets, which fork in routers.
 *
 * A source cuts a multicast packet into parts. A part has its own head and at most as many flits as
 * a VC buffer, and travels like a packet. In a router where the routes to its destinations
 * separate, the head requests a VC of each of these outputs, and holds acquired VCs while it waits
 * for others. From then on each branch sends independently; a flit leaves its buffer when all
 * branches have sent it. A crossbar input passes a flit in the same cycle to all outputs that grant
 * it: the switch allocator chooses one of these outputs, and the branches whose outputs are still
 * free follow.
 *
 * Deadlock: the buffer at a fork holds a whole part, so a blocked branch does not block flits of
 * other branches. A part waits only where its unicasts would wait (network/graph/multicast.h).
 *
 * A terminal has the packet when all flits have arrived; parts may arrive in any order. */
#ifndef NOC_SAMPLER_ENGINES_VC_MULTICAST_H
#define NOC_SAMPLER_ENGINES_VC_MULTICAST_H

#include "sampler/engines/vc/state.h"

/* Leg: route of a part to one of its destinations. The legs of a branch are neighbours. */
typedef struct noc_leg {
    uint32_t hop;    /* next hop; NOC_NONE at the terminal */
    uint32_t target; /* number of the destination among the packet's destinations */
    bool is_last;    /* last leg of its branch */
} noc_leg;

/* Flag in a flit's turn, which is then the first leg of the flit's branch; all flits of parts
 * have it. */
#define NOC_TURN_LEGS (1u << 31)

NOC_INLINE bool noc_has_legs(noc_flit flit)
{
    return (flit.turn & NOC_TURN_LEGS) && flit.turn != NOC_NONE;
}

/* Branch: one of several outputs of the part at the front of an input VC. */
typedef struct noc_branch {
    uint32_t output, permitted; /* output and permitted labels, as in noc_vc_turn */
    uint32_t out_vc;            /* output VC; NOC_NONE: not allocated, or the tail has left */
    uint32_t turn;              /* turn of the branch's flits */
    /* flits sent by the branch, on the count of the VC's departed flits */
    uint32_t sent_flits;
    uint64_t first_cycle; /* first cycle in which the branch may request the switch */
} noc_branch;

/* Flit of a branch with a switch grant in this cycle. */
typedef struct noc_copied_flit {
    uint32_t vc, flit; /* input VC; number of the flit among all flits that leave the VC */
} noc_copied_flit;

/* Progress of a door's packet that is sent in parts. */
typedef struct noc_part {
    uint32_t turn;
    uint32_t flits_left; /* flits of the packet after this part */
} noc_part;

struct noc_multicast {
    /* upper bound of the destinations of a packet, which is that of the legs of a part */
    uint32_t destinations_max;
    double parts_max;     /* upper bound of the parts of the run; INFINITY: none */
    noc_leg *legs;        /* legs, part by part */
    uint32_t *tails_left; /* [part]: destinations that still miss the tail */
    uint32_t *free_parts; /* parts without flits */
    uint32_t free_count, part_count;
    noc_branch *branches;
    uint32_t *first_branch;  /* [input VC]: first branch */
    uint32_t *branch_counts; /* [input VC]: branches of the part at the front; 0: none yet */
    uint64_t *used_outputs;  /* outputs that have sent a flit in this step */
    noc_copied_flit *copied_flits;
    uint32_t copied_count;
    noc_part *door_parts; /* [door]: progress of its packet */
};

/* Makes the multicast state, if the ports have multicast packets. False when out of memory. */
bool noc_multicast_new(noc_vc_engine *engine);

/* Makes room, between cycles, for the parts that an engine may send in `cycles` cycles. False when
 * out of memory. */
bool noc_multicast_reserve(void *engine, uint64_t cycles);

/* Sends a flit from each door, if possible; replaces noc_senders_step. */
void noc_multicast_send(noc_vc_engine *engine);

/* Finds the outputs of a part whose head is at the front of an idle VC, and stores the next hops
 * of its destinations. */
void noc_multicast_read_route(noc_vc_engine *engine, noc_vc *in, uint32_t turn);

/* Counts the branches at the front of an input VC; 0: the packet has one output. */
NOC_INLINE uint32_t noc_branch_count(const noc_vc_engine *e, uint32_t vc)
{
    return e->multicast->branch_counts[vc];
}

NOC_INLINE bool noc_is_forked(const noc_vc_engine *e, uint32_t vc)
{
    return e->vcs[vc].state == NOC_VC_FORKED;
}

/* Finds the branch of an input VC to an output; the branch must exist. */
noc_branch *noc_find_branch(const noc_vc_engine *engine, uint32_t vc, uint32_t output);

/* Finds the labels of an output's VCs that the head of an input VC may use. */
NOC_INLINE uint32_t noc_permitted_vcs(const noc_vc_engine *e, uint32_t vc, uint32_t output,
                                      noc_mode m)
{
    if (m.multicast && noc_is_forked(e, vc)) return noc_find_branch(e, vc, output)->permitted;
    return e->vcs[vc].permitted;
}

/* Requests VCs of all outputs of a head. */
void noc_multicast_request_vcs(noc_vc_engine *engine, uint32_t vc);

/* Assigns a VC to a branch. */
void noc_multicast_assign_vc(noc_vc_engine *engine, uint32_t vc, uint32_t output, uint32_t out_vc);

/* Requests the switch for all branches of an input VC with a flit and a credit. */
void noc_multicast_request_switch(noc_vc_engine *engine, uint32_t vc);

/* Sends the flit of a branch with a switch grant. */
void noc_multicast_send_flit(noc_vc_engine *engine, uint32_t vc, uint32_t output);

/* Copies granted flits to further branches with free outputs, after switch allocation. */
void noc_multicast_copy_flits(noc_vc_engine *engine);

/* Delivers a flit with legs to its terminal. */
void noc_multicast_deliver(noc_vc_engine *engine, noc_flit flit);

/* Finds an input VC that blocks a branch (find_circle in vc.c); NOC_NONE: no branch is blocked. */
uint32_t noc_multicast_find_awaited(const noc_vc_engine *engine, uint32_t vc);

#endif
