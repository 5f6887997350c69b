#include "tests/support/designs/drawn_ends.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "hybrid/answers/estimate.h"
#include "hybrid/answers/estimate_sample.h"
#include "hybrid/correction/calibration/shipped.h"
#include "tests/support/helpers.h"

#define DRAW(state, ...)                              \
    ((const double[]){__VA_ARGS__}[test_random_below( \
        (state), sizeof((const double[]){__VA_ARGS__}) / sizeof(double))])

static const char head[] =
    "name = \"drawn\"; chip = { technology_nm = 40; clock_mhz = 1400.0; tile_mm = 1.0; };\n"
    "traffic = { pattern = \"many-to-few\"; read_fraction = 0.9; read_request_bytes = 8;\n"
    "  read_reply_bytes = 128; write_request_bytes = 128; write_reply_bytes = 8; };\n";

static const char memory[] =
    "memory = { clock_mhz = 1400.0; bus_bytes = 64; banks = 16; tcl = 12; trp = 12; trc = 40;\n"
    "  tras = 28; trcd = 12; trrd = 6; tccd = 2; twr = 12; line_bytes = 128;";

static const char *const memory_schedulers[] = {"fr-fcfs", "fr-fcfs", "fcfs", "sms", "amc"};

static const char *const schedulers[] = {"global", "block",       "two-level",
                                         "greedy", "distributed", "distributed-block"};
enum { WITHOUT_CLUSTERS = 2 };

/* A mesh of 28 compute nodes, or a crossbar of fewer. Returns how many. */
static int print_networks(FILE *out, uint64_t *random, int together)
{
    const bool mesh = test_random_below(random, 2);
    const int nodes = mesh ? 28 : (int)DRAW(random, 8, 10, 12);
    fprintf(out, "nodes = { simd_width = 32; mshrs = %g; compute = %d; memory = 8; %s};\n",
            DRAW(random, 16, 32, 64), nodes * together, mesh ? "placement = \"top-bottom\"; " : "");
    fprintf(out, "networks = (");
    for (int n = 0; n < 2; n++)
        fprintf(out,
                "%s\n  { carries = \"%s\"; %s virtual_channels = 4; buffer_flits = 4; "
                "router_stages = 4; allocator = \"islip\"; }",
                n ? "," : "", n ? "reply" : "request",
                mesh ? "topology = \"mesh\"; columns = 6; rows = 6; flit_bytes = 32;"
                     : "topology = \"crossbar\"; flit_bytes = 64;");
    fprintf(out, " );\n");
    return nodes;
}

static void print_cluster(FILE *out, uint64_t *random, int together)
{
    const double entries = DRAW(random, 0, 16, 48, 96, 200);
    const double lines = entries > 0.0 ? DRAW(random, 0, 0, 12, 24) : 0.0;
    const bool match = test_random_below(random, 2);
    if (together == 1) return;
    fprintf(out,
            "cluster = { cores = %d; merge_entries = %g; cache_lines = %g; merge_match = \"%s\"; "
            "};\n",
            together, entries, lines, match ? "address" : "request");
}

/* A controller's scheduler; replies of bursts first, or several as one packet, or neither. */
static void print_memory(FILE *out, uint64_t *random)
{
    const size_t order = test_random_below(random, 4);
    fprintf(out, "%s\n  scheduler = \"%s\";", memory,
            memory_schedulers[test_random_below(random, TEST_COUNT(memory_schedulers))]);
    if (order == 0) fprintf(out, " reply_order = \"burst-first\";");
    if (order == 1)
        fprintf(out, " approximable = %g; match = %g;", DRAW(random, 0.2, 0.5),
                DRAW(random, 0.2, 0.6));
    fprintf(out, " };\n");
}

/* One kernel without end or with one; sometimes two. */
static void print_ctas(FILE *out, uint64_t *random, int nodes, int together)
{
    const double slots = DRAW(random, 2, 2, 3, 4), cores = (double)nodes * together;
    const double filled = DRAW(random, 0, 0, 0, 0.3, 0.7, 1.0, 1.5, 2.5, 4.0);
    const bool two = test_random_below(random, 5) == 0;
    const size_t names = together > 1 ? TEST_COUNT(schedulers) : WITHOUT_CLUSTERS;
    const char *const one = schedulers[test_random_below(random, names)];
    const bool aware = together > 1 && test_random_below(random, 2);
    fprintf(out,
            "cta = { scheduler = \"%s\"; slots = %g; length = %g; spread = %g; kernels = %d; "
            "count = %d; };\n",
            !two    ? one
            : aware ? "topology-aware"
                    : "round-robin",
            slots, DRAW(random, 200, 400, 800, 1500), DRAW(random, 0.0, 0.3, 0.6), 1 + two,
            (int)fmax(filled * cores * slots, filled > 0.0 ? nodes : 0.0));
}

static void print_workload(FILE *out, uint64_t *random)
{
    fprintf(out,
            "workload = { instructions = %g.0; warps = %g; active_threads = 32; read_fraction = "
            "%g; burst = %g;\n",
            DRAW(random, 3, 6, 12, 25, 50), DRAW(random, 8, 16, 24, 32),
            DRAW(random, 0.7, 0.9, 1.0), DRAW(random, 1, 1, 2, 4));
    fprintf(out, "  l2_hit_rate = %g; row_locality = %g; sharing = { same = %g; distance = %g; ",
            DRAW(random, 0.3, 0.6, 0.9), DRAW(random, 0.2, 0.6), DRAW(random, 0.1, 0.2, 0.4, 0.6),
            DRAW(random, 1, 2, 6));
    fprintf(out, "window = %g.0; reuse = %g; }; };\n", DRAW(random, 300, 1000, 3000),
            DRAW(random, 0, 0, 5, 30));
}

char *test_drawn_ends(unsigned n)
{
    uint64_t random = 1000 + n;
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    const int together = (int)DRAW(&random, 1, 2, 4, 4);
    fputs(head, out);
    const int nodes = print_networks(out, &random, together);
    print_cluster(out, &random, together);
    print_ctas(out, &random, nodes, together);
    print_workload(out, &random);
    print_memory(out, &random);
    fclose(out);
    return text;
}

test_ends_outcome test_compare_ends(unsigned n, double precision)
{
    noc_estimate model, sample;
    noc_diag diag = {0};
    char *text = test_drawn_ends(n);
    test_system t = test_compile(text, NULL);
    const noc_sampling sampling = {.seed = 1, .precision = precision, .skips_cause = true};
    assert_int_equal(
        noc_estimate_calibrated(t.system, noc_calibration_shipped(), NAN, NULL, &model, &diag),
        NOC_OK);
    assert_int_equal(noc_estimate_sample_closed(t.system, &sampling, &sample, &diag), NOC_OK);
    const noc_metric *m = model.metrics, *s = sample.metrics;
    const test_ends_outcome outcome = {
        .ipc = m[NOC_METRIC_ipc].value / s[NOC_METRIC_ipc].value - 1.0,
        .absorbed = m[NOC_METRIC_absorbed_share].value - s[NOC_METRIC_absorbed_share].value,
        .row_hits = m[NOC_METRIC_row_hit_rate].value - s[NOC_METRIC_row_hit_rate].value,
    };
    test_system_free(&t);
    free(text);
    return outcome;
}
