#include "reports/output.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "network/shortage.h"

static noc_status cannot(noc_diag *diag, const char *path)
{
    return noc_fail(diag, NOC_EFAILED, (noc_place){path, 0}, "cannot be written: %s",
                    strerror(errno));
}

static bool write_all(int fd, const char *bytes, size_t size)
{
    while (size > 0) {
        const ssize_t written = write(fd, bytes, size);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return false;
        bytes += written;
        size -= (size_t)written;
    }
    return true;
}

/* Devices and pipes cannot be replaced, only written to. */
static noc_status write_through(const char *path, const char *bytes, size_t size, noc_diag *diag)
{
    const int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0) return cannot(diag, path);
    const bool written = write_all(fd, bytes, size);
    const noc_status status = written ? NOC_OK : cannot(diag, path);
    close(fd);
    return status;
}

/* Permissions of the file that is replaced, or those of any new file. */
static mode_t mode_for(const char *path)
{
    struct stat info;
    if (stat(path, &info) == 0) return info.st_mode & 0777;
    const mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

static noc_status write_beside(const char *path, const char *bytes, size_t size, noc_diag *diag)
{
    char *beside = NULL;
    if (asprintf(&beside, "%s.XXXXXX", path) < 0) return noc_fail_memory(diag);
    const int fd = mkstemp(beside);
    if (fd < 0) {
        const noc_status status = cannot(diag, path);
        free(beside);
        return status;
    }
    noc_status status = NOC_OK;
    if (fchmod(fd, mode_for(path)) != 0 || !write_all(fd, bytes, size) || fsync(fd) != 0)
        status = cannot(diag, path);
    if (close(fd) != 0 && status == NOC_OK) status = cannot(diag, path);
    if (status == NOC_OK && rename(beside, path) != 0) status = cannot(diag, path);
    if (status != NOC_OK) unlink(beside);
    free(beside);
    return status;
}

static bool is_stdout(const char *path)
{
    return !path || strcmp(path, "-") == 0;
}

noc_status noc_output_write(const char *path, const char *bytes, size_t size, noc_diag *diag)
{
    if (noc_shortage_noted()) return noc_fail_memory(diag); /* something may be missing in it */
    if (is_stdout(path)) {
        if (write_all(STDOUT_FILENO, bytes, size)) return NOC_OK;
        /* whoever read has seen enough: nothing to complain about */
        return errno == EPIPE ? NOC_EFAILED : cannot(diag, "standard output");
    }
    struct stat info;
    if (stat(path, &info) == 0 && !S_ISREG(info.st_mode))
        return write_through(path, bytes, size, diag);
    char *target = realpath(path, NULL); /* a link stays, what it names is replaced */
    const noc_status status = write_beside(target ? target : path, bytes, size, diag);
    free(target);
    return status;
}

noc_status noc_output_check(const char *path, noc_diag *diag)
{
    if (is_stdout(path)) return NOC_OK;
    struct stat info;
    if (stat(path, &info) == 0) {
        if (S_ISDIR(info.st_mode)) errno = EISDIR;
        if (S_ISDIR(info.st_mode) || access(path, W_OK) != 0) return cannot(diag, path);
        return NOC_OK;
    }
    char *copy = strdup(path);
    if (!copy) return noc_fail_memory(diag);
    const noc_status status = access(dirname(copy), W_OK) == 0 ? NOC_OK : cannot(diag, path);
    free(copy);
    return status;
}
