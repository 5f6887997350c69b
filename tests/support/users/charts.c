#include "tests/support/users/charts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/helpers.h"
#include "tests/support/users/xml.h"

/* ---- texts ---------------------------------------------------------------------------------- */

/* Width of a text in Arial, about, as a multiple of its size. */
static double arial_width(const char *words)
{
    double width = 0.0;
    for (; *words; words++)
        width += strchr(" iltfrj.,:;'|!()[]-/I", *words) ? 0.29
                 : strchr("mMW%@", *words)               ? 0.86
                 : *words >= 'A' && *words <= 'Z'        ? 0.69
                                                         : 0.54;
    return width;
}

static double attribute(const char *element, const char *name, double otherwise)
{
    const char *end = strchr(element, '>'), *at = strstr(element, name);
    return at && at < end ? strtod(at + strlen(name), NULL) : otherwise;
}

/* Copies a text without the elements in it, an entity as one letter. */
static void copy_words(const char *at, char *words, size_t size)
{
    size_t length = 0;
    while (strncmp(at, "</text>", 7) != 0 && length + 1 < size) {
        if (*at == '<') {
            at = strchr(at, '>') + 1;
            words[length++] = ' ';
        } else if (*at == '&') {
            at = strchr(at, ';') + 1;
            words[length++] = '&';
        } else {
            words[length] = *at++;
            length += (words[length] & 0xc0) != 0x80; /* a letter, however many bytes it has */
        }
    }
    words[length] = '\0';
}

static test_text read_text(const char *svg, const char *element)
{
    test_text t = {.class = ""};
    const char *end = strchr(element, '>'), *turn = NULL;
    for (const char *at = svg; (at = strstr(at, "<g transform=\"translate(")) && at < element; at++)
        if (!strstr(at, "</g>") || strstr(at, "</g>") > element) turn = at;
    sscanf(element, "<text class=\"%39[^\"]\"", t.class);
    copy_words(end + 1, t.words, sizeof t.words);
    const double size = strstr(t.class, "title")                               ? 15
                        : strstr(t.class, "small") || strstr(t.class, "faint") ? 11
                                                                               : 12;
    const double width = size * arial_width(t.words);
    const double share =
        strstr(element, "text-anchor=\"middle\"") && strstr(element, "text-anchor=\"middle\"") < end
            ? 0.5
        : strstr(element, "text-anchor=\"end\"") && strstr(element, "text-anchor=\"end\"") < end
            ? 1.0
            : 0.0;
    const double x = attribute(element, " x=\"", NAN), y = attribute(element, " y=\"", NAN);
    t.left = x - share * width;
    t.right = t.left + width;
    t.top = y - 0.72 * size;
    t.bottom = y + 0.18 * size;
    if (turn) { /* a quarter turn: right becomes up */
        const test_text flat = t;
        char *blank;
        const double turn_x = strtod(strchr(turn, '(') + 1, &blank), turn_y = strtod(blank, NULL);
        t.left = turn_x + flat.top;
        t.right = turn_x + flat.bottom;
        t.top = turn_y - flat.right;
        t.bottom = turn_y - flat.left;
    }
    return t;
}

size_t test_chart_texts(const char *svg, test_text texts[TEST_TEXTS_MOST])
{
    size_t count = 0;
    for (const char *at = svg; count < TEST_TEXTS_MOST && (at = strstr(at, "<text ")); at++)
        texts[count++] = read_text(svg, at);
    return count;
}

void test_chart_texts_are_apart(const char *svg)
{
    test_text *texts = calloc(TEST_TEXTS_MOST, sizeof *texts);
    const double width = test_number_after(svg, " width=\""),
                 height = test_number_after(svg, " height=\"");
    assert_non_null(texts);
    const size_t count = test_chart_texts(svg, texts);
    for (size_t i = 0; i < count; i++) {
        const test_text *a = &texts[i];
        if (a->left < 0 || a->right > width || a->top < 0 || a->bottom > height)
            fail_msg("'%s' is cut off at the edge", a->words);
        for (const test_text *b = texts; b < a; b++)
            if (*a->words && *b->words && a->left < b->right && b->left < a->right &&
                a->top < b->bottom && b->top < a->bottom)
                fail_msg("'%s' is over '%s'", a->words, b->words);
    }
    free(texts);
}

