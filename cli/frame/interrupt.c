#include "cli/frame/interrupt.h"

#include <signal.h>
#include <stddef.h>
#include <unistd.h>

#include "cli/frame/exit.h"

/* 1 after Ctrl-C. A signal handler can reach no other state. */
static volatile sig_atomic_t interrupt_count;

static void on_interrupt(int signal_number)
{
    (void)signal_number;
    static const char words[] = "\nnocsight: stopping (Ctrl-C again leaves at once)\n";
    if (interrupt_count) _exit(NOC_EXIT_INTERRUPTED);
    interrupt_count = 1;
    const ssize_t written = write(STDERR_FILENO, words, sizeof words - 1);
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

bool noc_is_interrupted(void)
{
    return interrupt_count != 0;
}
