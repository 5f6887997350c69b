/* Networks drawn by how busy their channels are: every channel once, darker and wider the busier it
 * is, and the busiest by name. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reports/drawings/svg.h"
#include "tests/support/helpers.h"
#include "tests/support/users/xml.h"

static noc_arena arena; /* memory of the parts of answers */

/* Rates that rise from channel to channel, up to `most`. */
static noc_channel_rates rising(const noc_system *system, double most)
{
    noc_channel_rates rates;
    double *flits = noc_channels_alloc_rates(system);
    const uint32_t count = system->graph.channel_count;
    assert_non_null(flits);
    for (uint32_t c = 0; c < count; c++)
        flits[c * NOC_CLASSES + NOC_REPLY] = most * (c + 1) / count;
    assert_int_equal(noc_channels_find_rates(system, flits, &arena, &rates, NULL), NOC_OK);
    free(flits);
    return rates;
}

static char *drawn(const noc_system *system, const noc_svg_heat *heat)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    assert_int_equal(noc_svg_draw_heat(system, heat, out, NULL), NOC_OK);
    assert_int_equal(fclose(out), 0);
    return text;
}

static void shipped_are_well_formed(void **state)
{
    const test_shipped *shipped = *state;
    test_system t = test_compile_file(shipped->path, NULL);
    noc_channel_rates rates = rising(t.system, 0.7);
    const noc_svg_heat heat = noc_svg_heat_make(&rates, " at some load");
    char *text = drawn(t.system, &heat);
    assert_true(test_is_well_formed(text));
    assert_contains(text, "Channels at some load");
    free(text);
    noc_arena_clear(&arena);
    test_system_free(&t);
}

typedef struct drawn_case {
    const char *name, *path;
} drawn_case;

/* Where each channel has a line of its own. */
static const drawn_case drawn_cases[] = {
    {"mesh", "configs/te13-baseline.cfg"},
    {"concentrated mesh with express channels", "configs/te13-cmesh-express-64.cfg"},
    {"crossbars with concentrators", "configs/te13-xbar-16b.cfg"},
    {"two stages of crossbars", "configs/cdx19-cdxbar-80.cfg"},
};

static void every_channel_is_drawn(void **state)
{
    const drawn_case *c = *state;
    test_system t = test_compile_file(c->path, NULL);
    noc_channel_rates rates = rising(t.system, 0.7);
    const noc_svg_heat heat = noc_svg_heat_make(&rates, "");
    char *text = drawn(t.system, &heat), named[200];
    assert_int_equal(test_count_of(text, "class=\"heat\""), rates.count);
    assert_int_equal(test_count_of(text, "class=\"edge\""), 1);
    assert_near(heat.scale_end, 0.8, 1e-12);
    const noc_channel_rate *last = &rates.channels[rates.count - 1];
    snprintf(named, sizeof named, "70.0 %%  %s %s", noc_channel_kind_name(last->kind), last->name);
    assert_contains(text, named);
    free(text);
    noc_arena_clear(&arena);
    test_system_free(&t);
}

/* Lines of several channels show the busiest, and the legend says so. */
static void bundles_show_their_busiest(void **state)
{
    (void)state;
    test_system t = test_compile("nodes = { compute = 132; memory = 80; };\n"
                                 "traffic = { pattern = \"many-to-few\"; };\n"
                                 "network = { topology = \"crossbar\"; virtual_channels = 2; };\n",
                                 NULL);
    noc_channel_rates rates = rising(t.system, 0.7);
    const noc_svg_heat heat = noc_svg_heat_make(&rates, "");
    char *text = drawn(t.system, &heat);
    assert_true(test_is_well_formed(text));
    assert_int_equal(test_count_of(text, "class=\"heat\""), 4);
    assert_int_equal(test_count_of(text, "class=\"edge\""), 1);
    assert_int_equal(test_count_of(text, "<title>132 channels, the busiest: "), 2);
    assert_int_equal(test_count_of(text, "<title>80 channels, the busiest: "), 2);
    assert_int_equal(test_count_of(text, ": 70.0 % of its time"), 1);
    assert_contains(text, "of several links in one line, the busiest");
    free(text);
    noc_arena_clear(&arena);
    test_system_free(&t);
}

/* What grey prints show of "#rrggbb" (ITU-R BT.601). */
static double lightness(const char *colour)
{
    unsigned r, g, b;
    assert_int_equal(sscanf(colour, "#%2x%2x%2x", &r, &g, &b), 3);
    return 0.299 * r + 0.587 * g + 0.114 * b;
}

static void busier_is_darker_and_wider(void **state)
{
    (void)state;
    test_system t = test_compile_file("configs/te13-baseline.cfg", NULL);
    noc_channel_rates rates = rising(t.system, 0.8);
    const noc_svg_heat heat = noc_svg_heat_make(&rates, "");
    double light = 256.0, wide = 0.0;
    for (uint32_t c = 0; c < rates.count; c++) {
        char *text = NULL;
        size_t size = 0;
        FILE *out = open_memstream(&text, &size);
        assert_non_null(out);
        noc_svg_heat_draw_path(out, &heat, c, 1.0, "M0 0L1 1");
        assert_int_equal(fclose(out), 0);
        const char *colour = strstr(text, "stroke:#");
        assert_non_null(colour);
        assert_true(lightness(colour + strlen("stroke:")) <= light);
        assert_true(test_number_after(colour, "stroke-width:") >= wide);
        light = lightness(colour + strlen("stroke:"));
        wide = test_number_after(colour, "stroke-width:");
        free(text);
    }
    assert_true(light < 60.0 && wide > 4.0);
    noc_arena_clear(&arena);
    test_system_free(&t);
}

/* Nothing is sent: nothing is busiest, and the scale is still one. */
static void nothing_at_all(void **state)
{
    (void)state;
    test_system t = test_compile_file("configs/te13-baseline.cfg", NULL);
    noc_channel_rates rates = rising(t.system, 0.0);
    const noc_svg_heat heat = noc_svg_heat_make(&rates, "");
    char *text = drawn(t.system, &heat);
    assert_true(test_is_well_formed(text));
    assert_int_equal(test_count_of(text, "class=\"edge\""), 0);
    assert_true(heat.scale_end > 0.0);
    free(text);
    noc_arena_clear(&arena);
    test_system_free(&t);
}

int main(void)
{
    static test_list list;
    const test_shipped *shipped;
    const size_t count = test_shipped_designs(&shipped);
    TEST_TABLE(&list, drawn_cases, every_channel_is_drawn);
    test_add(&list, "bundles show their busiest", bundles_show_their_busiest);
    test_add(&list, "busier is darker and wider", busier_is_darker_and_wider);
    test_add(&list, "nothing at all", nothing_at_all);
    test_add_rows(&list, NULL, shipped, count, sizeof *shipped, shipped_are_well_formed);
    return test_run("heat", &list);
}
