/* explore/store/packed.h: overrides and settings of designs as a store has them: texts are rows of
 * their own, and a design has their numbers. Not for others: they read store.h. */
#ifndef NOC_EXPLORE_STORE_PACKED_H
#define NOC_EXPLORE_STORE_PACKED_H

#include "explore/store/database.h"

/* A JSON list of texts from one of their numbers, as SQL. */
#define NOC_DB_OVERRIDES(list)                                                                    \
    "(SELECT json_group_array(text) FROM (SELECT override.text AS text FROM json_each(CASE WHEN " \
    "json_valid(" list ") THEN " list " ELSE '[]' END) AS each JOIN override ON override.id = "   \
    "each.value ORDER BY each.key))"

/* The list of numbers of a JSON list of texts, and of a JSON object one with numbers for names. The
 * caller frees the text. */
noc_status noc_db_pack_overrides(noc_store *store, const char *texts, char **numbers,
                                 noc_diag *diag);
noc_status noc_db_pack_settings(noc_store *store, const char *settings, char **packed,
                                noc_diag *diag);

/* The number of a setting by the name of its column. */
noc_status noc_db_number_setting(noc_store *store, const char *name, int64_t *number,
                                 noc_diag *diag);

#endif
