/* analytic/zero_load.h: the latency of a packet that is alone in the network, exact to the
 * cycle. */
#ifndef NOC_ANALYTIC_ZERO_LOAD_H
#define NOC_ANALYTIC_ZERO_LOAD_H

#include "network/graph/system.h"

/* Cycles from the creation of a packet of `flits` flits to the ejection of its last one, over the
 * path that starts with hop `first`: 1 + channels' latencies + routers' stages + (flits - 1) where
 * routers have virtual channels, or more where a buffer is shorter than its credit loop and the
 * packet longer than the buffer. As the kind of its network has it (network_model.h). docs/model.md
 * (1). */
double noc_zero_load_path(const noc_system *system, uint32_t first, unsigned flits);

/* Means over all packets of a class: latency, and routers traversed. NAN without such packets, or
 * memory. */
double noc_zero_load_mean(const noc_system *system, noc_class class);
double noc_routers_mean(const noc_system *system, noc_class class);

/* A reply is created when its request's tail arrives, and enters the network a cycle later.
 * docs/model.md (3). */
enum { NOC_REPLY_WAIT_CYCLES = 1 };

/* Cycles between the latencies of a request and of its reply (traffic.answer_cycles). */
double noc_answer_cycles(const noc_system *system);

/* Zero-load latency, as users call it: round trip (request, reply, the cycle between them, and the
 * pipeline of the node that answers) where there are replies, else packet latency. */
double noc_zero_load_latency(const noc_system *system);

/* Paths whose channels are alike hop by hop, of the same network, kind and latency: they take
 * equally long, whatever buffers and pipelines are. Networks have few such kinds. */
typedef struct noc_path_kind {
    uint32_t first; /* hop of one of them */
    unsigned routers;
    noc_class class;
    double share; /* of the packets of the class */
    uint32_t traffic_class;
} noc_path_kind;

typedef struct noc_path_kinds {
    noc_path_kind *list;
    size_t count;
    /* kind of the way from a hop to the end of its path, by hop */
    uint32_t *ways;
    uint32_t way_count; /* kinds of ways */
} noc_path_kinds;

/* NOC_EFAILED when out of memory. The kinds hold for all systems with the same graph, flows and
 * routes. */
noc_status noc_path_kinds_find(const noc_system *system, noc_path_kinds *kinds);
void noc_path_kinds_clear(noc_path_kinds *kinds);

/* The means, where the kinds are known. */
double noc_path_kinds_latency(const noc_system *system, const noc_path_kinds *kinds,
                              noc_class class);
/* The mean latency of the packets of a class of traffic; NAN without such. */
double noc_path_kinds_of_class(const noc_system *system, const noc_path_kinds *kinds,
                               uint32_t traffic_class);
/* Of that, before a packet's head is sent; NAN: not known under load. */
double noc_path_kinds_unsent(const noc_system *system, const noc_path_kinds *kinds,
                             noc_class class);
double noc_path_kinds_routers(const noc_path_kinds *kinds, noc_class class);
/* The mean cycles until a packet's window is open, or its token there, which is the first part of
 * its path; networks whose packets wait in buffers have none. */
double noc_path_kinds_opening(const noc_system *system, const noc_path_kinds *kinds,
                              noc_class class);

#endif
