/* sampler/engines/vc/delay_lines.h: flits and credits in transit, as a calendar: each future
 * cycle has one list for each kind of arrival, with the VCs of the arrivals. Lists are filled in
 * the order of departure. */
#ifndef NOC_SAMPLER_ENGINES_VC_DELAY_LINES_H
#define NOC_SAMPLER_ENGINES_VC_DELAY_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/bitset.h"

typedef enum noc_arrival {
    NOC_ARRIVAL_FLIT,     /* a flit, at a router */
    NOC_ARRIVAL_EJECTION, /* a flit, at a terminal */
    NOC_ARRIVAL_CREDIT,
    NOC_ARRIVALS,
} noc_arrival;

/* Entries [first, end). */
typedef struct noc_arrival_list {
    const uint32_t *first, *end;
} noc_arrival_list;

/* Places in `ends` for the lists of a cycle, of which one is unused. */
enum { NOC_DELAY_STRIDE = 4 };

/* Calendar of arrivals. All 0: none. */
typedef struct noc_delay_lines {
    uint32_t **ends;   /* ends of the lists: [cycle modulo calendar length * stride + kind] */
    uint32_t **starts; /* starts of the lists, indexed as `ends` */
    uint32_t *entries; /* VCs of all lists */
    /* index of this cycle's lists in `ends`; number of indices less one */
    uint32_t current_place, mask;
    noc_arrival_list due[NOC_ARRIVALS]; /* arrivals of this cycle */
} noc_delay_lines;

/* Makes a calendar for delays of 1 to `longest` cycles. `arrivals_max`: maximum number of
 * arrivals of each kind per cycle. False when out of memory. */
bool noc_delay_lines_make(noc_delay_lines *lines, noc_arena *arena, const uint32_t *arrivals_max,
                          unsigned longest);

/* Size of a calendar, bytes. */
double noc_delay_lines_bytes(const uint32_t *arrivals_max, unsigned longest);

/* Number of the line for a kind and a delay, for noc_delay_push. */
static inline uint16_t noc_delay_line_number(noc_arrival kind, unsigned delay)
{
    return (uint16_t)(delay * NOC_DELAY_STRIDE + kind);
}

/* Advances the calendar by some cycles, of which only the last has arrivals; `due` lists the
 * arrivals. */
NOC_INLINE void noc_delay_lines_advance(noc_delay_lines *lines, uint64_t cycles)
{
    const uint32_t place =
        (uint32_t)(lines->current_place + cycles * NOC_DELAY_STRIDE) & lines->mask;
    lines->current_place = place;
    for (unsigned kind = 0; kind < NOC_ARRIVALS; kind++) {
        uint32_t *start = lines->starts[place + kind];
        lines->due[kind] = (noc_arrival_list){start, lines->ends[place + kind]};
        lines->ends[place + kind] = start;
    }
}

/* Sends an arrival for a VC to a line: it arrives after the delay of the line. */
NOC_INLINE void noc_delay_push(noc_delay_lines *lines, uint16_t line, uint32_t vc)
{
    *lines->ends[(lines->current_place + line) & lines->mask]++ = vc;
}

/* Cycles to the next arrivals; UINT64_MAX: none. */
uint64_t noc_delay_lines_next_delay(const noc_delay_lines *lines);

/* Adds the flits and credits in transit to the counts under_way[VC]. Returns the number of
 * flits. */
uint64_t noc_delay_lines_count(const noc_delay_lines *lines, uint32_t *under_way);

#endif
