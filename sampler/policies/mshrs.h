/* sampler/policies/mshrs.h: tables of the lines that have been asked for: the miss status holding
 * registers (MSHRs) of a core, and the table of lines on which they and the merge tables of
 * clusters (cluster.h) are built. */
#ifndef NOC_SAMPLER_POLICIES_MSHRS_H
#define NOC_SAMPLER_POLICIES_MSHRS_H

#include <stdbool.h>
#include <stdint.h>

/* ---- tables of lines ------------------------------------------------------------------------ */

/* A few lines of memory, found by their address: a hash table with linear probing, at most half
 * full, which has no tombstones: entries behind a removed one move up, so a pointer to an entry
 * holds until the next removal. */
typedef struct noc_line_entry {
    uint64_t line;  /* address over the size of a line */
    uint64_t value; /* the user's; 0 at first */
    bool used;
    bool marked; /* the user's flag; false at first */
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

/* ---- registers of a core -------------------------------------------------------------------- */

/* A request for a line that the core waits for already is merged: it never leaves the core, and is
 * answered with the first. */
typedef struct noc_mshr_waiter {
    uint32_t tag, next;
} noc_mshr_waiter;

typedef struct noc_mshrs {
    noc_line_table lines; /* value: the first and the last waiter */
    noc_mshr_waiter *waiters;
    uint32_t free; /* first free waiter, the others behind it */
} noc_mshrs;

typedef enum noc_mshr_outcome {
    NOC_MSHR_NEW,    /* the request has to be made */
    NOC_MSHR_MERGED, /* the request waits for one that was made before */
    NOC_MSHR_FULL,   /* no register, or no place to wait, is free: it is as if it had not come */
} noc_mshr_outcome;

/* `registers` lines, for which `requests` in all can wait. False when out of memory; the caller
 * clears it in either case. */
bool noc_mshrs_make(noc_mshrs *mshrs, uint32_t registers, uint32_t requests);
void noc_mshrs_clear(noc_mshrs *mshrs);

/* A request for a line, which its maker knows by `tag`. */
noc_mshr_outcome noc_mshrs_ask(noc_mshrs *mshrs, uint64_t line, uint32_t tag);

/* A line has come: puts the tags of the requests that it answers, in the order in which they came,
 * into `tags`, which has room for all that can wait. Returns how many: 0 when the core does not
 * wait for it. */
uint32_t noc_mshrs_answer(noc_mshrs *mshrs, uint64_t line, uint32_t *tags);

#endif
