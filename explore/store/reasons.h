/* explore/store/reasons.h: texts about many designs, each once, with its number of designs. */
#ifndef NOC_EXPLORE_STORE_REASONS_H
#define NOC_EXPLORE_STORE_REASONS_H

#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"

/* Text about designs, and their number. */
typedef struct noc_reason {
    char *state; /* "excluded", "invalid", "failed", or the kind of the texts */
    char *text;  /* example text, where texts differ in numbers */
    uint64_t count;
    bool varies; /* texts that differ in numbers were counted as one */
} noc_reason;

/* Texts in a list. Start with {0}. */
typedef struct noc_reason_list {
    noc_reason *reasons;
    size_t count;
} noc_reason_list;

/* Counts a text for `count` designs. Texts of a state that differ in numbers only count as one,
 * with the first in order as the example; texts of constraints ("excluded") do not, since their
 * numbers are the constraints'. NOC_EFAILED: out of memory. */
noc_status noc_reason_list_add(noc_reason_list *list, const char *state, const char *text,
                               uint64_t count, noc_diag *diag);

/* Number of designs counted with exactly this text; 0 if there are none. */
uint64_t noc_reason_list_count(const noc_reason_list *list, const char *text);

/* Sorts by number of designs, the most first; equal ones by text. */
void noc_reason_list_sort(noc_reason_list *list);

void noc_reason_list_clear(noc_reason_list *list);

#endif
