/* tests/support/users/xml.h: whether pictures are XML, as far as they use it. */
#ifndef TESTS_XML_H
#define TESTS_XML_H

#include <stdbool.h>
#include <stddef.h>

/* One element, in which every element is closed, in order; no bare marks in text and attributes. A
 * declaration may stand before it. */
bool test_is_well_formed(const char *text);

size_t test_count_of(const char *text, const char *part);

/* Whether a pair of numbers, separated by a comma or a blank, is within `near` of x and y. */
bool test_has_pair(const char *text, double x, double y, double near);

/* The number that follows a text. Fails the test if it is not there. */
double test_number_after(const char *text, const char *before);

#endif
