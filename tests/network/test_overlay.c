/* Overlays and slices as structures: where memory nodes stand, how windows are cut, who reaches whom, what is built of
 * what, and what is refused. Numbers are those of rapid18 and dapper, or follow from their text by hand. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "network/kinds.h"
#include "network/overlay_check.h"
#include "network/overlay_counts.h"
#include "network/overlay_reach.h"
#include "network/overlay_windows.h"
#include "network/slices.h"
#include "tests/helpers.h"

extern const noc_placement_kind noc_placement_staircase;

enum { MEMORIES_MAX = 16 };

/* RAPID on a square grid. */
static noc_overlay square(int side)
{
    noc_overlay overlay = noc_overlay_defaults();
    overlay.columns = overlay.rows = side;
    return overlay;
}

/* ---- positions ------------------------------------------------------------------------------ */

typedef struct place_case {
    const char *name;
    int columns, rows, count;
    noc_point at[12];
} place_case;

static const place_case places[] = {
    {"4x4", 4, 4, 4, {{1, 0}, {3, 1}, {0, 2}, {2, 3}}},
    {"8x8", 8, 8, 8, {{1, 0}, {3, 1}, {5, 2}, {7, 3}, {0, 4}, {2, 5}, {4, 6}, {6, 7}}},
    {"12x12",
     12,
     12,
     12,
     {{1, 0},
      {3, 1},
      {5, 2},
      {7, 3},
      {9, 4},
      {11, 5},
      {0, 6},
      {2, 7},
      {4, 8},
      {6, 9},
      {8, 10},
      {10, 11}}},
    {"odd", 5, 5, 5, {{1, 0}, {3, 1}, {0, 2}, {2, 3}, {4, 4}}},
    {"more rows than memory nodes", 6, 8, 4, {{1, 0}, {3, 2}, {5, 4}, {0, 6}}},
};

static void staircase_is_rapid18s(void **state)
{
    const place_case *c = *state;
    noc_point at[12];
    assert_null(noc_placement_staircase.place(c->columns, c->rows, c->count, at));
    for (int m = 0; m < c->count; m++) {
        assert_int_equal(at[m].column, c->at[m].column);
        assert_int_equal(at[m].row, c->at[m].row);
    }
}

/* One a row, one a column, and none next to another, diagonally either. */
static void staircase_keeps_apart(void **state)
{
    (void)state;
    for (int side = 4; side <= 40; side++) {
        noc_point at[40];
        assert_null(noc_placement_staircase.place(side, side, side, at));
        for (int a = 0; a < side; a++)
            for (int b = a + 1; b < side; b++) {
                const int dx = abs(at[a].column - at[b].column), dy = abs(at[a].row - at[b].row);
                assert_true(dx > 0 && dy > 0 && dx + dy > 2);
            }
    }
    noc_point at[40];
    assert_non_null(noc_placement_staircase.place(8, 4, 5, at));
    assert_non_null(noc_placement_staircase.place(4, 8, 5, at));
}

/* ---- windows -------------------------------------------------------------------------------- */

typedef struct share_case {
    const char *name;
    int count, least;
    noc_window_load loads[12];
    int cycles[12];
} share_case;

static const share_case shares[] = {
    {"rounding to the largest fractions",
     4,
     5,
     {{310, 22.5}, {155, 7.0}, {150, 6.5}, {160, 7.2}},
     {433, 190, 182, 195}},
    {"raised to the least", 4, 5, {{500, 60.0}, {0, 0.0}, {1, 0.02}, {140, 9.1}}, {808, 5, 5, 182}},
    {"ties to the lower number", 3, 5, {{10, 1.0}, {10, 1.0}, {10, 1.0}}, {334, 333, 333}},
    {"nothing happened", 3, 5, {{0, 0.0}, {0, 0.0}, {0, 0.0}}, {334, 333, 333}},
    {"all to one", 3, 19, {{0, 0.0}, {7, 3.0}, {0, 0.0}}, {19, 962, 19}},
    {"only one", 1, 5, {{3, 0.1}}, {1000}},
};

static void windows_follow_weights(void **state)
{
    const share_case *c = *state;
    const noc_overlay overlay = {.windows = NOC_WINDOWS_ADAPTIVE,
                                 .period_cycles = 1000,
                                 .epoch_cycles = 10000,
                                 .gom_cycles = 27,
                                 .weight_arrival = 0.6,
                                 .weight_occupancy = 0.4};
    double weights[12];
    int cycles[12];
    for (int m = 0; m < c->count; m++) weights[m] = noc_window_weight(&overlay, c->loads[m], 132);
    noc_windows_share(1000, c->least, weights, c->count, cycles);
    for (int m = 0; m < c->count; m++) assert_int_equal(cycles[m], c->cycles[m]);
}

