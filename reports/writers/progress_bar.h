/* reports/writers/progress_bar.h: the line that shows on a terminal how far long work is:
 * "[#####-----]  50%  6 s left  te13-baseline". */
#ifndef NOC_REPORTS_WRITERS_PROGRESS_BAR_H
#define NOC_REPORTS_WRITERS_PROGRESS_BAR_H

#include <stdbool.h>
#include <stddef.h>

/* Room for a line of a terminal of any width. */
enum { NOC_PROGRESS_BAR_CHARS = 1024 };

/* Writes the line for a share of 0 to 1, the words on the time that is left and the name of the
 * task. It is narrower than `columns`, so that no terminal wraps it: the bar is a quarter of them,
 * and is left out below 40; the name is cut. `blocks`: the bar is made of blocks, which only a
 * UTF-8 terminal shows. The name must be fit to be shown (glyph.h). */
void noc_progress_bar(double share, const char *left, const char *what, int columns, bool blocks,
                      char text[NOC_PROGRESS_BAR_CHARS]);

#endif
