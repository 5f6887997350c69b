/* reports/designs/space_format.h: what a space file may say. */
#ifndef NOC_REPORTS_DESIGNS_SPACE_FORMAT_H
#define NOC_REPORTS_DESIGNS_SPACE_FORMAT_H

#include <stdio.h>

/* The whole format, as a space file with comments that can be read again
 * (explore/space/space_read.h). */
void noc_space_format_print(FILE *out);

#endif
