#include "reports/writers/output.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/shortage.h"

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

/* Writes to a device or pipe, which cannot be replaced. */
static noc_status write_through(const char *path, const char *bytes, size_t size, noc_diag *diag)
{
    const int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0) return cannot(diag, path);
    const bool written = write_all(fd, bytes, size);
    const noc_status status = written ? NOC_OK : cannot(diag, path);
    close(fd);
    return status;
}

/* Finds the permissions of the replaced file, or the default of a new file. */
static mode_t mode_for(const char *path)
{
    struct stat info;
    if (stat(path, &info) == 0) return info.st_mode & 0777;
    const mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

/* ---- files beside the one that is written --------------------------------------------------- */

static const char part_suffix[] = ".nocsight-part-";

/* Opens a new part that is locked during its writer's life, so that other writers see that it is in
 * use. On a file system without locks no part is removed as abandoned. -1: the reason is in
 * errno. */
static int open_part(const char *path, char **part)
{
    for (;;) {
        struct stat info;
        if (asprintf(part, "%s%sXXXXXX", path, part_suffix) < 0) {
            errno = ENOMEM;
            *part = NULL;
            return -1;
        }
        const int fd = mkostemp(*part, O_CLOEXEC);
        if (fd < 0) return -1;
        if (flock(fd, LOCK_EX) != 0 || fstat(fd, &info) != 0 || info.st_nlink > 0) return fd;
        close(fd); /* removed as abandoned before it was locked */
        free(*part);
    }
}

static bool is_abandoned(int folder, const char *name)
{
    struct stat info;
    const int fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0) return false;
    const bool own = fstat(fd, &info) == 0 && S_ISREG(info.st_mode) && info.st_uid == geteuid();
    const bool abandoned = own && flock(fd, LOCK_EX | LOCK_NB) == 0;
    close(fd);
    return abandoned;
}

/* Removes parts that killed writers of the same file left. */
static void remove_left_over(const char *path)
{
    char *copy = strdup(path), *stem = NULL;
    const char *slash = strrchr(path, '/');
    if (asprintf(&stem, "%s%s", slash ? slash + 1 : path, part_suffix) < 0) stem = NULL;
    DIR *folder = copy && stem ? opendir(dirname(copy)) : NULL;
    const size_t length = stem ? strlen(stem) : 0;
    for (struct dirent *entry; folder && (entry = readdir(folder));)
        if (strncmp(entry->d_name, stem, length) == 0 && strlen(entry->d_name) == length + 6 &&
            is_abandoned(dirfd(folder), entry->d_name))
            unlinkat(dirfd(folder), entry->d_name, 0);
    if (folder) closedir(folder);
    free(stem);
    free(copy);
}

/* File under construction. */
typedef struct part {
    const noc_output_file *file;
    char *target; /* final path; NULL: a device or pipe, written directly */
    char *name;   /* path of the part; NULL: no part */
    int fd;       /* descriptor of the part */
} part;

/* Opens an empty part. */
static noc_status open_beside(part *p, noc_diag *diag)
{
    remove_left_over(p->target);
    p->fd = open_part(p->target, &p->name);
    if (p->fd < 0) {
        free(p->name);
        p->name = NULL;
        return cannot(diag, p->target);
    }
    return fchmod(p->fd, mode_for(p->target)) == 0 ? NOC_OK : cannot(diag, p->target);
}

static noc_status fill_part(part *p, noc_diag *diag)
{
    const noc_status status = open_beside(p, diag);
    if (status != NOC_OK) return status;
    const bool written = write_all(p->fd, p->file->bytes, p->file->size) && fsync(p->fd) == 0;
    return written ? NOC_OK : cannot(diag, p->target);
}

/* Moves the part to its final path, without allocation. */
static noc_status put_in_place(part *p, noc_diag *diag)
{
    if (rename(p->name, p->target) != 0) return cannot(diag, p->target);
    free(p->name);
    p->name = NULL;
    return NOC_OK;
}

static noc_status finish_part(part *p, noc_diag *diag)
{
    return p->target ? put_in_place(p, diag)
                     : write_through(p->file->path, p->file->bytes, p->file->size, diag);
}

static void drop_part(part *p)
{
    if (p->name) unlink(p->name);
    if (p->fd >= 0) close(p->fd);
    free(p->name);
    free(p->target);
}

/* ---- where a path leads --------------------------------------------------------------------- */

enum { LINKS_MOST = 40 };

/* Finds the target of a link, relative to the link's folder; NULL if the path is no link. The
 * caller frees it. */
static char *behind_link(const char *path)
{
    char target[PATH_MAX], *whole = NULL;
    const ssize_t length = readlink(path, target, sizeof target - 1);
    if (length < 0) return NULL;
    target[length] = '\0';
    const char *slash = strrchr(path, '/');
    if (*target == '/' || !slash) return strdup(target);
    return asprintf(&whole, "%.*s/%s", (int)(slash - path), path, target) < 0 ? NULL : whole;
}

