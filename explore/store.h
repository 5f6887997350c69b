/* explore/store.h: results of sweeps in one SQLite file.
 *
 * Tables (all readable with the sqlite3 shell; `results_wide` is the view to start with):
 *   source   texts of base designs, by the first digits of their SHA-256
 *   design   hash of a design -> its source and overrides (a JSON list): what is needed to rebuild it
 *   result   one row a design, method (model, sample), task and engine; metrics as in
 *            hybrid/answers/metrics.def, intervals as _lo and _hi, NULL for missing
 *   space    a space that was swept: name, constraints, objectives
 *   point    position in a space -> design, state (ok, excluded, invalid, failed) and its reason
 *   run      who computed what, when, how long: the only table with times
 * An `engine` is a fingerprint of what the program answers (engine.h), of a sample with its seed and precision, so
 * that results of different models or samplers never mix. A sample may tell more metrics later: what a row lacks is
 * filled. Inserts are idempotent and the same for any order, so stores can be merged. */
#ifndef NOC_EXPLORE_STORE_H
#define NOC_EXPLORE_STORE_H

#include <stdint.h>

#include "explore/space.h"

enum { NOC_STORE_FORMAT = 1 }; /* PRAGMA user_version */

/* How the engine of a sample ends that a search for saturation spent that much on. */
#define NOC_ENGINE_BRIEF  " brief"
#define NOC_ENGINE_COARSE " coarse"

typedef struct noc_store noc_store;

typedef enum noc_store_mode { NOC_STORE_READ, NOC_STORE_WRITE, NOC_STORE_CREATE } noc_store_mode;

/* Opens a store. NOC_EFAILED with one message if the file is missing (unless it is to be created), is no
 * store, is of another format, or cannot be written. The caller closes it; one thread at a time. */
noc_status noc_store_open(const char *path, noc_store_mode mode, noc_store **store, noc_diag *diag);
void noc_store_close(noc_store *store);

/* ---- writing -------------------------------------------------------------------------------- */

noc_status noc_store_begin(noc_store *store, noc_diag *diag);
noc_status noc_store_commit(noc_store *store, noc_diag *diag);
void noc_store_rollback(noc_store *store);

noc_status noc_store_put_source(noc_store *store, const char *id, const char *name,
                                const char *path, const char *text, noc_diag *diag);

typedef struct noc_space_record {
    char id[NOC_ID_CHARS + 1];
    char *name, *source, *engine, *task;
    char *constraints, *objectives; /* JSON lists */
    uint64_t designs;
    uint64_t ok, excluded, invalid, failed; /* points so far; only read */
} noc_space_record;

noc_status noc_store_put_space(noc_store *store, const noc_space_record *space, noc_diag *diag);

/* `overrides`: a JSON list of texts. */
noc_status noc_store_put_design(noc_store *store, const char *hash, const char *source,
                                const char *overrides, noc_diag *diag);
noc_status noc_store_put_result(noc_store *store, const char *hash, const char *task,
                                const char *engine, const noc_estimate *estimate, noc_diag *diag);
/* `hash` and `reason` may be NULL. */
noc_status noc_store_put_point(noc_store *store, const char *space, uint64_t position,
                               const char *hash, const char *state, const char *reason,
                               noc_diag *diag);

typedef struct noc_run_record {
    const char *space, *started, *finished, *command, *version, *commit;
    int64_t process, jobs, processors, computed, reused;
    double wall_s;
} noc_run_record;

noc_status noc_store_put_run(noc_store *store, const noc_run_record *run, noc_diag *diag);

/* Adds what another store has. */
noc_status noc_store_merge(noc_store *store, const char *other, noc_diag *diag);

/* ---- reading -------------------------------------------------------------------------------- */

/* The metrics of a result, if there is one: *found tells. */
noc_status noc_store_find(noc_store *store, const char *hash, noc_method method, const char *task,
                          const char *engine, noc_metric metrics[NOC_METRICS], bool *found,
                          noc_diag *diag);

/* Calls `use` with the position of every finished point of a space, and whether it is within the constraints. */
noc_status noc_store_finished(noc_store *store, const char *space,
                              void (*use)(void *context, uint64_t position, bool ok), void *context,
                              noc_diag *diag);

typedef struct noc_space_list {
    noc_space_record *spaces; /* the latest swept first */
    size_t count;
} noc_space_list;

noc_status noc_store_spaces(noc_store *store, noc_space_list *list, noc_diag *diag);
void noc_space_list_clear(noc_space_list *list);

typedef struct noc_reason {
    char *state, *text;
    uint64_t count;
} noc_reason;

typedef struct noc_reason_list {
    noc_reason *reasons; /* most frequent first */
    size_t count;
} noc_reason_list;

/* Why points of a space (NULL: of all) are not ok. */
noc_status noc_store_reasons(noc_store *store, const char *space, noc_reason_list *list,
                             noc_diag *diag);
void noc_reason_list_clear(noc_reason_list *list);

/* One result read back. */
typedef struct noc_entry {
    char hash[NOC_HASH_CHARS + 1];
    char *overrides; /* JSON list */
    char *source;    /* id */
    noc_method method;
    noc_effort effort; /* of a sample */
    char status[16];
    char *bottleneck;
    noc_cost_scale scale;
    noc_metric metrics[NOC_METRICS];
} noc_entry;

typedef struct noc_entries {
    noc_entry *list; /* by hash; of one design the model's before the sample's */
    size_t count;
} noc_entries;

/* The results of a space's points that are ok, and what the sampler of that fingerprint ("": none) measured of
 * them, for any space. No space (NULL): all results. */
noc_status noc_store_read(noc_store *store, const noc_space_record *space, const char *sampler,
                          noc_entries *entries, noc_diag *diag);

/* What makes a space's designs no fair comparison: costs of several sources, the rest of the chip kept while the technology
 * changes, a load in flits that is other work. A sentence a line, "" if nothing does; the caller frees it. */
noc_status noc_store_caveats(noc_store *store, const noc_space_record *space, char **text,
                             noc_diag *diag);

/* Whether anything was measured. */
bool noc_store_has_samples(noc_store *store);
void noc_entries_clear(noc_entries *entries);

/* Makes the design of a result again. The caller frees *design. */
noc_status noc_store_rebuild(noc_store *store, const char *source, const char *overrides,
                             noc_design **design, noc_diag *diag);

/* Counts of rows and the last run's facts, for reports: a text a line "key\tvalue". Caller frees. */
noc_status noc_store_facts(noc_store *store, char **text, noc_diag *diag);

/* Checks the file, and that every design rebuilds to its hash. Faults are messages; NOC_EFAILED. */
noc_status noc_store_verify(noc_store *store, uint64_t *designs, uint64_t *results, noc_diag *diag);

#endif
