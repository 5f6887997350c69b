/* analytic/contention/peers.h: what becomes of peers that answer each other, before any queue is
 * full. */
#ifndef NOC_ANALYTIC_CONTENTION_PEERS_H
#define NOC_ANALYTIC_CONTENTION_PEERS_H

#include "network/graph/system.h"

/* The load at which their throughput collapses, over that at which the first queue overflows; 1
 * where there are none, or where replies have networks of their own.
 *
 * A node whose requests had to wait sends them one after the other. Their replies come to its port
 * at once, where more do not fit than it sends: they stand in the network, and hold up others' at
 * their sources. Nodes that have replies to send send no requests, so that a few others, to which
 * all replies go, have the network for themselves. That begins by chance, in a network with room to
 * spare, and the sooner the longer replies are than requests. */
double noc_peers_hold(const noc_system *system);

#endif
