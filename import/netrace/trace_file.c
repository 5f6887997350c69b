#include "import/netrace/trace_file.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/input/input.h"

enum {
    MAGIC = 0x484A5455,
    HEADER_BYTES = 72, /* the last 8 are unused */
    REGION_BYTES = 24,
    PACKET_BYTES = 21,
    BUFFER_BYTES = 1 << 16
};

const noc_netrace_type noc_netrace_types[NOC_NETRACE_TYPES] = {
    [1] = {"ReadReq", NOC_NETRACE_READS, 8},
    [2] = {"ReadResp", NOC_NETRACE_REPLIES, 72},
    [3] = {"ReadRespWithInvalidate", NOC_NETRACE_REPLIES, 72},
    [4] = {"WriteReq", NOC_NETRACE_WRITES, 72},
    [5] = {"WriteResp", NOC_NETRACE_REPLIES, 8},
    [6] = {"Writeback", NOC_NETRACE_WRITES, 72},
    [13] = {"UpgradeReq", NOC_NETRACE_READS, 8},
    [14] = {"UpgradeResp", NOC_NETRACE_REPLIES, 8},
    [15] = {"ReadExReq", NOC_NETRACE_READS, 8},
    [16] = {"ReadExResp", NOC_NETRACE_REPLIES, 72},
    [25] = {"BadAddressError", NOC_NETRACE_REPLIES, 8},
    [27] = {"InvalidateReq", NOC_NETRACE_READS, 8},
    [28] = {"InvalidateResp", NOC_NETRACE_REPLIES, 8},
    [29] = {"DowngradeReq", NOC_NETRACE_READS, 8},
    [30] = {"DowngradeResp", NOC_NETRACE_REPLIES, 72},
};

struct noc_netrace_file {
    const char *path;
    noc_input *in;
    noc_diag *diag;
    noc_netrace_header header;
    uint64_t packets, offset;
    uint64_t cycle; /* cycle of the last packet read */
    uint32_t id;    /* id of the last packet read */
    size_t at, end;
    char buffer[BUFFER_BYTES];
};

/* ---- bytes ---------------------------------------------------------------------------------- */

/* Reads up to `wanted` bytes. *count_read is less only at the end of the file. */
static noc_status read_bytes(noc_netrace_file *f, void *bytes, size_t wanted, size_t *count_read)
{
    for (*count_read = 0; *count_read < wanted;) {
        if (f->at == f->end) {
            f->at = 0;
            const noc_status status = noc_input_read(f->in, f->buffer, sizeof f->buffer, &f->end);
            if (status != NOC_OK) return status;
            if (f->end == 0) return NOC_OK;
        }
        const size_t available = f->end - f->at, needed = wanted - *count_read;
        const size_t count = available < needed ? available : needed;
        memcpy((char *)bytes + *count_read, f->buffer + f->at, count);
        *count_read += count;
        f->at += count;
    }
    return NOC_OK;
}

static uint64_t decode_whole(const unsigned char *bytes, int count)
{
    uint64_t value = 0;
    while (count--) value = value << 8 | bytes[count];
    return value;
}

static uint32_t decode_whole32(const unsigned char *bytes)
{
    return (uint32_t)decode_whole(bytes, 4);
}

/* ---- header --------------------------------------------------------------------------------- */

