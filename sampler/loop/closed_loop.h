/* sampler/loop/closed_loop.h: cores that wait and memories that stall, at the ports of the
 * networks.
 *
 * In a cycle cores run first and may inject at once; engines take packets in; then memory nodes
 * look up what has arrived, and make replies, which may enter their network in the next cycle.
 * Nothing is allocated while it runs. */
#ifndef NOC_SAMPLER_LOOP_CLOSED_LOOP_H
#define NOC_SAMPLER_LOOP_CLOSED_LOOP_H

#include "design/workload/workload.h"
#include "network/graph/resources.h"
#include "sampler/ports/kernel_choice.h"
#include "sampler/ports/ports.h"
#include "sampler/ports/tally.h"
#include "sampler/ports/trace_schedule.h"

typedef struct noc_closed_loop noc_closed_loop;

/* What runs in it. */
typedef struct noc_loop_load {
    const noc_workload *workload; /* of all kernels, unless the design has one for each; copied */
    const noc_kernel_choice *kernels;
    noc_derating derating;
    uint64_t seed;
    /* of a trace with addresses, which cores ask for in place of all that; borrowed; NULL: there is
     * none */
    const noc_trace_schedule *schedule;
} noc_loop_load;

/* The closed loop of a system that has one. NULL when out of memory. */
noc_closed_loop *noc_closed_loop_new(noc_ports *ports, noc_loop_load load);
void noc_closed_loop_free(noc_closed_loop *loop); /* NULL: nothing */

/* A packet's last flit has come: a reply's to its core, a request's to its memory node. */
void noc_closed_loop_receive(noc_closed_loop *loop, const noc_packet *packet);

/* A cycle of the cores, before engines take packets in; one of the memory nodes, after that. */
void noc_closed_loop_run_cores(noc_closed_loop *loop);
void noc_closed_loop_run_memories(noc_closed_loop *loop);

/* Sums what cores, clusters and DRAMs count into the ports' tally. */
void noc_closed_loop_count(noc_closed_loop *loop);

/* First cycle in which something can happen without packets: the current one, unless a trace's next
 * request is later; UINT64_MAX if it has none left. */
uint64_t noc_closed_loop_quiet_until(const noc_closed_loop *loop);

/* The most packets that there can be at a time. */
uint64_t noc_closed_loop_packets(const noc_closed_loop *loop);

const noc_loop_end *noc_closed_loop_end(const noc_closed_loop *loop);

#endif
