#include "base/text_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Reads to the end, or one byte beyond what is allowed. NULL after a message. */
static char *read_bytes(int fd, noc_place place, size_t most, size_t *size, noc_diag *diag)
{
    size_t room = 1 << 16;
    char *bytes = malloc(room + 1);
    *size = 0;
    while (bytes && *size <= most) {
        if (*size == room) {
            char *grown = realloc(bytes, 2 * room + 1);
            if (!grown) break;
            bytes = grown;
            room *= 2;
        }
        const ssize_t got = read(fd, bytes + *size, room - *size);
        if (got < 0 && errno == EINTR) continue;
        if (got > 0) *size += (size_t)got;
        if (got > 0) continue;
        if (got == 0) return bytes;
        noc_fail(diag, NOC_EFAILED, place, "cannot be read: %s", strerror(errno));
        free(bytes);
        return NULL;
    }
    if (bytes && *size > most) return bytes;
    free(bytes);
    noc_fail_memory(diag);
    return NULL;
}

static noc_status read_all(int fd, const char *path, const noc_text_kind *kind, char **text,
                           noc_diag *diag)
{
    const noc_place place = {path, 0};
    size_t size;
    char *bytes = read_bytes(fd, place, kind->most_bytes, &size, diag);
    if (!bytes) return NOC_EFAILED;
    bytes[size] = '\0';
    const char *fault = NULL;
    if (memchr(bytes, '\0', size)) fault = kind->binary;
    if (strspn(bytes, " \t\r\n") == size) fault = kind->empty;
    if (size > kind->most_bytes) fault = kind->large;
    if (!fault) {
        *text = bytes;
        return NOC_OK;
    }
    free(bytes);
    return noc_fail(diag, NOC_EINPUT, place, "%s", fault);
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
