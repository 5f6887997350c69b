#include "base/memory_limit.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

/* Bytes of code, tables and stacks, which are not allocated: a query of a small design has 6 to 8
 * MB resident. */
enum { PROGRAM_BYTES = 8 << 20 };

static uint64_t limit_bytes = NOC_MEMORY_DEFAULT;
static atomic_int_least64_t counted_bytes;

void noc_memory_limit_set(uint64_t bytes)
{
    limit_bytes = bytes;
}

uint64_t noc_memory_limit(void)
{
    return limit_bytes;
}

void noc_memory_count_bytes(int64_t bytes)
{
    atomic_fetch_add_explicit(&counted_bytes, bytes, memory_order_relaxed);
}

uint64_t noc_memory_held_bytes(void)
{
    const int64_t bytes = atomic_load_explicit(&counted_bytes, memory_order_relaxed);
    return bytes > 0 ? (uint64_t)bytes + PROGRAM_BYTES : 0;
}

bool noc_memory_has_room(double bytes)
{
    return bytes + (double)noc_memory_held_bytes() <= (double)limit_bytes;
}

static atomic_uint_least64_t failed_bytes;

void noc_memory_note_failure(double bytes)
{
    uint_least64_t none = 0;
    atomic_compare_exchange_strong(&failed_bytes, &none, (uint_least64_t)fmin(bytes, 1e18));
}

double noc_memory_failed_bytes(void)
{
    return (double)atomic_load(&failed_bytes);
}

/* ---- texts ---------------------------------------------------------------------------------- */

void noc_memory_describe_bytes(double bytes, char text[NOC_MEMORY_CHARS])
{
    static const char *const units[] = {"bytes", "KiB", "MiB", "GiB", "TiB"};
    size_t unit = 0;
    while (unit + 1 < sizeof units / sizeof *units && bytes >= 1024.0) {
        bytes /= 1024.0;
        unit++;
    }
    double step = 1.0; /* value of a unit of the third digit */
    while (bytes > 0.0 && bytes / step < 100.0 && step > 0.01) step /= 10.0;
    snprintf(text, NOC_MEMORY_CHARS, "%.4g %s", (ceil(bytes / step - 1e-9) + 0.0) * step,
             units[unit]);
}

void noc_memory_describe_need(double bytes, char text[NOC_MEMORY_NEED_CHARS])
{
    char needed[NOC_MEMORY_CHARS], limit_text[NOC_MEMORY_CHARS];
    noc_memory_describe_bytes(bytes, needed);
    noc_memory_describe_bytes((double)limit_bytes, limit_text);
    snprintf(text, NOC_MEMORY_NEED_CHARS,
             "would need %s of memory (limit %s; --max-memory SIZE sets another)", needed,
             limit_text);
}

noc_status noc_memory_refuse(noc_diag *diag, noc_status status, noc_place place,
                             const char *subject, double bytes)
{
    char need[NOC_MEMORY_NEED_CHARS];
    noc_memory_describe_need(bytes, need);
    return noc_fail(diag, status, place, "%s %s", subject, need);
}

noc_status noc_memory_check_room(noc_diag *diag, noc_status status, noc_place place,
                                 const char *subject, double added_bytes)
{
    if (noc_memory_has_room(added_bytes)) return NOC_OK;
    return noc_memory_refuse(diag, status, place, subject,
                             (double)noc_memory_held_bytes() + added_bytes);
}

/* ---- reservations by parallel threads ------------------------------------------------------- */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t release_condition = PTHREAD_COND_INITIALIZER;
static uint64_t reserved_bytes; /* bytes that all threads have reserved */

uint64_t noc_memory_round_up(double bytes)
{
    return (uint64_t)ceil(fmin(bytes, 1e18));
}

static bool has_room_for(uint64_t bytes)
{
    return reserved_bytes == 0 || reserved_bytes + bytes + PROGRAM_BYTES <= limit_bytes;
}

void noc_memory_reserve(uint64_t bytes)
{
    pthread_mutex_lock(&lock);
    while (!has_room_for(bytes)) pthread_cond_wait(&release_condition, &lock);
    reserved_bytes += bytes;
    pthread_mutex_unlock(&lock);
}

bool noc_memory_try_reserve(uint64_t bytes)
{
    pthread_mutex_lock(&lock);
    const bool is_reserved = has_room_for(bytes);
    if (is_reserved) reserved_bytes += bytes;
    pthread_mutex_unlock(&lock);
    return is_reserved;
}

void noc_memory_release(uint64_t bytes)
{
    pthread_mutex_lock(&lock);
    reserved_bytes -= bytes;
    pthread_cond_broadcast(&release_condition);
    pthread_mutex_unlock(&lock);
}
