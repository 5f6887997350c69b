/* sampler/engines/vc/route_choices.h: packets that choose their way: forks of the hops that a
 * routing permits in each other's place (network/graph/routes.h).
 *
 * A router whose route computation takes a cycle decides in that cycle, when its credits have come
 * and before its switch is allocated: all heads see the same counts. With look-ahead the router
 * before decides, as it grants the head its switch, and an injection channel as it sends the head;
 * they see the counts of the router that comes. As in BookSim 2.0 a packet keeps what was decided.
 * Forks that are left to the allocator of virtual channels are decided in pairs.c. */
#ifndef NOC_SAMPLER_ENGINES_VC_ROUTE_CHOICES_H
#define NOC_SAMPLER_ENGINES_VC_ROUTE_CHOICES_H

#include "sampler/engines/vc/forks.h"

/* A head has come to the front of an idle VC in an engine with such forks: looks up where its
 * packet goes, as noc_read_route. A fork that is decided later leaves it `permitted` = 0. */
void noc_read_open_route(noc_vc_engine *engine, noc_vc *in);

/* Decides for the head at the front of a VC, if its fork is still open and goes by counts. */
void noc_decide_route(noc_vc_engine *engine, noc_vc *in);

/* The same for the heads whose route is computed in this cycle. */
void noc_decide_routes(noc_vc_engine *engine);

/* Decides for a head, whose next turn is given, on its way to the input VC `vc`, if routes are
 * computed ahead there. Returns the turn to put into the head. */
uint32_t noc_decide_ahead(noc_vc_engine *engine, uint32_t vc, uint32_t turn);

#endif
