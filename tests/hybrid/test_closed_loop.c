/* The closed loop: a request alone to the cycle; Little's law; limits that cannot be passed; the model against
 * closed queueing networks and against the sampler; what is refused. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analytic/closed_loop.h"
#include "analytic/unequal.h"
#include "hybrid/answers/estimate.h"
#include "hybrid/answers/estimate_sample.h"
#include "hybrid/calibration/shipped.h"
#include "hybrid/learning/closed_cases.h"
#include "network/design_read.h"
#include "network/workload_fit.h"
#include "sampler/nodes/loop_state.h"
#include "sampler/run.h"
#include "sampler/sample.h"
#include "tests/engines.h"
#include "tests/helpers.h"
#include "tests/sample_binding.h"

/* ---- what binds in a sample ----------------------------------------------------------------- */

/* Shares of the time, and latencies over those of zero load. */
typedef struct sign_case {
    const char *name;
    double issuing, stalled, dram, inputs, request, reply;
    noc_binding binding;
    unsigned ties;
} sign_case;

#define BIT(x) (1u << NOC_BINDS_##x)
static const sign_case sign_cases[] = {
    {"binds: pipelines", 0.99, 0.5, 0.0, 0.0, 9.0, 9.0, NOC_BINDS_CORES, BIT(CORES)},
    {"binds: stalls", 0.5, 0.4, 0.1, 0.5, 99.0, 2.0, NOC_BINDS_REPLIES, BIT(REPLIES)},
    {"binds: the DRAM", 0.5, 0.1, 0.4, 0.5, 99.0, 1.0, NOC_BINDS_DRAM, BIT(DRAM)},
    {"binds: both block", 0.1, 0.15, 0.16, 0.1, 70.0, 1.0, NOC_BINDS_DRAM,
     BIT(DRAM) | BIT(REPLIES)},
    {"binds: caches", 0.5, 0.0, 0.0, 0.5, 99.0, 1.0, NOC_BINDS_CONTROLLER, BIT(CONTROLLER)},
    {"binds: requests wait", 0.5, 0.01, 0.0, 0.0, 9.0, 3.0, NOC_BINDS_REQUESTS, BIT(REQUESTS)},
    {"binds: replies wait", 0.5, 0.05, 0.0, 0.0, 1.0, 9.0, NOC_BINDS_REPLIES, BIT(REPLIES)},
    {"binds: nothing", 0.5, 0.01, 0.01, 0.0, 1.2, 1.2, NOC_BINDS_LATENCY, BIT(LATENCY)},
};

static void sample_tells_what_binds(void **state)
{
    const sign_case *c = *state;
    test_system t = test_compile_file("configs/te13-baseline.cfg", (const char *const[]){NULL});
    noc_sample s = {
        .cores_issuing = c->issuing,
        .memory_stalled = c->stalled,
        .dram_full = c->dram,
        .inputs_full = c->inputs,
    };
    s.quantities[NOC_SAMPLE_REQUEST_LATENCY].mean =
        c->request * noc_zero_load_mean(t.system, NOC_REQUEST);
    s.quantities[NOC_SAMPLE_REPLY_LATENCY].mean =
        c->reply * noc_zero_load_mean(t.system, NOC_REPLY);
    unsigned ties;
    assert_int_equal(test_sample_binding(t.system, &s, &ties), c->binding);
    assert_int_equal(ties, c->ties);
    test_system_free(&t);
}

static noc_open_curve curve_of(const noc_system *system)
{
    noc_open_curve curve;
    noc_model *model = noc_model_new(system);
    assert_non_null(model);
    const noc_adjusted adjusted =
        noc_adjust_as_calibrated(system, model, noc_calibration_shipped());
    noc_open_curve_of(system, &adjusted, &curve);
    noc_model_free(model);
    return curve;
}

/* With as many reads as writes requests need as many flits as replies, on crossbars alike. A sample names the replies alone, with 6
 * to 32 requests a core, as these come in bunches; the model has too few full nodes for that (IPC 10 % high with 32) and says a tie,
 * which has to hold them, and nothing but the networks. */
typedef struct class_case {
    const char *name, *mshrs;
} class_case;

static const class_case class_cases[] = {
    {"binds: classes alike, many requests", "nodes.mshrs=32"},
    {"binds: classes alike, few", "nodes.mshrs=6"},
};

static void classes_tie(void **state)
{
    const class_case *c = *state;
    const char *const over[] = {"workload=HH",
                                "workload.l2_hit_rate=0.9",
                                "traffic.read_fraction=0.5",
                                "workload.read_fraction=0.5",
                                c->mshrs,
                                NULL};
    test_system t = test_compile_file("configs/cdx19-fc-16ports.cfg", over);
    noc_closed_point p;
    const noc_open_curve curve = curve_of(t.system);
    noc_closed_solve(&curve, &t.design->workload, noc_closed_calibration_shipped(), &p);
    assert_true(p.ties & BIT(REPLIES));
    assert_int_equal(p.ties & ~(BIT(REQUESTS) | BIT(REPLIES)), 0);
    test_system_free(&t);
}

/* ---- what is told --------------------------------------------------------------------------- */

typedef struct told_case {
    const char *name;
    const char *over[4];
    double rate; /* with queues that take a tenth less, over the rate without */
} told_case;

static const told_case told_cases[] = {
    {"told: replies bind", {"workload=HH", NULL}, 0.9},
    {"told: the DRAM binds", {"workload=HH", "network.flit_bytes=64", "memory.banks=1", NULL}, 0.9},
    {"told: cores bind", {"workload=HH", "workload.instructions=200", NULL}, 1.0},
};

