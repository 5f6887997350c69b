/* reports/facts/import.h: report of an import: the fate of each setting of another program. */
#ifndef NOC_REPORTS_FACTS_IMPORT_H
#define NOC_REPORTS_FACTS_IMPORT_H

#include "import/import.h"
#include "reports/writers/sheet.h"

/* An import and its files. */
typedef struct noc_import_view {
    const noc_import *import;
    const char *file;         /* name of the imported file */
    const char *folder;       /* folder of the written files */
    const char *main_file;    /* main written file: a design, or another program's configuration */
    const char *next_command; /* command to continue with the main file */
} noc_import_view;

/* Reports the settings: changed and missing ones as a table, all as JSON and CSV. */
noc_status noc_report_import(const noc_sheet *sheet, const noc_import_view *view, noc_diag *diag);

#endif
