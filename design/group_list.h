/* design/group_list.h: values that are lists of groups, ( { name = "a"; share = 0.5; }, { ... } ):
 * shared code that reads them (noc_value_type: store_parts). */
#ifndef NOC_DESIGN_GROUP_LIST_H
#define NOC_DESIGN_GROUP_LIST_H

#include <libconfig.h>
#include <stdio.h>

#include "design/key.h"

/* A kind of list of groups. */
typedef struct noc_group_list {
    const char *things;  /* word for the groups: "levels" */
    const char *example; /* a valid list */
    int most;            /* most groups of a list */
} noc_group_list;

/* Counts the groups of a value. A value that is no list of groups, or has too many, is a fault,
 * with messages as in noc_value_store. */
noc_status noc_group_list_count(const noc_group_list *list, const config_setting_t *value,
                                const char *path, noc_place place, noc_status status, int *count,
                                noc_diag *diag);

/* Describes valid lists: "at most 8 groups: ({ name = ... })". */
void noc_group_list_expect(const noc_group_list *list, char *text, size_t size);

/* Writes a key of a group: "share = 0.5; ". `base`: see noc_value_print. */
void noc_group_print_key(FILE *out, const noc_key *key, const char *base);

/* Returns the place of a value within a list: its own line in a file, none in an override. */
noc_place noc_group_place(const config_setting_t *value, noc_place place);

/* Refuses a group, by its number, without a required key. */
noc_status noc_group_refuse_missing(const noc_key *key, const char *path, int number,
                                    noc_place place, noc_status status, noc_diag *diag);

#endif
