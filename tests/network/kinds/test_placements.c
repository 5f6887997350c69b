/* Placements of memory nodes: on the papers' grids exactly the papers', on all others what each
 * promises, for every count that fits. */
#include <stdlib.h>
#include <string.h>

#include "network/kinds/kinds.h"
#include "tests/support/helpers.h"

enum { SIDE_MOST = 16, TILES_MOST = SIDE_MOST * SIDE_MOST, UNTOUCHED = -7 };

static const noc_placement_kind *named(const char *name)
{
    const noc_placement_kind *kind = noc_placement_find(name);
    if (!kind) fail_msg("no placement %s", name);
    return kind;
}

/* ---- the papers' ---------------------------------------------------------------------------- */

typedef struct paper_case {
    const char *name;
    int columns, rows, count;
    noc_point at[16];
} paper_case;

/* te13 Figures 4 and 30 (readings where the figure is lost), cdx19's edge of memory slices; that of
 * `staircase` is in test_overlay.c. */
static const paper_case papers[] = {
    {"top-bottom", 6, 6, 8, {{1, 0}, {2, 0}, {3, 0}, {4, 0}, {1, 5}, {2, 5}, {3, 5}, {4, 5}}},
    {"peripheral-row", 6, 6, 8, {{1, 0}, {3, 0}, {5, 0}, {0, 5}, {2, 5}, {4, 5}, {0, 3}, {5, 2}}},
    {"peripheral-col", 6, 6, 8, {{0, 1}, {0, 3}, {0, 5}, {5, 0}, {5, 2}, {5, 4}, {3, 0}, {2, 5}}},
    {"scattered", 6, 6, 8, {{5, 0}, {0, 3}, {1, 2}, {1, 4}, {2, 1}, {3, 4}, {4, 1}, {4, 3}}},
    {"apart", 6, 6, 8, {{5, 0}, {1, 0}, {2, 1}, {4, 3}, {0, 3}, {5, 4}, {1, 4}, {2, 5}}},
    {"bottom-rows", 8, 8, 8, {{0, 7}, {1, 7}, {2, 7}, {3, 7}, {4, 7}, {5, 7}, {6, 7}, {7, 7}}},
    {"bottom-rows", 6, 4, 8, {{0, 3}, {1, 3}, {2, 3}, {3, 3}, {4, 3}, {5, 3}, {2, 2}, {3, 2}}},
};

static void papers_are_met(void **state)
{
    const paper_case *c = *state;
    noc_point at[16];
    named(c->name)->place_nodes(c->columns, c->rows, c->count, at);
    for (int m = 0; m < c->count; m++) {
        assert_int_equal(at[m].column, c->at[m].column);
        assert_int_equal(at[m].row, c->at[m].row);
    }
}

/* ---- promises ------------------------------------------------------------------------------- */

/* Memory nodes of a grid. */
typedef struct placed {
    int columns, rows, count;
    noc_point at[TILES_MOST + 1];
    bool memory[SIDE_MOST][SIDE_MOST]; /* [row][column] */
} placed;

static bool is_edge(const placed *p, int column, int row)
{
    return column == 0 || row == 0 || column == p->columns - 1 || row == p->rows - 1;
}

static bool has_adjacent(const placed *p)
{
    for (int y = 0; y < p->rows; y++)
        for (int x = 0; x < p->columns; x++) {
            if (!p->memory[y][x]) continue;
            if (x + 1 < p->columns && p->memory[y][x + 1]) return true;
            if (y + 1 < p->rows && p->memory[y + 1][x]) return true;
        }
    return false;
}

/* Memory nodes of a row, or of a column. */
static int in_line(const placed *p, bool row, int line)
{
    int count = 0;
    for (int i = 0; i < p->count; i++) count += (row ? p->at[i].row : p->at[i].column) == line;
    return count;
}

