/* network/compile/components.h: counts of a system's components, as in papers (cdx19 Table 2). */
#ifndef NOC_NETWORK_COMPILE_COMPONENTS_H
#define NOC_NETWORK_COMPILE_COMPONENTS_H

#include "network/graph/system.h"

/* Crossbars of one shape. */
typedef struct noc_crossbar_count {
    noc_crossbar shape;
    uint64_t count;
} noc_crossbar_count;

/* Components of all physical networks that have any, terminal links included. */
typedef struct noc_components {
    uint64_t routers;
    uint32_t concentrators; /* terminal links that several terminals share */
    /* virtual channels of existing input ports: ports of a switch without a node count, ports that
     * a mesh's edge routers would need for neighbours do not */
    uint64_t vc_buffers;
    /* virtual channels counted as in papers: every router a regular one */
    double vc_buffers_nominal;
    uint64_t crosspoints;          /* input-output pairs of all crossbars, as built */
    uint64_t links[2];             /* links, short and long */
    noc_crossbar_count *crossbars; /* crossbars in the order of inputs, outputs, crosspoints */
    size_t crossbar_count;
} noc_components;

/* Counts the components. NOC_EFAILED when out of memory. The caller owns the list
 * (noc_components_clear). */
noc_status noc_components_of(const noc_system *system, noc_components *components, noc_diag *diag);
void noc_components_clear(noc_components *components);

/* Name of a crossbar: "10x8"; with fewer crosspoints than pairs, as in a half router, "5x5/12". */
void noc_crossbar_name(const noc_crossbar *shape, char *text, size_t size);

#endif
