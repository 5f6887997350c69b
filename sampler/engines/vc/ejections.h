/* sampler/engines/vc/ejections.h: the far end of ejection channels. A terminal may have no room for
 * a packet: its flits then wait in the buffers of the channel, which hold their credits. */
#ifndef NOC_SAMPLER_ENGINES_VC_EJECTIONS_H
#define NOC_SAMPLER_ENGINES_VC_EJECTIONS_H

#include "sampler/engines/vc/state.h"

/* An ejection channel. */
typedef struct noc_ejection {
    uint32_t first_vc, vcs; /* of the terminal, in the engine's numbers */
    uint32_t turn;          /* VC whose flit was the last that waited and was let in */
} noc_ejection;

typedef struct noc_ejecting_terminal {
    uint32_t terminal;
    uint32_t first, count; /* ejection channels */
    uint32_t turn;         /* channel that got the last place */
    uint32_t waiting;      /* flits that wait, in all channels */
} noc_ejecting_terminal;

struct noc_ejections {
    noc_ejection *channels;
    noc_ejecting_terminal *terminals; /* that limit what they let in */
    uint32_t terminal_count;
    uint32_t *number_of; /* by terminal: among these */
    bool *let_in;        /* by VC into terminals: its packet is being taken in */
};

/* For the terminals that limit what they let in when the engine starts to run. False when out of
 * memory. */
bool noc_ejections_new(noc_vc_engine *engine);
void noc_ejections_free(noc_ejections *ejections); /* NULL: nothing */

/* A flit has come to a terminal; true: it has to wait, and is kept. */
bool noc_ejections_keep(noc_vc_engine *engine, uint32_t vc, noc_flit flit);

/* Lets in what there is room for. */
void noc_ejections_step(noc_vc_engine *engine);

/* A flit enters its terminal. */
NOC_INLINE void noc_eject(noc_vc_engine *e, uint32_t vc, noc_flit flit)
{
    noc_send_credit(e, &e->input_vcs[vc], vc);
    noc_port_deliver(e->ports, flit.packet >> NOC_FLIT_BITS, 1, flit.packet & NOC_FLIT_TAIL);
}

#endif
