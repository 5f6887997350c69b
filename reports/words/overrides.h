/* reports/words/overrides.h: overrides from a store in words: overrides common to all designs, and
 * differences between designs. */
#ifndef NOC_REPORTS_WORDS_OVERRIDES_H
#define NOC_REPORTS_WORDS_OVERRIDES_H

#include <stdio.h>

#include "base/diag.h"

/* Overrides common to all lists so far. Zero-initialise. */
typedef struct noc_common_overrides {
    char **list;
    size_t count;
    bool has_started;
} noc_common_overrides;

/* Removes overrides that a list does not have; the first list sets them. `json`: a list of
 * texts. */
void noc_overrides_intersect(noc_common_overrides *overrides, const char *json);
void noc_overrides_clear(noc_common_overrides *overrides);

/* Writes the overrides of a list that are not common, without groups: "flit_bytes=16 routing=xy".
 * Cut at `size`. */
void noc_overrides_write_rest(const noc_common_overrides *overrides, const char *json, char *text,
                              size_t size);

/* Writes all overrides of a list, with groups, separated by "; ". */
void noc_overrides_write_all(const char *json, char *text, size_t size);

#endif
