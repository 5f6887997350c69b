/* network/compile/components.h: counts of a system's components, as papers print them (cdx19
 * Table 2). */
#ifndef NOC_NETWORK_COMPILE_COMPONENTS_H
#define NOC_NETWORK_COMPILE_COMPONENTS_H

#include "network/graph/system.h"

/* Crossbars of one shape. */
typedef struct noc_crossbar_count {
    noc_crossbar shape;
    uint64_t count;
} noc_crossbar_count;

/* Components of all physical networks that have some; terminal links are included. */
typedef struct noc_components {
    uint64_t routers;
    uint32_t concentrators; /* number of terminal links that several terminals share */
    /* virtual channels of existing input ports: ports of a switch without a node count; ports
     * for missing neighbours of a mesh's edge routers do not */
    uint64_t vc_buffers;
    /* virtual channels, if every router were a regular one, as papers count */
    double vc_buffers_nominal;
    uint64_t crosspoints;          /* input-output pairs of all crossbars, as built */
    uint64_t links[2];             /* number of short links [0] and of long links [1] */
    noc_crossbar_count *crossbars; /* owned; crossbars sorted by inputs, outputs, crosspoints */
    size_t crossbar_count;
} noc_components;

/* Counts the components. NOC_EFAILED when out of memory. The caller owns the list
 * (noc_components_clear). */
noc_status noc_components_of(const noc_system *system, noc_components *components, noc_diag *diag);
void noc_components_clear(noc_components *components);

/* Name of a crossbar: "10x8"; "5x5/12" if only 12 of the 25 pairs can be connected, as in a half
 * router. */
void noc_crossbar_name(const noc_crossbar *shape, char *text, size_t size);

#endif
