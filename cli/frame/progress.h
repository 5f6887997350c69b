/* cli/frame/progress.h: how far long work is, on standard error.
 *
 * On a terminal a bar that is redrawn, at most ten times a second and not in the first half second,
 * as wide as the terminal has room for; elsewhere a plain line per tenth, for work of more than a
 * few seconds. */
#ifndef NOC_CLI_FRAME_PROGRESS_H
#define NOC_CLI_FRAME_PROGRESS_H

#include <stdbool.h>
#include <time.h>

typedef struct noc_progress {
    bool quiet, terminal;
    double total;        /* weight of all tasks */
    double before, task; /* weight of the finished ones, of the current one */
    const char *what;    /* borrowed: the current task */
    struct timespec start, drawn;
    bool visible; /* there is a line to erase */
    int tenths;   /* already told, off a terminal */
} noc_progress;

void noc_progress_start(noc_progress *progress, double total, bool quiet);

/* The next task, worth `weight` of the total. */
void noc_progress_task(noc_progress *progress, double weight, const char *what);

/* For noc_sampling.progress, `context` a noc_progress: the share of the current task that is done.
 * False once the user has asked to stop. */
bool noc_progress_tick(void *context, double done);

/* Since it was started. */
double noc_progress_seconds(const noc_progress *progress);

void noc_progress_end(noc_progress *progress);

#endif
