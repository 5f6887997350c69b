/* Rule "random": a slice drawn with the packet's path. */
#include "network/kinds/choices.h"

const noc_slice_choice_kind noc_slice_choice_random = {
    .name = "random",
    .summary = "any slice, drawn for each packet",
    .source = "te13 4.4",
    .spread = NOC_SPREAD_AT_RANDOM,
    .blocking = 1.0,
};
