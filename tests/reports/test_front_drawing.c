/* Fronts as SVG: every design stands where its objectives say, the front is steps, numbers do not
 * overlap, whatever the designs are. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reports/front/front_drawing.h"
#include "reports/front/front_labels.h"
#include "tests/support/helpers.h"
#include "tests/support/users/charts.h"
#include "tests/support/users/fronts.h"
#include "tests/support/users/xml.h"

typedef struct front_case {
    const char *name;
    int members, others;      /* designs on the front, and dominated ones */
    double area, area_factor; /* area of the first member, factor from one to the next */
    double bandwidth, bandwidth_factor;
    int widths;             /* values of the setting that explains the objectives */
    bool is_logarithmic[2]; /* axes that span decades */
} front_case;

static const front_case front_cases[] = {
    {"none", 0, 0, 1, 1, 1, 1, 1, {false, false}},
    {"one design", 1, 0, 20, 1, 50, 1, 1, {false, false}},
    {"two designs", 2, 0, 20, 1.2, 50, 1.3, 1, {false, false}},
    {"of some designs", 9, 15, 20, 1.15, 50, 1.2, 3, {false, false}},
    {"of six widths", 18, 40, 20, 1.1, 50, 1.1, 6, {false, false}},
    {"of areas over decades", 16, 100, 0.2, 1.5, 50, 1.1, 2, {true, false}},
    {"of both over decades", 30, 100, 0.2, 1.3, 5, 1.3, 2, {true, true}},
    {"of many members", 1000, 300, 20, 1.001, 50, 1.001, 4, {false, false}},
    {"with many dominated", 20, 3000, 20, 1.1, 50, 1.1, 4, {false, false}},
    {"of tiny values", 8, 8, 1e-7, 1.2, 1e-5, 1.2, 2, {false, false}},
    {"of huge values", 8, 8, 4e8, 1.2, 1e12, 1.2, 2, {false, false}},
};

/* Fills a front: members grow in both objectives; the others are at members' areas, with a third to
 * two thirds of their bandwidths. */
static void fill(test_front *f, const front_case *c)
{
    for (int i = 0; i < c->members + c->others; i++) {
        const int member = i < c->members ? i : i % c->members;
        const double area = c->area * pow(c->area_factor, member);
        const double bandwidth = c->bandwidth * pow(c->bandwidth_factor, member);
        const double share = i < c->members ? 1.0 : 0.33 + 0.33 * (double)(i % 97) / 97.0;
        char overrides[300];
        snprintf(overrides, sizeof overrides,
                 "[\"network.carries=both\",\"network.flit_bytes=%d\",\"network.buffer_flits=%d\","
                 "\"network.placement_of_a_long_name=\\\"value-%d\\\"\"]",
                 8 << (member * c->widths / (c->members + 1)), i / 8 + 2, i);
        test_front_add(f, overrides, share * bandwidth, area);
    }
    test_front_find(f);
}

static char *drawn(const test_front *f, noc_chart_scheme scheme)
{
    char name[] = "fronts & <more>", task[] = "limits", *text = NULL;
    const noc_space_record space = {.name = name, .task = task};
    const noc_front_view view = {.candidates = &f->all, .space = &space};
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    assert_int_equal(noc_front_draw(&view, scheme, out, NULL), NOC_OK);
    assert_int_equal(fclose(out), 0);
    return text;
}

/* Each member is ringed at its place, as the ticks say, and nobody else. */
static void expect_members(const front_case *c, const char *svg)
{
    if (c->members < 2) return;
    const test_rulers rulers = test_chart_rulers(svg, c->is_logarithmic[0], c->is_logarithmic[1]);
    for (int i = 0; i < c->members; i++)
        test_chart_has(strstr(svg, "noc-ringed\""), &rulers, c->area * pow(c->area_factor, i),
                       c->bandwidth * pow(c->bandwidth_factor, i));
}

/* Numbers 1, 2, ... stand once in the plane and once in the key. */
static void expect_numbers(const front_case *c, const char *svg)
{
    test_text *texts = calloc(TEST_TEXTS_MOST, sizeof *texts);
    int in_plane = 0, in_key = 0;
    assert_non_null(texts);
    const size_t count = test_chart_texts(svg, texts);
    for (size_t i = 0; i < count; i++) {
        char next[12];
        snprintf(next, sizeof next, "%d", in_plane + 1);
        if (strcmp(texts[i].class, "noc-small noc-halo") == 0) {
            assert_string_equal(texts[i].words, next);
            in_plane++;
        }
        snprintf(next, sizeof next, "%d", in_key + 1);
        if (in_plane > 0 && strcmp(texts[i].class, "noc-small") == 0 &&
            strcmp(texts[i].words, next) == 0)
            in_key++;
    }
    assert_int_equal(in_plane, in_key);
    assert_in_range(in_plane, c->members < 2 ? (unsigned)c->members : 2, NOC_FRONT_LABELS_MAX);
    if (c->members > 1 && c->members < 10) assert_int_equal(in_plane, c->members);
    free(texts);
}

static void fronts_are_drawn(void **state)
{
    const front_case *c = *state;
    test_front f = {0};
    fill(&f, c);
    char *svg = drawn(&f, NOC_CHART_BOTH);
    const bool has_texts = c->members + c->others <= 1000;
    test_chart_is_sound(svg);
    test_chart_texts_are_apart(svg);
    assert_int_equal(test_count_of(svg, "noc-ringed\""), c->members);
    if (has_texts) /* title of the document, and one for each design */
        assert_int_equal(test_count_of(svg, "<title>"), 1 + c->members + c->others);
    assert_int_equal(test_count_of(svg, "logarithmic)"),
                     c->is_logarithmic[0] + c->is_logarithmic[1]);
    expect_members(c, svg);
    expect_numbers(c, svg);
    free(svg);
    test_front_clear(&f);
}

/* The line of the front covers what no design on it dominates: between two members it goes at the
 * lower bandwidth up to the larger area. */
static void the_front_is_steps(void **state)
{
    const front_case c = {"steps", 4, 0, 10, 1.5, 20, 1.4, 1, {false, false}};
    test_front f = {0};
    (void)state;
    fill(&f, &c);
    char *svg = drawn(&f, NOC_CHART_LIGHT);
    const test_rulers rulers = test_chart_rulers(svg, false, false);
    const char *line = strstr(svg, "stroke-width=\"1.3\"");
    assert_non_null(line);
    char *path = strndup(line, strcspn(line, ">"));
    assert_int_equal(test_count_of(path, "L"), 6);
    for (int i = 0; i < 4; i++) {
        test_chart_has(path, &rulers, 10 * pow(1.5, i), 20 * pow(1.4, i));
        if (i < 3) test_chart_has(path, &rulers, 10 * pow(1.5, i + 1), 20 * pow(1.4, i));
    }
    free(path);
    free(svg);
    test_front_clear(&f);
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, front_cases, fronts_are_drawn);
    test_add(&list, "the front is steps", the_front_is_steps);
    return test_run("front_drawing", &list);
}