/* ---- rulers --------------------------------------------------------------------------------- */

static bool is_number(const char *words)
{
    char *end;
    strtod(words, &end);
    return *words && *end == '\0';
}

/* Ticks are the first texts of a plane: numbers in the middle below it, then numbers that end at
 * its left. */
test_rulers test_chart_rulers(const char *svg, bool x_is_logarithmic, bool y_is_logarithmic)
{
    test_rulers r = {.is_logarithmic = {x_is_logarithmic, y_is_logarithmic}};
    int axis = 0;
    for (const char *at = svg; (at = strstr(at, "<text ")); at++) {
        const char *end = strchr(at, '>');
        const test_text t = read_text(svg, at);
        const bool is_x = strstr(at, "\"middle\"") && strstr(at, "\"middle\"") < end;
        const bool is_y = strstr(at, "\"end\"") && strstr(at, "\"end\"") < end;
        const bool is_tick = strcmp(t.class, "noc-small") == 0 && is_number(t.words);
        if (is_tick && is_y && r.ticks[0] > 0) axis = 1;
        if (!is_tick && r.ticks[0] > 0) break;
        if (!is_tick || !(axis ? is_y : is_x)) continue;
        const size_t last = r.ticks[axis] > 0;
        r.value[axis][last] = strtod(t.words, NULL);
        r.place[axis][last] =
            axis ? attribute(at, " y=\"", NAN) - 4.0 : attribute(at, " x=\"", NAN);
        r.ticks[axis]++;
    }
    return r;
}

double test_ruler_place(const test_rulers *r, int axis, double value)
{
    const double *values = r->value[axis], *places = r->place[axis];
    assert_true(r->ticks[axis] >= 2);
    const double share = r->is_logarithmic[axis]
                             ? log(value / values[0]) / log(values[1] / values[0])
                             : (value - values[0]) / (values[1] - values[0]);
    return places[0] + share * (places[1] - places[0]);
}

void test_chart_has(const char *svg, const test_rulers *rulers, double x, double y)
{
    const double px = test_ruler_place(rulers, 0, x), py = test_ruler_place(rulers, 1, y);
    if (!test_has_pair(svg, px, py, 0.7)) fail_msg("nothing at %g, %g (%.1f, %.1f)", x, y, px, py);
}

/* ---- soundness ------------------------------------------------------------------------------ */

/* Whether each selector of the style is about the class of charts. Conditions may be around. */
static bool are_styles_own(const char *svg)
{
    static const char own[] = ".nocsight-chart";
    const char *at = strstr(svg, "<style>\n"), *end = at ? strstr(at, "</style>") : NULL;
    if (!end) return false;
    for (at += strlen("<style>\n"); at < end; at += strcspn(at, "\n") + 1) {
        at += strspn(at, " ");
        if (*at == '@' || *at == '}') continue;
        while (strncmp(at, own, strlen(own)) == 0) { /* each selector of a list */
            at += strcspn(at, ",{");
            if (*at == ',') at += strspn(at, ", ");
        }
        if (*at != '{') return false;
    }
    return true;
}

/* Whether the data of a path or a length has something that is no number. */
static bool has_no_number(const char *svg)
{
    static const char *const signs[] = {"nan", "inf"};
    for (const char *at = svg; (at = strchr(at, '"')); at++) {
        const char *end = strchr(at + 1, '"');
        for (size_t i = 0; i < TEST_COUNT(signs) && end; i++) {
            const char *found = strstr(at, signs[i]);
            const bool is_data = strchr("Mmxy-0123456789", at[1]) != NULL;
            if (found && found < end && is_data) return true;
        }
        if (!end) break;
        at = end;
    }
    return false;
}

void test_chart_is_sound(const char *svg)
{
    assert_true(test_is_well_formed(svg));
    assert_true(are_styles_own(svg));
    assert_null(strstr(svg, " id="));
    assert_null(strstr(svg, "url("));
    assert_false(has_no_number(svg));
    assert_contains(svg, "role=\"img\"");
    assert_contains(svg, "<title>");
    assert_contains(svg, "<desc>");
    assert_contains(svg, " viewBox=\"0 0 ");
}
