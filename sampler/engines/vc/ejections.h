/* sampler/engines/vc/ejections.h: ejection channels. Flits wait in the buffers of the channel,
 * and hold their credits, while the terminal has no room for their packet or the codec of the
 * port (design/memory/codec.h) works on another packet. */
#ifndef NOC_SAMPLER_ENGINES_VC_EJECTIONS_H
#define NOC_SAMPLER_ENGINES_VC_EJECTIONS_H

#include "sampler/engines/vc/multicast.h"
#include "sampler/engines/vc/state.h"
#include "sampler/ports/deliveries.h"

/* An ejection channel. */
typedef struct noc_ejection {
    uint32_t first_vc, vcs;   /* range of the VCs of the ejection channel */
    uint32_t last_vc;         /* VC of the last flit that left the buffers */
    bool is_busy;             /* codec is receiving a packet */
    uint64_t free_cycle;      /* first cycle in which the codec accepts a packet */
    unsigned flits_per_cycle; /* flits that may leave the buffers per cycle */
} noc_ejection;

/* Channels whose packets keep their order: all channels of a terminal with limited admission, or
 * a single channel. */
typedef struct noc_ejection_group {
    uint32_t first, count;     /* range of ejection channels */
    uint32_t last_channel;     /* channel that got the last place at the terminal */
    uint32_t waiting_flits;    /* waiting flits of all channels of the group */
    uint32_t entering_packets; /* packets with an admitted head and a missing tail */
    uint32_t terminal;         /* terminal of all channels; NOC_NONE: not known */
} noc_ejection_group;

/* Virtual channel into a terminal. */
typedef struct noc_ejection_vc {
    uint32_t group, channel; /* group and channel of the VC; NOC_NONE: flits of the VC never wait */
    bool is_admitted;        /* head of the VC's current packet is admitted */
} noc_ejection_vc;

struct noc_ejections {
    noc_ejection *channels;
    noc_ejection_group *groups;
    uint32_t channel_count, group_count;
    uint32_t waiting_flits; /* waiting flits of all groups */
    noc_ejection_vc *vcs;   /* [VC into a terminal] */
};

/* Makes the ejections of all terminals with limited admission, or of all channels where ports
 * have codecs. False when out of memory. */
bool noc_ejections_new(noc_vc_engine *engine);

/* Receives a flit of a VC at its terminal. Returns whether the flit has to wait in the buffer. */
bool noc_ejections_hold_flit(noc_vc_engine *engine, uint32_t vc);

/* Releases waiting flits that the terminals have room for. */
void noc_ejections_step(noc_vc_engine *engine);

/* Delivers the front flit of a VC to its terminal. */
NOC_INLINE void noc_eject_flit(noc_vc_engine *e, uint32_t vc, noc_mode m)
{
    noc_vc *in = &e->vcs[vc];
    const noc_flit flit = *noc_flit_at(e, in, 0);
    in->left_flits++;
    noc_send_credit(e, in, vc);
    if (m.multicast && noc_has_legs(flit)) {
        noc_multicast_deliver(e, flit);
        return;
    }
    noc_port_deliver(e->ports, flit.packet >> NOC_FLIT_BITS, 1, flit.packet & NOC_FLIT_TAIL);
}

#endif
