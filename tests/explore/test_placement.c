/* Placements of memory nodes against brute force and the compiled system. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "explore/place/place.h"
#include "network/kinds/kinds.h"
#include "tests/support/helpers.h"
#include "tests/support/runs/busiest.h"

enum { PROOF_STEPS = 20000000 };

static const char gpu[] = "nodes = { compute = 28; memory = 8; };\n"
                          "network = { topology = \"mesh\"; columns = 6; rows = 6; };\n"
                          "traffic = { pattern = \"many-to-few\"; };\n";

typedef struct place_case {
    const char *name;
    const char *overrides[10];
    int symmetries;
    bool odd;         /* memory nodes stand where column + row is odd */
    const char *text; /* NULL: gpu */
} place_case;

/* Requests and replies on networks of their own: each node sends into one and gets from the
 * other. */
#define TWO(replies)                                                                     \
    "nodes = { compute = 28; memory = 8; };\n"                                           \
    "networks = ( { carries = \"request\"; topology = \"mesh\"; columns = 6; rows = 6; " \
    "flit_bytes = 8; },"                                                                 \
    " { carries = \"reply\"; " replies " } );\n"                                         \
    "traffic = { pattern = \"many-to-few\"; };\n"

static place_case places[] = {
    {"half routers",
     {"network.routing=checkerboard", "network.half_routers=odd", "network.virtual_channels=4",
      "nodes.placement=peripheral-row", NULL},
     2,
     true,
     NULL},
    {"xy", {"network.routing=xy", NULL}, 4, false, NULL},
    {"yx", {"network.routing=yx", NULL}, 4, false, NULL},
    {"cdr", {"network.routing=cdr", NULL}, 4, false, NULL},
    {"o1turn", {"network.routing=o1turn", "network.virtual_channels=4", NULL}, 8, false, NULL},
    {"4x3",
     {"network.columns=4", "network.rows=3", "nodes.compute=8", "nodes.memory=4", NULL},
     4,
     false,
     NULL},
    {"slices", {"network.slices=2", NULL}, 4, false, NULL},
    {"flattened butterfly",
     {"network.topology=flattened-butterfly", "network.columns=3", "network.rows=3", NULL},
     -1,
     false,
     NULL},
    {"concentrated mesh",
     {"network.topology=cmesh", "network.columns=3", "network.rows=3", NULL},
     4,
     false,
     NULL},
    {"two networks",
     {NULL},
     4,
     false,
     TWO("topology = \"mesh\"; columns = 6; rows = 6; flit_bytes = 8; routing = \"yx\";")},
    /* four reflections, and shifts by each of the tiles */
    {"torus", {"network.topology=torus", "network.virtual_channels=4", NULL}, 4 * 36, false, NULL},
    {"ring",
     {"network.topology=torus", "network.virtual_channels=4", "network.columns=12",
      "network.rows=1", "nodes.compute=9", "nodes.memory=3", "nodes.placement=bottom-rows", NULL},
     -1,
     false,
     NULL},
    /* a reflection along it, none across */
    {"path",
     {"network.columns=4", "network.rows=1", "nodes.compute=3", "nodes.memory=1",
      "nodes.placement=bottom-rows", NULL},
     2,
     false,
     NULL},
    {"torus in layers",
     {"network.topology=torus", "network.virtual_channels=4", "network.columns=3", "network.rows=4",
      "network.layers=3", "nodes.placement=bottom-rows", NULL},
     -1,
     false,
     NULL},
    {"ideal replies", {NULL}, 4, false, TWO("topology = \"ideal\";")},
};

