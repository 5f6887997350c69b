/* import/booksim/patterns.h: BookSim's traffic patterns, as ours. */
#ifndef NOC_IMPORT_BOOKSIM_PATTERNS_H
#define NOC_IMPORT_BOOKSIM_PATTERNS_H

#include "import/booksim/translation.h"

/* Writes the pattern into the section of the traffic: uniform where there is none like it. Of a
 * network of peers. NOC_EINPUT for a pattern that BookSim does not know. */
noc_status noc_booksim_pattern(noc_booksim_translation *t);

#endif
