/* reports/words/summary.h: summary of an answer in users' units: data that the network delivers,
 * latency of a packet, cost, limit. */
#ifndef NOC_REPORTS_WORDS_SUMMARY_H
#define NOC_REPORTS_WORDS_SUMMARY_H

#include "hybrid/answers/estimate.h"
#include "reports/writers/sheet.h"

/* Writes a few lines: data in GB/s, offered data, maximal data, share of a core and a memory node,
 * and bytes per cycle; latency idle, loaded and at the 99th percentile, in ns and cycles; area;
 * power, and energy of a bit; requested and reached clock; the limit. Missing figures of interest
 * have a reason. */
void noc_text_summary(const noc_sheet *sheet, const noc_estimate *estimate);

#endif
