/* reports/front/front_words.h: sentences on a front: its best designs, its knee, its certainty, the
 * load of its latencies. */
#ifndef NOC_REPORTS_FRONT_FRONT_WORDS_H
#define NOC_REPORTS_FRONT_FRONT_WORDS_H

#include "reports/front/front_order.h"
#include "reports/words/design_names.h"
#include "reports/words/figure.h"

/* Numbers of compared designs, and positions of notable candidates. */
typedef struct noc_front_summary {
    size_t front_count;    /* designs on the front by value */
    size_t certain_count;  /* designs on the front for all values in their intervals */
    size_t possible_count; /* other designs possibly on the front */
    /* [objective]: best candidate on the front; number of candidates: none. */
    size_t best_designs[NOC_OBJECTIVES_MAX];
    size_t knee; /* candidate at the knee; number of candidates: no knee (needs three designs) */
} noc_front_summary;

/* Counts the designs on the front, and finds its best designs and its knee. */
noc_front_summary noc_front_summarize(const noc_candidates *candidates);

/* Returns a sentence on the designs of a front: "18 of 702 designs are on the front by value,
 * within the intervals none of them certainly so; 52 more are possibly on it." Here and in the
 * functions below, NULL means out of memory, and the caller frees the text. */
char *noc_front_count_words(const noc_candidates *candidates, const noc_front_summary *summary);

/* Returns the range of clocks that the routers of overclocked designs reach: "765 to 1040 MHz". */
noc_figure noc_front_clock_range(const noc_reach_counts *reach_counts);

/* Returns sentences on overclocked designs ("24 of 24 designs run above the clock that their
 * routers reach (765 to 1040 MHz) and are off the front (--allow-overclock puts them on)."), on
 * designs with unpriced parts, and on designs without a known clock; "" without such designs. */
char *noc_front_excluded_words(const noc_candidates *candidates);

/* Returns a design's objective with its interval, without the unit: "1.062 (±9%)". */
noc_figure noc_front_figure(const noc_candidates *candidates, size_t candidate, size_t objective);

/* Returns all objectives of a design, objective `first` first: "1.062 bytes/cycle/mm2 (±9%),
 * network area 192.3 mm2". */
char *noc_front_figures(const noc_candidates *candidates, size_t candidate, size_t first);

/* Definition of the knee in words (noc_front_find_knee). */
extern const char noc_front_knee_words[];

/* Writes the load of the latencies and of the delivered data in words, from the task of a space.
 * Returns `text`. */
const char *noc_front_load_words(const char *task, char *text, size_t size);

#endif
