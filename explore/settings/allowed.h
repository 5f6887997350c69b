/* explore/settings/allowed.h: the values that a setting of a design may have, by number, from the
 * least to the most, as its row in the key table has them. */
#ifndef NOC_EXPLORE_SETTINGS_ALLOWED_H
#define NOC_EXPLORE_SETTINGS_ALLOWED_H

#include "design/design.h"

enum { NOC_ALLOWED_CHARS = 120 };

typedef struct noc_allowed {
    const char *path;   /* "network.flit_bytes", "networks[1].flit_bytes" */
    const noc_key *key; /* NULL: only those that are listed */
    const char *const
        *listed; /* values in the order in which they were given; NULL: all of the key */
    size_t count;
} noc_allowed;

/* All whole numbers of a key's range, real numbers of three digits, names of a choice. `listed`:
 * these values alone, `count` of them; 0: all. NOC_EUSAGE, at `place`, for a path that the design
 * has no setting of, and for a setting that is neither a number nor a choice. */
noc_status noc_allowed_of(const noc_design *design, const char *path, const char *const *listed,
                          size_t count, noc_place place, noc_allowed *allowed, noc_diag *diag);

/* The value of a number, as it is written after --set. */
void noc_allowed_text(const noc_allowed *allowed, size_t i, char text[NOC_ALLOWED_CHARS]);

/* The values that a design has, each once: "16", "32 and 64" of two networks. */
void noc_allowed_now(const noc_allowed *allowed, const noc_design *design,
                     char text[NOC_ALLOWED_CHARS]);

#endif
