/* reports/designs/space_text.h: space files to start from: the whole format, and a space around a
 * design. */
#ifndef NOC_REPORTS_DESIGNS_SPACE_TEXT_H
#define NOC_REPORTS_DESIGNS_SPACE_TEXT_H

#include <stdio.h>

#include "network/graph/system.h"

/* Writes the whole format, as a space file with comments that can be read again
 * (explore/space/space_read.h). */
void noc_space_format_print(FILE *out);

/* Writes a space of a few dozen designs, which vary what the design has: widths, virtual channels,
 * buffers, and a limit on the area if that is known. `word` is what the user calls the design. */
void noc_starter_space(const noc_system *system, const char *word, FILE *out);

#endif
