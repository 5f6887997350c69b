/* base/shortage.h: record of failed allocations in this process.
 *
 * Some libraries, and parts of our code, continue with incomplete data after a failed allocation: a
 * member of a JSON object is missing, a text is cut. So a failed allocation is recorded, and the
 * process then gives no answer: it writes and stores nothing, and ends with one line and status
 * 1. A server goes on, and gives none of the answers during which the count has grown: the failed
 * allocation may belong to any of them. */
#ifndef NOC_BASE_SHORTAGE_H
#define NOC_BASE_SHORTAGE_H

#include <setjmp.h>
#include <stdbool.h>

/* Records a failed allocation, from any thread. */
void noc_note_shortage(void);

/* True if an allocation has failed. */
bool noc_has_noted_shortage(void);

/* Returns the number of failed allocations so far. */
unsigned noc_shortage_count(void);

/* Empties the record, after a server has told of each shortage and no other thread runs. */
void noc_forget_shortages(void);

/* Jump target of this thread after a failed allocation in a library that does not check its
 * allocations; NULL: no jump. Memory of the library is lost. Only cli/frame/allocation.c jumps, so
 * only nocsight does, and only out of libraries that are linked as archives. */
extern _Thread_local jmp_buf *noc_out_of_memory_jump;

#endif
