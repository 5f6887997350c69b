/* What people read of a front: names of designs, sentences, numbers in a picture. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reports/front/front_labels.h"
#include "reports/front/front_words.h"
#include "reports/front/page_designs.h"
#include "reports/words/design_names.h"
#include "tests/support/helpers.h"
#include "tests/support/users/fronts.h"

/* What follows from settings named before, what all have, and lists are not in names. */
static void names_have_what_varies(void **state)
{
    static const struct {
        const char *overrides, *name;
    } rows[] = {
        {"[\"chip.tile_mm=2\",\"network.flit_bytes=16\",\"nodes.compute=24\",\"nodes.memory=12\","
         "\"nodes.memory_at=((0,0),(1,1),(2,2),(3,3))\"]",
         "12 memory nodes, 16 B"},
        {"[\"chip.tile_mm=2\",\"network.flit_bytes=8\",\"nodes.compute=28\",\"nodes.memory=8\"]",
         "8 memory nodes, 8 B"},
        {"[\"chip.tile_mm=2\",\"network.flit_bytes=16\",\"nodes.compute=28\",\"nodes.memory=8\"]",
         "8 memory nodes, 16 B"},
        {"[\"chip.tile_mm=2\",\"network.flit_bytes=16\",\"nodes.compute=28\",\"nodes.memory=8\","
         "\"network.port_reach=1\"]",
         "8 memory nodes, 16 B, port reach 1"},
        {"[\"chip.tile_mm=2\",\"network.flit_bytes=16\",\"nodes.compute=28\",\"nodes.memory=8\","
         "\"network.memory_ports=1\"]",
         "8 memory nodes, 1 port, 16 B"},
    };
    test_front m = {0};
    noc_design_names names;
    (void)state;
    for (size_t i = 0; i < TEST_COUNT(rows); i++)
        test_front_add(&m, rows[i].overrides, 1.0 + (double)i, 1.0 + (double)i);
    test_front_find(&m);
    assert_int_equal(noc_design_names_find(&m.all, NULL, &names, &m.diag), NOC_OK);
    for (size_t i = 0; i < TEST_COUNT(rows); i++) {
        char *name = noc_design_name(&names, i);
        assert_string_equal(name, rows[i].name);
        free(name);
    }
    char *phrase = noc_override_phrase(&names, "network.flit_bytes=32");
    char *none = noc_override_phrase(&names, "chip.tile_mm=2");
    assert_string_equal(phrase, "32 B");
    assert_string_equal(none, "");
    free(phrase);
    free(none);
    noc_design_names_clear(&names);
    test_front_clear(&m);
}

/* A setting of one network bears the network's name: what it carries, else its number. */
static void names_tell_networks_apart(void **state)
{
    static const noc_network_words words = {{"requests", "replies"}};
    test_front m = {0};
    (void)state;
    for (int i = 0; i < 8; i++) {
        char text[200];
        snprintf(text, sizeof text,
                 "[\"networks[0].flit_bytes=%d\",\"networks[1].flit_bytes=%d\","
                 "\"networks[1].ports=%d\",\"networks[0].port_reach=3\"]",
                 16 << (i & 1), 32 << (i >> 1 & 1), i & 4 ? 1 : 66);
        test_front_add(&m, text, 1.0 + i, 1.0 + i);
    }
    test_front_find(&m);
    for (int named = 0; named < 2; named++) {
        noc_design_names names;
        assert_int_equal(noc_design_names_find(&m.all, named ? &words : NULL, &names, &m.diag),
                         NOC_OK);
        char *name = noc_design_name(&names, 6);
        assert_string_equal(name, named ? "replies 1 port, requests 16 B, replies 64 B"
                                        : "networks[1] 1 port, networks[0] 16 B, networks[1] 64 B");
        free(name);
        char *label = noc_setting_make_label(&names.network_words, "networks[1].flit_bytes");
        assert_string_equal(label, named ? "replies flit bytes" : "networks[1] flit bytes");
        free(label);
        noc_design_names_clear(&names);
    }
    test_front_clear(&m);
}

static void one_design_is_the_base(void **state)
{
    test_front m = {0};
    noc_design_names names;
    (void)state;
    test_front_add(&m, "[]", 1.0, 1.0);
    test_front_find(&m);
    assert_int_equal(noc_design_names_find(&m.all, NULL, &names, &m.diag), NOC_OK);
    char *name = noc_design_name(&names, 0);
    assert_string_equal(name, "the base design");
    assert_int_equal(noc_design_names_find_main(&names, &m.all, 6), names.count);
    free(name);
    noc_design_names_clear(&names);
    test_front_clear(&m);
}

/* Area is that of the width, throughput too, but for a tenth by the ports: colours tell the width,
 * whose values are in ascending order. */
static void colours_tell_most(void **state)
{
    static const int widths[] = {32, 8, 16};
    test_front m = {0};
    noc_design_names names;
    char text[100];
    (void)state;
    for (int w = 0; w < 3; w++)
        for (int ports = 1; ports < 3; ports++) {
            snprintf(text, sizeof text, "[\"network.memory_ports=%d\",\"network.flit_bytes=%d\"]",
                     ports, widths[w]);
            test_front_add(&m, text, widths[w] * (1.0 + 0.1 * ports), widths[w]);
        }
    test_front_find(&m);
    assert_int_equal(noc_design_names_find(&m.all, NULL, &names, &m.diag), NOC_OK);
    const size_t telling = noc_design_names_find_main(&names, &m.all, 6);
    assert_string_equal(names.list[telling].key, "network.flit_bytes");
    assert_true(names.list[telling].is_number);
    assert_string_equal(names.list[telling].values[0], "8");
    assert_string_equal(names.list[telling].values[2], "32");
    for (size_t i = 0; i < m.all.count; i++)
        assert_int_equal(names.list[telling].value_indices[i], widths[i / 2] == 8    ? 0
                                                               : widths[i / 2] == 16 ? 1
                                                                                     : 2);
    assert_int_equal(noc_design_names_find_main(&names, &m.all, 2),
                     noc_design_names_index(&names, "network.memory_ports"));
    noc_design_names_clear(&names);
    test_front_clear(&m);
}

