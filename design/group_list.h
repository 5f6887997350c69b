/* design/group_list.h: reading and printing of values that are lists of groups, ( { name = "a";
 * share = 0.5; }, { ... } ) (noc_value_type: store_parts). */
#ifndef NOC_DESIGN_GROUP_LIST_H
#define NOC_DESIGN_GROUP_LIST_H

#include <libconfig.h>
#include <stdio.h>

#include "design/key.h"

/* A kind of list of groups. */
typedef struct noc_group_list {
    const char *plural_noun; /* name of the groups in the plural: "levels" */
    const char *example;     /* a valid list */
    int max_groups;          /* largest number of groups */
} noc_group_list;

/* Counts the groups of a value. Reports a fault if the value is no list of groups or has too many,
 * as noc_value_store does. */
noc_status noc_group_list_count(const noc_group_list *list, const config_setting_t *value,
                                const char *path, noc_place place, noc_status status, int *count,
                                noc_diag *diag);

/* Describes valid lists: "at most 8 groups: ({ name = ... })". */
void noc_group_list_expect(const noc_group_list *list, char *text, size_t size);

/* Writes a key of a group: "share = 0.5; ". The value is at `base` plus the key's offset. */
void noc_group_print_key(FILE *out, const noc_key *key, const char *base);

/* Returns the place of a value in a list: its own line in a file, `place` in an override. */
noc_place noc_group_place(const config_setting_t *value, noc_place place);

/* Refuses a group that lacks a required key; the message has the group's number. */
noc_status noc_group_refuse_missing(const noc_key *key, const char *path, int number,
                                    noc_place place, noc_status status, noc_diag *diag);

#endif
