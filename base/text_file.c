#include "base/text_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory_limit.h"

/* A file that is being read. */
typedef struct reading {
    int fd;
    const noc_text_kind *kind;
    noc_place place;
    char *bytes;
    size_t size, room; /* bytes read; bytes that fit, besides a '\0' behind them */
    noc_diag *diag;
} reading;

/* Room for a regular file: its bytes, one beyond what is allowed at most, and one more, which shows
 * that the file has ended; 0: the size is unknown. */
static size_t size_of(const reading *r)
{
    struct stat info;
    if (fstat(r->fd, &info) != 0 || !S_ISREG(info.st_mode) || info.st_size <= 0) return 0;
    const uint64_t most = r->kind->most_bytes, size = (uint64_t)info.st_size;
    return (size_t)(size < most ? size : most + 1) + 1;
}

static noc_status grow(reading *r, size_t room)
{
    const noc_status status = noc_memory_ask(r->diag, NOC_EINPUT, r->place, "to read this file",
                                             (double)(room - r->room));
    if (status != NOC_OK) return status;
    char *grown = realloc(r->bytes, room + 1);
    if (!grown) return noc_fail_memory(r->diag);
    r->bytes = grown;
    r->room = room;
    return NOC_OK;
}

/* The number of the first line that is longer than allowed, from 1; 0: none is. */
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

/* Returns whether the rest does not matter: the file is no text, or a line has no end. */
static bool is_hopeless(const reading *r)
{
    return memchr(r->bytes, '\0', r->size) || long_line(r) > 0;
}

/* Reads to the end, to one byte beyond what is allowed, or until the file is hopeless. */
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
        const ssize_t got = read(r->fd, r->bytes + r->size, r->room - r->size);
        if (got == 0) break;
        if (got > 0)
            r->size += (size_t)got;
        else if (errno != EINTR)
            status =
                noc_fail(r->diag, NOC_EFAILED, r->place, "cannot be read: %s", strerror(errno));
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

static noc_status read_all(int fd, const char *path, const noc_text_kind *kind, char **text,
                           noc_diag *diag)
{
    reading r = {.fd = fd, .kind = kind, .place = {path, 0}, .diag = diag};
    noc_status status = read_bytes(&r);
    if (status == NOC_OK) {
        r.bytes[r.size] = '\0';
        status = judge(&r);
    }
    if (status == NOC_OK)
        *text = r.bytes;
    else
        free(r.bytes);
    return status;
}

noc_status noc_text_read(const char *path, const noc_text_kind *kind, char **text, noc_diag *diag)
{
    if (strcmp(path, "-") == 0) return read_all(STDIN_FILENO, "standard input", kind, text, diag);
    const noc_place place = {path, 0};
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return noc_fail(diag, NOC_EINPUT, place, "cannot be opened: %s", strerror(errno));
    struct stat info;
    noc_status status;
    if (fstat(fd, &info) == 0 && S_ISDIR(info.st_mode))
        status = noc_fail(diag, NOC_EINPUT, place, "%s", kind->directory);
    else
        status = read_all(fd, path, kind, text, diag);
    close(fd);
    return status;
}
