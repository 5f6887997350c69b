/* reports/facts/import.h: what became of another program's settings. */
#ifndef NOC_REPORTS_FACTS_IMPORT_H
#define NOC_REPORTS_FACTS_IMPORT_H

#include "import/import.h"
#include "reports/writers/sheet.h"

typedef struct noc_import_view {
    const noc_import *import;
    const char *file;   /* that was read */
    const char *folder; /* that its files are in now */
    const char *design; /* the file of the design, in that folder */
} noc_import_view;

/* As a table, only what is not carried over as it is; as JSON and CSV, every setting. */
noc_status noc_report_import(const noc_sheet *sheet, const noc_import_view *view, noc_diag *diag);

#endif
