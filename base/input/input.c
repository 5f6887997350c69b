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

enum { BUFFER_BYTES = 1 << 15, REST_BYTES_MAX = 1 << 26 };

/* Buffer of bytes read ahead; bytes[next] to bytes[end - 1] are not yet used. */
typedef struct byte_buffer {
    size_t next, end;
    unsigned char bytes[BUFFER_BYTES];
} byte_buffer;

struct noc_input {
    int fd;
    noc_place place;
    noc_diag *diag;
    noc_packing packing;
    noc_unpacker *unpacker;
    uint64_t file_bytes;      /* bytes of a regular file; 0: no regular file */
    uint64_t read_bytes;      /* bytes of the file read so far */
    bool is_at_end;           /* true if the file has no more bytes */
    unsigned char first_byte; /* first byte of each member */
    bool is_in_member;        /* true within a member */
    bool has_failed;          /* true after a reported fault */
    char *line;               /* last line */
    size_t line_capacity;
    int line_number;         /* number of the last line, from 1 */
    byte_buffer file_buffer; /* bytes of the file, maybe packed */
    byte_buffer text_buffer; /* unpacked bytes, for lines */
};

static noc_status report_fault(noc_input *input, noc_status status, const char *words)
{
    input->has_failed = true;
    return noc_fail(input->diag, status, input->place, "%s", words);
}

/* ---- the file -------------------------------------------------------------------------------- */

static noc_status read_file(noc_input *input, void *bytes, size_t capacity, size_t *count)
{
    ssize_t read_count;
    do read_count = read(input->fd, bytes, capacity);
    while (read_count < 0 && errno == EINTR);
    *count = read_count > 0 ? (size_t)read_count : 0;
    input->read_bytes += *count;
    input->is_at_end = read_count == 0;
    if (read_count >= 0) return NOC_OK;
    input->has_failed = true;
    return noc_fail(input->diag, NOC_EFAILED, input->place, "cannot be read: %s", strerror(errno));
}

/* Reads bytes of the file into an empty buffer, unless the file has ended. */
static noc_status fill_file_buffer(noc_input *input)
{
    byte_buffer *p = &input->file_buffer;
    if (p->next < p->end || input->is_at_end) return NOC_OK;
    p->next = 0;
    return read_file(input, p->bytes, sizeof p->bytes, &p->end);
}

/* ---- packed bytes ---------------------------------------------------------------------------- */

static noc_status report_cut(noc_input *input)
{
    const char *name = noc_packing_name(input->packing);
    input->has_failed = true;
    return noc_fail(input->diag, NOC_EINPUT, input->place,
                    "is cut off: the data that %s packed continues behind the %" PRIu64
                    " bytes that are there (copy or pack it again; '%s -t' tests it)",
                    name, input->read_bytes, name);
}

static noc_status report_damage(noc_input *input, const char *reason)
{
    const char *name = noc_packing_name(input->packing);
    const uint64_t damage_offset =
        input->read_bytes - (input->file_buffer.end - input->file_buffer.next);
    input->has_failed = true;
    return noc_fail(input->diag, NOC_EINPUT, input->place,
                    "is damaged near byte %" PRIu64
                    ": %s (copy or pack it again; '%s -t' tests it)",
                    damage_offset, reason, name);
}

static noc_status report_unpack_fault(noc_input *input, noc_unpack_result state)
{
    input->has_failed = true;
    switch (state) {
    case NOC_UNPACK_NO_MEMORY:
        return noc_fail_memory(input->diag);
    case NOC_UNPACK_TOO_LARGE:
        return noc_memory_refuse(input->diag, NOC_EINPUT, input->place, "unpacking this file",
                                 (double)noc_memory_held_bytes() +
                                     noc_unpacker_needed_bytes(input->unpacker));
    default:
        return report_damage(input, noc_unpacker_reason(input->unpacker));
    }
}

/* Skips zeros after a member, with which tapes and xz pad files. *has_member: another member
 * follows. */
static noc_status find_next_member(noc_input *input, bool *has_member)
{
    byte_buffer *p = &input->file_buffer;
    noc_status status = NOC_OK;
    *has_member = false;
    while (!*has_member && status == NOC_OK) {
        while (p->next < p->end && p->bytes[p->next] == 0) p->next++;
        *has_member = p->next < p->end;
        if (*has_member || input->is_at_end) break;
        status = fill_file_buffer(input);
    }
    if (*has_member && p->bytes[p->next] != input->first_byte)
        return report_damage(input, "other bytes follow");
    return status;
}

