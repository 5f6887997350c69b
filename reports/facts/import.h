/* reports/facts/import.h: fates of another program's settings. */
#ifndef NOC_REPORTS_FACTS_IMPORT_H
#define NOC_REPORTS_FACTS_IMPORT_H

#include "import/import.h"
#include "reports/writers/sheet.h"

typedef struct noc_import_view {
    const noc_import *import;
    const char *file;   /* name of the file that was read */
    const char *folder; /* folder that its files are in now */
    const char *design; /* first file: a design, or another program's configuration */
    const char *next;   /* command that reads the first file */
} noc_import_view;

/* Reports the settings: the table has those that were not carried over unchanged, JSON and CSV have
 * all. */
noc_status noc_report_import(const noc_sheet *sheet, const noc_import_view *view, noc_diag *diag);

#endif
