/* analytic/zero_load.h: the latency of a packet that is alone in the network, exact to the
 * cycle. */
#ifndef NOC_ANALYTIC_ZERO_LOAD_H
#define NOC_ANALYTIC_ZERO_LOAD_H

#include "network/graph/system.h"

/* Cycles from the creation of a packet of `flits` flits to the ejection of its last flit, over the
 * path that starts with hop `first`: 1 + channels' latencies + routers' stages + (flits - 1) where
 * routers have virtual channels; more where a buffer is shorter than its credit loop and the
 * packet longer than the buffer. Other kinds of networks: network_model.h. docs/model.md (1). */
double noc_zero_load_path(const noc_system *system, uint32_t first, unsigned flits);

/* Means over all packets of a class: latency in cycles, and routers traversed. NAN without
 * packets, or when out of memory. */
double noc_zero_load_mean(const noc_system *system, noc_class class);
double noc_routers_mean(const noc_system *system, noc_class class);

/* A reply is created when its request's tail arrives, and enters the network a cycle later.
 * docs/model.md (3). */
enum { NOC_REPLY_WAIT_CYCLES = 1 };

/* Cycles between the latencies of a request and of its reply (traffic.answer_cycles). */
double noc_answer_cycles(const noc_system *system);

/* Zero-load latency, as users call it: cycles of a round trip (request, reply, the cycle between
 * them, and the pipeline of the node that answers) where there are replies, else packet latency. */
double noc_zero_load_latency(const noc_system *system);

/* Paths whose channels are alike hop by hop, of the same network, kind and latency: equal in
 * cycles, whatever buffers and pipelines are. Networks have few such kinds. */
typedef struct noc_path_kind {
    uint32_t first; /* first hop of one of the paths */
    unsigned routers;
    noc_class class;
    double share; /* share of the class's packets that follow such a path */
    uint32_t traffic_class;
} noc_path_kind;

typedef struct noc_path_kinds {
    noc_path_kind *list;
    size_t count;
    /* [hop]: kind of the way from the hop to the end of its path */
    uint32_t *ways;
    uint32_t way_count; /* kinds of ways */
} noc_path_kinds;

/* Finds the kinds of paths, which hold for all systems with the same graph, flows and routes.
 * NOC_EFAILED when out of memory. */
noc_status noc_path_kinds_find(const noc_system *system, noc_path_kinds *kinds);
void noc_path_kinds_clear(noc_path_kinds *kinds);

/* Mean zero-load latency of a class, cycles, where the kinds are known. */
double noc_path_kinds_latency(const noc_system *system, const noc_path_kinds *kinds,
                              noc_class class);
/* Mean zero-load latency of a class of traffic, cycles; NAN without packets. */
double noc_path_kinds_of_class(const noc_system *system, const noc_path_kinds *kinds,
                               uint32_t traffic_class);
/* Part of the mean latency before a packet's head is sent, cycles; NAN: not known under load. */
double noc_path_kinds_unsent(const noc_system *system, const noc_path_kinds *kinds,
                             noc_class class);
double noc_path_kinds_routers(const noc_path_kinds *kinds, noc_class class);
/* Mean cycles until a packet's window is open, or its token there: the first part of its path. 0
 * for networks whose packets wait in buffers. */
double noc_path_kinds_opening(const noc_system *system, const noc_path_kinds *kinds,
                              noc_class class);

#endif
