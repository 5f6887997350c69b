/* Minimal routing of a dragonfly, the single shortest path: to the router with the link to the
 * destination's group, over this link, then to the destination. */
#include "network/kinds/kinds.h"

const noc_routing_kind noc_routing_minimal = {
    .name = "minimal",
    .summary = "of a dragonfly: over the link between both groups",
    .source = "Kim et al. 2008; BookSim 2.0: min",
    .served_layouts = NOC_LAYOUT_DRAGONFLY,
    .vc_sets = 2,
};
