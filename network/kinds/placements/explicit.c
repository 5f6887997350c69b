/* Placement "explicit": memory nodes on the tiles of nodes.memory_at. */
#include "network/kinds/kinds.h"

const noc_placement_kind noc_placement_explicit = {
    .name = "explicit",
    .summary = "the tiles that nodes.memory_at names",
    .source = "",
    .place_nodes = NULL,
};
