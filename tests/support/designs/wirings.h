/* tests/support/designs/wirings.h: designs whose graphs and tables of rates are texts of a test. */
#ifndef NOC_TESTS_WIRINGS_H
#define NOC_TESTS_WIRINGS_H

#include "base/embedded.h"
#include "tests/support/helpers.h"

enum { WIRED_FILES = 4 };

/* What a design is made of: its text, and the files that it names, ended by a NULL. */
typedef struct wired_design {
    const char *text;
    noc_embedded_file files[WIRED_FILES + 1];
} wired_design;

/* Reads and compiles it. NULL in *system, and messages, if it is refused. Free with
 * test_system_free. */
noc_status test_wired_try(const wired_design *wired, const char *const *overrides,
                          test_system *tested, noc_diag *diag);

/* Likewise; a refusal fails the test. */
test_system test_wired(const wired_design *wired, const char *const *overrides);

/* Reads and compiles a design that names a table of rates, "rates.csv": the text, in the folder of
 * the test (tests/support/folder.h). Free with test_system_free, also if it is refused. */
noc_status test_rated_try(const char *design, const char *rates, test_system *tested,
                          noc_diag *diag);

/* Text of a file attach.csv with node n at router n. The caller frees it. */
char *test_attach_in_order(unsigned nodes);

/* A design of topology "file" with the files links.csv, attach.csv and, unless `routes` is NULL,
 * routes.csv. `nodes`, `network` and `traffic` are what stands in these groups, of `network` what
 * is not about files. */
typedef struct wired_parts {
    const char *links, *attach, *routes;
    const char *nodes, *network, *traffic;
} wired_parts;

/* Reads and compiles it. The caller frees *tested if that is NOC_OK, else it is empty. */
noc_status test_parts_try(const wired_parts *parts, test_system *tested, noc_diag *diag);

/* Likewise; a refusal fails the test. */
test_system test_parts(const wired_parts *parts);

#endif
