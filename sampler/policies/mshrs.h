/* sampler/policies/mshrs.h: tables of requested lines: miss status holding registers (MSHRs) of
 * a core, and the line table used by MSHRs and by merge tables of clusters (cluster.h). */
#ifndef NOC_SAMPLER_POLICIES_MSHRS_H
#define NOC_SAMPLER_POLICIES_MSHRS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

/* ---- tables of lines ------------------------------------------------------------------------ */

/* Table of memory lines: a hash table with linear probing, at most half full, without
 * tombstones. Entries behind a removed one move, so a pointer to an entry is valid until the
 * next removal. */
typedef struct noc_line_entry {
    uint64_t line;  /* address of the line */
    uint64_t value; /* value of the user; 0 at first */
    bool is_used;
    bool is_marked; /* flag of the user; false at first */
} noc_line_entry;

typedef struct noc_line_table {
    noc_line_entry *entries;
    uint32_t mask;            /* number of places less one; the number is a power of 2 */
    uint32_t count, capacity; /* entries in use; upper bound of the entries */
} noc_line_table;

/* Makes an empty table for `capacity` lines, 0 or more; out of memory: arena->is_short. */
void noc_line_table_make(noc_line_table *table, uint32_t capacity, noc_arena *arena);

/* Finds a line's entry. NULL: the line has no entry. */
noc_line_entry *noc_line_table_find(const noc_line_table *table, uint64_t line);

/* Adds an entry for a line that has none. NULL: the table is full. */
noc_line_entry *noc_line_table_add(noc_line_table *table, uint64_t line);

/* Removes an entry of the table. */
void noc_line_table_remove(noc_line_table *table, noc_line_entry *entry);

/* ---- registers of a core -------------------------------------------------------------------- */

/* Waiter: a request for an awaited line. The first request for a line is sent; later ones stay at
 * the core and are answered with it. */
typedef struct noc_mshr_waiter {
    uint32_t tag, next; /* tag of the request; next waiter for the line */
} noc_mshr_waiter;

typedef struct noc_mshrs {
    noc_line_table lines; /* requested lines; value: first and last waiter, 32 bits each */
    noc_mshr_waiter *waiters;
    uint32_t first_free; /* first free waiter; `next` links further free waiters */
} noc_mshrs;

typedef enum noc_mshr_outcome {
    NOC_MSHR_NEW,    /* request must be sent */
    NOC_MSHR_MERGED, /* request waits for an earlier request for the line */
    NOC_MSHR_FULL,   /* no register or waiter is free: no change */
} noc_mshr_outcome;

/* Makes `registers` MSHRs, with room for `requests` waiters in total, the first request for each
 * line included. Out of memory: arena->is_short. */
void noc_mshrs_make(noc_mshrs *mshrs, uint32_t registers, uint32_t requests, noc_arena *arena);

/* Requests a line; `tag` identifies the request. */
noc_mshr_outcome noc_mshrs_ask(noc_mshrs *mshrs, uint64_t line, uint32_t tag);

/* Answers the requests for an arrived line: writes their tags, in the order of arrival, to
 * `tags`, which has room for all waiting requests. Returns their number; 0: the core does not
 * await the line. */
uint32_t noc_mshrs_answer(noc_mshrs *mshrs, uint64_t line, uint32_t *tags);

#endif
