/* network/graph/switching.h: how physical networks move flits, and what readers have to know of
 * each kind.
 *
 * Outside of a kind's own engine and model nobody asks which kind a network is of, but what it
 * wants to know about it: graph.h has the questions. Networks of several kinds may make up one
 * design, so a question is about one network, or about whether any network of a design is such. */
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
    const char *name; /* before "network" in sentences */
    bool has_channels, has_limit, has_silicon, has_buffers;
} noc_switching_facts;

extern const noc_switching_facts noc_switchings[NOC_SWITCHINGS];

#endif
