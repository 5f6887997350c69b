#include "reports/writers/folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/shortage.h"
#include "reports/writers/output.h"

static noc_status report_write_failure(noc_diag *diag, const char *path)
{
    return noc_fail(diag, NOC_EFAILED, (noc_place){path, 0}, "cannot be written: %s",
                    strerror(errno));
}

/* Copies a path without slashes at its end. */
static char *strip_slashes(const char *path)
{
    size_t length = strlen(path);
    while (length > 1 && path[length - 1] == '/') length--;
    return strndup(path, length);
}

/* Counts the entries except "." and ".."; -1 if the path is no folder. */
static int count_entries(const char *path)
{
    DIR *folder = opendir(path);
    int count = -2;
    if (!folder) return -1;
    while (readdir(folder)) count++;
    closedir(folder);
    return count < 0 ? 0 : count;
}

static noc_status check_place(const char *path, noc_diag *diag)
{
    struct stat info;
    if (lstat(path, &info) != 0) return errno == ENOENT ? NOC_OK : report_write_failure(diag, path);
    if (!S_ISDIR(info.st_mode))
        return noc_fail(diag, NOC_EUSAGE, (noc_place){path, 0},
                        "is there already: name a new folder");
    const int entries = count_entries(path);
    if (entries == 0) return NOC_OK;
    return entries < 0 ? report_write_failure(diag, path)
                       : noc_fail(diag, NOC_EUSAGE, (noc_place){path, 0},
                                  "is not empty: name a new folder, nothing is overwritten");
}

noc_status noc_folder_create(const char *path, noc_folder *folder, noc_diag *diag)
{
    *folder = (noc_folder){.target_path = strip_slashes(path)};
    noc_status status =
        folder->target_path ? check_place(folder->target_path, diag) : noc_fail_memory(diag);
    if (status == NOC_OK &&
        asprintf(&folder->part_path, "%s.nocsight-part-XXXXXX", folder->target_path) < 0) {
        folder->part_path = NULL;
        status = noc_fail_memory(diag);
    }
    if (status == NOC_OK && !mkdtemp(folder->part_path)) {
        status = report_write_failure(diag, path);
        free(folder->part_path);
        folder->part_path = NULL;
    }
    if (status != NOC_OK) noc_folder_drop(folder);
    return status;
}

char *noc_folder_file_path(const noc_folder *folder, const char *name)
{
    char *path = NULL;
    return asprintf(&path, "%s/%s", folder->part_path, name) < 0 ? NULL : path;
}

noc_status noc_folder_open_file(noc_folder *folder, const char *name, FILE **file, noc_diag *diag)
{
    *file = NULL;
    snprintf(folder->names[folder->count++], NOC_FOLDER_NAME_CHARS, "%s", name);
    char *path = noc_folder_file_path(folder, name);
    if (!path) return noc_fail_memory(diag);
    *file = fopen(path, "we");
    const noc_status status = *file ? NOC_OK : report_write_failure(diag, path);
    free(path);
    return status;
}

noc_status noc_folder_close_file(const noc_folder *folder, FILE *file, noc_diag *diag)
{
    const bool has_failed = ferror(file) != 0;
    return fclose(file) == 0 && !has_failed ? NOC_OK
                                            : report_write_failure(diag, folder->target_path);
}

noc_status noc_folder_write_file(noc_folder *folder, const char *name, const char *bytes,
                                 size_t size, noc_diag *diag)
{
    snprintf(folder->names[folder->count++], NOC_FOLDER_NAME_CHARS, "%s", name);
    char *path = noc_folder_file_path(folder, name);
    const noc_status status =
        path ? noc_output_write(path, bytes, size, diag) : noc_fail_memory(diag);
    free(path);
    return status;
}

/* Finds the default permissions of a new folder. */
static mode_t default_mode(void)
{
    const mode_t mask = umask(0);
    umask(mask);
    return 0777 & ~mask;
}

noc_status noc_folder_finish(noc_folder *folder, noc_diag *diag)
{
    if (noc_has_noted_shortage()) return noc_fail_memory(diag);
    if (chmod(folder->part_path, default_mode()) != 0 ||
        rename(folder->part_path, folder->target_path) != 0)
        return report_write_failure(diag, folder->target_path);
    free(folder->part_path);
    folder->part_path = NULL;
    return NOC_OK;
}

/* Removes the unfinished folder, without allocation. */
static void remove_part(const noc_folder *folder)
{
    const int fd = open(folder->part_path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    for (size_t i = 0; i < folder->count && fd >= 0; i++) unlinkat(fd, folder->names[i], 0);
    if (fd >= 0) close(fd);
    rmdir(folder->part_path);
}

void noc_folder_drop(noc_folder *folder)
{
    if (folder->part_path) remove_part(folder);
    free(folder->part_path);
    free(folder->target_path);
    folder->target_path = folder->part_path = NULL;
    folder->count = 0;
}
