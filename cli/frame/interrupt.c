#include "cli/frame/interrupt.h"

#include <signal.h>
#include <stddef.h>
#include <unistd.h>

#include "cli/frame/exit.h"

/* 1 after Ctrl-C. A signal handler can reach no other state. */
static volatile sig_atomic_t caught;

static void on_interrupt(int signal_number)
{
    (void)signal_number;
    static const char words[] = "\nnocsight: stopping (Ctrl-C again leaves at once)\n";
    if (caught) _exit(NOC_EXIT_INTERRUPTED);
    caught = 1;
    const ssize_t written = write(STDERR_FILENO, words, sizeof words - 1);
    (void)written;
}

void noc_interrupt_catch(void)
{
    struct sigaction before;
    const struct sigaction action = {.sa_handler = on_interrupt};
    /* background jobs of a shell ignore Ctrl-C, and continue to */
    if (sigaction(SIGINT, NULL, &before) == 0 && before.sa_handler == SIG_IGN) return;
    sigaction(SIGINT, &action, NULL);
}

bool noc_interrupted(void)
{
    return caught != 0;
}
