/* Layouts of graphs: what must hold whatever they look like. Routers keep their distance, the same
 * graph has the same places; planar graphs of known shape have no crossing links, a ring's routers
 * go round in order, a path's from one end to the other, a star's hub is in the middle. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reports/drawings/layout.h"
#include "reports/words/turn.h"
#include "tests/support/helpers.h"

enum { LINKS_MOST = 8000 };

typedef noc_layout_point point;

typedef struct graph {
    uint32_t routers;
    size_t count;
    noc_layout_link links[LINKS_MOST];
} graph;

static void join(graph *g, uint32_t a, uint32_t b)
{
    assert_true(g->count < LINKS_MOST);
    g->links[g->count++] = (noc_layout_link){a, b};
}

static void make_path(graph *g, uint32_t routers, uint32_t unused)
{
    (void)unused;
    g->routers = routers;
    for (uint32_t i = 0; i + 1 < routers; i++) join(g, i, i + 1);
}

static void make_ring(graph *g, uint32_t routers, uint32_t unused)
{
    make_path(g, routers, unused);
    join(g, routers - 1, 0);
}

/* The hub is the last router. */
static void make_star(graph *g, uint32_t leaves, uint32_t unused)
{
    (void)unused;
    g->routers = leaves + 1;
    for (uint32_t i = 0; i < leaves; i++) join(g, i, leaves);
}

/* Each link twice, as designs have them. */
static void make_mesh(graph *g, uint32_t columns, uint32_t rows)
{
    g->routers = columns * rows;
    for (uint32_t i = 0; i < g->routers; i++) {
        if ((i + 1) % columns) {
            join(g, i, i + 1);
            join(g, i + 1, i);
        }
        if (i + columns < g->routers) join(g, i, i + columns);
    }
}

static void make_tree(graph *g, uint32_t children, uint32_t parents)
{
    g->routers = 1;
    for (uint32_t i = 0; i < parents; i++)
        for (uint32_t k = 0; k < children; k++) {
            join(g, i, g->routers);
            join(g, g->routers++, i);
        }
}

/* Circles of links that repeat after some steps of a multiplication: no two alike. */
static void make_tangle(graph *g, uint32_t routers, uint32_t degree)
{
    g->routers = routers;
    for (uint32_t d = 1; d <= degree / 2; d++)
        for (uint32_t i = 0; i < routers; i++)
            join(g, i, (i * (2 * d - 1) + 1 + 7 * (d - 1) * (i % 5)) % routers);
}

/* Two rings that no link joins. */
static void make_parts(graph *g, uint32_t routers, uint32_t unused)
{
    (void)unused;
    g->routers = 2 * routers;
    for (uint32_t i = 0; i < routers; i++) {
        join(g, i, (i + 1) % routers);
        join(g, routers + i, routers + (i + 1) % routers);
    }
}

static void make_alone(graph *g, uint32_t routers, uint32_t unused)
{
    (void)unused;
    g->routers = routers;
}

static point *places_of(const graph *g)
{
    point *at = calloc(g->routers + 1, sizeof *at);
    assert_non_null(at);
    assert_int_equal(noc_layout_find(g->routers, g->links, g->count, at, NULL), NOC_OK);
    return at;
}

static double distance(point a, point b)
{
    return hypot(a.x - b.x, a.y - b.y);
}

