/* Traffic of several classes: what of it is refused, shares and lengths in closed form, latencies
 * alone in the network by hand, and the model's by class beside BookSim 2.0's. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analytic/curve/model.h"
#include "analytic/zero_load.h"
#include "explore/space/setting_columns.h"
#include "hybrid/answers/estimate.h"
#include "hybrid/answers/figures/class_figures.h"
#include "network/compile/compile.h"
#include "reader/design_read.h"
#include "reader/design_walk.h"
#include "tests/support/helpers.h"
#include "tests/support/rows/booksim_rows.h"

#define MESH                                                   \
    "nodes = { compute = 16; };\n"                             \
    "network = { topology = \"mesh\"; columns = 4; rows = 4; " \
    "virtual_channels = 4; };\n"                               \
    "traffic = {\n"
#define BULK   "{ name = \"bulk\"; share = 0.75; pattern = \"uniform\"; packet_flits = 5; }"
#define URGENT "{ name = \"urgent\"; share = 0.25; pattern = \"transpose\"; priority = 1; }"

static const char two[] = MESH "classes = (\n" BULK ",\n" URGENT ");\n};\n";

/* ---- what is refused ------------------------------------------------------------------------ */

typedef struct fault_case {
    const char *name, *text;
    int line;
    const char *message;
} fault_case;

static const fault_case faults[] = {
    {"shares that do not sum to 1",
     MESH "classes = (\n" BULK ",\n{ name = \"b\"; share = 0.35; pattern = \"uniform\"; }); };\n",
     4, "traffic.classes: shares of the offered flits sum to 1.1 (expected 1)"},
    {"no pattern", MESH "classes = (\n" BULK ",\n{ name = \"b\"; share = 0.25; }); };\n", 6,
     "traffic.classes[1].pattern is missing (expected one of"},
    {"no name", MESH "classes = (\n" BULK ",\n{ share = 0.25; pattern = \"uniform\"; }); };\n", 6,
     "traffic.classes[1].name is missing"},
    {"a name twice",
     MESH "classes = (\n" BULK
          ",\n{ name = \"bulk\"; share = 0.25; pattern = \"uniform\"; }); };\n",
     6, "traffic.classes[1].name = \"bulk\" is the name of traffic.classes[0], too"},
    {"an unknown key",
     MESH "classes = (\n" BULK
          ",\n{ name = \"b\"; share = 0.25; pattern = \"uniform\"; prioritty = 1; }); };\n",
     6, "did you mean 'priority'?"},
    {"a key of another pattern",
     MESH "classes = (\n" BULK
          ",\n{ name = \"b\"; share = 0.25; pattern = \"uniform\"; read_fraction = 0.5; }); };\n",
     6, "a class with pattern \"uniform\" has no 'read_fraction'"},
    {"a node that is not there",
     MESH "classes = (\n" BULK ",\n{ name = \"b\"; share = 0.25; pattern = \"hotspot\";\n"
          "hotspot_nodes = (16); }); };\n",
     7, "traffic.classes[1].hotspot_nodes: there is no node 16 (nodes are 0..15)"},
    {"memory nodes",
     MESH "classes = (\n" BULK
          ",\n{ name = \"b\"; share = 0.25; pattern = \"many-to-few\"; }); };\n",
     6, "traffic.classes[1].pattern = \"many-to-few\" has memory nodes"},
    {"a pattern beside classes",
     MESH "pattern = \"uniform\";\nclasses = (" BULK ", " URGENT "); };\n", 4,
     "traffic.pattern does not apply beside traffic.classes"},
    {"lengths beside classes",
     MESH
     "classes = ({ name = \"a\"; share = 1; pattern = \"uniform\"; });\npacket_flits = 4; };\n",
     5, "traffic.packet_flits does not apply beside traffic.classes"},
    {"a batch",
     MESH "classes = ({ name = \"a\"; share = 1; pattern = \"uniform\"; });\nbatch = 4; };\n", 5,
     "traffic.batch and traffic.outstanding send packets of one kind"},
    {"no list", MESH "classes = { share = 1; }; };\n", 4,
     "traffic.classes: expected a list of groups"},
};

