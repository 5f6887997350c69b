/* base/memory_limit.h: limit on the memory of one run of the program, all its threads together.
 *
 * Code that is about to allocate much asks first, by an estimate, and refuses with the bytes that
 * it would need. In addition the program counts its allocations (cli/frame/allocation.c): beyond
 * the limit an allocation fails, as if memory had run out. Programs that do not count hold 0
 * bytes. */
#ifndef NOC_BASE_MEMORY_LIMIT_H
#define NOC_BASE_MEMORY_LIMIT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/diag.h"

#define NOC_MEMORY_DEFAULT ((uint64_t)1 << 30) /* bytes; default limit */

/* Sets the limit, before threads start. */
void noc_memory_limit_set(uint64_t bytes);
uint64_t noc_memory_limit(void);

/* Bytes allocated now, and bytes of the program itself; 0 in programs that do not count. */
uint64_t noc_memory_held(void);

/* Counts bytes as held, or, below 0, as released. */
void noc_memory_count(int64_t bytes);

/* True if the limit has room for `bytes` more. */
bool noc_memory_has_room(double bytes);

/* Notes that an allocation failed, with which the run would have held `bytes`. The first value is
 * kept; 0: none failed. */
void noc_memory_note_beyond(double bytes);
double noc_memory_beyond(void);

/* Reports that `what` ("the trace") would need `bytes`, more than the limit. Returns `status`. */
noc_status noc_memory_refuse(noc_diag *diag, noc_status status, noc_place place, const char *what,
                             double bytes);

/* Returns NOC_OK if the limit has room for `more` bytes; else refuses `what` with the bytes that
 * the run would hold then, and returns `status`. */
noc_status noc_memory_check_room(noc_diag *diag, noc_status status, noc_place place,
                                 const char *what, double more);

enum { NOC_MEMORY_CHARS = 24, NOC_MEMORY_NEED_CHARS = 120 };

/* "would need 1.3 GiB of memory (limit 1 GiB; ...)". */
void noc_memory_need(double bytes, char text[NOC_MEMORY_NEED_CHARS]);

/* "1.3 GiB", "488 MiB", "12 KiB"; three digits, the last one rounded up. */
void noc_memory_words(double bytes, char text[NOC_MEMORY_CHARS]);

/* ---- threads side by side ------------------------------------------------------------------- */

/* Estimate in whole bytes, rounded up. Reservations are whole, so that releases leave nothing
 * behind: fractions that are added and subtracted in another order do. Estimates are cut at 1e18,
 * so that no sum wraps. */
uint64_t noc_memory_whole(double bytes);

/* Reserves memory that a thread is about to hold, and waits until others have released enough. A
 * thread that waits must have nothing reserved. A reservation beyond the limit waits until nothing
 * else is reserved. */
void noc_memory_reserve(uint64_t bytes);

/* Reserves at once, or returns false if that is not possible. */
bool noc_memory_try_reserve(uint64_t bytes);
void noc_memory_release(uint64_t bytes);

#endif
