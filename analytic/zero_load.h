/* analytic/zero_load.h: latency of packets in an idle network, exact to the cycle. */
#ifndef NOC_ANALYTIC_ZERO_LOAD_H
#define NOC_ANALYTIC_ZERO_LOAD_H

#include "base/arena.h"
#include "network/graph/system.h"

/* Cycles from the creation of a packet of `flits` flits to the ejection of its last flit, over the
 * path that starts with hop `first`. For routers with virtual channels: 1 + channel latencies +
 * router stages + (flits - 1), and more if a buffer is shorter than its credit loop and the packet
 * longer than the buffer. Other kinds of networks: network_model.h. docs/model.md (1). */
double noc_zero_load_path(const noc_system *system, uint32_t first, unsigned flits);

/* Means over all packets of a class: latency in cycles, and number of routers. NAN without packets,
 * or when out of memory. */
double noc_mean_idle_latency(const noc_system *system, noc_class class);
double noc_mean_routers(const noc_system *system, noc_class class);

/* Cycles between the arrival of a request's tail, when its reply is created, and the cycle in which
 * the reply enters the network. docs/model.md (3). */
enum { NOC_REPLY_WAIT_CYCLES = 1 };

/* Cycles between the latencies of a request and of its reply (traffic.answer_cycles). */
double noc_answer_cycles(const noc_system *system);

/* Zero-load latency, as users see it: cycles of a round trip (request, reply, the cycle between
 * both, and the pipeline of the answering node) where there are replies, else packet latency. */
double noc_zero_load_latency(const noc_system *system);

/* Kind of paths: paths whose channels have equal networks, kinds and latencies hop by hop, and so
 * equal cycles at any buffers and pipelines. Most networks have few kinds. */
typedef struct noc_path_kind {
    uint32_t first; /* first hop of one of the paths */
    unsigned routers;
    noc_class class;
    double share; /* share of the class's packets on these paths */
    uint32_t traffic_class;
} noc_path_kind;

typedef struct noc_path_kinds {
    noc_path_kind *list;
    size_t count;
    uint32_t *hop_kind;      /* [hop]: kind of the part of a path from the hop to its end */
    uint32_t hop_kind_count; /* number of such kinds */
} noc_path_kinds;

/* Finds the kinds of paths, which are equal for all systems with equal graphs, flows and routes.
 * Lists are the arena's. NOC_EFAILED when out of memory. */
noc_status noc_path_kinds_find(const noc_system *system, noc_arena *arena, noc_path_kinds *kinds);

/* Mean zero-load latency of a class, cycles; NAN without packets. */
double noc_path_kinds_latency(const noc_system *system, const noc_path_kinds *kinds,
                              noc_class class);
/* Mean zero-load latency of a class of traffic, cycles; NAN without packets. */
double noc_class_idle_latency(const noc_system *system, const noc_path_kinds *kinds,
                              uint32_t traffic_class);
/* Mean cycles before a packet's head is sent; 0 without packets; NAN: unknown under load. */
double noc_path_kinds_send_delay(const noc_system *system, const noc_path_kinds *kinds,
                                 noc_class class);
/* Mean number of routers of a class's paths; NAN without packets. */
double noc_path_kinds_routers(const noc_path_kinds *kinds, noc_class class);
/* Mean cycles until a packet's window opens, or its token arrives: the first part of its latency. 0
 * for networks whose packets wait in buffers. */
double noc_path_kinds_opening(const noc_system *system, const noc_path_kinds *kinds,
                              noc_class class);

#endif
