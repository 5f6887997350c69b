/* explore/store/store_write.h: writer of a store: for a sweep, a measurement, or the content of
 * another store. */
#ifndef NOC_EXPLORE_STORE_STORE_WRITE_H
#define NOC_EXPLORE_STORE_STORE_WRITE_H

#include "explore/store/store.h"

/* Stores the text of a base design. `id`: first digits of its hash (noc_space_source_path). */
noc_status noc_store_put_source(noc_store *store, const char *id, const char *name,
                                const char *path, const char *text, noc_diag *diag);

/* Stores a space, without its numbers of points. */
noc_status noc_store_put_space(noc_store *store, const noc_space_record *space, noc_diag *diag);

/* Store a design, and a result of a stored design. `overrides`: a JSON list of texts; `settings`: a
 * text by noc_settings_write_json. */
noc_status noc_store_put_design(noc_store *store, const char *hash, const char *source,
                                const char *overrides, const char *settings, noc_diag *diag);
noc_status noc_store_put_result(noc_store *store, const char *hash, const char *task,
                                const char *engine, const noc_estimate *estimate, noc_diag *diag);
/* Stores a point of a space. `hash` and `reason` may be NULL. */
noc_status noc_store_put_point(noc_store *store, const char *space, uint64_t position,
                               const char *hash, const char *state, const char *reason,
                               noc_diag *diag);

/* Run of a sweep. Times are texts in UTC; `computed`, `reused`: numbers of estimates. */
typedef struct noc_run_record {
    const char *space, *started, *finished, *command, *version, *commit;
    int64_t process, jobs, processors, computed, reused;
    double wall_s;
} noc_run_record;

noc_status noc_store_put_run(noc_store *store, const noc_run_record *run, noc_diag *diag);

/* Adds all content of the store at `path`. Of two answers of the model, the larger extent stays. */
noc_status noc_store_merge(noc_store *store, const char *path, noc_diag *diag);

#endif
