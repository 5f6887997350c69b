/* network/compile/compile.h: compiler of a design into a system (network/graph/system.h): graph,
 * flows and routes. */
#ifndef NOC_NETWORK_COMPILE_COMPILE_H
#define NOC_NETWORK_COMPILE_COMPILE_H

#include "network/graph/system.h"

/* Estimated size of a design, and the most memory while the design is compiled and the model
 * answers. */
typedef struct noc_system_size {
    double router_count, flow_count;
    double bytes;       /* bytes of flows, paths, hops, sums over hops, and the model */
    double model_bytes; /* bytes of the model's data on loads and routers, included in `bytes` */
} noc_system_size;

/* Estimates the size of a design all of whose flows are stored (noc_system_compile). */
noc_system_size noc_system_size_of(const noc_design *design);

/* Estimates the size of a design that only the model reads, so flows may be merged
 * (noc_system_compile_kept). */
noc_system_size noc_model_size_of(const noc_design *design);

/* Builds graph, traffic and routes. NOC_EINPUT, with the reason, when the design cannot be
 * built; NOC_EFAILED when out of memory. A design that needs more than the memory limit of a run
 * (base/memory_limit.h) is refused before any allocation. The design must outlive the system.
 * The caller owns *system (noc_system_free). */
noc_status noc_system_compile(const noc_design *design, noc_system **system, noc_diag *diag);

/* Builds a system for a caller that only runs the model: many flows whose paths follow a rule
 * are merged (network/compile/merged_flows.h). Parts kept of earlier designs are used again if
 * they depend on equal settings (design/kept.h): the whole system, or its routes. kept NULL:
 * nothing is kept. A kept system lives at least as long as its caller holds it. */
noc_status noc_system_compile_kept(const noc_design *design, noc_value_cache *kept,
                                   noc_system **system, noc_diag *diag);

/* Builds the system of a design that differs from the design of `system` only in its packet mix:
 * sizes and shares of packets. Graph and routes are borrowed from `system`, which must outlive
 * *mix. NOC_EFAILED when out of memory. The caller owns *mix. */
noc_status noc_system_mix(const noc_system *system, const noc_design *design, noc_system **mix,
                          noc_diag *diag);

#endif
