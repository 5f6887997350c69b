#include "cli/frame/interrupt.h"

#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/frame/exit.h"

/* 1 after Ctrl-C. A signal handler can reach no other state. */
static volatile sig_atomic_t interrupt_count;

/* Words that the handler writes. */
static const char stop_words[] = "\nnocsight: stopping (Ctrl-C again leaves at once)\n";
static const char *volatile words = stop_words;

static void on_interrupt(int signal_number)
{
    (void)signal_number;
    if (interrupt_count) _exit(NOC_EXIT_INTERRUPTED);
    interrupt_count = 1;
    const ssize_t written = write(STDERR_FILENO, words, strlen(words));
    (void)written;
}

void noc_interrupt_catch(void)
{
    struct sigaction previous;
    const struct sigaction action = {.sa_handler = on_interrupt};
    /* background jobs of a shell ignore Ctrl-C, and continue to */
    if (sigaction(SIGINT, NULL, &previous) == 0 && previous.sa_handler == SIG_IGN) return;
    sigaction(SIGINT, &action, NULL);
}

/* Another reason for a stop; NULL: none. */
static bool (*is_stop_requested)(void *context);
static void *reason_context;

void noc_interrupt_set_reason(bool (*is_requested)(void *context), void *context)
{
    is_stop_requested = is_requested;
    reason_context = context;
}

bool noc_is_interrupted(void)
{
    return interrupt_count != 0 || (is_stop_requested && is_stop_requested(reason_context));
}

bool noc_interrupt_wait(struct pollfd *descriptors, size_t count, int milliseconds)
{
    const struct timespec limit = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
    sigset_t interrupt, previous;
    sigemptyset(&interrupt);
    sigaddset(&interrupt, SIGINT);
    /* a Ctrl-C between the look at the count and the wait must not be missed */
    pthread_sigmask(SIG_BLOCK, &interrupt, &previous);
    words = isatty(STDERR_FILENO) ? "\n" : "";
    if (!interrupt_count) ppoll(descriptors, count, milliseconds < 0 ? NULL : &limit, &previous);
    words = stop_words;
    pthread_sigmask(SIG_SETMASK, &previous, NULL);
    return !interrupt_count;
}