/* What is outstanding passes by in a round trip (Little's law). */
static void told_scales_queues(void **state)
{
    const told_case *c = *state;
    const noc_closed_terms none = {0};
    test_system t = test_compile_file("configs/te13-baseline.cfg", c->over);
    const noc_open_curve curve = curve_of(t.system);
    const noc_workload *w = &t.design->workload;
    noc_closed_point as_it_is, told;
    noc_closed_loop_solve(&curve, w, &none, 1.0, &as_it_is);
    noc_closed_loop_solve(&curve, w, &none, 0.9, &told);
    assert_int_equal(told.binding, as_it_is.binding);
    assert_near(told.rate, c->rate * as_it_is.rate, 2e-3 * as_it_is.rate);
    assert_near(told.mshrs_used, told.rate * told.round_trip, 1e-9);
    test_system_free(&t);
}

/* Replies whose waits fall with the load, as an adjusted class's may that does not saturate: loops below it have no longer ones. */
static void waits_that_fall(void **state)
{
    (void)state;
    const noc_closed_terms none = {0};
    test_system t =
        test_compile_file("configs/te13-baseline.cfg", (const char *const[]){"workload=HH", NULL});
    noc_open_curve curve = curve_of(t.system);
    noc_closed_point p;
    assert_true(curve.knots >= 3);
    curve.reply[1] = curve.reply[0] + 10.0;
    curve.reply[2] = curve.reply[0] + 1.0;
    noc_closed_loop_solve(&curve, &t.design->workload, &none, 1.0, &p);
    assert_true(p.instructions > 0.0 && isfinite(p.round_trip));
    assert_near(p.idle.reply, curve.reply[0], 10.0);
    test_system_free(&t);
}

/* ---- slices of a controller ----------------------------------------------------------------- */

/* Two slices that always have requests, their DRAM nearly twice as fast as they need, and ports that send a reply in ten cycles in the
 * mean: data in order; places in the DRAM's queue in turn, as the sampler gives them; a miss is held up behind a hit that has no place. */
typedef struct slice {
    int replies; /* in its queue */
    int front;   /* request: 1 a miss, 0 a hit, -1 not drawn yet */
} slice;

enum { RING = 64, DATA = 16 };

/* Of slices' numbers. */
typedef struct order {
    int slices[RING], first, count;
} order;

typedef struct stand_in {
    int places, queue, turn;
    double misses;
    slice slices[2];
    order dram, data;
    double ready; /* accesses that the DRAM could have made */
    uint64_t random;
} stand_in;

static double draw(stand_in *s)
{
    return (double)test_random_below(&s->random, 1u << 30) / (1u << 30);
}

static void push(order *o, int number)
{
    o->slices[(o->first + o->count++) % RING] = number;
}

static int pop(order *o)
{
    const int number = o->slices[o->first];
    o->first = (o->first + 1) % RING;
    o->count--;
    return number;
}

static void run_dram(stand_in *s)
{
    for (; s->ready >= 1.0 && s->dram.count > 0 && s->data.count < DATA; s->ready -= 1.0)
        push(&s->data, pop(&s->dram));
    s->ready = fmin(s->ready, 1.0);
    while (s->data.count > 0 && s->slices[s->data.slices[s->data.first]].replies < s->places)
        s->slices[pop(&s->data)].replies++;
}

static void look_up(stand_in *s, int i)
{
    slice *own = &s->slices[i];
    if (own->front < 0) own->front = draw(s) < s->misses;
    if (own->front == 1 && s->dram.count < s->queue) {
        push(&s->dram, i);
        s->turn = 1 - i;
        own->front = -1;
    } else if (own->front == 0 && own->replies < s->places) {
        own->replies++;
        own->front = -1;
    }
}

/* Share of what the ports could send, with a DRAM that is so many times as fast. */
static double share_of_stand_in(int places, int queue, double misses, double faster)
{
    enum { CYCLES = 400000 };
    static const double port = 0.1;
    stand_in s = {.places = places, .queue = queue, .misses = misses, .random = 5};
    s.slices[0].front = s.slices[1].front = -1;
    int sent = 0;
    for (int t = 0; t < CYCLES; t++) {
        const int turn = s.turn;
        s.ready += faster * 2.0 * port * misses;
        run_dram(&s);
        for (int i = 0; i < 2; i++) look_up(&s, (turn + i) % 2);
        for (int i = 0; i < 2; i++) {
            if (s.slices[i].replies == 0 || draw(&s) >= port) continue;
            s.slices[i].replies--;
            sent++;
        }
    }
    return sent / (2.0 * port * CYCLES);
}

typedef struct slice_case {
    const char *name, *hits, *places;
} slice_case;

static const slice_case slice_cases[] = {
    {"slices: half hit", "workload.l2_hit_rate=0.5", "memory.reply_queue=6"},
    {"slices: two in five hit", "workload.l2_hit_rate=0.4", "memory.reply_queue=6"},
    {"slices: one in five hits", "workload.l2_hit_rate=0.2", "memory.reply_queue=6"},
    {"slices: one in ten hits", "workload.l2_hit_rate=0.1", "memory.reply_queue=6"},
    {"slices: few places", "workload.l2_hit_rate=0.2", "memory.reply_queue=2"},
    {"slices: many places", "workload.l2_hit_rate=0.2", "memory.reply_queue=16"},
};

/* Chance that a node has requests enough to fill the DRAM's queue, with those that come while its port sends `sent` of what it could:
 * those of the stand-in always have. */
