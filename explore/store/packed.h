/* explore/store/packed.h: overrides and settings of designs as a store has them: texts are rows of
 * their own, and a design has their numbers. Private to the store: other code uses store.h. */
#ifndef NOC_EXPLORE_STORE_PACKED_H
#define NOC_EXPLORE_STORE_PACKED_H

#include "explore/store/database.h"

/* SQL that turns a JSON list of numbers into the JSON list of their texts. */
#define NOC_DB_OVERRIDES(list)                                                                    \
    "(SELECT json_group_array(text) FROM (SELECT override.text AS text FROM json_each(CASE WHEN " \
    "json_valid(" list ") THEN " list " ELSE '[]' END) AS each JOIN override ON override.id = "   \
    "each.value ORDER BY each.key))"

/* Replaces texts by numbers: a JSON list of texts by the list of their numbers, and the names in a
 * JSON object by their numbers. The caller frees the text. */
noc_status noc_db_pack_overrides(noc_store *store, const char *texts, char **numbers,
                                 noc_diag *diag);
noc_status noc_db_pack_settings(noc_store *store, const char *settings, char **packed,
                                noc_diag *diag);

/* Number of a setting by the name of its column. */
noc_status noc_db_number_setting(noc_store *store, const char *name, int64_t *number,
                                 noc_diag *diag);

#endif
