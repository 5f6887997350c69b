/* network/graph/switching.h: kinds of switching of physical networks, and their properties.
 *
 * Code outside of a kind's engine and model tests a property of a network, not its kind, by the
 * functions of graph.h. A design may have networks of several kinds, so a
 * property is that of one network, or of any network of a design. */
#ifndef NOC_NETWORK_GRAPH_SWITCHING_H
#define NOC_NETWORK_GRAPH_SWITCHING_H

#include <stdbool.h>

typedef enum noc_switching {
#define NOC_SWITCHING(id, name, keys, channels, limit, silicon, buffers) NOC_SWITCHING_##id,
#include "network/graph/switching.def"
#undef NOC_SWITCHING
    NOC_SWITCHINGS
} noc_switching;

/* Columns of switching.def, without the keys (switching_keys.h). */
typedef struct noc_switching_facts {
    const char *name; /* name before the word "network" in messages */
    bool has_channels, has_limit, has_silicon, has_buffers;
} noc_switching_facts;

extern const noc_switching_facts noc_switchings[NOC_SWITCHINGS];

#endif
