/* sampler/engines/overlay/circuit.h: the circuits of an overlay, cycle by cycle (network/overlay.h).
 *
 * Within a cycle: windows (and epochs) change, deliveries are told, flits are sent, and only then come packets that are
 * created in it. Flits of a packet that go in one window are sent in one step, since nothing older can come between
 * them; the packet leaves its queue with its tail all the same. Cycles in which nothing happens need not be run. */
#ifndef NOC_SAMPLER_ENGINES_OVERLAY_CIRCUIT_H
#define NOC_SAMPLER_ENGINES_OVERLAY_CIRCUIT_H

#include "network/overlay.h"
#include "sampler/engines/sender_queues.h"

typedef struct noc_overlay_circuit noc_overlay_circuit;

/* What it is built from. Points are copied. */
typedef struct noc_overlay_plan {
    noc_overlay overlay; /* checked (network/overlay_check.h) */
    int memory_nodes, cores;
    const noc_point *memory_at, *core_at;
    int flits_max;     /* of a packet */
    int queue;         /* packets, for normalised weights */
    bool has_receipts; /* a core acknowledges packets (dapper) */
} noc_overlay_plan;

/* NULL when out of memory. An epoch begins in cycle 0. */
noc_overlay_circuit *noc_overlay_circuit_new(const noc_overlay_plan *plan,
                                             noc_sender_queues queues);
void noc_overlay_circuit_free(noc_overlay_circuit *circuit);

/* Whether a memory node reaches a core as the partner of another. */
bool noc_overlay_circuit_reaches(const noc_overlay_circuit *circuit, int memory, int core);

/* A packet was created in cycle `now` and waits in a memory node's queue. */
void noc_overlay_circuit_created(noc_overlay_circuit *circuit, int memory, bool reachable,
                                 uint64_t now);

/* A cycle: what arrives in it, and what is sent. */
void noc_overlay_circuit_arrive(noc_overlay_circuit *circuit, uint64_t now);
void noc_overlay_circuit_send(noc_overlay_circuit *circuit, uint64_t now);

/* The first cycle after `now` in which anything can happen if nothing is created. */
uint64_t noc_overlay_circuit_quiet_until(noc_overlay_circuit *circuit, uint64_t now);

/* The windows of the present epoch, and the flits that a memory node has sent. */
const int *noc_overlay_circuit_windows(const noc_overlay_circuit *circuit);
uint64_t noc_overlay_circuit_flits(const noc_overlay_circuit *circuit, int memory);

#endif
