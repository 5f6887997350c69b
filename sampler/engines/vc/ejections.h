/* sampler/engines/vc/ejections.h: the far end of ejection channels. A terminal may have no room for
 * a packet, and a port with a codec (design/memory/codec.h) takes one packet at a time: flits then
 * wait in the buffers of the channel, which hold their credits. */
#ifndef NOC_SAMPLER_ENGINES_VC_EJECTIONS_H
#define NOC_SAMPLER_ENGINES_VC_EJECTIONS_H

#include "sampler/engines/vc/multicast.h"
#include "sampler/engines/vc/state.h"
#include "sampler/ports/deliveries.h"

/* An ejection channel. */
typedef struct noc_ejection {
    uint32_t first_vc, vcs; /* of the terminal, in the engine's numbers */
    uint32_t turn;          /* VC whose flit was the last that waited and was let in */
    bool taking;            /* its codec is in the middle of a packet */
    uint64_t free_at;       /* cycle from which on it takes the next one */
    unsigned at_once;       /* flits that may leave its buffers in a cycle */
} noc_ejection;

/* Channels whose packets do not overtake each other: those of a terminal that limits what it lets
 * in, or a single one. */
typedef struct noc_ejection_group {
    uint32_t first, count; /* ejection channels */
    uint32_t turn;         /* channel that got the last place */
    uint32_t waiting;      /* flits that wait, in all channels */
    uint32_t entering;     /* packets of which the head is let in, and the tail is not */
    uint32_t terminal;     /* terminal that all channels lead to; NOC_NONE: not known */
} noc_ejection_group;

/* A virtual channel into a terminal. */
typedef struct noc_ejection_vc {
    uint32_t group, channel; /* NOC_NONE: its flits never wait */
    bool let_in;             /* its packet is being taken in */
} noc_ejection_vc;

struct noc_ejections {
    noc_ejection *channels;
    noc_ejection_group *groups;
    uint32_t channel_count, group_count;
    uint32_t waiting;     /* flits that wait, in all groups */
    noc_ejection_vc *vcs; /* by VC into terminals */
};

/* For the terminals that limit what they let in when the engine starts to run, or for all where
 * ports have codecs. False when out of memory. */
bool noc_ejections_new(noc_vc_engine *engine);
void noc_ejections_free(noc_ejections *ejections); /* NULL: nothing */

/* A flit has come to a terminal; true: it has to wait, and is kept. */
bool noc_ejections_keep(noc_vc_engine *engine, uint32_t vc);

/* Lets in what there is room for. */
void noc_ejections_step(noc_vc_engine *engine);

/* The flit at the front of a VC enters its terminal. */
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
