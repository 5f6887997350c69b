/* import/accelsim/kernel.h: reads a kernel trace of Accel-Sim, one thread block at a time.
 *
 * The trace is written by Accel-Sim's tracer (NVBit). Lines "-name = value" form the header. Each
 * thread block has "#BEGIN_TB", "thread block = x,y,z", for each of its warps "warp = n", "insts =
 * n" and one line per instruction, and "#END_TB":
 *
 *     [line] PC mask dest_num [registers] opcode src_num [registers] bytes [addresses] [immediate]
 *
 * `line` (of the source) is present if the header has "-enable lineinfo = 1"; `immediate` from
 * version 4 on. Addresses are present if `bytes` is not 0, in one of three forms: 0 and an address
 * for each active thread; 1, a base and a stride from thread to thread; 2, a base and, for each
 * further active thread, the difference from the thread before. One block is in memory at a
 * time. */
#ifndef NOC_IMPORT_ACCELSIM_KERNEL_H
#define NOC_IMPORT_ACCELSIM_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/diag.h"
#include "import/accelsim/instruction.h"

enum {
    NOC_KERNEL_VERSION_MIN = 3,
    NOC_KERNEL_VERSION_MAX = 5,
    NOC_KERNEL_WARPS_MAX = 1024,
    NOC_KERNEL_NAME_CHARS = 200,
};

typedef struct noc_kernel_header {
    char name[NOC_KERNEL_NAME_CHARS]; /* name as mangled by the compiler; a long name is cut */
    int version;
    uint32_t grid[3], block[3]; /* size of the grid in blocks; size of a block in threads */
    /* begin of the windows of shared and local memory in generic addresses; 0: unknown */
    uint64_t shared_base, local_base;
    /* true if instructions begin with a line number of the source */
    bool has_source_lines;
} noc_kernel_header;

/* Counts of instructions. */
typedef struct noc_kernel_tally {
    /* instructions of warps, and sum of their active threads */
    uint64_t instructions, threads;
    uint64_t idle_instructions;     /* instructions with no active thread */
    uint64_t uses[NOC_OPCODE_USES]; /* instructions, by the memory that they access */
    uint64_t loads, stores;         /* instructions that request lines of global memory */
    uint64_t reads, writes;         /* lines that these instructions request */
    uint64_t consecutive_lines; /* lines that follow the line before directly, in one instruction */
} noc_kernel_tally;

/* A memory instruction of a warp. */
typedef struct noc_kernel_access {
    uint32_t index; /* instructions of the warp before it */
    uint16_t warp;
    bool is_write;
    /* position of the first line in block->lines, and number of lines, in the order of threads */
    uint32_t first, count;
} noc_kernel_access;

/* A thread block. Its lists keep their capacity for the next block. */
typedef struct noc_kernel_block {
    uint64_t number;                        /* x + columns * (y + rows * z) */
    uint32_t warps;                         /* 1 + the largest number of a warp */
    uint32_t lengths[NOC_KERNEL_WARPS_MAX]; /* instructions of each warp */
    noc_kernel_access *accesses;            /* sorted by index, then by warp */
    size_t access_count, access_capacity;
    uint64_t *lines; /* numbers of requested lines: addresses over the bytes of a line */
    size_t line_count, line_capacity;
    noc_kernel_tally tally;
    noc_arena arena; /* owns the lists */
} noc_kernel_block;

typedef struct noc_kernel_reader noc_kernel_reader;

/* Opens a trace, compressed or not, and reads its header. "-" is standard input. `line_bytes`: a
 * power of two, 16 or more. NOC_EINPUT with the line of the first fault. noc_kernel_close accepts
 * NULL. */
noc_status noc_kernel_open(const char *path, int line_bytes, noc_kernel_reader **reader,
                           noc_diag *diag);
void noc_kernel_close(noc_kernel_reader *reader);

const noc_kernel_header *noc_kernel_header_of(const noc_kernel_reader *reader);

/* Reads the next block into *block, which is zeroed before its first use. *more is false if no
 * block is left. */
noc_status noc_kernel_next(noc_kernel_reader *reader, noc_kernel_block *block, bool *more);

/* Returns the share of the file that was read, in (0, 1]; 0: the file's size is unknown. */
double noc_kernel_share(const noc_kernel_reader *reader);

/* Returns the number of instructions with unknown opcodes so far, and sets *names to the names of
 * these opcodes (noc_opcode_names_add), owned by the reader. */
uint64_t noc_kernel_unknown(const noc_kernel_reader *reader, const char **names);

#endif
