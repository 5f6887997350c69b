/* design/group_list.h: values that are lists of groups, ( { name = "a"; share = 0.5; }, { ... } ):
 * what reading them has in common (noc_value_type: store_parts). */
#ifndef NOC_DESIGN_GROUP_LIST_H
#define NOC_DESIGN_GROUP_LIST_H

#include <libconfig.h>
#include <stdio.h>

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

/* Says what would do: "at most 8 groups: ({ name = ... })". */
void noc_group_list_expect(const noc_group_list *list, char *text, size_t size);

/* Writes a key of a group: "share = 0.5; ". `base`: see noc_value_print. */
void noc_group_print_key(FILE *out, const noc_key *key, const char *base);

/* The place of a value within a list: its own line in a file, none in an override. */
noc_place noc_group_place(const config_setting_t *value, noc_place place);

/* Refuses a group, by its number, that lacks a key which is required. */
noc_status noc_group_refuse_missing(const noc_key *key, const char *path, int number,
                                    noc_place place, noc_status status, noc_diag *diag);

#endif