/* The worked weights, and the ratio of the two units. */
static void weights_have_units(void **state)
{
    (void)state;
    noc_overlay overlay = noc_overlay_defaults();
    overlay.windows = NOC_WINDOWS_ADAPTIVE;
    const noc_window_load load = {310, 22.5};
    assert_near(noc_window_weight(&overlay, load, 132), 27.550, 0.0005);
    overlay.weight_units = NOC_WEIGHTS_NORMALISED;
    assert_near(noc_window_weight(&overlay, load, 132), 0.6 * 310.0 / 10027.0 + 0.4 * 22.5 / 132.0,
                1e-12);
}

/* Whatever the weights, windows add up to the period and none is too short. */
static void windows_add_up(void **state)
{
    (void)state;
    uint64_t random = 3;
    for (int trial = 0; trial < 2000; trial++) {
        double weights[12];
        int cycles[12], sum = 0;
        const int count = 1 + (int)test_random_below(&random, 12);
        for (int m = 0; m < count; m++)
            weights[m] =
                test_random_below(&random, 3) ? (double)test_random_below(&random, 1000) : 1e-3;
        noc_windows_share(1000, 26, weights, count, cycles);
        for (int m = 0; m < count; m++) {
            assert_true(cycles[m] >= 26);
            sum += cycles[m];
        }
        assert_int_equal(sum, 1000);
    }
}

static void equal_windows_round_to_the_first(void **state)
{
    (void)state;
    int cycles[12];
    noc_windows_equal(1000, 12, cycles);
    for (int m = 0; m < 12; m++) assert_int_equal(cycles[m], m < 4 ? 84 : 83);
    noc_windows_equal(1000, 8, cycles);
    for (int m = 0; m < 8; m++) assert_int_equal(cycles[m], 125);
}

typedef struct slots_case {
    const char *name;
    int window, interval, slots;
} slots_case;

static const slots_case slot_cases[] = {
    {"MACRO-16", 250, 3, 82},
    {"MACRO-64", 125, 3, 41},
    {"MACRO-144", 84, 3, 27},
    {"RAPID-16", 250, 2, 123},
    {"RAPID-64", 125, 2, 61},
    {"RAPID-144", 84, 2, 40},
    {"RAPID-144, the shorter", 83, 2, 40},
    {"just one", 5, 2, 1},
    {"too short", 4, 2, 0},
};

static void slots_of_a_window(void **state)
{
    const slots_case *c = *state;
    noc_overlay overlay = noc_overlay_defaults();
    overlay.inject_interval = c->interval;
    assert_int_equal(noc_window_slots(&overlay, c->window), c->slots);
}

static void shortest_windows(void **state)
{
    static const int least[] = {12, 19, 26};
    (void)state;
    noc_overlay overlay = noc_overlay_defaults();
    assert_int_equal(noc_overlay_window_min(&overlay, 8), 5);
    overlay.straddle = 0;
    for (int i = 0; i < 3; i++) {
        overlay.inject_interval = i + 1;
        assert_int_equal(noc_overlay_window_min(&overlay, 8), least[i]);
    }
    overlay.window_min_cycles = 40;
    assert_int_equal(noc_overlay_window_min(&overlay, 8), 40);
}

/* ---- partners ------------------------------------------------------------------------------- */

typedef struct reach_case {
    const char *name;
    int side, reachable, shared;
} reach_case;

static const reach_case reaches[] = {{"4x4", 4, 7, 3}, {"8x8", 8, 29, 9}, {"12x12", 12, 67, 15}};

static bool holds(const noc_point *points, int count, noc_point at)
{
    for (int i = 0; i < count; i++)
        if (points[i].column == at.column && points[i].row == at.row) return true;
    return false;
}

/* Every memory node is a partner once. |dy| (n - 1) + |dx| cores can be reached: the cores of the rows in between, and
 * of the partner's own. */
