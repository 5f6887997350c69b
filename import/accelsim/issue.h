/* import/accelsim/issue.h: how the cores of a chip issue the thread blocks of a kernel: an
 * instruction of a warp in a cycle, of a core's warps in turn, and no core waits for an answer.
 * Memory nodes see the requests in this order. */
#ifndef NOC_IMPORT_ACCELSIM_ISSUE_H
#define NOC_IMPORT_ACCELSIM_ISSUE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "design/cores/cta_dispatch.h"
#include "import/accelsim/kernel.h"

/* A chip, as far as the order of requests depends on it. */
typedef struct noc_issue_chip {
    const noc_cta_scheduler_kind *scheduler;
    int ports;           /* ports of the cores, which share them in equal parts; 0: a port each */
    int cores, clusters; /* clusters: a divisor of the cores; 0: each core is one */
    int slots;           /* blocks of a core at a time; 0: as many as 64 warps are */
    int memory;          /* memory nodes */
    int interleave_bytes, row_bytes; /* a block of addresses in one node; a DRAM row of a node */
    int line_bytes;
    int header_bytes; /* header of a packet */
    bool
        first_level; /* cores have a cache: a block's second request for a line does not leave it */
} noc_issue_chip;

/* Output of the requests of a run, as lines of a trace, compute nodes first. */
typedef struct noc_issue_output {
    FILE *out;      /* NULL: nowhere */
    bool addresses; /* requests have addresses, and cores as sources, not ports */
    /* requests wait for the last load of their warp, or of the block that had their slot before,
     * and for as many cycles as instructions lie in between */
    bool waits;
} noc_issue_output;

/* Warps, and blocks, that a core of an NVIDIA GPU since Kepler runs at a time. */
enum { NOC_ISSUE_WARPS = 64, NOC_ISSUE_BLOCKS = 32 };

typedef struct noc_issue_counts {
    uint64_t cycles;
    uint64_t visits;   /* blocks of addresses that nodes are asked for, after another one */
    uint64_t row_hits; /* visits in the DRAM row of the one before */
} noc_issue_counts;

/* Blocks that a core runs at a time, of so many warps each. */
int noc_issue_slots(const noc_issue_chip *chip, uint32_t warps_of_block);

/* True if blocks are dealt from one pool, in the order of the trace. */
bool noc_issue_one_pool(const noc_issue_chip *chip);

/* Gets a block for a pool, 0 but where clusters have their own: *more: false: there is none. */
typedef noc_status noc_issue_source(void *from, int pool, noc_kernel_block *block, bool *more);

/* The header of such a trace. */
void noc_issue_header(const noc_issue_output *output);

/* Issues a kernel, of blocks of `block_warps` warps at most, from *cycle on. NOC_EUSAGE where the
 * scheduler cannot be that of the chip. */
noc_status noc_issue_kernel(const noc_issue_chip *chip, uint32_t block_warps,
                            noc_issue_source *source, void *from, const noc_issue_output *output,
                            uint64_t *cycle, noc_issue_counts *counts, noc_diag *diag);

#endif