static void fault_is_told_in_one_line(void **state)
{
    const fault_case *c = *state;
    noc_source source = test_source("classes.cfg", c->text);
    noc_diag diag = {0};
    noc_design *design = NULL;
    assert_int_equal(noc_design_read(&source, NULL, 0, &design, &diag), NOC_EINPUT);
    assert_int_equal(diag.count, 1);
    assert_contains(diag.messages[0].text, c->message);
    assert_int_equal(diag.messages[0].line, c->line);
    noc_diag_clear(&diag);
    noc_source_clear(&source);
}

/* Settings of the command line: the class and key that are set, and no others. */
static void overrides_reach_a_class(void **state)
{
    (void)state;
    const char *const set[] = {
        "traffic.classes[1].packet_flits=(2,4)", "traffic.classes[1].packet_mix=(0.5,0.5)",
        "traffic.classes[0].share=0.4", "traffic.classes[1].share=0.6", NULL};
    noc_design *d = test_design(two, set);
    assert_near(d->traffic.classes.list[0].share, 0.4, 1e-12);
    assert_near(d->traffic.classes.list[1].share, 0.6, 1e-12);
    assert_int_equal(d->traffic.classes.list[0].traffic.packet_flits.values[0], 5);
    assert_int_equal(d->traffic.classes.list[1].traffic.packet_flits.count, 2);
    char *text = noc_design_canonical(d);
    assert_contains(text, "traffic.classes = ({ name = \"bulk\"; share = 0.4; pattern = "
                          "\"uniform\"; priority = 0; packet_flits = (5); packet_mix = (1); }, ");
    assert_null(strstr(text, "traffic.pattern"));
    free(text);
    noc_design_free(d);
}

/* ---- shares and lengths --------------------------------------------------------------------- */

/* Shares of flits 3 : 1, so of packets of 5 and 1 flits 0.15 : 0.25 = 0.375 : 0.625; 2.5 flits in
 * the mean. */
static void rates_follow_from_shares_of_flits(void **state)
{
    (void)state;
    test_system t = test_compile(two, NULL);
    const noc_traffic *traffic = &t.system->traffic;
    double rates[2] = {0.0, 0.0}, shares[2] = {0.0, 0.0};
    assert_int_equal(traffic->class_count, 2);
    for (size_t f = 0; f < traffic->flow_count; f++)
        if (traffic->flows[f].source == 6)
            rates[traffic->flows[f].traffic_class] += traffic->flows[f].rate;
    for (int i = 0; i < traffic->type_count; i++)
        shares[traffic->types[i].traffic_class] += traffic->types[i].share;
    for (int k = 0; k < 2; k++) {
        assert_near(traffic->classes[k].packet_share, k ? 0.625 : 0.375, 1e-12);
        assert_near(rates[k], k ? 0.625 : 0.375, 1e-12);
        assert_near(shares[k], k ? 0.625 : 0.375, 1e-12);
    }
    assert_near(traffic->injected_flits, 2.5, 1e-12);
    assert_int_equal(traffic->injector_count, 16);
    test_system_free(&t);
}

/* One class is the traffic that it says, to the bit. */
static void one_class_is_plain_traffic(void **state)
{
    (void)state;
    test_system a = test_compile(MESH "pattern = \"tornado\"; packet_flits = (1, 4); };\n", NULL);
    test_system b = test_compile(MESH "classes = ({ name = \"all\"; share = 1; pattern = "
                                      "\"tornado\"; packet_flits = (1, 4); }); };\n",
                                 NULL);
    noc_estimate *e = calloc(2, sizeof *e);
    assert_non_null(e);
    assert_int_equal(noc_estimate_model(a.system, 0.1, &e[0], NULL), NOC_OK);
    assert_int_equal(noc_estimate_model(b.system, 0.1, &e[1], NULL), NOC_OK);
    for (int id = 0; id < NOC_METRICS; id++)
        assert_memory_equal(&e[0].metrics[id].value, &e[1].metrics[id].value, sizeof(double));
    assert_int_equal(e[0].class_count, 0);
    assert_int_equal(e[1].class_count, 1);
    assert_true(e[1].classes[0].latency.value ==
                e[1].metrics[NOC_METRIC_packet_latency_cycles].value);
    free(e);
    test_system_free(&a);
    test_system_free(&b);
}

/* ---- alone in the network ------------------------------------------------------------------- */

