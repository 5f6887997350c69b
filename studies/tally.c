#include "studies/tally.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double dead_zone = 3.0, close_points = 4.0;

static bool same(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

/* The one of a paper and kind, added at the end if it is new; there is room. */
static noc_tally *tally_of(noc_tally *list, size_t *count, const char *paper, const char *kind)
{
    for (size_t i = 0; i < *count; i++)
        if (same(list[i].paper, paper) && same(list[i].kind, kind)) return &list[i];
    list[*count] = (noc_tally){.paper = paper, .kind = kind};
    return &list[(*count)++];
}

static void add(noc_tally *t, noc_verdict verdict)
{
    t->verdicts[verdict]++;
    t->count++;
}

/* Papers come together, as they do in the file. */
noc_tally *noc_tally_rows(const noc_judged_rows *rows, bool kinds, size_t *count)
{
    noc_tally *list = calloc(2 * rows->count + 2, sizeof *list);
    noc_tally all = {.count = 0};
    size_t papers = 0;
    *count = 0;
    if (!list) return NULL;
    for (size_t i = 0; i < rows->count; i++) {
        const noc_judged *j = &rows->list[i];
        papers += i == 0 || !same(j->row->paper, rows->list[i - 1].row->paper);
        add(tally_of(list, count, j->row->paper, NULL), j->verdict);
        if (kinds) add(tally_of(list, count, j->row->paper, j->row->kind), j->verdict);
        add(&all, j->verdict);
    }
    if (papers > 1) list[(*count)++] = all;
    return list;
}

/* ---- changes -------------------------------------------------------------------------------- */

static bool is_performance(const char *kind)
{
    static const char *const kinds[] = {"speedup",   "throughput", "latency", "power",
                                        "frequency", "energy",     "ipc",     "traffic"};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (strcmp(kinds[i], kind) == 0) return true;
    return false;
}

/* As a change in %, of a ratio, too. */
static double change_of(const noc_printed *p, double value)
{
    return p->is_ratio ? 100.0 * (value - 1.0) : value;
}

static bool compares(const noc_judged *j)
{
    const noc_printed p = noc_printed_of(j->row);
    return noc_verdict_is_counted(j->verdict) && is_performance(j->row->kind) &&
           (p.is_change || p.is_ratio) && j->kind == NOC_EXPRESSION_NUMBER;
}

bool noc_judged_is_change(const noc_judged *j)
{
    return compares(j) && noc_printed_of(j->row).form == NOC_PRINTED_NUMBER &&
           strcmp(j->row->judge, "direction") != 0;
}

static void add_change(noc_changes *c, const noc_judged *j)
{
    const noc_printed p = noc_printed_of(j->row);
    const double wanted = change_of(&p, p.lo),
                 off = fabs(change_of(&p, p.lo + noc_judged_difference(j)) - wanted);
    const bool right = noc_printed_direction(&p, p.lo + noc_judged_difference(j));
    c->count++;
    c->mean_difference += off;
    c->mean_published += fabs(wanted);
    c->close += off <= fmax(close_points, fabs(wanted) / 3.0);
    if (fabs(wanted) >= dead_zone) {
        c->large++;
        c->large_right += right;
    } else {
        c->small++;
        c->small_right += right;
    }
}

static void add_agreement(noc_changes *c, const noc_judged *j)
{
    const noc_printed p = noc_printed_of(j->row);
    if (j->model.term.kind != NOC_TERM_NUMBER || j->sample.term.kind != NOC_TERM_NUMBER ||
        j->sample.stale)
        return;
    const double model = change_of(&p, j->model.term.number);
    const double sample = change_of(&p, j->sample.term.number);
    c->both++;
    c->agree += model * sample > 0.0 || fabs(model - sample) <= dead_zone;
}

noc_changes noc_tally_changes(const noc_judged_rows *rows)
{
    noc_changes c = {.count = 0};
    for (size_t i = 0; i < rows->count; i++) {
        const noc_judged *j = &rows->list[i];
        if (!compares(j)) continue;
        add_agreement(&c, j);
        if (noc_judged_is_change(j)) {
            add_change(&c, j);
        } else {
            c.bounds++;
            c.bounds_right += j->verdict != NOC_VERDICT_WRONG;
        }
    }
    if (c.count) {
        c.mean_difference /= (double)c.count;
        c.mean_published /= (double)c.count;
    }
    return c;
}
