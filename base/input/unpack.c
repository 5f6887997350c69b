#include "base/input/unpack.h"

#include <bzlib.h>
#include <lzma.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/memory_limit.h"
#include "base/min_max.h"

struct noc_unpacker {
    noc_packing packing;
    bool is_started; /* true within a member */
    const char *reason;
    double needed_bytes; /* bytes of memory needed */
    union {
        z_stream gzip;
        bz_stream bzip2;
        lzma_stream xz;
    } stream;
};

/* ---- packing of a file ----------------------------------------------------------------------- */

static bool begins_with_bytes(const unsigned char *bytes, size_t count, const char *prefix,
                              size_t length)
{
    return count >= length && memcmp(bytes, prefix, length) == 0;
}

/* True for "BZh", the size of blocks, and the mark of a block or of the end, which may be cut. A
 * text may begin with the first four characters. */
static bool is_bzip2(const unsigned char *bytes, size_t count)
{
    static const char marks[2][7] = {"\x31\x41\x59\x26\x53\x59", "\x17\x72\x45\x38\x50\x90"};
    if (!begins_with_bytes(bytes, count, "BZh", 3) || count < 4) return false;
    const size_t length = min_size(count - 4, 6);
    if (bytes[3] < '1' || bytes[3] > '9') return false;
    return memcmp(bytes + 4, marks[0], length) == 0 || memcmp(bytes + 4, marks[1], length) == 0;
}

noc_packing noc_find_packing(const unsigned char *bytes, size_t count)
{
    if (begins_with_bytes(bytes, count, "\x1f\x8b", 2)) return NOC_PACKING_GZIP;
    if (begins_with_bytes(bytes, count,
                          "\xfd"
                          "7zXZ\0",
                          6))
        return NOC_PACKING_XZ;
    return is_bzip2(bytes, count) ? NOC_PACKING_BZIP2 : NOC_PACKING_NONE;
}

const char *noc_packing_name(noc_packing packing)
{
    static const char *const names[] = {"text", "gzip", "bzip2", "xz"};
    return names[packing];
}

const char *noc_foreign_packing_name(const unsigned char *bytes, size_t count)
{
    static const struct {
        const char *name, *bytes;
        size_t length;
    } foreign_packings[] = {{"zstd", "\x28\xb5\x2f\xfd", 4}, {"zip", "PK\x03\x04", 4},
                            {"lz4", "\x04\x22\x4d\x18", 4},  {"7-Zip", "7z\xbc\xaf\x27\x1c", 6},
                            {"compress", "\x1f\x9d", 2},     {"lzma", "\x5d\x00\x00", 3}};
    for (size_t i = 0; i < sizeof foreign_packings / sizeof *foreign_packings; i++)
        if (begins_with_bytes(bytes, count, foreign_packings[i].bytes, foreign_packings[i].length))
            return foreign_packings[i].name;
    return NULL;
}

/* ---- members --------------------------------------------------------------------------------- */

static noc_unpack_result unpack_result(noc_unpacker *u, bool is_damaged, const char *reason)
{
    if (is_damaged && reason) u->reason = reason;
    return is_damaged ? NOC_UNPACK_DAMAGED : NOC_UNPACK_CONTINUES;
}

static uint64_t remaining_memory(void)
{
    const uint64_t limit = noc_memory_limit(), held_bytes = noc_memory_held_bytes();
    return limit > held_bytes ? limit - held_bytes : 1;
}

/* Starts a member. False when out of memory. */
static bool start_member(noc_unpacker *u)
{
    enum { GZIP_ALONE = 16 };
    switch (u->packing) {
    case NOC_PACKING_GZIP:
        u->stream.gzip = (z_stream){0};
        u->is_started = inflateInit2(&u->stream.gzip, MAX_WBITS + GZIP_ALONE) == Z_OK;
        break;
    case NOC_PACKING_BZIP2:
        u->stream.bzip2 = (bz_stream){0};
        u->is_started = BZ2_bzDecompressInit(&u->stream.bzip2, 0, 0) == BZ_OK;
        break;
    default:
        u->stream.xz = (lzma_stream)LZMA_STREAM_INIT;
        u->is_started = lzma_stream_decoder(&u->stream.xz, remaining_memory(), 0) == LZMA_OK;
    }
    return u->is_started;
}

static void end_member(noc_unpacker *u)
{
    if (!u->is_started) return;
    if (u->packing == NOC_PACKING_GZIP) inflateEnd(&u->stream.gzip);
    if (u->packing == NOC_PACKING_BZIP2) BZ2_bzDecompressEnd(&u->stream.bzip2);
    if (u->packing == NOC_PACKING_XZ) lzma_end(&u->stream.xz);
    u->is_started = false;
}

/* ---- calls of zlib, libbz2 and liblzma ------------------------------------------------------- */

