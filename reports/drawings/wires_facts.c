#include "reports/drawings/wires_facts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DIRECTIONS = 4, EXCHANGES_MOST = 300 };

/* ---- distances ------------------------------------------------------------------------------ */

/* Where links lead: of router r, to[first[r]] and on; and what flows there. */
typedef struct leads {
    uint32_t *first, *to;
} leads;

static bool list_leads(const noc_wires *w, leads *l)
{
    l->first = calloc((size_t)w->routers + 2, sizeof *l->first);
    l->to = malloc((2 * w->count + 1) * sizeof *l->to);
    if (!l->first || !l->to) return false;
    for (size_t i = 0; i < w->count; i++) {
        l->first[w->pairs[i].a + 2] += w->pairs[i].there.lanes > 0;
        l->first[w->pairs[i].b + 2] += w->pairs[i].back.lanes > 0;
    }
    for (uint32_t r = 2; r < w->routers + 2; r++) l->first[r] += l->first[r - 1];
    for (size_t i = 0; i < w->count; i++) {
        const noc_wires_pair *p = &w->pairs[i];
        if (p->there.lanes) l->to[l->first[p->a + 1]++] = p->b;
        if (p->back.lanes) l->to[l->first[p->b + 1]++] = p->a;
    }
    return true;
}

/* The links to all routers from one; returns their sum, and the most. */
static double walk(const noc_wires *w, const leads *l, uint32_t from, uint32_t *steps,
                   uint32_t *queue, uint32_t *most)
{
    uint32_t head = 0, tail = 0;
    double sum = 0.0;
    memset(steps, 0xff, w->routers * sizeof *steps);
    steps[from] = 0;
    queue[tail++] = from;
    while (head < tail) {
        const uint32_t at = queue[head++];
        sum += steps[at];
        if (steps[at] > *most) *most = steps[at];
        for (uint32_t i = l->first[at]; i < l->first[at + 1]; i++)
            if (steps[l->to[i]] == UINT32_MAX) {
                steps[l->to[i]] = steps[at] + 1;
                queue[tail++] = l->to[i];
            }
    }
    return sum;
}

static bool measure(const noc_wires *w, noc_wires_facts *f)
{
    leads l = {NULL, NULL};
    uint32_t *steps = malloc((w->routers + 1) * sizeof *steps);
    uint32_t *queue = malloc((w->routers + 1) * sizeof *queue);
    const bool made = list_leads(w, &l) && steps && queue;
    double sum = 0.0;
    for (uint32_t r = 0; made && r < w->routers; r++)
        sum += walk(w, &l, r, steps, queue, &f->diameter);
    if (w->routers > 1) f->mean = sum / ((double)w->routers * (w->routers - 1));
    free(l.first);
    free(l.to);
    free(steps);
    free(queue);
    return made;
}

static bool count_degrees(const noc_wires *w, noc_wires_facts *f)
{
    uint32_t *degree = calloc(w->routers + 1, sizeof *degree);
    if (!degree) return false;
    for (size_t i = 0; i < w->count; i++) {
        degree[w->pairs[i].a]++;
        degree[w->pairs[i].b]++;
    }
    f->least_degree = UINT32_MAX;
    for (uint32_t r = 0; r < w->routers; r++) {
        if (degree[r] < f->least_degree) f->least_degree = degree[r];
        if (degree[r] > f->most_degree) f->most_degree = degree[r];
    }
    free(degree);
    return true;
}

/* ---- halves --------------------------------------------------------------------------------- */

/* Routers along a direction. */
typedef struct placed {
    double at;
    uint32_t router;
} placed;

static int by_place(const void *a, const void *b)
{
    const placed *p = a, *q = b;
    if (p->at != q->at) return p->at < q->at ? -1 : 1;
    return p->router < q->router ? -1 : p->router > q->router;
}

static double cut_of(const noc_wires *w, const bool *second)
{
    double there = 0.0, back = 0.0;
    for (size_t i = 0; i < w->count; i++) {
        const noc_wires_pair *p = &w->pairs[i];
        if (second[p->a] == second[p->b]) continue;
        there += second[p->b] ? p->there.flits_per_cycle : p->back.flits_per_cycle;
        back += second[p->b] ? p->back.flits_per_cycle : p->there.flits_per_cycle;
    }
    return fmin(there, back);
}

/* What flows between a router and the other half, less what flows in its own. */
static void find_pulls(const noc_wires *w, const bool *second, double *pull)
{
    memset(pull, 0, w->routers * sizeof *pull);
    for (size_t i = 0; i < w->count; i++) {
        const noc_wires_pair *p = &w->pairs[i];
        const double flits = p->there.flits_per_cycle + p->back.flits_per_cycle;
        const double by = second[p->a] == second[p->b] ? -flits : flits;
        pull[p->a] += by;
        pull[p->b] += by;
    }
}

/* Exchanges the routers of both halves that are pulled most to the other (Kernighan and Lin 1970),
 * as long as that helps; `pull` has room for the routers. */
static double improve(const noc_wires *w, bool *second, double *pull)
{
    double least = cut_of(w, second);
    for (int i = 0; i < EXCHANGES_MOST; i++) {
        uint32_t best[2] = {NOC_NONE, NOC_NONE};
        find_pulls(w, second, pull);
        for (uint32_t r = 0; r < w->routers; r++)
            if (best[second[r]] == NOC_NONE || pull[r] > pull[best[second[r]]]) best[second[r]] = r;
        if (best[0] == NOC_NONE || best[1] == NOC_NONE) break;
        second[best[0]] = true;
        second[best[1]] = false;
        const double cut = cut_of(w, second);
        if (cut >= least) break;
        least = cut;
    }
    return least;
}

/* Halves on both sides of a line through the picture, in some directions, each improved. */
static bool halve(const noc_wires *w, const noc_layout_point *at, noc_wires_facts *f)
{
    static const double ways[DIRECTIONS][2] = {{1.0, 1e-3}, {1e-3, 1.0}, {1.0, 1.0}, {1.0, -1.0}};
    placed *order = malloc((w->routers + 1) * sizeof *order);
    bool *second = malloc((w->routers + 1) * sizeof *second);
    double *pull = malloc((w->routers + 1) * sizeof *pull);
    const bool made = order && second && pull;
    f->bisection = INFINITY;
    for (int d = 0; made && d < DIRECTIONS; d++) {
        for (uint32_t r = 0; r < w->routers; r++)
            order[r] = (placed){ways[d][0] * at[r].x + ways[d][1] * at[r].y, r};
        qsort(order, w->routers, sizeof *order, by_place);
        for (uint32_t i = 0; i < w->routers; i++) second[order[i].router] = i >= w->routers / 2;
        f->bisection = fmin(f->bisection, improve(w, second, pull));
    }
    free(order);
    free(second);
    free(pull);
    return made;
}

noc_status noc_wires_facts_of(const noc_wires *w, const noc_layout_point *at, noc_wires_facts *f,
                              noc_diag *diag)
{
    *f = (noc_wires_facts){.bisection = NAN};
    if (!count_degrees(w, f)) return noc_fail_memory(diag);
    if (w->routers > NOC_WIRES_FACTS_MOST || w->routers < 2) return NOC_OK;
    return measure(w, f) && halve(w, at, f) ? NOC_OK : noc_fail_memory(diag);
}
