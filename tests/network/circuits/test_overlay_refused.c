/* Designs that an overlay cannot be: one line each, which names the key and what would do. */
#include <string.h>

#include "network/circuits/overlay_check.h"
#include "tests/support/designs/overlay_defaults.h"
#include "tests/support/helpers.h"

/* ---- what is refused ------------------------------------------------------------------------ */

static const noc_point four[] = {{1, 0}, {3, 1}, {0, 2}, {2, 3}};
static const noc_point one_row[] = {{1, 0}, {3, 0}, {0, 2}, {2, 3}};
static const noc_point one_column[] = {{1, 0}, {1, 1}, {0, 2}, {2, 3}};

typedef struct refuse_case {
    const char *name, *key, *text; /* the first key, and what the line contains; NULL: accepted */
    noc_overlay overlay;           /* what differs from RAPID-16, where not 0 */
    noc_overlay_context use;
} refuse_case;

static const refuse_case refusals[] = {
    {"RAPID", NULL, NULL, {0}, {0}},
    {"RAPID with multiplexing", NULL, NULL, {.multiplexing = NOC_MULTIPLEX_RESERVED}, {0}},
    {"two of a column without multiplexing", NULL, NULL, {0}, {.memory_at = one_column}},
    {"12x12 has 11 hops", NULL, NULL, {.columns = 12, .rows = 12}, {0}},
    {"dapper, a flit a cycle", NULL, NULL, {.inject_interval = 1, .row_transit_cycles = 2}, {0}},
    {"adaptive", NULL, NULL, {.window_sizing = NOC_WINDOWS_ADAPTIVE}, {0}},
    {"two of a row", "nodes.placement", "0 and 1 share row 0", {0}, {.memory_at = one_row}},
    {"two of a column",
     "nodes.placement",
     "0 and 1 share column 1",
     {.multiplexing = NOC_MULTIPLEX_ALL},
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
     {.inject_interval = 3, .multiplexing = NOC_MULTIPLEX_ALL},
     {0}},
    {"one memory node",
     "network.multiplex",
     "two memory nodes",
     {.multiplexing = NOC_MULTIPLEX_RESERVED},
     {.memory_nodes = 1}},
    {"epoch",
     "network.epoch_cycles",
     "10500 is no multiple of period_cycles = 1000",
     {.window_sizing = NOC_WINDOWS_ADAPTIVE, .epoch_cycles = 10500},
     {0}},
    {"told for ever",
     "network.gom_cycles",
     "less than epoch_cycles = 10000",
     {.window_sizing = NOC_WINDOWS_ADAPTIVE, .gom_cycles = 10000},
     {0}},
    {"negative weight",
     "network.weight_arrival",
     "0 or more",
     {.window_sizing = NOC_WINDOWS_ADAPTIVE, .weight_arrival = -1.0},
     {0}},
    {"least windows",
     "network.window_min_cycles",
     "4 windows of 300 cycles",
     {.window_sizing = NOC_WINDOWS_ADAPTIVE, .window_min_cycles = 300},
     {0}},
    {"window without a flit",
     "network.window_min_cycles",
     "needs 5",
     {.window_sizing = NOC_WINDOWS_ADAPTIVE, .window_min_cycles = 4},
     {0}},
    {"window without a packet",
     "network.window_min_cycles",
     "needs 19",
     {.window_sizing = NOC_WINDOWS_ADAPTIVE, .window_min_cycles = 18, .straddles_windows = 2},
     {0}},
    {"equal window without a flit",
     "network.period_cycles",
     "network.period_cycles = 20",
     {.period_cycles = 16},
     {0}},
    {"equal window without a packet",
     "network.period_cycles",
     "network.period_cycles = 76",
     {.period_cycles = 72, .straddles_windows = 2},
     {0}},
    {"acknowledged",
     NULL,
     NULL,
     {.has_acknowledgements = 1, .output_queue = 99, .core_queue = 4, .bit_error_rate = 1e-3},
     {0}},
    {"output queue", "network.output_queue", "needs network.ack = true", {.output_queue = 99}, {0}},
    {"core queue", "network.core_queue", "needs network.ack = true", {.core_queue = 4}, {0}},
    {"bit errors",
     "network.bit_error_rate",
     "needs network.ack = true",
     {.bit_error_rate = 1e-9},
     {0}},
    {"too many errors",
     "network.bit_error_rate",
     "network.bit_error_rate = 0.004 would do",
     {.has_acknowledgements = 1, .bit_error_rate = 0.005},
     {0}},
    {"as many errors as may be",
     NULL,
     NULL,
     {.has_acknowledgements = 1, .bit_error_rate = 0.004},
     {0}},
};

static void take(int *value, int other)
{
    if (other != 0) *value = other;
}

/* RAPID-16 with what differs; straddle = 2 stands for false, has_memory for traffic without. */
static noc_overlay overlay_with(const noc_overlay *o)
{
    noc_overlay overlay = overlay_defaults();
    overlay.columns = overlay.rows = 4;
    take(&overlay.columns, o->columns);
    take(&overlay.rows, o->rows);
    take(&overlay.inject_interval, o->inject_interval);
    take(&overlay.row_transit_cycles, o->row_transit_cycles);
    take(&overlay.window_sizing, o->window_sizing);
    take(&overlay.period_cycles, o->period_cycles);
    take(&overlay.epoch_cycles, o->epoch_cycles);
    take(&overlay.gom_cycles, o->gom_cycles);
    take(&overlay.window_min_cycles, o->window_min_cycles);
    take(&overlay.multiplexing, o->multiplexing);
    take(&overlay.has_acknowledgements, o->has_acknowledgements);
    take(&overlay.output_queue, o->output_queue);
    take(&overlay.core_queue, o->core_queue);
    overlay.bit_error_rate = o->bit_error_rate;
    if (o->straddles_windows == 2) overlay.straddles_windows = 0;
    if (o->weight_arrival != 0.0) overlay.weight_arrival = o->weight_arrival;
    return overlay;
}

static void overlays_are_refused(void **state)
{
    const refuse_case *c = *state;
    const noc_overlay overlay = overlay_with(&c->overlay);
    const noc_overlay_context use = {
        .carries_requests = c->use.carries_requests,
        .carries_replies = true,
        .has_memory = !c->use.has_memory,
        .memory_at = c->use.memory_at ? c->use.memory_at : four,
        .memory_nodes = c->use.memory_nodes ? c->use.memory_nodes : 4,
        .flits_max = 8,
        .flit_bytes = 8,
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

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, refusals, overlays_are_refused);
    test_add(&list, "reach goes with tile and clock", reach_goes_with_tile_and_clock);
    return test_run("overlays that are refused", &list);
}
