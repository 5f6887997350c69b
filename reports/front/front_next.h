/* reports/front/front_next.h: what the figures of a front are of, and what to do with it next. */
#ifndef NOC_REPORTS_FRONT_FRONT_NEXT_H
#define NOC_REPORTS_FRONT_FRONT_NEXT_H

#include "reports/front/front_order.h"
#include "reports/writers/sheet.h"

/* At which load latencies among the metrics of the listing are, if there are any: a line. */
void noc_front_tell_load(const noc_sheet *sheet, const noc_front_view *view,
                         const noc_front_listing *listing);

/* Commands to go on with, each on a line of its own: to measure what is not decided, to ask about
 * the design at that position. */
void noc_front_tell_next(const noc_sheet *sheet, const noc_front_view *view, size_t best);

#endif
