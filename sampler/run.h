/* sampler/run.h: run of a system: cycle-by-cycle simulation of its networks, with the sources and
 * sinks of packets.
 *
 * A run consists of the ports of the terminals, an engine for each switching kind of the design
 * (sampler/engines/engine.h), and either sources or the cores and memory nodes of a closed loop.
 * Only this module knows all of these parts. No memory is allocated while cycles run; between
 * cycles the packet pool may grow. */
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

/* Load of a run: the origin of its packets. */
typedef struct noc_load {
    /* Bernoulli sources: packets per cycle of each injecting node; 0: no Bernoulli sources */
    double packets_per_cycle;
    uint64_t seed;                /* seed; each node has a random stream derived from it */
    const noc_workload *workload; /* closed loop: workload of the cores; NULL: open loop */
    /* trace with the packets, or with addresses the requests of the cores; borrowed; NULL: no
     * trace */
    const noc_trace_schedule *schedule;
    noc_derating derating; /* resources that are derated (network/graph/resources.h) */
    const noc_kernel_choice *kernel_choice; /* kernels to run; NULL: all kernels of the design */
    bool counts_flows;                      /* finished packets are also counted by flow */
    /* packets come from eager terminals only (sources/eager.h) */
    bool is_eager;
    /* run of the same system and kind of load; lends its constant data and outlives the
     * borrower; NULL: none */
    const noc_run *lender;
} noc_load;

/* Approximate memory of the runs of a system. */
typedef struct noc_run_memory {
    double run_bytes;    /* bytes of each run */
    double shared_bytes; /* bytes shared by runs of the same kind of load */
} noc_run_memory;

/* Estimates the memory of runs with a load. */
noc_run_memory noc_run_memory_find(const noc_system *system, const noc_load *load);

/* Makes a run of a system, which must outlive the run. NULL when out of memory. noc_run_free
 * accepts NULL. */
noc_run *noc_run_new(const noc_system *system, noc_load load);
void noc_run_free(noc_run *run);

/* Advances a run by `cycles` cycles. `skips_idle`: cycles without events (noc_run_next_event) are
 * skipped; results are bit-identical either way. NOC_EFAILED when out of memory, when a streamed
 * trace has an error, or when the networks are stuck: no flit moved for NOC_STUCK_CYCLES while
 * flits were in a network. noc_run_explain states the reason. */
noc_status noc_run_cycles(noc_run *run, uint64_t cycles, bool skips_idle);

/* Finds the next cycle with an event. The result is the current cycle in a closed loop of warps,
 * while packets or credits are in networks of routers, while an ideal network is over its limit,
 * and while a core of a trace with addresses waits. Otherwise the result is the cycle in which a
 * waiting packet moves or the next packet is created; UINT64_MAX: none. */
uint64_t noc_run_next_event(const noc_run *run);

/* Advances by `cycles` cycles without events: at most to noc_run_next_event. */
void noc_run_skip(noc_run *run, uint64_t cycles);

/* Number of the next cycle: cycles run so far, skipped ones included. */
uint64_t noc_run_current_cycle(const noc_run *run);

/* cycles without a moved flit after which networks are stuck; longer where networks have periods
 * or nodes have request pipelines */
enum { NOC_STUCK_CYCLES = 4096 };

/* Adds the reason of a failure of noc_run_cycles to `diag`; for stuck networks with the channels of
 * the deadlock cycle, if there is one. */
void noc_run_explain(const noc_run *run, noc_diag *diag);

/* Counts of a run so far; the run owns the tally. */
const noc_tally *noc_run_tally(const noc_run *run);

/* Latencies of a trace's packets by class and phase; NULL: no trace, or a trace with addresses. */
const noc_trace_tally *noc_run_trace_tally(const noc_run *run);

/* Finds the flits of a class that a channel has carried, modulo 2^32. */
uint32_t noc_run_channel_flits(const noc_run *run, uint32_t channel, noc_class class);

/* Latencies of all packets delivered so far, cycles; with replies the round trips. */
const noc_sketch *noc_run_sketch(const noc_run *run);
const noc_recent_latencies *noc_run_recent(const noc_run *run); /* last values of noc_run_sketch */

/* Latencies of packets of a class of traffic, cycles; NULL: there is one class. */
const noc_sketch *noc_run_class_sketch(const noc_run *run, uint32_t class);

/* [terminal]: tally of finished transactions (noc_owner_tally). */
const noc_owner_tally *noc_run_terminal_tallies(const noc_run *run);

/* [flow]: tally of finished transactions; a transaction with a reply counts for the flow of the
 * reply. NULL: not requested (noc_load). */
const noc_owner_tally *noc_run_flow_tallies(const noc_run *run);

/* Counts the packets of all sources, by class, that are created but not yet in a network; a
 * growing number means saturation. Waiting packets of a Bernoulli source are derived from the
 * age of the source; packets of traffic classes count as packets of mean length. */
double noc_run_backlog(const noc_run *run, noc_class class);

/* End of the kernels, of a trace with addresses (with the last answer to a core), or of a batch
 * (with the last packet). NULL: none of these. */
const noc_loop_end *noc_run_end(const noc_run *run);

/* Checks the conservation laws: flits injected = ejected + inside the networks, and the laws of
 * each engine. NOC_EFAILED, with the law, if one is violated: a fault of the program. */
noc_status noc_run_check(const noc_run *run, noc_diag *diag);

#endif
