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
noc_status noc_group_list_count(const noc_storing *storing, const noc_group_list *list,
                                const config_setting_t *value, int *count);

/* Describes valid lists: "at most 8 groups: ({ name = ... })". */
void noc_group_list_expect(const noc_group_list *list, char *text, size_t size);

/* Writes a key of a group: "share = 0.5; ". The value is at `base` plus the key's offset. */
void noc_group_print_key(FILE *out, const noc_key *key, const char *base);

enum { NOC_MEMBER_PATH_CHARS = 80 };

/* Returns the setting of a group's key: its path, "levels[1].cycles", is written to `path`; its
 * place is that of the value. */
noc_storing noc_group_member(const noc_storing *list, int number, const char *name,
                             const config_setting_t *value, char path[NOC_MEMBER_PATH_CHARS]);

/* Refuses a group that lacks a required key; the message has the group's number. */
noc_status noc_group_refuse_missing(const noc_storing *list, const noc_key *key, int number,
                                    const config_setting_t *group);

#endif
