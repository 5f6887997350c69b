/* analytic/full/play.h: a full network, played packet by packet, with a fixed stream of draws:
 * timing of routers as in docs/model.md, section 2; flits are counted but not told apart. */
#ifndef NOC_ANALYTIC_FULL_PLAY_H
#define NOC_ANALYTIC_FULL_PLAY_H

#include "network/graph/system.h"

/* Transactions of a window, once the counts have settled, or to the end of a batch. */
typedef struct noc_full_play {
    /* [terminal * NOC_CLASSES + class]: packets of the terminal that arrive per cycle; owned */
    double *delivered;
    double answered;             /* transactions of all nodes per cycle */
    double makespan;             /* cycles to the end of all batches; NAN: no batches */
    double latency[NOC_CLASSES]; /* cycles from a packet's creation to its arrival; NAN: none */
    /* part of these cycles from the sending of the packet's head on */
    double in_network[NOC_CLASSES];
} noc_full_play;

/* Plays nodes that offer `load` flits per cycle each; with INFINITY traffic.batch and .outstanding
 * give their packets. NOC_EFAILED when out of memory. The caller frees play->delivered. */
noc_status noc_full_run(const noc_system *system, double load, noc_full_play *play);

#endif
