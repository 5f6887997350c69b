/* studies/published.h: figures that papers publish, and the questions that answer each
 * (data/published.csv, inside the program).
 *
 * Columns: `asks` has questions, "a: te13-ideal; b: te13-baseline network.flit_bytes=32": a letter,
 * a shipped design and settings over it (studies/bench.h). `expression` computes our figure from
 * their answers, in the row's metric, unit and sign (studies/quantities.h has its names). `judge`
 * says how it is compared (studies/verdict.h), or why it cannot be; `why` has the reason or the
 * reading, in words. */
#ifndef NOC_STUDIES_PUBLISHED_H
#define NOC_STUDIES_PUBLISHED_H

#include "base/diag.h"
#include "base/embedded.h"

typedef struct noc_published {
#define NOC_PUBLISHED(name) const char *name;
#include "studies/published.def"
#undef NOC_PUBLISHED
    int line; /* line of the file */
} noc_published;

extern const noc_embedded_file noc_published_files[];

/* Rows in the file's order; NULL past the end. The file is read on first use, by one thread; its
 * rows live as long as the program. If the file is wrong, NULL for row 0, and the fault is
 * reported. */
const noc_published *noc_published_at(size_t i, noc_diag *diag);

/* Finds the row of an id, NULL if there is none. */
const noc_published *noc_published_find(const char *id, noc_diag *diag);

/* True if a word selects a row: its paper, its id, the beginning of its id up to a '-', or
 * PAPER-figureN, which is the same as PAPER-figN. NULL selects all. */
bool noc_published_is_asked(const noc_published *row, const char *word);

/* Returns the id, paper or figure that is most like a word, NULL if none is. Valid until the next
 * call. */
const char *noc_published_nearest(const char *word, noc_diag *diag);

/* Returns the place of a row, for messages. */
noc_place noc_published_place(const noc_published *row);

#endif
