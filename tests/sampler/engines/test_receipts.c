/* Acknowledgements of an overlay (dapper 4.2.2): packets one by one against schedules worked by
 * hand, with the places that they take in the output queue of their memory node. */
#include <string.h>

#include "sampler/engines/engine.h"
#include "sampler/ports/ports.h"
#include "tests/support/designs/overlay_designs.h"

/* ---- a memory node's queue by hand ---------------------------------------------------------- */

enum { PACKETS = 4, POOL = 64 };

/* A reply of memory node 0 at (1,0), which owns cycles 0-249 of 1000. */
typedef struct reply {
    noc_point core;
    int flits;     /* 8, or 1 */
    uint32_t line; /* of memory, where lines are known */
    uint64_t created, delivered;
    uint64_t freed; /* cycle from which on its place in the output queue is free */
} reply;

typedef struct schedule {
    const char *name;
    const char *overrides[3];
    bool has_lines;
    reply replies[PACKETS]; /* in the order of creation */
} schedule;

#define FULL "networks[1].core_queue=1"
#define NEAR \
    {        \
        2, 2 \
    }
#define FAR  \
    {        \
        0, 3 \
    }
#define ROW  \
    {        \
        3, 0 \
    }

/* Dapper on 4x4: a flit every 2 cycles, 3 cycles to a core, 2 in the row; as many for the
 * acknowledgement, from the next cycle on. A core takes a flit a cycle out of its queue: the first
 * packet of those for a full core is there to cycle 34. */
static const schedule schedules[] = {
    {"eight flits: the acknowledgement in 27-29", {0}, false, {{NEAR, 8, 0, 9, 26, 30}}},
    {"in the row: two cycles there and two back", {0}, false, {{ROW, 1, 0, 9, 11, 14}}},
    {"places are free as the answers come",
     {0},
     false,
     {{NEAR, 1, 0, 9, 12, 16}, {NEAR, 1, 0, 9, 14, 18}, {ROW, 1, 0, 9, 15, 18}}},
    {"the answer comes after the window", {0}, false, {{NEAR, 8, 0, 232, 249, 253}}},
    {"a full core: again in 32, as soon as that is known, and in 38",
     {FULL},
     false,
     {{NEAR, 8, 0, 9, 26, 30}, {NEAR, 1, 0, 9, 40, 44}}},
    {"others go meanwhile",
     {FULL},
     false,
     {{NEAR, 8, 0, 9, 26, 30}, {NEAR, 1, 0, 9, 46, 50}, {FAR, 8, 0, 9, 44, 48}}},
    {"those that came meanwhile go first",
     {FULL},
     false,
     {{NEAR, 8, 0, 9, 26, 30},
      {NEAR, 1, 0, 9, 48, 52},
      {FAR, 8, 0, 9, 44, 48},
      {ROW, 1, 0, 31, 45, 48}}},
    {"a place for each",
     {"networks[1].core_queue=2"},
     false,
     {{NEAR, 8, 0, 9, 26, 30}, {NEAR, 1, 0, 9, 28, 32}}},
    {"again in the next own window",
     {FULL},
     false,
     {{NEAR, 8, 0, 230, 247, 251}, {NEAR, 1, 0, 230, 1004, 1008}}},
    {"without lines a later reply passes",
     {FULL},
     false,
     {{NEAR, 8, 1, 9, 26, 30},
      {NEAR, 1, 2, 9, 40, 44},
      {NEAR, 1, 2, 9, 36, 40},
      {FAR, 1, 2, 9, 32, 36}}},
    {"not one for the same line and core; that goes when the other is acknowledged",
     {FULL},
     true,
     {{NEAR, 8, 1, 9, 26, 30},
      {NEAR, 1, 2, 9, 40, 44},
      {NEAR, 1, 2, 9, 46, 50},
      {FAR, 1, 2, 9, 30, 34}}},
    {"one for another line passes",
     {FULL},
     true,
     {{NEAR, 8, 1, 9, 26, 30}, {NEAR, 1, 2, 9, 40, 44}, {NEAR, 1, 3, 9, 36, 40}}},
    {"nor before it is known that the other came",
     {0},
     true,
     {{NEAR, 1, 1, 9, 12, 16}, {NEAR, 1, 1, 9, 18, 22}, {NEAR, 1, 2, 9, 14, 18}}},
};

