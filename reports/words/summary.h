/* reports/words/summary.h: the head of an answer, in the units of who asks: what the network
 * delivers, how long a packet takes, what it costs, what limits it. */
#ifndef NOC_REPORTS_WORDS_SUMMARY_H
#define NOC_REPORTS_WORDS_SUMMARY_H

#include "hybrid/answers/estimate.h"
#include "reports/writers/sheet.h"

/* A few lines: bandwidth in GB/s and bytes a cycle, of how much offered, and the most there could
 * be; latency idle and loaded, in ns and cycles; area; power; the cause. What is not known says why
 * where that is worth a line. */
void noc_text_summary(const noc_sheet *sheet, const noc_estimate *estimate);

#endif