static unsigned limit_count(size_t count)
{
    return (unsigned)min_size(count, 1u << 30);
}

/* Advances a window by bytes read and bytes written. */
static void advance_window(noc_unpack_window *w, size_t input_bytes, size_t output_bytes)
{
    w->input += input_bytes;
    w->input_bytes -= input_bytes;
    w->output += output_bytes;
    w->output_capacity -= output_bytes;
}

static noc_unpack_result unpack_gzip(noc_unpacker *u, noc_unpack_window *w)
{
    z_stream *s = &u->stream.gzip;
    const unsigned input_bytes = limit_count(w->input_bytes),
                   output_bytes = limit_count(w->output_capacity);
    s->next_in = (unsigned char *)(uintptr_t)w->input;
    s->avail_in = input_bytes;
    s->next_out = w->output;
    s->avail_out = output_bytes;
    const int result = inflate(s, Z_NO_FLUSH);
    advance_window(w, input_bytes - s->avail_in, output_bytes - s->avail_out);
    if (result == Z_STREAM_END) return NOC_UNPACK_MEMBER_ENDED;
    if (result == Z_MEM_ERROR) return NOC_UNPACK_NO_MEMORY;
    return unpack_result(u, result != Z_OK && result != Z_BUF_ERROR, s->msg);
}

static noc_unpack_result unpack_bzip2(noc_unpacker *u, noc_unpack_window *w)
{
    bz_stream *s = &u->stream.bzip2;
    const unsigned input_bytes = limit_count(w->input_bytes),
                   output_bytes = limit_count(w->output_capacity);
    s->next_in = (char *)(uintptr_t)w->input;
    s->avail_in = input_bytes;
    s->next_out = (char *)w->output;
    s->avail_out = output_bytes;
    const int result = BZ2_bzDecompress(s);
    advance_window(w, input_bytes - s->avail_in, output_bytes - s->avail_out);
    if (result == BZ_STREAM_END) return NOC_UNPACK_MEMBER_ENDED;
    if (result == BZ_MEM_ERROR) return NOC_UNPACK_NO_MEMORY;
    return unpack_result(u, result != BZ_OK,
                         result == BZ_DATA_ERROR_MAGIC ? "incorrect header"
                                                       : "incorrect data or sum");
}

static noc_unpack_result unpack_xz(noc_unpacker *u, noc_unpack_window *w)
{
    lzma_stream *s = &u->stream.xz;
    const size_t input_bytes = w->input_bytes, output_bytes = w->output_capacity;
    s->next_in = w->input;
    s->avail_in = input_bytes;
    s->next_out = w->output;
    s->avail_out = output_bytes;
    const lzma_ret result = lzma_code(s, LZMA_RUN);
    advance_window(w, input_bytes - s->avail_in, output_bytes - s->avail_out);
    switch (result) {
    case LZMA_STREAM_END:
        return NOC_UNPACK_MEMBER_ENDED;
    case LZMA_MEM_ERROR:
        return NOC_UNPACK_NO_MEMORY;
    case LZMA_MEMLIMIT_ERROR:
        u->needed_bytes = (double)lzma_memusage(s);
        return NOC_UNPACK_TOO_LARGE;
    case LZMA_FORMAT_ERROR:
        return unpack_result(u, true, "incorrect header");
    case LZMA_OPTIONS_ERROR:
        return unpack_result(u, true, "options that liblzma does not know");
    default:
        return unpack_result(u, result != LZMA_OK && result != LZMA_BUF_ERROR,
                             "incorrect data or sum");
    }
}

noc_unpack_result noc_unpack_bytes(noc_unpacker *u, noc_unpack_window *w)
{
    if (!u->is_started && !start_member(u)) return NOC_UNPACK_NO_MEMORY;
    const noc_unpack_result state = u->packing == NOC_PACKING_GZIP    ? unpack_gzip(u, w)
                                    : u->packing == NOC_PACKING_BZIP2 ? unpack_bzip2(u, w)
                                                                      : unpack_xz(u, w);
    if (state == NOC_UNPACK_MEMBER_ENDED) end_member(u);
    return state;
}

/* ---- construction ---------------------------------------------------------------------------- */

noc_unpacker *noc_unpacker_new(noc_packing packing)
{
    noc_unpacker *u = calloc(1, sizeof *u);
    if (!u) return NULL;
    u->packing = packing;
    u->reason = "incorrect data";
    return u;
}

void noc_unpacker_free(noc_unpacker *u)
{
    if (!u) return;
    end_member(u);
    free(u);
}

const char *noc_unpacker_reason(const noc_unpacker *u)
{
    return u->reason;
}

double noc_unpacker_needed_bytes(const noc_unpacker *u)
{
    return u->needed_bytes;
}
