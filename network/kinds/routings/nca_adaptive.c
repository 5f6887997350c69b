/* Nearest common ancestor, adaptive: up over the link that is free first, or over the less used of
 * two drawn links, by the topology's rule; then down. */
#include "network/kinds/kinds.h"

const noc_routing_kind noc_routing_nca_adaptive = {
    .name = "nca-adaptive",
    .summary = "up over the link with most free credits at each router, then down",
    .source = "BookSim 2.0: anca",
    .served_layouts = NOC_LAYOUT_TREE,
    .vc_sets = 1,
    .choice = NOC_CHOICE_ALLOCATOR,
};
