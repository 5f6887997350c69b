/* A kernel trace of Accel-Sim, a list of them, or neither: told apart, and measured on four
 * cores. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "import/accelsim/files.h"
#include "import/accelsim/measure.h"

static void measure(const char *path, const char *scheduler)
{
    noc_play_chip chip = {.cores = 4,
                          .clusters = 2,
                          .slots = 2,
                          .memory = 3,
                          .interleave_bytes = 256,
                          .row_bytes = 2048,
                          .line_bytes = 32,
                          .header_bytes = 8};
    const noc_play_output nowhere = {.out = NULL};
    noc_kernel_counts counts;
    noc_diag diag = {0};
    noc_workload w;
    uint64_t cycle = 0;
    for (size_t i = 0; noc_cta_scheduler_at(i); i++)
        if (strcmp(noc_cta_scheduler_at(i)->name, scheduler) == 0)
            chip.scheduler = noc_cta_scheduler_at(i);
    const noc_status status = noc_kernel_measure(path, &chip, &nowhere, &cycle, &counts, &diag);
    fuzz_check(status, &diag);
    if (status == NOC_OK && noc_kernel_workload(&counts, &chip, path, &w, &diag) == NOC_OK &&
        !(w.read_fraction >= 0.0 && w.read_fraction <= 1.0 && w.instructions * w.burst > 0.999 &&
          w.row_locality >= 0.0 && w.row_locality <= 1.0 && w.sharing.same <= 1.0 &&
          counts.tally.reads + counts.tally.writes == (uint64_t)counts.touched.requests))
        abort();
    noc_diag_clear(&diag);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *path = fuzz_file(data, size);
    noc_accelsim_kind kind;
    noc_diag diag = {0};
    const noc_status status = noc_accelsim_kind_of(path, &kind, &diag);
    fuzz_check(status, &diag);
    noc_diag_clear(&diag);
    if (status == NOC_OK && kind == NOC_ACCELSIM_LIST) {
        noc_kernel_list list = {0};
        fuzz_check(noc_kernel_list_read(path, &list, &diag), &diag);
        noc_kernel_list_clear(&list);
        noc_diag_clear(&diag);
    }
    measure(path, "round-robin");
    measure(path, "distributed");
    return 0;
}
