#include "sampler/engines/vc/delay_lines.h"

#include <stdlib.h>

/* A power of two, so that places are found by a mask. */
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

static uint32_t *start_of(const noc_delay_lines *l, uint32_t at, unsigned kind)
{
    return l->store + at / NOC_DELAY_STRIDE * l->each + l->first[kind];
}

bool noc_delay_lines_make(noc_delay_lines *l, const uint32_t *most, unsigned longest)
{
    const size_t cycles = cycles_of(longest);
    *l = (noc_delay_lines){
        .each = entries_of(most),
        .mask = (uint32_t)(cycles * NOC_DELAY_STRIDE - 1),
    };
    for (unsigned kind = 1; kind < NOC_ARRIVALS; kind++)
        l->first[kind] = l->first[kind - 1] + most[kind - 1];
    l->store = malloc((cycles * l->each + 1) * sizeof *l->store);
    l->ends = calloc(cycles * NOC_DELAY_STRIDE, sizeof *l->ends);
    if (!l->store || !l->ends) return false;
    for (uint32_t at = 0; at <= l->mask; at += NOC_DELAY_STRIDE)
        for (unsigned kind = 0; kind < NOC_ARRIVALS; kind++)
            l->ends[at + kind] = start_of(l, at, kind);
    return true;
}

void noc_delay_lines_clear(noc_delay_lines *l)
{
    free(l->store);
    free(l->ends);
    *l = (noc_delay_lines){0};
}

double noc_delay_lines_bytes(const uint32_t *most, unsigned longest)
{
    return (double)cycles_of(longest) *
           ((double)entries_of(most) * sizeof(uint32_t) + NOC_DELAY_STRIDE * sizeof(uint32_t *));
}

void noc_delay_lines_turn(noc_delay_lines *l, uint64_t cycles)
{
    l->at = (uint32_t)(l->at + cycles * NOC_DELAY_STRIDE) & l->mask;
    for (unsigned kind = 0; kind < NOC_ARRIVALS; kind++) {
        uint32_t *start = start_of(l, l->at, kind);
        l->due[kind] = (noc_delayed){start, l->ends[l->at + kind]};
        l->ends[l->at + kind] = start;
    }
}

/* Entries of a list of the cycle whose lists are at a place. */
static noc_delayed list_at(const noc_delay_lines *l, uint32_t at, unsigned kind)
{
    return (noc_delayed){start_of(l, at, kind), l->ends[at + kind]};
}

uint64_t noc_delay_lines_next(const noc_delay_lines *l)
{
    for (uint32_t ahead = NOC_DELAY_STRIDE; ahead <= l->mask; ahead += NOC_DELAY_STRIDE) {
        const uint32_t at = (l->at + ahead) & l->mask;
        for (unsigned kind = 0; kind < NOC_ARRIVALS; kind++)
            if (l->ends[at + kind] != start_of(l, at, kind)) return ahead / NOC_DELAY_STRIDE;
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
