/* A configuration of a GPU of Accel-Sim: imported, and the design that it becomes read. Files that
 * it names are not there. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "import/accelsim/chip.h"
#include "reader/design_read.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const noc_import_request wish = {.path = fuzz_file(data, size)};
    noc_import import = {0};
    noc_diag diag = {0};
    const noc_status status = noc_accelsim_import(&wish, &import, &diag);
    fuzz_check(status, &diag);
    if (status == NOC_OK && import.file_count == 1) {
        noc_source source = {.path = strdup("import.cfg"), .text = strdup(import.files[0].text)};
        fuzz_design(&source, NULL, 0);
        noc_source_clear(&source);
    }
    noc_import_clear(&import);
    noc_diag_clear(&diag);
    return 0;
}
