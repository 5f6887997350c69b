/* Channel drawn with the packet's path: the default, where no choice is set. */
#include "network/kinds/choices.h"

const noc_channel_choice_kind noc_channel_choice_random = {
    .name = "random",
    .summary = "any, drawn for each packet",
    .source = "",
    .of_ports = true,
    .spread = NOC_SPREAD_AT_RANDOM,
};
