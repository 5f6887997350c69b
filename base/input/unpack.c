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
    bool started; /* true within a member */
    const char *reason;
    double needs; /* bytes of memory needed */
    union {
        z_stream gzip;
        bz_stream bzip2;
        lzma_stream xz;
    } stream;
};

/* ---- packing of a file ----------------------------------------------------------------------- */

static bool begins(const unsigned char *bytes, size_t count, const char *with, size_t length)
{
    return count >= length && memcmp(bytes, with, length) == 0;
}

/* True for "BZh", the size of blocks, and the mark of a block or of the end, which may be cut. A
 * text may begin with the first four characters. */
static bool is_bzip2(const unsigned char *bytes, size_t count)
{
    static const char marks[2][7] = {"\x31\x41\x59\x26\x53\x59", "\x17\x72\x45\x38\x50\x90"};
    if (!begins(bytes, count, "BZh", 3) || count < 4) return false;
    const size_t length = min_size(count - 4, 6);
    if (bytes[3] < '1' || bytes[3] > '9') return false;
    return memcmp(bytes + 4, marks[0], length) == 0 || memcmp(bytes + 4, marks[1], length) == 0;
}

noc_packing noc_packing_of(const unsigned char *bytes, size_t count)
{
    if (begins(bytes, count, "\x1f\x8b", 2)) return NOC_PACKING_GZIP;
    if (begins(bytes, count,
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

const char *noc_packing_foreign(const unsigned char *bytes, size_t count)
{
    static const struct {
        const char *name, *bytes;
        size_t length;
    } others[] = {{"zstd", "\x28\xb5\x2f\xfd", 4}, {"zip", "PK\x03\x04", 4},
                  {"lz4", "\x04\x22\x4d\x18", 4},  {"7-Zip", "7z\xbc\xaf\x27\x1c", 6},
                  {"compress", "\x1f\x9d", 2},     {"lzma", "\x5d\x00\x00", 3}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (begins(bytes, count, others[i].bytes, others[i].length)) return others[i].name;
    return NULL;
}

/* ---- members --------------------------------------------------------------------------------- */

static noc_unpack_state state_of(noc_unpacker *u, bool damaged, const char *reason)
{
    if (damaged && reason) u->reason = reason;
    return damaged ? NOC_UNPACK_DAMAGED : NOC_UNPACK_GOES_ON;
}

static uint64_t memory_left(void)
{
    const uint64_t limit = noc_memory_limit(), held = noc_memory_held();
    return limit > held ? limit - held : 1;
}

/* Starts a member. False when out of memory. */
static bool start(noc_unpacker *u)
{
    enum { GZIP_ALONE = 16 };
    switch (u->packing) {
    case NOC_PACKING_GZIP:
        u->stream.gzip = (z_stream){0};
        u->started = inflateInit2(&u->stream.gzip, MAX_WBITS + GZIP_ALONE) == Z_OK;
        break;
    case NOC_PACKING_BZIP2:
        u->stream.bzip2 = (bz_stream){0};
        u->started = BZ2_bzDecompressInit(&u->stream.bzip2, 0, 0) == BZ_OK;
        break;
    default:
        u->stream.xz = (lzma_stream)LZMA_STREAM_INIT;
        u->started = lzma_stream_decoder(&u->stream.xz, memory_left(), 0) == LZMA_OK;
    }
    return u->started;
}

static void end(noc_unpacker *u)
{
    if (!u->started) return;
    if (u->packing == NOC_PACKING_GZIP) inflateEnd(&u->stream.gzip);
    if (u->packing == NOC_PACKING_BZIP2) BZ2_bzDecompressEnd(&u->stream.bzip2);
    if (u->packing == NOC_PACKING_XZ) lzma_end(&u->stream.xz);
    u->started = false;
}

/* ---- calls of zlib, libbz2 and liblzma ------------------------------------------------------- */

static unsigned at_most(size_t count)
{
    return (unsigned)min_size(count, 1u << 30);
}

/* Advances a window by bytes read and bytes written. */
static void move_on(noc_unpack_window *w, size_t in, size_t out)
{
    w->in += in;
    w->in_count -= in;
    w->out += out;
    w->out_room -= out;
}

static noc_unpack_state unpack_gzip(noc_unpacker *u, noc_unpack_window *w)
{
    z_stream *s = &u->stream.gzip;
    const unsigned in = at_most(w->in_count), out = at_most(w->out_room);
    s->next_in = (unsigned char *)(uintptr_t)w->in;
    s->avail_in = in;
    s->next_out = w->out;
    s->avail_out = out;
    const int result = inflate(s, Z_NO_FLUSH);
    move_on(w, in - s->avail_in, out - s->avail_out);
    if (result == Z_STREAM_END) return NOC_UNPACK_MEMBER_ENDED;
    if (result == Z_MEM_ERROR) return NOC_UNPACK_NO_MEMORY;
    return state_of(u, result != Z_OK && result != Z_BUF_ERROR, s->msg);
}

static noc_unpack_state unpack_bzip2(noc_unpacker *u, noc_unpack_window *w)
{
    bz_stream *s = &u->stream.bzip2;
    const unsigned in = at_most(w->in_count), out = at_most(w->out_room);
    s->next_in = (char *)(uintptr_t)w->in;
    s->avail_in = in;
    s->next_out = (char *)w->out;
    s->avail_out = out;
    const int result = BZ2_bzDecompress(s);
    move_on(w, in - s->avail_in, out - s->avail_out);
    if (result == BZ_STREAM_END) return NOC_UNPACK_MEMBER_ENDED;
    if (result == BZ_MEM_ERROR) return NOC_UNPACK_NO_MEMORY;
    return state_of(u, result != BZ_OK,
                    result == BZ_DATA_ERROR_MAGIC ? "incorrect header" : "incorrect data or sum");
}

static noc_unpack_state unpack_xz(noc_unpacker *u, noc_unpack_window *w)
{
    lzma_stream *s = &u->stream.xz;
    const size_t in = w->in_count, out = w->out_room;
    s->next_in = w->in;
    s->avail_in = in;
    s->next_out = w->out;
    s->avail_out = out;
    const lzma_ret result = lzma_code(s, LZMA_RUN);
    move_on(w, in - s->avail_in, out - s->avail_out);
    switch (result) {
    case LZMA_STREAM_END:
        return NOC_UNPACK_MEMBER_ENDED;
    case LZMA_MEM_ERROR:
        return NOC_UNPACK_NO_MEMORY;
    case LZMA_MEMLIMIT_ERROR:
        u->needs = (double)lzma_memusage(s);
        return NOC_UNPACK_TOO_LARGE;
    case LZMA_FORMAT_ERROR:
        return state_of(u, true, "incorrect header");
    case LZMA_OPTIONS_ERROR:
        return state_of(u, true, "options that liblzma does not know");
    default:
        return state_of(u, result != LZMA_OK && result != LZMA_BUF_ERROR, "incorrect data or sum");
    }
}

noc_unpack_state noc_unpack(noc_unpacker *u, noc_unpack_window *w)
{
    if (!u->started && !start(u)) return NOC_UNPACK_NO_MEMORY;
    const noc_unpack_state state = u->packing == NOC_PACKING_GZIP    ? unpack_gzip(u, w)
                                   : u->packing == NOC_PACKING_BZIP2 ? unpack_bzip2(u, w)
                                                                     : unpack_xz(u, w);
    if (state == NOC_UNPACK_MEMBER_ENDED) end(u);
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
    end(u);
    free(u);
}

const char *noc_unpacker_reason(const noc_unpacker *u)
{
    return u->reason;
}

double noc_unpacker_needs(const noc_unpacker *u)
{
    return u->needs;
}
