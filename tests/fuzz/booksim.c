/* A configuration of BookSim: imported, and the design that it becomes read. The first line may be
 * the number of compute nodes and that of memory nodes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "import/booksim/import.h"
#include "reader/design_read.h"

/* A design with files of its own cannot be read without them. */
static void read_design(const noc_import *import)
{
    noc_source source = {.path = strdup("import.cfg"), .text = strdup(import->files[0].text)};
    if (import->file_count == 1 && import->files[0].size < 1 << 16) fuzz_design(&source, NULL, 0);
    noc_source_clear(&source);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    int compute = 16, memory = 0, used = 0;
    char *text = fuzz_text(data, size);
    if (sscanf(text, "//%6d%6d%n", &compute, &memory, &used) < 2) used = 0;
    free(text);
    if (compute < 1 || compute > 1 << 20 || memory < 0 || memory > 1 << 20) return -1;
    const noc_import_request wish = {
        .path = fuzz_file(data, size), .compute_nodes = compute, .memory_nodes = memory};
    noc_import import = {0};
    noc_diag diag = {0};
    const noc_status status = noc_booksim_import(&wish, &import, &diag);
    fuzz_check(status, &diag);
    if (status == NOC_OK) read_design(&import);
    noc_import_clear(&import);
    noc_diag_clear(&diag);
    return 0;
}
