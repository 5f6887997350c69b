/* import/booksim/traffic.h: BookSim's traffic and packets, as ours. */
#ifndef NOC_IMPORT_BOOKSIM_TRAFFIC_H
#define NOC_IMPORT_BOOKSIM_TRAFFIC_H

#include "import/booksim/translation.h"

/* Writes the section of the traffic and t->out->load; t->flit_bytes is known. NOC_EINPUT at the
 * line of what BookSim does not know. */
noc_status noc_booksim_traffic(noc_booksim_translation *t);

/* BookSim's name of a pattern of ours; NULL: it has none like it. */
const char *noc_booksim_pattern_there(const char *ours);

#endif
