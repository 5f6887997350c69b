/* analytic/full/play.h: a full network, packet by packet, with a fixed stream of draws: routers as
 * docs/model.md, section 2, has their timing, flits that are counted but not told apart. */
#ifndef NOC_ANALYTIC_FULL_PLAY_H
#define NOC_ANALYTIC_FULL_PLAY_H

#include "network/graph/system.h"

/* Transactions done in a window, once what is done has settled, or to the end of a batch. */
typedef struct noc_full_play {
    double *delivered; /* [terminal * NOC_CLASSES + class]: packets of the terminal that arrive, a
                          cycle; owned */
    double answered;   /* transactions of all nodes, a cycle */
    double makespan;   /* cycles to the end of all batches; NAN: there are none */
    double latency[NOC_CLASSES];    /* cycles from a packet's creation to its arrival; NAN: none */
    double in_network[NOC_CLASSES]; /* cycles of these after its head is sent */
} noc_full_play;

/* Nodes that offer `load` flits a cycle each; with INFINITY traffic.batch and .outstanding say what
 * they send. NOC_EFAILED when out of memory. The caller frees play->delivered. */
noc_status noc_full_run(const noc_system *system, double load, noc_full_play *play);

#endif
