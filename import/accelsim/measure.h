/* import/accelsim/measure.h: counts the instructions, requests, shared lines and row hits of a
 * run's kernel traces, and computes the workload of the run. */
#ifndef NOC_IMPORT_ACCELSIM_MEASURE_H
#define NOC_IMPORT_ACCELSIM_MEASURE_H

#include <stdint.h>

#include "design/workload/workload.h"
#include "import/accelsim/files.h"
#include "import/accelsim/issue.h"
#include "import/accelsim/kernel.h"
#include "import/accelsim/touched.h"
#include "import/import.h"

/* Counts of a kernel, or sums over several. */
typedef struct noc_kernel_counts {
    char name[NOC_KERNEL_NAME_CHARS];
    uint64_t kernels, blocks, warps; /* numbers of kernels, blocks, and warps of all blocks */
    uint64_t grid_blocks;            /* blocks of the grid, including blocks that the trace lacks */
    uint64_t block_warps;            /* largest number of warps of a block */
    int resident;                    /* largest number of resident warps of a core */
    noc_kernel_tally tally;
    noc_touched_counts touched;
    noc_issue_counts issue;
    uint64_t unknown; /* instructions with an unknown opcode */
    char unknown_names[NOC_OPCODE_NAMES_CHARS];
} noc_kernel_counts;

/* Computes the workload from counts. Figures without counts are the defaults. NOC_EINPUT if there
 * is no request. */
noc_status noc_kernel_workload(const noc_kernel_counts *counts, const noc_issue_chip *chip,
                               const char *path, noc_workload *workload, noc_diag *diag);

/* Kernels that run one after the other, and their counts. Zero-initialise before use;
 * noc_kernel_run_clear at the end. */
typedef struct noc_kernel_run {
    noc_issue_chip chip;
    const char *name;           /* name of the run in messages; borrowed */
    noc_kernel_list list;       /* kernel traces; "-" is standard input */
    noc_kernel_counts *kernels; /* counts of each kernel of the list, in its arena */
    noc_kernel_counts totals;
    noc_workload workload; /* workload of all kernels */
} noc_kernel_run;

/* Frees the kernels of a run. */
static inline void noc_kernel_run_clear(noc_kernel_run *owner)
{
    noc_arena_clear(&owner->list.arena);
}

/* Output and progress of a measurement. */
typedef struct noc_kernel_run_options {
    noc_issue_output output;
    /* called at each block with the finished share; false stops; may be NULL */
    bool (*progress)(void *context, double share);
    void *context;
} noc_kernel_run_options;

/* Counts the kernels of run->list as they run on run->chip. NOC_EINPUT with the line of the first
 * fault, or if no kernel accesses memory. NOC_EUSAGE if the scheduler does not fit the chip.
 * NOC_EINTERRUPTED. */
noc_status noc_kernel_run_measure(noc_kernel_run *run, const noc_kernel_run_options *options,
                                  noc_diag *diag);

/* Adds notes on the counts, the omitted instructions, and the assumed chip to an import. */
void noc_kernel_run_notes(const noc_kernel_run *run, noc_import *import);

#endif