static void partners_reach(void **state)
{
    const reach_case *c = *state;
    const noc_overlay overlay = square(c->side);
    noc_point at[12];
    bool met[12] = {false};
    noc_placement_staircase.place(c->side, c->side, c->side, at);
    for (int window = 0; window < c->side; window++) {
        const int partner = noc_overlay_partner(window, c->side);
        int reachable = 0;
        assert_false(met[partner]);
        met[partner] = true;
        assert_int_equal(noc_overlay_window_of_partner(partner, c->side), window);
        for (int row = 0; row < c->side; row++)
            for (int column = 0; column < c->side; column++)
                reachable += !holds(at, c->side, (noc_point){column, row}) &&
                             noc_overlay_reaches(at[window], at[partner], (noc_point){column, row});
        assert_int_equal(reachable, c->reachable);
        assert_int_equal(noc_overlay_shared_links(&overlay, at[window], at[partner]), c->shared);
    }
}

/* Routers and directions in which a flit to a core leaves them, by row or column first: the links that it takes. */
static void mark(noc_point from, noc_point to, bool y_first, int side, bool *links)
{
    enum { EAST, WEST, SOUTH, NORTH, DIRECTIONS };
    noc_point at = from;
    while (at.column != to.column || at.row != to.row) {
        const bool along_row = y_first ? at.row == to.row : at.column != to.column;
        const int direction =
            along_row ? (to.column > at.column ? EAST : WEST) : (to.row > at.row ? SOUTH : NORTH);
        links[(at.row * side + at.column) * DIRECTIONS + direction] = true;
        if (along_row)
            at.column += direction == EAST ? 1 : -1;
        else
            at.row += direction == SOUTH ? 1 : -1;
    }
}

/* Walked link by link: a core is reachable just if none of its links is of the owner's tree, and the two trees share
 * as many as the formula says. */
static void reach_is_what_is_free(void **state)
{
    enum { SIDE = 8, LINKS = SIDE * SIDE * 4 };
    (void)state;
    const noc_overlay overlay = square(SIDE);
    noc_point at[SIDE];
    noc_placement_staircase.place(SIDE, SIDE, SIDE, at);
    for (int w = 0; w < SIDE; w++) {
        const noc_point partner = at[noc_overlay_partner(w, SIDE)];
        bool owned[LINKS] = {false}, all[LINKS] = {false};
        int shared = 0;
        for (int t = 0; t < SIDE * SIDE; t++)
            mark(at[w], (noc_point){t % SIDE, t / SIDE}, false, SIDE, owned);
        for (int t = 0; t < SIDE * SIDE; t++) {
            const noc_point core = {t % SIDE, t / SIDE};
            bool links[LINKS] = {false}, free = true;
            mark(partner, core, true, SIDE, links);
            for (int l = 0; l < LINKS; l++) {
                free &= !(links[l] && owned[l]);
                all[l] |= links[l];
            }
            if (!holds(at, SIDE, core))
                assert_int_equal(free, noc_overlay_reaches(at[w], partner, core));
        }
        for (int l = 0; l < LINKS; l++) shared += all[l] && owned[l];
        assert_int_equal(shared, noc_overlay_shared_links(&overlay, at[w], partner));
    }
}

/* ---- what is built -------------------------------------------------------------------------- */

typedef struct count_case {
    const char *name;
    int side;
    noc_overlay_counts want;
} count_case;

static const count_case counts[] = {
    {"16 cores",
     4,
     {.routers = 16,
      .links = 48,
      .local_links = 16,
      .row_links = 8,
      .repeaters = 3072,
      .latches = 80,
      .used_latches = 52,
      .sources = 10,
      .outputs = 5,
      .table_bits = 120,
      .register_bits = 40,
      .counter_bits = 24,
      .told_bits = 40,
      .told_flits = 1,
      .ack_links = 48}},
    {"64 cores",
     8,
     {.routers = 64,
      .links = 224,
      .local_links = 64,
      .row_links = 16,
      .repeaters = 14336,
      .latches = 320,
      .used_latches = 232,
      .sources = 10,
      .outputs = 5,
      .table_bits = 240,
      .register_bits = 80,
      .counter_bits = 24,
      .told_bits = 80,
      .told_flits = 2,
      .ack_links = 224}},
    {"144 cores",
     12,
     {.routers = 144,
      .links = 528,
      .local_links = 144,
      .row_links = 24,
      .repeaters = 33792,
      .latches = 720,
      .used_latches = 540,
      .sources = 10,
      .outputs = 5,
      .table_bits = 480,
      .register_bits = 120,
      .counter_bits = 24,
      .told_bits = 120,
      .told_flits = 2,
      .ack_links = 528}},
};