/* The most that two rows, or columns, differ by. */
static int unevenness(const placed *p, bool row)
{
    int least = p->count, most = 0;
    for (int line = 0; line < (row ? p->rows : p->columns); line++) {
        const int count = in_line(p, row, line);
        if (count < least) least = count;
        if (count > most) most = count;
    }
    return most - least;
}

/* Of the edge's tiles those whose column + row is odd. */
static int half_routers_of_edge(const placed *p, bool odd_only)
{
    int count = 0;
    for (int y = 0; y < p->rows; y++)
        for (int x = 0; x < p->columns; x++)
            count += is_edge(p, x, y) && (!odd_only || (x + y) % 2);
    return count;
}

static bool is_turned_alike(const placed *p)
{
    for (int i = 0; i < p->count; i++)
        if (!p->memory[p->rows - 1 - p->at[i].row][p->columns - 1 - p->at[i].column]) return false;
    return true;
}

static void top_bottom_keeps(const placed *p)
{
    for (int y = 0; y < p->rows; y++) {
        const int other = p->rows - 1 - y, depth = y < other ? y : other;
        const int both = in_line(p, true, y) + (other != y ? in_line(p, true, other) : 0);
        const int room = p->count - 2 * depth * p->columns;
        if (other != y) assert_true(abs(in_line(p, true, y) - in_line(p, true, other)) <= 1);
        const int most = other != y ? 2 * p->columns : p->columns;
        assert_int_equal(both, room < 0 ? 0 : room < most ? room : most);
    }
}

static void bottom_rows_keeps(const placed *p)
{
    for (int y = 0; y < p->rows; y++) {
        const int room = p->count - (p->rows - 1 - y) * p->columns;
        assert_int_equal(in_line(p, true, y), room < 0 ? 0 : room < p->columns ? room : p->columns);
    }
}

static void peripheral_keeps(const placed *p)
{
    int on_edge = 0;
    for (int i = 0; i < p->count; i++) on_edge += is_edge(p, p->at[i].column, p->at[i].row);
    const int edge = half_routers_of_edge(p, false);
    assert_int_equal(on_edge, p->count < edge ? p->count : edge);
    if (p->count <= half_routers_of_edge(p, true)) assert_false(has_adjacent(p));
    const bool is_ring = p->columns > 1 && p->rows > 1;
    if (is_ring && p->count % 2 == 0 && p->count <= edge && (p->columns + p->rows) % 2 == 0)
        assert_true(is_turned_alike(p));
}

static void peripheral_row_keeps(const placed *p)
{
    peripheral_keeps(p);
    const int most = (p->columns + 1) / 2; /* none of the sides while rows have room for one */
    if (p->rows < 2 || p->count >= most) return;
    assert_int_equal(in_line(p, true, 0) + in_line(p, true, p->rows - 1), p->count);
}

static void peripheral_col_keeps(const placed *p)
{
    peripheral_keeps(p);
    const int most = (p->rows + 1) / 2;
    if (p->columns < 2 || p->count >= most) return;
    assert_int_equal(in_line(p, false, 0) + in_line(p, false, p->columns - 1), p->count);
}

/* The most tiles of a grid of which no two are adjacent are half of them. */
static void scattered_keeps(const placed *p)
{
    const int tiles = p->columns * p->rows;
    if (p->count <= (tiles + 1) / 2) assert_false(has_adjacent(p));
    for (int i = 0; i < p->count && p->count <= tiles / 2; i++)
        assert_true((p->at[i].column + p->at[i].row) % 2 == 1);   /* half routers may be there */
    if (p->columns == 6 && p->rows == 6 && p->count == 8) return; /* the paper's */
    if (p->columns % 2 == 0) assert_true(unevenness(p, true) <= 1);
    assert_true(unevenness(p, true) <= 2);
    if (p->columns >= 4 && p->rows >= 4) assert_true(unevenness(p, false) <= 6);
}

