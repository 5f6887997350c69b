#include "base/input/input.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/input/unpack.h"
#include "base/memory_limit.h"

enum { PIECE_BYTES = 1 << 15, REST_BYTES_MOST = 1 << 26 };

/* Buffer of bytes that are not yet used. */
typedef struct piece {
    size_t at, end;
    unsigned char bytes[PIECE_BYTES];
} piece;

struct noc_input {
    int fd;
    noc_place place;
    noc_diag *diag;
    noc_packing packing;
    noc_unpacker *unpacker;
    uint64_t size;            /* bytes of a regular file; 0: no regular file */
    uint64_t read;            /* bytes of the file read so far */
    bool at_end;              /* true if the file has no more bytes */
    unsigned char first_byte; /* first byte of each member */
    bool in_member;           /* true within a member */
    bool failed;              /* true after a reported fault */
    char *line;               /* last line */
    size_t line_room;
    int line_number; /* number of the last line, from 1 */
    piece file;      /* bytes of the file, maybe packed */
    piece text;      /* unpacked bytes, for lines */
};

static noc_status refuse(noc_input *in, noc_status status, const char *words)
{
    in->failed = true;
    return noc_fail(in->diag, status, in->place, "%s", words);
}

/* ---- the file -------------------------------------------------------------------------------- */

static noc_status read_file(noc_input *in, void *bytes, size_t room, size_t *count)
{
    ssize_t got;
    do got = read(in->fd, bytes, room);
    while (got < 0 && errno == EINTR);
    *count = got > 0 ? (size_t)got : 0;
    in->read += *count;
    in->at_end = got == 0;
    if (got >= 0) return NOC_OK;
    in->failed = true;
    return noc_fail(in->diag, NOC_EFAILED, in->place, "cannot be read: %s", strerror(errno));
}

/* Reads bytes of the file into an empty buffer, unless the file has ended. */
static noc_status fill(noc_input *in)
{
    piece *p = &in->file;
    if (p->at < p->end || in->at_end) return NOC_OK;
    p->at = 0;
    return read_file(in, p->bytes, sizeof p->bytes, &p->end);
}

/* ---- packed bytes ---------------------------------------------------------------------------- */

static noc_status refuse_cut(noc_input *in)
{
    const char *name = noc_packing_name(in->packing);
    in->failed = true;
    return noc_fail(in->diag, NOC_EINPUT, in->place,
                    "is cut off: what %s packed goes on behind the %" PRIu64
                    " bytes that are there (copy or pack it again; '%s -t' tests it)",
                    name, in->read, name);
}

static noc_status refuse_damaged(noc_input *in, const char *reason)
{
    const char *name = noc_packing_name(in->packing);
    const uint64_t at = in->read - (in->file.end - in->file.at);
    in->failed = true;
    return noc_fail(in->diag, NOC_EINPUT, in->place,
                    "is damaged near byte %" PRIu64
                    ": %s (copy or pack it again; '%s -t' tests it)",
                    at, reason, name);
}

static noc_status refuse_state(noc_input *in, noc_unpack_state state)
{
    in->failed = true;
    switch (state) {
    case NOC_UNPACK_NO_MEMORY:
        return noc_fail_memory(in->diag);
    case NOC_UNPACK_TOO_LARGE:
        return noc_memory_refuse(in->diag, NOC_EINPUT, in->place, "unpacking this file",
                                 (double)noc_memory_held() + noc_unpacker_needs(in->unpacker));
    default:
        return refuse_damaged(in, noc_unpacker_reason(in->unpacker));
    }
}

/* Skips zeros after a member, with which tapes and xz pad files. *has_member: another member
 * follows. */
