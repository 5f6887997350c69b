/* Rule "random": a slice drawn with the packet's path. */
#include "network/kinds/choices.h"

const noc_slice_choice_kind noc_slice_choice_random = {
    .name = "random",
    .summary = "any slice, drawn for each packet",
    .source = "te13 4.4",
    .spread_rule = NOC_SPREAD_AT_RANDOM,
    .blocking_factor = 1.0,
};
