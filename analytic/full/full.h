/* analytic/full/full.h: what a network moves that is full.
 *
 * Beyond saturation queues fill up, and packets at their fronts hold up all that stand behind them,
 * up to the terminals; at each place where ways meet routers take turns, so that a way that meets k
 * others has 1/2^k of the last channel. Rings divide their virtual channels at the dateline, and
 * are full in front of it first. No closed form is known for networks with such blocking, so the
 * model plays it, with a fixed stream of draws: packets as runs of flits (state.h). Nothing in it
 * is fitted. docs/model.md, section 6. */
#ifndef NOC_ANALYTIC_FULL_FULL_H
#define NOC_ANALYTIC_FULL_FULL_H

#include "network/graph/system.h"

/* Transactions done in a window, once what is done has settled, or to the end of a batch. */
typedef struct noc_full_play {
    double *delivered; /* [terminal * NOC_CLASSES + class]: packets of the terminal that arrive, a
                          cycle; owned */
    double answered;   /* transactions of all nodes, a cycle */
    double makespan;   /* cycles to the end of all batches; NAN: there are none */
    double latency[NOC_CLASSES]; /* cycles of a packet that arrives, from its creation; NAN: none */
    double in_network[NOC_CLASSES]; /* of these, from when its head is sent */
} noc_full_play;

/* Whether it can be played: all of its networks with channels are such of virtual-channel routers. */
bool noc_full_is_playable(const noc_system *system);

/* Nodes that offer `load` flits a cycle each; with INFINITY traffic.batch and .outstanding say what
 * they send. NOC_EFAILED when out of memory. The caller frees play->delivered. */
noc_status noc_full_run(const noc_system *system, double load, noc_full_play *play);

#endif
