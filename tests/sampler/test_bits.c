/* Every bit of a sample, kept: counts of designs of every topology, open and closed, sliced and
 * ideal, as they were when tests/reference/bits.csv was written. Whoever rebuilds the sampler must
 * meet them; whoever mends it writes the table anew, with a word on why it changed:  test_bits FILE
 * (a table as the one that is there). */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sampler/run.h"
#include "tests/support/helpers.h"

static const char table[] = NOC_SOURCE_DIR "/tests/reference/bits.csv";

/* ---- what is run ---------------------------------------------------------------------------- */

enum { OVERRIDES = 6 };

typedef struct run_case {
    const char *name, *file;
    const char *overrides[OVERRIDES + 1];
    /* flits per cycle of an injecting node; 0: the design's first workload in closed loop */
    double load;
    uint64_t cycles;
} run_case;

/* How te13's designs were read when the table was written. */
#define PIPELINE "network.vc_turnaround=pipeline"

static const run_case cases[] = {
    {"mesh, uniform", "configs/synthetic-mesh.cfg", {NULL}, 0.3, 6000},
    {"mesh, uniform, overload", "configs/synthetic-mesh.cfg", {NULL}, 0.8, 4000},
    {"mesh, transpose, two stages",
     "configs/synthetic-mesh.cfg",
     {"traffic.pattern=transpose", "network.router_stages=2", "network.speculation=equal", NULL},
     0.12,
     6000},
    {"mesh, o1turn, separable, one stage",
     "configs/synthetic-mesh.cfg",
     {"network.routing=o1turn", "network.allocator=separable", "network.router_stages=1", NULL},
     0.3,
     6000},
    {"mesh, many to few", "configs/te13-baseline.cfg", {PIPELINE, NULL}, 0.045, 10000},
    {"mesh, long channels, atomic VCs",
     "configs/te13-baseline.cfg",
     {PIPELINE, "network.channel_cycles=7", "network.vc_reallocation=atomic", NULL},
     0.03,
     10000},
    {"two networks", "configs/te13-double-dedicated.cfg", {PIPELINE, NULL}, 0.05, 8000},
    {"slices, two ports", "configs/te13-dcie-2p.cfg", {PIPELINE, NULL}, 0.1, 8000},
    {"half routers", "configs/te13-cp-cr-2p.cfg", {PIPELINE, NULL}, 0.06, 8000},
    {"concentrated mesh with express channels",
     "configs/te13-cmesh-express-64.cfg",
     {PIPELINE, NULL},
     0.02,
     8000},
    {"flattened butterfly", "configs/te13-fbfly-64.cfg", {PIPELINE, NULL}, 0.03, 8000},
    {"S-mesh", "configs/cdx19-smesh-20.cfg", {NULL}, 0.02, 8000},
    {"crossbar", "configs/te13-xbar-16b.cfg", {PIPELINE, NULL}, 0.06, 8000},
    {"crossbar, two cycles a flit", "configs/cdx19-fc-real-20.cfg", {NULL}, 0.01, 8000},
    {"butterfly", "configs/cdx19-butterfly-20.cfg", {NULL}, 0.02, 8000},
    {"Clos", "configs/cdx19-clos-20.cfg", {NULL}, 0.02, 8000},
    {"CD-Xbar", "configs/cdx19-cdxbar-20.cfg", {NULL}, 0.02, 8000},
    {"CD-Xbar, adaptive", "configs/cdx19-cdxbar-80-adaptive.cfg", {NULL}, 0.02, 3000},
    {"ideal", "configs/te13-ideal.cfg", {NULL}, 0.3, 6000},
    {"ideal, so many flits a cycle", "configs/te13-bwlimit.cfg", {NULL}, 0.1, 6000},
    {"closed: mesh",
     "configs/te13-baseline.cfg",
     {PIPELINE, "workload=steady", "memory.write_replies=true", NULL},
     0.0,
     10000},
    {"closed: mesh, in order",
     "configs/te13-baseline.cfg",
     {PIPELINE, "workload=steady", "memory.write_replies=true", "memory.scheduler=fcfs", NULL},
     0.0,
     10000},
    {"closed: mesh, writes without answers",
     "configs/te13-baseline.cfg",
     {PIPELINE, "workload=steady", "workload.read_fraction=0.6", NULL},
     0.0,
     10000},
    {"closed: slices",
     "configs/te13-dcie-2p.cfg",
     {PIPELINE, "workload=steady", "memory.write_replies=true", NULL},
     0.0,
     8000},
    {"closed: crossbar",
     "configs/te13-xbar-16b.cfg",
     {PIPELINE, "workload=steady", "memory.write_replies=true", NULL},
     0.0,
     8000},
    {"closed: CD-Xbar",
     "configs/cdx19-cdxbar-80.cfg",
     {"workload=steady", "workload.instructions=20", "workload.warps=48", "workload.burst=1",
      "workload.l2_hit_rate=0.4", NULL},
     0.0,
     3000},
    {"closed: ideal",
     "configs/te13-bwlimit.cfg",
     {"workload=steady", "memory.write_replies=true", NULL},
     0.0,
     8000},
    {"overlay, adaptive windows, partners", "configs/rapid18-rapid-64.cfg", {NULL}, 0.0015, 60000},
    {"overlay, equal windows",
     "configs/rapid18-macro-16.cfg",
     {"networks[1].windows=equal", NULL},
     0.005,
     60000},
    {"overlay, whole packets", "configs/dapper-dapper-16.cfg", {NULL}, 0.008, 60000},
    {"slices of memory nodes",
     "configs/rapid18-da2-16.cfg",
     {"networks[1].shared=false", NULL},
     0.01,
     20000},
    {"tokens", "configs/rapid18-cenoc-64.cfg", {NULL}, 0.02, 20000},
    {"rings", "configs/cdx19-hrcnet-56.cfg", {NULL}, 0.01, 20000},
    {"closed: overlay",
     "configs/rapid18-rapid-16.cfg",
     {"workload=steady", "memory.reply_order=fifo", "memory.reply_queue=132", NULL},
     0.0,
     20000},
    {"closed: tokens", "configs/rapid18-cenoc-16.cfg", {"workload=steady", NULL}, 0.0, 8000},
};

