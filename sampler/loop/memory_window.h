/* sampler/loop/memory_window.h: a short run of the memory nodes of a closed loop, for a model that
 * has no closed form of them: DRAMs that serve in order, one of which falls behind the others as
 * requests mix in front of it.
 *
 * Cores, their warps and MSHRs, lookups and DRAMs are the sampler's. A network is a delay, with its
 * effect on the order of requests: a core has as many requests in front of memory nodes as its port
 * has virtual channels, and a node accepts requests of the cores by round robin; a network without
 * buffers accepts requests of another core first in each cycle. Reply queues never fill. */
#ifndef NOC_SAMPLER_LOOP_MEMORY_WINDOW_H
#define NOC_SAMPLER_LOOP_MEMORY_WINDOW_H

#include <stdbool.h>

#include "design/workload/workload.h"
#include "network/graph/system.h"

typedef struct noc_memory_window {
    const noc_system *system; /* system; each compute node is one core */
    const noc_workload *workload;
    double request, reply; /* network latency alone, without queueing, cycles */
    uint64_t requests;     /* requests served while the run is measured */
    uint64_t seed;
} noc_memory_window;

typedef struct noc_memory_pace {
    double rate;     /* requests per network cycle of a core */
    double row_hits; /* share of DRAM accesses that hit the row; NAN: no accesses */
    double banks; /* mean banks of a controller with an access in its queue, while there is one */
} noc_memory_pace;

/* Settings on which the result depends, for a scheduler without settings of its own. */
typedef struct noc_memory_window_key {
    const struct noc_scheduler_kind *scheduler;
    double numbers[40];
} noc_memory_window_key;

void noc_memory_window_key_of(const noc_memory_window *window, noc_memory_window_key *key);

/* Fewest requests that a run must serve: over time one DRAM gathers the outstanding requests of
 * cores, and that takes until each request has been at each controller (coarsening of a zero-range
 * process: Evans and Hanney, Journal of Physics A 38, 2005). */
uint64_t noc_memory_window_needs(const noc_memory_window *window);

/* Runs a window. False when out of memory. */
bool noc_memory_window_run(const noc_memory_window *window, noc_memory_pace *pace);

#endif
