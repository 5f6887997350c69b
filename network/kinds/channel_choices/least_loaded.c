/* Rule "least-loaded": the channel with the most free buffers. */
#include "network/kinds/choices.h"

const noc_channel_choice_kind noc_channel_choice_least_loaded = {
    .name = "least-loaded",
    .summary = "of all the one with most free buffers",
    .source = "cdx19 3.4",
    .has_links = true,
    .spread_rule = NOC_SPREAD_AT_RANDOM,
};
