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
noc_packing noc_packing_of(const unsigned char *bytes, size_t count);

/* Name of a packing, and of the program that unpacks it: "gzip". */
const char *noc_packing_name(noc_packing packing);

/* Name of the program of another, unsupported packing with these first bytes; NULL: unknown. */
const char *noc_packing_foreign(const unsigned char *bytes, size_t count);

typedef enum noc_unpack_state {
    NOC_UNPACK_GOES_ON,      /* all input is read, or the output is full */
    NOC_UNPACK_MEMBER_ENDED, /* member is complete; another one may follow */
    NOC_UNPACK_DAMAGED,
    /* unpacking needs more memory than the limit (base/memory_limit.h) */
    NOC_UNPACK_TOO_LARGE,
    NOC_UNPACK_NO_MEMORY,
} noc_unpack_state;

/* Input to read and output to write; a call advances both. */
typedef struct noc_unpack_window {
    const unsigned char *in;
    size_t in_count;
    unsigned char *out;
    size_t out_room;
} noc_unpack_window;

typedef struct noc_unpacker noc_unpacker;

/* Allocates an unpacker. NULL when out of memory. noc_unpacker_free accepts NULL. */
noc_unpacker *noc_unpacker_new(noc_packing packing);
void noc_unpacker_free(noc_unpacker *unpacker);

/* Unpacks the input of a window, up to the end of a member. A packed file consists of one or more
 * members; the next call starts the next member. */
noc_unpack_state noc_unpack(noc_unpacker *unpacker, noc_unpack_window *window);

/* Reason of NOC_UNPACK_DAMAGED: "incorrect header check". Static text. */
const char *noc_unpacker_reason(const noc_unpacker *unpacker);

/* Bytes of memory that the unpacker needs, after NOC_UNPACK_TOO_LARGE. */
double noc_unpacker_needs(const noc_unpacker *unpacker);

#endif
