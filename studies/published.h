/* studies/published.h: table of published figures of papers, with the questions that answer each
 * (data/published.csv, compiled in).
 *
 * Columns: `asks` has questions, "a: te13-ideal; b: te13-baseline network.flit_bytes=32": a letter,
 * a shipped design, and settings over it (studies/bench.h). `expression` computes nocsight's figure
 * from their answers, in the row's metric, unit and sign (studies/quantities.h lists the names).
 * `judge` states the rule of comparison (studies/verdict.h), or why there is none. `why` has the
 * reason or the reading, in words. */
#ifndef NOC_STUDIES_PUBLISHED_H
#define NOC_STUDIES_PUBLISHED_H

#include "base/diag.h"
#include "base/embedded.h"

/* Row of the table; texts are borrowed from it. */
typedef struct noc_published {
#define NOC_PUBLISHED(name) const char *name;
#include "studies/published.def"
#undef NOC_PUBLISHED
    int line; /* line of the file */
} noc_published;

extern const noc_embedded_file noc_published_files[];

/* Returns row `i`, in the file's order; NULL past the end. The file is read on first use, by one
 * thread; rows stay valid. If the file is wrong, returns NULL for row 0, and reports the fault. */
const noc_published *noc_published_at(size_t i, noc_diag *diag);

/* Finds the row of an id; NULL: none. */
const noc_published *noc_published_find(const char *id, noc_diag *diag);

/* True if a word selects a row: its paper, its id, the beginning of its id up to a '-', or
 * PAPER-figureN, equivalent to PAPER-figN. NULL selects all rows. */
bool noc_published_matches(const noc_published *row, const char *word);

/* Finds the id, paper or figure that is most similar to a word; NULL: none. The text is valid until
 * the next call. */
const char *noc_published_find_nearest(const char *word, noc_diag *diag);

/* Returns the place of a row, for messages. */
noc_place noc_published_place(const noc_published *row);

#endif
