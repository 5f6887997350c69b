/* sampler/loop/memory_window.h: a short run of the memory nodes of a closed loop without their
 * networks, for a model that finds them hard to write down: DRAMs that serve in order, of which one
 * falls behind the others as requests mix in front of it.
 *
 * Cores, their warps and MSHRs, lookups and DRAMs are the sampler's. A network is a delay. What it
 * does to the order of requests is kept: a core has as many requests in front of memory nodes as
 * its port has virtual channels, and a node takes in one of each core in turn; a network without
 * buffers takes from a core what is accepted, another core first in each cycle. Reply queues never
 * fill. */
#ifndef NOC_SAMPLER_LOOP_MEMORY_WINDOW_H
#define NOC_SAMPLER_LOOP_MEMORY_WINDOW_H

#include <stdbool.h>

#include "design/workload/workload.h"
#include "network/graph/system.h"

typedef struct noc_memory_window {
    const noc_system *system; /* each compute node is one core */
    const noc_workload *workload;
    double request, reply; /* network cycles on the way, without others */
    uint64_t requests;     /* served while it is measured */
    uint64_t seed;
} noc_memory_window;

typedef struct noc_memory_pace {
    double rate;     /* requests per network cycle of a core */
    double row_hits; /* share of DRAM accesses; NAN: there are none */
    double banks;    /* banks of a controller with an access in its queue, while there is one */
} noc_memory_pace;

/* The settings that the answer follows from: of a scheduler without settings of its own. */
typedef struct noc_memory_window_key {
    const struct noc_scheduler_kind *scheduler;
    double numbers[40];
} noc_memory_window_key;

void noc_memory_window_key_of(const noc_memory_window *window, noc_memory_window_key *key);

/* Requests that a run must serve at least: one DRAM gathers what cores have outstanding, and that
 * takes as long as each of these has been at each controller (coarsening of a zero-range process:
 * Evans and Hanney, Journal of Physics A 38, 2005). */
uint64_t noc_memory_window_needs(const noc_memory_window *window);

/* Runs it. False when out of memory. */
bool noc_memory_window_run(const noc_memory_window *window, noc_memory_pace *pace);

#endif
