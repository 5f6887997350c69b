/* Drawn with the packet's path: what channels have that nobody chooses among. */
#include "network/kinds/choices.h"

const noc_channel_choice_kind noc_channel_choice_random = {
    .name = "random",
    .summary = "any, drawn for each packet",
    .source = "",
    .of_ports = true,
    .spread = NOC_SPREAD_AT_RANDOM,
};
