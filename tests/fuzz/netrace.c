/* A trace of Netrace's: imported, and what is written for it read: the trace and its design. */
#include <stdlib.h>
#include <string.h>

#include "design/workload/trace.h"
#include "fuzz.h"
#include "import/netrace/import.h"
#include "reader/design_read.h"

/* The trace can be read, but for cycles that are too far apart. */
static void read_trace(const char *text, size_t size)
{
    noc_trace trace = {0};
    noc_diag diag = {0};
    const noc_status status = noc_trace_read(fuzz_file((const uint8_t *)text, size), &trace, &diag);
    fuzz_check(status, &diag);
    if (status != NOC_OK && !strstr(diag.messages[0].text, "2^63")) abort();
    noc_arena_clear(&trace.arena);
    noc_diag_clear(&diag);
}

static void read_design(const noc_import *import)
{
    noc_source source = {.path = strdup("import.cfg"), .text = strdup(import->files[0].text)};
    fuzz_design(&source, NULL, 0);
    noc_source_clear(&source);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = NULL;
    size_t length = 0;
    FILE *trace = open_memstream(&text, &length);
    noc_import import = {0};
    noc_diag diag = {0};
    const noc_netrace_request wish = {.path = fuzz_file(data, size),
                                      .region = size % 3 ? -1 : 0,
                                      .delay = size % 5,
                                      .trace = trace};
    const noc_status status = trace ? noc_netrace_import(&wish, &import, &diag) : NOC_OK;
    if (!trace || fclose(trace) != 0) abort();
    fuzz_check(status, &diag);
    if (status == NOC_OK) read_design(&import);
    if (status == NOC_OK) read_trace(text, length);
    free(text);
    noc_import_clear(&import);
    noc_diag_clear(&diag);
    return 0;
}
