/* hybrid/settings/unread_rules.h: under which conditions settings are not read, for unread.c. */
#ifndef NOC_HYBRID_SETTINGS_UNREAD_RULES_H
#define NOC_HYBRID_SETTINGS_UNREAD_RULES_H

#include "hybrid/settings/unread_rule.h"

/* The rules of all groups, those of unread_network.h last; NULL past the end. The first that
 * applies to a setting is told: the order matters within a group only. */
const noc_unread_rule *noc_unread_rule_at(size_t i);

#endif
