#include "sampler/engines/vc/delay_lines.h"

/* Finds the length of a calendar, cycles: a power of two, so that a mask gives the index. */
static size_t count_cycles(unsigned longest)
{
    size_t cycles = 1;
    while (cycles <= longest) cycles *= 2;
    return cycles;
}

static size_t count_entries(const uint32_t *arrivals_max)
{
    size_t entries = 0;
    for (unsigned kind = 0; kind < NOC_ARRIVALS; kind++) entries += arrivals_max[kind];
    return entries;
}

/* Places the lists in the store; lists of a cycle are neighbours. */
static void place_lists(noc_delay_lines *l, const uint32_t *arrivals_max)
{
    uint32_t *next = l->entries;
    for (uint32_t place = 0; place <= l->mask; place += NOC_DELAY_STRIDE)
        for (unsigned kind = 0; kind < NOC_ARRIVALS; kind++) {
            l->starts[place + kind] = l->ends[place + kind] = next;
            next += arrivals_max[kind];
        }
}

bool noc_delay_lines_make(noc_delay_lines *l, noc_arena *arena, const uint32_t *arrivals_max,
                          unsigned longest)
{
    const size_t cycles = count_cycles(longest), lists = cycles * NOC_DELAY_STRIDE;
    *l = (noc_delay_lines){
        .entries =
            noc_arena_unset_array(arena, cycles * count_entries(arrivals_max), sizeof(uint32_t)),
        .starts = noc_arena_array(arena, lists, sizeof(uint32_t *)),
        .ends = noc_arena_array(arena, lists, sizeof(uint32_t *)),
        .mask = (uint32_t)lists - 1,
    };
    if (arena->is_short) return false;
    place_lists(l, arrivals_max);
    return true;
}

double noc_delay_lines_bytes(const uint32_t *arrivals_max, unsigned longest)
{
    return (double)count_cycles(longest) * ((double)count_entries(arrivals_max) * sizeof(uint32_t) +
                                            2 * NOC_DELAY_STRIDE * sizeof(uint32_t *));
}

/* Finds the list of a kind at an index. */
static noc_arrival_list find_list(const noc_delay_lines *l, uint32_t place, unsigned kind)
{
    return (noc_arrival_list){l->starts[place + kind], l->ends[place + kind]};
}

uint64_t noc_delay_lines_next_delay(const noc_delay_lines *l)
{
    for (uint32_t ahead = NOC_DELAY_STRIDE; ahead <= l->mask; ahead += NOC_DELAY_STRIDE) {
        const uint32_t place = (l->current_place + ahead) & l->mask;
        for (unsigned kind = 0; kind < NOC_ARRIVALS; kind++)
            if (l->ends[place + kind] != l->starts[place + kind]) return ahead / NOC_DELAY_STRIDE;
    }
    return UINT64_MAX;
}

uint64_t noc_delay_lines_count(const noc_delay_lines *l, uint32_t *under_way)
{
    uint64_t flits = 0;
    for (uint32_t place = 0; place <= l->mask; place += NOC_DELAY_STRIDE)
        for (unsigned kind = 0; kind < NOC_ARRIVALS; kind++) {
            const noc_arrival_list list = find_list(l, place, kind);
            if (kind != NOC_ARRIVAL_CREDIT) flits += (uint64_t)(list.end - list.first);
            for (const uint32_t *vc = list.first; vc < list.end; vc++) under_way[*vc]++;
        }
    return flits;
}
