/* studies/study_text.h: a study on a page. */
#ifndef NOC_STUDIES_STUDY_TEXT_H
#define NOC_STUDIES_STUDY_TEXT_H

#include "reports/writers/sheet.h"
#include "studies/study.h"

/* Title, table, its parts, the picture in characters, and the note; as CSV or JSON the table. */
noc_status noc_study_print(const noc_study *study, const noc_sheet *sheet, noc_diag *diag);

#endif
