/* hybrid/settings/unread_rules.h: under which conditions settings are not read, for unread.c. */
#ifndef NOC_HYBRID_SETTINGS_UNREAD_RULES_H
#define NOC_HYBRID_SETTINGS_UNREAD_RULES_H

#include "hybrid/settings/asked.h"
#include "network/design_keys.h"
#include "network/system.h"

typedef struct noc_unread_question {
    const noc_system *system;
    int network; /* of the design; 0 for keys of other groups */
    noc_asked asked;
    const char *key;
} noc_unread_question;

typedef struct noc_unread_rule {
    size_t group;     /* NOC_GROUP_... */
    const char *keys; /* "tcl trp trc"; "*": all of the group */
    bool (*applies)(const noc_unread_question *question);
    bool commanded_only; /* settings of a file are not told */
    const char *by;      /* " by the closed loop"; NULL: by nothing */
    const char *why;
} noc_unread_rule;

/* NULL past the end. The first that applies to a setting is told. */
const noc_unread_rule *noc_unread_rule_at(size_t i);

#endif
