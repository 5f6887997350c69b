/* explore/store/store.h: store of the results of sweeps: one SQLite file.
 *
 * Tables (all readable with the sqlite3 shell; `results_wide` is the view to start with):
 *   source   texts of base designs, by the first digits of their SHA-256
 *   design   hash of a design -> its source and overrides (a JSON list of numbers of override):
 *            the inputs of a rebuild; and the values of the settings that the store's spaces
 *            vary, which are columns of the view (a JSON object by numbers of setting)
 *   override texts of overrides, each once
 *   setting  names of the view's columns of settings
 *   question method (model, sample), task and engine
 *   result   one row per design and question: extent (noc_extent), metrics as in
 *            hybrid/answers/metrics.def, intervals as _lo and _hi, NULL for missing
 *   warning  texts of results' warnings, each once
 *   space    swept space: name, constraints, objectives
 *   point    position in a space -> design, and the reason why it is not ok
 *   reason   state (excluded, invalid, failed) and text
 *   run      process, command, start, end and duration of a run: the only table with times
 * An `engine` is a fingerprint of the program's answers (cli/identity/identity.h); a sample's
 * has its seed and precision. Results of different models or samplers never mix. A later sample
 * adds metrics that the row lacks; of two answers of the model, the larger extent stays. Row
 * numbers belong to one store. Inserts are idempotent and independent of order, so stores can be
 * merged. */
#ifndef NOC_EXPLORE_STORE_STORE_H
#define NOC_EXPLORE_STORE_STORE_H

#include <stdint.h>

#include "base/auto.h"
#include "explore/identity.h"
#include "explore/space/space.h"

enum { NOC_STORE_FORMAT = 2 }; /* format of stores, in PRAGMA user_version */

/* Suffixes of a sample's engine, for searches of saturation with less than full effort. */
#define NOC_ENGINE_BRIEF  " brief"
#define NOC_ENGINE_COARSE " coarse"

typedef struct noc_store noc_store;

typedef enum noc_store_mode { NOC_STORE_READ, NOC_STORE_WRITE, NOC_STORE_CREATE } noc_store_mode;

/* Opens a store. NOC_EFAILED with one message if the file does not exist (unless it is to be
 * created), is no store, has another format, or cannot be written. The caller closes it. A store is
 * for one thread at a time. */
noc_status noc_store_open(const char *path, noc_store_mode mode, noc_store **store, noc_diag *diag);
void noc_store_close(noc_store *store);

/* Store variable that is closed at the end of its block. */
void noc_store_auto_close(noc_store *const *store);
#define NOC_AUTO_STORE NOC_AUTO(noc_store_auto_close)

/* ---- transactions --------------------------------------------------------------------------- */

noc_status noc_store_begin(noc_store *store, noc_diag *diag);

/* Commits if `status` is NOC_OK; rolls back otherwise, and if the commit fails. */
noc_status noc_store_end(noc_store *store, noc_status status, noc_diag *diag);

/* Space as stored. */
typedef struct noc_space_record {
    char id[NOC_ID_CHARS + 1];
    char *name, *source, *engine, *task;
    char *constraints, *objectives; /* texts as JSON lists */
    uint64_t design_count;
    /* Numbers of finished points by state; filled only by reading. */
    uint64_t ok_count, excluded_count, invalid_count, failed_count;
} noc_space_record;

#endif
