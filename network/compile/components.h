/* network/compile/components.h: what a system is made of, counted, as papers count it (cdx19 Table
 * 2). */
#ifndef NOC_NETWORK_COMPILE_COMPONENTS_H
#define NOC_NETWORK_COMPILE_COMPONENTS_H

#include "network/graph/system.h"

/* Crossbars of one shape. */
typedef struct noc_crossbar_count {
    noc_crossbar shape;
    uint64_t count;
} noc_crossbar_count;

/* Over all physical networks that are built of anything, terminal links included. */
typedef struct noc_components {
    uint64_t routers;
    uint32_t concentrators; /* terminal links that several terminals share */
    /* at the input ports that there are: those of a switch without a node count, those that a
     * mesh's edge routers would need for neighbours do not */
    uint64_t vc_buffers;
    double vc_buffers_nominal;     /* as papers count them: every router a regular one */
    uint64_t crosspoints;          /* input-output pairs of all crossbars, as they are built */
    uint64_t links[2];             /* short, long */
    noc_crossbar_count *crossbars; /* by inputs, outputs, crosspoints */
    size_t crossbar_count;
} noc_components;

/* NOC_EFAILED when out of memory. The caller owns the list (noc_components_clear). */
noc_status noc_components_of(const noc_system *system, noc_components *components, noc_diag *diag);
void noc_components_clear(noc_components *components);

/* "10x8"; of a crossbar with fewer crosspoints than pairs, as in a half router: "5x5/12". */
void noc_crossbar_name(const noc_crossbar *shape, char *text, size_t size);

#endif
