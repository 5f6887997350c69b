/* tests/house/circles.h: sources that include each other, and rooms that do. */
#ifndef NOC_TESTS_HOUSE_CIRCLES_H
#define NOC_TESTS_HOUSE_CIRCLES_H

#include "tests/house/breaches.h"
#include "tests/house/sources.h"

/* "circle": files that include each other, in however many steps. */
void house_check_circles(const house_sources *sources, house_breaches *found);

/* "rooms": sub-folders of one folder whose files include each other's. Files of the folder itself
 * are no room: they lie below its rooms or above them. */
void house_check_rooms(const house_sources *sources, house_breaches *found);

/* How many of the product's modules (a .c with its .h) include each other in a circle. */
size_t house_count_knotted(const house_sources *sources);

#endif
