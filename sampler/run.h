/* sampler/run.h: a run of a system: its networks simulated cycle by cycle, with the sources and
 * sinks of their packets.
 *
 * A run has the ports of the terminals, an engine for each switching kind of the design
 * (sampler/engines/engine.h), and beside them sources, or the cores and memory nodes of a closed
 * loop. It is the only module that knows all of these. While cycles run nothing is allocated;
 * between them the pool of packets may grow. */
#ifndef NOC_SAMPLER_RUN_H
#define NOC_SAMPLER_RUN_H

#include <stdint.h>

#include "base/recent.h"
#include "base/sketch.h"
#include "network/graph/resources.h"
#include "network/graph/system.h"
#include "sampler/ports/kernel_choice.h"
#include "sampler/ports/tally.h"
#include "sampler/ports/trace_schedule.h"
#include "sampler/sources/trace_tally.h"

typedef struct noc_run noc_run;

/* Origin of a run's packets. */
typedef struct noc_load {
    /* packets per cycle of each injecting node, Bernoulli; 0: only packets placed by hand */
    double packets_per_cycle;
    uint64_t seed;                /* seed; every node has a stream derived from it */
    const noc_workload *workload; /* closed loop: workload of the cores; NULL: open loop */
    /* trace whose packets are created instead, or asked for by cores where it has addresses;
     * borrowed; NULL: no trace */
    const noc_trace_schedule *schedule;
    noc_derating derating;            /* resources that are derated (network/graph/resources.h) */
    const noc_kernel_choice *kernels; /* kernels that run; NULL: all, as the design has them */
    bool by_flow;                     /* finished packets are counted by flow, too */
    bool eager; /* only packets by the design's traffic.batch and traffic.outstanding */
    /* run of the same system and kind of load, which outlives the use of this one and lends its
     * constant data; NULL: none */
    const noc_run *like;
} noc_load;

/* Bytes that runs of a system allocate, approximately. */
typedef struct noc_run_memory {
    double own;    /* bytes of each run */
    double shared; /* bytes shared by like runs */
} noc_run_memory;

noc_run_memory noc_run_memory_of(const noc_system *system, const noc_load *load);

/* Makes a run of a system, which must outlive it. NULL when out of memory. noc_run_free accepts
 * NULL. */
noc_run *noc_run_new(const noc_system *system, noc_load load);
void noc_run_free(noc_run *run);

/* Runs `cycles` cycles. NOC_EFAILED when out of memory, or when the networks are stuck: no flit has
 * moved for NOC_STUCK_CYCLES while flits were under way (noc_run_explain gives the reason).
 * `skips`: idle cycles are skipped up to the next creation of a packet; where packets wait only for
 * windows, lines and tokens, cycles in which none of them moves are skipped, too. Results are
 * equal, bit by bit, with and without `skips`. */
noc_status noc_run_cycles(noc_run *run, uint64_t cycles, bool skips);

/* First cycle in which something can happen: the current one while packets are in networks of
 * routers, or credits or debts of an ideal network are under way, or a core of a trace with
 * addresses waits, and always in a closed loop of warps; else the cycle in which a waiting packet
 * moves, or the next one is created; UINT64_MAX: none. */
uint64_t noc_run_quiet_until(const noc_run *run);

/* Advances by `cycles` cycles in which nothing happens: at most to noc_run_quiet_until. */
void noc_run_skip(noc_run *run, uint64_t cycles);

/* Cycles run so far, skipped ones included: number of the next cycle. */
uint64_t noc_run_now(const noc_run *run);

enum { NOC_STUCK_CYCLES = 4096 }; /* more where networks have windows */

/* Adds the reason of a failure of noc_run_cycles. For stuck networks it names the channels that
 * wait for each other in a circle. */
void noc_run_explain(const noc_run *run, noc_diag *diag);

const noc_tally *noc_run_tally(const noc_run *run);

/* Latencies of a trace's packets by class and phase; NULL: no trace, or a trace with addresses. */
const noc_trace_tally *noc_run_trace_tally(const noc_run *run);

/* Flits of a class that a channel has carried, modulo 2^32. */
uint32_t noc_run_channel_flits(const noc_run *run, uint32_t channel, noc_class class);

/* Round trips where there are replies, else packet latencies, of all packets delivered so far,
 * cycles. */
const noc_sketch *noc_run_sketch(const noc_run *run);
const noc_recent *noc_run_recent(const noc_run *run); /* last values of noc_run_sketch */

/* Latencies of packets of a class of traffic, cycles; NULL: there is one class. */
const noc_sketch *noc_run_class_sketch(const noc_run *run, uint32_t class);

/* Finished packets of each terminal. */
const noc_owner_tally *noc_run_owners(const noc_run *run);

/* Finished packets of each flow: with replies a transaction counts for its reply's flow. NULL: not
 * asked for (noc_load). */
const noc_owner_tally *noc_run_flows(const noc_run *run);

/* Packets created but not yet in a network, of all sources, by class: a growing number means that
 * the networks are saturated. Waiting packets of a Bernoulli source are counted by the source's
 * age, packets of classes of traffic as packets of mean length. */
double noc_run_backlog(const noc_run *run, noc_class class);

/* End of the kernels, or of a trace with addresses: with the last answer to a core; or of a batch:
 * with the last packet. NULL: none of these. */
const noc_loop_end *noc_run_end(const noc_run *run);

/* Checks the conservation laws: flits injected = ejected + inside the networks, and those of each
 * engine. Returns NOC_OK, or NOC_EFAILED with the violated law: a fault of the program. */
noc_status noc_run_check(const noc_run *run, noc_diag *diag);

#endif
