/* design/kept.h: what was made before, for whoever needs the same again. A value is found by its
 * kind and its key, bytes that say all that the value depends on, so that it is what would be made
 * anew.
 *
 * Of each kind the values used last stay, as many as fit its room. A value that is in use stays in
 * any case, until its user has let it go. */
#ifndef NOC_DESIGN_KEPT_H
#define NOC_DESIGN_KEPT_H

#include <stdbool.h>
#include <stddef.h>

#include "design/key.h"

typedef struct noc_kept_kind {
    size_t room;               /* bytes of all values of the kind, about, or their number */
    void (*drop)(void *value); /* frees a value */
} noc_kept_kind;

typedef struct noc_kept_key {
    const void *bytes; /* borrowed */
    size_t size;
} noc_kept_key;

typedef struct noc_kept_value noc_kept_value;

/* Zero-initialise before use; one of a thread. */
typedef struct noc_kept {
    noc_kept_value *first; /* used last */
} noc_kept;

/* The value with this key; NULL: there is none. Whoever asks uses it from then on
 * (noc_kept_let_go). */
noc_kept_value *noc_kept_find(noc_kept *kept, const noc_kept_kind *kind, noc_kept_key key);

/* Drops values of a kind that are used by nobody, those used longest ago first, until one of
 * `bytes` fits beside the others. For before it is made. */
void noc_kept_make_room(noc_kept *kept, const noc_kept_kind *kind, size_t bytes);

/* Keeps a value from now on, which its maker uses. NULL when out of memory: then the value is its
 * maker's. */
noc_kept_value *noc_kept_add(noc_kept *kept, const noc_kept_kind *kind, noc_kept_key key,
                             size_t bytes, void *value);

void *noc_kept_of(const noc_kept_value *value);

/* True if someone else uses the value, too. */
bool noc_kept_is_shared(const noc_kept_value *value);

/* Ends the use of a value; NULL is let go, too. Values may outlive what they were kept in. */
void noc_kept_let_go(noc_kept_value *value);

/* Drops all values that are used by nobody, and no longer finds the others. */
void noc_kept_clear(noc_kept *kept);

/* ---- keys ---------------------------------------------------------------------------------- */

/* Stages whose finds are kept: those before the loop. */
#define NOC_KEPT_STAGES (NOC_CONTENTION_STAGE + 1)

/* The settings of a design that the stages of an answer read, as bytes: designs with the same ones
 * up to a stage are alike for it, and for those before it. */
typedef struct noc_settings_read {
    unsigned char *bytes;        /* owned; NULL: nobody has written them */
    size_t end[NOC_KEPT_STAGES]; /* end of the settings that a stage and those before it read */
    size_t size, room;
    bool failed; /* out of memory while it was written */
} noc_settings_read;

/* Writes more of the stage that is being written, and ends it. */
void noc_settings_read_add(noc_settings_read *read, const void *bytes, size_t size);
void noc_settings_read_end(noc_settings_read *read, noc_answer_stage stage);

void noc_settings_read_clear(noc_settings_read *read);

static inline noc_kept_key noc_settings_read_by(const noc_settings_read *read,
                                                noc_answer_stage stage)
{
    return (noc_kept_key){read->bytes, read->end[stage]};
}

#endif
