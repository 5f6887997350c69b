/* network/compile/compile.h: compiles a design into the system that readers are given. */
#ifndef NOC_NETWORK_COMPILE_COMPILE_H
#define NOC_NETWORK_COMPILE_COMPILE_H

#include "network/graph/system.h"

/* Estimates of the most memory for a design while it is compiled, and while the model answers. */
typedef struct noc_system_size {
    double routers, flows;
    double bytes;       /* bytes of flows, paths, hops, sums over hops, and the model */
    double model_bytes; /* part of `bytes` for the model's data on loads and routers */
} noc_system_size;

noc_system_size noc_system_size_of(const noc_design *design);

/* Estimates for a design that only the model reads (noc_system_compile_kept). */
noc_system_size noc_model_size_of(const noc_design *design);

/* Builds graph, traffic and routes. NOC_EINPUT when the design cannot be built (with the reason),
 * NOC_EFAILED when out of memory: a design that alone would need more than the limit of a run
 * (base/memory_limit.h) is refused before anything is allocated. The design must outlive the
 * system. The caller owns *system (noc_system_free). */
noc_status noc_system_compile(const noc_design *design, noc_system **system, noc_diag *diag);

/* Builds a system for a reader that asks for the model's figures alone: many flows whose ways
 * follow a rule are merged (network/compile/merged_flows.h). Values kept of earlier designs are
 * used again, as far as stages read the same settings of this design (design/kept.h): the whole
 * system, or its routes; NULL: nothing is kept. A kept system lasts as long as its caller has
 * it. */
noc_status noc_system_compile_kept(const noc_design *design, noc_kept *kept, noc_system **system,
                                   noc_diag *diag);

/* Builds the system of `design`, which differs from that of `system` in sizes and shares of packets
 * alone: graph and routes are lent by `system`, which must outlive it. NOC_EFAILED when out of
 * memory. The caller owns *mix. */
noc_status noc_system_mix(const noc_system *system, const noc_design *design, noc_system **mix,
                          noc_diag *diag);

#endif
