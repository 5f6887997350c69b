/* Tables of rates as traffic: the same traffic as patterns where a table says what these do, nodes
 * of unequal rates in closed form, and what of a table is refused. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analytic/curve/model.h"
#include "hybrid/answers/estimate.h"
#include "hybrid/answers/estimate_sample.h"
#include "tests/support/designs/wirings.h"
#include "tests/support/folder.h"
#include "tests/support/runs/models.h"

#define MESH                                                   \
    "nodes = { compute = 16; };\n"                             \
    "network = { topology = \"mesh\"; columns = 4; rows = 4; " \
    "virtual_channels = 4; };\n"
#define GPU                                                              \
    "nodes = { compute = 12; memory = 4; placement = \"top-bottom\"; };" \
    "network = { topology = \"mesh\"; columns = 4; rows = 4; };\n"
#define TABLE  "traffic = { rates = \"rates.csv\"; packet_flits = 4; };\n"
#define HEADER "source,destination,rate\n"

/* ---- tables --------------------------------------------------------------------------------- */

/* Text of a table with a rate for each pair that has one. The caller frees it. */
static char *table_of(double (*rate)(int from, int to))
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    fputs(HEADER, out);
    for (int from = 0; from < 16; from++)
        for (int to = 0; to < 16; to++)
            if (rate(from, to) > 0.0) fprintf(out, "%d,%d,%.15g\n", from, to, rate(from, to));
    fclose(out);
    return text;
}

static double uniform_rate(int from, int to)
{
    (void)from, (void)to;
    return 0.05 / 16.0;
}

static double transpose_rate(int from, int to)
{
    return to == 4 * (from % 4) + from / 4 ? 0.06 : 0.0;
}

/* Node n sends n parts of 120, to the node opposite. */
static double rising_rate(int from, int to)
{
    return to == 15 - from ? 0.001 * from : 0.0;
}

static test_system compile_table(const char *design, const char *table)
{
    test_system t;
    noc_diag diag = {0};
    const noc_status status = test_rated_try(design, table, &t, &diag);
    test_print_messages(&diag);
    assert_int_equal(status, NOC_OK);
    return t;
}

/* ---- patterns as tables --------------------------------------------------------------------- */

typedef struct pattern_case {
    const char *name;
    double (*rate)(int from, int to);
    double packets; /* packets of a node a cycle */
} pattern_case;

static const pattern_case patterns[] = {
    {"uniform", uniform_rate, 0.05},
    {"transpose", transpose_rate, 0.06},
};

static void table_is_the_pattern(void **state)
{
    const pattern_case *c = *state;
    char text[200], *table = table_of(c->rate);
    snprintf(text, sizeof text, MESH "traffic = { pattern = \"%s\"; packet_flits = 4; };\n",
             c->name);
    test_system a = test_compile(text, NULL), b = compile_table(MESH TABLE, table);
    free(table);
    assert_near(noc_system_design_load(b.system), 4.0 * c->packets, 1e-12);
    assert_int_equal(a.system->traffic.flow_count, b.system->traffic.flow_count);
    for (size_t f = 0; f < a.system->traffic.flow_count; f++) {
        const noc_flow *one = &a.system->traffic.flows[f], *other = &b.system->traffic.flows[f];
        assert_int_equal(one->source, other->source);
        assert_int_equal(one->destination, other->destination);
        assert_near(one->rate, other->rate, 1e-12);
    }
    noc_model *p = test_model(a.system), *q = test_model(b.system);
    noc_model_point x, y;
    noc_model_solve(p, 0.2, &x);
    noc_model_solve(q, 0.2, &y);
    assert_near(x.packet_latency, y.packet_latency, 1e-6);
    noc_model_free(p);
    noc_model_free(q);
    test_system_free(&a);
    test_system_free(&b);
}

/* ---- nodes of unequal rates ----------------------------------------------------------------- */

/* 15 nodes send 8 thousandths of a packet a cycle, mean, of 4 flits; node 15 sends 15: at a load of
 * 15 / 8 of a flit a cycle less it is full. */
