/* studies/published.h: the figures that the papers publish, and how each is answered
 * (data/published.csv, inside the program).
 *
 * `asks` are questions, "a: te13-ideal; b: te13-baseline network.flit_bytes=32": a letter, a
 * shipped design and settings over it (studies/bench.h). `expression` makes our figure of their
 * answers, in the row's metric, unit and sign (studies/quantities.h has its names). `judge` says
 * how it is compared (studies/verdict.h), or why there is nothing to compare; `why` the reason or
 * the reading, in words. */
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
 * rows live as long as the program. NULL for 0, and a fault told, if the file is wrong. */
const noc_published *noc_published_at(size_t i, noc_diag *diag);

/* The row of an id, NULL if there is none. */
const noc_published *noc_published_find(const char *id, noc_diag *diag);

/* True if a word asks for a row: its paper, its id, the beginning of its id up to a '-', or
 * PAPER-figureN, which is the same as PAPER-figN. NULL asks for all. */
bool noc_published_is_asked(const noc_published *row, const char *word);

/* The id, paper or figure that is most like a word, NULL if none is. Valid until the next call. */
const char *noc_published_nearest(const char *word, noc_diag *diag);

/* The place of a row, for messages. */
noc_place noc_published_place(const noc_published *row);

#endif