static noc_status find_member(noc_input *in, bool *there)
{
    piece *p = &in->file;
    noc_status status = NOC_OK;
    *there = false;
    while (!*there && status == NOC_OK) {
        while (p->at < p->end && p->bytes[p->at] == 0) p->at++;
        *there = p->at < p->end;
        if (*there || in->at_end) break;
        status = fill(in);
    }
    if (*there && p->bytes[p->at] != in->first_byte)
        return refuse_damaged(in, "other bytes follow");
    return status;
}

static noc_status unpack_some(noc_input *in, noc_unpack_window *window)
{
    piece *p = &in->file;
    const size_t before = p->end - p->at;
    window->in = p->bytes + p->at;
    window->in_count = before;
    const noc_unpack_state state = noc_unpack(in->unpacker, window);
    p->at += before - window->in_count;
    if (state == NOC_UNPACK_MEMBER_ENDED) in->in_member = false;
    if (state != NOC_UNPACK_MEMBER_ENDED && state != NOC_UNPACK_GOES_ON)
        return refuse_state(in, state);
    return NOC_OK;
}

static noc_status read_packed(noc_input *in, char *bytes, size_t room, size_t *count)
{
    noc_unpack_window window = {.out = (unsigned char *)bytes, .out_room = room};
    noc_status status = NOC_OK;
    while (status == NOC_OK && window.out_room == room) {
        bool there = true;
        if (!in->in_member) status = find_member(in, &there);
        if (!there) break;
        in->in_member = true;
        if (status == NOC_OK) status = fill(in);
        if (status != NOC_OK) break;
        const bool starved = in->file.at == in->file.end;
        status = unpack_some(in, &window);
        if (status == NOC_OK && starved && in->in_member && window.out_room == room)
            return refuse_cut(in);
    }
    *count = room - window.out_room;
    return status;
}

/* ---- reading --------------------------------------------------------------------------------- */

static noc_status read_plain(noc_input *in, char *bytes, size_t room, size_t *count)
{
    piece *p = &in->file;
    if (p->at == p->end) return in->at_end ? NOC_OK : read_file(in, bytes, room, count);
    *count = p->end - p->at < room ? p->end - p->at : room;
    memcpy(bytes, p->bytes + p->at, *count);
    p->at += *count;
    return NOC_OK;
}

noc_status noc_input_read(noc_input *in, char *bytes, size_t room, size_t *count)
{
    *count = 0;
    return in->packing == NOC_PACKING_NONE ? read_plain(in, bytes, room, count)
                                           : read_packed(in, bytes, room, count);
}

uint64_t noc_input_size(const noc_input *in)
{
    return in->packing == NOC_PACKING_NONE ? in->size : 0;
}

bool noc_input_is_file(const noc_input *in)
{
    return in->size > 0 && in->fd != STDIN_FILENO;
}

double noc_input_share(const noc_input *in)
{
    const uint64_t waiting = in->packing == NOC_PACKING_NONE ? in->text.end - in->text.at : 0;
    const uint64_t used = in->read - (in->file.end - in->file.at) - waiting;
    if (in->size == 0 || used == 0) return 0.0;
    return used < in->size ? (double)used / (double)in->size : 1.0;
}

noc_status noc_input_check_rest(noc_input *in)
{
    noc_status status = NOC_OK;
    size_t count = 1;
    if (in->packing == NOC_PACKING_NONE || in->failed) return NOC_OK;
    for (size_t all = 0; status == NOC_OK && count > 0 && all < REST_BYTES_MOST; all += count)
        status = noc_input_read(in, (char *)in->text.bytes, sizeof in->text.bytes, &count);
    in->text.at = in->text.end = 0;
    return status;
}

/* ---- lines ----------------------------------------------------------------------------------- */

static noc_status add_to_line(noc_input *in, size_t length, const unsigned char *bytes, size_t more)
{
    if (length + more + 1 > in->line_room) {
        const size_t room = 2 * (length + more) + 256;
        char *grown = realloc(in->line, room);
        if (!grown) return noc_fail_memory(in->diag);
        in->line = grown;
        in->line_room = room;
    }
    memcpy(in->line + length, bytes, more);
    in->line[length + more] = '\0';
    return NOC_OK;
}