static double has_many(const noc_open_curve *curve, const noc_workload *w, double sent)
{
    const noc_memory_spec *m = &curve->system->design->memory;
    const double block = noc_lines_together(curve->system->design, w);
    const double room =
        noc_places_at_cache(curve->system) + (m->l2_cycles + 1.0) * m->l2_banks + m->dram_queue;
    const double blocks = noc_at_node(noc_outstanding(curve->system, w) / block,
                                      curve->paths.heads / block, room / block);
    const double fill = m->dram_queue * (1.0 / (1.0 - w->l2_hit_rate) - sent) / block;
    return pow(blocks / (1.0 + blocks), fill);
}

static void slices_wait_for_each_other(void **state)
{
    const slice_case *c = *state;
    const char *const over[] = {"workload=HH", c->hits, c->places, NULL};
    test_system t = test_compile_file("configs/cdx19-fc-ideal-80.cfg", over);
    const noc_memory_spec *m = &t.design->memory;
    const noc_workload *w = &t.design->workload;
    noc_closed_point p;
    noc_memory_model memory;
    const noc_open_curve curve = curve_of(t.system);
    noc_closed_loop_solve(&curve, w, &(noc_closed_terms){0}, 1.0, &p);
    assert_near(curve.bunches.ports, 1.0, 1e-9);
    noc_memory_model_of(t.system, &curve.paths, w, &memory);
    const double nodes = (double)t.system->graph.memory_count / t.system->graph.compute_count;
    const double faster = memory.capacity * nodes / p.open_capacity;
    const double apart = fmin(1.0, faster); /* each with a DRAM of its own */
    const double share =
        share_of_stand_in(m->reply_queue, m->dram_queue, 1.0 - w->l2_hit_rate, faster);
    assert_near(p.slices, 1.0 - (apart - share) * has_many(&curve, w, share), 0.08);
    test_system_free(&t);
}

/* ---- bunches -------------------------------------------------------------------------------- */

/* How busy the repairman of so many machines is, who work `waits` times as long as he repairs one (Erlang). */
static double busy_repairman(int machines, double waits)
{
    double term = 1.0, sum = 1.0;
    for (int j = machines; j > 0; j--) sum += term *= j / waits;
    return 1.0 - 1.0 / sum;
}

static double waits_of(int replies, double share)
{
    double low = 1e-9, high = 1e3;
    for (int i = 0; i < 100; i++) {
        const double middle = (low + high) / 2.0;
        *(busy_repairman(replies, middle) > share ? &low : &high) = middle;
    }
    return low;
}

typedef struct bunch_case {
    const char *name, *file;
    int replies; /* that wait beside each other: of 5 flits in buffers of 4 one, of 2 flits two in each VC */
} bunch_case;

static const bunch_case bunch_cases[] = {
    {"bunches: longer than a buffer", "configs/cdx19-fc-16ports.cfg", 1},
    {"bunches: two a buffer", "configs/icc-cluster-10.cfg", 8},
};

/* Replies wait by how busy the channel is, twice as long with bunches twice as long. */
static void bunches_wait_by_use(void **state)
{
    enum { STRENGTHS = 3 };
    const bunch_case *c = *state;
    test_system t = test_compile_file(c->file, (const char *const[]){"workload=HH", NULL});
    const noc_open_curve curve = curve_of(t.system);
    double unit = 0.0;
    for (int k = 0; k < STRENGTHS; k++) {
        const double strength = 10.0 * (1 << k);
        noc_closed_point p;
        noc_closed_loop_solve(&curve, &t.design->workload, &(noc_closed_terms){.bunches = strength},
                              1.0, &p);
        const double rho = p.unbunched * p.slices * p.open_capacity * curve.bunches.load;
        const double bunch = waits_of(c->replies, p.unbunched) / (rho / (1.0 - rho));
        assert_true(p.unbunched < 1.0);
        if (k == 0) unit = bunch / strength;
        assert_near(bunch / strength, unit, 1e-3 * unit);
    }
    test_system_free(&t);
}

/* ---- unequal shares ------------------------------------------------------------------------- */

/* A row of A cores, a memory node with two ports, and B <= A cores: with the same rate for all the link to the A cores is
 * full when the other one carries B/A of it; turns at the node's router give both sides the same, and fill both. If none of the B
 * can use more than a cap, the others have what is left. */
typedef struct row_of_cores {
    const char *name;
    int left, right;
} row_of_cores;

static const row_of_cores rows_of_cores[] = {
    {"unequal: 1 and 1", 1, 1},
    {"unequal: 3 and 1", 3, 1},
    {"unequal: 5 and 2", 5, 2},
    {"unequal: 7 and 1", 7, 1},
};

static void sides_get_the_same(void **state)
{
    const row_of_cores *c = *state;
    char text[512];
    snprintf(text, sizeof text,
             "nodes = { compute = %d; memory = 1; placement = \"explicit\";\n"
             "          memory_at = ((%d, 0)); };\n"
             "network = { topology = \"mesh\"; columns = %d; rows = 1; memory_ports = 2; };\n"
             "traffic = { pattern = \"many-to-few\"; };\n",
             c->left + c->right, c->left, c->left + c->right + 1);
    test_system t = test_compile(text, NULL);
    const noc_unequal u = noc_unequal_of(t.system);
    const double all = c->left + c->right, most = all / (2.0 * c->right);
    const double capped = c->right * fmin(most, 2.0);
    assert_near(u.most, most, 5e-3); /* shares are found in rounds */
    assert_near(noc_unequal_busiest(&u, INFINITY), all / 2.0 / c->left, 5e-3);
    assert_near(noc_unequal_busiest(&u, 2.0), (all - capped) / c->left, 5e-3);
    assert_near(noc_unequal_busiest(&u, 1.0), 1.0, 1e-9);
    assert_near(u.at_once, noc_unequal_busiest(&u, 8.0), 1e-9); /* there is one memory node */
    test_system_free(&t);
}