static void staircase_keeps(const placed *p)
{
    assert_true(unevenness(p, true) <= 1);
    if (p->count > p->rows || p->count > p->columns) return;
    for (int y = 0; y < p->rows; y++) assert_true(in_line(p, true, y) <= 1);
    for (int x = 0; x < p->columns; x++) assert_true(in_line(p, false, x) <= 1);
}

static int distance(noc_point a, noc_point b)
{
    return abs(a.column - b.column) + abs(a.row - b.row);
}

static bool is_central(const placed *p, noc_point at)
{
    return abs(2 * at.column - p->columns + 1) <= 1 && abs(2 * at.row - p->rows + 1) <= 1;
}

/* Tiles of half routers off the centre; `far`: only those that are farther than that from all
 * memory nodes. */
static int half_routers_left(const placed *p, int far)
{
    int count = 0;
    for (int y = 0; y < p->rows; y++)
        for (int x = 0; x < p->columns; x++) {
            const noc_point tile = {x, y};
            bool is_left = (x + y) % 2 && !is_central(p, tile);
            for (int i = 0; i < p->count && is_left && far >= 0; i++)
                is_left = distance(p->at[i], tile) > far;
            count += is_left;
        }
    return count;
}

/* No two are adjacent and none is central while half routers are left; no such tile is farther from
 * all memory nodes than the nearest two are from each other, which bounds how far apart any
 * placement has them by twice that. */
static void apart_keeps(const placed *p)
{
    int nearest = p->columns + p->rows;
    if (p->count > half_routers_left(p, -1)) return;
    assert_false(has_adjacent(p));
    for (int i = 0; i < p->count; i++) {
        assert_false(is_central(p, p->at[i]));
        assert_true((p->at[i].column + p->at[i].row) % 2 == 1);
        for (int k = 0; k < i; k++)
            if (distance(p->at[i], p->at[k]) < nearest) nearest = distance(p->at[i], p->at[k]);
    }
    assert_int_equal(half_routers_left(p, nearest), 0);
}

typedef struct promise {
    const char *name;
    void (*keeps)(const placed *p);
} promise;

static const promise promises[] = {
    {"top-bottom", top_bottom_keeps},
    {"bottom-rows", bottom_rows_keeps},
    {"peripheral-row", peripheral_row_keeps},
    {"peripheral-col", peripheral_col_keeps},
    {"scattered", scattered_keeps},
    {"staircase", staircase_keeps},
    {"apart", apart_keeps},
};

/* Every grid up to 16x16 and every count that fits: each memory node on a tile of its own, and what
 * the placement says. */
static void promises_are_kept(void **state)
{
    const promise *c = *state;
    const noc_placement_kind *kind = named(c->name);
    static placed p;
    for (p.columns = 1; p.columns <= SIDE_MOST; p.columns++)
        for (p.rows = 1; p.rows <= SIDE_MOST; p.rows++)
            for (p.count = 1; p.count <= p.columns * p.rows; p.count++) {
                memset(p.memory, 0, sizeof p.memory);
                p.at[p.count].column = UNTOUCHED;
                assert_true(kind->place_nodes(p.columns, p.rows, p.count, p.at));
                for (int i = 0; i < p.count; i++) {
                    const noc_point t = p.at[i];
                    assert_in_range(t.column, 0, p.columns - 1);
                    assert_in_range(t.row, 0, p.rows - 1);
                    assert_false(p.memory[t.row][t.column]);
                    p.memory[t.row][t.column] = true;
                }
                assert_int_equal(p.at[p.count].column, UNTOUCHED);
                c->keeps(&p);
            }
}

/* ---- the reading of te13 Figure 30(c) ------------------------------------------------------- */

enum { SIDE = 6, NODES = 8, CANDIDATES = 16, LINKS = 4 * SIDE * SIDE };

/* Flits of a packet on each link of its way along the row and then the column. */
static void walk(noc_point from, noc_point to, int flits, int *links)
{
    while (from.column != to.column || from.row != to.row) {
        const bool along = from.column != to.column;
        const int step = along ? (to.column > from.column ? 1 : -1) : (to.row > from.row ? 1 : -1);
        links[4 * (SIDE * from.row + from.column) + 2 * along + (step > 0)] += flits;
        *(along ? &from.column : &from.row) += step;
    }
}

