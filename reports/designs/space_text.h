/* reports/designs/space_text.h: space files to start from: the whole format, and a space around a
 * design. */
#ifndef NOC_REPORTS_DESIGNS_SPACE_TEXT_H
#define NOC_REPORTS_DESIGNS_SPACE_TEXT_H

#include <stdio.h>

#include "network/graph/system.h"

/* Writes the whole format, as a space file with comments that can be read again
 * (explore/space/space_read.h). */
void noc_space_format_print(FILE *out);

/* Writes a space of a few dozen designs, which vary settings of the design: widths, virtual
 * channels, buffers; with a limit on the area if that is known. `word`: the design as the user
 * calls it. */
void noc_starter_space(const noc_system *system, const char *word, FILE *out);

#endif
