/* base/memory_limit.h: the memory that one run of the program may hold, all its threads together.
 *
 * Whoever is about to hold much asks first, by an estimate, and refuses with what would be needed.
 * Beside that the program counts what it allocates (cli/frame/allocation.c): beyond the limit an
 * allocation fails, as if there were no more memory. Programs that do not count hold nothing. */
#ifndef NOC_BASE_MEMORY_LIMIT_H
#define NOC_BASE_MEMORY_LIMIT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/diag.h"

#define NOC_MEMORY_USUAL ((uint64_t)1 << 30) /* bytes, where nobody sets another limit */

/* Sets the limit, before threads start. */
void noc_memory_limit_set(uint64_t bytes);
uint64_t noc_memory_limit(void);

/* Bytes that are allocated now, and bytes of the program itself; 0 where nobody counts. */
uint64_t noc_memory_held(void);

/* Counts bytes that are held from now on, or, below 0, no longer. */
void noc_memory_count(int64_t bytes);

/* Returns whether the limit has room for so many bytes more. */
bool noc_memory_has_room(double bytes);

/* Notes that an allocation failed, as the run would have held so many bytes with it. The first
 * one's bytes are kept; 0: none failed. */
void noc_memory_note_beyond(double bytes);
double noc_memory_beyond(void);

/* Tells that `what` ("the trace") would need so many bytes, more than the limit. Returns
 * `status`. */
noc_status noc_memory_refuse(noc_diag *diag, noc_status status, noc_place place, const char *what,
                             double bytes);

/* NOC_OK if the limit has room for so many bytes more; else refuses `what` with the bytes that the
 * run would hold then, and returns `status`. */
noc_status noc_memory_ask(noc_diag *diag, noc_status status, noc_place place, const char *what,
                          double more);

enum { NOC_MEMORY_CHARS = 24, NOC_MEMORY_NEED_CHARS = 120 };

/* "would need 1.3 GiB of memory (limit 1 GiB; ...)". */
void noc_memory_need(double bytes, char text[NOC_MEMORY_NEED_CHARS]);

/* "1.3 GiB", "488 MiB", "12 KiB"; three digits, the last one rounded up. */
void noc_memory_words(double bytes, char text[NOC_MEMORY_CHARS]);

/* ---- threads side by side ------------------------------------------------------------------- */

/* An estimate in whole bytes, rounded up. Reservations are whole, for what is released must leave
 * nothing behind: fractions that are added and taken away in another order do. Estimates beyond
 * any machine are cut at 1e18, so that no sum wraps. */
uint64_t noc_memory_whole(double bytes);

/* Reserves what a thread is about to hold, and waits until others have released enough of theirs. A
 * thread that waits must have nothing reserved. What is beyond the limit waits until nothing else
 * is reserved. */
void noc_memory_reserve(uint64_t bytes);

/* Reserves at once, or, where that is not possible, returns false. */
bool noc_memory_try_reserve(uint64_t bytes);
void noc_memory_release(uint64_t bytes);

#endif