static void placements_as_compiled(void **state)
{
    const place_case *c = *state;
    const char *text = c->text ? c->text : gpu;
    test_system t = test_compile(text, c->overrides);
    noc_place_problem *p = NULL;
    uint64_t seed = 3;
    int columns, rows;
    t.design->networks[0].topology->find_tiles(&t.design->networks[0], &columns, &rows);
    const int tiles = t.design->nodes.compute + t.design->nodes.memory;
    assert_int_equal(noc_place_problem_new(t.system, &p, NULL), NOC_OK);
    if (c->symmetries > 0) assert_int_equal(noc_place_count_symmetries(p), c->symmetries);
    for (int round = 0; round < 10; round++) {
        noc_place_placement choice = {.load = 0};
        char at[400] = "nodes.memory_at=(";
        bool taken[64] = {false};
        const char *overrides[16] = {NULL};
        size_t count = 0;
        for (; c->overrides[count]; count++) overrides[count] = c->overrides[count];
        for (int i = 0; i < t.design->nodes.memory; i++) {
            size_t tile;
            do tile = test_random_below(&seed, (size_t)tiles);
            while (taken[tile] || (c->odd && ((int)tile % columns + (int)tile / columns) % 2 == 0));
            taken[tile] = true;
            choice.tiles[i] = (uint16_t)tile;
            snprintf(at + strlen(at), sizeof at - strlen(at), "%s(%d,%d)", i ? "," : "",
                     (int)tile % columns, (int)tile / columns);
        }
        strcat(at, ")");
        overrides[count++] = "nodes.placement=explicit";
        overrides[count++] = at;
        test_system placed = test_compile(text, overrides);
        double load, routers;
        test_busiest(placed.system, &load, &routers);
        noc_place_fill_load(p, t.design->nodes.memory, &choice);
        assert_near(choice.load * noc_place_load_unit(p) / t.design->nodes.memory, load,
                    1e-2 * load);
        assert_near(noc_place_mean_routers(p, t.design->nodes.memory, &choice), routers, 1e-3);
        test_system_free(&placed);
    }
    noc_place_problem_free(p);
    test_system_free(&t);
}

typedef struct search_case {
    const char *name;
    const char *overrides[10];
    int tiles;
    long all; /* C(tiles, 4) */
} search_case;

static const search_case searches[] = {
    {"4x3",
     {"network.columns=4", "network.rows=3", "nodes.compute=8", "nodes.memory=4", NULL},
     12,
     495},
    {"4x4 torus, 64 symmetries",
     {"network.topology=torus", "network.virtual_channels=4", "network.columns=4", "network.rows=4",
      "nodes.compute=12", "nodes.memory=4", NULL},
     16,
     1820},
    {"torus in one direction",
     {"network.topology=torus", "network.virtual_channels=4", "network.columns=4", "network.rows=3",
      "nodes.compute=8", "nodes.memory=4", "network.directions=positive",
      "network.dateline=at-crossing", NULL},
     12,
     495},
};

/* The best of all placements of 4 by counting, against the search with symmetries and threads. */
static void search_finds_the_best(void **state)
{
    const search_case *c = *state;
    test_system t = test_compile(gpu, c->overrides);
    noc_place_problem *p = NULL;
    noc_place_result *one = calloc(1, sizeof *one), *two = calloc(1, sizeof *two);
    assert_int_equal(noc_place_problem_new(t.system, &p, NULL), NOC_OK);
    noc_place_placement best = {.load = INT32_MAX};
    long all = 0;
    for (unsigned set = 0; set < 1u << c->tiles; set++) {
        noc_place_placement choice = {.load = 0};
        if (__builtin_popcount(set) != 4) continue;
        for (int m = 0, i = 0; m < c->tiles; m++)
            if (set >> m & 1) choice.tiles[i++] = (uint16_t)m;
        noc_place_fill_load(p, 4, &choice);
        if (choice.load < best.load || (choice.load == best.load && choice.routers < best.routers))
            best = choice;
        all++;
    }
    assert_int_equal(all, c->all);
    assert_int_equal(noc_place_search(p, 4, 1, 1.0, NULL, NULL, one, NULL), NOC_OK);
    assert_int_equal(noc_place_search(p, 4, 3, 1.0, NULL, NULL, two, NULL), NOC_OK);
    assert_true(one->is_exhaustive);
    assert_near(one->placement_count, (double)all, 0.0);
    assert_true((long)one->tried_count < all);
    assert_true((long)one->tried_count >= all / noc_place_count_symmetries(p));
    assert_int_equal(one->best[0].load, best.load);
    assert_int_equal(one->best[0].routers, best.routers);
    assert_int_equal(one->count, two->count);
    for (int i = 0; i < one->count; i++) {
        assert_memory_equal(one->best[i].tiles, two->best[i].tiles, 4 * sizeof(uint16_t));
        if (i) assert_true(one->best[i].load >= one->best[i - 1].load);
    }
    noc_place_problem_free(p);
    test_system_free(&t);
    free(one);
    free(two);
}