/* 3 + 4 H + (H - 1) + F - 1 cycles: uniform on 4x4 H = 3.5; transpose, |x - y| twice, H = 1 + 2
 * 1.25. Means over packets. From a corner, uniform, H = 4, from the middle 3. */
static void zero_load_is_as_worked_out(void **state)
{
    (void)state;
    test_system t = test_compile(two, NULL);
    noc_model *model = noc_model_new(t.system);
    noc_model_point point;
    assert_non_null(model);
    noc_model_solve(model, 0.0, &point);
    assert_near(point.class_latency[0], 2.0 + 5.0 * 3.5 + 4.0, 1e-9);
    assert_near(point.class_latency[1], 2.0 + 5.0 * 3.5, 1e-9);
    assert_near(noc_model_zero_load(model), 0.375 * 23.5 + 0.625 * 19.5, 1e-9);
    noc_model_free(model);
    test_system_free(&t);
}

static void nodes_are_as_far_as_they_are(void **state)
{
    (void)state;
    test_system t = test_compile(MESH "pattern = \"uniform\"; };\n", NULL);
    noc_model *model = noc_model_new(t.system);
    noc_model_point point;
    assert_non_null(model);
    noc_model_solve(model, 0.3, &point);
    const noc_node_latencies nodes = noc_model_node_latencies(model);
    assert_near(nodes.fastest_node.idle_cycles, 2.0 + 5.0 * 3.0, 1e-9);
    assert_near(nodes.slowest_node.idle_cycles, 2.0 + 5.0 * 4.0, 1e-9);
    assert_near(nodes.all_packets.idle_cycles, noc_model_zero_load(model), 1e-9);
    /* waits along all ways are those that queue by queue add up to */
    assert_near(nodes.all_packets.wait_cycles, point.packet_latency - nodes.all_packets.idle_cycles,
                1e-6);
    noc_model_free(model);
    test_system_free(&t);
}

/* ---- under load ----------------------------------------------------------------------------- */

static void means_are_those_of_the_classes(void **state)
{
    (void)state;
    test_system t = test_compile(two, NULL);
    noc_model *model = noc_model_new(t.system);
    noc_model_point point;
    assert_non_null(model);
    noc_model_solve(model, 0.25, &point);
    const noc_node_latencies nodes = noc_model_node_latencies(model);
    assert_near(point.packet_latency,
                0.375 * point.class_latency[0] + 0.625 * point.class_latency[1], 1e-9);
    assert_near(nodes.all_packets.idle_cycles + nodes.all_packets.wait_cycles, point.packet_latency,
                1e-6);
    noc_model_free(model);
    test_system_free(&t);
}

#define DETOURS                                                                        \
    "nodes = { compute = 6; };\n"                                                      \
    "network = { topology = \"dragonfly\"; concentration = 1; routers_per_group = 2; " \
    "global_channels = 1; virtual_channels = 4; buffer_flits = 64; "                   \
    "channel_cycles = 10; global_channel_cycles = 100; routing = \"ugal\"; };\n"       \
    "traffic = "

/* Latencies of classes whose packets go longer ways have these ways, as the mean of all packets
 * has: two classes alike are one, and of two that differ the one that avoids its links has more. */
static void classes_go_longer_ways(void **state)
{
    (void)state;
    static const char *const texts[] = {
        DETOURS "{ pattern = \"uniform\"; packet_flits = 2; };\n",
        DETOURS "{ classes = ({ name = \"a\"; share = 0.5; pattern = \"uniform\"; packet_flits = "
                "2; }, { name = \"b\"; share = 0.5; pattern = \"uniform\"; packet_flits = 2; }); "
                "};\n",
        DETOURS "{ classes = ({ name = \"a\"; share = 0.5; pattern = \"uniform\"; packet_flits = "
                "2; }, { name = \"b\"; share = 0.5; pattern = \"tornado\"; packet_flits = 2; }); "
                "};\n",
    };
    noc_model_point points[3];
    for (int i = 0; i < 3; i++) {
        test_system t = test_compile(texts[i], NULL);
        noc_model *model = noc_model_new(t.system);
        assert_non_null(model);
        noc_model_solve(model, 0.1, &points[i]);
        noc_model_free(model);
        test_system_free(&t);
    }
    assert_true(points[0].detour_cycles[NOC_REQUEST] > 5.0);
    for (int k = 0; k < 2; k++)
        assert_near(points[1].class_latency[k], points[0].packet_latency,
                    0.01 * points[0].packet_latency);
    for (int i = 1; i < 3; i++)
        assert_near(points[i].packet_latency,
                    0.5 * (points[i].class_latency[0] + points[i].class_latency[1]),
                    1e-3 * points[i].packet_latency);
    assert_true(points[2].class_detour_cycles[1] > 2.0 * points[2].class_detour_cycles[0]);
}

