/* cli/commands/parts/translation.h: output folder of an import: its files, and a report on each
 * setting (translated, changed, left out). */
#ifndef NOC_CLI_COMMANDS_PARTS_TRANSLATION_H
#define NOC_CLI_COMMANDS_PARTS_TRANSLATION_H

#include "cli/frame/request.h"
#include "import/import.h"
#include "reports/writers/folder.h"

/* Checks the files before the folder is moved to its path. `made_of`: name of the source. */
typedef noc_status noc_translation_check(const noc_folder *folder, noc_import *import,
                                         const char *made_of, noc_diag *diag);

/* Fills *import, and may write further files into the folder. */
typedef noc_status noc_translation_fill(noc_folder *folder, void *context, noc_diag *diag);

typedef struct noc_translation {
    noc_import *import;
    const char *source_name;      /* name of the file that was read */
    const char *next_command;     /* command that reads the first file */
    noc_translation_check *check; /* check of the files; NULL: none */
    noc_translation_fill *fill;   /* fills *import; NULL: filled already */
    void *context;                /* argument of `fill` */
} noc_translation;

/* Writes all files, moves the folder to the path of -o, and writes the report to standard output.
 * After a failure, no file exists. */
noc_status noc_translation_write(const noc_request *request, const noc_translation *translation,
                                 noc_diag *diag);

/* Refuses a command line without an output folder. */
noc_status noc_translation_check_path(const noc_request *request, const char *purpose,
                                      noc_diag *diag);

/* Checks that the first file is a valid design. The first fault is reported for the source of the
 * translation. */
noc_status noc_translation_try_design(const noc_folder *folder, noc_import *import,
                                      const char *source_name, noc_diag *diag);

#endif
