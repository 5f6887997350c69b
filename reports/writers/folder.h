/* reports/writers/folder.h: a folder of files that is there whole or not at all. */
#ifndef NOC_REPORTS_WRITERS_FOLDER_H
#define NOC_REPORTS_WRITERS_FOLDER_H

#include <stddef.h>
#include <stdio.h>

#include "base/diag.h"

enum { NOC_FOLDER_FILES_MAX = 8, NOC_FOLDER_NAME_CHARS = 256 };

/* A folder that is being filled beside its place, as PATH.nocsight-part-XXXXXX. Its names are kept,
 * so that it can be removed when there is no memory left to look for them. */
typedef struct noc_folder {
    char *path; /* path that the folder will have */
    char *part; /* path that it has now; NULL once it is in its place */
    char names[NOC_FOLDER_FILES_MAX][NOC_FOLDER_NAME_CHARS];
    size_t count;
} noc_folder;

/* Begins a folder. Refuses a place where something is, an empty folder excepted, before anything is
 * written. NOC_EUSAGE or NOC_EFAILED; then there is nothing to drop. */
noc_status noc_folder_begin(const char *path, noc_folder *folder, noc_diag *diag);

/* Path that a file of the folder has now. The caller frees it; NULL when out of memory. */
char *noc_folder_file(const noc_folder *folder, const char *name);

/* Opens a file of the folder for writing, NOC_FOLDER_FILES_MAX files at most. The caller closes
 * *file; NULL if it cannot be opened. */
noc_status noc_folder_open(noc_folder *folder, const char *name, FILE **file, noc_diag *diag);

/* Closes a file of the folder. NOC_EFAILED if not all of it could be written. */
noc_status noc_folder_close(const noc_folder *folder, FILE *file, noc_diag *diag);

/* Writes a file into the folder, NOC_FOLDER_FILES_MAX at most. */
noc_status noc_folder_write(noc_folder *folder, const char *name, const char *bytes, size_t size,
                            noc_diag *diag);

/* Puts the folder in its place. */
noc_status noc_folder_finish(noc_folder *folder, noc_diag *diag);

/* Frees the memory of a folder, and removes the folder if it is not in its place. */
void noc_folder_drop(noc_folder *folder);

#endif