static double side_of(point a, point b, point c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static size_t crossings(const graph *g, const point *at)
{
    size_t count = 0;
    for (size_t i = 0; i < g->count; i++)
        for (size_t k = 0; k < i; k++) {
            const noc_layout_link p = g->links[i], q = g->links[k];
            if (p.a == q.a || p.a == q.b || p.b == q.a || p.b == q.b) continue;
            count += side_of(at[p.a], at[p.b], at[q.a]) * side_of(at[p.a], at[p.b], at[q.b]) < 0 &&
                     side_of(at[q.a], at[q.b], at[p.a]) * side_of(at[q.a], at[q.b], at[p.b]) < 0;
        }
    return count;
}

/* ---- shapes --------------------------------------------------------------------------------- */

/* Each is farther along the line from the first to the last than the one before. */
static bool is_monotone(const graph *g, const point *at)
{
    const point a = at[0], b = at[g->routers - 1];
    double before = -1.0;
    for (uint32_t i = 0; i < g->routers; i++) {
        const double along = (at[i].x - a.x) * (b.x - a.x) + (at[i].y - a.y) * (b.y - a.y);
        if (along <= before) return false;
        before = along;
    }
    return true;
}

static point middle_of(const graph *g, const point *at)
{
    point m = {0.0, 0.0};
    for (uint32_t i = 0; i < g->routers; i++)
        m = (point){m.x + at[i].x / g->routers, m.y + at[i].y / g->routers};
    return m;
}

/* Seen from the middle every router is on the same side of the one before, as far out as all. */
static bool is_round(const graph *g, const point *at)
{
    const point m = middle_of(g, at);
    const bool left = side_of(m, at[0], at[1]) > 0.0;
    for (uint32_t i = 0; i < g->routers; i++) {
        const point next = at[(i + 1) % g->routers];
        if ((side_of(m, at[i], next) > 0.0) != left) return false;
        if (fabs(distance(m, at[i]) / distance(m, at[0]) - 1.0) > 0.05) return false;
    }
    return true;
}

static bool has_hub(const graph *g, const point *at)
{
    return distance(middle_of(g, at), at[g->routers - 1]) < 0.1;
}

/* Rows are level, routers go along them in order. */
static bool is_level(const graph *g, const point *at)
{
    for (size_t l = 0; l < g->count; l++) {
        const noc_layout_link k = g->links[l];
        const double dx = fabs(at[k.a].x - at[k.b].x), dy = fabs(at[k.a].y - at[k.b].y);
        const bool along = k.a + 1 == k.b || k.b + 1 == k.a;
        if (along ? dy > 0.3 * dx : dx > 0.3 * dy) return false;
        if (along && (at[k.a].x < at[k.b].x) != (k.a < k.b)) return false;
    }
    return true;
}

typedef struct layout_case {
    const char *name;
    void (*make)(graph *g, uint32_t a, uint32_t b);
    uint32_t a, b;
    bool planar;
    bool (*shape)(const graph *g, const point *at); /* NULL: any */
} layout_case;

static const layout_case layouts[] = {
    {"one router", make_alone, 1, 0, true, NULL},
    {"routers without links", make_alone, 7, 0, true, NULL},
    {"path of 2", make_path, 2, 0, true, is_monotone},
    {"path of 17", make_path, 17, 0, true, is_monotone},
    {"path of 1200", make_path, 1200, 0, true, is_monotone},
    {"ring of 3", make_ring, 3, 0, true, is_round},
    {"ring of 4", make_ring, 4, 0, true, is_round},
    {"ring of 11", make_ring, 11, 0, true, is_round},
    {"ring of 100", make_ring, 100, 0, true, is_round},
    {"star of 3", make_star, 3, 0, true, has_hub},
    {"star of 30", make_star, 30, 0, true, has_hub},
    {"mesh of 2x2", make_mesh, 2, 2, true, is_level},
    {"mesh of 4x4", make_mesh, 4, 4, true, is_level},
    {"mesh of 8x8", make_mesh, 8, 8, true, is_level},
    {"mesh of 13x4", make_mesh, 13, 4, true, is_level},
    {"tree of 2, 15 parents", make_tree, 2, 15, true, NULL},
    {"tree of 8, 9 parents", make_tree, 8, 9, true, NULL},
    {"tangle of 12", make_tangle, 12, 4, false, NULL},
    {"tangle of 150", make_tangle, 150, 6, false, NULL},
    {"tangle of 900", make_tangle, 900, 4, false, NULL},
    {"two rings of 9", make_parts, 9, 0, false, NULL},
};

static void invariants_hold(void **state)
{
    const layout_case *c = *state;
    graph *g = calloc(1, sizeof *g);
    assert_non_null(g);
    c->make(g, c->a, c->b);
    point *at = places_of(g), *again = places_of(g);
    double left = INFINITY, top = INFINITY;
    assert_memory_equal(at, again, g->routers * sizeof *at);
    for (uint32_t i = 0; i < g->routers; i++) {
        assert_true(isfinite(at[i].x) && isfinite(at[i].y));
        left = fmin(left, at[i].x);
        top = fmin(top, at[i].y);
        for (uint32_t k = 0; k < i; k++)
            assert_true(distance(at[i], at[k]) > NOC_LAYOUT_GAP * (1.0 - 1e-9));
    }
    assert_near(left, 0.0, 1e-9);
    assert_near(top, 0.0, 1e-9);
    if (c->planar) assert_int_equal(crossings(g, at), 0);
    if (c->shape) assert_true(c->shape(g, at));
    free(at);
    free(again);
    free(g);
}

/* ---- turns ---------------------------------------------------------------------------------- */

typedef struct turn_case {
    const char *name;
    double share, x, y;
} turn_case;

static const turn_case turns[] = {
    {"none", 0.0, 1.0, 0.0},
    {"a quarter", 0.25, 0.0, 1.0},
    {"a half", 0.5, -1.0, 0.0},
    {"three quarters", 0.75, 0.0, -1.0},
    {"a whole one", 1.0, 1.0, 0.0},
    {"back a quarter", -0.25, 0.0, -1.0},
    {"a third", 1.0 / 3, -0.5, 0.8660254037844386},
    {"a sixth", 1.0 / 6, 0.5, 0.8660254037844386},
    {"an eighth", 0.125, 0.7071067811865476, 0.7071067811865476},
};

static void turns_are_exact(void **state)
{
    const turn_case *c = *state;
    const noc_circle_point t = noc_find_circle_point(c->share);
    assert_near(t.x, c->x, 1e-14);
    assert_near(t.y, c->y, 1e-14);
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, layouts, invariants_hold);
    TEST_TABLE_PREFIXED(&list, "turn", turns, turns_are_exact);
    return test_run("layout", &list);
}
