/* import/accelsim/measure.h: a workload from kernel traces, each of its figures counted. */
#ifndef NOC_IMPORT_ACCELSIM_MEASURE_H
#define NOC_IMPORT_ACCELSIM_MEASURE_H

#include <stdint.h>

#include "design/workload/workload.h"
#include "import/accelsim/kernel.h"
#include "import/accelsim/play.h"
#include "import/accelsim/touched.h"

/* What is counted of a kernel, or of several. */
typedef struct noc_kernel_counts {
    char name[NOC_KERNEL_NAME_CHARS];
    uint64_t kernels, blocks, warps; /* warps of all blocks */
    uint64_t grid_blocks;            /* blocks of the grid, whether the trace has them or not */
    uint64_t block_warps;            /* most warps of a block */
    int resident;                    /* warps that a core runs at a time, most */
    noc_kernel_tally tally;
    noc_touched_counts touched;
    noc_play_counts play;
    uint64_t unknown; /* instructions whose opcode is not known */
    char unknown_names[NOC_OPCODE_NAMES_CHARS];
} noc_kernel_counts;

/* The workload of such counts; figures that they do not tell are the defaults. `instructions` is
 * that of all instructions for each request. With no request NOC_EINPUT. */
noc_status noc_kernel_workload(const noc_kernel_counts *counts, const noc_play_chip *chip,
                               const char *path, noc_workload *workload, noc_diag *diag);

/* Adds the counts of a kernel that runs after others. */
void noc_kernel_counts_add(noc_kernel_counts *sum, const noc_kernel_counts *more);

/* Reads a kernel trace, "-" standard input, and counts it as it runs on `chip`. *cycle is the first
 * one's cycle, and then that behind the last. NOC_EINPUT with the line of the first fault. */
noc_status noc_kernel_measure(const char *path, const noc_play_chip *chip,
                              const noc_play_output *output, uint64_t *cycle,
                              noc_kernel_counts *counts, noc_diag *diag);

#endif
