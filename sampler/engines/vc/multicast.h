/* sampler/engines/vc/multicast.h: packets to several terminals fork in routers.
 *
 * A source cuts such a packet into parts, each with a head of its own and no more flits than the
 * buffer of a virtual channel holds; a part goes through the network as a packet does. In a router
 * where the ways to its destinations part, its head asks for a VC of each of these outputs, and
 * keeps the VCs that it gets while it waits for others. From then on each branch sends on its own:
 * a flit leaves its buffer when all branches have sent it. A crossbar's input passes a flit to all
 * outputs that grant it in the same cycle: the switch allocator chooses one of these outputs, and
 * the others that it has given to nobody follow.
 *
 * Deadlock: the buffer at a fork has room for all of a part, so a blocked branch does not block the
 * flits of the others. A part waits only where its unicasts would wait (network/graph/multicast.h).
 *
 * A terminal has the packet when all its flits have come; parts may come in any order. */
#ifndef NOC_SAMPLER_ENGINES_VC_MULTICAST_H
#define NOC_SAMPLER_ENGINES_VC_MULTICAST_H

#include "sampler/engines/vc/state.h"

/* Way of a part to one of its destinations. The legs of a branch lie side by side. */
typedef struct noc_leg {
    uint32_t hop;    /* next hop, NOC_NONE at the terminal */
    uint32_t target; /* place of the destination among the packet's destinations */
    bool last;       /* last leg of its branch */
} noc_leg;

/* Mark of a flit's turn that is the first leg of its branch: flits of parts have it. */
#define NOC_TURN_LEGS (1u << 31)

NOC_INLINE bool noc_has_legs(noc_flit flit)
{
    return (flit.turn & NOC_TURN_LEGS) && flit.turn != NOC_NONE;
}

/* One of several outputs to which the part at the front of an input VC goes. */
typedef struct noc_branch {
    uint32_t output, permitted; /* output and labels, as in noc_turn */
    uint32_t out_vc;            /* output VC; NOC_NONE: the branch has none, or its tail has left */
    uint32_t turn;              /* turn of its flits */
    /* flits that the branch has sent, counted as the flits that left the VC */
    uint32_t sent;
    uint64_t since; /* first cycle in which the branch may ask for the switch */
} noc_branch;

/* A flit of a branch to which the switch was granted in this cycle. */
typedef struct noc_copied {
    uint32_t vc, flit; /* input VC; number of the flit among all flits that leave it */
} noc_copied;

/* Progress of a door's packet that is sent in parts. */
typedef struct noc_part {
    uint32_t turn;
    uint32_t left; /* flits of the packet after this part */
} noc_part;

struct noc_multicast {
    uint32_t most;   /* destinations of a packet, and so legs of a part, at most */
    double parts;    /* parts in the whole run, at most */
    noc_leg *legs;   /* legs, part by part */
    uint32_t *tails; /* destinations that have not received the part's tail, by part */
    uint32_t *free;  /* parts without flits */
    uint32_t free_count, part_count;
    noc_branch *branches;
    uint32_t *first_branch; /* first branch by input VC */
    uint32_t *count;        /* branches of the part at the front, by input VC; 0: none yet */
    uint64_t *used;         /* outputs that have sent in this step */
    noc_copied *copied;
    uint32_t copied_count;
    noc_part *doors;
};

/* Makes the state of packets to several terminals, if the ports have such packets. False when out
 * of memory. */
bool noc_multicast_new(noc_vc_engine *engine);
void noc_multicast_free(noc_vc_engine *engine);

/* Makes room, between cycles, for the parts that may be sent in `cycles` cycles. False when out of
 * memory. */
bool noc_multicast_reserve(noc_vc_engine *engine, uint64_t cycles);

/* Sends a flit from each door that can, in place of noc_senders_step. */
void noc_multicast_send(noc_vc_engine *engine);

/* Finds the outputs of a part whose head is at the front of an idle VC, and notes the next hops of
 * its destinations. */
void noc_multicast_read(noc_vc_engine *engine, noc_vc *in, uint32_t turn);

/* Number of branches at the front of an input VC; 0: the packet has one output. */
NOC_INLINE uint32_t noc_branches_of(const noc_vc_engine *e, uint32_t vc)
{
    return e->multicast->count[vc];
}

NOC_INLINE bool noc_is_forked(const noc_vc_engine *e, uint32_t vc)
{
    return e->vcs[vc].state == NOC_VC_FORKED;
}

/* Branch of an input VC to an output; it exists. */
noc_branch *noc_branch_to(const noc_vc_engine *engine, uint32_t vc, uint32_t output);

/* Labels of an output's VCs that the head of an input VC may use. */
NOC_INLINE uint32_t noc_permitted(const noc_vc_engine *e, uint32_t vc, uint32_t output, noc_mode m)
{
    if (m.multicast && noc_is_forked(e, vc)) return noc_branch_to(e, vc, output)->permitted;
    return e->vcs[vc].permitted;
}

/* Makes a head ask for VCs of all its outputs. */
void noc_multicast_request_vcs(noc_vc_engine *engine, uint32_t vc);

/* Notes that a branch has got a VC. */
void noc_multicast_own(noc_vc_engine *engine, uint32_t vc, uint32_t output, uint32_t out_vc);

/* Makes all branches of an input VC that have a flit and a credit ask for the switch. */
void noc_multicast_request_switch(noc_vc_engine *engine, uint32_t vc);

/* Sends the flit of a branch to which the switch is granted. */
void noc_multicast_move(noc_vc_engine *engine, uint32_t vc, uint32_t output);

/* Sends flits that were granted an output to the branches whose outputs are free, after the
 * switch's allocation. */
void noc_multicast_spread(noc_vc_engine *engine);

/* Delivers a flit with legs to its terminal. */
void noc_multicast_deliver(noc_vc_engine *engine, noc_flit flit);

/* Input VC for which some branch of an input VC waits (find_circle in vc.c); NOC_NONE: no branch
 * waits. */
uint32_t noc_multicast_waits_for(const noc_vc_engine *engine, uint32_t vc);

#endif
