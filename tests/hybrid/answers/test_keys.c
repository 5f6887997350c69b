/* Settings that are accepted are read, or the answer says that they are not: every key by the model
 * and by traces, some of them by the sampler, too (all of them: test_slow_keys). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hybrid/answers/figures/answer.h"
#include "hybrid/answers/unread/unread.h"
#include "tests/support/runs/key_walk.h"
#include "tests/support/runs/stage_walk.h"

/* ---- every key ------------------------------------------------------------------------------ */

static void listen(void *context, const walk_answer *base, const walk_step *step)
{
    walk_listen(context, base, step);
}

static void check_silence(const walk_base *base, unsigned efforts)
{
    walk_silence silence = {.base = base};
    walk_keys(base, NULL, efforts, listen, &silence);
    walk_listen(&silence, NULL, NULL);
    assert_int_equal(silence.faults, 0);
}

static void every_key_moves_the_model_or_is_told(void **state)
{
    check_silence(*state, WALK_MODEL);
}

static void every_key_moves_a_trace_or_is_told(void **state)
{
    check_silence(*state, WALK_TRACE);
}

/* ---- stages --------------------------------------------------------------------------------- */

/* Every key on every design; in a quick test those of a design's own groups, on some designs. */
static void keys_move_the_stages_that_their_rows_name(void **state)
{
    (void)state;
    static stage_walk walk;
    const bool whole = test_is_whole();
    for (size_t i = 0; i < walk_base_count; i += whole ? 1 : 6)
        stage_walk_on(&walk, &walk_bases[i], whole ? WALK_EVERY : 0);
    for (size_t i = 0; i < stage_base_count; i += whole ? 1 : 3)
        stage_walk_on(&walk, &stage_bases[i], 0);
    if (whole) stage_walk_end(&walk);
    assert_int_equal(walk.faults, 0);
}

/* ---- some keys by both methods -------------------------------------------------------------- */

typedef struct key_case {
    const char *name, *base, *key;
} key_case;

static const key_case some[] = {
    {"virtual channels", "crossbar", "network.virtual_channels"},
    {"an input speed-up", "crossbar", "network.input_speedup"},
    {"an input speed-up, one VC", "hot", "network.input_speedup"},
    {"an internal speed-up", "crossbar", "network.internal_speedup"},
    {"rates of links", "mesh, codecs", "network.link_flits_per_cycle"},
    {"rates of ports", "crossbar", "network.port_flits_per_cycle"},
    {"speculation of three stages", "crossbar", "network.speculation"},
    {"port policy of one port", "crossbar", "network.port_policy"},
    {"latency of the DRAM", "few warps", "memory.tcl"},
    {"banks", "few warps", "memory.banks"},
    {"clock of the DRAM", "few warps", "memory.clock_mhz"},
    {"hits", "few warps", "workload.l2_hit_rate"},
    {"requests together", "few warps", "workload.burst"},
    {"a codec's cycles", "mesh, codecs", "codec.cycles"},
    {"compressible packets", "mesh, codecs", "codec.compressible"},
    {"what codecs save", "mesh, codecs", "codec.ratio"},
};

static const double clear = 0.08; /* beyond the noise of brief samples */

static void check_step(void *context, const walk_answer *base, const walk_step *step)
{
    int *steps = context;
    ++*steps;
    for (int f = 0; f < WALK_FIGURES; f++) {
        if (walk_follows(base, step, (walk_figure)f, clear)) continue;
        print_error("%s = %s: %s\n", step->key, step->value, walk_figure_name((walk_figure)f));
        fail();
    }
    if (!walk_is_warned(step)) return;
    assert_true(step->answer.model.bits == base->model.bits);
    assert_true(step->answer.sample.bits == base->sample.bits);
}

static void both_methods_move_alike(void **state)
{
    const key_case *c = *state;
    int steps = 0;
    walk_keys(walk_base_named(c->base), c->key, WALK_MODEL | WALK_BRIEF, check_step, &steps);
    assert_true(steps > 0);
}

/* ---- input speed-ups ------------------------------------------------------------------------- */

/* Crossbar inputs that nothing comes in by change nothing: more than there are virtual channels,
 * and more than one where all packets of a port go out by one other. */
typedef struct alike_case {
    const char *name, *base;
    const char *as[6], *but[6]; /* the last stays NULL */
} alike_case;