/* Sources that fall behind send flits of both classes by turns, up to what is offered. */
static void classes_share_what_is_accepted(void **state)
{
    (void)state;
    test_system t = test_compile(two, NULL);
    double of[NOC_TRAFFIC_CLASSES_MAX];
    noc_classes_share_load(&t.system->traffic, 0.4, 0.4, false, of);
    assert_near(of[0], 0.3, 1e-12);
    assert_near(of[1], 0.1, 1e-12);
    noc_classes_share_load(&t.system->traffic, 2.0, 0.8, false, of);
    assert_near(of[0], 0.4, 1e-12);
    assert_near(of[1], 0.4, 1e-12);
    noc_classes_share_load(&t.system->traffic, 2.0, 0.8, true, of);
    assert_near(of[0], 0.3, 1e-12);
    assert_near(of[1], 0.5, 1e-12);
    test_system_free(&t);
}

/* Two of 16 nodes get all single flits, 0.25 of L by 16/2 nodes each, and their share of the
 * others: 2.75 L of a channel's time. */
static void channels_carry_what_classes_send(void **state)
{
    (void)state;
    static const char hot[] =
        MESH "classes = (\n" BULK ",\n{ name = \"hot\"; share = 0.25; pattern "
             "= \"hotspot\"; hotspot_nodes = (5, 6); }); };\n";
    test_system t = test_compile(hot, NULL);
    noc_estimate *e = calloc(1, sizeof *e);
    assert_non_null(e);
    assert_int_equal(noc_estimate_model(t.system, 0.2, e, NULL), NOC_OK);
    assert_near(e->metrics[NOC_METRIC_channel_utilization_max].value, 2.75 * 0.2, 1e-9);
    assert_near(e->bottleneck.utilization, 2.75 * 0.2, 1e-9);
    free(e);
    test_system_free(&t);
}

/* Results kept of one of two designs that share all they can hold for the next only where it is the
 * same. */
static void priorities_are_no_kept_find(void **state)
{
    (void)state;
    noc_value_cache kept = {NULL};
    double urgent[2];
    for (int by_class = 0; by_class < 2; by_class++) {
        const char *const set[] = {by_class ? "traffic.priority=class" : "traffic.priority=none",
                                   "network.allocator=separable", NULL};
        noc_design *d = test_design(two, set);
        noc_system *system = NULL;
        noc_estimate *e = calloc(1, sizeof *e);
        assert_non_null(e);
        assert_int_equal(noc_system_compile_kept(d, &kept, &system, NULL), NOC_OK);
        assert_int_equal(noc_estimate_sweep_point(system, 0.25, NOC_EXTENT_ALL, &kept, e, NULL),
                         NOC_OK);
        urgent[by_class] = e->classes[1].latency.value;
        free(e);
        noc_system_free(system);
        noc_design_free(d);
    }
    assert_true(urgent[1] < urgent[0] - 0.1);
    noc_cache_clear(&kept);
}

typedef struct allocator_case {
    const char *name;
    bool ignores;
} allocator_case;

static const allocator_case allocators[] = {
    {"islip", true},         {"loa", true},
    {"pim", true},           {"maximum", true},
    {"select", false},       {"separable", false},
    {"wavefront", false},    {"separable-output", false},
    {"rr-wavefront", false},
};

static bool is_warned(const noc_estimate *e, const char *text)
{
    for (int i = 0; i < e->warning_count; i++)
        if (strstr(e->warnings[i], text)) return true;
    return false;
}

