/* Rule "source": a channel fixed by the number of the source, so that packets of a source have one
 * path. */
#include "network/kinds/choices.h"

const noc_channel_choice_kind noc_channel_choice_source = {
    .name = "source",
    .summary = "by the number of its source: a source always uses the same one",
    .source = "cdx19 3.3",
    .has_links = true,
    .has_fixed_channel = true,
    .spread_rule = NOC_SPREAD_AT_RANDOM,
};
