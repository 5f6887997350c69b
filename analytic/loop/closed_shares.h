/* analytic/loop/closed_shares.h: what is left of resources' open-loop capacities, at what is
 * outstanding. */
#ifndef NOC_ANALYTIC_LOOP_CLOSED_SHARES_H
#define NOC_ANALYTIC_LOOP_CLOSED_SHARES_H

#include "analytic/loop/closed_state.h"

double noc_closed_places(const noc_closed_state *l); /* of a memory node, for requests */
noc_class_share noc_closed_share_of_requests(const noc_closed_state *l);
noc_class_share noc_closed_share_of_replies(const noc_closed_state *l);
/* Requests per cycle and core: docs/model.md (31). */
double noc_closed_carried(const noc_closed_state *l, noc_class class);
/* Requests that a compute node can have under way: in the network, at memory nodes, and in front of
 * both where cores share a port. */
double noc_closed_room_of_port(const noc_closed_state *l);
double noc_closed_share_looking_up(const noc_closed_state *l); /* of the time of a cache */
double noc_closed_share_fed(const noc_closed_state *l); /* of what a DRAM does with a full queue */
double noc_closed_unequal_shift(const noc_closed_state *l); /* of the networks' loads */

/* Share of what a network of routers carries that is left when some cores ask for much for a while
 * and others for little, whichever these are; 1 if all ask alike. */
double noc_closed_share_when_uneven(const noc_closed_state *l);

#endif
