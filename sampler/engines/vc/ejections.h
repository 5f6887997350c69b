/* sampler/engines/vc/ejections.h: the far end of ejection channels. Flits wait in the buffers of a
 * channel, which hold their credits, if the terminal has no room for their packet, or if its port
 * has a codec (design/memory/codec.h) that works on another packet. */
#ifndef NOC_SAMPLER_ENGINES_VC_EJECTIONS_H
#define NOC_SAMPLER_ENGINES_VC_EJECTIONS_H

#include "sampler/engines/vc/multicast.h"
#include "sampler/engines/vc/state.h"
#include "sampler/ports/deliveries.h"

/* An ejection channel. */
typedef struct noc_ejection {
    uint32_t first_vc, vcs; /* virtual channels of the ejection channel: first and number */
    uint32_t turn;          /* VC whose waiting flit was let in last */
    bool taking;            /* codec is in the middle of a packet */
    uint64_t free_at;       /* first cycle in which the codec accepts the next packet */
    unsigned at_once;       /* flits that may leave the channel's buffers in a cycle */
} noc_ejection;

/* Channels with packets that do not overtake each other: all channels of a terminal that limits the
 * packets it lets in, or a single channel. */
typedef struct noc_ejection_group {
    uint32_t first, count; /* ejection channels */
    uint32_t turn;         /* channel that got the last place at the terminal */
    uint32_t waiting;      /* flits that wait, in all channels of the group */
    uint32_t entering;     /* packets whose head has been let in, and whose tail has not */
    uint32_t terminal;     /* terminal that all channels lead to; NOC_NONE: not known */
} noc_ejection_group;

/* A virtual channel into a terminal. */
typedef struct noc_ejection_vc {
    uint32_t group, channel; /* group and channel of the VC; NOC_NONE: its flits never wait */
    bool let_in;             /* head of the VC's present packet has been let in */
} noc_ejection_vc;

struct noc_ejections {
    noc_ejection *channels;
    noc_ejection_group *groups;
    uint32_t channel_count, group_count;
    uint32_t waiting;     /* flits that wait, in all groups */
    noc_ejection_vc *vcs; /* [VC into a terminal] */
};

/* Makes the ejections of all terminals that limit the packets they let in when the engine starts to
 * run; of all channels where ports have codecs. False when out of memory. */
bool noc_ejections_new(noc_vc_engine *engine);
void noc_ejections_free(noc_ejections *ejections); /* NULL: nothing */

/* Receives a flit at a terminal. Returns true if the flit has to wait, and is kept. */
bool noc_ejections_keep(noc_vc_engine *engine, uint32_t vc);

/* Lets in the waiting flits that there is room for. */
void noc_ejections_step(noc_vc_engine *engine);

/* Delivers the flit at the front of a VC to its terminal. */
NOC_INLINE void noc_eject(noc_vc_engine *e, uint32_t vc, noc_mode m)
{
    noc_vc *in = &e->vcs[vc];
    const noc_flit flit = *noc_flit_behind(e, in, 0);
    in->head++;
    noc_send_credit(e, in, vc);
    if (m.multicast && noc_has_legs(flit)) {
        noc_multicast_deliver(e, flit);
        return;
    }
    noc_port_deliver(e->ports, flit.packet >> NOC_FLIT_BITS, 1, flit.packet & NOC_FLIT_TAIL);
}

#endif
