/* cli/frame/progress.h: progress of long work, on standard error.
 *
 * A terminal gets a bar that is redrawn, at most ten times a second and not in the first half
 * second, as wide as the terminal has room for; a file gets a plain line per tenth, for work that
 * will take over ten seconds. */
#ifndef NOC_CLI_FRAME_PROGRESS_H
#define NOC_CLI_FRAME_PROGRESS_H

#include <stdbool.h>
#include <time.h>

typedef struct noc_progress {
    bool quiet, terminal;
    double total;        /* weight of all tasks */
    double before, task; /* weight of the finished tasks, weight of the current task */
    const char *what;    /* borrowed: name of the current task */
    struct timespec start, drawn;
    bool visible; /* the terminal has a line to erase */
    int tenths;   /* number of tenths already told, off a terminal */
    double limit; /* limit of a task, seconds; 0: none */
    struct timespec task_start;
    bool late; /* a task exceeded its limit, and was stopped */
} noc_progress;

void noc_progress_start(noc_progress *progress, double total, bool quiet);

/* Begins the next task, worth `weight` of the total. */
void noc_progress_task(noc_progress *progress, double weight, const char *what);

/* Takes the share of the current task that is done, as noc_sampling.progress; `context` is a
 * noc_progress. False once the user has asked to stop. */
bool noc_progress_tick(void *context, double done);

/* Seconds since the start. */
double noc_progress_seconds(const noc_progress *progress);

void noc_progress_end(noc_progress *progress);

/* Room for a line of a terminal of any width. */
enum { NOC_PROGRESS_BAR_CHARS = 1024 };

/* Writes the line that a terminal shows, "[#####-----]  50%  6 s left  te13-baseline", for a share
 * of 0 to 1, the words on the time that is left and the name of the task. The line is narrower than
 * `columns`, so that no terminal wraps it: the bar is a quarter of them, and is left out below 40;
 * the name is cut. `blocks`: the bar has blocks, which only a UTF-8 terminal shows. The name must
 * be fit to be shown (reports/writers/glyph.h). */
void noc_progress_bar(double share, const char *left, const char *what, int columns, bool blocks,
                      char text[NOC_PROGRESS_BAR_CHARS]);

#endif
