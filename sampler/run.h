/* sampler/run.h: a run of a system: its networks simulated cycle by cycle, with what sends into
 * them and takes from them.
 *
 * A run has the ports of the terminals, an engine for each switching kind of the design
 * (sampler/engines/engine.h), and beside them sources, or the cores and memory nodes of a closed
 * loop. It is the only one that knows all of these. Nothing is allocated while cycles run, but for
 * the pool of packets between them. */
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

/* How packets come into being. */
typedef struct noc_load {
    double
        packets_per_cycle; /* of each injecting node, Bernoulli; 0: none but those placed by hand */
    uint64_t seed;         /* every node has a stream of its own, derived from it */
    const noc_workload *workload; /* closed loop: what the cores run; NULL: open loop */
    /* trace whose packets are created instead, or asked for by cores where it has addresses;
     * borrowed; NULL: no trace */
    const noc_trace_schedule *schedule;
    noc_derating derating; /* resources that there is less of (network/graph/resources.h) */
    const noc_kernel_choice *kernels; /* kernels that run; NULL: all, as the design has them */
    bool by_flow;                     /* packets that are done are counted by flow, too */
    bool eager; /* packets by the design's traffic.batch and traffic.outstanding, no others */
    /* run of the same system and kind of load, which outlives the use of this one and lends it what
     * never changes in a run; NULL: there is none */
    const noc_run *like;
} noc_load;

/* Bytes that runs of a system allocate, about. */
typedef struct noc_run_memory {
    double own;    /* bytes of each run */
    double shared; /* bytes that like runs share */
} noc_run_memory;

noc_run_memory noc_run_memory_of(const noc_system *system, const noc_load *load);

/* NULL when out of memory. The system must outlive the run. noc_run_free takes NULL. */
noc_run *noc_run_new(const noc_system *system, noc_load load);
void noc_run_free(noc_run *run);

/* Runs so many cycles. NOC_EFAILED when out of memory, or when the networks are stuck: no flit has
 * moved for NOC_STUCK_CYCLES while there were some under way (noc_run_explain tells which). With
 * `skips` idle time takes no time, up to where the next packet is created; where packets wait for
 * windows, lines and tokens only, nor do the cycles in which none of them moves. Without, every
 * cycle is run, and all comes to the same, bit by bit. */
noc_status noc_run_cycles(noc_run *run, uint64_t cycles, bool skips);

/* First cycle in which something can happen: the current one while packets are in networks of
 * routers, or credits or debts of an ideal network under way, or a core of a trace with addresses
 * waits, and always in a closed loop of warps; else
 * that in which a packet that waits moves, or the next one is created; UINT64_MAX if there is
 * none. */
uint64_t noc_run_quiet_until(const noc_run *run);

/* Goes on by so many cycles in which nothing happens: at most to noc_run_quiet_until. */
void noc_run_skip(noc_run *run, uint64_t cycles);

/* Cycles run so far, skipped ones among them: the cycle that comes next. */
uint64_t noc_run_now(const noc_run *run);

enum { NOC_STUCK_CYCLES = 4096 }; /* and more where networks have windows */

/* After cycles that failed: adds the reason. For stuck networks that names the channels that wait
 * for each other in a circle. */
void noc_run_explain(const noc_run *run, noc_diag *diag);

const noc_tally *noc_run_tally(const noc_run *run);

/* Latencies of a trace's packets by class and phase; NULL: no trace, or one with addresses. */
const noc_trace_tally *noc_run_trace_tally(const noc_run *run);

/* Flits of a class that a channel has carried, modulo 2^32. */
uint32_t noc_run_channel_flits(const noc_run *run, uint32_t channel, noc_class class);

/* Round trips where there are replies, else packet latencies, of all packets delivered so far. */
const noc_sketch *noc_run_sketch(const noc_run *run);
const noc_recent *noc_run_recent(const noc_run *run); /* the last of them */

/* Latencies of packets of a class of traffic; NULL where there is one class. */
const noc_sketch *noc_run_class_sketch(const noc_run *run, uint32_t class);

/* Packets that each terminal created and that are done. */
const noc_owner_tally *noc_run_owners(const noc_run *run);

/* The same by flow: with replies a transaction is its reply's. NULL: nobody asked (noc_load). */
const noc_owner_tally *noc_run_flows(const noc_run *run);

/* Packets created but not yet in a network, of all sources, by class: a growing number means that
 * the networks are saturated. Waiting packets of a Bernoulli source are counted by the source's
 * age, those of classes of traffic as packets of mean length. */
double noc_run_backlog(const noc_run *run, noc_class class);

/* How its kernels have ended, or a trace with addresses: with the last answer to a core; or a
 * batch: with the last packet. NULL if there is nothing of the kind. */
const noc_loop_end *noc_run_end(const noc_run *run);

/* Checks the conservation laws: flits injected = ejected + inside the networks, and those of each
 * engine. Returns NOC_OK, or NOC_EFAILED with what is violated: a fault of the program. */
noc_status noc_run_check(const noc_run *run, noc_diag *diag);

#endif