/* All cores of a crossbar are the same; behind ports that take turns those are not that share one with fewer others: of te13's 28
 * cores 24 share eight ports and four share two, so that one of these has a half of a tenth. */
typedef struct crossbar {
    const char *name, *file;
    double most;
} crossbar;

static const crossbar crossbars[] = {
    {"unequal: crossbars are fair", "configs/cdx19-fc-ideal-80.cfg", 1.0},
    {"unequal: ports shared by two and three", "configs/te13-xbar-16b.cfg", 28.0 / 20.0},
};

static void crossbars_are_fair_to_ports(void **state)
{
    const crossbar *c = *state;
    test_system t = test_compile_file(c->file, (const char *const[]){NULL});
    const noc_unequal u = noc_unequal_of(t.system);
    assert_near(u.most, c->most, 1e-6);
    if (c->most == 1.0) assert_near(noc_unequal_busiest(&u, INFINITY), 1.0, 1e-9);
    test_system_free(&t);
}

/* ---- one request at a time ------------------------------------------------------------------ */

static const char alone[] =
    "chip = { clock_mhz = 1000.0; };\n"
    "nodes = { compute = 1; memory = 1; mshrs = 1; simd_width = 32; };\n"
    "network = { topology = \"crossbar\"; flit_bytes = 16; };\n"
    "traffic = { pattern = \"many-to-few\"; read_request_bytes = 8; read_reply_bytes = 64;\n"
    "            write_request_bytes = 72; write_reply_bytes = 8; };\n"
    "memory = { clock_mhz = 1000.0; l2_cycles = 7; };\n"
    "workload = { instructions = 1.0; warps = 1; burst = 1; read_fraction = 1.0; };\n";

typedef struct alone_case {
    const char *name, *over, *over2;
    double more; /* cycles beyond zero load and the cache's latency */
} alone_case;

static const alone_case alone_cases[] = {
    {"alone: a hit", "workload.l2_hit_rate=1", NULL, 0},
    {"alone: a hit, ideal network", "workload.l2_hit_rate=1", "network.topology=ideal", 0},
    {"alone: a write that hits", "workload.l2_hit_rate=1", "workload.read_fraction=0", 0},
    /* The first misses find banks closed, later ones mostly another row open: never less than tCL and
     * the burst, nor more than that with tRP, tRCD and tRC. */
    {"alone: an open row", "workload.row_locality=1", NULL, 1 + 9 + 4},
};

static void lone_request_takes_its_time(void **state)
{
    const alone_case *c = *state;
    const char *over[] = {c->over, c->over2, NULL};
    const test_system t = test_compile(alone, over);
    noc_run *e = noc_run_new(t.system, (noc_load){.seed = 3, .workload = &t.design->workload});
    assert_non_null(e);
    assert_int_equal(noc_run_cycles(e, 2000), NOC_OK); /* the first access opens the row */
    const noc_tally before = *noc_run_tally(e);
    assert_int_equal(noc_run_cycles(e, 20000), NOC_OK);
    const noc_tally *after = noc_run_tally(e);
    const double trips = (double)(after->round_trips - before.round_trips);
    const double mean = (double)(after->round_trip - before.round_trip) / trips;
    double idle = noc_zero_load_latency(t.system);
    if (t.design->workload.read_fraction == 0.0) { /* the traffic's mix is another one */
        noc_design writes = *t.design;
        noc_system *system = NULL;
        noc_diag diag = {0};
        writes.traffic.read_fraction = 0.0;
        assert_int_equal(noc_system_compile(&writes, &system, &diag), NOC_OK);
        idle = noc_zero_load_latency(system);
        noc_system_free(system);
    } else {
        noc_design reads = *t.design;
        noc_system *system = NULL;
        noc_diag diag = {0};
        reads.traffic.read_fraction = 1.0;
        assert_int_equal(noc_system_compile(&reads, &system, &diag), NOC_OK);
        idle = noc_zero_load_latency(system);
        noc_system_free(system);
    }
    assert_true(trips > 100);
    assert_near(mean, idle + 7 + c->more, 1e-9);
    noc_run_free(e);
    test_system_free((test_system *)&t);
}

/* ---- laws ----------------------------------------------------------------------------------- */

typedef struct law_case {
    const char *name, *file;
    const char *over[5];
} law_case;

static const law_case law_cases[] = {
    {"mesh, all wait", "configs/te13-baseline.cfg", {"workload=HH", NULL}},
    {"mesh, few requests", "configs/te13-baseline.cfg", {"workload=LL", NULL}},
    {"mesh, writes",
     "configs/te13-baseline.cfg",
     {"workload=HH", "workload.read_fraction=0.1", NULL}},
    {"mesh, short queues",
     "configs/te13-baseline.cfg",
     {"workload=HH", "memory.input_queue=1", "memory.reply_queue=1", "memory.dram_queue=1", NULL}},
    {"slices, two ports", "configs/te13-dcie-2p.cfg", {"workload=HH", NULL}},
    {"crossbars, shared DRAM", "configs/cdx19-cdxbar-80.cfg", {"workload=high", NULL}},
    {"cache with banks",
     "configs/te13-baseline.cfg",
     {"workload=HH", "memory.l2_banks=4", "memory.l2_bank_cycles=6", NULL}},
    {"ideal", "configs/te13-ideal.cfg", {"workload=HH", NULL}},
    {"ideal, limited",
     "configs/te13-bwlimit.cfg",
     {"workload=HH", "network.flits_per_cycle=5", NULL}},
};

