/* base/shortage.h: record that memory ran out in this process.
 *
 * Some libraries, and many places of ours, go on with less when an allocation fails: a member is
 * missing in a JSON object, a text is cut. So a failed allocation is noted, and from then on the
 * process gives no answer: nothing is written or stored, and it ends with one line and status 1. */
#ifndef NOC_BASE_SHORTAGE_H
#define NOC_BASE_SHORTAGE_H

#include <setjmp.h>
#include <stdbool.h>

void noc_shortage_note(void);
bool noc_shortage_noted(void);

/* Place where this thread goes on when an allocation fails in a library that would not check the
 * result; NULL: in the library. Memory that the library holds is lost. Only cli/frame/allocation.c
 * goes there, so only in nocsight, and only out of libraries that are linked as archives. */
extern _Thread_local jmp_buf *noc_shortage_jump;

#endif
