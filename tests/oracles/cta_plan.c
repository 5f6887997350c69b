#include "tests/oracles/cta_plan.h"

#include <stdlib.h>

#include "base/auto.h"

static const uint64_t never = UINT64_MAX;

/* A plan in the making. */
typedef struct planner {
    noc_cta_dispatch *dispatch;
    oracle_cta_run *const *runs;
    int slots_of_core;
    size_t slots;
    /* cycle in which the CTA of a slot ends (never: it has none), by core * slots_of_core + slot */
    uint64_t *end;
    noc_cta_start *starts; /* room for the starts of one cycle */
} planner;

static void start_in(planner *p, uint64_t cycle)
{
    const size_t count = noc_cta_dispatch_fill(p->dispatch, p->starts);
    for (size_t i = 0; i < count; i++) {
        const noc_cta_start *s = &p->starts[i];
        oracle_cta_run *const run = &p->runs[s->kernel][s->cta];
        run->at = s->start_slot;
        run->start = cycle;
        p->end[s->start_slot.core * p->slots_of_core + s->start_slot.slot] = cycle + run->length;
    }
}

static uint64_t next_end(const planner *p)
{
    uint64_t next = never;
    for (size_t i = 0; i < p->slots; i++)
        if (p->end[i] < next) next = p->end[i];
    return next;
}

static void end_in(planner *p, uint64_t cycle)
{
    for (size_t i = 0; i < p->slots; i++) {
        if (p->end[i] != cycle) continue;
        const int slot = (int)i;
        p->end[i] = never;
        noc_cta_dispatch_end(p->dispatch,
                             (noc_cta_slot){slot / p->slots_of_core, slot % p->slots_of_core});
    }
}

bool oracle_cta_plan(const noc_cta_setup *setup, oracle_cta_run *const *runs)
{
    NOC_AUTO(noc_arena_clear) noc_arena arena = {0};
    planner p = {noc_cta_dispatch_new(setup, &arena), runs, setup->shape.slots, 0, NULL, NULL};
    p.slots = (size_t)setup->shape.clusters * (size_t)setup->shape.cores * (size_t)p.slots_of_core;
    p.end = malloc(p.slots * sizeof *p.end);
    p.starts = malloc(p.slots * sizeof *p.starts);
    const bool made = p.dispatch && p.end && p.starts;
    if (made) {
        for (size_t i = 0; i < p.slots; i++) p.end[i] = never;
        for (uint64_t cycle = 0; cycle != never; cycle = next_end(&p)) {
            end_in(&p, cycle);
            start_in(&p, cycle);
        }
    }
    free(p.starts);
    free(p.end);
    return made;
}

uint64_t oracle_cta_makespan(const oracle_cta_run *runs, uint64_t count)
{
    uint64_t last = 0;
    for (uint64_t i = 0; i < count; i++)
        if (runs[i].start + runs[i].length > last) last = runs[i].start + runs[i].length;
    return last;
}

uint64_t oracle_cta_busy(const oracle_cta_run *runs, uint64_t count, int first, int cores)
{
    uint64_t sum = 0;
    for (uint64_t i = 0; i < count; i++)
        if (runs[i].at.core >= first && runs[i].at.core < first + cores) sum += runs[i].length;
    return sum;
}

static uint64_t cycles_at_once(const oracle_cta_run *a, const oracle_cta_run *b)
{
    const uint64_t a_end = a->start + a->length, b_end = b->start + b->length;
    const uint64_t from = a->start > b->start ? a->start : b->start;
    const uint64_t to = a_end < b_end ? a_end : b_end;
    return to > from ? to - from : 0;
}

uint64_t oracle_cta_overlap(const oracle_cta_run *runs, uint64_t count, int cores)
{
    uint64_t sum = 0;
    for (uint64_t i = 0; i + 1 < count; i++)
        if (runs[i].at.core / cores == runs[i + 1].at.core / cores)
            sum += cycles_at_once(&runs[i], &runs[i + 1]);
    return sum;
}
