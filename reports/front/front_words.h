/* reports/front/front_words.h: a front in sentences: its best designs, its knee, how sure it is,
 * and the load of its latencies. */
#ifndef NOC_REPORTS_FRONT_FRONT_WORDS_H
#define NOC_REPORTS_FRONT_FRONT_WORDS_H

#include "reports/front/front_order.h"
#include "reports/words/design_names.h"
#include "reports/words/figure.h"

typedef struct noc_front_summary {
    size_t on_front;                  /* designs on the front by value */
    size_t certain;                   /* designs that are certainly on the front */
    size_t possible;                  /* others possibly on the front (noc_candidate_possible) */
    size_t best[NOC_OBJECTIVES_MOST]; /* the candidate that is best in each objective */
    size_t knee; /* noc_front_knee; number of candidates if fewer than three are on the front */
} noc_front_summary;

noc_front_summary noc_front_summarize(const noc_candidates *all);

/* Sentence on the designs of a front: "18 of 702 designs are on the front, none of them for all
 * values inside their intervals; 52 more are possibly on it." NULL when out of memory, as all
 * below; the caller frees them. */
char *noc_front_count_words(const noc_candidates *all, const noc_front_summary *summary);

/* Range of clocks that routers of the designs above their clock reach: "765 to 1040 MHz". */
noc_figure noc_front_reached(const noc_reaches *reaches);

/* Sentences on designs off the front: "24 of 24 designs run above the clock that their routers
 * reach (765 to 1040 MHz), and are off the front (--allow-overclock puts them on)."; designs with
 * parts that no source prices; the number of designs that stay on though their clock is not known.
 * "" if there are none. */
char *noc_front_barred_words(const noc_candidates *all);

/* Figure of an objective of a design, without its unit: "1.062 (±9%)". */
noc_figure noc_front_figure(const noc_candidates *all, size_t candidate, size_t objective);

/* Text of all objectives of a design, objective `first` first: "1.062 bytes/cycle/mm2 (±9%),
 * network area 192.3 mm2". */
char *noc_front_figures(const noc_candidates *all, size_t candidate, size_t first);

/* Words on the knee (noc_front_knee). */
extern const char noc_front_knee_words[];

/* The load of the latencies and of the delivered data, by a space's task. */
const char *noc_front_load_words(const char *task, char *text, size_t size);

#endif
