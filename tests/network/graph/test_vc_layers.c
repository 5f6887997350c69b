/* Layers of virtual channels: how many known graphs need, and that no layers have a circle, by a
 * depth-first search through all that packets depend on. */
#include <stdlib.h>
#include <string.h>

#include "base/min_max.h"
#include "network/graph/graph.h"
#include "network/graph/vc_layers.h"
#include "tests/support/helpers.h"

/* ---- graphs --------------------------------------------------------------------------------- */

enum { LINKS_MOST = 40000 };

typedef struct sketch {
    uint32_t routers, links;
    uint32_t from[LINKS_MOST], to[LINKS_MOST], cycles[LINKS_MOST], first[LINKS_MOST];
} sketch;

static void join(sketch *s, uint32_t from, uint32_t to, uint32_t cycles)
{
    assert_true(s->links < LINKS_MOST);
    s->from[s->links] = from;
    s->to[s->links] = to;
    s->cycles[s->links++] = cycles;
}

static void join_both(sketch *s, uint32_t a, uint32_t b, uint32_t cycles)
{
    join(s, a, b, cycles);
    join(s, b, a, cycles);
}

static void draw_ring(sketch *s, uint32_t routers, bool both_ways)
{
    s->routers = routers;
    for (uint32_t r = 0; r < routers; r++) {
        join(s, r, (r + 1) % routers, 1);
        if (both_ways) join(s, (r + 1) % routers, r, 1);
    }
}

static void draw_torus(sketch *s, uint32_t side, uint32_t dimensions)
{
    s->routers = 1;
    for (uint32_t d = 0; d < dimensions; d++) s->routers *= side;
    for (uint32_t r = 0; r < s->routers; r++) {
        uint32_t stride = 1;
        for (uint32_t d = 0; d < dimensions; d++, stride *= side) {
            const uint32_t at = r / stride % side;
            join_both(s, r, r + ((at + 1) % side - at) * stride, 1);
        }
    }
}

static void draw_complete(sketch *s, uint32_t routers)
{
    s->routers = routers;
    for (uint32_t a = 0; a < routers; a++)
        for (uint32_t b = 0; b < a; b++) join_both(s, a, b, 1);
}

/* A random tree, and more links between pairs that have none up to so many a router. */
static void draw_random(sketch *s, uint32_t routers, uint32_t degree, uint64_t seed)
{
    bool *linked = calloc((size_t)routers * routers, sizeof *linked);
    assert_non_null(linked);
    s->routers = routers;
    for (uint32_t r = 1; r < routers || s->links < routers * degree;) {
        const uint32_t a = r < routers ? r : (uint32_t)test_random_below(&seed, routers);
        const uint32_t b = (uint32_t)test_random_below(&seed, r < routers ? r : routers);
        if (r < routers) r++;
        if (a == b || linked[(size_t)a * routers + b]) continue;
        linked[(size_t)a * routers + b] = linked[(size_t)b * routers + a] = true;
        join_both(s, a, b, 1 + (uint32_t)test_random_below(&seed, 8));
    }
    free(linked);
}

