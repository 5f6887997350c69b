/* base/memory_limit.h: limit on the memory of one run of the program, with all its threads.
 *
 * Code with large allocations first checks an estimate against the limit, and reports the bytes
 * that it would need. The program also counts its allocations (cli/frame/allocation.c): above the
 * limit an allocation fails as if memory had run out. Programs without this counting hold 0
 * bytes. */
#ifndef NOC_BASE_MEMORY_LIMIT_H
#define NOC_BASE_MEMORY_LIMIT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/diag.h"

#define NOC_MEMORY_DEFAULT ((uint64_t)1 << 30) /* bytes; default limit */

/* Sets the limit, bytes, before threads start; returns it. */
void noc_memory_limit_set(uint64_t bytes);
uint64_t noc_memory_limit(void);

/* Bytes of present allocations and of the program itself; 0 in programs without counting. */
uint64_t noc_memory_held_bytes(void);

/* Counts allocated bytes; negative numbers: freed bytes. */
void noc_memory_count_bytes(int64_t bytes);

/* True if the limit allows `bytes` more. */
bool noc_memory_has_room(double bytes);

/* Records a failed allocation, with which the run would have held `bytes`; only the first one is
 * kept. The second function returns these bytes; 0: none failed. */
void noc_memory_note_failure(double bytes);
double noc_memory_failed_bytes(void);

/* Reports that the subject ("the trace") would need `bytes`, more than the limit. Returns
 * `status`. */
noc_status noc_memory_refuse(noc_diag *diag, noc_status status, noc_place place,
                             const char *subject, double bytes);

/* Returns NOC_OK if the limit allows `added_bytes` more. Else reports the bytes that the run would
 * hold, and returns `status`. */
noc_status noc_memory_check_room(noc_diag *diag, noc_status status, noc_place place,
                                 const char *subject, double added_bytes);

enum { NOC_MEMORY_CHARS = 24, NOC_MEMORY_NEED_CHARS = 120 };

/* Writes "would need 1.3 GiB of memory (limit 1 GiB; ...)". */
void noc_memory_describe_need(double bytes, char text[NOC_MEMORY_NEED_CHARS]);

/* Writes "1.3 GiB", "488 MiB", "12 KiB": three digits, rounded up. */
void noc_memory_describe_bytes(double bytes, char text[NOC_MEMORY_CHARS]);

/* ---- reservations by parallel threads ------------------------------------------------------- */

/* Rounds an estimate up to whole bytes, at most 1e18. Sums of whole numbers are exact, so releases
 * in any order leave a sum of 0; at 1e18 no sum overflows. */
uint64_t noc_memory_round_up(double bytes);

/* Reserves memory for a thread; waits until other threads have released enough. A waiting thread
 * must not hold a reservation. A reservation above the limit waits until there is no other one. */
void noc_memory_reserve(uint64_t bytes);

/* Reserves without waiting. False: not possible now. */
bool noc_memory_try_reserve(uint64_t bytes);
void noc_memory_release(uint64_t bytes);

#endif
