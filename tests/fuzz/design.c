/* A design file: read, checked, compiled, printed, read again. */
#include <stdlib.h>

#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    noc_diag diag = {0};
    noc_source source = {0};
    const noc_status status = noc_source_read(fuzz_file(data, size), &source, &diag);
    fuzz_check(status, &diag);
    if (status == NOC_OK) fuzz_design(&source, NULL, 0);
    noc_source_clear(&source);
    noc_diag_clear(&diag);
    return 0;
}
