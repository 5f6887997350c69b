/* Charts as SVG: colours that differ for everyone, texts that do not overlap, lines and bands that
 * end at the edges of their plane, and nothing that could clash in a page. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reports/drawings/plane.h"
#include "tests/support/helpers.h"
#include "tests/support/users/charts.h"
#include "tests/support/users/xml.h"

static const noc_chart_look ink = {NOC_CHART_INK, 0, 0};

static char *ended(noc_chart *chart, const char *title, noc_chart_scheme scheme)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    assert_int_equal(noc_chart_end(chart, title, "a chart", scheme, out, NULL), NOC_OK);
    assert_int_equal(fclose(out), 0);
    return text;
}

static void begin(noc_chart *chart, double width)
{
    assert_int_equal(noc_chart_begin(chart, width, NULL), NOC_OK);
}

/* ---- colours -------------------------------------------------------------------------------- */

typedef struct light {
    double red, green, blue; /* linear */
} light;

static double linear(const char *hexadecimal)
{
    const char digits[3] = {hexadecimal[0], hexadecimal[1], '\0'};
    const double value = (double)strtol(digits, NULL, 16) / 255.0;
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4);
}

static light light_of(const char *colour)
{
    assert_int_equal(*colour, '#');
    return (light){linear(colour + 1), linear(colour + 3), linear(colour + 5)};
}

static double luminance(light l)
{
    return 0.2126 * l.red + 0.7152 * l.green + 0.0722 * l.blue;
}

/* Contrast of the Web Content Accessibility Guidelines 2.1. */
static double contrast(const char *a, const char *b)
{
    const double x = luminance(light_of(a)) + 0.05, y = luminance(light_of(b)) + 0.05;
    return fmax(x, y) / fmin(x, y);
}

/* A colour as someone sees it without one kind of cones (Machado, Oliveira, Fernandes 2009,
 * Table 1, severity 1). */
