/* reports/words/bottleneck.h: the limit of a design, in words. */
#ifndef NOC_REPORTS_WORDS_BOTTLENECK_H
#define NOC_REPORTS_WORDS_BOTTLENECK_H

#include "hybrid/answers/estimate.h"

enum { NOC_CAUSE_CHARS = 640 };

/* Limit of throughput, "the network (busiest: link (0,0) to (1,0), 63% used at saturation), by
 * head-of-line blocking: 63% of it is the ceiling at 1 virtual channel", "" where it is not known.
 * Returns the words before it, "limited by". A sample of a batch only knows the "busiest" channel.
 * For a set of applications the limit is that of one of them, and names it. */
const char *noc_cause_words(const noc_estimate *estimate, char words[NOC_CAUSE_CHARS]);

#endif
