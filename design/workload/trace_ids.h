/* design/workload/trace_ids.h: ids of a trace's packets: a table of packets by id, and a set of ids
 * that needs far less memory. */
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

/* Finds the packet of an id, NOC_ID_NONE if no packet has it. */
uint32_t noc_id_table_find(const noc_id_table *table, uint64_t id);

/* Gives a packet below NOC_ID_NONE - 1 an id that no other packet has. False when there is no room;
 * *beyond is then set as in noc_list_with_room. */
bool noc_id_table_add(noc_id_table *table, uint64_t id, uint32_t packet, double *beyond);
void noc_id_table_remove(noc_id_table *table, uint64_t id); /* `id` is in the table */
void noc_id_table_clear(noc_id_table *table);

/* ---- ids that there have been ---------------------------------------------------------------- */

/* A set of ids: a bit each in words of 64 consecutive ids; words whose bits are all set are stored
 * as runs. Ids that are given in sequence, by one node or by each of many, need constant memory;
 * other ids some bytes each. All 0: empty. */
typedef struct noc_id_set {
    noc_id_table words; /* words by number; `packet` is the place in `bits` */
    uint64_t *bits;
    size_t bit_count, bit_room;
    uint32_t *free; /* unused places in `bits` */
    size_t free_count, free_room;
    struct noc_id_run {
        uint64_t first, last; /* words, full */
    } * runs;                 /* runs, ascending, with gaps in between */
    size_t run_count, run_room;
} noc_id_set;

bool noc_id_set_has(const noc_id_set *set, uint64_t id);

/* Adds an id that the set does not have. False when there is no room; *beyond is then set as in
 * noc_list_with_room. */
bool noc_id_set_add(noc_id_set *set, uint64_t id, double *beyond);
void noc_id_set_clear(noc_id_set *set);

#endif