/* The largest load of a link: 1.4 flits of request and 3.7 of reply for each pair, in tenths. */
static int largest_load(const noc_point *at)
{
    int links[LINKS] = {0}, largest = 0;
    for (int tile = 0; tile < SIDE * SIDE; tile++) {
        const noc_point core = {tile % SIDE, tile / SIDE};
        bool memory = false;
        for (int m = 0; m < NODES; m++) memory |= distance(at[m], core) == 0;
        for (int m = 0; m < NODES && !memory; m++) {
            walk(core, at[m], 14, links);
            walk(at[m], core, 37, links);
        }
    }
    for (int i = 0; i < LINKS; i++) largest = links[i] > largest ? links[i] : largest;
    return largest;
}

/* Scores by which the reading compares placements, the first difference first. */
typedef struct score {
    int pairs, lacks_corner, load, edge;
} score;

static score score_of(const noc_point *at)
{
    score s = {0, 1, largest_load(at), 0};
    for (int i = 0; i < NODES; i++) {
        const bool is_first = at[i].column == 0 || at[i].row == 0;
        s.edge += is_first || at[i].column == SIDE - 1 || at[i].row == SIDE - 1;
        s.lacks_corner &= at[i].column != SIDE - 1 || at[i].row != 0;
        for (int k = 0; k < i; k++) s.pairs += distance(at[i], at[k]) == 2;
    }
    return s;
}

static int compare(score a, score b)
{
    if (a.pairs != b.pairs) return a.pairs - b.pairs;
    if (a.lacks_corner != b.lacks_corner) return a.lacks_corner - b.lacks_corner;
    return a.load != b.load ? a.load - b.load : a.edge - b.edge;
}

static void reading_is_the_only_best(void **state)
{
    (void)state;
    noc_point tiles[CANDIDATES], at[NODES];
    const placed grid = {.columns = SIDE, .rows = SIDE};
    int count = 0, as_good = 0;
    for (int tile = 0; tile < SIDE * SIDE; tile++) {
        const noc_point t = {tile % SIDE, tile / SIDE};
        if ((t.column + t.row) % 2 && !is_central(&grid, t)) tiles[count++] = t;
    }
    assert_int_equal(count, CANDIDATES);
    named("apart")->place_nodes(SIDE, SIDE, NODES, at);
    const score reading = score_of(at);
    assert_true(reading.edge < NODES);
    for (unsigned set = 0; set < 1u << CANDIDATES; set++) {
        if (__builtin_popcount(set) != NODES) continue;
        int used = 0;
        for (int i = 0; i < CANDIDATES; i++)
            if (set >> i & 1) at[used++] = tiles[i];
        const score other = score_of(at);
        if (other.edge == NODES) continue;
        assert_true(compare(reading, other) <= 0);
        as_good += compare(reading, other) == 0;
    }
    assert_int_equal(as_good, 1);
}

/* No placement is without a promise. */
static void all_promise(void **state)
{
    (void)state;
    for (size_t i = 0; noc_placement_at(i); i++) {
        bool found = !noc_placement_at(i)->place_nodes;
        for (size_t k = 0; k < TEST_COUNT(promises); k++)
            found |= strcmp(promises[k].name, noc_placement_at(i)->name) == 0;
        assert_true(found);
    }
}

int main(void)
{
    static test_list list;
    TEST_TABLE_PREFIXED(&list, "as in the paper", papers, papers_are_met);
    TEST_TABLE_PREFIXED(&list, "any grid", promises, promises_are_kept);
    test_add(&list, "the reading of te13 Figure 30(c)", reading_is_the_only_best);
    test_add(&list, "all promise something", all_promise);
    return test_run("placements", &list);
}
