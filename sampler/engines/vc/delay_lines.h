/* sampler/engines/vc/delay_lines.h: flits and credits under way, as a calendar: each cycle of the
 * near future has a list for each kind of arrival, of the VCs that get something in that cycle.
 * Lists are filled cycle by cycle, so the first entry left first. */
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

/* Places of the lists of a cycle, which are neighbours; one place is unused. */
enum { NOC_DELAY_STRIDE = 4 };

/* Calendar of arrivals. All 0: there is none. */
typedef struct noc_delay_lines {
    uint32_t **ends;   /* ends of lists: [cycle modulo the calendar's cycles * stride + kind] */
    uint32_t **starts; /* starts of the lists, placed as `ends` */
    uint32_t *store;
    uint32_t at, mask;             /* place of this cycle's lists in `ends`; places, less one */
    noc_delayed due[NOC_ARRIVALS]; /* arrivals of this cycle */
} noc_delay_lines;

/* Makes a calendar for delays of 1 to `longest` cycles. `most`: entries of each kind that may
 * arrive in a cycle. False when out of memory; noc_delay_lines_clear frees all that was made in
 * either case. */
bool noc_delay_lines_make(noc_delay_lines *lines, const uint32_t *most, unsigned longest);
void noc_delay_lines_clear(noc_delay_lines *lines);

/* Bytes of a calendar. */
double noc_delay_lines_bytes(const uint32_t *most, unsigned longest);

/* Line of a kind and delay, from this cycle on (noc_delay_push). */
static inline uint16_t noc_delay_line_of(noc_arrival kind, unsigned delay)
{
    return (uint16_t)(delay * NOC_DELAY_STRIDE + kind);
}

/* Lets cycles go by, of which only the last has arrivals: they are due. */
NOC_INLINE void noc_delay_lines_turn(noc_delay_lines *lines, uint64_t cycles)
{
    const uint32_t at = (uint32_t)(lines->at + cycles * NOC_DELAY_STRIDE) & lines->mask;
    lines->at = at;
    for (unsigned kind = 0; kind < NOC_ARRIVALS; kind++) {
        uint32_t *start = lines->starts[at + kind];
        lines->due[kind] = (noc_delayed){start, lines->ends[at + kind]};
        lines->ends[at + kind] = start;
    }
}

NOC_INLINE void noc_delay_push(noc_delay_lines *lines, uint16_t line, uint32_t vc)
{
    *lines->ends[(lines->at + line) & lines->mask]++ = vc;
}

/* Cycles from this one to that of the next arrivals; UINT64_MAX if nothing is under way. */
uint64_t noc_delay_lines_next(const noc_delay_lines *lines);

/* Adds the flits and credits in the lines to `under_way`, by VC. Returns the number of flits. */
uint64_t noc_delay_lines_count(const noc_delay_lines *lines, uint32_t *under_way);

#endif
