/* A suite file: read, its designs drawn and compiled. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "hybrid/training/suites/suite_read.h"

enum { DRAWN_MOST = 20 };

/* Each design takes a millisecond or more. */
static bool draws_few(const char *text)
{
    for (const char *at = text; (at = strstr(at, "count")); at++)
        if (atof(at + 5 + strspn(at + 5, " \t\r\n=:")) > DRAWN_MOST) return false;
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    noc_diag diag = {0};
    noc_suite suite;
    char *text = fuzz_text(data, size);
    const bool few = draws_few(text);
    free(text);
    if (!few) return -1;
    const noc_status status = noc_suite_read(fuzz_file(data, size), fuzz_resolve, &suite, &diag);
    fuzz_check(status, &diag);
    noc_suite_clear(&suite);
    noc_diag_clear(&diag);
    return 0;
}
