/* sampler/loop/closed_loop.h: closed loop, or replay of a trace with addresses: cores that wait for
 * replies, and memory nodes, at the ports of the networks.
 *
 * In a cycle cores run first and may inject at once; engines accept packets; then memory nodes
 * look up arrived requests and create replies, which may enter their network in the next cycle.
 * No memory is allocated while a loop runs. */
#ifndef NOC_SAMPLER_LOOP_CLOSED_LOOP_H
#define NOC_SAMPLER_LOOP_CLOSED_LOOP_H

#include "design/workload/workload.h"
#include "network/graph/resources.h"
#include "sampler/ports/kernel_choice.h"
#include "sampler/ports/ports.h"
#include "sampler/ports/tally.h"
#include "sampler/ports/trace_schedule.h"

typedef struct noc_closed_loop noc_closed_loop;

/* Load of a closed loop. */
typedef struct noc_loop_load {
    /* workload of all kernels, unless the design has one for each kernel; copied */
    const noc_workload *workload;
    const noc_kernel_choice *kernels; /* NULL: all kernels of the design */
    noc_derating derating;
    uint64_t seed;
    /* trace with addresses that replaces the workload's requests; borrowed; NULL: none */
    const noc_trace_schedule *schedule;
} noc_loop_load;

/* Makes the closed loop of a system with cores and memory nodes. NULL when out of memory. */
noc_closed_loop *noc_closed_loop_new(noc_ports *ports, noc_loop_load load);
void noc_closed_loop_free(noc_closed_loop *loop); /* NULL: nothing */

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

/* Upper bound of the packets that exist at a time. */
uint64_t noc_closed_loop_packet_max(const noc_closed_loop *loop);

/* End of the kernels, or of the trace; the loop owns the record. */
const noc_loop_end *noc_closed_loop_end(const noc_closed_loop *loop);

#endif
