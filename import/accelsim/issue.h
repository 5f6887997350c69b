/* import/accelsim/issue.h: simulates the cores of a chip that issue a kernel's thread blocks, to
 * find the order of requests at memory nodes. A core issues an instruction of one warp per cycle,
 * its warps in turn, and never waits for replies. */
#ifndef NOC_IMPORT_ACCELSIM_ISSUE_H
#define NOC_IMPORT_ACCELSIM_ISSUE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "design/cores/cta_dispatch.h"
#include "import/accelsim/kernel.h"

/* Parameters of a chip that determine the order of requests. */
typedef struct noc_issue_chip {
    const noc_cta_scheduler_kind *scheduler;
    int ports; /* number of ports, shared by equal numbers of cores; 0: each core has a port */
    /* number of cores; number of clusters, a divisor of it; 0: each core is a cluster */
    int cores, clusters;
    int slots;        /* resident blocks of a core; 0: as many as 64 warps allow */
    int memory_nodes; /* number of memory nodes */
    /* bytes of consecutive addresses in one node, and bytes of a DRAM row of a node */
    int interleave_bytes, row_bytes;
    int line_bytes;
    int header_bytes; /* bytes of a packet's header */
    /* true if cores have a cache: repeated requests of a block for a line stay in the core */
    bool has_first_level;
} noc_issue_chip;

/* Output of the requests of a run as lines of a trace, in which compute nodes come first. */
typedef struct noc_issue_output {
    FILE *out;          /* stream; NULL: no output */
    bool has_addresses; /* true if requests have addresses, and cores instead of ports as sources */
    /* true if requests wait for the last load of their warp (without one, of the previous block in
     * the slot), and then a cycle for each instruction in between */
    bool has_waits;
} noc_issue_output;

/* Resident warps and blocks of a core of an NVIDIA GPU since Kepler. */
enum { NOC_ISSUE_WARPS = 64, NOC_ISSUE_BLOCKS = 32 };

typedef struct noc_issue_counts {
    uint64_t cycles;
    uint64_t visits;   /* changes of a memory node from one block of addresses to another */
    uint64_t row_hits; /* visits to the same DRAM row as the visit before */
} noc_issue_counts;

/* Returns the resident blocks of a core, for blocks of `warps_of_block` warps. */
int noc_issue_slots(const noc_issue_chip *chip, uint32_t warps_of_block);

/* True if all clusters get their blocks from one pool, in the order of the trace. */
bool noc_issue_has_one_pool(const noc_issue_chip *chip);

/* Type of functions that get the next block of pool `pool`; 0 is the only pool, unless each cluster
 * has its own. *more is false if no block is left. `from`: the context of noc_issue_kernel. */
typedef noc_status noc_block_source(void *from, int pool, noc_kernel_block *block, bool *more);

/* Writes the header of the trace. */
void noc_issue_write_header(const noc_issue_output *output);

/* Issues a kernel from *cycle on, moves *cycle to its end, and adds to *counts. `block_warps`:
 * largest number of warps of a block. NOC_EUSAGE if the scheduler does not fit the chip. */
noc_status noc_issue_kernel(const noc_issue_chip *chip, uint32_t block_warps,
                            noc_block_source *source, void *context, const noc_issue_output *output,
                            uint64_t *cycle, noc_issue_counts *counts, noc_diag *diag);

#endif
