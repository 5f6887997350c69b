/* Nearest common ancestor: up to a router whose sub-tree has the destination, over a link drawn at
 * each router, then down. Paths up and then down close no circle. */
#include "network/kinds/kinds.h"

const noc_routing_kind noc_routing_nca = {
    .name = "nca",
    .summary = "up over links drawn at random to a router above both nodes, then down",
    .source = "BookSim 2.0: nca",
    .served_layouts = NOC_LAYOUT_TREE,
    .vc_sets = 1,
};
