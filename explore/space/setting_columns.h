/* explore/space/setting_columns.h: columns of overridden settings, with equal names and values in
 * CSV, JSON, pages and the view of a store. */
#ifndef NOC_EXPLORE_SPACE_SETTING_COLUMNS_H
#define NOC_EXPLORE_SPACE_SETTING_COLUMNS_H

#include <jansson.h>

#include "explore/settings/settings.h"
#include "explore/space/space.h"

/* One setting as a column. */
typedef struct noc_setting_column {
    /* Path of the setting: "network.flit_bytes", "networks[1].flit_bytes", "workload". */
    char *path;
    char *name; /* name of the column: "network_flit_bytes" */
    /* Number of the setting (noc_setting_at); -1: the workload's name, or no setting of this
     * program. */
    int setting;
    bool is_list_member;    /* the path names a key in a group of a list setting */
    noc_member_path member; /* group of the list, and key in it */
    int network;            /* number of the network; -1: all networks */
} noc_setting_column;

/* Columns in order of their first appearance. Start with {0}. */
typedef struct noc_setting_columns {
    noc_setting_column *list;
    size_t count;
    noc_arena memory;
} noc_setting_columns;

/* Adds the column of an override ("network.flit_bytes=16", or the path alone) unless the list has
 * it. A bare key ("flit_bytes") stands for the key in its group. */
noc_status noc_setting_columns_add(noc_setting_columns *columns, const char *override,
                                   noc_diag *diag);

/* Adds the columns of all overrides in a JSON list, which is the form in stores. */
noc_status noc_setting_columns_add_list(noc_setting_columns *columns, const char *overrides,
                                        noc_diag *diag);

/* Adds the columns of all settings that a space's designs override. */
noc_status noc_space_columns(const noc_space *space, noc_setting_columns *columns, noc_diag *diag);

void noc_setting_columns_clear(noc_setting_columns *columns);

/* Finds the value of a column in a design: a number, or a text as in a design file without quotes;
 * null if the design has no such setting. If all networks are meant and differ: the text of their
 * values, "32, 64". The caller releases the value; NULL when out of memory. */
json_t *noc_setting_column_value(const noc_setting_column *column, const noc_design *design);

#endif