static noc_status refuse(const noc_netrace_file *f, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static noc_status vrefuse(const noc_netrace_file *f, const char *format, va_list arguments)
{
    char text[300];
    if (noc_input_check_rest(f->in) != NOC_OK) return NOC_EINPUT;
    vsnprintf(text, sizeof text, format, arguments);
    return noc_fail(f->diag, NOC_EINPUT, (noc_place){f->path, 0}, "%s", text);
}

static noc_status refuse(const noc_netrace_file *f, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const noc_status status = vrefuse(f, format, arguments);
    va_end(arguments);
    return status;
}

/* Reads a part of the header. */
static noc_status read_header_bytes(noc_netrace_file *f, void *bytes, size_t wanted)
{
    size_t count_read;
    const noc_status status = read_bytes(f, bytes, wanted, &count_read);
    if (status != NOC_OK || count_read == wanted) return status;
    return refuse(f, "is cut off in its header (a trace of Netrace's begins with one)");
}

static noc_status check_magic(const noc_netrace_file *f, const unsigned char *head)
{
    const uint32_t version_bits = 0x3F800000; /* version 1.0 in IEEE 754 */
    float version;
    const uint32_t bits = decode_whole32(head + 4);
    memcpy(&version, &bits, sizeof version);
    if (decode_whole32(head) != MAGIC)
        return refuse(f,
                      "is no trace of Netrace's: it begins with 0x%08" PRIx32
                      " (expected 0x%08x, little-endian)",
                      decode_whole32(head), (unsigned)MAGIC);
    if (bits != version_bits)
        return refuse(f, "is of version %g of Netrace's traces (1.0 is read)", (double)version);
    return NOC_OK;
}

static noc_status read_notes(noc_netrace_file *f, uint32_t length)
{
    if (length >= NOC_NETRACE_NOTES_CHARS)
        return refuse(f, "its header has notes of %" PRIu32 " bytes (8191 at most)", length);
    return read_header_bytes(f, f->header.notes, length);
}

static noc_status read_regions(noc_netrace_file *f, uint32_t count)
{
    unsigned char bytes[REGION_BYTES];
    noc_status status = NOC_OK;
    if (count > NOC_NETRACE_REGIONS_MAX)
        return refuse(f, "its header has %" PRIu32 " regions (100 at most)", count);
    for (uint32_t i = 0; i < count && status == NOC_OK; i++) {
        noc_netrace_region *r = &f->header.regions[f->header.region_count++];
        status = read_header_bytes(f, bytes, sizeof bytes);
        r->offset = decode_whole(bytes, 8);
        r->cycles = decode_whole(bytes + 8, 8);
        r->packets = decode_whole(bytes + 16, 8);
    }
    return status;
}

static noc_status read_header(noc_netrace_file *f)
{
    unsigned char head[HEADER_BYTES] = {0};
    /* magic number first, since a file shorter than the header has one as well */
    noc_status status = read_header_bytes(f, head, 4);
    if (status == NOC_OK && decode_whole32(head) == MAGIC)
        status = read_header_bytes(f, head + 4, sizeof head - 4);
    if (status == NOC_OK) status = check_magic(f, head);
    if (status != NOC_OK) return status;
    memcpy(f->header.benchmark, head + 8, NOC_NETRACE_NAME_CHARS - 1);
    f->header.nodes = head[38];
    f->header.cycles = decode_whole(head + 40, 8);
    f->header.packets = decode_whole(head + 48, 8);
    if (f->header.nodes == 0) return refuse(f, "its header has no nodes");
    status = read_notes(f, decode_whole32(head + 56));
    return status == NOC_OK ? read_regions(f, decode_whole32(head + 60)) : status;
}

noc_status noc_netrace_open(const char *path, noc_netrace_file **file, noc_diag *diag)
{
    noc_netrace_file *f = calloc(1, sizeof *f);
    *file = f;
    if (!f) return noc_fail_memory(diag);
    f->path = path;
    f->diag = diag;
    const noc_status status =
        noc_input_open(path, path, "is a directory (a trace of Netrace's is a file)", &f->in, diag);
    return status == NOC_OK ? read_header(f) : status;
}

void noc_netrace_close(noc_netrace_file *file)
{
    if (file) noc_input_close(file->in);
    free(file);
}

const noc_netrace_header *noc_netrace_header_of(const noc_netrace_file *file)
{
    return &file->header;
}

/* ---- packets -------------------------------------------------------------------------------- */

noc_status noc_netrace_refuse(const noc_netrace_file *f, const char *format, ...)
{
    char text[200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return refuse(f, "packet %" PRIu64 " (id %" PRIu32 "): %s", f->packets, f->id, text);
}

static noc_status refuse_cut_packet(const noc_netrace_file *f)
{
    return refuse(f, "is cut off in packet %" PRIu64 " (its header says %" PRIu64 " packets)",
                  f->packets + 1, f->header.packets);
}

static noc_status check_packet(const noc_netrace_file *f, const noc_netrace_packet *p)
{
    const unsigned nodes = f->header.nodes;
    if (p->source >= nodes || p->destination >= nodes)
        return noc_netrace_refuse(f, "there is no node %u (0 .. %u)",
                                  p->source >= nodes ? p->source : p->destination, nodes - 1);
    if (p->type >= NOC_NETRACE_TYPES || !noc_netrace_types[p->type].name)
        return noc_netrace_refuse(f, "Netrace has no packet type %u", p->type);
    if (p->cycle < f->cycle)
        return noc_netrace_refuse(
            f, "its cycle, %" PRIu64 ", is before that of the packet before, %" PRIu64, p->cycle,
            f->cycle);
    return NOC_OK;
}

/* Reads the ids of the packets that wait. */
static noc_status read_waiting_ids(noc_netrace_file *f, noc_netrace_packet *p)
{
    unsigned char bytes[4 * NOC_NETRACE_WAKES_MAX];
    size_t got;
    const size_t wanted = 4 * (size_t)p->waiting_count;
    const noc_status status = read_bytes(f, bytes, wanted, &got);
    if (status != NOC_OK) return status;
    if (got < wanted) return refuse_cut_packet(f);
    for (unsigned i = 0; i < p->waiting_count; i++)
        p->waiting_ids[i] = decode_whole32(bytes + 4 * (size_t)i);
    return NOC_OK;
}

/* Ends a trace, and refuses one with missing packets. */
static noc_status end_packets(const noc_netrace_file *f)
{
    if (f->packets >= f->header.packets) return NOC_OK;
    return refuse(f, "is cut off behind packet %" PRIu64 " (its header says %" PRIu64 " packets)",
                  f->packets, f->header.packets);
}

noc_status noc_netrace_read_packet(noc_netrace_file *f, noc_netrace_packet *p, bool *has_packet)
{
    unsigned char bytes[PACKET_BYTES];
    size_t got;
    noc_status status = read_bytes(f, bytes, sizeof bytes, &got);
    *has_packet = status == NOC_OK && got > 0;
    if (status != NOC_OK) return status;
    if (got == 0) return end_packets(f);
    if (got < sizeof bytes) return refuse_cut_packet(f);
    p->cycle = decode_whole(bytes, 8);
    p->id = decode_whole32(bytes + 8);
    p->address = decode_whole32(bytes + 12);
    p->type = bytes[16];
    p->source = bytes[17];
    p->destination = bytes[18];
    p->source_kind = bytes[19] >> 4;
    p->destination_kind = bytes[19] & 15;
    p->waiting_count = bytes[20];
    status = read_waiting_ids(f, p);
    if (status != NOC_OK) return status;
    f->packets++;
    f->offset += sizeof bytes + 4 * (uint64_t)p->waiting_count;
    f->id = p->id;
    status = check_packet(f, p);
    f->cycle = p->cycle;
    return status;
}

uint64_t noc_netrace_packets(const noc_netrace_file *file)
{
    return file->packets;
}

uint64_t noc_netrace_offset(const noc_netrace_file *file)
{
    return file->offset;
}

double noc_netrace_share(const noc_netrace_file *file)
{
    return noc_input_read_share(file->in);
}
