/* network/graph/switching.h: kinds of switching in physical networks, and the properties of each.
 *
 * Code outside of a kind's own engine and model does not ask for the kind of a network, but for the
 * property it needs: graph.h has the functions. Networks of several kinds may make up one design,
 * so a property is that of one network, or of any network of a design. */
#ifndef NOC_NETWORK_GRAPH_SWITCHING_H
#define NOC_NETWORK_GRAPH_SWITCHING_H

#include <stdbool.h>

typedef enum noc_switching {
#define NOC_SWITCHING(id, name, keys, channels, limit, silicon, buffers) NOC_SWITCHING_##id,
#include "network/graph/switching.def"
#undef NOC_SWITCHING
    NOC_SWITCHINGS
} noc_switching;

/* The columns of switching.def, but for the keys (switching_keys.h). */
typedef struct noc_switching_facts {
    const char *name; /* name in front of "network" in sentences */
    bool has_channels, has_limit, has_silicon, has_buffers;
} noc_switching_facts;

extern const noc_switching_facts noc_switchings[NOC_SWITCHINGS];

#endif
