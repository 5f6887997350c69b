/* tests/support/users/charts.h: charts as a reader sees them: values from the texts of ticks and
 * the places of these, and texts with the room that they take. */
#ifndef TESTS_CHARTS_H
#define TESTS_CHARTS_H

#include <stdbool.h>
#include <stddef.h>

enum { TEST_TEXTS_MOST = 400 };

/* A text and its room, as wide as in Arial. */
typedef struct test_text {
    double left, right, top, bottom;
    char class[40], words[400];
} test_text;

/* Reads all texts from `svg` on. Returns their number. */
size_t test_chart_texts(const char *svg, test_text texts[TEST_TEXTS_MOST]);

/* Fails the test if two texts overlap, or if one is not between 0 and the picture's edges. */
void test_chart_texts_are_apart(const char *svg);

/* Rulers that the first and the last tick of both axes make: places of values, [0]: x, [1]: y. */
typedef struct test_rulers {
    double value[2][2], place[2][2];
    bool is_logarithmic[2];
    size_t ticks[2];
} test_rulers;

/* Reads the ticks of the first plane from `svg` on. */
test_rulers test_chart_rulers(const char *svg, bool x_is_logarithmic, bool y_is_logarithmic);

/* Returns the place of a value on an axis, pixels. Fails the test unless the axis has two ticks. */
double test_ruler_place(const test_rulers *rulers, int axis, double value);

/* Fails the test unless a mark or the corner of a line stands at the values, to a pixel. */
void test_chart_has(const char *svg, const test_rulers *rulers, double x, double y);

/* Fails the test unless an SVG is well-formed, has no value that is no number, and can stand in a
 * page beside others: styles of its own class alone, and no identifiers. */
void test_chart_is_sound(const char *svg);

#endif
