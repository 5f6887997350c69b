/* tests/wirings.h: graphs of one's own whose files are texts of a test. */
#ifndef NOC_TESTS_WIRINGS_H
#define NOC_TESTS_WIRINGS_H

#include "network/embedded.h"
#include "tests/helpers.h"

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

#endif