static noc_status unpack_window(noc_input *input, noc_unpack_window *window)
{
    byte_buffer *p = &input->file_buffer;
    const size_t unused_bytes = p->end - p->next;
    window->input = p->bytes + p->next;
    window->input_bytes = unused_bytes;
    const noc_unpack_result state = noc_unpack_bytes(input->unpacker, window);
    p->next += unused_bytes - window->input_bytes;
    if (state == NOC_UNPACK_MEMBER_ENDED) input->is_in_member = false;
    if (state != NOC_UNPACK_MEMBER_ENDED && state != NOC_UNPACK_CONTINUES)
        return report_unpack_fault(input, state);
    return NOC_OK;
}

static noc_status read_packed(noc_input *input, char *bytes, size_t capacity, size_t *count)
{
    noc_unpack_window window = {.output = (unsigned char *)bytes, .output_capacity = capacity};
    noc_status status = NOC_OK;
    while (status == NOC_OK && window.output_capacity == capacity) {
        bool has_member = true;
        if (!input->is_in_member) status = find_next_member(input, &has_member);
        if (!has_member) break;
        input->is_in_member = true;
        if (status == NOC_OK) status = fill_file_buffer(input);
        if (status != NOC_OK) break;
        const bool is_buffer_empty = input->file_buffer.next == input->file_buffer.end;
        status = unpack_window(input, &window);
        if (status == NOC_OK && is_buffer_empty && input->is_in_member &&
            window.output_capacity == capacity)
            return report_cut(input);
    }
    *count = capacity - window.output_capacity;
    return status;
}

/* ---- reading --------------------------------------------------------------------------------- */

static noc_status read_plain(noc_input *input, char *bytes, size_t capacity, size_t *count)
{
    byte_buffer *p = &input->file_buffer;
    if (p->next == p->end)
        return input->is_at_end ? NOC_OK : read_file(input, bytes, capacity, count);
    *count = p->end - p->next < capacity ? p->end - p->next : capacity;
    memcpy(bytes, p->bytes + p->next, *count);
    p->next += *count;
    return NOC_OK;
}

noc_status noc_input_read(noc_input *input, char *bytes, size_t capacity, size_t *count)
{
    *count = 0;
    return input->packing == NOC_PACKING_NONE ? read_plain(input, bytes, capacity, count)
                                              : read_packed(input, bytes, capacity, count);
}

uint64_t noc_input_size(const noc_input *input)
{
    return input->packing == NOC_PACKING_NONE ? input->file_bytes : 0;
}

bool noc_input_is_file(const noc_input *input)
{
    return input->file_bytes > 0 && input->fd != STDIN_FILENO;
}

double noc_input_read_share(const noc_input *input)
{
    const uint64_t unread_bytes =
        input->packing == NOC_PACKING_NONE ? input->text_buffer.end - input->text_buffer.next : 0;
    const uint64_t used_bytes =
        input->read_bytes - (input->file_buffer.end - input->file_buffer.next) - unread_bytes;
    if (input->file_bytes == 0 || used_bytes == 0) return 0.0;
    return used_bytes < input->file_bytes ? (double)used_bytes / (double)input->file_bytes : 1.0;
}

noc_status noc_input_check_rest(noc_input *input)
{
    noc_status status = NOC_OK;
    size_t count = 1;
    if (input->packing == NOC_PACKING_NONE || input->has_failed) return NOC_OK;
    for (size_t skipped_bytes = 0; status == NOC_OK && count > 0 && skipped_bytes < REST_BYTES_MAX;
         skipped_bytes += count)
        status = noc_input_read(input, (char *)input->text_buffer.bytes,
                                sizeof input->text_buffer.bytes, &count);
    input->text_buffer.next = input->text_buffer.end = 0;
    return status;
}

/* ---- lines ----------------------------------------------------------------------------------- */

static noc_status append_to_line(noc_input *input, size_t length, const unsigned char *bytes,
                                 size_t added_bytes)
{
    if (length + added_bytes + 1 > input->line_capacity) {
        const size_t capacity = 2 * (length + added_bytes) + 256;
        char *new_line = realloc(input->line, capacity);
        if (!new_line) return noc_fail_memory(input->diag);
        input->line = new_line;
        input->line_capacity = capacity;
    }
    memcpy(input->line + length, bytes, added_bytes);
    input->line[length + added_bytes] = '\0';
    return NOC_OK;
}

