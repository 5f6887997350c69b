/* sampler/policies/mshrs.h: tables of requested lines: the miss status holding registers (MSHRs) of
 * a core, and the table of lines on which the MSHRs and the merge tables of clusters (cluster.h)
 * are built. */
#ifndef NOC_SAMPLER_POLICIES_MSHRS_H
#define NOC_SAMPLER_POLICIES_MSHRS_H

#include <stdbool.h>
#include <stdint.h>

/* ---- tables of lines ------------------------------------------------------------------------ */

/* A few lines of memory, found by their address: a hash table with linear probing, at most half
 * full, without tombstones: entries behind a removed one move up, so a pointer to an entry holds
 * until the next removal. */
typedef struct noc_line_entry {
    uint64_t line;  /* unless data is taken or an access comes before */
    uint64_t value; /* user's value; 0 at first */
    bool used;
    bool marked; /* user's flag; false at first */
} noc_line_entry;

typedef struct noc_line_table {
    noc_line_entry *entries;
    uint32_t mask;            /* places - 1, a power of 2 less 1 */
    uint32_t count, capacity; /* entries used; entries at most */
} noc_line_table;

/* Makes an empty table with room for `capacity` lines, 0 or more. False when out of memory; the
 * caller clears the table in either case. */
bool noc_line_table_make(noc_line_table *table, uint32_t capacity);
void noc_line_table_clear(noc_line_table *table);

/* Finds a line's entry. NULL: the line has no entry. */
noc_line_entry *noc_line_table_find(const noc_line_table *table, uint64_t line);

/* Adds an entry for a line that has none. NULL: the table is full. */
noc_line_entry *noc_line_table_add(noc_line_table *table, uint64_t line);

void noc_line_table_remove(noc_line_table *table, noc_line_entry *entry);

/* ---- registers of a core -------------------------------------------------------------------- */

/* A request for a line that the core waits for already is merged: it never leaves the core, and is
 * answered with the first request. */
typedef struct noc_mshr_waiter {
    uint32_t tag, next;
} noc_mshr_waiter;

typedef struct noc_mshrs {
    noc_line_table lines; /* requested lines; value: the first and the last waiter */
    noc_mshr_waiter *waiters;
    uint32_t free; /* first free waiter; `next` links the others */
} noc_mshrs;

typedef enum noc_mshr_outcome {
    NOC_MSHR_NEW,    /* request has to be made */
    NOC_MSHR_MERGED, /* request waits for an earlier request for the line */
    NOC_MSHR_FULL,   /* no register, or no waiter, is free: nothing is changed */
} noc_mshr_outcome;

/* Makes `registers` MSHRs for at most `requests` waiting requests. False when out of memory; the
 * caller clears the MSHRs in either case. */
bool noc_mshrs_make(noc_mshrs *mshrs, uint32_t registers, uint32_t requests);
void noc_mshrs_clear(noc_mshrs *mshrs);

/* Asks for a line; the maker of the request knows it by `tag`. */
noc_mshr_outcome noc_mshrs_ask(noc_mshrs *mshrs, uint64_t line, uint32_t tag);

/* Answers the requests for a line that has come: writes their tags, in the order in which they
 * came, to `tags`, which has room for all waiting requests. Returns their number; 0: the core does
 * not wait for the line. */
uint32_t noc_mshrs_answer(noc_mshrs *mshrs, uint64_t line, uint32_t *tags);

#endif
