/* reports/words/load_words.h: description of the load of answers in words. */
#ifndef NOC_REPORTS_WORDS_LOAD_WORDS_H
#define NOC_REPORTS_WORDS_LOAD_WORDS_H

#include "hybrid/answers/estimate.h"
#include "reports/writers/sheet.h"

enum { NOC_LOAD_WORDS_CHARS = 140 };

/* Writes the load: " at load 60% (0.0299 flits/cycle per injecting node)"; without the flits if
 * the loads of the estimates differ in them; only the flits if the load was given in flits; ""
 * without a load. Returns `words`. */
const char *noc_load_words(const noc_sheet *sheet, const noc_estimate *estimates, size_t count,
                           char words[NOC_LOAD_WORDS_CHARS]);

#endif