/* Finds the file to replace: the target of a link, which may not exist. The caller frees it; NULL:
 * out of memory. */
static char *target_of(const char *path)
{
    char *target = strdup(path);
    for (int i = 0; target && i < LINKS_MOST; i++) {
        char *next = behind_link(target);
        if (!next) break;
        free(target);
        target = next;
    }
    return target;
}

static bool is_stdout(const char *path)
{
    return !path || strcmp(path, "-") == 0;
}

/* True for a file that can be replaced; devices and pipes have no part. */
static bool is_replaced(const char *path)
{
    struct stat info;
    return stat(path, &info) != 0 || S_ISREG(info.st_mode);
}

static noc_status begin_part(const noc_output_file *file, part *p, noc_diag *diag)
{
    *p = (part){.file = file, .fd = -1};
    if (!is_replaced(file->path)) return NOC_OK;
    p->target = target_of(file->path);
    return p->target ? fill_part(p, diag) : noc_fail_memory(diag);
}

noc_status noc_output_write_files(const noc_output_file *files, size_t count, noc_diag *diag)
{
    part parts[NOC_OUTPUT_FILES_MAX];
    size_t begun = 0;
    noc_status status = NOC_OK;
    while (begun < count && status == NOC_OK) {
        status = begin_part(&files[begun], &parts[begun], diag);
        begun++;
    }
    if (status == NOC_OK && noc_shortage_noted()) status = noc_fail_memory(diag);
    for (size_t i = 0; i < begun && status == NOC_OK; i++) status = finish_part(&parts[i], diag);
    for (size_t i = 0; i < begun; i++) drop_part(&parts[i]);
    return status;
}

noc_status noc_output_write(const char *path, const char *bytes, size_t size, noc_diag *diag)
{
    if (noc_shortage_noted()) return noc_fail_memory(diag); /* text may be incomplete */
    if (!is_stdout(path))
        return noc_output_write_files(&(noc_output_file){path, bytes, size}, 1, diag);
    if (write_all(STDOUT_FILENO, bytes, size)) return NOC_OK;
    /* the reader has closed the pipe: no message */
    return errno == EPIPE ? NOC_EFAILED : cannot(diag, "standard output");
}

/* ---- piece by piece ------------------------------------------------------------------------- */

struct noc_output_stream {
    part part;
    char *path;
    FILE *file; /* NULL while not open */
};

static noc_status open_stream(noc_output_stream *s, noc_diag *diag)
{
    if (!s->path) return noc_fail_memory(diag);
    if (is_replaced(s->path)) {
        s->part.target = target_of(s->path);
        if (!s->part.target) return noc_fail_memory(diag);
        const noc_status status = open_beside(&s->part, diag);
        if (status != NOC_OK) return status;
    } else {
        s->part.fd = open(s->path, O_WRONLY | O_CLOEXEC);
    }
    s->file = s->part.fd < 0 ? NULL : fdopen(s->part.fd, "w");
    if (!s->file) return cannot(diag, s->path);
    s->part.fd = -1; /* owned by the stream from here */
    return NOC_OK;
}

noc_status noc_output_open(const char *path, noc_output_stream **stream, FILE **file,
                           noc_diag *diag)
{
    noc_output_stream *s = calloc(1, sizeof *s);
    *stream = s;
    *file = NULL;
    if (!s) return noc_fail_memory(diag);
    s->part.fd = -1;
    s->path = strdup(path);
    const noc_status status = open_stream(s, diag);
    if (status == NOC_OK)
        *file = s->file;
    else
        noc_output_drop(s);
    if (status != NOC_OK) *stream = NULL;
    return status;
}

noc_status noc_output_finish(noc_output_stream *stream, noc_diag *diag)
{
    const bool written = fflush(stream->file) == 0 && !ferror(stream->file) &&
                         (!stream->part.target || fsync(fileno(stream->file)) == 0);
    noc_status status = written ? NOC_OK : cannot(diag, stream->path);
    if (status == NOC_OK && noc_shortage_noted()) status = noc_fail_memory(diag);
    if (status == NOC_OK && stream->part.target) status = put_in_place(&stream->part, diag);
    noc_output_drop(stream);
    return status;
}

void noc_output_drop(noc_output_stream *stream)
{
    if (!stream) return;
    if (stream->file) fclose(stream->file);
    drop_part(&stream->part);
    free(stream->path);
    free(stream);
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
    char *target = target_of(path);
    if (!target) return noc_fail_memory(diag);
    const noc_status status = access(dirname(target), W_OK) == 0 ? NOC_OK : cannot(diag, path);
    free(target);
    return status;
}
