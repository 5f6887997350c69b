/* explore/store/store_settings.h: settings as columns of a store's view. A design keeps the values
 * of all settings that some design of the store overrides, with defaults filled in, as a JSON
 * object by column names; the view results_wide reads them there. */
#ifndef NOC_EXPLORE_STORE_STORE_SETTINGS_H
#define NOC_EXPLORE_STORE_STORE_SETTINGS_H

#include "explore/space/setting_columns.h"
#include "explore/store/store.h"

/* Values of a design's columns as stored. The caller frees the text; NULL when out of memory. */
char *noc_settings_text(const noc_setting_columns *columns, const noc_design *design);

/* Makes the view anew, with a column for each setting that a design of the store overrides, and for
 * each of `more` (NULL: none). Call inside a transaction. */
noc_status noc_store_make_view(noc_store *store, const noc_setting_columns *more, noc_diag *diag);

/* Makes the view anew and fills missing values of designs: from stores of earlier versions, and of
 * settings that only another space varies, whose sweep may have made the view meanwhile. Designs
 * are rebuilt for their values; a design that this program cannot rebuild stays without. Call
 * inside a transaction. */
noc_status noc_store_fill_settings(noc_store *store, const noc_setting_columns *more,
                                   noc_diag *diag);

#endif
