/* design/trace/trace_ids.h: which line of a trace has an id. */
#ifndef NOC_DESIGN_TRACE_TRACE_IDS_H
#define NOC_DESIGN_TRACE_TRACE_IDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A table by hash, at most half full. Zero-initialise before use. */
typedef struct noc_trace_ids {
    struct noc_trace_id {
        uint64_t id;
        uint32_t packet; /* position among the packets, from 1 on; 0: a free place */
    } * all;
    size_t capacity, count;
} noc_trace_ids;

/* The packet of an id, UINT32_MAX if none has it. */
uint32_t noc_trace_ids_find(const noc_trace_ids *ids, uint64_t id);

/* Gives an id, which no other packet has, to a packet. false: out of memory. */
bool noc_trace_ids_add(noc_trace_ids *ids, uint64_t id, uint32_t packet);

void noc_trace_ids_clear(noc_trace_ids *ids);

#endif
