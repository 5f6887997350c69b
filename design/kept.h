/* design/kept.h: a cache of values that were computed before. A value is found by its kind and its
 * key, bytes that contain all that the value depends on, so that it equals what would be computed
 * anew.
 *
 * Values used last stay, as many as the room of their kind holds. A value in use stays in any case,
 * until its user has let it go. */
#ifndef NOC_DESIGN_KEPT_H
#define NOC_DESIGN_KEPT_H

#include <stdbool.h>
#include <stddef.h>

#include "design/key.h"

typedef struct noc_kept_kind {
    size_t room;               /* room for all values of the kind, in bytes (about) or in values */
    void (*drop)(void *value); /* frees a value */
} noc_kept_kind;

typedef struct noc_kept_key {
    const void *bytes; /* borrowed */
    size_t size;
} noc_kept_key;

typedef struct noc_kept_value noc_kept_value;

/* Zero-initialise before use; one of a thread. */
typedef struct noc_kept {
    noc_kept_value *first; /* value used last */
} noc_kept;

/* Finds the value with a key; NULL: there is none. The caller uses the value from then on, until
 * noc_kept_let_go. */
noc_kept_value *noc_kept_find(noc_kept *kept, const noc_kept_kind *kind, noc_kept_key key);

/* Drops values of a kind that nobody uses, least recently used first, until one of `bytes` fits
 * beside the others. Call it before the value is made. */
void noc_kept_make_room(noc_kept *kept, const noc_kept_kind *kind, size_t bytes);

/* Keeps a value from now on, which its maker uses. NULL when out of memory: then the value stays
 * its maker's. */
noc_kept_value *noc_kept_add(noc_kept *kept, const noc_kept_kind *kind, noc_kept_key key,
                             size_t bytes, void *value);

void *noc_kept_of(const noc_kept_value *value);

/* True if someone else uses the value, too. */
bool noc_kept_is_shared(const noc_kept_value *value);

/* Ends the use of a value; NULL is accepted. Values may outlive the cache. */
void noc_kept_let_go(noc_kept_value *value);

/* Drops all values that nobody uses, and no longer finds the others. */
void noc_kept_clear(noc_kept *kept);

/* ---- keys ---------------------------------------------------------------------------------- */

/* Number of stages whose results are kept: those before the loop. */
#define NOC_KEPT_STAGES (NOC_CONTENTION_STAGE + 1)

/* Settings of a design that the stages of an answer read, as bytes: designs with equal settings up
 * to a stage have equal results of this stage and all before it. */
typedef struct noc_settings_read {
    unsigned char *bytes;        /* owned; NULL: not written yet */
    size_t end[NOC_KEPT_STAGES]; /* end of the settings that stages up to this one read */
    size_t size, room;
    bool failed; /* true if memory ran out while the bytes were written */
} noc_settings_read;

/* Writes settings of the current stage; the second function ends the stage. */
void noc_settings_read_add(noc_settings_read *read, const void *bytes, size_t size);
void noc_settings_read_end(noc_settings_read *read, noc_answer_stage stage);

void noc_settings_read_clear(noc_settings_read *read);

static inline noc_kept_key noc_settings_read_by(const noc_settings_read *read,
                                                noc_answer_stage stage)
{
    return (noc_kept_key){read->bytes, read->end[stage]};
}

#endif
