/* explore/store/store_settings.h: settings as columns of a store's view. A design keeps the values
 * of the settings that some design of the store overrides, with defaults filled in, as a JSON
 * object by column names; the view results_wide takes them from there. */
#ifndef NOC_EXPLORE_STORE_STORE_SETTINGS_H
#define NOC_EXPLORE_STORE_STORE_SETTINGS_H

#include "explore/space/setting_columns.h"
#include "explore/store/store.h"

/* The values of a design, as stores keep them. The caller frees the text; NULL when out of
 * memory. */
char *noc_settings_text(const noc_setting_columns *columns, const noc_design *design);

/* Makes the view anew: a column for each setting that a design of the store overrides, and for each
 * of `more` (NULL: none). Inside a transaction. */
noc_status noc_store_make_view(noc_store *store, const noc_setting_columns *more, noc_diag *diag);

/* The same, and gives designs the values that they lack: those of stores of before, and of settings
 * that only another space varies, whose sweep may have made the view meanwhile. They are rebuilt
 * for it; one that this program cannot rebuild stays without. Inside a transaction. */
noc_status noc_store_fill_settings(noc_store *store, const noc_setting_columns *more,
                                   noc_diag *diag);

#endif
