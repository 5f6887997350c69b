/* reports/compare_words.h: a comparison in three sentences: what differs, what it buys, what it
 * costs and why. */
#ifndef NOC_REPORTS_COMPARE_WORDS_H
#define NOC_REPORTS_COMPARE_WORDS_H

#include "reports/compare_shown.h"
#include "reports/differences.h"

/* Each a text that the caller frees; NULL when out of memory. `settings` has those of both. */
char *noc_words_differing(const noc_settings settings[2]);

/* The figures that are certainly better, and then those that cannot be told apart. */
char *noc_words_bought(const noc_estimate *base, const noc_estimate *estimate,
                       const noc_shown shown[NOC_SHOWN]);

/* Those that are certainly worse. */
char *noc_words_paid(const noc_estimate *base, const noc_estimate *estimate,
                     const noc_shown shown[NOC_SHOWN]);

#endif