static void nodes_differ_as_the_table_has_it(void **state)
{
    (void)state;
    char *table = table_of(rising_rate);
    test_system t = compile_table(MESH TABLE, table);
    free(table);
    const noc_traffic *traffic = &t.system->traffic;
    assert_int_equal(traffic->injector_count, 15);
    assert_near(noc_system_design_load(t.system), 0.032, 1e-12);
    for (int n = 0; n < 16; n++) assert_near(traffic->relative_rate[n], n / 8.0, 1e-12);
    assert_near(traffic->relative_rate_square, 1240.0 / 64.0 / 15.0, 1e-12);
    assert_near(noc_system_highest_load(t.system), 8.0 / 15.0, 1e-12);
    test_system_free(&t);
}

/* Each node opposite gets what one sends. */
static void sample_delivers_the_table(void **state)
{
    (void)state;
    char *table = table_of(rising_rate);
    test_system t = compile_table(MESH TABLE, table);
    free(table);
    noc_estimate *e = calloc(1, sizeof *e);
    double *flits = calloc((size_t)t.system->graph.channel_count * NOC_CLASSES, sizeof *flits);
    assert_true(e && flits);
    const noc_sampling sampling = {
        .precision = 0.01, .seed = 1, .jobs = 1, .max_cycles = 200000, .channel_flits = flits};
    assert_int_equal(noc_estimate_sample(t.system, 0.032, &sampling, e, NULL), NOC_OK);
    for (uint32_t c = 0; c < t.system->graph.channel_count; c++) {
        const noc_channel *channel = &t.system->graph.channels[c];
        const double wanted =
            4.0 * 0.001 *
            (channel->kind == NOC_EJECTION ? 15 - (int)channel->to : (int)channel->from);
        if (channel->kind == NOC_LINK) continue;
        assert_near(flits[c * NOC_CLASSES], wanted, 0.08 * wanted + 1e-3);
    }
    free(flits);
    free(e);
    test_system_free(&t);
}

/* ---- some nodes only ------------------------------------------------------------------------ */

#define LISTED(lists) MESH "traffic = { pattern = \"uniform\"; " lists " };\n"

/* Two of 16 nodes send, to three, a third to each. */
static void lists_leave_some_nodes(void **state)
{
    (void)state;
    test_system t = test_compile(LISTED("sources = (9, 2); destinations = (2, 7, 4);"), NULL);
    const noc_traffic *traffic = &t.system->traffic;
    static const uint32_t to[] = {2, 4, 7};
    assert_int_equal(traffic->injector_count, 2);
    assert_int_equal(traffic->flow_count, 6);
    for (size_t f = 0; f < 6; f++) {
        assert_int_equal(traffic->flows[f].source, f < 3 ? 2 : 9);
        assert_int_equal(traffic->flows[f].destination, to[f % 3]);
        assert_near(traffic->flows[f].rate, 1.0 / 3.0, 1e-12);
    }
    test_system_free(&t);
}

/* The order of lines and columns, and how numbers are spelt, make no difference. */
static void hash_is_of_the_contents(void **state)
{
    (void)state;
    test_system a = compile_table(MESH TABLE, HEADER "0,5,0.1\n3,4,0.05\n");
    test_system b = compile_table(MESH TABLE, "rate,source,destination\n5e-2,3,4\n0.10,0,5\n");
    test_system c = compile_table(MESH TABLE, HEADER "0,5,0.1\n3,4,0.06\n");
    assert_string_equal(a.design->hash, b.design->hash);
    assert_string_not_equal(a.design->hash, c.design->hash);
    test_system_free(&a);
    test_system_free(&b);
    test_system_free(&c);
}

/* ---- what is refused ------------------------------------------------------------------------ */

typedef struct fault_case {
    const char *name, *design, *table;
    int line;
    const char *message;
} fault_case;

static const fault_case faults[] = {
    {"a port that cannot send so much", MESH TABLE, HEADER "0,5,0.1\n3,4,0.05\n0,6,0.2\n", 4,
     "node 0 sends 0.3 packets a cycle with this line, and its port can inject at most 0.25 (1 "
     "flits a "
     "cycle, of packets of 4 flits on average)"},
    {"a node that is not there", MESH TABLE, HEADER "0,5,0.1\n0,16,0.1\n", 3,
     "there is no node 16 (nodes are 0..15"},
    {"a memory node that asks", GPU "traffic = { rates = \"rates.csv\"; };\n", HEADER "1,0,0.01\n",
     2,
     "no requests go from node 1 to node 0 (they go from compute to memory nodes, which answer; "
     "compute nodes are 0, 3-12, 15, memory nodes 1-2, 13-14 (tiles: column + 4 x row))"},
    {"a negative rate", MESH TABLE, HEADER "0,5,-0.1\n", 2, "rate"},
    {"a pair twice", MESH TABLE, HEADER "0,5,0.1\n1,5,0.1\n0,5,0.2\n", 4,
     "from node 0 to node 5 there are two rates, here and in line 2"},
    {"an empty file", MESH TABLE, "", 0, "is empty"},
    {"no rows", MESH TABLE, HEADER, 0, "no node sends anything"},
    {"nothing but zeros", MESH TABLE, HEADER "0,5,0\n", 0, "no node sends anything"},
    {"a cell too few", MESH TABLE, HEADER "0,5\n", 2, ""},
    {"no number", MESH TABLE, HEADER "0,five,0.1\n", 2, "destination"},
    {"a column that is missing", MESH TABLE, "source,destination\n0,5\n", 1, "rate"},
};

