/* A trace: read, and fitted by a workload. */
#include "design/workload/trace.h"

#include <math.h>
#include <stdlib.h>

#include "design/workload/workload_fit.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *path = fuzz_file(data, size);
    noc_diag diag = {0};
    noc_trace trace = {0};
    noc_workload_fit fit;
    const noc_status status = noc_trace_read(path, &trace, &diag);
    fuzz_check(status, &diag);
    for (size_t i = 1; status == NOC_OK && i < trace.count; i++)
        if (trace.packets[i].cycle < trace.packets[i - 1].cycle) abort();
    noc_arena_clear(&trace.arena);
    noc_diag_clear(&diag);
    const noc_status fitted = noc_workload_fit_trace(path, 4.0, 64, &fit, &diag);
    fuzz_check(fitted, &diag);
    if (fitted == NOC_OK && !(fit.workload.read_fraction >= 0.0 && fit.workload.instructions > 0.0))
        abort();
    const noc_sharing *s = &fit.workload.sharing;
    if (fitted == NOC_OK &&
        !(s->shared_fraction >= 0.0 && s->shared_fraction <= 1.0 && s->decay_distance > 0.0 &&
          s->window_cycles >= 1.0 && s->reuse_lines >= 0.0))
        abort();
    noc_diag_clear(&diag);
    return 0;
}