/* Little's law; flits and credits; never more outstanding than MSHRs; instructions = requests times
 * instructions per request; each core's pipeline takes at most an instruction in its time. */
static void laws_hold(void **state)
{
    enum { CYCLES = 60000 };
    const law_case *c = *state;
    const test_system t = test_compile_file(c->file, c->over);
    noc_run *e = noc_run_new(t.system, (noc_load){.seed = 7, .workload = &t.design->workload});
    noc_diag diag = {0};
    assert_non_null(e);
    assert_int_equal(noc_run_cycles(e, CYCLES / 2), NOC_OK);
    const noc_tally from = *noc_run_tally(e);
    assert_int_equal(noc_run_cycles(e, CYCLES), NOC_OK);
    const noc_tally *to = noc_run_tally(e);
    const double cycles = (double)(to->cycles - from.cycles);
    const double trips = (double)(to->round_trips - from.round_trips);
    const double held = (double)(to->outstanding - from.outstanding) / cycles;
    const double waited = (double)(to->round_trip - from.round_trip) / cycles;
    const double cores = t.system->graph.compute_count;
    const double instructions = (double)(to->instructions - from.instructions);
    const double issue =
        fmax(1.0, (double)t.design->nodes.warp_threads / t.design->nodes.simd_width);
    assert_true(trips > 1000);
    /* Ideal networks deliver when the cores have had their turn: MSHRs are held a cycle more. */
    const bool ideal = !noc_graph_has_channels(&t.system->graph);
    assert_near(held / (waited + (ideal ? trips / cycles : 0.0)), 1.0, 0.02);
    assert_true(held <= cores * t.design->nodes.mshrs);
    assert_near(instructions / trips / t.design->workload.instructions, 1.0, 0.05);
    assert_true(instructions * issue <=
                ((double)(to->core_cycles - from.core_cycles) + issue) * cores);
    assert_int_equal(noc_run_check(e, &diag), NOC_OK);
    noc_run_free(e);
    test_system_free((test_system *)&t);
}

/* An overloaded network that takes N flits a cycle takes N. */
static void limit_is_used_up(void **state)
{
    (void)state;
    const test_system t =
        test_compile_file("configs/te13-bwlimit.cfg",
                          (const char *const[]){"workload=HH", "network.flits_per_cycle=7", NULL});
    noc_run *e = noc_run_new(t.system, (noc_load){.seed = 7, .workload = &t.design->workload});
    assert_non_null(e);
    assert_int_equal(noc_run_cycles(e, 5000), NOC_OK);
    const noc_tally from = *noc_run_tally(e);
    assert_int_equal(noc_run_cycles(e, 20000), NOC_OK);
    const double flits = (double)(noc_run_tally(e)->flits_injected - from.flits_injected);
    assert_near(flits / 20000.0, 7.0, 0.005);
    noc_run_free(e);
    test_system_free((test_system *)&t);
}

/* Nothing saturates a network that takes all. */
static void no_limit_no_saturation(void **state)
{
    (void)state;
    const test_system t = test_compile_file("configs/te13-ideal.cfg", NULL);
    const noc_sampling sampling = {.precision = 0.05, .seed = 1, .jobs = 1};
    noc_estimate e;
    noc_diag diag = {0};
    assert_int_equal(noc_estimate_sample_saturation(t.system, &sampling, &e, &diag), NOC_OK);
    assert_near(e.metrics[NOC_METRIC_saturation_flits_per_cycle].value,
                noc_system_highest_load(t.system), 1e-9);
    test_system_free((test_system *)&t);
}

static void threads_change_nothing(void **state)
{
    (void)state;
    const test_system t =
        test_compile_file("configs/te13-baseline.cfg", (const char *const[]){"workload=LH", NULL});
    noc_sample samples[2];
    for (unsigned k = 0; k < 2; k++) {
        noc_diag diag = {0};
        const noc_sample_options options = {
            .precision = 0.05, .seed = 3, .jobs = 1 + 3 * k, .workload = &t.design->workload};
        assert_int_equal(noc_sample_at(t.system, 0.0, &options, &samples[k], &diag), NOC_OK);
    }
    for (int q = 0; q < NOC_SAMPLE_QUANTITIES; q++)
        assert_true(samples[0].quantities[q].mean == samples[1].quantities[q].mean);
    assert_true(samples[0].memory_stalled == samples[1].memory_stalled);
    assert_int_equal(samples[0].cycles, samples[1].cycles);
    test_system_free((test_system *)&t);
}

/* ---- the model ------------------------------------------------------------------------------ */

/* One core, one warp, an ideal network: a request every (work + round trip). */
static void model_of_one_warp(void **state)
{
    (void)state;
    const test_system t = test_compile(
        alone, (const char *const[]){"network.topology=ideal", "workload.l2_hit_rate=1",
                                     "workload.instructions=50", NULL});
    const noc_open_curve curve = curve_of(t.system);
    noc_closed_point p;
    noc_closed_loop_solve(&curve, &t.design->workload, &(noc_closed_terms){.empty = 0.0}, 1.0, &p);
    assert_near(p.rate, 1.0 / (50.0 + 7.0 + 1.0), 1e-4);
    assert_near(p.instructions, 50.0 * p.rate, 1e-6);
    assert_int_equal(p.binding, NOC_BINDS_LATENCY);
    test_system_free((test_system *)&t);
}

