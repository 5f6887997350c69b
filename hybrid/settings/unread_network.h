/* hybrid/settings/unread_network.h: under which conditions keys of networks are not read. */
#ifndef NOC_HYBRID_SETTINGS_UNREAD_NETWORK_H
#define NOC_HYBRID_SETTINGS_UNREAD_NETWORK_H

#include "hybrid/settings/unread_rule.h"

/* All rules of that group, in their order; NULL past the end. */
const noc_unread_rule *noc_unread_network_rule_at(size_t i);

#endif