/* A front of 40 designs on a curve, and 20 behind it. */
static void make_curve(test_front *m)
{
    for (int i = 0; i < 60; i++) {
        const double area = 1.0 + i % 40, good = i < 40 ? 1.0 : 0.4;
        test_front_add(m, "[]", 100.0 * good * sqrt(area), area);
    }
    test_front_find(m);
}

static void sentences_count(void **state)
{
    test_front m = {0};
    (void)state;
    make_curve(&m);
    const noc_front_summary s = noc_front_summarize(&m.all);
    assert_int_equal(s.front_count, 40);
    assert_int_equal(s.best_designs[0], 39); /* the largest */
    assert_int_equal(s.best_designs[1], 0);  /* the smallest */
    assert_int_equal(s.certain_count + s.possible_count <= 60, 1);
    char *count = noc_front_count_words(&m.all, &s), *figures = noc_front_figures(&m.all, 8, 1);
    assert_contains(count, "40 of 60 designs are on the front by value");
    assert_contains(figures, "9.000 mm2, saturation bandwidth 300.0 GB/s (±10%)");
    free(figures);
    free(count);
    assert_string_equal(noc_label_without_unit(NOC_METRIC_round_trip_ns).text,
                        "round trip, loaded");
    assert_string_equal(noc_label_without_unit(NOC_METRIC_ipc).text,
                        noc_metric_label(NOC_METRIC_ipc).text);
    char text[300];
    assert_contains(noc_front_load_words("load 0.02", text, sizeof text),
                    "at the load 0.02 flits/cycle and node.");
    assert_contains(noc_front_load_words("load 60%", text, sizeof text), "at the load 60%.");
    assert_contains(noc_front_load_words("limits", text, sizeof text), "closed-loop");
    test_front_clear(&m);
}

static void numbers_do_not_overlap(void **state)
{
    test_front m = {0};
    noc_front_labels labels;
    (void)state;
    make_curve(&m);
    const noc_front_summary s = noc_front_summarize(&m.all);
    const noc_front_plane p = {
        {noc_front_find_axis(&m.all, 0), noc_front_find_axis(&m.all, 1)}, 800, 400};
    assert_int_equal(noc_front_labels_place(&m.all, &s, &p, &labels, &m.diag), NOC_OK);
    assert_in_range(labels.count, 10, NOC_FRONT_LABELS_MAX);
    for (size_t k = 0; k < labels.count; k++) {
        const noc_front_label *l = &labels.list[k];
        const double *v = m.all.points[l->candidate].value;
        const double x = noc_axis_share(&p.axes[0], -v[1]) * p.width;
        const double y = noc_axis_share(&p.axes[1], v[0]) * p.height;
        assert_true(m.all.marks[l->candidate].is_on_value_front);
        assert_true(hypot(l->x - x, l->y - y) < 20);
        assert_true(l->x > 0 && l->x < p.width && l->y > 0 && l->y < p.height);
        for (const noc_front_label *o = labels.list; o < l; o++)
            assert_true(fabs(l->x - o->x) >= 16 || fabs(l->y - o->y) >= 12);
    }
    assert_true(noc_front_label_number(&labels, s.best_designs[0]) > 0);
    assert_true(noc_front_label_number(&labels, s.best_designs[1]) > 0);
    assert_true(noc_front_label_number(&labels, s.knee) > 0);
    assert_int_equal(noc_front_label_number(&labels, 45), 0);
    test_front_clear(&m);
}

/* Designs on the front by value come first, then those whose odds count, then all others. */
static void odds_that_count_are_drawn_first(void **state)
{
    test_front m = {0};
    noc_page_designs drawn;
    (void)state;
    for (int i = 0; i < 3; i++) test_front_add(&m, "[]", i == 2 ? 9.0 : 8.0, 1.0);
    test_front_find(&m);
    for (size_t i = 0; i < 2; i++) m.all.marks[i] = (noc_front_mark){NOC_FRONT_POSSIBLE, false};
    m.all.odds[0] = 0.5 * NOC_ODDS_COUNTED;
    m.all.odds[1] = 2.0 * NOC_ODDS_COUNTED;
    assert_int_equal(noc_page_choose_designs(&m.all, &drawn, &m.diag), NOC_OK);
    assert_int_equal(drawn.count, 3);
    for (size_t i = 0; i < 3; i++) assert_int_equal(drawn.list[i], 2 - i);
    free(drawn.list);
    test_front_clear(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_have_what_varies),
        cmocka_unit_test(names_tell_networks_apart),
        cmocka_unit_test(one_design_is_the_base),
        cmocka_unit_test(colours_tell_most),
        cmocka_unit_test(sentences_count),
        cmocka_unit_test(numbers_do_not_overlap),
        cmocka_unit_test(odds_that_count_are_drawn_first),
    };
    return cmocka_run_group_tests_name("front names", tests, NULL, NULL);
}
