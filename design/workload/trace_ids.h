/* design/workload/trace_ids.h: ids of a trace's packets: a table that maps ids to packets, and a
 * set of ids that needs far less memory. */
#ifndef NOC_DESIGN_WORKLOAD_TRACE_IDS_H
#define NOC_DESIGN_WORKLOAD_TRACE_IDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

/* ---- packets by id --------------------------------------------------------------------------- */

/* Hash table of packets by id, at most half full. All 0: empty. */
typedef struct noc_id_table {
    struct noc_id_packet {
        uint64_t id;
        uint32_t packet; /* number of the packet, from 1; 0: free entry */
    } * entries;
    size_t capacity, count;
    noc_arena arena; /* owns the entries */
} noc_id_table;

#define NOC_ID_NONE UINT32_MAX

/* Finds the packet of an id; NOC_ID_NONE: none. */
uint32_t noc_id_table_find(const noc_id_table *table, uint64_t id);

/* Adds an id that the table does not have, of a packet below NOC_ID_NONE - 1. False when there is
 * no room; *refused_bytes is then set as in noc_list_make_limited_room. */
bool noc_id_table_add(noc_id_table *table, uint64_t id, uint32_t packet, double *refused_bytes);
void noc_id_table_remove(noc_id_table *table, uint64_t id); /* requires that `id` is in the table */
void noc_id_table_clear(noc_id_table *table);

/* ---- set of ids ------------------------------------------------------------------------------ */

/* A set of ids, in words of 64 consecutive ids, a bit each: word w holds ids 64 w .. 64 w + 63.
 * Full words are stored as runs. Ids in sequence, given by one node or by each of many, need
 * constant memory; other ids need some bytes each. All 0: empty. Clear word_table
 * (noc_id_table_clear) at the end. */
typedef struct noc_id_set {
    /* words that are in no run, by number; `packet` is the index in `bits`. The table's arena owns
     * all lists of the set */
    noc_id_table word_table;
    uint64_t *bits;
    size_t bit_count, bit_capacity;
    uint32_t *free_places; /* free indices of `bits` */
    size_t free_count, free_capacity;
    struct noc_id_run {
        uint64_t first, last; /* numbers of the first and the last full word */
    } * runs;                 /* runs, ascending, with gaps between them */
    size_t run_count, run_capacity;
} noc_id_set;

/* True if the set has an id. */
bool noc_id_set_has(const noc_id_set *set, uint64_t id);

/* Adds an id that the set does not have. False when there is no room; *refused_bytes is then set as
 * in noc_list_make_limited_room. */
bool noc_id_set_add(noc_id_set *set, uint64_t id, double *refused_bytes);

#endif