/* Grids too small to need it, their best proven all the same, against every placement. */
static place_case provable[] = {
    {"2 of 4x4, xy",
     {"network.routing=xy", "network.columns=4", "network.rows=4", "nodes.memory=2",
      "nodes.compute=14", NULL},
     0,
     false,
     NULL},
    {"5 of 4x4, xy",
     {"network.routing=xy", "network.columns=4", "network.rows=4", "nodes.memory=5",
      "nodes.compute=11", NULL},
     0,
     false,
     NULL},
    {"8 of 4x4, xy",
     {"network.routing=xy", "network.columns=4", "network.rows=4", "nodes.memory=8",
      "nodes.compute=8", NULL},
     0,
     false,
     NULL},
    {"4 of 4x4, yx",
     {"network.routing=yx", "network.columns=4", "network.rows=4", "nodes.memory=4",
      "nodes.compute=12", NULL},
     0,
     false,
     NULL},
    {"3 of 4x4, cdr",
     {"network.routing=cdr", "network.columns=4", "network.rows=4", "nodes.memory=3",
      "nodes.compute=13", NULL},
     0,
     false,
     NULL},
    {"4 of 4x4, cdr, slices=2",
     {"network.routing=cdr", "network.columns=4", "network.rows=4", "nodes.memory=4",
      "nodes.compute=12", "network.slices=2", NULL},
     0,
     false,
     NULL},
    {"5 of 4x4, o1turn",
     {"network.routing=o1turn", "network.columns=4", "network.rows=4", "nodes.memory=5",
      "nodes.compute=11", "network.virtual_channels=4", NULL},
     0,
     false,
     NULL},
    {"4 of 4x6, xy",
     {"network.routing=xy", "network.columns=4", "network.rows=6", "nodes.memory=4",
      "nodes.compute=20", NULL},
     0,
     false,
     NULL},
    {"5 of 6x4, cdr",
     {"network.routing=cdr", "network.columns=6", "network.rows=4", "nodes.memory=5",
      "nodes.compute=19", NULL},
     0,
     false,
     NULL},
    {"5 of 5x5, o1turn",
     {"network.routing=o1turn", "network.columns=5", "network.rows=5", "nodes.memory=5",
      "nodes.compute=20", "network.virtual_channels=4", NULL},
     0,
     false,
     NULL},
    {"3 of 5x5, yx, flit_bytes=64",
     {"network.routing=yx", "network.columns=5", "network.rows=5", "nodes.memory=3",
      "nodes.compute=22", "network.flit_bytes=64", NULL},
     0,
     false,
     NULL},
    {"3 of 2x5, xy",
     {"network.routing=xy", "network.columns=2", "network.rows=5", "nodes.memory=3",
      "nodes.compute=7", NULL},
     0,
     false,
     NULL},
};

static void least_load_is_proven(void **state)
{
    const place_case *c = *state;
    test_system t = test_compile(gpu, c->overrides);
    const int memory = t.design->nodes.memory, tiles = memory + t.design->nodes.compute;
    noc_place_problem *p = NULL;
    noc_place_result *tried = calloc(1, sizeof *tried), *proven = calloc(1, sizeof *proven);
    assert_int_equal(noc_place_problem_new(t.system, &p, NULL), NOC_OK);
    assert_int_equal(noc_place_search(p, memory, 2, 1.0, NULL, NULL, tried, NULL), NOC_OK);
    assert_true(tried->is_exhaustive);
    assert_int_equal(noc_place_prove(p, memory, PROOF_STEPS, NULL, NULL, proven, NULL), NOC_OK);
    assert_false(proven->is_exhaustive);
    assert_int_equal(proven->best[0].load, tried->best[0].load);
    assert_int_equal(proven->best[0].routers, tried->best[0].routers);
    assert_near(proven->bound, proven->best[0].load * noc_place_load_unit(p), 1e-12);
    for (int i = 0; i < proven->count; i++) {
        noc_place_placement again = proven->best[i];
        for (int k = 0; k < memory; k++) assert_true(again.tiles[k] < tiles);
        for (int k = 1; k < memory; k++) assert_true(again.tiles[k] > again.tiles[k - 1]);
        noc_place_fill_load(p, memory, &again);
        assert_int_equal(again.load, proven->best[i].load);
        assert_int_equal(again.routers, proven->best[i].routers);
    }
    noc_place_problem_free(p);
    test_system_free(&t);
    free(tried);
    free(proven);
}

/* A proof that runs out of steps tells a bound all the same, and not above the least load: that of
 * all placements of 8 on 6x6, 9.375 flits per transaction. */