static void overlay_is_built_of(void **state)
{
    const count_case *c = *state;
    noc_overlay overlay = square(c->side);
    noc_overlay_counts got = noc_overlay_count(&overlay, c->side, 64, true);
    assert_memory_equal(&got, &c->want, sizeof got);
    overlay.row_transit_cycles = 2; /* dapper: comparators instead of the table */
    got = noc_overlay_count(&overlay, c->side, 64, false);
    assert_int_equal(got.table_bits, 0);
    assert_int_equal(got.comparators, 6);
    assert_int_equal(got.comparator_bits, c->side > 8 ? 4 : c->side > 4 ? 3 : 2);
    assert_int_equal(got.ack_links, 0);
}

typedef struct slices_case {
    const char *name;
    int side;
    uint64_t slices, routers, links, used, used_by_tokens;
} slices_case;

static const slices_case slice_cases[] = {
    {"4x4", 4, 4, 64, 192, 60, 42},
    {"8x8", 8, 8, 512, 1792, 504, 278},
    {"12x12", 12, 12, 1728, 6336, 1716, 834},
};

static void slices_are_built_of(void **state)
{
    const slices_case *c = *state;
    noc_slices slices = {.columns = c->side, .rows = c->side, .slices_per_memory = 1};
    noc_point at[12];
    noc_placement_staircase.place(c->side, c->side, c->side, at);
    const noc_slice_counts replies = noc_memory_slices_count(&slices, c->side),
                           requests = noc_token_slices_count(&slices, at, c->side);
    assert_int_equal(replies.slices, c->slices);
    assert_int_equal(replies.routers, c->routers);
    assert_int_equal(replies.links, c->links);
    assert_int_equal(replies.used_links, c->used);
    assert_int_equal(requests.routers, c->routers);
    assert_int_equal(requests.links, c->links);
    assert_int_equal(requests.used_links, c->used_by_tokens);
    assert_int_equal(requests.token_lines, c->side);
    assert_int_equal(requests.ejection_buffers, c->side * c->side);
    slices.slices_per_memory = 3;
    assert_int_equal(noc_memory_slices_count(&slices, c->side).routers, 3 * c->routers);
}

/* HRCnet has 448 stages and links; a column of memory nodes only has no slice and no token. */
static void rings_and_empty_columns(void **state)
{
    static const noc_point column[] = {{1, 0}, {1, 1}, {1, 2}};
    (void)state;
    const noc_slices slices = {.columns = 3, .rows = 3};
    assert_int_equal(noc_ring_slices_count(&slices, 8, 56).routers, 448);
    assert_int_equal(noc_ring_slices_count(&slices, 8, 56).links, 448);
    const noc_slice_counts got = noc_token_slices_count(&slices, column, 3);
    assert_int_equal(got.slices, 2);
    assert_int_equal(got.used_links, 2 * (4 + 3)); /* all of the column's links, and a hop a row */
    assert_int_equal(noc_slices_column_cores(&slices, column, 3, 1), 0);
}

/* ---- what is refused ------------------------------------------------------------------------ */

static const noc_point four[] = {{1, 0}, {3, 1}, {0, 2}, {2, 3}};
static const noc_point one_row[] = {{1, 0}, {3, 0}, {0, 2}, {2, 3}};
static const noc_point one_column[] = {{1, 0}, {1, 1}, {0, 2}, {2, 3}};

typedef struct refuse_case {
    const char *name, *key, *text; /* the first key, and what the line contains; NULL: accepted */
    noc_overlay overlay;           /* what differs from RAPID-16, where not 0 */
    noc_overlay_use use;
} refuse_case;

