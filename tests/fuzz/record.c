/* What was measured of a suite: JSON. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "hybrid/training/suites/suite_read.h"
#include "hybrid/training/suites/suite_record.h"

static const char suite_text[] =
    "name = \"s\"; precision = 0.05; shares = (0.5, 0.9);\n"
    "families = ( { name = \"f\"; designs = ( { name = \"a\";\n"
    "  nodes = { compute = 3; memory = 1; placement = \"explicit\"; memory_at = ((0, 0)); };\n"
    "  network = { topology = \"mesh\"; columns = 2; rows = 2; }; } ); } );\n";

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    noc_diag diag = {0};
    noc_suite suite;
    const char *path = fuzz_file((const uint8_t *)suite_text, strlen(suite_text));
    if (noc_suite_read(path, fuzz_resolve, &suite, &diag) != NOC_OK || suite.count != 1) abort();
    const noc_status status = noc_suite_load(&suite, fuzz_file(data, size), &diag);
    fuzz_check(status, &diag);
    if (status == NOC_OK) free(noc_suite_text(&suite, "fuzz"));
    noc_suite_clear(&suite);
    noc_diag_clear(&diag);
    return 0;
}
