/* tests/support/designs/overlay_designs.h: the families of overlays.csv as designs: the plane
 * that was measured, and an ideal network for the other class, so that a request created in a
 * cycle is answered in it. Flits have 8 bytes. */
#ifndef NOC_TESTS_OVERLAY_DESIGNS_H
#define NOC_TESTS_OVERLAY_DESIGNS_H

#include "tests/support/rows/overlay_rows.h"

enum { OVERLAY_FLIT_BYTES = 8 };

/* The family of a name; fails the test if there is none. */
const overlay_family *overlay_family_of(const char *name);

test_system overlay_compile(const overlay_family *family, const char *const *overrides);

/* The other plane is a network of virtual-channel routers: a mesh, for families on a grid. */
test_system overlay_compile_beside_mesh(const overlay_family *family, const char *const *overrides);

/* The position of the measured network in `networks`, and the class that it carries. */
int overlay_network(const overlay_family *family);
noc_class overlay_class(const overlay_family *family);

#endif