/* What the interval says of the IPC holds for what is proportional to it; a load leaves no IPC. */
static void model_tells_how_sure(void **state)
{
    (void)state;
    const test_system t =
        test_compile_file("configs/te13-baseline.cfg", (const char *const[]){"workload=HH", NULL});
    noc_estimate e;
    assert_int_equal(noc_estimate_model(t.system, NAN, &e, NULL), NOC_OK);
    const noc_metric ipc = e.metrics[NOC_METRIC_ipc], area = e.metrics[NOC_METRIC_ipc_per_mm2];
    assert_true(ipc.lo < ipc.value && ipc.value < ipc.hi);
    assert_near(ipc.confidence, 0.9, 1e-12);
    assert_near(area.hi / area.value, ipc.hi / ipc.value, 1e-9);
    assert_near(area.lo / area.value, ipc.lo / ipc.value, 1e-9);
    assert_int_equal(noc_estimate_calibrated(t.system, NULL, NAN, NULL, &e, NULL), NOC_OK);
    assert_true(isnan(e.metrics[NOC_METRIC_ipc].lo));
    test_system_free((test_system *)&t);
}

typedef struct agree_case {
    const char *name, *file;
    const char *over[8];
    double most; /* error of the IPC */
} agree_case;

/* What is reached, not what is wanted: the goal is 5 % on average and 12 % at worst. */
static const agree_case agree_cases[] = {
    {"baseline HH", "configs/te13-baseline.cfg", {"workload=HH", NULL}, 0.08},
    {"baseline LH", "configs/te13-baseline.cfg", {"workload=LH", NULL}, 0.01},
    {"baseline LL, one warp",
     "configs/te13-baseline.cfg",
     {"workload=LL", "workload.warps=1", NULL},
     0.02},
    {"trains of requests",
     "configs/te13-2xbw.cfg",
     {"workload=HH", "workload.warps=1", "workload.burst=4", "workload.l2_hit_rate=0.5", NULL},
     0.05},
    {"fewer MSHRs than lines",
     "configs/te13-baseline.cfg",
     {"workload=HH", "workload.burst=4", "workload.instructions=3", "nodes.mshrs=1", NULL},
     0.04},
    {"an instruction's last reply",
     "configs/cdx19-cdxbar-20.cfg",
     {"workload=HH", "workload.warps=1", "workload.burst=4", "workload.instructions=12", NULL},
     0.05},
    {"waits for the DRAM",
     "configs/cdx19-fc-ideal-20.cfg",
     {"workload=HH", "workload.warps=4", "workload.burst=1", "workload.l2_hit_rate=0",
      "workload.instructions=8", NULL},
     0.05},
    {"slow caches",
     "configs/te13-2xbw.cfg",
     {"workload=HH", "workload.l2_hit_rate=0.7", "memory.l2_bank_cycles=8", "nodes.mshrs=8", NULL},
     0.05},
    {"slow caches, ideal network",
     "configs/te13-ideal.cfg",
     {"workload=HH", "workload.l2_hit_rate=0.7", "memory.l2_bank_cycles=6", "memory.l2_banks=2",
      NULL},
     0.05},
    {"2x-BW HH", "configs/te13-2xbw.cfg", {"workload=HH", NULL}, 0.08},
    {"DRAM binds",
     "configs/te13-ideal.cfg",
     {"workload=HH", "workload.l2_hit_rate=0", "workload.burst=1", NULL},
     0.08},
    {"limited ideal", "configs/te13-bwlimit.cfg", {"workload=HH", NULL}, 0.02},
    {"cores bind", "configs/cdx19-fc-ideal-80.cfg", {"workload=low", NULL}, 0.02},
    {"bunches", "configs/cdx19-cdxbar-80-source.cfg", {"workload=high", NULL}, 0.12},
    {"unequal shares", "configs/cdx19-smesh-80.cfg", {"workload=HH", NULL}, 0.06},
    {"unequal shares, two sides", "configs/te13-cmesh-express-64.cfg", {"workload=HH", NULL}, 0.12},
};

static noc_estimate estimate_of(const agree_case *c, noc_method method)
{
    const test_system t = test_compile_file(c->file, c->over);
    const noc_sampling sampling = {.precision = 0.02, .seed = 1, .jobs = 1};
    noc_estimate e;
    noc_diag diag = {0};
    const noc_status status = method == NOC_METHOD_MODEL
                                  ? noc_estimate_model(t.system, NAN, &e, &diag)
                                  : noc_estimate_sample_closed(t.system, &sampling, &e, &diag);
    assert_int_equal(status, NOC_OK);
    test_system_free((test_system *)&t);
    return e;
}

static void model_agrees_with_sample(void **state)
{
    const agree_case *c = *state;
    const noc_estimate model = estimate_of(c, NOC_METHOD_MODEL);
    const noc_estimate sample = estimate_of(c, NOC_METHOD_SAMPLE);
    const double error =
        model.metrics[NOC_METRIC_ipc].value / sample.metrics[NOC_METRIC_ipc].value - 1.0;
    if (fabs(error) > c->most)
        print_error("%s: model %g (%s), sample %g (%s)\n", c->name,
                    model.metrics[NOC_METRIC_ipc].value, model.bottleneck.kind,
                    sample.metrics[NOC_METRIC_ipc].value, sample.bottleneck.kind);
    assert_true(fabs(error) <= c->most);
}

