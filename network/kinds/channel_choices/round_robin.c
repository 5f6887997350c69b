/* Rule "round-robin": channels in turn, busy or not. */
#include "network/kinds/choices.h"

const noc_channel_choice_kind noc_channel_choice_round_robin = {
    .name = "round-robin",
    .summary = "one after the other, whatever is busy",
    .source = "te13 4.3.1; cdx19 3.3",
    .has_ports = true,
    .has_links = true,
    .spread_rule = NOC_SPREAD_IN_TURN,
};
