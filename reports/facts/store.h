/* reports/facts/store.h: what a store holds. */
#ifndef NOC_REPORTS_FACTS_STORE_H
#define NOC_REPORTS_FACTS_STORE_H

#include "explore/store/store_read.h"
#include "reports/writers/sheet.h"

/* A row a space: how many designs it has, and what became of them. */
noc_status noc_report_spaces(const noc_sheet *sheet, const noc_space_list *list, noc_diag *diag);

/* Facts (noc_store_facts), and why points are not ok: all reasons for programs, the most common for
 * people. */
noc_status noc_report_store(const noc_sheet *sheet, const char *facts,
                            const noc_reason_list *reasons, noc_diag *diag);

/* One design as a design file, below a comment that says what it is: what was estimated can be
 * estimated again. */
void noc_report_stored_design(const noc_sheet *sheet, const noc_entry *entry,
                              const noc_design *design);

#endif
