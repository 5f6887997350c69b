/* sampler/engines/vc/delay_lines.h: flits and credits under way. Those that take equally many
 * cycles share a line: a list for each cycle, of VCs that get something, which is filled in that
 * cycle and emptied when so many have passed. */
#ifndef NOC_SAMPLER_ENGINES_VC_DELAY_LINES_H
#define NOC_SAMPLER_ENGINES_VC_DELAY_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/bitset.h"

typedef enum noc_arrival {
    NOC_ARRIVAL_FLIT,     /* a flit, at a router */
    NOC_ARRIVAL_EJECTION, /* a flit, at a terminal */
    NOC_ARRIVAL_CREDIT,
    NOC_ARRIVALS,
} noc_arrival;

/* Entries from `first` up to `end`. */
typedef struct noc_delayed {
    const uint32_t *first, *end;
} noc_delayed;

typedef struct noc_delay_line {
    uint32_t *store; /* lists of the lines, `each` entries long */
    uint32_t **ends; /* ends by list; the end of the one that is filled is a cursor */
    size_t each;
    uint32_t lists;   /* cycles of the delay, and one more */
    uint32_t filling; /* list of this cycle */
    noc_delayed due;  /* entries that arrive in this cycle */
} noc_delay_line;

/* Lines by kind of arrival, and of a kind from the longest delay to the shortest: what left first
 * arrives first. All 0: there is none. */
typedef struct noc_delay_lines {
    noc_delay_line *all;
    uint32_t **cursors; /* end of the list that is filled, by line */
    uint32_t count;
    uint32_t first[NOC_ARRIVALS + 1]; /* line of each kind, and the end */
    uint16_t *number;                 /* line of a kind and delay: [kind * delays + delay] */
    size_t delays;
} noc_delay_lines;

/* Lines for delays of 1 to `longest` cycles. `most`: entries that may come into each in a cycle,
 * [kind * (longest + 1) + delay]; 0: it is not needed. False when out of memory;
 * noc_delay_lines_clear frees what there is either way. */
bool noc_delay_lines_make(noc_delay_lines *lines, const uint32_t *most, unsigned longest);
void noc_delay_lines_clear(noc_delay_lines *lines);

/* The number of a line that is there. */
static inline uint16_t noc_delay_line_of(const noc_delay_lines *lines, noc_arrival kind,
                                         unsigned delay)
{
    return lines->number[(size_t)kind * lines->delays + delay];
}

/* A new cycle: its arrivals are due (noc_delay_line.due), and lists for what leaves in it are
 * empty. */
void noc_delay_lines_turn(noc_delay_lines *lines);

NOC_INLINE void noc_delay_push(noc_delay_lines *lines, uint16_t line, uint32_t vc)
{
    *lines->cursors[line]++ = vc;
}

/* Adds the flits and credits in the lines to what is under way, by VC. Returns how many flits. */
uint64_t noc_delay_lines_count(const noc_delay_lines *lines, uint32_t *under_way);
bool noc_delay_lines_hold_credits(const noc_delay_lines *lines);

#endif
