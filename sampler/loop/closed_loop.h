/* sampler/loop/closed_loop.h: closed loop, or replay of a trace with addresses: cores that wait for
 * replies, and memory nodes, at the ports of the networks.
 *
 * The loop is a row of stations, each with a struct that only its file writes. Kernels start CTAs
 * on the cores. Warps of the cores, or a trace that replaces them, ask for lines. Requests go to
 * the ports of the cores, through clusters where cores share ports. Memories answer the requests,
 * and outboxes pass the replies to the ports of the memory nodes. A station knows the stations
 * before it; the memories know the outboxes.
 *
 * In a cycle cores run first and may inject at once; engines accept packets; then memory nodes
 * look up arrived requests and create replies, which may enter their network in the next cycle.
 * No memory is allocated while a loop runs. */
#ifndef NOC_SAMPLER_LOOP_CLOSED_LOOP_H
#define NOC_SAMPLER_LOOP_CLOSED_LOOP_H

#include "sampler/loop/clusters.h"
#include "sampler/loop/memory.h"

typedef struct noc_closed_loop {
    noc_ports *ports;
    noc_kernels kernels;
    noc_cores cores;
    noc_lines lines;
    noc_replay *replay; /* trace that replaces the kernels' requests; NULL: none */
    noc_requests requests;
    noc_clusters clusters;
    noc_outboxes outboxes;
    noc_memories memories;
    noc_loop_end end; /* end of the kernels */
} noc_closed_loop;

/* Makes the closed loop of a system with cores and memory nodes. NULL when out of memory. */
noc_closed_loop *noc_closed_loop_new(noc_ports *ports, noc_loop_load load, noc_arena *arena);

/* Receives a packet's last flit: of a reply at its core, of a request at its memory node. */
void noc_closed_loop_receive(noc_closed_loop *loop, const noc_packet *packet);

/* Runs a cycle of the cores, before engines accept packets; of the memory nodes, afterwards. */
void noc_closed_loop_run_cores(noc_closed_loop *loop);
void noc_closed_loop_run_memories(noc_closed_loop *loop);

/* Sums the counts of cores, clusters and DRAMs into the ports' tally. */
void noc_closed_loop_count(noc_closed_loop *loop);

/* Finds the first cycle with an event in the absence of packets: the current one, or with a
 * trace the cycle of the next request; UINT64_MAX: none. */
uint64_t noc_closed_loop_next_event(const noc_closed_loop *loop);

/* End of the kernels, or of the trace; the loop owns the record. */
const noc_loop_end *noc_closed_loop_end(const noc_closed_loop *loop);

#endif
