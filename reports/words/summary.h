/* reports/words/summary.h: the head of an answer, in the units of who asks: what the network
 * delivers, how long a packet takes, what it costs, what limits it. */
#ifndef NOC_REPORTS_WORDS_SUMMARY_H
#define NOC_REPORTS_WORDS_SUMMARY_H

#include "hybrid/answers/estimate.h"
#include "reports/writers/sheet.h"

/* A few lines: data in GB/s, of how much offered, the most there could be, a core's and a memory
 * node's share, and bytes a cycle; latency idle, loaded and of the slowest of a hundred packets, in
 * ns and cycles; area; power, and energy of a bit; the clock that is asked for and reached; the
 * cause. What is not known says why where that is worth a line. */
void noc_text_summary(const noc_sheet *sheet, const noc_estimate *estimate);

#endif
