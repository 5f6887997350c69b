/* reports/compare/compare_words.h: words of a comparison: five headline figures with changes,
 * differing settings, and three sentences (differences, gains, costs). */
#ifndef NOC_REPORTS_COMPARE_COMPARE_WORDS_H
#define NOC_REPORTS_COMPARE_COMPARE_WORDS_H

#include <stddef.h>

#include "hybrid/answers/estimate.h"
#include "reports/words/change.h"
#include "reports/words/figure.h"
#include "reports/words/label.h"

/* Number of headline figures. */
enum { NOC_HEADLINES = 5 };

/* A headline figure: bandwidth, latency, area, power or clock. */
typedef struct noc_headline {
    noc_metric_id id;
    const char *name, *unit;
    double scale;      /* factor from the metric's unit to `unit` */
    bool is_maximized; /* false: less is better */
} noc_headline;

/* Finds the headline figures. The latency is at the load if all designs have a latency there, else
 * at zero load. */
void noc_headlines_find(const noc_estimate *estimates, size_t count,
                        noc_headline headlines[NOC_HEADLINES]);

/* Returns a value in the headline's unit, as text: "59.25". */
noc_figure noc_headline_value(const noc_headline *headline, double value);

/* Returns a change as text: "+12.5 % (+10 to +15 %)", "+2.1 %, indistinguishable"; "" if the change
 * is not known. */
noc_figure noc_headline_change(const noc_contrast *contrast);

/* Settings of a design: the lines "path = value" of its canonical form, split at the equals
 * sign. */
typedef struct noc_settings {
    char *text;
    const char **paths, **values;
    size_t count;
} noc_settings;

/* Return the settings of each design, or of each answer's design, [design]; NULL when out of
 * memory. The caller clears them. */
noc_settings *noc_settings_collect_designs(const noc_design *const *designs, size_t count);
noc_settings *noc_settings_collect(const noc_estimate *estimates, size_t count);
/* Frees the settings of `count` designs. */
void noc_settings_clear(noc_settings *list, size_t count);

/* Returns the value of a setting; NULL if the design does not have it. */
const char *noc_settings_value(const noc_settings *settings, const char *path);

/* Calls `visit` with the path of every setting in which the designs differ, once each. */
void noc_settings_visit_changed(const noc_settings *list, size_t count,
                                void (*visit)(void *context, const char *path), void *context);

/* Returns the differing settings of two designs, with both values, as text. Here and in the next
 * two functions, NULL means out of memory, and the caller frees the text. */
char *noc_difference_words(const noc_settings settings[2]);

/* Returns the figures that are better in the variant beyond their intervals, with their changes;
 * then the names of the indistinguishable figures. */
char *noc_gain_words(const noc_estimate *base, const noc_estimate *variant,
                     const noc_headline headlines[NOC_HEADLINES]);

/* Returns the figures that are worse in the variant beyond their intervals, with their changes;
 * then the names of the figures that are not known. */
char *noc_loss_words(const noc_estimate *base, const noc_estimate *variant,
                     const noc_headline headlines[NOC_HEADLINES]);

/* Size of a title, bytes: "te13-2xbw against te13-baseline", "te13-baseline: virtual_channels=2 and
 * 2 others". */
enum { NOC_COMPARE_TITLE_CHARS = 3 * NOC_LABEL_CHARS };
/* Writes the title of a comparison. */
void noc_compare_write_title(const noc_labels *labels, const noc_estimate *estimates, size_t count,
                             char title[NOC_COMPARE_TITLE_CHARS]);

/* Number of sentences. */
enum { NOC_SENTENCES = 3 };

/* Heading of each sentence: "What differs:". */
extern const char *const noc_sentence_heads[NOC_SENTENCES];

/* Writes three sentences on design `i` against the first; the last one has the limits of both
 * designs. False when out of memory. The caller clears the sentences in either case. */
bool noc_sentences_write(const noc_labels *labels, const noc_estimate *estimates, size_t i,
                         const noc_settings *settings, const noc_headline headlines[NOC_HEADLINES],
                         char *texts[NOC_SENTENCES]);
/* Frees the sentences. */
void noc_sentences_clear(char *texts[NOC_SENTENCES]);

#endif
