#include "reports/drawings/layout.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "reports/drawings/layout_frame.h"
#include "reports/words/turn.h"

typedef noc_layout_point point;

/* ---- steps between routers ------------------------------------------------------------------ */

/* Neighbours of each router, and distances of all routers from some routers, the pivots. Each pivot
 * is the router farthest from the earlier pivots. */
typedef struct graph_steps {
    uint32_t routers, pivots;
    uint32_t *first, *neighbours; /* [i] .. [i + 1] - 1: neighbours of router i */
    uint32_t *pivot;
    uint16_t *steps; /* [k * router_count + i]: pivot k to router i, links */
} graph_steps;

static bool list_neighbours(const noc_layout_link *links, size_t count, graph_steps *s)
{
    s->first = calloc((size_t)s->routers + 2, sizeof *s->first);
    s->neighbours = malloc((2 * count + 1) * sizeof *s->neighbours);
    if (!s->first || !s->neighbours) return false;
    /* Neighbours are counted two positions up, so that each count becomes a start after filling. */
    for (size_t l = 0; l < count; l++) {
        s->first[links[l].a + 2]++;
        s->first[links[l].b + 2]++;
    }
    for (uint32_t r = 2; r < s->routers + 2; r++) s->first[r] += s->first[r - 1];
    for (size_t l = 0; l < count; l++) {
        s->neighbours[s->first[links[l].a + 1]++] = links[l].b;
        s->neighbours[s->first[links[l].b + 1]++] = links[l].a;
    }
    return true;
}

/* Computes the distances from a pivot to all routers, links, breadth first. `queue` has room for
 * all routers. */
static void measure_from(const graph_steps *s, uint32_t pivot, uint16_t *steps, uint32_t *queue)
{
    uint32_t head = 0, tail = 0;
    memset(steps, 0xff, s->routers * sizeof *steps);
    steps[pivot] = 0;
    queue[tail++] = pivot;
    while (head < tail) {
        const uint32_t at = queue[head++];
        const uint16_t next = (uint16_t)(steps[at] < UINT16_MAX - 1 ? steps[at] + 1 : steps[at]);
        for (uint32_t i = s->first[at]; i < s->first[at + 1]; i++)
            if (steps[s->neighbours[i]] == UINT16_MAX) {
                steps[s->neighbours[i]] = next;
                queue[tail++] = s->neighbours[i];
            }
    }
}

static void choose_pivots(graph_steps *s, uint16_t *nearest, uint32_t *queue)
{
    uint32_t next = 0;
    memset(nearest, 0xff, s->routers * sizeof *nearest);
    for (uint32_t k = 0; k < s->pivots; k++) {
        uint16_t *steps = &s->steps[(size_t)k * s->routers];
        s->pivot[k] = next;
        measure_from(s, next, steps, queue);
        next = 0;
        for (uint32_t i = 0; i < s->routers; i++) {
            if (steps[i] < nearest[i]) nearest[i] = steps[i];
            if (nearest[i] > nearest[next]) next = i;
        }
    }
}

/* Sets the distances of unreachable routers to two links more than the largest distance. */
static void bridge(graph_steps *s)
{
    const size_t all = (size_t)s->pivots * s->routers;
    uint16_t most = 0;
    for (size_t i = 0; i < all; i++)
        if (s->steps[i] != UINT16_MAX && s->steps[i] > most) most = s->steps[i];
    for (size_t i = 0; i < all; i++)
        if (s->steps[i] == UINT16_MAX) s->steps[i] = (uint16_t)(most + 2);
}

/* Computes the distances from at most `pivots` routers. False when out of memory. The caller clears
 * *s in either case. */
static bool measure_steps(uint32_t routers, const noc_layout_link *links, size_t count,
                          uint32_t pivots, graph_steps *s)
{
    *s = (graph_steps){.routers = routers, .pivots = pivots < routers ? pivots : routers};
    s->pivot = calloc((size_t)s->pivots + 1, sizeof *s->pivot);
    s->steps = malloc((size_t)s->pivots * routers * sizeof *s->steps + 1);
    uint16_t *nearest = malloc(routers * sizeof *nearest + 1);
    uint32_t *queue = malloc(routers * sizeof *queue + 1);
    const bool made = s->pivot && s->steps && nearest && queue && list_neighbours(links, count, s);
    if (made) {
        choose_pivots(s, nearest, queue);
        bridge(s);
    }
    free(nearest);
    free(queue);
    return made;
}

static void clear_steps(graph_steps *s)
{
    free(s->first);
    free(s->neighbours);
    free(s->pivot);
    free(s->steps);
}

/* ---- trees ---------------------------------------------------------------------------------- */

/* A router of the tree: parent, depth, leaves below it, and its sector. */
typedef struct branch {
    uint32_t parent, depth, leaves;
    bool is_leaf;
    double from, width; /* turns */
} branch;

/* Lists the routers, parents first. Returns the number of reached routers; one more than all
 * routers if the links form a cycle. */
static uint32_t list_branches(const graph_steps *s, uint32_t root, branch *b, uint32_t *order)
{
    uint32_t head = 0, tail = 0;
    for (uint32_t i = 0; i < s->routers; i++) b[i] = (branch){.parent = UINT32_MAX};
    b[root] = (branch){.parent = root, .width = 1.0};
    order[tail++] = root;
    while (head < tail) {
        const uint32_t at = order[head++];
        for (uint32_t k = s->first[at]; k < s->first[at + 1]; k++) {
            const uint32_t next = s->neighbours[k];
            if (next == at || next == b[at].parent || b[next].parent == at) continue;
            if (b[next].parent != UINT32_MAX) return s->routers + 1;
            b[next] = (branch){.parent = at, .depth = b[at].depth + 1};
            order[tail++] = next;
        }
    }
    return tail;
}

