#include "sampler/engines/vc/delay_lines.h"

#include <stdlib.h>

/* Finds the length of a calendar, cycles: a power of two, so that a mask gives the index. */
static size_t cycles_of(unsigned longest)
{
    size_t cycles = 1;
    while (cycles <= longest) cycles *= 2;
    return cycles;
}

static size_t entries_of(const uint32_t *most)
{
    size_t entries = 0;
    for (unsigned kind = 0; kind < NOC_ARRIVALS; kind++) entries += most[kind];
    return entries;
}

/* Places the lists in the store; lists of a cycle are neighbours. */
static void place_lists(noc_delay_lines *l, const uint32_t *most)
{
    uint32_t *next = l->store;
    for (uint32_t at = 0; at <= l->mask; at += NOC_DELAY_STRIDE)
        for (unsigned kind = 0; kind < NOC_ARRIVALS; kind++) {
            l->starts[at + kind] = l->ends[at + kind] = next;
            next += most[kind];
        }
}

bool noc_delay_lines_make(noc_delay_lines *l, const uint32_t *most, unsigned longest)
{
    const size_t cycles = cycles_of(longest), lists = cycles * NOC_DELAY_STRIDE;
    *l = (noc_delay_lines){.mask = (uint32_t)lists - 1};
    l->store = malloc((cycles * entries_of(most) + 1) * sizeof *l->store);
    l->starts = calloc(lists, sizeof *l->starts);
    l->ends = calloc(lists, sizeof *l->ends);
    if (!l->store || !l->starts || !l->ends) return false;
    place_lists(l, most);
    return true;
}

void noc_delay_lines_clear(noc_delay_lines *l)
{
    free(l->store);
    free(l->starts);
    free(l->ends);
    *l = (noc_delay_lines){0};
}

double noc_delay_lines_bytes(const uint32_t *most, unsigned longest)
{
    return (double)cycles_of(longest) * ((double)entries_of(most) * sizeof(uint32_t) +
                                         2 * NOC_DELAY_STRIDE * sizeof(uint32_t *));
}

/* Finds the list of a kind at an index. */
static noc_delayed list_at(const noc_delay_lines *l, uint32_t at, unsigned kind)
{
    return (noc_delayed){l->starts[at + kind], l->ends[at + kind]};
}

uint64_t noc_delay_lines_next(const noc_delay_lines *l)
{
    for (uint32_t ahead = NOC_DELAY_STRIDE; ahead <= l->mask; ahead += NOC_DELAY_STRIDE) {
        const uint32_t at = (l->at + ahead) & l->mask;
        for (unsigned kind = 0; kind < NOC_ARRIVALS; kind++)
            if (l->ends[at + kind] != l->starts[at + kind]) return ahead / NOC_DELAY_STRIDE;
    }
    return UINT64_MAX;
}

uint64_t noc_delay_lines_count(const noc_delay_lines *l, uint32_t *under_way)
{
    uint64_t flits = 0;
    for (uint32_t at = 0; at <= l->mask; at += NOC_DELAY_STRIDE)
        for (unsigned kind = 0; kind < NOC_ARRIVALS; kind++) {
            const noc_delayed list = list_at(l, at, kind);
            if (kind != NOC_ARRIVAL_CREDIT) flits += (uint64_t)(list.end - list.first);
            for (const uint32_t *vc = list.first; vc < list.end; vc++) under_way[*vc]++;
        }
    return flits;
}
