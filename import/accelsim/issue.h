/* import/accelsim/issue.h: issue of a kernel's thread blocks by the cores of a chip: an instruction
 * of one warp per cycle, a core's warps in turn; no core waits for an answer. Memory nodes see the
 * requests in this order. */
#ifndef NOC_IMPORT_ACCELSIM_ISSUE_H
#define NOC_IMPORT_ACCELSIM_ISSUE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "design/cores/cta_dispatch.h"
#include "import/accelsim/kernel.h"

/* Properties of a chip on which the order of requests depends. */
typedef struct noc_issue_chip {
    const noc_cta_scheduler_kind *scheduler;
    int ports;           /* ports, which cores share in equal parts; 0: a port for each core */
    int cores, clusters; /* cores; clusters: a divisor of their number; 0: each core is a cluster */
    int slots;           /* blocks of a core at a time; 0: as many as 64 warps make */
    int memory;          /* memory nodes */
    /* bytes of a block of addresses in one node; bytes of a DRAM row of a node */
    int interleave_bytes, row_bytes;
    int line_bytes;
    int header_bytes; /* bytes of a packet's header */
    /* true if cores have a cache: a block's second request for a line stays in the core */
    bool first_level;
} noc_issue_chip;

/* Output of the requests of a run, as lines of a trace, compute nodes first. */
typedef struct noc_issue_output {
    FILE *out;      /* stream; NULL: no output */
    bool addresses; /* true if requests have addresses, and cores, not ports, as sources */
    /* true if requests wait for the last load of their warp, or of the block that had their slot
     * before, and for as many cycles as instructions lie in between */
    bool waits;
} noc_issue_output;

/* Warps, and blocks, that a core of an NVIDIA GPU since Kepler runs at a time. */
enum { NOC_ISSUE_WARPS = 64, NOC_ISSUE_BLOCKS = 32 };

typedef struct noc_issue_counts {
    uint64_t cycles;
    uint64_t visits;   /* changes of a node from one block of addresses to another */
    uint64_t row_hits; /* visits in the same DRAM row as the visit before */
} noc_issue_counts;

/* Returns the blocks that a core runs at a time, of `warps_of_block` warps each. */
int noc_issue_slots(const noc_issue_chip *chip, uint32_t warps_of_block);

/* True if blocks are dealt from one pool, in the order of the trace. */
bool noc_issue_one_pool(const noc_issue_chip *chip);

/* Gets a block for a pool, which is 0 unless clusters have their own pools. *more: false: there is
 * none. */
typedef noc_status noc_issue_source(void *from, int pool, noc_kernel_block *block, bool *more);

/* Writes the header of the trace. */
void noc_issue_header(const noc_issue_output *output);

/* Issues a kernel, whose blocks have `block_warps` warps at most, from *cycle on. NOC_EUSAGE where
 * the scheduler does not fit the chip. */
noc_status noc_issue_kernel(const noc_issue_chip *chip, uint32_t block_warps,
                            noc_issue_source *source, void *from, const noc_issue_output *output,
                            uint64_t *cycle, noc_issue_counts *counts, noc_diag *diag);

#endif
