/* import/booksim/traffic.h: imports BookSim's traffic: patterns, packets, classes and load. */
#ifndef NOC_IMPORT_BOOKSIM_TRAFFIC_H
#define NOC_IMPORT_BOOKSIM_TRAFFIC_H

#include "import/booksim/translation.h"

/* Writes the section of the traffic and t->out->load; needs t->flit_bytes. NOC_EINPUT at the line
 * of a value that BookSim does not know. */
noc_status noc_booksim_carry_traffic(noc_booksim_translation *t);

/* Returns BookSim's name of a traffic pattern; NULL: BookSim has none like it. */
const char *noc_booksim_find_pattern(const char *name);

#endif
