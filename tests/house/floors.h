/* tests/house/floors.h: the folders of the product, and which may use which.
 *
 * A folder may use what CMake links: its sources may include those of the libraries that its
 * targets are linked with, and of what these are linked with. */
#ifndef NOC_TESTS_HOUSE_FLOORS_H
#define NOC_TESTS_HOUSE_FLOORS_H

#include "tests/house/breaches.h"
#include "tests/house/sources.h"

enum { HOUSE_FLOORS_MOST = 32 };

typedef struct house_floors {
    size_t count;
    char name[HOUSE_FLOORS_MOST][64];
    bool uses[HOUSE_FLOORS_MOST][HOUSE_FLOORS_MOST]; /* directly, or through what it uses */
} house_floors;

/* Reads lines "FOLDER USED USED ...", as tests/house/CMakeLists.txt writes them from the link
 * lists. */
house_floors house_floors_read(const char *text);

/* The number of a floor; SIZE_MAX: there is none of this name. */
size_t house_floor_find(const house_floors *floors, const char *name);

/* "links": floors whose targets are linked with each other in a circle, and readers that are linked
 * with another. */
void house_check_links(const house_floors *floors, house_breaches *found);

/* "up": includes of a folder that the file's own may not use, and folders with sources that no
 * target has. */
void house_check_up(const house_sources *sources, const house_floors *floors,
                    house_breaches *found);

#endif
