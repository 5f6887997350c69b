/* base/input/unpack.h: bytes packed by gzip, bzip2 or xz, unpacked piece by piece, by zlib, libbz2
 * and liblzma. The packing is known by the bytes themselves. */
#ifndef NOC_BASE_INPUT_UNPACK_H
#define NOC_BASE_INPUT_UNPACK_H

#include <stddef.h>

typedef enum noc_packing {
    NOC_PACKING_NONE,
    NOC_PACKING_GZIP,
    NOC_PACKING_BZIP2,
    NOC_PACKING_XZ,
} noc_packing;

enum { NOC_PACKING_BYTES = 10 }; /* first bytes of a file, by which a packing is known */

/* Packing of a file by its first `count` bytes, NOC_PACKING_BYTES of them if the file has so
 * many. */
noc_packing noc_packing_of(const unsigned char *bytes, size_t count);

/* Name of a packing, and of the program that unpacks it: "gzip". */
const char *noc_packing_name(noc_packing packing);

/* Name of a program that packed such bytes in any other way; NULL: unknown. */
const char *noc_packing_foreign(const unsigned char *bytes, size_t count);

typedef enum noc_unpack_state {
    NOC_UNPACK_GOES_ON,      /* all available bytes are read, or all room is filled */
    NOC_UNPACK_MEMBER_ENDED, /* member is complete; another one may follow */
    NOC_UNPACK_DAMAGED,
    /* unpacking needs more memory than a run may hold (base/memory_limit.h) */
    NOC_UNPACK_TOO_LARGE,
    NOC_UNPACK_NO_MEMORY,
} noc_unpack_state;

/* Bytes to read and room to write; both advance as they are used. */
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

/* Unpacks the bytes of the window, up to the end of a member: a packed file is one member, or
 * several, one behind the other. The next call begins the next member. */
noc_unpack_state noc_unpack(noc_unpacker *unpacker, noc_unpack_window *window);

/* Reason why the bytes are damaged: "incorrect header check". Static. */
const char *noc_unpacker_reason(const noc_unpacker *unpacker);

/* Bytes of memory that the unpacker needs, after NOC_UNPACK_TOO_LARGE. */
double noc_unpacker_needs(const noc_unpacker *unpacker);

#endif
