/* reports/facts/by_node.h: figures of pairs of nodes (--by-node): as JSON, table, CSV, picture and
 * page. */
#ifndef NOC_REPORTS_FACTS_BY_NODE_H
#define NOC_REPORTS_FACTS_BY_NODE_H

#include <jansson.h>

#include "hybrid/answers/by_node.h"
#include "hybrid/answers/figures/answer.h"
#include "reports/writers/sheet.h"

/* The member "by_node" of a result: a row for each pair. NULL when out of memory. */
json_t *noc_json_by_node(const noc_node_pairs *pairs);

/* Prints tables for people, one for each estimate: means of groups of a hierarchy, and of the
 * sources whose packets take longest. */
noc_status noc_text_by_node(const noc_sheet *sheet, const noc_estimate *estimates, size_t count,
                            noc_diag *diag);

/* Writes tidy rows in place of those of the metrics: one for each pair of each estimate. */
noc_status noc_csv_by_node(const noc_sheet *sheet, const noc_estimate *estimates, size_t count,
                           noc_diag *diag);

/* Draws maps of an estimate's pairs, as SVG or on a page. NOC_EUSAGE where there is nothing to
 * draw. */
noc_status noc_by_node_draw(const noc_sheet *sheet, const noc_estimate *estimate, bool page,
                            noc_diag *diag);

#endif
