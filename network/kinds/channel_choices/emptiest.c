/* Rule "emptiest": the port with the fewest waiting flits. */
#include "network/kinds/choices.h"

const noc_channel_choice_kind noc_channel_choice_emptiest = {
    .name = "emptiest",
    .summary = "of all the one with the fewest flits waiting, in turn among equals",
    .source = "te13 4.3.1",
    .has_ports = true,
    .spread_rule = NOC_SPREAD_IN_TURN, /* packets of equal length then use the ports in turn */
};