static const alike_case alike[] = {
    {"one VC",
     "peers",
     {"network.virtual_channels=1"},
     {"network.virtual_channels=1", "network.input_speedup=2"}},
    {"one VC, four inputs",
     "crossbar",
     {"network.virtual_channels=1"},
     {"network.virtual_channels=1", "network.input_speedup=4"}},
    {"more inputs than VCs", "peers", {"network.input_speedup=2"}, {"network.input_speedup=4"}},
    {"requests for one node",
     "crossbar",
     {"nodes.memory=1", "networks[0].virtual_channels=4"},
     {"nodes.memory=1", "networks[0].virtual_channels=4", "networks[0].input_speedup=2"}},
    {"one destination for each node", "", {NULL}, {"network.input_speedup=2"}},
};

/* Every packet of a port goes out by the same other. */
static const char one_way[] = "nodes = { compute = 2; };\n"
                              "network = { topology = \"crossbar\"; virtual_channels = 4; };\n"
                              "traffic = { pattern = \"bit-complement\"; packet_flits = 4; };\n";

static noc_estimate estimate_of(const char *text, const char *const *overrides)
{
    noc_estimate e;
    test_system t = test_compile(text, overrides);
    assert_int_equal(noc_estimate_model(t.system, 0.01, &e, NULL), NOC_OK);
    test_system_free(&t);
    return e;
}

static void idle_inputs_change_nothing(void **state)
{
    const alike_case *c = *state;
    const walk_base *base = walk_base_named(c->base);
    const char *text = base ? base->text : one_way;
    const noc_estimate a = estimate_of(text, c->as), b = estimate_of(text, c->but);
    /* Areas and what stands behind them are costs, which inputs have that nothing uses. */
    for (int i = 0; i < NOC_METRIC_router_area_mm2; i++)
        assert_true(a.metrics[i].value == b.metrics[i].value ||
                    (isnan(a.metrics[i].value) && isnan(b.metrics[i].value)));
}

/* ---- what is said ---------------------------------------------------------------------------- */

#define LOOP "workload=steady"

static const char plain[] = "nodes = { compute = 28; memory = 8; placement = \"top-bottom\"; };\n"
                            "network = { topology = \"mesh\"; columns = 6; rows = 6; };\n"
                            "traffic = { pattern = \"many-to-few\"; };\n";
static const char timed[] = "nodes = { compute = 28; memory = 8; placement = \"top-bottom\"; };\n"
                            "network = { topology = \"mesh\"; columns = 6; rows = 6; };\n"
                            "traffic = { pattern = \"many-to-few\"; };\n"
                            "memory = { tcl = 20; trp = 13; };\n"
                            "workload = \"steady\";\n";
static const char paired[] = "nodes = { compute = 56; memory = 8; placement = \"top-bottom\"; };\n"
                             "network = { topology = \"mesh\"; columns = 6; rows = 6; };\n"
                             "cluster = { cores = 2; };\n"
                             "traffic = { pattern = \"many-to-few\"; };\n";
static const char single[] = "nodes = { compute = 12; memory = 4; };\n"
                             "network = { topology = \"crossbar\"; };\n"
                             "traffic = { pattern = \"many-to-few\"; };\n";
static const char planes[] =
    "nodes = { compute = 28; memory = 8; placement = \"top-bottom\"; };\n"
    "networks = (\n"
    "  { carries = \"request\"; topology = \"mesh\"; columns = 6; rows = 6; speculation = "
    "\"equal\"; },\n"
    "  { carries = \"reply\"; topology = \"mesh\"; columns = 6; rows = 6; router_stages = 2;\n"
    "    speculation = \"equal\"; } );\n"
    "traffic = { pattern = \"many-to-few\"; };\n";

static const char acknowledged[] =
    "nodes = { compute = 12; memory = 4; placement = \"staircase\"; };\n"
    "networks = ( { carries = \"reply\"; topology = \"overlay\"; columns = 4; rows = 4;\n"
    "    flit_bytes = 8; ack = true; output_queue = 99; },\n"
    "  { carries = \"request\"; topology = \"ideal\"; } );\n"
    "traffic = { pattern = \"many-to-few\"; };\n";

