/* sampler/vc_engine.h: cycle-accurate network of input-queued virtual-channel routers.
 *
 * One engine runs all physical networks of a system together. A router's cycle is: flits and credits
 * arrive; heads that finished route computation (R cycles) ask for a virtual channel; packets that
 * have one ask for the switch, flit by flit; a granted flit is on its channel X cycles later and at the
 * next router after the channel's latency and one cycle more. Ejection channels have buffers and
 * credits like any other. Timing follows BookSim 2.0's input-queued router with its delays at 0 or 1,
 * so that a packet of F flits over H routers takes 3 + H*stages + (H-1)*channel + (F-1) cycles when it
 * is alone. The engine allocates nothing while it runs, but for the packet pool between cycles. */
#ifndef NOC_SAMPLER_VC_ENGINE_H
#define NOC_SAMPLER_VC_ENGINE_H

#include <stdint.h>

#include "network/resources.h"
#include "network/system.h"
#include "sampler/playlist.h"
#include "sampler/recent.h"
#include "sampler/sketch.h"
#include "sampler/tally.h"

typedef struct noc_engine noc_engine;

/* How packets come into being. */
typedef struct noc_load {
    double
        packets_per_cycle; /* of each injecting node, Bernoulli; 0: none but those placed by hand */
    uint64_t seed;         /* every node has a stream of its own, derived from it */
    const noc_workload *workload; /* closed loop: what the cores run; NULL: open loop */
    const noc_playlist *playlist; /* what is created instead; borrowed; NULL: by the two above */
    noc_derating derating;        /* of which kinds there is less (network/resources.h) */
} noc_load;

/* NULL when out of memory. The system must outlive the engine. */
noc_engine *noc_engine_new(const noc_system *system, noc_load load);
void noc_engine_free(noc_engine *engine);

/* Runs so many cycles. NOC_EFAILED when out of memory, or when the network is stuck: no flit has moved for
 * NOC_STUCK_CYCLES while there were some under way (noc_engine_explain tells which). Idle time takes no time: the
 * engine skips to where the next packet is created. */
noc_status noc_engine_run(noc_engine *engine, uint64_t cycles);

/* The same, without skipping: what a run has to amount to, bit by bit. */
noc_status noc_engine_step(noc_engine *engine, uint64_t cycles);

/* First cycle in which something can happen: the current one while packets, credits or debts of an ideal network are
 * under way, and always in a closed loop; else that of the next packet's creation, UINT64_MAX if there is none. */
uint64_t noc_engine_quiet_until(const noc_engine *engine);

/* Goes on by so many cycles in which nothing happens: at most to noc_engine_quiet_until. */
void noc_engine_skip(noc_engine *engine, uint64_t cycles);

/* Cycles run so far, skipped ones among them: the cycle that comes next. */
uint64_t noc_engine_now(const noc_engine *engine);

enum { NOC_STUCK_CYCLES = 4096 };

/* After a failed run: adds the reason. For a stuck network that names the channels that wait for each
 * other in a circle. */
void noc_engine_explain(const noc_engine *engine, noc_diag *diag);

const noc_tally *noc_engine_tally(const noc_engine *engine);

/* Flits of a class that a channel has carried, modulo 2^32. */
uint32_t noc_engine_channel_flits(const noc_engine *engine, uint32_t channel, noc_class class);

/* Round trips where there are replies, else packet latencies, of all packets delivered so far. */
const noc_sketch *noc_engine_sketch(const noc_engine *engine);
const noc_recent *noc_engine_recent(const noc_engine *engine); /* the last of them */

/* Packets created but not yet in the network, of all sources, by class: a growing number means that
 * the network is saturated. Waiting packets of a Bernoulli source are counted by the source's age. */
double noc_engine_backlog(const noc_engine *engine, noc_class class);

/* Places one packet at its source, to be injected from now on; with packets_per_cycle = 0 it is alone.
 * `type` is a packet type of the flow's class. NOC_EFAILED when out of memory. */
noc_status noc_engine_place(noc_engine *engine, size_t flow, int type);

/* Checks the conservation laws: flits injected = ejected + buffered + on channels; for each virtual
 * channel credits held + credits and flits under way + flits buffered = its depth. Returns NOC_OK, or
 * NOC_EFAILED with what is violated: a fault of the program. */
noc_status noc_engine_check(const noc_engine *engine, noc_diag *diag);

#endif
