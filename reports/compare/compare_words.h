/* reports/compare/compare_words.h: a comparison for people: five figures, each with the change
 * against the first design; the settings that differ; and three sentences: on differences, on
 * figures that are better, on costs and limits. */
#ifndef NOC_REPORTS_COMPARE_COMPARE_WORDS_H
#define NOC_REPORTS_COMPARE_COMPARE_WORDS_H

#include <stddef.h>

#include "hybrid/answers/estimate.h"
#include "reports/words/change.h"
#include "reports/words/figure.h"
#include "reports/words/label.h"

enum { NOC_SHOWN = 5 };

/* One of five figures: bandwidth, latency, area, power, clock. */
typedef struct noc_shown {
    noc_metric_id id;
    const char *name, *unit;
    double scale;     /* factor from the metric's unit to `unit` */
    bool more_better; /* false: less is better */
} noc_shown;

/* Fills in the five; latencies are at the load if all designs have one there, else those of a
 * packet alone. */
void noc_shown_of(const noc_estimate *estimates, size_t count, noc_shown shown[NOC_SHOWN]);

/* A value in the unit that is shown: "59.25". */
noc_figure noc_shown_figure(const noc_shown *shown, double value);

/* Words on a change: "+12.5 % (+10 to +15 %)", "+2.1 %, indistinguishable", "" where there is
 * none. */
noc_figure noc_shown_change(const noc_contrast *contrast);

/* The lines "path = value" of a design's canonical form, cut at the equals. */
typedef struct noc_settings {
    char *text;
    const char **paths, **values;
    size_t count;
} noc_settings;

/* The settings of every design. NULL when out of memory; the caller clears them. */
noc_settings *noc_settings_of(const noc_estimate *estimates, size_t count);
void noc_settings_clear(noc_settings *all, size_t count);

/* The value of a setting; NULL where the design does not have it. */
const char *noc_settings_value(const noc_settings *settings, const char *path);

/* Calls `call` for every setting in which the designs differ. */
void noc_settings_differing(const noc_settings *all, size_t count,
                            void (*call)(void *context, const char *path), void *context);

/* The settings that differ, with the values of both designs. The caller frees this text and the two
 * texts below; NULL when out of memory. */
char *noc_words_differing(const noc_settings settings[2]);

/* The figures that are certainly better, and then those that cannot be told apart. */
char *noc_words_bought(const noc_estimate *base, const noc_estimate *estimate,
                       const noc_shown shown[NOC_SHOWN]);

/* The figures that are certainly worse. */
char *noc_words_paid(const noc_estimate *base, const noc_estimate *estimate,
                     const noc_shown shown[NOC_SHOWN]);

/* Length of a title: "te13-2xbw against te13-baseline", "te13-baseline: virtual_channels=2 and 2
 * others". */
enum { NOC_COMPARE_TITLE = 3 * NOC_LABEL_CHARS };
void noc_compare_title(const noc_labels *labels, const noc_estimate *estimates, size_t count,
                       char title[NOC_COMPARE_TITLE]);

enum { NOC_SENTENCES = 3 };

/* The head of each sentence: "What differs:". */
extern const char *const noc_sentence_heads[NOC_SENTENCES];

/* Three sentences of design `i` against the first; the last has the limits of both. False when out
 * of memory; the caller clears them in either case. */
bool noc_sentences_of(const noc_labels *labels, const noc_estimate *estimates, size_t i,
                      const noc_settings *settings, const noc_shown shown[NOC_SHOWN],
                      char *texts[NOC_SENTENCES]);
void noc_sentences_clear(char *texts[NOC_SENTENCES]);

#endif
