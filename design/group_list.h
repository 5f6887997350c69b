/* design/group_list.h: values that are lists of groups, ( { name = "a"; share = 0.5; }, { ... } ):
 * what reading them has in common (noc_value_type: store_parts). */
#ifndef NOC_DESIGN_GROUP_LIST_H
#define NOC_DESIGN_GROUP_LIST_H

#include <libconfig.h>

#include "design/key.h"

/* A kind of such lists. */
typedef struct noc_group_list {
    const char *things;  /* "levels" */
    const char *example; /* a list that would do */
    int most;            /* groups of a list */
} noc_group_list;

/* Counts the groups of a value. A value that is no list of groups, or has too many, is a fault,
 * with messages as those of noc_value_store. */
noc_status noc_group_list_count(const noc_group_list *list, const config_setting_t *value,
                                const char *path, noc_place place, noc_status status, int *count,
                                noc_diag *diag);

/* The place of a value within a list: its own line in a file, none in an override. */
noc_place noc_group_place(const config_setting_t *value, noc_place place);

/* A group of number `number` lacks a key that is required. */
noc_status noc_group_refuse_missing(const noc_key *key, const char *path, int number,
                                    noc_place place, noc_status status, noc_diag *diag);

#endif