static void share_out(uint32_t routers, branch *b, const uint32_t *order)
{
    for (uint32_t i = routers; i-- > 0;) {
        branch *own = &b[order[i]];
        own->is_leaf = own->leaves == 0;
        own->leaves += own->is_leaf;
        if (i > 0) b[own->parent].leaves += own->leaves;
    }
    /* sector_start of a parent increases by each child's sector */
    for (uint32_t i = 1; i < routers; i++) {
        branch *own = &b[order[i]], *parent = &b[own->parent];
        own->width = parent->width * own->leaves / parent->leaves;
        own->from = parent->from;
        parent->from += own->width;
    }
}

/* Finds the router with the smallest distance to its farthest router. */
static uint32_t middle_of(const graph_steps *s)
{
    uint32_t middle = 0, least = UINT32_MAX;
    for (uint32_t i = 0; i < s->routers; i++) {
        uint32_t farthest = 0;
        for (uint32_t k = 0; k < s->pivots; k++) {
            const uint32_t steps = s->steps[(size_t)k * s->routers + i];
            if (steps > farthest) farthest = steps;
        }
        if (farthest < least) {
            least = farthest;
            middle = i;
        }
    }
    return middle;
}

/* Places the routers of a tree around its centre. The distance from the centre is the number of
 * links. A branch has a sector in proportion to its leaves, so links do not cross. *is_tree: the
 * graph is a tree. False when out of memory. */
static bool place_tree(const graph_steps *s, bool *is_tree, point *at)
{
    branch *b = malloc(s->routers * sizeof *b + 1);
    uint32_t *order = malloc(s->routers * sizeof *order + 1);
    const bool made = b && order;
    *is_tree = made && list_branches(s, middle_of(s), b, order) == s->routers;
    if (*is_tree) {
        share_out(s->routers, b, order);
        for (uint32_t i = 0; i < s->routers; i++) {
            /* a parent's sector_start is now the end of its sector */
            const noc_turn to = noc_turn_of(b[i].from + (b[i].is_leaf ? 0.5 : -0.5) * b[i].width);
            at[i] = (point){b[i].depth * to.x, b[i].depth * to.y};
        }
    }
    free(b);
    free(order);
    return made;
}

/* ---- first places --------------------------------------------------------------------------- */

/* Largest graph for which all distances are used, routers; pivots of larger graphs. */
enum { WHOLE_MOST = 500, PIVOTS = 60 };
enum { SWEEPS_LEAST = 30, SWEEPS_MOST = 400, POWER_ROUNDS = 100 };
static const double work = 4e7;       /* limit of distances evaluated in all sweeps */
static const double settled = 0.0005; /* largest move of a router in the last sweep, links */

/* Fills c with squared distances from the pivots, less the means of rows and columns (Pivot
 * MDS). */
static void centre(const graph_steps *s, uint32_t pivots, double *c)
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

/* Makes v orthogonal to `first_axis` (NULL: no axis), and scales it to length 1. */
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

/* Multiplies c with v; `out` has one value for each router. */
static void project(const double *c, const double *v, uint32_t pivots, uint32_t routers,
                    double *out)
{
    for (uint32_t i = 0; i < routers; i++) out[i] = 0.0;
    for (uint32_t k = 0; k < pivots; k++)
        for (uint32_t i = 0; i < routers; i++) out[i] += c[(size_t)k * routers + i] * v[k];
}

/* Finds the main axis of c, or the second one (orthogonal to `first_axis`), by power iteration. */
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

/* Returns a small offset, different for each router, so that equal positions separate. */
static double nudge(uint32_t router, double by)
{
    const double turn = by * (router + 1.0);
    return 0.05 * (turn - floor(turn) - 0.5);
}

/* Finds first positions by Pivot MDS. False when out of memory. */
static bool begin(const graph_steps *s, point *at)
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

/* Weighted sum of the positions that each other router demands for a router. */
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

/* Moves each router to its weighted mean position. Returns the largest move. */
static double sweep(const graph_steps *s, point *at)
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

static void relax(const graph_steps *s, point *at)
{
    const double fit = work / ((double)s->routers * s->pivots);
    const int sweeps = (int)fmin(fmax(fit, SWEEPS_LEAST), SWEEPS_MOST);
    for (int i = 0; i < sweeps; i++)
        if (sweep(s, at) < settled) return;
}

/* Places the routers: a tree by place_tree, any other graph by stress. False when out of memory. */
static bool place(const graph_steps *s, point *at)
{
    bool is_tree;
    if (!place_tree(s, &is_tree, at)) return false;
    if (is_tree) return true;
    if (!begin(s, at)) return false;
    relax(s, at);
    return true;
}

noc_status noc_layout_find(uint32_t routers, const noc_layout_link *links, size_t count, point *at,
                           noc_diag *diag)
{
    graph_steps s;
    if (routers == 0) return NOC_OK;
    const uint32_t pivots = routers <= WHOLE_MOST ? routers : PIVOTS;
    const bool made = measure_steps(routers, links, count, pivots, &s) && place(&s, at) &&
                      noc_layout_frame(routers, links, count, at);
    clear_steps(&s);
    return made ? NOC_OK : noc_fail_memory(diag);
}
