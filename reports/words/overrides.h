/* reports/words/overrides.h: lists of overrides as the store keeps them, in words: overrides that
 * designs share, overrides that tell them apart. */
#ifndef NOC_REPORTS_WORDS_OVERRIDES_H
#define NOC_REPORTS_WORDS_OVERRIDES_H

#include <stdio.h>

#include "base/diag.h"

/* The overrides that all lists seen have. Zero-initialise. */
typedef struct noc_overrides {
    char **common;
    size_t count;
    bool begun;
} noc_overrides;

/* Adds a list of overrides; `json`: a list of texts. */
void noc_overrides_see(noc_overrides *overrides, const char *json);
void noc_overrides_clear(noc_overrides *overrides);

/* Writes overrides that not all lists have, without their groups: "flit_bytes=16 routing=xy". Cut
 * at `size`. */
void noc_overrides_differing(const noc_overrides *overrides, const char *json, char *text,
                             size_t size);

/* Writes all overrides of a list, with groups, separated by "; ". */
void noc_overrides_text(const char *json, char *text, size_t size);

#endif