/* te13 3.2 defines class HH by what an ideal network gains over the baseline mesh. */
static void class_hh_is_as_defined(void **state)
{
    (void)state;
    const agree_case ideal = {"", "configs/te13-ideal.cfg", {"workload=HH", NULL}, 0};
    const agree_case mesh = {"", "configs/te13-baseline.cfg", {"workload=HH", NULL}, 0};
    const double gain = estimate_of(&ideal, NOC_METHOD_SAMPLE).metrics[NOC_METRIC_ipc].value /
                        estimate_of(&mesh, NOC_METHOD_SAMPLE).metrics[NOC_METRIC_ipc].value;
    assert_near(gain, 2.027, 0.05);
}

/* A set's IPC is the harmonic mean of its rows'. */
static void set_is_a_harmonic_mean(void **state)
{
    (void)state;
    noc_workload_part parts[NOC_WORKLOAD_PARTS_MAX];
    const size_t count = noc_workload_parts("te13-all", parts);
    double inverse = 0.0, weights = 0.0;
    for (size_t i = 0; i < count; i++) {
        char over[80];
        snprintf(over, sizeof over, "workload=%s", parts[i].name);
        const agree_case one = {"", "configs/te13-baseline.cfg", {over, NULL}, 0};
        inverse +=
            parts[i].weight / estimate_of(&one, NOC_METHOD_MODEL).metrics[NOC_METRIC_ipc].value;
        weights += parts[i].weight;
    }
    const agree_case all = {"", "configs/te13-baseline.cfg", {"workload=te13-all", NULL}, 0};
    assert_near(weights, 1.0, 1e-12);
    assert_near(estimate_of(&all, NOC_METHOD_MODEL).metrics[NOC_METRIC_ipc].value, 1.0 / inverse,
                1e-9);
}

/* ---- the table ------------------------------------------------------------------------------ */

static void table_has_the_applications_of_the_papers(void **state)
{
    (void)state;
    static const struct {
        const char *paper;
        size_t rows;
    } papers[] = {{"te13", 31}, {"cdx19", 23}, {"icc", 11}}; /* te13 Table I, cdx19 4, icc 3 */
    for (size_t p = 0; p < TEST_COUNT(papers); p++) {
        size_t rows = 0;
        for (size_t i = 0; noc_workload_at(i); i++) {
            const noc_workload_row *row = noc_workload_at(i);
            if (!row->group || strcmp(row->paper, papers[p].paper) != 0) continue;
            assert_non_null(row->stated);
            assert_non_null(row->assumed);
            rows++;
        }
        assert_int_equal(rows, papers[p].rows);
    }
}

/* ---- refusals ------------------------------------------------------------------------------- */

typedef struct refusal {
    const char *name, *over[3], *says;
} refusal;

static const refusal refusals[] = {
    {"hit rate above 1", {"workload=HH", "workload.l2_hit_rate=1.2"}, "l2_hit_rate = 1.2"},
    {"no warps", {"workload=HH", "workload.warps=0"}, "workload.warps = 0"},
    {"tRAS + tRP > tRC", {"memory.trc=33"}, "less than memory.tras + memory.trp = 21 + 13"},
    {"blocks and lines", {"memory.line_bytes=96"}, "no multiple of memory.line_bytes = 96"},
    {"slices and nodes", {"workload=HH", "memory.slices=3"}, "does not divide nodes.memory = 8"},
    {"unknown workload", {"workload=te13-BSF"}, "did you mean 'te13-BFS'?"},
    {"a figure of a set", {"workload=te13-HH", "workload.warps=8"}, "a set of several workloads"},
    {"threads of a warp", {"workload=HH", "nodes.warp_threads=16"}, "workload.active_threads = 32"},
};

static void is_refused(void **state)
{
    const refusal *r = *state;
    char *text = test_read_text("configs/te13-baseline.cfg");
    noc_source source = test_source("te13-baseline.cfg", text);
    noc_design *design = NULL;
    noc_diag diag = {0};
    const noc_status status =
        noc_design_read(&source, r->over, test_count_texts(r->over), &design, &diag);
    if (strcmp(r->name, "a figure of a set") == 0 && status == NOC_OK) {
        noc_design_free(design); /* a set whose rows are alike is one workload */
    } else {
        assert_int_equal(status, NOC_EUSAGE);
        assert_int_equal(diag.count, 1);
        assert_contains(diag.messages[0].text, r->says);
    }
    noc_diag_clear(&diag);
    noc_source_clear(&source);
    free(text);
}

/* ---- traces --------------------------------------------------------------------------------- */

typedef struct trace_case {
    const char *name, *text;
    int bad_line; /* 0: none */
    double instructions, read_fraction;
    int warps, burst;
} trace_case;

#define HEADER "cycle,source,destination,class,bytes\n"

/* Two nodes in 100 cycles: 200 node cycles for 5 requests, 40 each, an instruction in 4. */
static const trace_case traces[] = {
    {"bursts, reads, waits",
     HEADER "0,0,8,read,8\n1,0,8,read,8\n20,8,0,reply,64\n21,8,0,reply,64\n"
            "50,1,9,write,72\n60,0,8,read,8\n99,0,8,read,8\n",
     0, 10.0, 0.8, 2, 1},
    {"reads and writes by size", HEADER "0,0,8,request,8\n50,0,8,request,72\n99,0,8,request,8\n", 0,
     100.0 / 3.0 / 4.0, 2.0 / 3.0, 32, 1},
    {"one size", HEADER "0,0,8,request,8\n99,0,9,request,8\n", 0, 12.5, 1.0, 32, 1},
    {"no header", "0,0,8,read,8\n", 1, 0, 0, 0, 0},
    {"no cycle", HEADER "0,0,8,read,8\n,0,8,read,8\n", 3, 0, 0, 0, 0},
    {"negative node", HEADER "0,-1,8,read,8\n", 2, 0, 0, 0, 0},
    {"unknown class", HEADER "0,1,8,load,8\n", 2, 0, 0, 0, 0},
    {"a field too many", HEADER "0,1,8,read,8,9\n", 2, 0, 0, 0, 0},
    {"no bytes", HEADER "0,1,8,read,0\n", 2, 0, 0, 0, 0},
    {"back in time", HEADER "5,1,8,read,8\n4,1,8,read,8\n", 3, 0, 0, 0, 0},
    {"only replies", HEADER "5,8,1,reply,8\n", -1, 0, 0, 0, 0},
};

