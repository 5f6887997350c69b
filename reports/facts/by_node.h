/* reports/facts/by_node.h: report of latency and data of each pair of nodes (--by-node), as JSON,
 * table, CSV, picture and HTML page. */
#ifndef NOC_REPORTS_FACTS_BY_NODE_H
#define NOC_REPORTS_FACTS_BY_NODE_H

#include <jansson.h>

#include "hybrid/answers/by_node.h"
#include "hybrid/answers/figures/answer.h"
#include "reports/writers/sheet.h"

/* Returns the member "by_node" of a result: a row for each pair. NULL: out of memory. */
json_t *noc_json_by_node(const noc_node_pairs *pairs);

/* Prints for each estimate: means by group of a hierarchy, and the sources with the largest
 * latencies. */
noc_status noc_text_by_node(const noc_sheet *sheet, const noc_estimate *estimates, size_t count,
                            noc_diag *diag);

/* Writes CSV rows in place of the metrics: one for each pair of each estimate. */
noc_status noc_csv_by_node(const noc_sheet *sheet, const noc_estimate *estimates, size_t count,
                           noc_diag *diag);

/* Draws maps of an estimate's pairs as SVG or on an HTML page (is_page). NOC_EUSAGE: no values to
 * draw. */
noc_status noc_by_node_draw(const noc_sheet *sheet, const noc_estimate *estimate, bool is_page,
                            noc_diag *diag);

#endif
