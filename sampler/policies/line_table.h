/* sampler/policies/line_table.h: a few lines of memory, found by their address: those that a core
 * waits for (mshrs.h), those that a cluster has asked for (cluster.h).
 *
 * A hash table with linear probing, at most half full, which has no tombstones: what follows a
 * removed entry moves up. So entries move; a pointer to one holds until the next removal. */
#ifndef NOC_SAMPLER_POLICIES_LINE_TABLE_H
#define NOC_SAMPLER_POLICIES_LINE_TABLE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct noc_line_entry {
    uint64_t line;  /* address over the size of a line */
    uint64_t value; /* of the user; 0 at first */
    bool used;
    bool marked; /* likewise; false at first */
} noc_line_entry;

typedef struct noc_line_table {
    noc_line_entry *entries;
    uint32_t mask;            /* places - 1, a power of 2 less 1 */
    uint32_t count, capacity; /* entries used, and how many can be */
} noc_line_table;

/* An empty table with room for `capacity` lines, 0 or more. False when out of memory; the caller
 * clears it in either case. */
bool noc_line_table_make(noc_line_table *table, uint32_t capacity);
void noc_line_table_clear(noc_line_table *table);

/* NULL if the line has no entry. */
noc_line_entry *noc_line_table_find(const noc_line_table *table, uint64_t line);

/* An entry for a line that has none. NULL if the table is full. */
noc_line_entry *noc_line_table_add(noc_line_table *table, uint64_t line);

void noc_line_table_remove(noc_line_table *table, noc_line_entry *entry);

#endif
