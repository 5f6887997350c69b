#include "reports/drawings/layout.h"

#include <math.h>
#include <stdlib.h>

#include "reports/drawings/layout_frame.h"
#include "reports/drawings/layout_steps.h"
#include "reports/drawings/layout_tree.h"

/* Routers up to which all distances are used, and how many pivots' beyond. */
enum { WHOLE_MOST = 500, PIVOTS = 60 };
enum { SWEEPS_LEAST = 30, SWEEPS_MOST = 400, POWER_ROUNDS = 100 };
static const double work = 4e7;       /* distances looked at, in all sweeps */
static const double settled = 0.0005; /* links: a sweep that moves no router farther is the last */

typedef noc_layout_point point;

/* ---- first places --------------------------------------------------------------------------- */

/* Squared distances from the pivots, less the means of rows and columns. */
static void centre(const noc_layout_steps *s, uint32_t pivots, double *c)
{
    for (uint32_t k = 0; k < pivots; k++) {
        double mean = 0.0;
        for (uint32_t i = 0; i < s->routers; i++) {
            const double d = s->steps[(size_t)k * s->routers + i];
            c[(size_t)k * s->routers + i] = d * d;
            mean += d * d / s->routers;
        }
        for (uint32_t i = 0; i < s->routers; i++) c[(size_t)k * s->routers + i] -= mean;
    }
    for (uint32_t i = 0; i < s->routers; i++) {
        double mean = 0.0;
        for (uint32_t k = 0; k < pivots; k++) mean += c[(size_t)k * s->routers + i] / pivots;
        for (uint32_t k = 0; k < pivots; k++) c[(size_t)k * s->routers + i] -= mean;
    }
}

/* v of length 1, and free of what it has of `other` (NULL: nothing). */
static void normalize(double *v, const double *other, uint32_t count)
{
    double along = 0.0, length = 0.0;
    for (uint32_t k = 0; other && k < count; k++) along += v[k] * other[k];
    for (uint32_t k = 0; k < count; k++) {
        if (other) v[k] -= along * other[k];
        length += v[k] * v[k];
    }
    for (uint32_t k = 0; k < count && length > 0.0; k++) v[k] /= sqrt(length);
}

/* c v, one value a router. */
static void project(const double *c, const double *v, uint32_t pivots, uint32_t routers,
                    double *out)
{
    for (uint32_t i = 0; i < routers; i++) out[i] = 0.0;
    for (uint32_t k = 0; k < pivots; k++)
        for (uint32_t i = 0; i < routers; i++) out[i] += c[(size_t)k * routers + i] * v[k];
}

/* The main axis of c, or the one after `other`: by powers of its transpose with itself. */
static void find_axis(const double *c, const double *other, uint32_t pivots, uint32_t routers,
                      double *v, double *out)
{
    for (uint32_t k = 0; k < pivots; k++) v[k] = 1.0 + (other ? 2.3 : 1.7) * k / pivots * k;
    for (int round = 0; round < POWER_ROUNDS; round++) {
        normalize(v, other, pivots);
        project(c, v, pivots, routers, out);
        for (uint32_t k = 0; k < pivots; k++) {
            v[k] = 0.0;
            for (uint32_t i = 0; i < routers; i++) v[k] += c[(size_t)k * routers + i] * out[i];
        }
    }
    normalize(v, other, pivots);
    project(c, v, pivots, routers, out);
}

/* A little off, each its own way, so that equal places part. */
static double nudge(uint32_t router, double by)
{
    const double turn = by * (router + 1.0);
    return 0.05 * (turn - floor(turn) - 0.5);
}

