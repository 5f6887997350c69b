/* explore/store/store_settings.h: settings as columns of a store's view, results_wide. A design's
 * row has the values of all settings that any design of the store overrides, defaults included, as
 * a JSON object by column names, which the view reads. */
#ifndef NOC_EXPLORE_STORE_STORE_SETTINGS_H
#define NOC_EXPLORE_STORE_STORE_SETTINGS_H

#include "explore/space/setting_columns.h"
#include "explore/store/store.h"

/* Writes the values of a design's columns as they are stored. The caller frees the text; NULL when
 * out of memory. */
char *noc_settings_write_json(const noc_setting_columns *columns, const noc_design *design);

/* Replaces the view by one with a column for each setting that a design of the store overrides, and
 * for each of `added_columns` (NULL: none). Call inside a transaction. */
noc_status noc_store_make_view(noc_store *store, const noc_setting_columns *added_columns,
                               noc_diag *diag);

/* Replaces the view and fills missing values of designs: they are missing in stores of earlier
 * versions, and for settings that only another space varies. Designs are rebuilt for their values;
 * a design that cannot be rebuilt stays without values. Call inside a transaction. */
noc_status noc_store_fill_settings(noc_store *store, const noc_setting_columns *added_columns,
                                   noc_diag *diag);

#endif
