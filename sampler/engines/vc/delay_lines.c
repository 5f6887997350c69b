#include "sampler/engines/vc/delay_lines.h"

#include <stdlib.h>

static bool make_line(noc_delay_line *line, uint32_t **cursor, unsigned delay, size_t each)
{
    line->lists = delay + 1;
    line->each = each;
    line->store = malloc(line->lists * each * sizeof *line->store);
    line->ends = malloc(line->lists * sizeof *line->ends);
    if (!line->store || !line->ends) return false;
    for (uint32_t k = 0; k < line->lists; k++) line->ends[k] = line->store + k * each;
    line->due = (noc_delayed){line->store, line->store};
    *cursor = line->store;
    return true;
}

bool noc_delay_lines_make(noc_delay_lines *l, const uint32_t *most, unsigned longest)
{
    const size_t delays = longest + 1u, all = NOC_ARRIVALS * delays;
    *l = (noc_delay_lines){.delays = delays};
    l->all = calloc(all, sizeof *l->all);
    l->cursors = calloc(all, sizeof *l->cursors);
    l->number = calloc(all, sizeof *l->number);
    if (!l->all || !l->cursors || !l->number) return false;
    for (unsigned kind = 0; kind < NOC_ARRIVALS; kind++) {
        for (unsigned delay = longest; delay > 0; delay--) {
            const uint32_t each = most[kind * delays + delay], line = l->count;
            if (each == 0) continue;
            l->number[kind * delays + delay] = (uint16_t)l->count++;
            if (!make_line(&l->all[line], &l->cursors[line], delay, each)) return false;
        }
        l->first[kind + 1] = l->count;
    }
    return true;
}

void noc_delay_lines_clear(noc_delay_lines *l)
{
    for (uint32_t k = 0; k < l->count; k++) {
        free(l->all[k].store);
        free(l->all[k].ends);
    }
    free(l->all);
    free(l->cursors);
    free(l->number);
    *l = (noc_delay_lines){0};
}

void noc_delay_lines_turn(noc_delay_lines *l)
{
    for (uint32_t k = 0; k < l->count; k++) {
        noc_delay_line *line = &l->all[k];
        line->ends[line->filling] = l->cursors[k];
        line->filling = line->filling + 1 == line->lists ? 0 : line->filling + 1;
        const uint32_t due = line->filling + 1 == line->lists ? 0 : line->filling + 1;
        uint32_t *first = line->store + due * line->each;
        line->due = (noc_delayed){first, line->ends[due]};
        line->ends[due] = first;
        l->cursors[k] = line->store + line->filling * line->each;
    }
}

/* The entries of a list. */
static noc_delayed list_of(const noc_delay_lines *l, uint32_t line, uint32_t list)
{
    const noc_delay_line *of = &l->all[line];
    return (noc_delayed){of->store + list * of->each,
                         list == of->filling ? l->cursors[line] : of->ends[list]};
}

uint64_t noc_delay_lines_count(const noc_delay_lines *l, uint32_t *under_way)
{
    uint64_t flits = 0;
    for (uint32_t line = 0; line < l->count; line++) {
        for (uint32_t list = 0; list < l->all[line].lists; list++) {
            const noc_delayed entries = list_of(l, line, list);
            if (line < l->first[NOC_ARRIVAL_CREDIT])
                flits += (uint64_t)(entries.end - entries.first);
            for (const uint32_t *vc = entries.first; vc < entries.end; vc++) under_way[*vc]++;
        }
    }
    return flits;
}

bool noc_delay_lines_hold_credits(const noc_delay_lines *l)
{
    for (uint32_t line = l->first[NOC_ARRIVAL_CREDIT]; line < l->count; line++) {
        for (uint32_t list = 0; list < l->all[line].lists; list++) {
            const noc_delayed entries = list_of(l, line, list);
            if (entries.end > entries.first) return true;
        }
    }
    return false;
}
