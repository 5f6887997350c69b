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

static noc_status report_write_failure(noc_diag *diag, const char *path)
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
static noc_status write_in_place(const char *path, const char *bytes, size_t size, noc_diag *diag)
{
    const int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0) return report_write_failure(diag, path);
    const bool is_written = write_all(fd, bytes, size);
    const noc_status status = is_written ? NOC_OK : report_write_failure(diag, path);
    close(fd);
    return status;
}

/* Finds the permissions of the replaced file, or the default of a new file. */
static mode_t choose_mode(const char *path)
{
    struct stat info;
    if (stat(path, &info) == 0) return info.st_mode & 0777;
    const mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

/* ---- parts ---------------------------------------------------------------------------------- */

static const char part_suffix[] = ".nocsight-part-";

/* Opens a new part, and locks it until its writer ends: other writers remove a part without a lock
 * as abandoned. On a file system without locks parts are never removed. Returns -1 after a failure,
 * with its reason in errno. */
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
    const bool is_owned =
        fstat(fd, &info) == 0 && S_ISREG(info.st_mode) && info.st_uid == geteuid();
    const bool is_unlocked = is_owned && flock(fd, LOCK_EX | LOCK_NB) == 0;
    close(fd);
    return is_unlocked;
}

/* Removes parts that killed writers of the same file left. */
static void remove_abandoned_parts(const char *path)
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
typedef struct output_part {
    const noc_output_file *file;
    char *target_path; /* final path; NULL: a device or pipe, written directly */
    char *part_path;   /* path of the part; NULL: no part */
    int fd;            /* descriptor of the part */
} output_part;

/* Opens an empty part. */
static noc_status open_target_part(output_part *p, noc_diag *diag)
{
    remove_abandoned_parts(p->target_path);
    p->fd = open_part(p->target_path, &p->part_path);
    if (p->fd < 0) {
        free(p->part_path);
        p->part_path = NULL;
        return report_write_failure(diag, p->target_path);
    }
    return fchmod(p->fd, choose_mode(p->target_path)) == 0
               ? NOC_OK
               : report_write_failure(diag, p->target_path);
}

static noc_status fill_part(output_part *p, noc_diag *diag)
{
    const noc_status status = open_target_part(p, diag);
    if (status != NOC_OK) return status;
    const bool is_written = write_all(p->fd, p->file->bytes, p->file->size) && fsync(p->fd) == 0;
    return is_written ? NOC_OK : report_write_failure(diag, p->target_path);
}

/* Moves the part to its final path, without allocation. */
static noc_status move_to_target(output_part *p, noc_diag *diag)
{
    if (rename(p->part_path, p->target_path) != 0)
        return report_write_failure(diag, p->target_path);
    free(p->part_path);
    p->part_path = NULL;
    return NOC_OK;
}

static noc_status finish_part(output_part *p, noc_diag *diag)
{
    return p->target_path ? move_to_target(p, diag)
                          : write_in_place(p->file->path, p->file->bytes, p->file->size, diag);
}

static void drop_part(output_part *p)
{
    if (p->part_path) unlink(p->part_path);
    if (p->fd >= 0) close(p->fd);
    free(p->part_path);
    free(p->target_path);
}

/* ---- targets of paths ----------------------------------------------------------------------- */

enum { LINKS_MAX = 40 };

/* Finds the target of a link, relative to the link's folder; NULL if the path is no link. The
 * caller frees it. */
static char *read_link(const char *path)
{
    char target[PATH_MAX], *path_from_folder = NULL;
    const ssize_t length = readlink(path, target, sizeof target - 1);
    if (length < 0) return NULL;
    target[length] = '\0';
    const char *slash = strrchr(path, '/');
    if (*target == '/' || !slash) return strdup(target);
    return asprintf(&path_from_folder, "%.*s/%s", (int)(slash - path), path, target) < 0
               ? NULL
               : path_from_folder;
}

/* Finds the file to replace: the target of a link, which may not exist. The caller frees it; NULL:
 * out of memory. */
