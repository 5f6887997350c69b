/* design/workload/trace_ids.h: ids of a trace's packets: which packet an id stands for, and which
 * ids there have been, in far less memory. */
#ifndef NOC_DESIGN_WORKLOAD_TRACE_IDS_H
#define NOC_DESIGN_WORKLOAD_TRACE_IDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- packets by id --------------------------------------------------------------------------- */

/* Packets by id: a hash table, at most half full. All 0: empty. */
typedef struct noc_id_table {
    struct noc_id_packet {
        uint64_t id;
        uint32_t packet; /* number of the packet, from 1 on; 0: a free place */
    } * all;
    size_t capacity, count;
} noc_id_table;

#define NOC_ID_NONE UINT32_MAX

/* The packet of an id, NOC_ID_NONE if none has it. */
uint32_t noc_id_table_find(const noc_id_table *table, uint64_t id);

/* Gives an id, which no other packet has, to a packet below NOC_ID_NONE - 1. False when there is no
 * room; then *beyond as of noc_list_with_room. */
bool noc_id_table_add(noc_id_table *table, uint64_t id, uint32_t packet, double *beyond);
void noc_id_table_remove(noc_id_table *table, uint64_t id); /* the table has it */
void noc_id_table_clear(noc_id_table *table);

/* ---- ids that there have been ---------------------------------------------------------------- */

/* A set of ids: a bit each in words of 64 ids that follow each other, and words whose ids are all
 * there as runs. Ids that are given one after the other, by one node or by each of many, need no
 * more memory the more there are; others some bytes each. All 0: empty. */
typedef struct noc_id_set {
    noc_id_table words; /* packet: place in bits */
    uint64_t *bits;
    size_t bit_count, bit_room;
    uint32_t *free; /* places in bits that nobody uses */
    size_t free_count, free_room;
    struct noc_id_run {
        uint64_t first, last; /* words */
    } * runs;                 /* ascending, none next to another */
    size_t run_count, run_room;
} noc_id_set;

bool noc_id_set_has(const noc_id_set *set, uint64_t id);

/* Adds an id that the set does not have. False when there is no room; then *beyond as of
 * noc_list_with_room. */
bool noc_id_set_add(noc_id_set *set, uint64_t id, double *beyond);
void noc_id_set_clear(noc_id_set *set);

#endif
