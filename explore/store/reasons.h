/* explore/store/reasons.h: list of reasons, each with the number of designs that it is about. */
#ifndef NOC_EXPLORE_STORE_REASONS_H
#define NOC_EXPLORE_STORE_REASONS_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/diag.h"

/* Reason, and the number of its designs. */
typedef struct noc_reason {
    char *state; /* "excluded", "invalid", "failed", or another kind of reason */
    /* text of the reason; of texts that differ only in numbers, the first in order */
    char *example;
    uint64_t design_count;
    bool has_variants; /* the reason stands for texts that differ in numbers */
} noc_reason;

/* List of reasons. Start with {0}. */
typedef struct noc_reason_list {
    noc_reason *reasons;
    size_t count;
    noc_arena memory;
} noc_reason_list;

/* Counts a text for `count` designs. Texts of a state that differ only in numbers are one reason,
 * with the first in order as the example. Texts of the state "excluded" are constraints, whose
 * numbers differ for good reason: each of them is one reason. NOC_EFAILED: out of memory. */
noc_status noc_reason_list_add(noc_reason_list *list, const char *state, const char *text,
                               uint64_t count, noc_diag *diag);

/* Finds the number of designs of the reason whose example is this text; 0: there is none. */
uint64_t noc_reason_list_count(const noc_reason_list *list, const char *text);

/* Sorts by number of designs, largest first; equal ones by text. */
void noc_reason_list_sort(noc_reason_list *list);

void noc_reason_list_clear(noc_reason_list *list);

#endif
