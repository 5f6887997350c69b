/* cli/commands/parts/translated.h: files that a translation makes, into a folder of their own, with
 * the fate of each setting in words. */
#ifndef NOC_CLI_COMMANDS_PARTS_TRANSLATED_H
#define NOC_CLI_COMMANDS_PARTS_TRANSLATED_H

#include "cli/frame/request.h"
#include "import/import.h"
#include "reports/writers/folder.h"

/* Checks the files before the folder is put in its place. */
typedef noc_status noc_translation_check(const noc_folder *folder, noc_import *import,
                                         const char *made_of, noc_diag *diag);

/* Fills *import, and writes further files into the folder meanwhile. */
typedef noc_status noc_translation_fill(noc_folder *folder, void *context, noc_diag *diag);

typedef struct noc_translated {
    noc_import *import;
    const char *made_of;          /* name of the file that was read */
    const char *next;             /* command that reads the first of the files */
    noc_translation_check *check; /* NULL: none */
    noc_translation_fill *fill;   /* fills *import; NULL: it is filled */
    void *context;                /* argument of `fill` */
} noc_translated;

/* Writes all files, then puts the folder of -o in its place, then tells; the words go to standard
 * output. Nothing is left behind where something fails. */
noc_status noc_translated_write(const noc_request *request, const noc_translated *made,
                                noc_diag *diag);

/* Refuses a command line without a folder to write. */
noc_status noc_translated_needs_folder(const noc_request *request, const char *what,
                                       noc_diag *diag);

/* Check of a translation: the first file is a design, which is read as any command would. The first
 * fault is told as one of the file that the design was made of. */
noc_status noc_translated_reads(const noc_folder *folder, noc_import *import, const char *made_of,
                                noc_diag *diag);

#endif
