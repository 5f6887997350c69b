/* reports/words/overrides.h: overrides of a store's designs as text: the overrides that all designs
 * share, and the overrides in which a design differs. */
#ifndef NOC_REPORTS_WORDS_OVERRIDES_H
#define NOC_REPORTS_WORDS_OVERRIDES_H

#include <stdio.h>

#include "base/diag.h"

/* Overrides common to the lists of all designs added so far. Start with {0}. */
typedef struct noc_common_overrides {
    char **list;
    size_t count;
    bool has_started; /* a list was added */
} noc_common_overrides;

/* Adds the overrides of one design, `json` (a JSON array of texts): the first design sets the
 * common overrides; each further design removes the overrides that it lacks. */
void noc_overrides_intersect(noc_common_overrides *overrides, const char *json);
void noc_overrides_clear(noc_common_overrides *overrides);

/* Writes a design's overrides that are not common, without their groups: "flit_bytes=16
 * routing=xy". Values of more than 29 characters become "(...)". Cuts the text at `size` bytes. */
void noc_overrides_write_varied(const noc_common_overrides *overrides, const char *json, char *text,
                                size_t size);

/* Writes all overrides of a design, with their groups, separated by "; ". Cuts the text at `size`
 * bytes. */
void noc_overrides_write_all(const char *json, char *text, size_t size);

#endif
