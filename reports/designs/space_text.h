/* reports/designs/space_text.h: example files of design spaces: the whole format, and a space
 * around a design. */
#ifndef NOC_REPORTS_DESIGNS_SPACE_TEXT_H
#define NOC_REPORTS_DESIGNS_SPACE_TEXT_H

#include <stdio.h>

#include "network/graph/system.h"

/* Writes the whole format, as a valid space file with comments (explore/space/space_read.h). */
void noc_space_format_print(FILE *out);

/* Writes a space of a few dozen designs: the given design with other widths, virtual channels and
 * buffers, and a limit on the area if it is known. `word`: path or name of the design as given by
 * the user. */
void noc_starter_space_print(const noc_system *system, const char *word, FILE *out);

#endif
