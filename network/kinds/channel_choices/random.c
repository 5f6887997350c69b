/* Rule "random": a channel drawn with the packet's path. Default where no rule is set. */
#include "network/kinds/choices.h"

const noc_channel_choice_kind noc_channel_choice_random = {
    .name = "random",
    .summary = "any, drawn for each packet",
    .source = "",
    .has_ports = true,
    .spread_rule = NOC_SPREAD_AT_RANDOM,
};
