/* Rule "smart": an empty port, else a port whose last packet left in the packet's direction. */
#include "network/kinds/choices.h"

const noc_channel_choice_kind noc_channel_choice_smart = {
    .name = "smart",
    .summary = "an empty one, else the one whose last packet left in the same direction",
    .source = "te13 4.3.1",
    .has_ports = true,
    .spread_rule = NOC_SPREAD_TO_EMPTY,
};
