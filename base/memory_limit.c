#include "base/memory_limit.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

/* Bytes of code, tables and stacks, which are not allocated: a query of a small design has 6 to 8
 * MB resident. */
enum { PROGRAM_BYTES = 8 << 20 };

static uint64_t limit = NOC_MEMORY_DEFAULT;
static atomic_int_least64_t counted;

void noc_memory_limit_set(uint64_t bytes)
{
    limit = bytes;
}

uint64_t noc_memory_limit(void)
{
    return limit;
}

void noc_memory_count(int64_t bytes)
{
    atomic_fetch_add_explicit(&counted, bytes, memory_order_relaxed);
}

uint64_t noc_memory_held(void)
{
    const int64_t bytes = atomic_load_explicit(&counted, memory_order_relaxed);
    return bytes > 0 ? (uint64_t)bytes + PROGRAM_BYTES : 0;
}

bool noc_memory_has_room(double bytes)
{
    return bytes + (double)noc_memory_held() <= (double)limit;
}

static atomic_uint_least64_t beyond;

void noc_memory_note_beyond(double bytes)
{
    uint_least64_t none = 0;
    atomic_compare_exchange_strong(&beyond, &none, (uint_least64_t)fmin(bytes, 1e18));
}

double noc_memory_beyond(void)
{
    return (double)atomic_load(&beyond);
}

/* ---- texts ---------------------------------------------------------------------------------- */

void noc_memory_words(double bytes, char text[NOC_MEMORY_CHARS])
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

void noc_memory_need(double bytes, char text[NOC_MEMORY_NEED_CHARS])
{
    char needed[NOC_MEMORY_CHARS], most[NOC_MEMORY_CHARS];
    noc_memory_words(bytes, needed);
    noc_memory_words((double)limit, most);
    snprintf(text, NOC_MEMORY_NEED_CHARS,
             "would need %s of memory (limit %s; --max-memory SIZE sets another)", needed, most);
}

noc_status noc_memory_refuse(noc_diag *diag, noc_status status, noc_place place, const char *what,
                             double bytes)
{
    char need[NOC_MEMORY_NEED_CHARS];
    noc_memory_need(bytes, need);
    return noc_fail(diag, status, place, "%s %s", what, need);
}

noc_status noc_memory_check_room(noc_diag *diag, noc_status status, noc_place place,
                                 const char *what, double more)
{
    if (noc_memory_has_room(more)) return NOC_OK;
    return noc_memory_refuse(diag, status, place, what, (double)noc_memory_held() + more);
}

/* ---- reservations by parallel threads ------------------------------------------------------- */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t released = PTHREAD_COND_INITIALIZER;
static uint64_t reserved; /* bytes that all threads have reserved */

uint64_t noc_memory_whole(double bytes)
{
    return (uint64_t)ceil(fmin(bytes, 1e18));
}

static bool has_place(uint64_t bytes)
{
    return reserved == 0 || reserved + bytes + PROGRAM_BYTES <= limit;
}

void noc_memory_reserve(uint64_t bytes)
{
    pthread_mutex_lock(&lock);
    while (!has_place(bytes)) pthread_cond_wait(&released, &lock);
    reserved += bytes;
    pthread_mutex_unlock(&lock);
}

bool noc_memory_try_reserve(uint64_t bytes)
{
    pthread_mutex_lock(&lock);
    const bool taken = has_place(bytes);
    if (taken) reserved += bytes;
    pthread_mutex_unlock(&lock);
    return taken;
}

void noc_memory_release(uint64_t bytes)
{
    pthread_mutex_lock(&lock);
    reserved -= bytes;
    pthread_cond_broadcast(&released);
    pthread_mutex_unlock(&lock);
}
