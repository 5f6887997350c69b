/* base/input/unpack.h: incremental unpacking of gzip, bzip2 and xz, by zlib, libbz2 and liblzma,
 * and recognition of packings by the first bytes. */
#ifndef NOC_BASE_INPUT_UNPACK_H
#define NOC_BASE_INPUT_UNPACK_H

#include <stddef.h>

typedef enum noc_packing {
    NOC_PACKING_NONE,
    NOC_PACKING_GZIP,
    NOC_PACKING_BZIP2,
    NOC_PACKING_XZ,
} noc_packing;

enum { NOC_PACKING_BYTES = 10 }; /* number of first bytes that identify a packing */

/* Packing of a file by its first bytes. `count`: NOC_PACKING_BYTES, or all bytes of a shorter
 * file. */
noc_packing noc_find_packing(const unsigned char *bytes, size_t count);

/* Name of a packing, and of the program that unpacks it: "gzip". */
const char *noc_packing_name(noc_packing packing);

/* Name of the program of another, unsupported packing with these first bytes; NULL: unknown. */
const char *noc_foreign_packing_name(const unsigned char *bytes, size_t count);

typedef enum noc_unpack_result {
    NOC_UNPACK_CONTINUES,    /* all input is read, or the output is full */
    NOC_UNPACK_MEMBER_ENDED, /* member is complete; another one may follow */
    NOC_UNPACK_DAMAGED,
    /* unpacking needs more memory than the limit (base/memory_limit.h) */
    NOC_UNPACK_TOO_LARGE,
    NOC_UNPACK_NO_MEMORY,
} noc_unpack_result;

/* Input to read and output to write; a call advances both. */
typedef struct noc_unpack_window {
    const unsigned char *input;
    size_t input_bytes;
    unsigned char *output;
    size_t output_capacity;
} noc_unpack_window;

typedef struct noc_unpacker noc_unpacker;

/* Allocates an unpacker. NULL when out of memory. noc_unpacker_free accepts NULL. */
noc_unpacker *noc_unpacker_new(noc_packing packing);
void noc_unpacker_free(noc_unpacker *unpacker);

/* Unpacks the input of a window, up to the end of a member. A packed file consists of one or more
 * members; the next call starts the next member. */
noc_unpack_result noc_unpack_bytes(noc_unpacker *unpacker, noc_unpack_window *window);

/* Reason of NOC_UNPACK_DAMAGED: "incorrect header check". Static text. */
const char *noc_unpacker_reason(const noc_unpacker *unpacker);

/* Bytes of memory that the unpacker needs, after NOC_UNPACK_TOO_LARGE. */
double noc_unpacker_needed_bytes(const noc_unpacker *unpacker);

#endif