/* ---- what it counts ------------------------------------------------------------------------- */

enum { COUNTS = 10 };
static const char *const count_names[COUNTS] = {
    "delivered_requests", "delivered_replies", "request_latency", "reply_latency", "round_trip",
    "flit_hops",          "memory_blocked",    "instructions",    "row_hits",      "channels",
};

/* FNV-1a over what each channel has carried of each class, so that no flit goes another way
 * unseen. */
static uint64_t channels_of(const noc_system *system, const noc_run *engine)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (uint32_t c = 0; c < system->graph.channel_count; c++)
        for (int k = 0; k < NOC_CLASSES; k++)
            hash = (hash ^ noc_run_channel_flits(engine, c, (noc_class)k)) * 0x100000001b3u;
    return hash;
}

static void count(const run_case *c, uint64_t counts[COUNTS])
{
    noc_workload_part parts[NOC_WORKLOAD_PARTS_MAX];
    test_system t = test_compile_file(c->file, c->overrides);
    const bool closed = c->load == 0.0;
    if (closed) assert_true(noc_design_workloads(t.design, parts) > 0);
    const noc_load load = {.packets_per_cycle = noc_system_packet_rate(t.system, c->load),
                           .seed = 11,
                           .workload = closed ? &parts[0].workload : NULL};
    noc_run *e = noc_run_new(t.system, load);
    assert_non_null(e);
    assert_int_equal(noc_run_cycles(e, c->cycles, true), NOC_OK);
    const noc_tally *tally = noc_run_tally(e);
    const uint64_t all[COUNTS] = {
        tally->delivered[NOC_REQUEST], tally->delivered[NOC_REPLY], tally->latency[NOC_REQUEST],
        tally->latency[NOC_REPLY],     tally->round_trip,           tally->flit_hops,
        tally->memory_blocked,         tally->instructions,         tally->dram.row_hits,
        channels_of(t.system, e),
    };
    memcpy(counts, all, sizeof all);
    assert_true(counts[0] > 50);
    noc_run_free(e);
    test_system_free(&t);
}

/* ---- the table ------------------------------------------------------------------------------ */

static int write_table(const char *path)
{
    FILE *out = fopen(path, "w");
    if (!out) return 1;
    fputs("name", out);
    for (int i = 0; i < COUNTS; i++) fprintf(out, ",%s", count_names[i]);
    for (size_t k = 0; k < TEST_COUNT(cases); k++) {
        uint64_t counts[COUNTS];
        count(&cases[k], counts);
        fprintf(out, "\n\"%s\"", cases[k].name);
        for (int i = 0; i < COUNTS; i++) fprintf(out, ",%" PRIu64, counts[i]);
    }
    fputc('\n', out);
    return fclose(out);
}

/* The row of a case: what comes after its name. */
static const char *row_of(const char *text, const char *name)
{
    char quoted[120];
    snprintf(quoted, sizeof quoted, "\n\"%s\",", name);
    const char *row = strstr(text, quoted);
    assert_non_null(row);
    return row + strlen(quoted);
}

static void counts_are_kept(void **state)
{
    const run_case *c = *state;
    uint64_t counts[COUNTS];
    char *text = test_slurp(table);
    const char *at = row_of(text, c->name);
    count(c, counts);
    for (int i = 0; i < COUNTS; i++) {
        char *end;
        const uint64_t kept = strtoull(at, &end, 10);
        if (counts[i] != kept)
            print_error("%s: %s is %" PRIu64 ", kept %" PRIu64 "\n", c->name, count_names[i],
                        counts[i], kept);
        assert_true(counts[i] == kept);
        at = end + 1;
    }
    free(text);
}

int main(int argc, char **argv)
{
    static test_list list;
    if (argc == 2) return write_table(argv[1]);
    TEST_TABLE(&list, cases, counts_are_kept);
    return test_run("bits", &list);
}
