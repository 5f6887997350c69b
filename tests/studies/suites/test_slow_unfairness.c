/* Unfairness of a saturated mesh (Jin et al., MICRO 2024, VI-C, Figure 23): six memory nodes at the
 * edges of 6x6 tiles, thirty compute nodes, dimension order, round robin; the busiest node gets up
 * to 2.4 times what the slowest gets, and age arbitration evens it out. Where the memory nodes
 * stand is not told: here all symmetric placements are sampled. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "hybrid/answers/estimate_sample.h"
#include "tests/support/helpers.h"

enum { TILES = 6, NODES = 6, EDGE = 4 * (TILES - 1), PLACEMENTS_MOST = 400 };

typedef struct placement {
    bool at[TILES][TILES]; /* row, column */
} placement;

/* Symmetries of a grid in which packets go along rows first: mirrors, and both. */
static placement moved(const placement *p, int symmetry)
{
    placement m = {0};
    for (int y = 0; y < TILES; y++)
        for (int x = 0; x < TILES; x++)
            m.at[symmetry & 2 ? TILES - 1 - y : y][symmetry & 1 ? TILES - 1 - x : x] = p->at[y][x];
    return m;
}

static bool same(const placement *a, const placement *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

/* Symmetric itself, and no image of one that is there. */
static bool is_wanted(const placement *p, const placement *list, size_t count)
{
    bool symmetric = false;
    for (int s = 1; s < 4; s++) {
        const placement m = moved(p, s);
        symmetric |= same(&m, p);
        for (size_t i = 0; i < count; i++)
            if (same(&m, &list[i])) return false;
    }
    return symmetric;
}

static void edge_tile(int number, int *x, int *y)
{
    const int side = number / (TILES - 1), along = number % (TILES - 1), last = TILES - 1;
    const int xs[] = {along, last, last - along, 0}, ys[] = {0, along, last, last - along};
    *x = xs[side];
    *y = ys[side];
}

static size_t find_placements(placement *list)
{
    size_t count = 0;
    for (unsigned set = 0; set < 1u << EDGE; set++) {
        placement p = {0};
        if (__builtin_popcount(set) != NODES) continue;
        for (int i = 0; i < EDGE; i++) {
            int x, y;
            edge_tile(i, &x, &y);
            p.at[y][x] = set >> i & 1u;
        }
        if (is_wanted(&p, list, count)) list[count++] = p;
        assert_true(count <= PLACEMENTS_MOST);
    }
    return count;
}

/* Cycles of a run: who gets most changes slowly, so small ratios need many. */
enum { SHORT = 10000, LONG = 100000 };

/* Share of the busiest node over that of the slowest. */
static double unfairness(const placement *p, const char *priority, uint64_t cycles)
{
    char at[200] = "nodes.memory_at=(", rule[60];
    for (int y = 0; y < TILES; y++)
        for (int x = 0; x < TILES; x++)
            if (p->at[y][x])
                snprintf(at + strlen(at), sizeof at - strlen(at), "%s(%d,%d)",
                         at[strlen(at) - 1] == '(' ? "" : ",", x, y);
    snprintf(at + strlen(at), sizeof at - strlen(at), ")");
    snprintf(rule, sizeof rule, "traffic.priority=%s", priority);
    const char *const overrides[] = {"nodes.compute=30",
                                     "nodes.memory=6",
                                     "nodes.placement=explicit",
                                     at,
                                     rule,
                                     "traffic.read_fraction=1",
                                     "traffic.read_reply_bytes=16",
                                     "network.allocator=separable",
                                     NULL};
    test_system s = test_compile_file("configs/te13-baseline.cfg", overrides);
    const noc_sampling sampling = {.precision = 0.1, .seed = 1, .jobs = 1, .max_cycles = cycles};
    noc_estimate e;
    noc_diag diag = {0};
    assert_int_equal(noc_estimate_sample(s.system, 1.0, &sampling, &e, &diag), NOC_OK);
    const double ratio = e.metrics[NOC_METRIC_busiest_node_share].value /
                         e.metrics[NOC_METRIC_slowest_node_share].value;
    test_system_free(&s);
    return ratio;
}

static void all_symmetric_placements(void **state)
{
    static placement list[PLACEMENTS_MOST];
    const size_t count = find_placements(list);
    double least = INFINITY, most = 0.0;
    size_t fair = 0;
    (void)state;
    assert_int_equal(count, 180);
    for (size_t i = 0; i < count; i++) {
        double ratio = unfairness(&list[i], "none", SHORT);
        if (ratio < 4.0) ratio = unfairness(&list[i], "none", LONG);
        const double aged = unfairness(&list[i], "age", SHORT);
        least = fmin(least, ratio);
        most = fmax(most, ratio);
        fair += aged < 1.2;
        assert_true(aged < ratio);
        assert_true(aged - 1.0 < 0.5 * (ratio - 1.0));
    }
    printf("round robin: %.2f to %.1f; by age below 1.2: %zu of %zu\n", least, most, fair, count);
    assert_true(least <= 2.4 && most >= 2.4);
    assert_true(10 * fair >= 8 * count);
}

int main(void)
{
    test_list list = {.count = 0};
    test_add(&list, "all symmetric placements", all_symmetric_placements);
    return test_run("slow_unfairness", &list);
}