static int compare(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Puts links into the order of their routers, one of each pair. */
static void sort_links(sketch *s)
{
    uint64_t *keys = malloc((s->links + 1) * sizeof *keys);
    const uint32_t drawn = s->links;
    assert_non_null(keys);
    for (uint32_t l = 0; l < drawn; l++)
        keys[l] = (uint64_t)s->from[l] << 40 | (uint64_t)s->to[l] << 8 | s->cycles[l];
    qsort(keys, drawn, sizeof *keys, compare);
    s->links = 0;
    for (uint32_t l = 0; l < drawn; l++) {
        if (l > 0 && keys[l] >> 8 == keys[l - 1] >> 8) continue;
        s->from[s->links] = (uint32_t)(keys[l] >> 40);
        s->to[s->links] = (uint32_t)(keys[l] >> 8);
        s->cycles[s->links] = (uint32_t)(keys[l] & 255);
        s->links++;
        s->first[s->from[s->links - 1] + 1] = s->links;
    }
    for (uint32_t r = 0; r < s->routers; r++)
        if (s->first[r + 1] < s->first[r]) s->first[r + 1] = s->first[r];
    free(keys);
}

/* next[d * routers + r] by the fewest cycles: distances to d are made less until no link makes any
 * less. */
static uint16_t *route(const sketch *s)
{
    const uint32_t n = s->routers;
    uint16_t *next = malloc((size_t)n * n * sizeof *next);
    uint32_t *far = malloc(n * sizeof *far);
    assert_non_null(next);
    assert_non_null(far);
    for (uint32_t d = 0; d < n; d++) {
        for (uint32_t r = 0; r < n; r++) far[r] = r == d ? 0 : 1000000;
        for (bool changed = true; changed;) {
            changed = false;
            for (uint32_t l = 0; l < s->links; l++) {
                const uint32_t by = far[s->to[l]] + s->cycles[l];
                if (by >= far[s->from[l]]) continue;
                far[s->from[l]] = by;
                next[(size_t)d * n + s->from[l]] = (uint16_t)s->to[l];
                changed = true;
            }
        }
    }
    free(far);
    return next;
}

/* ---- what packets depend on ----------------------------------------------------------------- */

typedef struct layered {
    sketch *sketch;
    uint16_t *next;
    noc_link_table table;
    noc_arena arena;
    noc_vc_layers layers;
    noc_vc_pair *pairs;
    size_t count;
} layered;

/* All pairs of routers; with `few`, those from or to the first few. */
static void make_pairs(layered *l, uint32_t few)
{
    const uint32_t n = l->sketch->routers;
    l->pairs = malloc((size_t)n * n * sizeof *l->pairs);
    assert_non_null(l->pairs);
    for (uint32_t d = 0; d < n; d++)
        for (uint32_t s = 0; s < n; s++)
            if (few == 0 || (s < few) != (d < few))
                l->pairs[l->count++] = (noc_vc_pair){s, d, 1.0, 0};
}

static void find_layers(layered *l, uint32_t few)
{
    const sketch *s = l->sketch;
    make_pairs(l, few);
    sort_links(l->sketch);
    l->next = route(s);
    l->table = (noc_link_table){s->routers, s->links, s->first, s->to, l->next};
    assert_int_equal(noc_vc_layers_find(&l->arena, &l->layers, &l->table, l->pairs, l->count),
                     NOC_OK);
}

static void clear(layered *l)
{
    noc_arena_clear(&l->arena);
    free(l->pairs);
    free(l->next);
    free(l->sketch);
}

/* Dependencies of (link, layer) on (link, layer), each a number. */
typedef struct dependencies {
    uint64_t *all;
    size_t count, capacity;
} dependencies;

static void depend(dependencies *d, uint32_t a, uint32_t b)
{
    if (d->count == d->capacity) {
        d->capacity = 2 * d->capacity + 1024;
        d->all = realloc(d->all, d->capacity * sizeof *d->all);
        assert_non_null(d->all);
    }
    d->all[d->count++] = (uint64_t)a << 32 | b;
}

/* Walks all pairs' routes: notes what they depend on, and what the busiest link of each layer
 * carries. */
static void walk(const layered *l, dependencies *d, double *busiest)
{
    double *carried = calloc((size_t)l->sketch->links * l->layers.count + 1, sizeof *carried);
    assert_non_null(carried);
    for (size_t p = 0; p < l->count; p++) {
        const noc_vc_pair *pair = &l->pairs[p];
        uint32_t layer = pair->start_layer, before = NOC_NONE, held = 0;
        for (uint32_t r = pair->source; r != pair->destination;) {
            const uint32_t next = l->next[pair->destination * l->sketch->routers + r];
            const uint32_t link = noc_link_between(&l->table, r, next);
            assert_int_equal(l->sketch->to[link], next);
            if (before != NOC_NONE)
                layer = noc_vc_layers_next_layer(&l->layers, layer, before, link);
            assert_true(layer < l->layers.count);
            const uint32_t wanted = link * l->layers.count + layer;
            if (before != NOC_NONE) depend(d, held, wanted);
            carried[wanted] += pair->rate;
            busiest[layer] = max_of(busiest[layer], carried[wanted]);
            before = link;
            held = wanted;
            r = next;
        }
    }
    free(carried);
}

enum { UNSEEN, OPEN, DONE };

/* Whether the nodes reached from one include one that the search has not left yet. */
static bool closes_circle(const dependencies *d, const size_t *first, char *state, uint32_t node)
{
    state[node] = OPEN;
    for (size_t i = first[node]; i < first[node + 1]; i++) {
        const uint32_t next = (uint32_t)d->all[i];
        if (state[next] == OPEN) return true;
        if (state[next] == UNSEEN && closes_circle(d, first, state, next)) return true;
    }
    state[node] = DONE;
    return false;
}

static bool has_circle(dependencies *d, uint32_t nodes)
{
    size_t *first = calloc((size_t)nodes + 2, sizeof *first);
    char *state = calloc((size_t)nodes + 1, 1);
    assert_non_null(first);
    assert_non_null(state);
    if (d->count > 0) qsort(d->all, d->count, sizeof *d->all, compare);
    for (size_t i = 0; i < d->count; i++) first[(d->all[i] >> 32) + 1]++;
    for (uint32_t n = 0; n < nodes; n++) first[n + 1] += first[n];
    bool circle = false;
    for (uint32_t n = 0; n < nodes; n++)
        circle |= state[n] == UNSEEN && closes_circle(d, first, state, n);
    free(first);
    free(state);
    return circle;
}

static void no_layers_have_a_circle(const layered *l)
{
    dependencies d = {0};
    double busiest[NOC_LAYERS_MAX] = {0.0};
    walk(l, &d, busiest);
    assert_false(has_circle(&d, l->sketch->links * l->layers.count));
    for (uint32_t i = 0; i < l->layers.count; i++)
        assert_near(l->layers.largest_load[i], busiest[i], 1e-9);
    free(d.all);
}

/* ---- known graphs --------------------------------------------------------------------------- */

typedef enum shape { RING, RING_ONE_WAY, TORUS, COMPLETE, RANDOM } shape;

typedef struct graph_case {
    const char *name;
    shape shape;
    uint32_t routers;     /* of a torus: a side */
    uint32_t degree;      /* of a torus: dimensions; of a random graph 2 is a tree */
    uint32_t few;         /* all pairs if 0 */
    uint32_t least, most; /* layers */
} graph_case;

/* Rings of three in both directions have ways of one link, complete graphs, too. A ring in one
 * direction would take routers / 2 layers if packets kept theirs; that of its dateline is 2. */
static const graph_case graphs[] = {
    {"two routers", RING, 2, 0, 0, 1, 1},
    {"ring of 3", RING, 3, 0, 0, 1, 1},
    {"ring of 4", RING, 4, 0, 0, 1, 2},
    {"ring of 5", RING, 5, 0, 0, 2, 2},
    {"ring of 8", RING, 8, 0, 0, 2, 2},
    {"ring of 8, many to few", RING, 8, 0, 1, 1, 1},
    {"ring of 101", RING, 101, 0, 0, 2, 2},
    {"ring of 3 in one direction", RING_ONE_WAY, 3, 0, 0, 2, 2},
    {"ring of 8 in one direction", RING_ONE_WAY, 8, 0, 0, 2, 2},
    {"ring of 100 in one direction", RING_ONE_WAY, 100, 0, 0, 2, 2},
    {"torus of 4 x 4", TORUS, 4, 2, 0, 2, 3},
    {"torus of 8 x 8", TORUS, 8, 2, 0, 2, 3},
    {"torus of 5 x 5 x 5", TORUS, 5, 3, 0, 2, 4},
    {"torus of 6 x 6 x 6, many to few", TORUS, 6, 3, 8, 2, 4},
    {"complete graph of 16", COMPLETE, 16, 0, 0, 1, 1},
    {"tree of 64", RANDOM, 64, 0, 0, 1, 1},
    {"random graph of 64, degree 3", RANDOM, 64, 3, 0, 2, 4},
    {"random graph of 64, degree 6", RANDOM, 64, 6, 0, 2, 4},
    {"random graph of 200, degree 4", RANDOM, 200, 4, 0, 2, 5},
    {"random graph of 400, degree 4, many to few", RANDOM, 400, 4, 20, 2, 5},
};

static layered draw(const graph_case *c, uint64_t seed)
{
    layered l = {.sketch = calloc(1, sizeof *l.sketch)};
    assert_non_null(l.sketch);
    switch (c->shape) {
    case RING:
        draw_ring(l.sketch, c->routers, true);
        break;
    case RING_ONE_WAY:
        draw_ring(l.sketch, c->routers, false);
        break;
    case TORUS:
        draw_torus(l.sketch, c->routers, c->degree);
        break;
    case COMPLETE:
        draw_complete(l.sketch, c->routers);
        break;
    case RANDOM:
        draw_random(l.sketch, c->routers, c->degree, seed);
        break;
    }
    find_layers(&l, c->few);
    return l;
}

static void check_graph(void **state)
{
    const graph_case *c = *state;
    layered l = draw(c, 1), again = draw(c, 1);
    assert_in_range(l.layers.count, c->least, c->most);
    no_layers_have_a_circle(&l);
    assert_int_equal(again.layers.count, l.layers.count);
    for (size_t p = 0; p < l.count; p++)
        assert_int_equal(again.pairs[p].start_layer, l.pairs[p].start_layer);
    clear(&l);
    clear(&again);
}

static void random_graphs_have_no_circles(void **state)
{
    (void)state;
    uint64_t seed = 41;
    for (int i = 0; i < 200; i++) {
        const graph_case c = {.shape = RANDOM,
                              .routers = 4 + (uint32_t)test_random_below(&seed, 40),
                              .degree = 2 + (uint32_t)test_random_below(&seed, 2),
                              .few = (uint32_t)test_random_below(&seed, 4)};
        layered l = draw(&c, seed);
        no_layers_have_a_circle(&l);
        clear(&l);
    }
}

/* One layer is used if and only if the routes have no circle without layers. */
static void layers_are_used_only_for_circles(void **state)
{
    (void)state;
    uint64_t seed = 7;
    int plain = 0;
    for (int i = 0; i < 200; i++) {
        const graph_case c = {.shape = RANDOM,
                              .routers = 4 + (uint32_t)test_random_below(&seed, 12),
                              .degree = 2 + (uint32_t)test_random_below(&seed, 2)};
        layered l = draw(&c, seed);
        const noc_vc_layers found = l.layers;
        dependencies d = {0};
        double busiest[NOC_LAYERS_MAX] = {0.0};
        walk(&l, &d, busiest);
        for (size_t k = 0; k < d.count; k++) {
            const uint32_t a = (uint32_t)(d.all[k] >> 32), b = (uint32_t)d.all[k];
            d.all[k] = (uint64_t)(a / found.count) << 32 | b / found.count;
        }
        assert_int_equal(has_circle(&d, l.sketch->links), found.count > 1);
        plain += found.count == 1;
        free(d.all);
        clear(&l);
    }
    assert_in_range(plain, 10, 190);
}

/* ---- virtual channels of the layers --------------------------------------------------------- */

typedef struct division {
    const char *name;
    uint32_t vcs, layers;
    double busiest[4];
    uint32_t sets[4]; /* none: refused */
} division;

static const division divisions[] = {
    {"one layer has all", 0xf0, 1, {5.0}, {0xf0}},
    {"one each", 0x3, 2, {9.0, 1.0}, {0x1, 0x2}},
    {"halves", 0xf, 2, {1.0, 1.0}, {0x3, 0xc}},
    {"the others follow the busiest links", 0xff, 3, {6.0, 3.0, 1.0}, {0x1f, 0x60, 0x80}},
    {"a set with gaps", 0xa5, 2, {1.0, 3.0}, {0x1, 0xa4}},
    {"no traffic", 0x7, 2, {0.0, 0.0}, {0x3, 0x4}},
    {"too few", 0x3, 3, {1.0, 1.0, 1.0}, {0}},
};

static void check_division(void **state)
{
    const division *c = *state;
    noc_vc_layers layers = {.count = c->layers};
    uint32_t sets[NOC_LAYERS_MAX] = {0};
    memcpy(layers.largest_load, c->busiest, sizeof c->busiest);
    assert_int_equal(noc_vc_layers_divide(&layers, c->vcs, sets), c->sets[0] != 0);
    for (uint32_t i = 0; i < c->layers; i++) assert_int_equal(sets[i], c->sets[i]);
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, graphs, check_graph);
    test_add(&list, "200 random graphs", random_graphs_have_no_circles);
    test_add(&list, "layers are for circles only", layers_are_used_only_for_circles);
    TEST_TABLE_PREFIXED(&list, "division", divisions, check_division);
    return test_run("vc_layers", &list);
}
