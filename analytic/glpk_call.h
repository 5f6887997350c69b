/* analytic/glpk_call.h: GLPK without its ways out: it ends the process when memory runs out, or when it finds a fault of
 * its own, and says so on the standard output. */
#ifndef NOC_ANALYTIC_GLPK_CALL_H
#define NOC_ANALYTIC_GLPK_CALL_H

#include <stdbool.h>

/* Calls `work`, which calls GLPK and holds nothing else that would have to be released. False when GLPK gave up: that
 * counts as out of memory, and all of this thread's GLPK objects are gone. */
bool noc_glpk_call(void (*work)(void *context), void *context);

#endif
