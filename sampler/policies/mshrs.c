#include "sampler/policies/mshrs.h"

/* ---- tables of lines ------------------------------------------------------------------------ */

void noc_line_table_make(noc_line_table *table, uint32_t capacity, noc_arena *arena)
{
    uint32_t places = 2;
    while (places < 2 * (uint64_t)capacity) places *= 2;
    *table = (noc_line_table){.mask = places - 1, .capacity = capacity};
    table->entries = noc_arena_array(arena, places, sizeof *table->entries);
}

/* Finds the first place of the search for a line: high bits of the product with 2^64 over the
 * golden ratio (Knuth, vol. 3, 6.4). */
static uint32_t find_first_place(const noc_line_table *table, uint64_t line)
{
    return (uint32_t)(line * 0x9e3779b97f4a7c15u >> 32) & table->mask;
}

/* Finds the entry of a line, or the free entry for it. */
static noc_line_entry *find_entry(const noc_line_table *table, uint64_t line)
{
    uint32_t place = find_first_place(table, line);
    while (table->entries[place].is_used && table->entries[place].line != line)
        place = (place + 1) & table->mask;
    return &table->entries[place];
}

noc_line_entry *noc_line_table_find(const noc_line_table *table, uint64_t line)
{
    noc_line_entry *entry = find_entry(table, line);
    return entry->is_used ? entry : NULL;
}

noc_line_entry *noc_line_table_add(noc_line_table *table, uint64_t line)
{
    if (table->count == table->capacity) return NULL;
    noc_line_entry *entry = find_entry(table, line);
    *entry = (noc_line_entry){.line = line, .is_used = true};
    table->count++;
    return entry;
}

/* An entry may move into the hole unless its search begins between the hole and the entry. */
void noc_line_table_remove(noc_line_table *table, noc_line_entry *entry)
{
    uint32_t hole = (uint32_t)(entry - table->entries);
    for (uint32_t place = (hole + 1) & table->mask; table->entries[place].is_used;
         place = (place + 1) & table->mask) {
        const uint32_t distance =
            (place - find_first_place(table, table->entries[place].line)) & table->mask;
        if (distance < ((place - hole) & table->mask)) continue;
        table->entries[hole] = table->entries[place];
        hole = place;
    }
    table->entries[hole].is_used = false;
    table->count--;
}

/* ---- registers of a core -------------------------------------------------------------------- */

static const uint32_t no_waiter = UINT32_MAX;

void noc_mshrs_make(noc_mshrs *mshrs, uint32_t registers, uint32_t requests, noc_arena *arena)
{
    *mshrs = (noc_mshrs){.first_free = requests ? 0 : no_waiter};
    noc_line_table_make(&mshrs->lines, registers, arena);
    mshrs->waiters = noc_arena_array(arena, requests, sizeof *mshrs->waiters);
    for (uint32_t i = 0; i < requests && mshrs->waiters; i++)
        mshrs->waiters[i].next = i + 1 < requests ? i + 1 : no_waiter;
}

static uint64_t pack_waiters(uint32_t first, uint32_t last)
{
    return (uint64_t)first << 32 | last;
}

static uint32_t take_waiter(noc_mshrs *mshrs, uint32_t tag)
{
    const uint32_t waiter = mshrs->first_free;
    mshrs->first_free = mshrs->waiters[waiter].next;
    mshrs->waiters[waiter] = (noc_mshr_waiter){tag, no_waiter};
    return waiter;
}

noc_mshr_outcome noc_mshrs_ask(noc_mshrs *mshrs, uint64_t line, uint32_t tag)
{
    if (mshrs->first_free == no_waiter) return NOC_MSHR_FULL;
    noc_line_entry *entry = noc_line_table_find(&mshrs->lines, line);
    if (entry) {
        const uint32_t waiter = take_waiter(mshrs, tag);
        mshrs->waiters[(uint32_t)entry->value].next = waiter;
        entry->value = pack_waiters((uint32_t)(entry->value >> 32), waiter);
        return NOC_MSHR_MERGED;
    }
    entry = noc_line_table_add(&mshrs->lines, line);
    if (!entry) return NOC_MSHR_FULL;
    const uint32_t waiter = take_waiter(mshrs, tag);
    entry->value = pack_waiters(waiter, waiter);
    return NOC_MSHR_NEW;
}

uint32_t noc_mshrs_answer(noc_mshrs *mshrs, uint64_t line, uint32_t *tags)
{
    noc_line_entry *entry = noc_line_table_find(&mshrs->lines, line);
    if (!entry) return 0;
    const uint32_t first = (uint32_t)(entry->value >> 32), last = (uint32_t)entry->value;
    uint32_t count = 0;
    for (uint32_t i = first; i != no_waiter; i = mshrs->waiters[i].next)
        tags[count++] = mshrs->waiters[i].tag;
    mshrs->waiters[last].next = mshrs->first_free;
    mshrs->first_free = first;
    noc_line_table_remove(&mshrs->lines, entry);
    return count;
}
