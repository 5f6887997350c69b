/* reports/compare/compare_words.h: a comparison in three sentences: what differs, what it buys,
 * what it costs and why. */
#ifndef NOC_REPORTS_COMPARE_COMPARE_WORDS_H
#define NOC_REPORTS_COMPARE_COMPARE_WORDS_H

#include "reports/compare/compare_shown.h"
#include "reports/compare/differences.h"
#include "reports/words/label.h"

/* Each a text that the caller frees; NULL when out of memory. `settings` has those of both. */
char *noc_words_differing(const noc_settings settings[2]);

/* The figures that are certainly better, and then those that cannot be told apart. */
char *noc_words_bought(const noc_estimate *base, const noc_estimate *estimate,
                       const noc_shown shown[NOC_SHOWN]);

/* Those that are certainly worse. */
char *noc_words_paid(const noc_estimate *base, const noc_estimate *estimate,
                     const noc_shown shown[NOC_SHOWN]);

/* "te13-2xbw against te13-baseline", "te13-baseline: virtual_channels=2 and 2 others". */
enum { NOC_COMPARE_TITLE = 3 * NOC_LABEL_CHARS };
void noc_compare_title(const noc_labels *labels, const noc_estimate *estimates, size_t count,
                       char title[NOC_COMPARE_TITLE]);

enum { NOC_SENTENCES = 3 };

/* What each begins with: "What differs:". */
extern const char *const noc_sentence_heads[NOC_SENTENCES];

/* The three of design `i` against the first, the last with what limits both. False when out of
 * memory; the caller clears them in either case. */
bool noc_sentences_of(const noc_labels *labels, const noc_estimate *estimates, size_t i,
                      const noc_settings *settings, const noc_shown shown[NOC_SHOWN],
                      char *texts[NOC_SENTENCES]);
void noc_sentences_clear(char *texts[NOC_SENTENCES]);

#endif