/* An allocator that ignores priorities is warned of, and no other. */
static void ignored_priorities_are_warned_of(void **state)
{
    const allocator_case *c = *state;
    char allocator[80];
    snprintf(allocator, sizeof allocator, "network.allocator=%s", c->name);
    const char *const set[] = {"traffic.priority=class", allocator, NULL};
    test_system t = test_compile(two, set);
    noc_estimate *e = calloc(1, sizeof *e);
    assert_non_null(e);
    assert_int_equal(noc_estimate_model(t.system, 0.1, e, NULL), NOC_OK);
    assert_int_equal(is_warned(e, "ignores it"), c->ignores);
    free(e);
    test_system_free(&t);
}

typedef struct family_case {
    const char *name, *family;
} family_case;

static const family_case families[] = {
    {"model beside BookSim: no priority", "mesh4-c2-v4b8-P4-none"},
    {"model beside BookSim: by class", "mesh4-c2-v4b8-P4-sif-class"},
};

/* Up to 80 % of saturation each latency within 10 %, in the mean within 4 %. */
static void model_has_latencies_by_class(void **state)
{
    const family_case *c = *state;
    booksim reference = booksim_read("booksim-classes.csv");
    const booksim_family *f = booksim_find(&reference, c->family);
    test_system t = test_compile(f->design, NULL);
    noc_estimate *e = calloc(1, sizeof *e);
    double sum = 0.0, count = 0.0;
    assert_non_null(e);
    for (size_t i = 0; i < f->count; i++) {
        const booksim_row *row = &f->rows[i];
        if (strcmp(row->point, "load") != 0 || row->load > 0.801 * f->saturation) continue;
        assert_int_equal(noc_estimate_model(t.system, row->load, e, NULL), NOC_OK);
        assert_int_equal(e->class_count, 2);
        for (int k = 0; k < 2; k++) {
            const double off = e->classes[k].latency.value / row->class_latency[k] - 1.0;
            assert_near(off, 0.0, 0.1);
            sum += fabs(off);
            count++;
        }
    }
    assert_true(count >= 12.0);
    assert_near(sum / count, 0.0, 0.04);
    free(e);
    test_system_free(&t);
    booksim_free(&reference);
}

/* ---- spaces and stores ---------------------------------------------------------------------- */

static void columns_have_values_of_classes(void **state)
{
    (void)state;
    noc_setting_columns columns = {0};
    noc_design *d = test_design(two, NULL);
    static const struct {
        const char *override;
        const char *text;
    } rows[] = {
        {"traffic.classes[0].share=0.1", "0.75"},
        {"traffic.classes[1].priority=0", "1"},
        {"traffic.classes[1].pattern=uniform", "\"transpose\""},
        {"traffic.classes[0].packet_flits=3", "\"(5)\""},
        {"traffic.classes[2].share=0.1", "null"},
    };
    for (size_t i = 0; i < TEST_COUNT(rows); i++) {
        assert_int_equal(noc_setting_columns_add(&columns, rows[i].override, NULL), NOC_OK);
        json_t *value = noc_setting_column_value(&columns.list[i], d);
        char *text = json_dumps(value, JSON_ENCODE_ANY | JSON_REAL_PRECISION(6));
        assert_string_equal(text, rows[i].text);
        free(text);
        json_decref(value);
    }
    noc_setting_columns_clear(&columns);
    noc_design_free(d);
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, faults, fault_is_told_in_one_line);
    test_add(&list, "overrides reach a class", overrides_reach_a_class);
    test_add(&list, "rates follow from shares of flits", rates_follow_from_shares_of_flits);
    test_add(&list, "one class is plain traffic", one_class_is_plain_traffic);
    test_add(&list, "zero load is as worked out", zero_load_is_as_worked_out);
    test_add(&list, "nodes are as far as they are", nodes_are_as_far_as_they_are);
    test_add(&list, "means are those of the classes", means_are_those_of_the_classes);
    test_add(&list, "classes go longer ways", classes_go_longer_ways);
    test_add(&list, "classes share what is accepted", classes_share_what_is_accepted);
    test_add(&list, "channels carry what classes send", channels_carry_what_classes_send);
    test_add(&list, "priorities are no kept find", priorities_are_no_kept_find);
    TEST_TABLE_PREFIXED(&list, "priorities of", allocators, ignored_priorities_are_warned_of);
    TEST_TABLE(&list, families, model_has_latencies_by_class);
    test_add(&list, "columns have values of classes", columns_have_values_of_classes);
    return test_run("classes of traffic", &list);
}
