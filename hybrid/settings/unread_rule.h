/* hybrid/settings/unread_rule.h: a condition under which settings are not read, and what it is
 * asked about. */
#ifndef NOC_HYBRID_SETTINGS_UNREAD_RULE_H
#define NOC_HYBRID_SETTINGS_UNREAD_RULE_H

#include <stdbool.h>
#include <stddef.h>

#include "hybrid/settings/asked.h"
#include "network/system.h"

typedef struct noc_unread_question {
    const noc_system *system;
    int network; /* of the design; 0 for keys of other groups */
    noc_asked asked;
    const char *key;
} noc_unread_question;

typedef struct noc_unread_rule {
    size_t group;     /* NOC_GROUP_... (network/design_keys.h) */
    const char *keys; /* "tcl trp trc"; "*": all of the group */
    bool (*applies)(const noc_unread_question *question);
    bool commanded_only; /* settings of a file are not told */
    const char *by;      /* " by the closed loop"; NULL: by nothing */
    const char *why;
} noc_unread_rule;

#endif
