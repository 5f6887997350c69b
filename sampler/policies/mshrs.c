#include "sampler/policies/mshrs.h"

#include <stdlib.h>

/* ---- tables of lines ------------------------------------------------------------------------ */

bool noc_line_table_make(noc_line_table *table, uint32_t capacity)
{
    uint32_t places = 2;
    while (places < 2 * (uint64_t)capacity) places *= 2;
    *table = (noc_line_table){.mask = places - 1, .capacity = capacity};
    table->entries = calloc(places, sizeof *table->entries);
    return table->entries != NULL;
}

void noc_line_table_clear(noc_line_table *table)
{
    free(table->entries);
    *table = (noc_line_table){0};
}

/* Finds the first place of the search for a line: high bits of the product with 2^64 over the
 * golden ratio (Knuth, vol. 3, 6.4). */
static uint32_t home_of(const noc_line_table *table, uint64_t line)
{
    return (uint32_t)(line * 0x9e3779b97f4a7c15u >> 32) & table->mask;
}

/* Finds the entry of a line, or the free entry for it. */
static noc_line_entry *place_of(const noc_line_table *table, uint64_t line)
{
    uint32_t at = home_of(table, line);
    while (table->entries[at].used && table->entries[at].line != line) at = (at + 1) & table->mask;
    return &table->entries[at];
}

noc_line_entry *noc_line_table_find(const noc_line_table *table, uint64_t line)
{
    noc_line_entry *entry = place_of(table, line);
    return entry->used ? entry : NULL;
}

noc_line_entry *noc_line_table_add(noc_line_table *table, uint64_t line)
{
    if (table->count == table->capacity) return NULL;
    noc_line_entry *entry = place_of(table, line);
    *entry = (noc_line_entry){.line = line, .used = true};
    table->count++;
    return entry;
}

/* An entry may move into the hole unless its search begins between the hole and the entry. */
void noc_line_table_remove(noc_line_table *table, noc_line_entry *entry)
{
    uint32_t hole = (uint32_t)(entry - table->entries);
    for (uint32_t at = (hole + 1) & table->mask; table->entries[at].used;
         at = (at + 1) & table->mask) {
        const uint32_t walked = (at - home_of(table, table->entries[at].line)) & table->mask;
        if (walked < ((at - hole) & table->mask)) continue;
        table->entries[hole] = table->entries[at];
        hole = at;
    }
    table->entries[hole].used = false;
    table->count--;
}

/* ---- registers of a core -------------------------------------------------------------------- */

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
