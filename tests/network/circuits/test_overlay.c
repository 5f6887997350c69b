/* Overlays as structures: where memory nodes stand, how windows are cut, who reaches whom, what is
 * built of what. Numbers are those of rapid18 and dapper, or follow from their text by hand. */
#include <stdlib.h>

#include "network/circuits/overlay_counts.h"
#include "network/circuits/overlay_windows.h"
#include "network/kinds/kinds.h"
#include "tests/support/designs/overlay_defaults.h"
#include "tests/support/helpers.h"

extern const noc_placement_kind noc_placement_staircase;

enum { MEMORIES_MAX = 16 };

/* RAPID on a square grid. */
static noc_overlay square(int side)
{
    noc_overlay overlay = overlay_defaults();
    overlay.columns = overlay.rows = side;
    return overlay;
}

/* Directed links that the trees of owner and partner have in common. Along the owner's row and the
 * partner's column both run outwards, but between the two against each other. */
static int shared_links(const noc_overlay *overlay, noc_point owner, noc_point partner)
{
    return overlay->columns - 1 - abs(owner.column - partner.column) + overlay->rows - 1 -
           abs(owner.row - partner.row);
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
    noc_placement_staircase.place_nodes(c->columns, c->rows, c->count, at);
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
        noc_placement_staircase.place_nodes(side, side, side, at);
        for (int a = 0; a < side; a++)
            for (int b = a + 1; b < side; b++) {
                const int dx = abs(at[a].column - at[b].column), dy = abs(at[a].row - at[b].row);
                assert_true(dx > 0 && dy > 0 && dx + dy > 2);
            }
    }
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
    const noc_overlay overlay = {.window_sizing = NOC_WINDOWS_ADAPTIVE,
                                 .period_cycles = 1000,
                                 .epoch_cycles = 10000,
                                 .gom_cycles = 27,
                                 .weight_arrival = 0.6,
                                 .weight_occupancy = 0.4};
    double weights[12];
    int cycles[12];
    for (int m = 0; m < c->count; m++) weights[m] = noc_window_weight(&overlay, c->loads[m], 132);
    noc_windows_divide(1000, c->least, weights, c->count, cycles);
    for (int m = 0; m < c->count; m++) assert_int_equal(cycles[m], c->cycles[m]);
}

/* The worked weights, and the ratio of the two units. */
static void weights_have_units(void **state)
{
    (void)state;
    noc_overlay overlay = overlay_defaults();
    overlay.window_sizing = NOC_WINDOWS_ADAPTIVE;
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
        noc_windows_divide(1000, 26, weights, count, cycles);
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
    noc_windows_divide_equally(1000, 12, cycles);
    for (int m = 0; m < 12; m++) assert_int_equal(cycles[m], m < 4 ? 84 : 83);
    noc_windows_divide_equally(1000, 8, cycles);
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
    noc_overlay overlay = overlay_defaults();
    overlay.inject_interval = c->interval;
    assert_int_equal(noc_window_slots(&overlay, c->window), c->slots);
}

