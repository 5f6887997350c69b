/* reports/front/front_text.h: a front for people. */
#ifndef NOC_REPORTS_FRONT_FRONT_TEXT_H
#define NOC_REPORTS_FRONT_FRONT_TEXT_H

#include "reports/front/front_order.h"
#include "reports/writers/sheet.h"

/* The designs of the order, hypervolume and knee, what to do next; a plot when the sheet wants
 * plots. */
noc_status noc_text_front(const noc_sheet *sheet, const noc_front_view *view,
                          const noc_front_listing *listing, const noc_front_order *order,
                          noc_diag *diag);

#endif
