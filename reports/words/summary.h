/* reports/words/summary.h: the head of an answer, in units of people: data that the network
 * delivers, latency of a packet, cost, limit. */
#ifndef NOC_REPORTS_WORDS_SUMMARY_H
#define NOC_REPORTS_WORDS_SUMMARY_H

#include "hybrid/answers/estimate.h"
#include "reports/writers/sheet.h"

/* Writes a few lines: data in GB/s, offered data, the most data there could be, a core's and a
 * memory node's share, and bytes a cycle; latency idle, loaded and of the slowest of a hundred
 * packets, in ns and cycles; area; power, and energy of a bit; the clock that is asked for and
 * reached; the cause. Figures that are not known have a reason where that is worth a line. */
void noc_text_summary(const noc_sheet *sheet, const noc_estimate *estimate);

#endif