static const refuse_case refusals[] = {
    {"RAPID", NULL, NULL, {0}, {0}},
    {"RAPID with multiplexing", NULL, NULL, {.multiplex = NOC_MULTIPLEX_RESERVED}, {0}},
    {"two of a column without multiplexing", NULL, NULL, {0}, {.memory_at = one_column}},
    {"12x12 has 11 hops", NULL, NULL, {.columns = 12, .rows = 12}, {0}},
    {"dapper, a flit a cycle", NULL, NULL, {.inject_interval = 1, .row_transit_cycles = 2}, {0}},
    {"adaptive", NULL, NULL, {.windows = NOC_WINDOWS_ADAPTIVE}, {0}},
    {"two of a row", "nodes.placement", "0 and 1 share row 0", {0}, {.memory_at = one_row}},
    {"two of a column",
     "nodes.placement",
     "0 and 1 share column 1",
     {.multiplex = NOC_MULTIPLEX_ALL},
     {.memory_at = one_column}},
    {"row too long", "chip.clock_mhz", "chip.clock_mhz = 800 would do", {.columns = 16}, {0}},
    {"column too long", "chip.clock_mhz", "15 hops", {.rows = 16}, {0}},
    {"clock too fast",
     "chip.clock_mhz",
     "4 hops is longer than the 3 that",
     {.columns = 5},
     {.clock_mhz = 4000.0}},
    {"requests", "network.carries", "replies only", {0}, {.carries_requests = true}},
    {"any to any", "traffic.pattern", "many-to-few", {0}, {.has_memory = true}},
    {"match cycle",
     "network.inject_interval",
     "row_transit_cycles = 2",
     {.inject_interval = 1},
     {0}},
    {"odd interval",
     "network.inject_interval",
     "even",
     {.inject_interval = 3, .multiplex = NOC_MULTIPLEX_ALL},
     {0}},
    {"one memory node",
     "network.multiplex",
     "two memory nodes",
     {.multiplex = NOC_MULTIPLEX_RESERVED},
     {.memory_nodes = 1}},
    {"epoch",
     "network.epoch_cycles",
     "10500 is no multiple of period_cycles = 1000",
     {.windows = NOC_WINDOWS_ADAPTIVE, .epoch_cycles = 10500},
     {0}},
    {"told for ever",
     "network.gom_cycles",
     "less than epoch_cycles = 10000",
     {.windows = NOC_WINDOWS_ADAPTIVE, .gom_cycles = 10000},
     {0}},
    {"negative weight",
     "network.weight_arrival",
     "0 or more",
     {.windows = NOC_WINDOWS_ADAPTIVE, .weight_arrival = -1.0},
     {0}},
    {"least windows",
     "network.window_min_cycles",
     "4 windows of 300 cycles",
     {.windows = NOC_WINDOWS_ADAPTIVE, .window_min_cycles = 300},
     {0}},
    {"window without a flit",
     "network.window_min_cycles",
     "needs 5",
     {.windows = NOC_WINDOWS_ADAPTIVE, .window_min_cycles = 4},
     {0}},
    {"window without a packet",
     "network.window_min_cycles",
     "needs 19",
     {.windows = NOC_WINDOWS_ADAPTIVE, .window_min_cycles = 18, .straddle = 2},
     {0}},
    {"equal window without a flit",
     "network.period_cycles",
     "network.period_cycles = 20",
     {.period_cycles = 16},
     {0}},
    {"equal window without a packet",
     "network.period_cycles",
     "network.period_cycles = 76",
     {.period_cycles = 72, .straddle = 2},
     {0}},
};

static void take(int *value, int other)
{
    if (other != 0) *value = other;
}

/* RAPID-16 with what differs; straddle = 2 stands for false, has_memory for traffic without. */
static noc_overlay overlay_with(const noc_overlay *o)
{
    noc_overlay overlay = square(4);
    take(&overlay.columns, o->columns);
    take(&overlay.rows, o->rows);
    take(&overlay.inject_interval, o->inject_interval);
    take(&overlay.row_transit_cycles, o->row_transit_cycles);
    take(&overlay.windows, o->windows);
    take(&overlay.period_cycles, o->period_cycles);
    take(&overlay.epoch_cycles, o->epoch_cycles);
    take(&overlay.gom_cycles, o->gom_cycles);
    take(&overlay.window_min_cycles, o->window_min_cycles);
    take(&overlay.multiplex, o->multiplex);
    if (o->straddle == 2) overlay.straddle = 0;
    if (o->weight_arrival != 0.0) overlay.weight_arrival = o->weight_arrival;
    return overlay;
}

static void overlays_are_refused(void **state)
{
    const refuse_case *c = *state;
    const noc_overlay overlay = overlay_with(&c->overlay);
    const noc_overlay_use use = {
        .carries_requests = c->use.carries_requests,
        .carries_replies = true,
        .has_memory = !c->use.has_memory,
        .memory_at = c->use.memory_at ? c->use.memory_at : four,
        .memory_nodes = c->use.memory_nodes ? c->use.memory_nodes : 4,
        .flits_max = 8,
        .tile_mm = 2.0,
        .clock_mhz = c->use.clock_mhz != 0.0 ? c->use.clock_mhz : 1000.0,
    };
    noc_refusal refusal;
    assert_int_equal(noc_overlay_check(&overlay, &use, &refusal), !c->key);
    if (!c->key) {
        assert_null(refusal.keys[0]);
        return;
    }
    assert_string_equal(refusal.keys[0], c->key);
    assert_contains(refusal.text, c->text);
    assert_true(strlen(refusal.text) < NOC_REFUSAL_CHARS - 1);
    assert_null(strchr(refusal.text, '\n'));
}