static void shortest_windows(void **state)
{
    static const int least[] = {12, 19, 26};
    (void)state;
    noc_overlay overlay = overlay_defaults();
    assert_int_equal(noc_overlay_min_window(&overlay, 8), 5);
    overlay.straddles_windows = 0;
    for (int i = 0; i < 3; i++) {
        overlay.inject_interval = i + 1;
        assert_int_equal(noc_overlay_min_window(&overlay, 8), least[i]);
    }
    overlay.window_min_cycles = 40;
    assert_int_equal(noc_overlay_min_window(&overlay, 8), 40);
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

/* Every memory node is a partner once. |dy| (n - 1) + |dx| cores can be reached: the cores of the
 * rows in between, and of the partner's own. */
static void partners_reach(void **state)
{
    const reach_case *c = *state;
    const noc_overlay overlay = square(c->side);
    noc_point at[12];
    bool met[12] = {false};
    noc_placement_staircase.place_nodes(c->side, c->side, c->side, at);
    for (int window = 0; window < c->side; window++) {
        const int partner = noc_overlay_partner(window, c->side);
        int reachable = 0;
        assert_false(met[partner]);
        met[partner] = true;
        assert_int_equal(noc_overlay_window_of_partner(partner, c->side), window);
        for (int row = 0; row < c->side; row++)
            for (int column = 0; column < c->side; column++)
                reachable +=
                    !holds(at, c->side, (noc_point){column, row}) &&
                    noc_partner_reaches_core(at[window], at[partner], (noc_point){column, row});
        assert_int_equal(reachable, c->reachable);
        assert_int_equal(shared_links(&overlay, at[window], at[partner]), c->shared);
    }
}

/* Routers and directions in which a flit to a core leaves them, by row or column first: the links
 * that it takes. */
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

/* Walked link by link: a core is reachable just if none of its links is of the owner's tree, and
 * the two trees share as many as the formula says. */
static void reach_is_what_is_free(void **state)
{
    enum { SIDE = 8, LINKS = SIDE * SIDE * 4 };
    (void)state;
    const noc_overlay overlay = square(SIDE);
    noc_point at[SIDE];
    noc_placement_staircase.place_nodes(SIDE, SIDE, SIDE, at);
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
                assert_int_equal(free, noc_partner_reaches_core(at[w], partner, core));
        }
        for (int l = 0; l < LINKS; l++) shared += all[l] && owned[l];
        assert_int_equal(shared, shared_links(&overlay, at[w], partner));
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
      .crossbar_inputs = 10,
      .crossbar_outputs = 5,
      .table_bits = 120,
      .register_bits = 40,
      .counter_bits = 24,
      .window_message_bits = 40,
      .window_message_flits = 1,
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
      .crossbar_inputs = 10,
      .crossbar_outputs = 5,
      .table_bits = 240,
      .register_bits = 80,
      .counter_bits = 24,
      .window_message_bits = 80,
      .window_message_flits = 2,
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
      .crossbar_inputs = 10,
      .crossbar_outputs = 5,
      .table_bits = 360, /* 4.2.2 prints 480, with its own rule of a row a circuit */
      .register_bits = 120,
      .counter_bits = 24,
      .window_message_bits = 120,
      .window_message_flits = 2,
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

/* ---- keys ----------------------------------------------------------------------------------- */

/* What the papers give RAPID is what a design gets that says nothing. */
static void defaults_are_rapids(void **state)
{
    (void)state;
    const noc_overlay o = overlay_defaults();
    assert_int_equal(o.inject_interval, 2);
    assert_int_equal(o.window_switch_cycles, 2);
    assert_int_equal(o.row_transit_cycles, 3);
    assert_int_equal(o.straddles_windows, 1);
    assert_int_equal(o.period_cycles, 1000);
    assert_int_equal(o.epoch_cycles, 10000);
    assert_near(o.weight_arrival, 0.6, 0.0);
    assert_near(o.weight_occupancy, 0.4, 0.0);
    assert_int_equal(o.gom_cycles, 27);
    assert_int_equal(o.multiplexing, NOC_MULTIPLEX_OFF);
    assert_true(noc_overlay_has_match_cycle(&o));
    const noc_key_table table = overlay_keys();
    for (size_t i = 0; i < table.count; i++) {
        const noc_key *key = &table.keys[i];
        assert_int_equal(key->type == NOC_CHOICE, noc_key_is_choice(key));
        assert_ptr_equal(noc_key_find(table, key->name), key);
    }
}

/* A line has two links a router, two rows have three, a single router has none. */
static void ports_are_those_that_there_are(void **state)
{
    (void)state;
    static const int sizes[][3] = {{1, 1, 1}, {2, 1, 2}, {5, 1, 3}, {1, 5, 3}, {2, 2, 3},
                                   {6, 2, 4}, {2, 6, 4}, {3, 3, 5}, {8, 8, 5}};
    for (size_t i = 0; i < TEST_COUNT(sizes); i++)
        assert_int_equal(noc_mesh_ports(sizes[i][0], sizes[i][1]), sizes[i][2]);
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
    test_add(&list, "defaults are RAPID's", defaults_are_rapids);
    test_add(&list, "ports are those that there are", ports_are_those_that_there_are);
    return test_run("overlays", &list);
}