/* All of its links have their cycles. */
#define TREE NOC_SOURCE_DIR "/configs/graphs/gpu-tree"
static const char graph[] = "nodes = { compute = 12; memory = 4; };\n"
                            "network = { topology = \"file\"; links = \"" TREE ".links.csv\";\n"
                            "  attach = \"" TREE ".attach.csv\"; };\n"
                            "traffic = { pattern = \"many-to-few\"; };\n";

typedef struct told_case {
    const char *name, *text;
    const char *overrides[4]; /* the last stays NULL */
    noc_answer_kind asked;
    const char *predicted; /* the beginning of the only sentence; NULL: none */
} told_case;

static const told_case predicted[] = {
    {"a DRAM without a workload",
     plain,
     {"memory.tcl=20"},
     NOC_ASKED_MODEL,
     "memory.tcl is not read: there is no workload"},
    {"a DRAM with a workload", plain, {"memory.tcl=20", LOOP}, NOC_ASKED_MODEL, NULL},
    {"a DRAM at a load, by --set",
     plain,
     {"memory.tcl=20", LOOP},
     NOC_ASKED_LOAD,
     "workload, memory.tcl are not read: no workload is run"},
    {"a DRAM at a load, in the file", timed, {NULL}, NOC_ASKED_LOAD, NULL},
    {"a DRAM in a trace, in the file",
     timed,
     {NULL},
     NOC_ASKED_TRACE,
     "workload, memory.tcl are not read: a trace is played"},
    {"the default", plain, {"memory.tcl=9"}, NOC_ASKED_MODEL, NULL},
    {"back to the default",
     timed,
     {"memory.tcl=9", "workload=LL"},
     NOC_ASKED_LOAD,
     "workload is not read: no workload is run"},
    {"MSHRs in a trace",
     plain,
     {"nodes.mshrs=8"},
     NOC_ASKED_TRACE,
     "nodes.mshrs is not read: a trace is played"},
    {"MSHRs in a trace with addresses", plain, {"nodes.mshrs=8"}, NOC_ASKED_TRACE_ADDRESSES, NULL},
    {"lines of a trace with addresses",
     plain,
     {"memory.line_bytes=128", "memory.interleave_bytes=128", "memory.tcl=20"},
     NOC_ASKED_TRACE_ADDRESSES,
     "memory.interleave_bytes, memory.tcl are not read: a trace is played"},
    {"a merge table in a trace",
     paired,
     {"cluster.merge_entries=8"},
     NOC_ASKED_TRACE,
     "cluster.merge_entries is not read: a trace without addresses is played"},
    {"a merge table in a trace with addresses",
     paired,
     {"cluster.merge_entries=8"},
     NOC_ASKED_TRACE_ADDRESSES,
     NULL},
    {"packets of a trace",
     plain,
     {"traffic.read_request_bytes=32"},
     NOC_ASKED_TRACE,
     "traffic.read_request_bytes is not read by the trace but for its data: a trace has its own "
     "packets"},
    {"replies that answer a trace", plain, {"traffic.read_reply_bytes=32"}, NOC_ASKED_TRACE, NULL},
    {"replies of a trace",
     plain,
     {"traffic.read_reply_bytes=32"},
     NOC_ASKED_TRACE_REPLIES,
     "traffic.read_reply_bytes is not read by the trace but for its data: the trace has its own "
     "replies"},
    {"reads of the traffic in a loop",
     plain,
     {"traffic.read_fraction=0.5", LOOP},
     NOC_ASKED_LOOP,
     "traffic.read_fraction is not read by the closed loop"},
    {"speculation of four stages",
     plain,
     {"network.speculation=equal"},
     NOC_ASKED_LOAD,
     "network.speculation is not read: routers of 3 or 4 stages"},
    {"speculation of two stages",
     plain,
     {"network.speculation=equal", "network.router_stages=2"},
     NOC_ASKED_LOAD,
     NULL},
    {"speculation of one network of two",
     planes,
     {NULL},
     NOC_ASKED_LOAD,
     "networks[0].speculation is not read"},
    {"speculation of both networks", planes, {"network.speculation=equal"}, NOC_ASKED_LOAD, NULL},
    {"an input speed-up with a VC a class",
     plain,
     {"network.input_speedup=2"},
     NOC_ASKED_LOAD,
     NULL}, /* links have both classes */
    {"an input speed-up with a VC in all",
     planes,
     {"network.input_speedup=2", "network.virtual_channels=1", "network.router_stages=2"},
     NOC_ASKED_LOAD,
     "network.input_speedup is not read: a port has one virtual channel"},
    {"links that no router fills",
     plain,
     {"network.link_flits_per_cycle=2"},
     NOC_ASKED_LOAD,
     "network.link_flits_per_cycle is not read: routers of one step a cycle"},
    {"links that routers fill",
     plain,
     {"network.link_flits_per_cycle=2", "network.internal_speedup=2"},
     NOC_ASKED_LOAD,
     NULL},
    {"slow links", plain, {"network.link_flits_per_cycle=0.5"}, NOC_ASKED_LOAD, NULL},
    {"links where there are none",
     single,
     {"network.link_flits_per_cycle=0.5"},
     NOC_ASKED_LOAD,
     "network.link_flits_per_cycle is not read: the topology has no channels"},
    {"iterations of a separable allocator",
     plain,
     {"network.allocator=separable", "network.allocator_iterations=2"},
     NOC_ASKED_LOAD,
     "network.allocator_iterations is not read"},
    {"cycles that each link has",
     graph,
     {"network.channel_cycles=2"},
     NOC_ASKED_LOAD,
     "network.channel_cycles is not read: every link has its cycles"},
    {"ports and rates that no node of a graph has",
     graph,
     {"network.memory_ports=2", "network.port_flits_per_cycle=2",
      "network.link_flits_per_cycle=0.5"},
     NOC_ASKED_LOAD,
     NULL},
    {"two reasons in one",
     plain,
     {"memory.tcl=20", "nodes.mshrs=8"},
     NOC_ASKED_MODEL,
     "memory.tcl, nodes.mshrs are not read: there is no workload"},
    {"a network and a DRAM for one reason",
     acknowledged,
     {"networks[0].output_queue=3", "memory.tcl=20"},
     NOC_ASKED_MODEL,
     "networks[0].output_queue, memory.tcl are not read: there is no workload"},
};

