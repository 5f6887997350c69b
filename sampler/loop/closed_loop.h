/* sampler/loop/closed_loop.h: cores that wait and memories that stall, at the ports of the
 * networks.
 *
 * In a cycle cores run first and may inject at once; engines take packets in; then memory nodes
 * look up requests that have arrived, and make replies, which may enter their network in the next
 * cycle. Nothing is allocated while a loop runs. */
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
    /* workload of all kernels, unless the design has one for each; copied */
    const noc_workload *workload;
    const noc_kernel_choice *kernels;
    noc_derating derating;
    uint64_t seed;
    /* trace with addresses, whose requests replace the workload's; borrowed; NULL: none */
    const noc_trace_schedule *schedule;
} noc_loop_load;

/* Makes the closed loop of a system that has one. NULL when out of memory. */
noc_closed_loop *noc_closed_loop_new(noc_ports *ports, noc_loop_load load);
void noc_closed_loop_free(noc_closed_loop *loop); /* NULL: nothing */

/* Receives a packet's last flit: a reply's at its core, a request's at its memory node. */
void noc_closed_loop_receive(noc_closed_loop *loop, const noc_packet *packet);

/* Runs a cycle of the cores, before engines accept packets, or of the memory nodes, after that. */
void noc_closed_loop_run_cores(noc_closed_loop *loop);
void noc_closed_loop_run_memories(noc_closed_loop *loop);

/* Sums the counts of cores, clusters and DRAMs into the ports' tally. */
void noc_closed_loop_count(noc_closed_loop *loop);

/* First cycle in which something can happen without packets: the current one, unless a trace's next
 * request is later; UINT64_MAX: no request is left. */
uint64_t noc_closed_loop_quiet_until(const noc_closed_loop *loop);

/* Upper bound of the packets in existence at a time. */
uint64_t noc_closed_loop_packets(const noc_closed_loop *loop);

const noc_loop_end *noc_closed_loop_end(const noc_closed_loop *loop);

#endif