/* The ports of a design, and the engine of its overlay. */
typedef struct bench {
    test_system system;
    noc_arena arena;
    noc_ports ports;
    const noc_engine_kind *kind;
    void *engine;
    uint32_t lines[PACKETS];
} bench;

static size_t flow_to(const noc_system *s, noc_point core)
{
    const uint32_t to = s->graph.terminal_of_tile[core.column + core.row * s->graph.columns];
    for (size_t f = 0; f < s->traffic.flow_count; f++) {
        const noc_flow *flow = &s->traffic.flows[f];
        if (flow->class == NOC_REPLY && flow->source == s->graph.memory_terminals[0] &&
            flow->destination == to)
            return f;
    }
    fail_msg("no way to (%d,%d)", core.column, core.row);
    return 0;
}

static void set_up(bench *b, const schedule *c)
{
    const char *overrides[] = {"networks[1].ack=true", c->overrides[0], c->overrides[1], NULL};
    *b = (bench){.system = overlay_compile(overlay_family_of("dapper-16-fix"), overrides),
                 .kind = noc_engine_find_kind(NOC_SWITCHING_OVERLAY)};
    assert_true(noc_ports_make(&b->ports, &b->arena, b->system.system, 1, false, false, NULL));
    assert_int_equal(noc_packets_reserve(&b->ports.packets, &b->arena, POOL), NOC_OK);
    for (int i = 0; i < PACKETS; i++) b->lines[i] = c->replies[i].line;
    if (c->has_lines) b->ports.memory_lines = b->lines;
    b->engine = b->kind->create(&b->ports, (noc_engine_start){.seed = 1});
    assert_non_null(b->engine);
}

static void tear_down(bench *b)
{
    noc_arena_clear(&b->arena);
    test_system_free(&b->system);
}

/* Packets that are created in a cycle are there for the next one. */
static void submit(bench *b, const schedule *c)
{
    for (uint32_t i = 0; i < PACKETS && c->replies[i].flits; i++) {
        const reply *r = &c->replies[i];
        if (r->created == b->ports.now)
            noc_port_submit(&b->ports, flow_to(b->system.system, r->core),
                            r->flits == 8 ? NOC_READ_REPLY : NOC_WRITE_REPLY, i, r->created);
    }
}

/* What has come by the end of a cycle, and what is in the output queue. */
static void assert_as_in_schedule(const bench *b, const schedule *c)
{
    const uint64_t now = b->ports.now;
    uint64_t came = 0, latency = 0, there = 0;
    for (int i = 0; i < PACKETS && c->replies[i].flits; i++) {
        const reply *r = &c->replies[i];
        came += r->delivered <= now;
        latency += r->delivered <= now ? r->delivered - r->created : 0;
        there += r->created <= now && now < r->freed;
    }
    assert_int_equal(b->ports.tally.delivered[NOC_REPLY], came);
    assert_int_equal(b->ports.tally.latency[NOC_REPLY], latency);
    assert_int_equal(
        noc_port_backlog(&b->ports, b->system.system->graph.memory_terminals[0], NOC_REPLY), there);
}

static void packets_go_by_schedule(void **state)
{
    const schedule *c = *state;
    bench b;
    set_up(&b, c);
    for (int cycle = 0; cycle < 1100; cycle++) {
        b.kind->arrive(b.engine);
        submit(&b, c);
        b.kind->advance(b.engine);
        assert_as_in_schedule(&b, c);
        noc_ports_tick(&b.ports);
    }
    assert_int_equal(b.ports.packets.free_count, b.ports.packets.capacity);
    assert_true(b.kind->next_event(b.engine) == UINT64_MAX);
    tear_down(&b);
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, schedules, packets_go_by_schedule);
    return test_run("acknowledgements of overlays", &list);
}
