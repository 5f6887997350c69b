/* analytic/full/play.h: simulation of a full network packet by packet, with a fixed stream of
 * draws. Router timing: docs/model.md, section 2. Flits of a packet are only counted. */
#ifndef NOC_ANALYTIC_FULL_PLAY_H
#define NOC_ANALYTIC_FULL_PLAY_H

#include "base/arena.h"
#include "network/graph/system.h"

/* Results of a simulation, in its last window, or over whole batches. */
typedef struct noc_full_play {
    /* [terminal * NOC_CLASSES + class]: delivered packets of the terminal per cycle */
    double *delivered_rates;
    double answered_rate; /* answered transactions of all nodes per cycle */
    double makespan;      /* cycles to the end of all batches; NAN: no batches */
    /* mean cycles from a packet's creation to its arrival; NAN: no packets */
    double latency[NOC_CLASSES];
    /* mean cycles from the injection of a packet's head to the packet's arrival; NAN: no packets */
    double network_latency[NOC_CLASSES];
} noc_full_play;

/* Simulates nodes that offer `load` flits per cycle each; INFINITY: traffic.batch and
 * traffic.outstanding define their packets. Lists are the arena's. NOC_EFAILED when out of
 * memory. */
noc_status noc_full_play_load(const noc_system *system, double load, noc_arena *arena,
                              noc_full_play *play);

#endif
