/* tests/support/runs/runs.h: runs of which tests place the packets, or see the inside. */
#ifndef NOC_TESTS_RUNS_H
#define NOC_TESTS_RUNS_H

#include "sampler/run.h"

/* The cores and memory nodes, for looks at their queues (sampler/loop/closed_loop.h); NULL in open
 * loop, but for a trace with addresses. */
const struct noc_closed_loop *test_run_closed_loop(const noc_run *run);

/* Places one packet at its source, to be injected from now on; with packets_per_cycle = 0 it is
 * alone. `type` is a packet type of the flow's class. NOC_EFAILED when out of memory. */
noc_status test_run_place(noc_run *run, size_t flow, int type);

/* Latency in cycles of a single packet of `type` on `flow` of an otherwise empty network, creation
 * to tail ejection; the reply is not waited for. 0 when out of memory or not delivered in a million
 * cycles. Flows with several paths take the one that the seed draws. */
uint64_t test_lone_packet(const noc_system *system, size_t flow, int type, uint64_t seed);

#endif
