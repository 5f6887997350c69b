/* explore/store/reasons.h: texts about many designs, each once, with the number of designs that
 * have it. */
#ifndef NOC_EXPLORE_STORE_REASONS_H
#define NOC_EXPLORE_STORE_REASONS_H

#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"

typedef struct noc_reason {
    char *state; /* "excluded", "invalid", "failed", or the kind of the texts */
    char *text;  /* an example, where texts differ in numbers */
    uint64_t count;
    bool varies; /* texts that differ in numbers were counted as one */
} noc_reason;

/* Start with {0}. */
typedef struct noc_reason_list {
    noc_reason *reasons;
    size_t count;
} noc_reason_list;

/* Counts a text of `count` designs. Texts of a state that differ in numbers only are one, whose
 * example is the first in order; but those of constraints ("excluded"), whose numbers are theirs,
 * not a design's. NOC_EFAILED: out of memory. */
noc_status noc_reason_list_add(noc_reason_list *list, const char *state, const char *text,
                               uint64_t count, noc_diag *diag);

/* Designs counted with exactly this text: 0 if it is not there. */
uint64_t noc_reason_list_count(const noc_reason_list *list, const char *text);

/* The most frequent first; equal ones by text. */
void noc_reason_list_sort(noc_reason_list *list);

void noc_reason_list_clear(noc_reason_list *list);

#endif