static void slices_are_refused(void **state)
{
    (void)state;
    noc_refusal r;
    const noc_slices ring = {.stops = 55};
    assert_true(noc_reply_slices_check(false, true, &r));
    assert_false(noc_reply_slices_check(true, true, &r));
    assert_contains(r.text, "replies only");
    assert_false(noc_reply_slices_check(false, false, &r));
    assert_contains(r.text, "many-to-few");
    assert_true(noc_token_slices_check(false, true, &r));
    assert_false(noc_token_slices_check(true, true, &r));
    assert_contains(r.text, "requests only");
    assert_false(noc_token_slices_check(false, false, &r));
    assert_true(noc_ring_slices_check(&ring, 55, &r));
    assert_false(noc_ring_slices_check(&ring, 56, &r));
    assert_string_equal(r.keys[0], "network.stops");
}

/* The clock that a refusal names does, and a little more does not. */
static void reach_goes_with_tile_and_clock(void **state)
{
    (void)state;
    assert_int_equal(noc_overlay_reach(2.0, 1000.0), 12);
    assert_int_equal(noc_overlay_reach(1.0, 1000.0), 24);
    assert_int_equal(noc_overlay_reach(2.0, 2000.0), 6);
    assert_int_equal(noc_overlay_reach(2.0, 800.0), 15);
    assert_int_equal(noc_overlay_reach(2.0, 801.0), 14);
    assert_int_equal(noc_overlay_reach(1.2, 1000.0), 20);
}

/* ---- keys ----------------------------------------------------------------------------------- */

/* What the papers give RAPID is what a design gets that says nothing. */
static void defaults_are_rapids(void **state)
{
    (void)state;
    const noc_overlay o = noc_overlay_defaults();
    assert_int_equal(o.inject_interval, 2);
    assert_int_equal(o.window_switch_cycles, 2);
    assert_int_equal(o.row_transit_cycles, 3);
    assert_int_equal(o.straddle, 1);
    assert_int_equal(o.period_cycles, 1000);
    assert_int_equal(o.epoch_cycles, 10000);
    assert_near(o.weight_arrival, 0.6, 0.0);
    assert_near(o.weight_occupancy, 0.4, 0.0);
    assert_int_equal(o.gom_cycles, 27);
    assert_int_equal(o.multiplex, NOC_MULTIPLEX_OFF);
    assert_true(noc_overlay_has_match_cycle(&o));
    for (size_t i = 0; i < noc_overlay_keys().count; i++) {
        const noc_key *key = &noc_overlay_keys().keys[i];
        assert_int_equal(key->type == NOC_CHOICE, key->names != NULL);
        assert_ptr_equal(noc_key_find(noc_overlay_keys(), key->name), key);
    }
}

int main(void)
{
    static test_list list;
    TEST_TABLE_PREFIXED(&list, "staircase", places, staircase_is_rapid18s);
    test_add(&list, "staircases of any size keep memory nodes apart", staircase_keeps_apart);
    TEST_TABLE_PREFIXED(&list, "windows", shares, windows_follow_weights);
    test_add(&list, "weights have units", weights_have_units);
    test_add(&list, "windows add up", windows_add_up);
    test_add(&list, "equal windows", equal_windows_round_to_the_first);
    TEST_TABLE_PREFIXED(&list, "slots", slot_cases, slots_of_a_window);
    test_add(&list, "shortest windows", shortest_windows);
    TEST_TABLE_PREFIXED(&list, "partners", reaches, partners_reach);
    test_add(&list, "reach is what is free", reach_is_what_is_free);
    TEST_TABLE_PREFIXED(&list, "overlay", counts, overlay_is_built_of);
    TEST_TABLE_PREFIXED(&list, "slices", slice_cases, slices_are_built_of);
    test_add(&list, "rings, and columns without cores", rings_and_empty_columns);
    TEST_TABLE_PREFIXED(&list, "refused", refusals, overlays_are_refused);
    test_add(&list, "slices refused", slices_are_refused);
    test_add(&list, "reach goes with tile and clock", reach_goes_with_tile_and_clock);
    test_add(&list, "defaults are RAPID's", defaults_are_rapids);
    return test_run("overlays and slices", &list);
}
