/* Rule "adaptive": of two channels drawn at random, the one with more free buffers (power of two
 * choices). */
#include "network/kinds/choices.h"

const noc_channel_choice_kind noc_channel_choice_adaptive = {
    .name = "adaptive",
    .summary = "of two drawn at random the one with more free buffers",
    .source = "cdx19 3.4",
    .has_links = true,
    .spread_rule = NOC_SPREAD_AT_RANDOM,
};