static const double eyes[][3][3] = {
    {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
    {{0.152286, 1.052583, -0.204868},
     {0.114503, 0.786281, 0.099216},
     {-0.003882, -0.048116, 1.051998}},
    {{0.367322, 0.860646, -0.227968},
     {0.280085, 0.672501, 0.047413},
     {-0.011820, 0.042940, 0.968881}},
    {{1.255528, -0.076749, -0.178779},
     {-0.078411, 0.930809, 0.147602},
     {0.004733, 0.691367, 0.303900}},
};

static light seen(const char *colour, const double eye[3][3])
{
    const light l = light_of(colour);
    double to[3];
    for (int i = 0; i < 3; i++)
        to[i] = fmin(1.0, fmax(0.0, eye[i][0] * l.red + eye[i][1] * l.green + eye[i][2] * l.blue));
    return (light){to[0], to[1], to[2]};
}

static double lab_root(double t)
{
    return t > 216.0 / 24389.0 ? cbrt(t) : (24389.0 / 27.0 * t + 16.0) / 116.0;
}

/* Distance in CIE L*a*b*. */
static double distance(light p, light q)
{
    double lab[2][3];
    const light both[] = {p, q};
    for (int i = 0; i < 2; i++) {
        const light l = both[i];
        const double x = lab_root((0.4124 * l.red + 0.3576 * l.green + 0.1805 * l.blue) / 0.9505);
        const double y = lab_root(luminance(l));
        const double z = lab_root((0.0193 * l.red + 0.1192 * l.green + 0.9505 * l.blue) / 1.089);
        lab[i][0] = 116.0 * y - 16.0;
        lab[i][1] = 500.0 * (x - y);
        lab[i][2] = 200.0 * (y - z);
    }
    return sqrt(pow(lab[0][0] - lab[1][0], 2) + pow(lab[0][1] - lab[1][1], 2) +
                pow(lab[0][2] - lab[1][2], 2));
}

static void expect_distinct(char colours[][8], size_t count, const char *paper)
{
    for (size_t i = 0; i < count; i++) {
        assert_true(contrast(colours[i], paper) >= 3.0);
        for (size_t k = 0; k < i; k++)
            for (size_t e = 0; e < TEST_COUNT(eyes); e++)
                if (distance(seen(colours[i], eyes[e]), seen(colours[k], eyes[e])) < 15.0)
                    fail_msg("%s and %s are alike (%zu)", colours[i], colours[k], e);
    }
}

/* Colours of words, on light paper and, as the style has them, on dark paper. */
static void colours_differ_for_everyone(void **state)
{
    char colours[NOC_CHART_WORD_COLOURS][8], before[60];
    noc_chart chart;
    begin(&chart, 300);
    (void)state;
    char *svg = ended(&chart, "t", NOC_CHART_BOTH);
    for (size_t i = 0; i < NOC_CHART_WORD_COLOURS; i++)
        snprintf(colours[i], 8, "%s", noc_chart_colour((noc_chart_look){NOC_CHART_WORDS, i, 0}));
    expect_distinct(colours, NOC_CHART_WORD_COLOURS, "#ffffff");
    for (size_t i = 0; i < NOC_CHART_WORD_COLOURS; i++) {
        snprintf(before, sizeof before, ".noc-w%zu { color: ", i);
        assert_contains(svg, before);
        snprintf(colours[i], 8, "%s", strstr(svg, before) + strlen(before));
    }
    assert_contains(svg, ".noc-paper { fill: #16181c; }");
    expect_distinct(colours, NOC_CHART_WORD_COLOURS, "#16181c");
    free(svg);
}

/* The lightness of numbers grows, so that grey prints keep their order. */
static void numbers_grow_lighter(void **state)
{
    (void)state;
    for (size_t i = 1; i < NOC_CHART_NUMBER_COLOURS; i++)
        assert_true(
            luminance(light_of(noc_chart_colour((noc_chart_look){NOC_CHART_NUMBERS, i, 0}))) >
            1.2 * luminance(
                      light_of(noc_chart_colour((noc_chart_look){NOC_CHART_NUMBERS, i - 1, 0}))));
}

static void only_one_scheme_where_all_is_light(void **state)
{
    (void)state;
    for (int light_only = 0; light_only < 2; light_only++) {
        noc_chart chart;
        begin(&chart, 300);
        char *svg = ended(&chart, "t", light_only ? NOC_CHART_LIGHT : NOC_CHART_BOTH);
        assert_int_equal(test_count_of(svg, "prefers-color-scheme"), !light_only);
        test_chart_is_sound(svg);
        free(svg);
    }
}

/* ---- shapes --------------------------------------------------------------------------------- */

/* Draws one mark; returns its path's data from the first move on. */
static char *marked(size_t cue, double radius)
{
    noc_chart chart;
    begin(&chart, 300);
    noc_chart_put_shape(&chart, (noc_chart_look){NOC_CHART_WORDS, 0, cue}, (noc_svg_point){0, 0},
                        radius);
    char *svg = ended(&chart, "t", NOC_CHART_LIGHT), *data = strdup(strstr(svg, "M0.0 0.0"));
    *strchr(data, 'z') = '\0';
    free(svg);
    return data;
}

/* All shapes have about the area of a circle (by the shoelace formula), and differ. */
static void shapes_have_one_area(void **state)
{
    enum { SHAPES = 8 };
    const double radius = 100.0, circle = 3.14159265 * radius * radius;
    char *paths[SHAPES];
    (void)state;
    for (size_t i = 0; i < SHAPES; i++) {
        double x = 0.0, y = 0.0, twice = 0.0, first_x = 0.0, first_y = 0.0;
        paths[i] = marked(i, radius);
        for (size_t k = 0; k < i; k++) assert_string_not_equal(paths[i], paths[k]);
        if (i == 0) continue; /* the circle, by arcs */
        for (const char *at = strpbrk(paths[i], "m"); at; at = strpbrk(at + 1, "l")) {
            char *end;
            const double to_x = x + strtod(at + 1, &end), to_y = y + strtod(end, NULL);
            if (*at == 'l') twice += x * to_y - to_x * y;
            x = to_x;
            y = to_y;
            if (*at == 'm') first_x = x, first_y = y;
        }
        twice += x * first_y - first_x * y;
        assert_true(fabs(twice) / 2.0 > 0.85 * circle && fabs(twice) / 2.0 < 1.2 * circle);
    }
    for (size_t i = 0; i < SHAPES; i++) free(paths[i]);
}

/* ---- planes --------------------------------------------------------------------------------- */

static noc_plane placed(noc_chart *chart, noc_axis x, noc_axis y)
{
    noc_plane plane = {
        .chart = chart, .x = x, .y = y, .x_title = "load, GB/s", .y_title = "latency, ns"};
    noc_plane_place(&plane, 250);
    return plane;
}

typedef struct axis_case {
    const char *name;
    noc_axis x, y;
} axis_case;

static const axis_case axis_cases[] = {
    {"plain", {0, 120, false}, {0, 400, false}},
    {"logarithmic", {0.1, 250, true}, {30, 1e6, true}},
    {"tiny", {0, 3e-7, false}, {1e-12, 5e-12, false}},
    {"huge", {0, 4e15, false}, {1e9, 7e9, false}},
    {"far from zero", {1e5, 1e5 + 3, false}, {999.5, 1000.5, false}},
    {"below zero", {-40, 60, false}, {-1, 1, false}},
    {"many decades", {1e-12, 1e12, true}, {1e-3, 1e3, true}},
};

/* Ticks, titles and texts are apart, and marks stand where ticks say that values are. */
static void marks_stand_at_their_values(void **state)
{
    const axis_case *c = *state;
    noc_chart chart;
    begin(&chart, noc_chart_width);
    noc_plane plane = placed(&chart, c->x, c->y);
    noc_plane_draw_axes(&plane);
    double places[9][2];
    for (int i = 0; i < 9; i++) {
        const noc_plane_point p = {noc_axis_value(&c->x, 0.1 * (i + 1)),
                                   noc_axis_value(&c->y, 0.97 - 0.1 * i),
                                   NAN,
                                   NAN,
                                   NAN,
                                   NAN};
        places[i][0] = p.x;
        places[i][1] = p.y;
        noc_plane_draw_mark(&plane, (noc_chart_look){NOC_CHART_WORDS, (size_t)i, (size_t)i},
                            NOC_MARK_FULL, 4, &p, "a <mark>");
    }
    char *svg = ended(&chart, "marks", NOC_CHART_BOTH);
    test_chart_is_sound(svg);
    test_chart_texts_are_apart(svg);
    const test_rulers rulers = test_chart_rulers(svg, c->x.is_logarithmic, c->y.is_logarithmic);
    for (int i = 0; i < 9; i++) test_chart_has(svg, &rulers, places[i][0], places[i][1]);
    assert_int_equal(test_count_of(svg, "<title>a &#60;mark&#62;</title>"), 9);
    free(svg);
}

/* Numbers of the data of the first path that has an attribute, absolute moves and lines alone. */
static size_t corners_of(const char *svg, const char *attributes, double (*corners)[2], size_t most)
{
    const char *at = strstr(svg, attributes), *end;
    size_t count = 0;
    assert_non_null(at);
    at = strstr(at, " d=\"") + 4;
    end = strchr(at, '"');
    while (at < end && count < most && strchr("MLz", *at)) {
        char *next;
        if (*at == 'z') break;
        corners[count][0] = strtod(at + 1, &next);
        corners[count++][1] = strtod(next, &next);
        at = next;
    }
    return count;
}

/* A line out of the plane and back in ends where its equation says. */
static void lines_end_at_the_edges(void **state)
{
    (void)state;
    const noc_plane_point points[] = {
        {.x = -5, .y = 5},        {.x = 5, .y = 5},   {.x = 10, .y = 15},
        {.x = 15, .y = 5},        {.x = NAN, .y = 5}, {.x = 16, .y = 5},
        {.x = 18, .y = INFINITY}, {.x = 18, .y = 6},  {.x = 30, .y = 6}};
    static const double corners_wanted[][2] = {{0, 5},  {5, 5},  {7.5, 10}, {12.5, 10},
                                               {15, 5}, {18, 6}, {20, 6}};
    double corners[20][2];
    noc_chart chart;
    begin(&chart, noc_chart_width);
    noc_plane plane = placed(&chart, (noc_axis){0, 20, false}, (noc_axis){0, 10, false});
    noc_plane_draw_axes(&plane);
    noc_plane_draw_line(&plane, ink, NOC_WAY_STRAIGHT, 2.5, points, TEST_COUNT(points));
    char *svg = ended(&chart, "lines", NOC_CHART_BOTH);
    const test_rulers rulers = test_chart_rulers(svg, false, false);
    const size_t count = corners_of(svg, "stroke-width=\"2.5\"", corners, 20);
    assert_int_equal(count, TEST_COUNT(corners_wanted));
    for (size_t i = 0; i < count; i++) {
        assert_near(corners[i][0], test_ruler_place(&rulers, 0, corners_wanted[i][0]), 0.11);
        assert_near(corners[i][1], test_ruler_place(&rulers, 1, corners_wanted[i][1]), 0.11);
    }
    test_chart_is_sound(svg);
    free(svg);
}

/* Steps turn at the worse value: late where less x is better, early where more is. */
static void steps_turn_where_they_should(void **state)
{
    static const noc_plane_point points[] = {{.x = 2, .y = 2}, {.x = 8, .y = 6}};
    (void)state;
    for (int early = 0; early < 2; early++) {
        double corners[4][2];
        noc_chart chart;
        begin(&chart, noc_chart_width);
        noc_plane plane = placed(&chart, (noc_axis){0, 10, false}, (noc_axis){0, 10, false});
        noc_plane_draw_axes(&plane);
        noc_plane_draw_line(&plane, ink, early ? NOC_WAY_STEP_EARLY : NOC_WAY_STEP_LATE, 2.5,
                            points, 2);
        char *svg = ended(&chart, "steps", NOC_CHART_BOTH);
        const test_rulers rulers = test_chart_rulers(svg, false, false);
        assert_int_equal(corners_of(svg, "stroke-width=\"2.5\"", corners, 4), 3);
        assert_near(corners[1][0], test_ruler_place(&rulers, 0, early ? 2 : 8), 0.11);
        assert_near(corners[1][1], test_ruler_place(&rulers, 1, early ? 6 : 2), 0.11);
        free(svg);
    }
}

typedef struct band_case {
    const char *name;
    noc_plane_point points[4];
} band_case;

#define ENDS(at, low, high)                      \
    {                                            \
        .x = (at), .y_lo = (low), .y_hi = (high) \
    }
static const band_case band_cases[] = {
    {"inside", {ENDS(0, 1, 2), ENDS(4, 2, 4), ENDS(7, 3, 8), ENDS(10, 5, 9)}},
    {"over the top", {ENDS(0, 1, 2), ENDS(4, 2, 14), ENDS(7, 3, 40), ENDS(10, 12, 50)}},
    {"beyond the bottom", {ENDS(0, -3, 2), ENDS(4, 1, 4), ENDS(7, -9, -1), ENDS(10, 2, 3)}},
    {"beyond both at once", {ENDS(0, 1, 2), ENDS(4, -20, 30), ENDS(7, 1, 2), ENDS(10, 2, 3)}},
    {"without an end", {ENDS(0, 1, 2), ENDS(4, 2, 3), ENDS(7, 3, 4), ENDS(10, 4, INFINITY)}},
};

/* Height of a band at x, in the plane from 0 to 10, by its definition. */
static double height_at(const noc_plane_point *points, double x)
{
    size_t i = 0;
    while (i < 2 && points[i + 1].x <= x) i++;
    const double share = (x - points[i].x) / (points[i + 1].x - points[i].x);
    const double end = fmin(points[i + 1].y_hi, 1e4); /* stands for no end */
    const double low = points[i].y_lo + share * (points[i + 1].y_lo - points[i].y_lo);
    const double high = points[i].y_hi + share * (end - points[i].y_hi);
    return fmax(0.0, fmin(high, 10.0) - fmax(low, 0.0));
}

/* The area of a band (shoelace formula) is the integral of its height. */
static void bands_have_their_area(void **state)
{
    const band_case *c = *state;
    double corners[40][2], twice = 0.0, integral = 0.0;
    noc_chart chart;
    begin(&chart, noc_chart_width);
    noc_plane plane = placed(&chart, (noc_axis){0, 10, false}, (noc_axis){0, 10, false});
    noc_plane_draw_axes(&plane);
    noc_plane_draw_band(&plane, ink, c->points, 4);
    char *svg = ended(&chart, "bands", NOC_CHART_BOTH);
    const test_rulers rulers = test_chart_rulers(svg, false, false);
    const size_t count = corners_of(svg, "fill-opacity=\".18\"", corners, 40);
    for (size_t i = 0; i < count; i++) {
        const double *p = corners[i], *q = corners[(i + 1) % count];
        twice += p[0] * q[1] - q[0] * p[1];
    }
    for (int i = 0; i < 10000; i++) integral += height_at(c->points, (i + 0.5) * 1e-3) * 1e-3;
    const double square = (test_ruler_place(&rulers, 0, 1) - test_ruler_place(&rulers, 0, 0)) *
                          (test_ruler_place(&rulers, 1, 0) - test_ruler_place(&rulers, 1, 1));
    assert_near(fabs(twice) / 2.0 / square, integral, 0.01 * integral);
    test_chart_is_sound(svg);
    free(svg);
}

/* Nothing is drawn of what is no number, or lies outside. */
static void nothing_is_drawn_of_no_number(void **state)
{
    static const noc_plane_point bad[] = {
        {NAN, 3, NAN, NAN, 1, 2},       {3, NAN, NAN, NAN, NAN, 2}, {3, INFINITY, NAN, NAN, 1, NAN},
        {-INFINITY, 3, NAN, NAN, 1, 2}, {30, 3, 2, 40, 1, 2},       {3, -3, 2, 4, NAN, NAN}};
    noc_chart chart;
    begin(&chart, noc_chart_width);
    noc_plane plane = placed(&chart, (noc_axis){0, 10, false}, (noc_axis){0.1, 10, true});
    (void)state;
    for (size_t i = 0; i < TEST_COUNT(bad); i++) {
        noc_plane_draw_mark(&plane, ink, NOC_MARK_FULL, 4, &bad[i], NULL);
        noc_plane_draw_bars(&plane, ink, &bad[i]);
        noc_plane_draw_rule(&plane, &(noc_plane_rule){ink, i ? 30 : NAN, 1, 2, 10, "x"});
        noc_plane_write_rule(&plane, &(noc_plane_rule){ink, i ? 30 : NAN, 1, 2, 10, "x"});
    }
    noc_plane_draw_line(&plane, ink, NOC_WAY_STRAIGHT, 2, bad, TEST_COUNT(bad));
    noc_plane_draw_band(&plane, ink, bad, TEST_COUNT(bad));
    assert_int_equal(noc_plane_draw_dots(&plane, ink, 2, bad, TEST_COUNT(bad), NULL), NOC_OK);
    char *svg = ended(&chart, "nothing", NOC_CHART_BOTH);
    assert_int_equal(test_count_of(svg, "<path"), test_count_of(svg, " d=\"\""));
    assert_int_equal(test_count_of(svg, "<text"), 0);
    free(svg);
}

/* Dots at one place are drawn once. */
static void dots_are_drawn_once(void **state)
{
    noc_plane_point points[300];
    noc_chart chart;
    begin(&chart, noc_chart_width);
    noc_plane plane = placed(&chart, (noc_axis){0, 10, false}, (noc_axis){0, 10, false});
    (void)state;
    for (int i = 0; i < 300; i++)
        points[i] = (noc_plane_point){.x = i % 3, .y = 1 + i % 2 + 1e-4 * i / 300.0};
    assert_int_equal(noc_plane_draw_dots(&plane, ink, 2, points, 300, NULL), NOC_OK);
    char *svg = ended(&chart, "dots", NOC_CHART_BOTH);
    assert_int_equal(test_count_of(svg, "h0"), 6);
    free(svg);
}

/* ---- legends and paragraphs ----------------------------------------------------------------- */

typedef struct legend_case {
    const char *name;
    size_t count;
    const char *names[3], *note;
} legend_case;

static const legend_case legend_cases[] = {
    {"two short", 2, {"te13-baseline", "te13-2xbw"}, "idle 101.3 ns, saturation 51.97 GB/s"},
    {"eight", 8, {"router_stages=1 buffer_flits=4", "a"}, "idle 48.6 ns"},
    {"twenty of all lengths", 20, {"8 B", "on the front, with intervals", "possibly on it"}, ""},
    {"longer than the chart",
     3,
     {"a name of a design that somebody gave without a thought of those who are to read it, in a "
      "column, in a paper, or on a slide, and that has no end for quite a while",
      "short",
      "a_name_without_any_blank_that_goes_on_and_on_and_on_and_on_and_on_and_on_and_on_and_on"},
     "idle 101.3 ns, saturation 51.97 GB/s"},
    {"marks of XML", 2, {"<b>&\"bold\"</b>", "]]>"}, "& < >"},
};

static void legends_have_room(void **state)
{
    const legend_case *c = *state;
    noc_chart_entry entries[20];
    noc_chart chart;
    begin(&chart, noc_chart_width);
    for (size_t i = 0; i < c->count; i++) {
        const char *name = c->names[i % 3] ? c->names[i % 3] : "third";
        entries[i] = (noc_chart_entry){{NOC_CHART_WORDS, i, i},
                                       NOC_SAMPLE_LINE | NOC_SAMPLE_BAND | NOC_SAMPLE_MARK,
                                       name,
                                       c->note};
    }
    noc_chart_write(&chart, NOC_CHART_TITLE, noc_chart_margin, c->names[0]);
    assert_int_equal(noc_chart_write_legend(&chart, noc_chart_margin, entries, c->count, NULL),
                     NOC_OK);
    noc_chart_write(&chart, NOC_CHART_FAINT, noc_chart_margin, c->names[0]);
    char *svg = ended(&chart, c->names[0], NOC_CHART_BOTH);
    test_chart_is_sound(svg);
    test_chart_texts_are_apart(svg);
    assert_int_equal(test_count_of(svg, "<tspan"), *c->note ? c->count : 0);
    free(svg);
}

/* A paragraph loses no word. */
static void paragraphs_keep_their_words(void **state)
{
    static const char words[] =
        "One of the designs on the front is the knee: the one with the largest "
        "sum of objectives, each of them scaled from 0 to 1, as it is said "
        "in the words of the page, too.";
    noc_chart chart;
    begin(&chart, 260);
    char joined[sizeof words + 40] = "";
    test_text *texts = calloc(TEST_TEXTS_MOST, sizeof *texts);
    (void)state;
    noc_chart_write(&chart, NOC_CHART_NORMAL, noc_chart_margin, words);
    char *svg = ended(&chart, "words", NOC_CHART_BOTH);
    const size_t count = test_chart_texts(svg, texts);
    assert_in_range(count, 4, 8);
    for (size_t i = 0; i < count; i++) {
        strcat(joined, i ? " " : "");
        strcat(joined, texts[i].words);
    }
    assert_string_equal(joined, words);
    test_chart_texts_are_apart(svg);
    free(svg);
    free(texts);
}

int main(void)
{
    static test_list list;
    test_add(&list, "colours differ for everyone", colours_differ_for_everyone);
    test_add(&list, "numbers grow lighter", numbers_grow_lighter);
    test_add(&list, "only one scheme where all is light", only_one_scheme_where_all_is_light);
    test_add(&list, "shapes have one area", shapes_have_one_area);
    TEST_TABLE_PREFIXED(&list, "marks", axis_cases, marks_stand_at_their_values);
    test_add(&list, "lines end at the edges", lines_end_at_the_edges);
    test_add(&list, "steps turn where they should", steps_turn_where_they_should);
    TEST_TABLE_PREFIXED(&list, "bands", band_cases, bands_have_their_area);
    test_add(&list, "nothing is drawn of no number", nothing_is_drawn_of_no_number);
    test_add(&list, "dots are drawn once", dots_are_drawn_once);
    TEST_TABLE_PREFIXED(&list, "legends", legend_cases, legends_have_room);
    test_add(&list, "paragraphs keep their words", paragraphs_keep_their_words);
    return test_run("chart", &list);
}
