/* sampler/engines/vc/senders.h: the near end of injection channels: they send the packets at their
 * doors, flit by flit. */
#ifndef NOC_SAMPLER_ENGINES_VC_SENDERS_H
#define NOC_SAMPLER_ENGINES_VC_SENDERS_H

#include "sampler/engines/vc/state.h"

/* False when out of memory. */
bool noc_senders_new(noc_vc_engine *engine);

/* Each sender that has a packet sends a flit of it, if there is a VC with room. */
void noc_senders_step(noc_vc_engine *engine);

/* The same where some channels take others than a flit a cycle (paces.h). */
void noc_senders_step_paced(noc_vc_engine *engine);

/* The same where packets have ranks (ranks.h): bodies carry their cycle of injection. */
void noc_senders_step_ranked(noc_vc_engine *engine);

/* The sender at a door sends a flit of its packet. Returns false if that has to wait. */
bool noc_sender_send(noc_vc_engine *engine, uint32_t door);

/* The head takes a VC that is free and has room, round robin after the last one used. False: there
 * is none. */
bool noc_sender_choose_vc(noc_vc_engine *engine, noc_sender *sender, const noc_packet *packet);

/* The tail has gone. */
void noc_sender_free_vc(noc_vc_engine *engine, noc_sender *sender);

#endif
