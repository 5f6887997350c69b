/* Rule "anti-smart": an empty port, else a port whose last packet left in another direction. */
#include "network/kinds/choices.h"

const noc_channel_choice_kind noc_channel_choice_anti_smart = {
    .name = "anti-smart",
    .summary = "an empty one, else the one whose last packet left in another direction",
    .source = "te13 4.3.1",
    .has_ports = true,
    .spread_rule = NOC_SPREAD_TO_EMPTY,
};
