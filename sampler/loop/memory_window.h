/* sampler/loop/memory_window.h: short simulation of the memory nodes of a closed loop, for the
 * analytical model where it has no formula: in-order DRAMs, one of which falls behind as requests
 * mix at its input.
 *
 * Cores, warps, MSHRs, lookups and DRAMs behave as in the sampler. A network is a constant delay
 * that also affects the order of requests: a core has as many requests at memory nodes as its
 * port has virtual channels, and a node accepts requests of the cores in round robin; a network
 * without buffers starts at another core in each cycle. Reply queues never fill. */
#ifndef NOC_SAMPLER_LOOP_MEMORY_WINDOW_H
#define NOC_SAMPLER_LOOP_MEMORY_WINDOW_H

#include <stdbool.h>

#include "design/workload/workload.h"
#include "network/graph/system.h"

/* Settings of a simulation. */
typedef struct noc_memory_window {
    const noc_system *system; /* system; each compute node is one core */
    const noc_workload *workload;
    /* network latency of requests and of replies, without queueing, cycles */
    double request_latency, reply_latency;
    uint64_t request_count; /* requests served during the measurement */
    uint64_t seed;
} noc_memory_window;

/* Figures of a simulation. */
typedef struct noc_memory_rates {
    double rate;       /* requests per core and network cycle */
    double row_hits;   /* share of DRAM accesses with a row hit; NAN: no accesses */
    double busy_banks; /* mean number of banks with a queued access, while there is one */
} noc_memory_rates;

/* Key of a result: all settings that affect the result, for a scheduler without settings. */
typedef struct noc_memory_window_key {
    const struct noc_scheduler_kind *scheduler;
    double numbers[40]; /* settings; 0 in unused entries */
} noc_memory_window_key;

/* Makes the key of a window's result. */
void noc_memory_window_make_key(const noc_memory_window *window, noc_memory_window_key *key);

/* Finds the smallest sufficient request_count. Over time one DRAM gathers the outstanding
 * requests of the cores, until each request has visited each controller (coarsening of a
 * zero-range process: Evans and Hanney, Journal of Physics A 38, 2005). */
uint64_t noc_min_window_requests(const noc_memory_window *window);

/* Simulates a window, and stores the figures after its warm-up. False when out of memory. */
bool noc_memory_window_run(const noc_memory_window *window, noc_memory_rates *rates);

#endif
