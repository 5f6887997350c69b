/* reports/front/front_words.h: a front in sentences: its best designs, its knee, how sure it is,
 * and what its latencies are of. */
#ifndef NOC_REPORTS_FRONT_FRONT_WORDS_H
#define NOC_REPORTS_FRONT_FRONT_WORDS_H

#include "reports/front/front_order.h"
#include "reports/words/design_names.h"
#include "reports/words/figure.h"

typedef struct noc_front_summary {
    size_t on_front;                  /* designs on the front by value */
    size_t certain;                   /* designs that certainly are */
    size_t possible;                  /* designs among the others (noc_candidate_possible) */
    size_t best[NOC_OBJECTIVES_MOST]; /* the candidate that is best in each objective */
    size_t knee; /* noc_front_knee; how many candidates there are where no three are on it */
} noc_front_summary;

noc_front_summary noc_front_summarize(const noc_candidates *all);

/* "18 of 702 designs are on the front, none of them for all values inside their intervals; 52 more
 * are possibly on it." NULL when out of memory, as all below; the caller frees them. */
char *noc_front_count_words(const noc_candidates *all, const noc_front_summary *summary);

/* "765 to 1040 MHz": what the routers of the designs above their clock reach. */
noc_figure noc_front_reached(const noc_reaches *reaches);

/* "24 of 24 designs run above the clock that their routers reach (765 to 1040 MHz), and are off the
 * front (--allow-overclock puts them on)."; as much of designs with what no source prices; how many
 * stay on though their clock is not known. "" if there are none. */
char *noc_front_barred_words(const noc_candidates *all);

/* "1.062 (±9%)": an objective of a design, without its unit. */
noc_figure noc_front_figure(const noc_candidates *all, size_t candidate, size_t objective);

/* "1.062 bytes/cycle/mm2 (±9%), network area 192.3 mm2": all objectives of a design, that one
 * first. */
char *noc_front_figures(const noc_candidates *all, size_t candidate, size_t first);

/* What the knee is (noc_front_knee), wherever it is told. */
extern const char noc_front_knee_words[];

/* The load that latencies and what is delivered are of, by a space's task. */
const char *noc_front_load_words(const char *task, char *text, size_t size);

#endif
