/* analytic/loop/ends_lines.h: the lines that the CTAs of a closed loop share, where and when these
 * run (line_lives.h). For the files of closed_ends.h. */
#ifndef NOC_ANALYTIC_LOOP_ENDS_LINES_H
#define NOC_ANALYTIC_LOOP_ENDS_LINES_H

#include "analytic/loop/ends_state.h"

/* What lives of lines depend on, as it is where the loop has settled. */
void noc_ends_look_at(noc_closed_cores *cores, const noc_core_side *side,
                      const noc_closed_side *found);

/* Draws them anew. Sets `failed` when out of memory. */
void noc_ends_draw_lines(noc_closed_cores *cores);

/* A course of the CTAs, at the speeds of full cores. */
noc_course_setup noc_ends_course(noc_closed_cores *cores);

#endif