/* Pivot MDS. */
static bool begin(const noc_layout_steps *s, point *at)
{
    const uint32_t pivots = s->pivots < PIVOTS ? s->pivots : PIVOTS;
    double *c = malloc(((size_t)pivots * s->routers + 1) * sizeof *c);
    double *v = calloc(2 * (size_t)pivots + 1, sizeof *v);
    double *axis = calloc(2 * (size_t)s->routers + 1, sizeof *axis);
    const bool made = c && v && axis;
    if (made) {
        double *x = axis, *y = axis + s->routers, size = 0.0;
        centre(s, pivots, c);
        find_axis(c, NULL, pivots, s->routers, v, x);
        find_axis(c, v, pivots, s->routers, v + pivots, y);
        for (uint32_t i = 0; i < s->routers; i++) size = fmax(size, fmax(fabs(x[i]), fabs(y[i])));
        double reach = 0.0;
        for (uint32_t i = 0; i < s->routers; i++) reach = fmax(reach, s->steps[i]);
        const double scale = size > 0.0 ? 0.6 * reach / size : 0.0;
        for (uint32_t i = 0; i < s->routers; i++)
            at[i] = (point){scale * x[i] + nudge(i, 0.6180339887),
                            scale * y[i] + nudge(i, 0.4142135624)};
    }
    free(c);
    free(v);
    free(axis);
    return made;
}

/* ---- stress --------------------------------------------------------------------------------- */

/* Where a router is pulled to by all others: the weighted mean of the places that each would have
 * it at. */
typedef struct pull {
    double x, y, weight;
} pull;

static void add_pull(pull *p, point own, point other, double steps)
{
    const double dx = own.x - other.x, dy = own.y - other.y, apart = sqrt(dx * dx + dy * dy);
    const double weight = 1.0 / (steps * steps), by = apart > 1e-9 ? steps / apart : 0.0;
    p->x += weight * (other.x + by * dx);
    p->y += weight * (other.y + by * dy);
    p->weight += weight;
}

/* Moves each router to where it is pulled; returns the farthest move. */
static double sweep(const noc_layout_steps *s, point *at)
{
    double farthest = 0.0;
    for (uint32_t i = 0; i < s->routers; i++) {
        pull p = {0.0, 0.0, 0.0};
        for (uint32_t k = 0; k < s->pivots; k++)
            if (s->pivot[k] != i)
                add_pull(&p, at[i], at[s->pivot[k]], s->steps[(size_t)k * s->routers + i]);
        for (uint32_t n = s->first[i]; s->pivots < s->routers && n < s->first[i + 1]; n++)
            if (s->neighbours[n] != i) add_pull(&p, at[i], at[s->neighbours[n]], 1.0);
        if (p.weight <= 0.0) continue;
        const point to = {p.x / p.weight, p.y / p.weight};
        farthest = fmax(farthest, fmax(fabs(to.x - at[i].x), fabs(to.y - at[i].y)));
        at[i] = to;
    }
    return farthest;
}

static void relax(const noc_layout_steps *s, point *at)
{
    const double fit = work / ((double)s->routers * s->pivots);
    const int sweeps = (int)fmin(fmax(fit, SWEEPS_LEAST), SWEEPS_MOST);
    for (int i = 0; i < sweeps; i++)
        if (sweep(s, at) < settled) return;
}

/* Trees are drawn as such. */
static bool place(const noc_layout_steps *s, point *at)
{
    bool is_tree;
    if (!noc_layout_tree(s, &is_tree, at)) return false;
    if (is_tree) return true;
    if (!begin(s, at)) return false;
    relax(s, at);
    return true;
}

noc_status noc_layout_find(uint32_t routers, const noc_layout_link *links, size_t count, point *at,
                           noc_diag *diag)
{
    noc_layout_steps s;
    if (routers == 0) return NOC_OK;
    const uint32_t pivots = routers <= WHOLE_MOST ? routers : PIVOTS;
    const bool made = noc_layout_measure(routers, links, count, pivots, &s) && place(&s, at) &&
                      noc_layout_frame(routers, links, count, at);
    noc_layout_steps_clear(&s);
    return made ? NOC_OK : noc_fail_memory(diag);
}
