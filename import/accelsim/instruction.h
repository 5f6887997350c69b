/* import/accelsim/instruction.h: reads an instruction of a warp from a kernel trace: its active
 * threads, the memory that it accesses, and the coalesced lines that it requests. */
#ifndef NOC_IMPORT_ACCELSIM_INSTRUCTION_H
#define NOC_IMPORT_ACCELSIM_INSTRUCTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum noc_opcode_use {
    NOC_OPCODE_NONE,      /* no memory */
    NOC_OPCODE_READ,      /* read of global memory */
    NOC_OPCODE_ATOMIC,    /* read and write of global memory, which returns the old value */
    NOC_OPCODE_WRITE,     /* write of global memory */
    NOC_OPCODE_REDUCTION, /* write of global memory, which returns nothing */
    NOC_OPCODE_SHARED,
    NOC_OPCODE_LOCAL,
    NOC_OPCODE_CONSTANT,
    NOC_OPCODE_TEXTURE,
    NOC_OPCODE_UNKNOWN,
    NOC_OPCODE_USES
} noc_opcode_use;

enum { NOC_WARP_THREADS = 32, NOC_WARP_BYTES_MAX = 32, NOC_WARP_LINES_MAX = 3 * NOC_WARP_THREADS };

typedef struct noc_warp_addresses {
    uint32_t mask; /* active threads, a bit each */
    int bytes;     /* bytes per thread; at most NOC_WARP_BYTES_MAX are used */
    uint64_t addresses[NOC_WARP_THREADS]; /* addresses of the active threads */
} noc_warp_addresses;

/* Distinct lines that a warp requests, as numbers (address over bytes of a line), in the order of
 * the first threads that request them. */
typedef struct noc_warp_lines {
    uint64_t lines[NOC_WARP_LINES_MAX];
    size_t count;
} noc_warp_lines;

typedef struct noc_instruction {
    noc_warp_addresses warp;
    const char *opcode; /* opcode, points into the line */
    size_t opcode_length;
    bool has_addresses;
} noc_instruction;

/* Form of a trace's instructions. */
typedef struct noc_instruction_form {
    bool has_source_lines; /* instructions begin with a line number of the source */
    bool has_immediates;   /* instructions may end with an immediate */
} noc_instruction_form;

/* Reads an instruction from a line into *i, zeroed before. False: the line is no instruction. */
bool noc_instruction_read(const char *line, const noc_instruction_form *form, noc_instruction *i);

/* Returns the memory that an instruction accesses. A generic load, store or atomic accesses the
 * memory of its first address: the windows of shared and local memory begin at `shared_base` and
 * `local_base`; 0: unknown. */
noc_opcode_use noc_instruction_use(const noc_instruction *i, uint64_t shared_base,
                                   uint64_t local_base);

enum { NOC_OPCODE_NAMES_CHARS = 160 };

/* Adds opcodes to a list of names, "FROB, TICK": of each opcode the part before its first dot,
 * once, while there is room. */
void noc_opcode_names_add(char names[NOC_OPCODE_NAMES_CHARS], const char *added);

/* Finds the lines that an instruction requests. `line_bytes`: bytes of a line, a power of two, 16
 * or more. */
void noc_instruction_coalesce(const noc_instruction *i, int line_bytes, noc_warp_lines *lines);

#endif