static void short_proofs_are_bounds(void **state)
{
    enum { LEAST = 75 };
    (void)state;
    test_system t = test_compile_file("configs/te13-baseline.cfg", NULL);
    noc_place_problem *p = NULL;
    noc_place_result *found = calloc(1, sizeof *found);
    const int memory = t.design->nodes.memory;
    double before = 0.0;
    assert_int_equal(noc_place_problem_new(t.system, &p, NULL), NOC_OK);
    for (uint64_t steps = 0; steps < 1000000; steps = 10 * steps + 10) {
        assert_int_equal(noc_place_prove(p, memory, steps, NULL, NULL, found, NULL), NOC_OK);
        assert_true(found->bound >= before);
        assert_true(found->bound <= LEAST + 0.01);
        assert_true(found->best[0].load * noc_place_load_unit(p) >= LEAST - 0.01);
        before = found->bound;
    }
    assert_near(before, LEAST, 0.01);
    noc_place_problem_free(p);
    test_system_free(&t);
    free(found);
}

/* Where loads are no functions of cuts the bound is weaker, and still below every placement. */
static void bound_is_below(void **state)
{
    (void)state;
    static const char *const cmesh[] = {"network.topology=cmesh", "network.columns=3",
                                        "network.rows=3", NULL};
    test_system t = test_compile(gpu, cmesh);
    noc_place_problem *p = NULL;
    noc_place_result *tried = calloc(1, sizeof *tried), *bounded = calloc(1, sizeof *bounded);
    assert_int_equal(noc_place_problem_new(t.system, &p, NULL), NOC_OK);
    const int memory = t.design->nodes.memory;
    assert_int_equal(noc_place_search(p, memory, 2, 1.0, NULL, NULL, tried, NULL), NOC_OK);
    assert_int_equal(noc_place_prove(p, memory, PROOF_STEPS, NULL, NULL, bounded, NULL), NOC_OK);
    assert_true(bounded->bound > 0.0);
    assert_true(bounded->bound <= tried->best[0].load * noc_place_load_unit(p));
    assert_true(bounded->best[0].load >= tried->best[0].load);
    noc_place_problem_free(p);
    test_system_free(&t);
    free(tried);
    free(bounded);
}

/* te13's scattered placement has a busiest channel 25 % below that of the top and bottom rows, and
 * all 8 of 36 have C(36,8) placements (papers: systems.md T6). */
static void te13_placements(void **state)
{
    (void)state;
    static const char *const named[] = {"nodes.placement=top-bottom", "nodes.placement=scattered"};
    double load[2], routers;
    for (size_t i = 0; i < 2; i++) {
        const char *overrides[] = {named[i], NULL};
        test_system t = test_compile_file("configs/te13-baseline.cfg", overrides);
        test_busiest(t.system, &load[i], &routers);
        test_system_free(&t);
    }
    assert_near(load[1] / load[0], 0.75, 0.005);
}

/* No placement is below the bound of the linear program. */
static void bound_holds(void **state)
{
    (void)state;
    enum { TILES = 6, CHANNELS = 8 };
    uint64_t seed = 5;
    for (int round = 0; round < 10; round++) {
        int32_t own[TILES * CHANNELS] = {0}, pair[TILES * TILES * CHANNELS] = {0};
        for (int m = 0; m < TILES; m++)
            for (int s = 0; s < m; s++)
                for (int c = 0; c < CHANNELS; c++) {
                    const int32_t use = (int32_t)test_random_below(&seed, 5000);
                    pair[(m * TILES + s) * CHANNELS + c] = pair[(s * TILES + m) * CHANNELS + c] =
                        use;
                    own[m * CHANNELS + c] += use;
                    own[s * CHANNELS + c] += use;
                }
        double bound;
        assert_int_equal(noc_place_bound(TILES, 2, CHANNELS, own, pair, &bound, NULL), NOC_OK);
        int32_t best = INT32_MAX;
        for (int m = 0; m < TILES; m++)
            for (int s = 0; s < m; s++) {
                int32_t load = 0;
                for (int c = 0; c < CHANNELS; c++) {
                    const int32_t sum = own[m * CHANNELS + c] + own[s * CHANNELS + c] -
                                        pair[(m * TILES + s) * CHANNELS + c];
                    if (sum > load) load = sum;
                }
                if (load < best) best = load;
            }
        assert_true(bound > 0.0);
        assert_true(bound <= best);
    }
}