typedef struct sentences {
    char text[1000];
    int count;
} sentences;

static void note(void *context, const char *sentence)
{
    sentences *s = context;
    snprintf(s->text, sizeof s->text, "%s", sentence);
    s->count++;
}

static void unread_settings_are_told(void **state)
{
    const told_case *c = *state;
    test_system t = test_compile(c->text, c->overrides);
    sentences s = {.count = 0};
    noc_unread_report(t.system, c->asked, NULL, note, &s);
    assert_int_equal(s.count, c->predicted != NULL);
    if (c->predicted && strncmp(s.text, c->predicted, strlen(c->predicted)) != 0) {
        print_error("%s\n", s.text);
        fail();
    }
    test_system_free(&t);
}

static void shipped_designs_set_nothing_in_vain(void **state)
{
    const test_shipped *shipped = *state;
    test_system t = test_compile_file(shipped->path, NULL);
    sentences s = {.count = 0};
    noc_unread_report(t.system, NOC_ASKED_MODEL, NULL, note, &s);
    noc_unread_report(t.system, NOC_ASKED_LOAD, NULL, note, &s);
    if (s.count) print_error("%s\n", s.text);
    assert_int_equal(s.count, 0);
    test_system_free(&t);
}

/* Every setting of the closed loop at once is one sentence that fits. */
static void a_long_sentence_is_whole(void **state)
{
    static const char *const all[] = {
        "memory.clock_mhz=500.0",  "memory.bus_bytes=8",    "memory.banks=4",
        "memory.slices=2",         "memory.tcl=8",          "memory.trp=12",
        "memory.trc=35",           "memory.tras=20",        "memory.trcd=11",
        "memory.trrd=7",           "memory.tccd=1",         "memory.twr=12",
        "memory.scheduler=fcfs",   "memory.dram_queue=16",  "memory.input_queue=4",
        "memory.reply_queue=4",    "memory.line_bytes=32",  "memory.interleave_bytes=128",
        "memory.l2_cycles=5",      "chip.technology_nm=22", "memory.l2_banks=2",
        "memory.l2_bank_cycles=2", "nodes.mshrs=32",        "nodes.core_mhz=1500.0",
        "nodes.simd_width=16",     "nodes.warp_threads=64", "workload.warps=8",
        "workload.burst=2",        "workload=steady",       NULL};
    (void)state;
    test_system t = test_compile(plain, all);
    noc_estimate e;
    assert_int_equal(noc_estimate_model(t.system, 0.01, &e, NULL), NOC_OK);
    assert_int_equal(e.warning_count, 2); /* one of what the bandwidth of memory is read for */
    const bool last = strstr(e.warnings[1], "memory nodes answer at once") != NULL;
    assert_contains(e.warnings[last], "memory.banks, ");
    assert_contains(e.warnings[last], "memory nodes answer at once");
    assert_contains(e.warnings[!last], "memory.clock_mhz, ");
    test_system_free(&t);
}

