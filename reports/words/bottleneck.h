/* reports/words/bottleneck.h: description of a design's limit in words. */
#ifndef NOC_REPORTS_WORDS_BOTTLENECK_H
#define NOC_REPORTS_WORDS_BOTTLENECK_H

#include "hybrid/answers/estimate.h"

enum { NOC_CAUSE_CHARS = 640 };

/* Writes the limit of throughput: "the network (busiest: link (0,0) to (1,0), 63% used at
 * saturation), by head-of-line blocking: 63% of it is the ceiling at 1 virtual channel". Adds the
 * name of the limited application if the design runs several. Writes only the busiest channel for
 * a sample that knows no other limit; writes "" without a limit. Returns the words to be printed
 * before the limit: "busiest" for such a sample, otherwise "limited by". */
const char *noc_limit_words(const noc_estimate *estimate, char words[NOC_CAUSE_CHARS]);

#endif