static void trace_is_fitted(void **state)
{
    const trace_case *c = *state;
    char path[] = "/tmp/nocsight-trace-XXXXXX";
    const int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, c->text, strlen(c->text)), (ssize_t)strlen(c->text));
    close(file);
    noc_workload_fit fit = {.requests = 77};
    noc_diag diag = {0};
    const noc_status status = noc_workload_fit_trace(path, 4.0, &fit, &diag);
    unlink(path);
    if (c->bad_line) {
        assert_int_equal(status, NOC_EINPUT);
        assert_int_equal(diag.count, 1);
        assert_int_equal(diag.messages[0].line, c->bad_line > 0 ? c->bad_line : 0);
        assert_int_equal(fit.requests, 77); /* nothing is half read */
    } else {
        assert_int_equal(status, NOC_OK);
        assert_near(fit.workload.instructions, c->instructions, 1e-9);
        assert_near(fit.workload.read_fraction, c->read_fraction, 1e-9);
        assert_int_equal(fit.workload.warps, c->warps);
        assert_int_equal(fit.workload.burst, c->burst);
    }
    noc_diag_clear(&diag);
}

/* ---- slices of a controller ----------------------------------------------------------------- */

/* Both slices of a controller have as many requests waiting when misses of both compete for its DRAM's queue. */
static void slices_take_turns(void **state)
{
    (void)state;
    enum { WARM_UP = 20000, SAMPLES = 4000, PERIOD = 10 };
    const char *const over[] = {"workload=HH", "workload.l2_hit_rate=0", "memory.reply_queue=2",
                                NULL};
    test_system t = test_compile_file("configs/cdx19-fc-ideal-80.cfg", over);
    noc_run *e = noc_run_new(t.system, (noc_load){.seed = 5, .workload = &t.design->workload});
    assert_non_null(e);
    test_run_cycles(e, WARM_UP);
    double waiting[2] = {0.0, 0.0};
    for (int i = 0; i < SAMPLES; i++) {
        test_run_cycles(e, PERIOD);
        const noc_closed_loop *loop = noc_run_closed_loop(e);
        for (uint32_t m = 0; m < loop->memory_count; m++)
            waiting[m % 2] += loop->memories[m].input.count;
    }
    assert_near(waiting[0] / waiting[1], 1.0, 0.15);
    noc_run_free(e);
    test_system_free(&t);
}

/* ---- the table of samples ------------------------------------------------------------------- */

static void case_is_there_twice(void **state)
{
    (void)state;
    static const char row[] = "a,learn,te13-baseline,workload=HH,1,0.1,0.5,0,0,0,20,20,0.1\n";
    char path[] = "/tmp/nocsight-cases-XXXXXX";
    FILE *out = fdopen(mkstemp(path), "w");
    assert_non_null(out);
    noc_closed_cases_put_header(out);
    fprintf(out, "%s%s", row, row);
    fclose(out);
    noc_closed_cases cases = {0};
    noc_diag diag = {0};
    assert_int_equal(noc_closed_cases_read(path, &cases, &diag), NOC_EINPUT);
    assert_int_equal(diag.messages[0].line, 3);
    noc_closed_cases_clear(&cases);
    noc_diag_clear(&diag);
    unlink(path);
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, sign_cases, sample_tells_what_binds);
    TEST_TABLE(&list, class_cases, classes_tie);
    TEST_TABLE(&list, told_cases, told_scales_queues);
    test_add(&list, "waits that fall", waits_that_fall);
    TEST_TABLE(&list, slice_cases, slices_wait_for_each_other);
    TEST_TABLE(&list, bunch_cases, bunches_wait_by_use);
    TEST_TABLE(&list, rows_of_cores, sides_get_the_same);
    test_add(&list, "slices take turns", slices_take_turns);
    test_add(&list, "cases: one is there twice", case_is_there_twice);
    TEST_TABLE(&list, crossbars, crossbars_are_fair_to_ports);
    TEST_TABLE(&list, alone_cases, lone_request_takes_its_time);
    TEST_TABLE_PREFIXED(&list, "laws", law_cases, laws_hold);
    test_add(&list, "laws: a limit is used up", limit_is_used_up);
    test_add(&list, "laws: no limit, no saturation", no_limit_no_saturation);
    test_add(&list, "sample: threads change nothing", threads_change_nothing);
    test_add(&list, "model: one warp", model_of_one_warp);
    test_add(&list, "model tells how sure", model_tells_how_sure);
    TEST_TABLE_PREFIXED(&list, "model", agree_cases, model_agrees_with_sample);
    test_add(&list, "table: class HH is as te13 defines it", class_hh_is_as_defined);
    test_add(&list, "sets: harmonic means", set_is_a_harmonic_mean);
    test_add(&list, "table: the papers' applications", table_has_the_applications_of_the_papers);
    TEST_TABLE_PREFIXED(&list, "refused", refusals, is_refused);
    TEST_TABLE_PREFIXED(&list, "trace", traces, trace_is_fitted);
    return test_run("closed loop", &list);
}
