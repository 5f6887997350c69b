/* Preloaded by shortage.c: the allocation number FAIL_AT of a process fails, and all later ones too
 * if FAIL_FROM is set; after a signal SIGUSR1 with a number, that allocation counted from there.
 * Written to the file descriptor FAIL_REPORT: "count N", how many there were;
 * and after a signal "died S" with the return addresses on the stack, each as "object+offset
 * symbol". */
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

enum { FRAMES_MAX = 60 };

static atomic_long allocations, fail_at;
static long report = -1;
static int fail_from, ready;

static int fails(void)
{
    if (!ready) return 0;
    const long number = atomic_fetch_add(&allocations, 1) + 1;
    const long at = atomic_load(&fail_at);
    if (at <= 0 || !(fail_from ? number >= at : number == at)) return 0;
    errno = ENOMEM;
    return 1;
}

void *malloc(size_t size)
{
    return fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return fails() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
    return fails() ? NULL : __libc_realloc(old, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return fails() ? NULL : __libc_memalign(alignment, size);
}

static void tell(const char *text, int length)
{
    if (report >= 0 && length > 0 && write((int)report, text, (size_t)length) < 0) return;
}

static void tell_frame(void *address)
{
    char line[400];
    Dl_info info;
    if (!dladdr(address, &info)) return;
    const size_t offset = (size_t)address - (size_t)info.dli_fbase;
    tell(line, snprintf(line, sizeof line, "at %p %s+0x%zx %s\n", address, info.dli_fname, offset,
                        info.dli_sname ? info.dli_sname : "?"));
}

static void die(int number)
{
    char line[40];
    void *frames[FRAMES_MAX];
    signal(number, SIG_DFL);
    tell(line, snprintf(line, sizeof line, "died %d\n", number));
    const int count = backtrace(frames, FRAMES_MAX);
    for (int i = 0; i < count; i++) tell_frame(frames[i]);
    raise(number);
}

static long number_in(const char *name, long otherwise)
{
    const char *text = getenv(name);
    return text ? atol(text) : otherwise;
}

/* Counts anew, to the number that comes with the signal. */
static void begin_anew(int number, siginfo_t *info, void *context)
{
    (void)number;
    (void)context;
    atomic_store(&allocations, 0);
    atomic_store(&fail_at, (long)info->si_value.sival_int);
}

/* The first backtrace loads what it needs. */
__attribute__((constructor)) static void begin(void)
{
    void *frames[1];
    backtrace(frames, 1);
    fail_at = number_in("FAIL_AT", 0);
    fail_from = number_in("FAIL_FROM", 0) != 0;
    report = number_in("FAIL_REPORT", -1);
    const struct sigaction anew = {.sa_sigaction = begin_anew, .sa_flags = SA_SIGINFO | SA_RESTART};
    sigaction(SIGUSR1, &anew, NULL);
    signal(SIGSEGV, die);
    signal(SIGABRT, die);
    signal(SIGBUS, die);
    signal(SIGFPE, die);
    ready = 1;
}

__attribute__((destructor)) static void end(void)
{
    char line[40];
    tell(line, snprintf(line, sizeof line, "count %ld\n", (long)allocations));
}