static char *find_target(const char *path)
{
    char *target = strdup(path);
    for (int i = 0; target && i < LINKS_MAX; i++) {
        char *link_target = read_link(target);
        if (!link_target) break;
        free(target);
        target = link_target;
    }
    return target;
}

static bool is_stdout(const char *path)
{
    return !path || strcmp(path, "-") == 0;
}

/* True for a file that can be replaced; devices and pipes have no part. */
static bool is_replaceable(const char *path)
{
    struct stat info;
    return stat(path, &info) != 0 || S_ISREG(info.st_mode);
}

static noc_status begin_part(const noc_output_file *file, output_part *p, noc_diag *diag)
{
    *p = (output_part){.file = file, .fd = -1};
    if (!is_replaceable(file->path)) return NOC_OK;
    p->target_path = find_target(file->path);
    return p->target_path ? fill_part(p, diag) : noc_fail_memory(diag);
}

noc_status noc_output_write_files(const noc_output_file *files, size_t count, noc_diag *diag)
{
    output_part parts[NOC_OUTPUT_FILES_MAX];
    size_t begun_parts = 0;
    noc_status status = NOC_OK;
    while (begun_parts < count && status == NOC_OK) {
        status = begin_part(&files[begun_parts], &parts[begun_parts], diag);
        begun_parts++;
    }
    if (status == NOC_OK && noc_has_noted_shortage()) status = noc_fail_memory(diag);
    for (size_t i = 0; i < begun_parts && status == NOC_OK; i++)
        status = finish_part(&parts[i], diag);
    for (size_t i = 0; i < begun_parts; i++) drop_part(&parts[i]);
    return status;
}

noc_status noc_output_write(const char *path, const char *bytes, size_t size, noc_diag *diag)
{
    if (noc_has_noted_shortage()) return noc_fail_memory(diag); /* text may be incomplete */
    if (!is_stdout(path))
        return noc_output_write_files(&(noc_output_file){path, bytes, size}, 1, diag);
    if (write_all(STDOUT_FILENO, bytes, size)) return NOC_OK;
    /* the reader has closed the pipe: no message */
    return errno == EPIPE ? NOC_EFAILED : report_write_failure(diag, "standard output");
}

/* ---- piece by piece ------------------------------------------------------------------------- */

struct noc_output_stream {
    output_part part;
    char *path;
    FILE *file; /* NULL while not open */
};

static noc_status open_stream(noc_output_stream *s, noc_diag *diag)
{
    if (!s->path) return noc_fail_memory(diag);
    if (is_replaceable(s->path)) {
        s->part.target_path = find_target(s->path);
        if (!s->part.target_path) return noc_fail_memory(diag);
        const noc_status status = open_target_part(&s->part, diag);
        if (status != NOC_OK) return status;
    } else {
        s->part.fd = open(s->path, O_WRONLY | O_CLOEXEC);
    }
    s->file = s->part.fd < 0 ? NULL : fdopen(s->part.fd, "w");
    if (!s->file) return report_write_failure(diag, s->path);
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
    const bool is_written = fflush(stream->file) == 0 && !ferror(stream->file) &&
                            (!stream->part.target_path || fsync(fileno(stream->file)) == 0);
    noc_status status = is_written ? NOC_OK : report_write_failure(diag, stream->path);
    if (status == NOC_OK && noc_has_noted_shortage()) status = noc_fail_memory(diag);
    if (status == NOC_OK && stream->part.target_path) status = move_to_target(&stream->part, diag);
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

noc_status noc_output_check_path(const char *path, noc_diag *diag)
{
    if (is_stdout(path)) return NOC_OK;
    struct stat info;
    if (stat(path, &info) == 0) {
        if (S_ISDIR(info.st_mode)) errno = EISDIR;
        if (S_ISDIR(info.st_mode) || access(path, W_OK) != 0)
            return report_write_failure(diag, path);
        return NOC_OK;
    }
    char *target = find_target(path);
    if (!target) return noc_fail_memory(diag);
    const noc_status status =
        access(dirname(target), W_OK) == 0 ? NOC_OK : report_write_failure(diag, path);
    free(target);
    return status;
}
