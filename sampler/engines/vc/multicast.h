/* sampler/engines/vc/multicast.h: packets to several terminals fork in routers.
 *
 * A source cuts such a packet into parts of at most as many flits as the buffer of a virtual
 * channel holds, each with a head of its own; a part goes through the network as a packet does. In
 * a router where the ways to its destinations part, its head asks for a VC of each of these
 * outputs, and keeps those that it gets while it waits for others. From then on each branch sends
 * on its own: a flit leaves its buffer when all branches have sent it. A crossbar's input passes a
 * flit to all outputs that grant it in the same cycle: the allocator of the switch chooses one of
 * them, and those of the others that it has given to nobody follow.
 *
 * Deadlock: the buffer at a fork has room for all of a part, so a branch that cannot go on does not
 * keep flits from the others. A part waits for what its unicasts would wait for, and for nothing
 * else (network/graph/multicast.h).
 *
 * A terminal has the packet when all its flits have come, in whatever order of the parts. */
#ifndef NOC_SAMPLER_ENGINES_VC_MULTICAST_H
#define NOC_SAMPLER_ENGINES_VC_MULTICAST_H

#include "sampler/engines/vc/state.h"

/* The way of a part to one of its destinations. Those of a branch lie side by side. */
typedef struct noc_leg {
    uint32_t hop;    /* next one, NOC_NONE at the terminal */
    uint32_t target; /* place of the destination among those of the packet */
    bool last;       /* the last leg of its branch */
} noc_leg;

/* Flits of a part have the first leg of their branch as their turn, with this mark. */
#define NOC_TURN_LEGS (1u << 31)

NOC_INLINE bool noc_has_legs(noc_flit flit)
{
    return (flit.turn & NOC_TURN_LEGS) && flit.turn != NOC_NONE;
}

/* An output to which the part at the front of an input VC goes, where it goes to several. */
typedef struct noc_branch {
    uint32_t output, permitted; /* output and labels, as in noc_turn */
    uint32_t out_vc;            /* NOC_NONE: it has none, or its tail has gone */
    uint32_t turn;              /* turn of its flits */
    uint32_t sent;              /* flits that left the VC so far, as it has sent them */
    uint64_t since;             /* cycle from which on it may ask for the switch */
} noc_branch;

/* A flit that the switch was granted to a branch in this cycle. */
typedef struct noc_copied {
    uint32_t vc, flit; /* input VC; number of the flit among those that leave it */
} noc_copied;

/* A door whose packet is sent in parts. */
typedef struct noc_part {
    uint32_t turn;
    uint32_t left; /* flits of the packet behind this part */
} noc_part;

struct noc_multicast {
    uint32_t most;   /* destinations of a packet, at most: legs of a part */
    double parts;    /* parts that there will be at all, at most */
    noc_leg *legs;   /* part by part */
    uint32_t *tails; /* destinations that have not got a part's tail, by part */
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

/* Makes what packets to several terminals need, where the ports have such. False when out of
 * memory. */
bool noc_multicast_new(noc_vc_engine *engine);
void noc_multicast_free(noc_vc_engine *engine);

/* Makes room, between cycles, for the parts that may be sent in so many. False when out of memory.
 */
bool noc_multicast_reserve(noc_vc_engine *engine, uint64_t cycles);

/* A step of the doors, in place of noc_senders_step. */
void noc_multicast_send(noc_vc_engine *engine);

/* The head of a part is at the front of an idle VC: finds its outputs, and notes where its
 * destinations go next. */
void noc_multicast_read(noc_vc_engine *engine, noc_vc *in, uint32_t turn);

/* The number of branches at the front of an input VC; 0: it has one output, as others. */
NOC_INLINE uint32_t noc_branches_of(const noc_vc_engine *e, uint32_t vc)
{
    return e->multicast->count[vc];
}

NOC_INLINE bool noc_is_forked(const noc_vc_engine *e, uint32_t vc)
{
    return e->vcs[vc].state == NOC_VC_FORKED;
}

/* The branch to an output. There is one. */
noc_branch *noc_branch_to(const noc_vc_engine *engine, uint32_t vc, uint32_t output);

/* Labels of an output's VCs that an input VC's head may take. */
NOC_INLINE uint32_t noc_permitted(const noc_vc_engine *e, uint32_t vc, uint32_t output, noc_mode m)
{
    if (m.multicast && noc_is_forked(e, vc)) return noc_branch_to(e, vc, output)->permitted;
    return e->vcs[vc].permitted;
}

/* The head asks for VCs of all its outputs. */
void noc_multicast_request_vcs(noc_vc_engine *engine, uint32_t vc);

/* A branch has got a VC. */
void noc_multicast_own(noc_vc_engine *engine, uint32_t vc, uint32_t output, uint32_t out_vc);

/* Branches with a flit and a credit ask for the switch. */
void noc_multicast_request_switch(noc_vc_engine *engine, uint32_t vc);

/* The switch is granted to a branch: its flit goes. */
void noc_multicast_move(noc_vc_engine *engine, uint32_t vc, uint32_t output);

/* The switch is allocated: flits that were granted an output go to what is free of the others. */
void noc_multicast_spread(noc_vc_engine *engine);

/* A flit with legs enters its terminal. */
void noc_multicast_deliver(noc_vc_engine *engine, noc_flit flit);

/* The input VC that a branch waits for, as noc_vc's waits_for; NOC_NONE: none of them waits. */
uint32_t noc_multicast_waits_for(const noc_vc_engine *engine, uint32_t vc);

#endif
