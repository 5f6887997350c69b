#include "sampler/policies/line_table.h"

#include <stdlib.h>

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

/* Where the search for a line begins: high bits of its product with 2^64 over the golden ratio
 * (Knuth, vol. 3, 6.4). */
static uint32_t home_of(const noc_line_table *table, uint64_t line)
{
    return (uint32_t)(line * 0x9e3779b97f4a7c15u >> 32) & table->mask;
}

/* The line's entry, or the free one where it would be. */
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

/* An entry may move up into the hole unless its search begins behind that, on the way to where it
 * is. */
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