static noc_status report_long_line(noc_input *input, size_t max_bytes)
{
    input->has_failed = true;
    return noc_fail(input->diag, NOC_EINPUT, (noc_place){input->place.file, input->line_number},
                    "the line is longer than %zu MiB", max_bytes >> 20);
}

noc_status noc_input_read_line(noc_input *input, size_t max_bytes, char **line)
{
    byte_buffer *p = &input->text_buffer;
    size_t length = 0;
    *line = NULL;
    input->line_number++;
    for (const unsigned char *end = NULL; !end;) {
        noc_status status = NOC_OK;
        if (p->next == p->end) {
            p->next = 0;
            status = noc_input_read(input, (char *)p->bytes, sizeof p->bytes, &p->end);
            if (status != NOC_OK) return status;
            if (p->end == 0) break;
        }
        const unsigned char *line_start = p->bytes + p->next;
        end = memchr(line_start, '\n', p->end - p->next);
        const size_t added_bytes = end ? (size_t)(end - line_start) : p->end - p->next;
        if (length + added_bytes > max_bytes) return report_long_line(input, max_bytes);
        status = append_to_line(input, length, line_start, added_bytes);
        if (status != NOC_OK) return status;
        length += added_bytes;
        p->next += added_bytes + (end != NULL);
        *line = input->line;
    }
    return NOC_OK;
}

/* ---- opening --------------------------------------------------------------------------------- */

/* Finds the packing from the first bytes. */
static noc_status find_packing(noc_input *input)
{
    byte_buffer *p = &input->file_buffer;
    noc_status status = NOC_OK;
    while (status == NOC_OK && p->end < NOC_PACKING_BYTES && !input->is_at_end) {
        size_t added_bytes;
        status = read_file(input, p->bytes + p->end, sizeof p->bytes - p->end, &added_bytes);
        p->end += added_bytes;
    }
    if (status != NOC_OK) return status;
    const char *foreign_program = noc_foreign_packing_name(p->bytes, p->end);
    if (foreign_program)
        return noc_fail(input->diag, NOC_EINPUT, input->place,
                        "is packed by %s, which is not read (unpack it, or pack it by gzip, bzip2 "
                        "or xz)",
                        foreign_program);
    input->packing = noc_find_packing(p->bytes, p->end);
    if (input->packing == NOC_PACKING_NONE) return NOC_OK;
    input->first_byte = p->bytes[0];
    input->unpacker = noc_unpacker_new(input->packing);
    return input->unpacker ? NOC_OK : noc_fail_memory(input->diag);
}

static noc_status find_input_kind(noc_input *input, const char *directory)
{
    struct stat info;
    const bool is_known = fstat(input->fd, &info) == 0;
    if (is_known && S_ISDIR(info.st_mode)) return report_fault(input, NOC_EINPUT, directory);
    if (is_known && S_ISREG(info.st_mode) && info.st_size > 0)
        input->file_bytes = (uint64_t)info.st_size;
    return find_packing(input);
}

/* Function that learns the paths of files; NULL: none. */
static void (*path_listener)(void *context, const char *path);
static void *listener_context;

void noc_input_set_listener(void (*listener)(void *context, const char *path), void *context)
{
    path_listener = listener;
    listener_context = context;
}

bool noc_input_is_readable(const char *path)
{
    if (path_listener) path_listener(listener_context, path);
    return access(path, R_OK) == 0;
}

noc_status noc_input_open(const char *path, const char *name, const char *directory,
                          noc_input **input, noc_diag *diag)
{
    const bool is_standard = strcmp(path, "-") == 0;
    const noc_place place = {name, 0};
    if (path_listener && !is_standard) path_listener(listener_context, path);
    const int fd = is_standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return noc_fail(diag, NOC_EINPUT, place, "cannot be opened: %s", strerror(errno));
    noc_input *opened = malloc(sizeof *opened);
    *input = opened;
    if (!opened) {
        if (!is_standard) close(fd);
        return noc_fail_memory(diag);
    }
    memset(opened, 0, offsetof(noc_input, file_buffer));
    opened->fd = fd;
    opened->place = place;
    opened->diag = diag;
    opened->file_buffer.next = opened->file_buffer.end = opened->text_buffer.next =
        opened->text_buffer.end = 0;
    const noc_status status = find_input_kind(opened, directory);
    if (status == NOC_OK) return NOC_OK;
    noc_input_close(opened);
    *input = NULL;
    return status;
}

void noc_input_close(noc_input *input)
{
    if (!input) return;
    if (input->fd != STDIN_FILENO) close(input->fd);
    noc_unpacker_free(input->unpacker);
    free(input->line);
    free(input);
}
