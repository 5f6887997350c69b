/* reports/front_text.h: a front for people. */
#ifndef NOC_REPORTS_FRONT_TEXT_H
#define NOC_REPORTS_FRONT_TEXT_H

#include "reports/front_order.h"
#include "reports/writers/sheet.h"

/* The members, hypervolume and knee; a plot when the sheet wants plots. */
noc_status noc_text_front(const noc_sheet *sheet, const noc_front_view *view, noc_diag *diag);

#endif