static noc_status refuse_long(noc_input *in, size_t most)
{
    in->failed = true;
    return noc_fail(in->diag, NOC_EINPUT, (noc_place){in->place.file, in->line_number},
                    "the line is longer than %zu MiB", most >> 20);
}

noc_status noc_input_line(noc_input *in, size_t most, char **line)
{
    piece *p = &in->text;
    size_t length = 0;
    *line = NULL;
    in->line_number++;
    for (const unsigned char *end = NULL; !end;) {
        noc_status status = NOC_OK;
        if (p->at == p->end) {
            p->at = 0;
            status = noc_input_read(in, (char *)p->bytes, sizeof p->bytes, &p->end);
            if (status != NOC_OK) return status;
            if (p->end == 0) break;
        }
        const unsigned char *from = p->bytes + p->at;
        end = memchr(from, '\n', p->end - p->at);
        const size_t more = end ? (size_t)(end - from) : p->end - p->at;
        if (length + more > most) return refuse_long(in, most);
        status = add_to_line(in, length, from, more);
        if (status != NOC_OK) return status;
        length += more;
        p->at += more + (end != NULL);
        *line = in->line;
    }
    return NOC_OK;
}

/* ---- opening --------------------------------------------------------------------------------- */

/* Finds the packing from the first bytes. */
static noc_status find_packing(noc_input *in)
{
    piece *p = &in->file;
    noc_status status = NOC_OK;
    while (status == NOC_OK && p->end < NOC_PACKING_BYTES && !in->at_end) {
        size_t more;
        status = read_file(in, p->bytes + p->end, sizeof p->bytes - p->end, &more);
        p->end += more;
    }
    if (status != NOC_OK) return status;
    const char *foreign = noc_packing_foreign(p->bytes, p->end);
    if (foreign)
        return noc_fail(in->diag, NOC_EINPUT, in->place,
                        "is packed by %s, which is not read (unpack it, or pack it by gzip, bzip2 "
                        "or xz)",
                        foreign);
    in->packing = noc_packing_of(p->bytes, p->end);
    if (in->packing == NOC_PACKING_NONE) return NOC_OK;
    in->first_byte = p->bytes[0];
    in->unpacker = noc_unpacker_new(in->packing);
    return in->unpacker ? NOC_OK : noc_fail_memory(in->diag);
}

static noc_status begin(noc_input *in, const char *directory)
{
    struct stat info;
    const bool known = fstat(in->fd, &info) == 0;
    if (known && S_ISDIR(info.st_mode)) return refuse(in, NOC_EINPUT, directory);
    if (known && S_ISREG(info.st_mode) && info.st_size > 0) in->size = (uint64_t)info.st_size;
    return find_packing(in);
}

noc_status noc_input_open(const char *path, const char *name, const char *directory,
                          noc_input **input, noc_diag *diag)
{
    const bool standard = strcmp(path, "-") == 0;
    const noc_place place = {name, 0};
    const int fd = standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return noc_fail(diag, NOC_EINPUT, place, "cannot be opened: %s", strerror(errno));
    noc_input *in = malloc(sizeof *in);
    *input = in;
    if (!in) {
        if (!standard) close(fd);
        return noc_fail_memory(diag);
    }
    memset(in, 0, offsetof(noc_input, file));
    in->fd = fd;
    in->place = place;
    in->diag = diag;
    in->file.at = in->file.end = in->text.at = in->text.end = 0;
    const noc_status status = begin(in, directory);
    if (status == NOC_OK) return NOC_OK;
    noc_input_close(in);
    *input = NULL;
    return status;
}

void noc_input_close(noc_input *in)
{
    if (!in) return;
    if (in->fd != STDIN_FILENO) close(in->fd);
    noc_unpacker_free(in->unpacker);
    free(in->line);
    free(in);
}
