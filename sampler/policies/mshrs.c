#include "sampler/policies/mshrs.h"

#include <stdlib.h>

static const uint32_t none = UINT32_MAX;

bool noc_mshrs_make(noc_mshrs *mshrs, uint32_t registers, uint32_t requests)
{
    *mshrs = (noc_mshrs){.free = requests ? 0 : none};
    mshrs->waiters = calloc((size_t)requests + 1, sizeof *mshrs->waiters);
    if (!mshrs->waiters) return false;
    for (uint32_t i = 0; i < requests; i++)
        mshrs->waiters[i].next = i + 1 < requests ? i + 1 : none;
    return noc_line_table_make(&mshrs->lines, registers);
}

void noc_mshrs_clear(noc_mshrs *mshrs)
{
    free(mshrs->waiters);
    noc_line_table_clear(&mshrs->lines);
    *mshrs = (noc_mshrs){.free = none};
}

static uint64_t ends(uint32_t first, uint32_t last)
{
    return (uint64_t)first << 32 | last;
}

static uint32_t take_waiter(noc_mshrs *mshrs, uint32_t tag)
{
    const uint32_t waiter = mshrs->free;
    mshrs->free = mshrs->waiters[waiter].next;
    mshrs->waiters[waiter] = (noc_mshr_waiter){tag, none};
    return waiter;
}

noc_mshr_outcome noc_mshrs_ask(noc_mshrs *mshrs, uint64_t line, uint32_t tag)
{
    if (mshrs->free == none) return NOC_MSHR_FULL;
    noc_line_entry *entry = noc_line_table_find(&mshrs->lines, line);
    if (entry) {
        const uint32_t waiter = take_waiter(mshrs, tag);
        mshrs->waiters[(uint32_t)entry->value].next = waiter;
        entry->value = ends((uint32_t)(entry->value >> 32), waiter);
        return NOC_MSHR_MERGED;
    }
    entry = noc_line_table_add(&mshrs->lines, line);
    if (!entry) return NOC_MSHR_FULL;
    const uint32_t waiter = take_waiter(mshrs, tag);
    entry->value = ends(waiter, waiter);
    return NOC_MSHR_NEW;
}

uint32_t noc_mshrs_answer(noc_mshrs *mshrs, uint64_t line, uint32_t *tags)
{
    noc_line_entry *entry = noc_line_table_find(&mshrs->lines, line);
    if (!entry) return 0;
    const uint32_t first = (uint32_t)(entry->value >> 32), last = (uint32_t)entry->value;
    uint32_t count = 0;
    for (uint32_t i = first; i != none; i = mshrs->waiters[i].next)
        tags[count++] = mshrs->waiters[i].tag;
    mshrs->waiters[last].next = mshrs->free;
    mshrs->free = first;
    noc_line_table_remove(&mshrs->lines, entry);
    return count;
}
