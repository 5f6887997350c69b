/* reports/words/summary.h: summary of an answer in users' units: data that the network delivers,
 * latency of a packet, cost, limit. */
#ifndef NOC_REPORTS_WORDS_SUMMARY_H
#define NOC_REPORTS_WORDS_SUMMARY_H

#include "hybrid/answers/estimate.h"
#include "reports/writers/sheet.h"

/* Prints a few lines. Data: delivered, offered and maximal, GB/s; share of a core and of a memory
 * node; bytes per cycle. Latency: in the idle and the loaded network, and the 99th percentile, ns
 * and cycles. Cost: area, power, energy of a bit, requested and reached clock. Last: the limit.
 * Missing figures have a reason where users ask for them. */
void noc_text_summary(const noc_sheet *sheet, const noc_estimate *estimate);

#endif