static void fault_is_told_by_file_and_line(void **state)
{
    const fault_case *c = *state;
    noc_diag diag = {0};
    test_system t;
    assert_int_equal(test_rated_try(c->design, c->table, &t, &diag), NOC_EINPUT);
    assert_true(diag.count >= 1);
    test_print_messages(&diag);
    assert_contains(diag.messages[0].text, c->message);
    assert_contains(diag.messages[0].file, "rates.csv");
    assert_int_equal(diag.messages[0].line, c->line);
    noc_diag_clear(&diag);
    test_system_free(&t);
}

static const fault_case conflicts[] = {
    {"a source that is not there", LISTED("sources = (16);"), HEADER "0,5,0.1\n", 3,
     "traffic.sources: there is no node 16 (nodes are 0..15)"},
    {"memory nodes as sources", GPU "traffic = { sources = (1); };\n", HEADER "0,5,0.1\n", 2,
     "traffic.sources: node 1 is no compute node (requests go from compute to memory nodes; "},
    {"no pair", MESH "traffic = { pattern = \"transpose\"; sources = (1); destinations = (5); };\n",
     HEADER "0,5,0.1\n", 3, "leave no pair of nodes that sends anything"},
    {"lists beside a table", MESH "traffic = { rates = \"rates.csv\"; sources = (1); };\n",
     HEADER "0,5,0.1\n", 3, "traffic.rates names its own"},
    {"another pattern", MESH "traffic = { pattern = \"tornado\"; rates = \"rates.csv\"; };\n",
     HEADER "0,5,0.1\n", 3,
     "traffic.rates says who sends to whom, and traffic.pattern = \"tornado\""},
    {"weights", GPU "traffic = { rates = \"rates.csv\"; memory_weights = (1, 1, 1, 2); };\n",
     HEADER "0,1,0.01\n", 2, "traffic.rates says which memory nodes get how many requests"},
    {"packets to several nodes",
     MESH "traffic = { rates = \"rates.csv\"; multicast = { share = 0.1; destinations = 2; }; };\n",
     HEADER "0,5,0.1\n", 3, "traffic.multicast.share = 0.1 sends packets to several nodes"},
    {"a file that is not there", MESH "traffic = { rates = \"r.csv\"; };\n", HEADER "0,5,0.1\n", 3,
     "traffic.rates = \"r.csv\""},
};

static void conflict_is_told_at_its_line(void **state)
{
    const fault_case *c = *state;
    noc_diag diag = {0};
    test_system t;
    assert_int_equal(test_rated_try(c->design, c->table, &t, &diag), NOC_EINPUT);
    assert_int_equal(diag.count, 1);
    assert_contains(diag.messages[0].text, c->message);
    assert_int_equal(diag.messages[0].line, c->line);
    noc_diag_clear(&diag);
    test_system_free(&t);
}

int main(void)
{
    static test_list list;
    test_make_folder();
    TEST_TABLE(&list, patterns, table_is_the_pattern);
    test_add(&list, "nodes differ as the table has it", nodes_differ_as_the_table_has_it);
    test_add(&list, "a sample delivers the table", sample_delivers_the_table);
    test_add(&list, "lists leave some nodes", lists_leave_some_nodes);
    test_add(&list, "the hash is of the contents", hash_is_of_the_contents);
    TEST_TABLE(&list, faults, fault_is_told_by_file_and_line);
    TEST_TABLE(&list, conflicts, conflict_is_told_at_its_line);
    const int status = test_run("rates", &list);
    test_remove_folder();
    return status;
}
