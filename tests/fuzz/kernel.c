/* A kernel trace of Accel-Sim, a list of them, or neither: told apart, and measured on four
 * cores. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "import/accelsim/files.h"
#include "import/accelsim/measure.h"

static const noc_cta_scheduler_kind *scheduler_of(const char *name)
{
    size_t i = 0;
    while (strcmp(noc_cta_scheduler_at(i)->name, name) != 0) i++;
    return noc_cta_scheduler_at(i);
}

static void measure(const char *path, const char *scheduler)
{
    noc_kernel_run run = {.chip = {.scheduler = scheduler_of(scheduler),
                                   .cores = 4,
                                   .clusters = 2,
                                   .slots = 2,
                                   .memory_nodes = 3,
                                   .interleave_bytes = 256,
                                   .row_bytes = 2048,
                                   .line_bytes = 32,
                                   .header_bytes = 8},
                          .name = path};
    const noc_kernel_run_options wish = {.progress = NULL};
    const noc_workload *w = &run.workload;
    noc_diag diag = {0};
    noc_status status = noc_kernel_list_add(&run.list, path, &diag);
    if (status == NOC_OK) status = noc_kernel_run_measure(&run, &wish, &diag);
    fuzz_check(status, &diag);
    if (status == NOC_OK && !(w->read_fraction >= 0.0 && w->read_fraction <= 1.0 &&
                              w->instructions * w->burst > 0.999 && w->row_locality >= 0.0 &&
                              w->row_locality <= 1.0 && w->sharing.shared_fraction <= 1.0 &&
                              run.totals.tally.reads + run.totals.tally.writes ==
                                  (uint64_t)run.totals.touched.requests))
        abort();
    noc_arena_clear(&run.list.arena);
    noc_diag_clear(&diag);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *path = fuzz_file(data, size);
    noc_accelsim_kind kind;
    noc_diag diag = {0};
    const noc_status status = noc_accelsim_find_kind(path, &kind, &diag);
    fuzz_check(status, &diag);
    noc_diag_clear(&diag);
    if (status == NOC_OK && kind == NOC_ACCELSIM_LIST) {
        noc_kernel_list list = {0};
        fuzz_check(noc_kernel_list_read(path, &list, &diag), &diag);
        noc_arena_clear(&list.arena);
        noc_diag_clear(&diag);
    }
    measure(path, "round-robin");
    measure(path, "distributed");
    return 0;
}
