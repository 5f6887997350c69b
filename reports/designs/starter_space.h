/* reports/designs/starter_space.h: a space of designs to start from, around a design. */
#ifndef NOC_REPORTS_DESIGNS_STARTER_SPACE_H
#define NOC_REPORTS_DESIGNS_STARTER_SPACE_H

#include <stdio.h>

#include "network/graph/system.h"

/* Writes a space of a few dozen designs, which vary what the design has: widths, virtual channels,
 * buffers, and a limit on the area if that is known. `word` is what the user calls the design. */
void noc_starter_space(const noc_system *system, const char *word, FILE *out);

#endif
