/* explore/store/packed.h: packed form of a design's overrides and settings in a store: each text is
 * replaced by the number of its row in a table of texts. Private to the store: other code uses
 * store.h. */
#ifndef NOC_EXPLORE_STORE_PACKED_H
#define NOC_EXPLORE_STORE_PACKED_H

#include "explore/store/database.h"

/* SQL that converts a JSON list of numbers into the JSON list of their texts. */
#define NOC_DB_OVERRIDES(list)                                                                    \
    "(SELECT json_group_array(text) FROM (SELECT override.text AS text FROM json_each(CASE WHEN " \
    "json_valid(" list ") THEN " list " ELSE '[]' END) AS each JOIN override ON override.id = "   \
    "each.value ORDER BY each.key))"

/* Replace texts by the numbers of their rows: the texts of a JSON list, and the names in a JSON
 * object. The caller frees the result. */
noc_status noc_db_pack_overrides(noc_store *store, const char *texts, char **numbers,
                                 noc_diag *diag);
noc_status noc_db_pack_settings(noc_store *store, const char *settings, char **packed,
                                noc_diag *diag);

/* Finds the row of a setting by the name of its column. */
noc_status noc_db_find_setting_row(noc_store *store, const char *name, int64_t *number,
                                   noc_diag *diag);

#endif
