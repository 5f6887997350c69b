/* reports/writers/folder.h: writer of a folder of files, which appears complete or not at all. */
#ifndef NOC_REPORTS_WRITERS_FOLDER_H
#define NOC_REPORTS_WRITERS_FOLDER_H

#include <stddef.h>
#include <stdio.h>

#include "base/diag.h"

enum { NOC_FOLDER_FILES_MAX = 8, NOC_FOLDER_NAME_CHARS = 256 };

/* Folder that is filled next to its place, as PATH.nocsight-part-XXXXXX. The names of its files are
 * stored, so that it can be removed even when out of memory. */
typedef struct noc_folder {
    char *target_path; /* final path of the folder */
    char *part_path;   /* path while the folder is filled; NULL once it is in its place */
    char names[NOC_FOLDER_FILES_MAX][NOC_FOLDER_NAME_CHARS];
    size_t count;
} noc_folder;

/* Creates a folder that is to appear at `path`. NOC_EUSAGE: a file or a non-empty folder is there;
 * nothing was written. After NOC_EUSAGE or NOC_EFAILED, no noc_folder_drop is needed. */
noc_status noc_folder_create(const char *path, noc_folder *folder, noc_diag *diag);

/* Makes the path of a file of the folder before noc_folder_finish. The caller frees it; NULL when
 * out of memory. */
char *noc_folder_file_path(const noc_folder *folder, const char *name);

/* Opens a file of the folder for writing; NOC_FOLDER_FILES_MAX files at most. The caller closes
 * *file; NULL if it cannot be opened. */
noc_status noc_folder_open_file(noc_folder *folder, const char *name, FILE **file, noc_diag *diag);

/* Closes a file of the folder. NOC_EFAILED if a part of it could not be written. */
noc_status noc_folder_close_file(const noc_folder *folder, FILE *file, noc_diag *diag);

/* Writes a file into the folder; NOC_FOLDER_FILES_MAX files at most. */
noc_status noc_folder_write_file(noc_folder *folder, const char *name, const char *bytes,
                                 size_t size, noc_diag *diag);

/* Moves the folder to its place. */
noc_status noc_folder_finish(noc_folder *folder, noc_diag *diag);

/* Frees the memory of a folder, and removes the folder if it is not in its place. */
void noc_folder_drop(noc_folder *folder);

#endif