/* What does not fit is cut where one sees it, or counted. */
static void too_many_warnings_are_counted(void **state)
{
    (void)state;
    noc_estimate e = {.warning_count = 0};
    for (int i = 0; i < NOC_WARNINGS_MAX; i++) noc_estimate_warn(&e, NOC_WARNING_COST, "%d", i);
    assert_int_equal(atoi(e.warnings[NOC_WARNINGS_MAX - 1]), NOC_WARNINGS_MAX - 1);
    noc_estimate_warn(&e, NOC_WARNING_COST, "one more");
    noc_estimate_warn(&e, NOC_WARNING_COST, "and another");
    assert_int_equal(e.warning_count, NOC_WARNINGS_MAX);
    assert_string_equal(e.warnings[NOC_WARNINGS_MAX - 1], "3 more warnings are not shown");
    noc_estimate_warn(&e, NOC_WARNING_GROWTH, "first");
    assert_string_equal(e.warnings[0], "first");
    assert_string_equal(e.warnings[1], "0");
    assert_string_equal(e.warnings[NOC_WARNINGS_MAX - 1], "4 more warnings are not shown");
    e = (noc_estimate){.warning_count = 0};
    noc_estimate_warn(&e, NOC_WARNING_COST, "%0*d", 2 * NOC_WARNING_CHARS, 0);
    assert_int_equal(strlen(e.warnings[0]), NOC_WARNING_CHARS - 1);
    assert_string_equal(e.warnings[0] + NOC_WARNING_CHARS - 4, "...");
}

/* Warnings that change more stand first, those of one subject as they came. */
static void warnings_stand_in_the_order_of_their_subjects(void **state)
{
    static const char *const sorted[] = {"unit", "input", "another input", "interval", "cost"};
    (void)state;
    noc_estimate e = {.warning_count = 0};
    noc_estimate_warn(&e, NOC_WARNING_COST, "cost");
    noc_estimate_warn(&e, NOC_WARNING_INPUT, "input");
    noc_estimate_warn(&e, NOC_WARNING_INTERVAL, "interval");
    noc_estimate_warn(&e, NOC_WARNING_UNIT, "unit");
    noc_estimate_warn(&e, NOC_WARNING_INPUT, "another input");
    assert_int_equal(e.warning_count, TEST_COUNT(sorted));
    for (size_t i = 0; i < TEST_COUNT(sorted); i++) assert_string_equal(e.warnings[i], sorted[i]);
}

int main(void)
{
    static test_list list;
    const test_shipped *shipped;
    const size_t count = test_shipped_designs(&shipped);
    test_add_rows(&list, "model", walk_bases, walk_base_count, sizeof walk_bases[0],
                  every_key_moves_the_model_or_is_told);
    test_add_rows(&list, "trace", walk_bases, walk_base_count, sizeof walk_bases[0],
                  every_key_moves_a_trace_or_is_told);
    test_add(&list, "keys move the stages that their rows name",
             keys_move_the_stages_that_their_rows_name);
    TEST_TABLE_SOME(&list, "both", some, both_methods_move_alike, 4);
    TEST_TABLE_PREFIXED(&list, "alike", alike, idle_inputs_change_nothing);
    TEST_TABLE_PREFIXED(&list, "told", predicted, unread_settings_are_told);
    test_add_rows(&list, "shipped", shipped, count, sizeof *shipped,
                  shipped_designs_set_nothing_in_vain);
    test_add(&list, "a long sentence is whole", a_long_sentence_is_whole);
    test_add(&list, "too many warnings are counted", too_many_warnings_are_counted);
    test_add(&list, "warnings stand in the order of their subjects",
             warnings_stand_in_the_order_of_their_subjects);
    return test_run("keys", &list);
}
