#include "hybrid/training/suites/suite.h"

#include "base/auto.h"
#include "reader/design_walk.h"

char *noc_suite_fault_text(const noc_diag *faults, noc_arena *arena)
{
    const noc_message *m = faults->count ? &faults->messages[0] : NULL;
    if (!m || !m->text) return noc_arena_text(arena, "out of memory");
    return noc_arena_text(arena, "%s%s%s", m->file ? m->file : "", m->file ? ": " : "", m->text);
}

void noc_suite_make_bad(noc_suite *s, noc_suite_case *c, const noc_diag *faults)
{
    noc_design_free(c->design);
    c->design = NULL;
    c->fault = noc_suite_fault_text(faults, &s->arena);
    s->bad_count++;
}

noc_status noc_suite_check_records(noc_suite *s, noc_diag *diag)
{
    for (size_t i = 0; i < s->count; i++) {
        noc_suite_case *c = &s->cases[i];
        NOC_AUTO(noc_diag_clear) noc_diag faults = {0};
        if (!c->design || c->is_measured) continue;
        noc_system_free(c->system);
        c->system = NULL;
        noc_fail(&faults, NOC_EINPUT, NOC_NOWHERE, "%s has no measurement of it", s->reference);
        noc_suite_make_bad(s, c, &faults);
        if (!c->fault) return noc_fail_memory(diag);
    }
    return NOC_OK;
}

void noc_suite_keep_held_back(noc_suite *s)
{
    for (size_t i = 0; i < s->count; i++) {
        noc_suite_case *c = &s->cases[i];
        if (c->is_held_back || !c->is_measured) continue;
        c->is_measured = false;
        s->measured_count--;
    }
}

/* Adds the cases of another suite that are not held back. */
static void join_cases(noc_suite *all, const noc_suite *other)
{
    for (size_t i = 0; i < other->count; i++) {
        const noc_suite_case *c = &other->cases[i];
        if (c->is_held_back) continue;
        all->cases[all->count++] = *c;
        all->measured_count += c->is_measured;
        all->bad_count += !c->design;
    }
}

noc_status noc_suite_join(const noc_suite *suite, noc_suite *all, noc_diag *diag)
{
    size_t count = suite->count;
    for (size_t k = 0; k < suite->joined_count; k++) count += suite->joined_suites[k].count;
    *all = *suite;
    all->arena = (noc_arena){0};
    all->count = all->measured_count = all->bad_count = 0;
    all->cases = noc_arena_array(&all->arena, count, sizeof *all->cases);
    if (!all->cases) return noc_fail_memory(diag);
    join_cases(all, suite);
    for (size_t k = 0; k < suite->joined_count; k++) join_cases(all, &suite->joined_suites[k]);
    all->joined_suites = NULL;
    all->joined_count = 0;
    return NOC_OK;
}

void noc_suite_clear(noc_suite *s)
{
    for (size_t i = 0; i < s->joined_count; i++) noc_suite_clear(&s->joined_suites[i]);
    for (size_t i = 0; i < s->count; i++) {
        noc_system_free(s->cases[i].system);
        noc_design_free(s->cases[i].design);
    }
    noc_arena_clear(&s->arena);
    *s = (noc_suite){0};
}