/* Stops a search at a tick. */
typedef struct stopper {
    long ticks, most; /* most 0: any */
} stopper;

static bool count_ticks(void *context, double done)
{
    stopper *s = context;
    (void)done;
    s->ticks++;
    return s->most == 0 || s->ticks <= s->most;
}

/* A grid whose placements nobody can try: the first round finds something good, more work nothing
 * worse and no weaker bound, on any number of threads alike; and who stops it at once has a
 * placement all the same. */
static void search_is_anytime(void **state)
{
    (void)state;
    static const char *const large[] = {"network.columns=10", "network.rows=9", "nodes.compute=66",
                                        "nodes.memory=24", NULL};
    enum { MEMORY = 24 };
    test_system t = test_compile(gpu, large);
    noc_place_problem *p = NULL;
    noc_place_result *r = calloc(4, sizeof *r);
    stopper first = {0}, soon = {.most = 3};
    assert_int_equal(noc_place_problem_new(t.system, &p, NULL), NOC_OK);
    assert_int_equal(noc_place_search(p, MEMORY, 1, 1.0, count_ticks, &first, &r[0], NULL), NOC_OK);
    assert_int_equal(noc_place_search(p, MEMORY, 3, 1.0, NULL, NULL, &r[1], NULL), NOC_OK);
    assert_memory_equal(r[0].best, r[1].best, sizeof r[0].best);
    assert_near(r[0].bound, r[1].bound, 0.0);
    assert_true(r[0].bound <= r[0].best[0].load * noc_place_load_unit(p));
    assert_int_equal(noc_place_search(p, MEMORY, 1, 1.0, count_ticks, &soon, &r[2], NULL),
                     NOC_EINTERRUPTED);
    assert_true(r[2].count > 0);
    assert_true(r[2].best[0].load >= r[0].best[0].load);
    stopper later = {.most = first.ticks + first.ticks / 4};
    const noc_status status =
        noc_place_search(p, MEMORY, 1, INFINITY, count_ticks, &later, &r[3], NULL);
    assert_true(status == NOC_EINTERRUPTED || status == NOC_OK); /* proven before */
    assert_true(r[3].best[0].load <= r[0].best[0].load);
    assert_true(r[3].bound >= r[0].bound);
    noc_place_placement again = r[0].best[0];
    noc_place_fill_load(p, MEMORY, &again);
    assert_int_equal(again.load, r[0].best[0].load);
    assert_int_equal(again.routers, r[0].best[0].routers);
    noc_place_problem_free(p);
    test_system_free(&t);
    free(r);
}

/* Up to 64 tiles all placements could be named, which does not make them few enough to try; with
 * and without cuts. */
static const char *const topologies[] = {"network.topology=mesh", "network.topology=torus"};

static void search_without_end_is_stopped(void **state)
{
    (void)state;
    enum { MEMORY = 24 };
    for (size_t i = 0; i < TEST_COUNT(topologies); i++) {
        const char *const overrides[] = {topologies[i],
                                         "network.columns=8",
                                         "network.rows=8",
                                         "network.virtual_channels=4",
                                         "nodes.compute=40",
                                         "nodes.memory=24",
                                         NULL};
        test_system t = test_compile(gpu, overrides);
        noc_place_problem *p = NULL;
        noc_place_result *r = calloc(1, sizeof *r);
        stopper soon = {.most = 3};
        assert_int_equal(noc_place_problem_new(t.system, &p, NULL), NOC_OK);
        assert_int_equal(noc_place_search(p, MEMORY, 2, INFINITY, count_ticks, &soon, r, NULL),
                         NOC_EINTERRUPTED);
        assert_true(r->count > 0);
        noc_place_problem_free(p);
        test_system_free(&t);
        free(r);
    }
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, places, placements_as_compiled);
    TEST_TABLE_PREFIXED(&list, "search finds the best", searches, search_finds_the_best);
    test_add(&list, "te13's placements", te13_placements);
    test_add(&list, "no placement is below the bound", bound_holds);
    TEST_TABLE_PREFIXED(&list, "least load", provable, least_load_is_proven);
    test_add(&list, "short proofs are bounds", short_proofs_are_bounds);
    test_add(&list, "bounds elsewhere are below", bound_is_below);
    test_add(&list, "search is anytime", search_is_anytime);
    test_add(&list, "a search without end is stopped", search_without_end_is_stopped);
    return test_run("placement", &list);
}
