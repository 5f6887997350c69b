/* tests/wired_designs.h: designs of topology "file" out of texts. */
#ifndef NOC_TESTS_WIRED_DESIGNS_H
#define NOC_TESTS_WIRED_DESIGNS_H

#include "tests/helpers.h"

/* Texts of files; `routes` may be NULL. `nodes`, `network` and `traffic` are what stands in these
 * groups of the design, of `network` what is not about files. */
typedef struct wired_design {
    const char *links, *attach, *routes;
    const char *nodes, *network, *traffic;
} wired_design;

/* Reads and compiles it, from files that are gone afterwards. The caller frees *tested if that is
 * NOC_OK. */
noc_status wired_try(const wired_design *design, test_system *tested, noc_diag *diag);

/* The same; fails the test with the messages if the design is refused. */
test_system wired_compile(const wired_design *design);

#endif
