#include "base/input/text_file.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/input/input.h"
#include "base/memory_limit.h"

/* State while a file is read. */
typedef struct reading {
    noc_input *in;
    const noc_text_kind *kind;
    noc_place place;
    char *bytes;
    size_t size, room; /* bytes read; capacity, without the '\0' at the end */
    noc_diag *diag;
} reading;

/* Capacity for a file of known size: its bytes, at most one above the limit, and one more, by which
 * the end of the file is detected; 0: unknown size. */
static size_t size_of(const reading *r)
{
    const uint64_t most = r->kind->most_bytes, size = noc_input_size(r->in);
    if (size == 0) return 0;
    return (size_t)(size < most ? size : most + 1) + 1;
}

static noc_status grow(reading *r, size_t room)
{
    const noc_status status = noc_memory_check_room(r->diag, NOC_EINPUT, r->place,
                                                    "to read this file", (double)(room - r->room));
    if (status != NOC_OK) return status;
    char *grown = realloc(r->bytes, room + 1);
    if (!grown) return noc_fail_memory(r->diag);
    r->bytes = grown;
    r->room = room;
    return NOC_OK;
}

/* Number of the first line that is too long, from 1; 0: none. */
static int long_line(const reading *r)
{
    const char *end = r->bytes + r->size;
    int number = 1;
    for (const char *line = r->bytes; r->kind->most_line && line < end; number++) {
        const char *next = memchr(line, '\n', (size_t)(end - line));
        if ((size_t)((next ? next : end) - line) > r->kind->most_line) return number;
        line = next ? next + 1 : end;
    }
    return 0;
}

/* True if the file is already refused: it is binary, or a line is too long. */
static bool is_hopeless(const reading *r)
{
    return memchr(r->bytes, '\0', r->size) || long_line(r) > 0;
}

/* Reads up to the end of the file, one byte above the limit, or a fault. */
static noc_status read_bytes(reading *r)
{
    const size_t size = size_of(r);
    noc_status status = grow(r, size ? size : 1 << 16);
    while (status == NOC_OK && r->size <= r->kind->most_bytes) {
        if (r->size == r->room) {
            if (is_hopeless(r)) break;
            status = grow(r, 2 * r->room);
            continue;
        }
        size_t got;
        status = noc_input_read(r->in, r->bytes + r->size, r->room - r->size, &got);
        if (got == 0) break;
        r->size += got;
    }
    return status;
}

static noc_status judge(const reading *r)
{
    const char *fault = NULL;
    if (memchr(r->bytes, '\0', r->size)) fault = r->kind->binary;
    if (strspn(r->bytes, " \t\r\n") == r->size) fault = r->kind->empty;
    if (r->size > r->kind->most_bytes) fault = r->kind->large;
    if (fault) return noc_fail(r->diag, NOC_EINPUT, r->place, "%s", fault);
    const int line = long_line(r);
    if (line == 0) return NOC_OK;
    return noc_fail(r->diag, NOC_EINPUT, (noc_place){r->place.file, line},
                    "the line is longer than %zu bytes", r->kind->most_line);
}

noc_status noc_text_read(const char *path, const noc_text_kind *kind, char **text, noc_diag *diag)
{
    const char *name = strcmp(path, "-") == 0 ? "standard input" : path;
    reading r = {.kind = kind, .place = {name, 0}, .diag = diag};
    noc_status status = noc_input_open(path, name, kind->directory, &r.in, diag);
    if (status != NOC_OK) return status;
    status = read_bytes(&r);
    if (status == NOC_OK) {
        r.bytes[r.size] = '\0';
        status = judge(&r);
    }
    noc_input_close(r.in);
    if (status == NOC_OK)
        *text = r.bytes;
    else
        free(r.bytes);
    return status;
}
