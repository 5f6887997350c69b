/* sampler/engines/vc/senders.h: injection channels: each sends the packet at its door, flit by
 * flit. */
#ifndef NOC_SAMPLER_ENGINES_VC_SENDERS_H
#define NOC_SAMPLER_ENGINES_VC_SENDERS_H

#include "sampler/engines/vc/state.h"

/* Makes the senders of an engine. False when out of memory. */
bool noc_senders_new(noc_vc_engine *engine);

/* Sends a flit of the packet at each door, if a VC has room. */
void noc_senders_step(noc_vc_engine *engine);

/* Sends from each door as many flits as its channel accepts (paces.h). */
void noc_senders_step_paced(noc_vc_engine *engine);

/* Sends from each door where packets have ranks (ranks.h): body flits carry their injection
 * cycle. */
void noc_senders_step_ranked(noc_vc_engine *engine);

/* Sends a flit of the packet at a door. False: the flit has to wait. */
bool noc_sender_send(noc_vc_engine *engine, uint32_t door);

/* Chooses a free VC with room for a head, round robin from the last VC used. False: none. */
bool noc_sender_choose_vc(noc_vc_engine *engine, noc_injection_sender *sender,
                          const noc_packet *packet);

/* Frees the VC of a packet whose tail has left. */
void noc_sender_free_vc(noc_vc_engine *engine, noc_injection_sender *sender);

#endif
