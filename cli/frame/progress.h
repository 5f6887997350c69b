/* cli/frame/progress.h: progress of long work on standard error.
 *
 * A terminal gets a bar of the terminal's width, shown after half a second and redrawn at most ten
 * times a second. A file gets a plain line for each tenth of the work, if the work lasts over ten
 * seconds. */
#ifndef NOC_CLI_FRAME_PROGRESS_H
#define NOC_CLI_FRAME_PROGRESS_H

#include <stdbool.h>
#include <time.h>

typedef struct noc_progress {
    bool is_quiet, is_terminal;
    double total_weight;                 /* weight of all tasks */
    double finished_weight, task_weight; /* weight of finished tasks, and of the current task */
    const char *task_name;               /* name of the current task, borrowed */
    struct timespec start_time, drawn_time;
    bool is_visible;     /* the terminal has a line to erase */
    int printed_tenths;  /* number of tenths printed so far, without a terminal */
    double task_limit_s; /* limit of a task, s; 0: none */
    struct timespec task_start;
    bool is_late; /* a task reached task_limit_s and was stopped */
} noc_progress;

/* Starts work of one task, which Ctrl-C stops (interrupt.h). `quiet`: shows nothing. */
noc_progress noc_progress_begin(const char *name, bool quiet);

/* Starts the progress. `total`: weight of all tasks; `quiet`: shows nothing. */
void noc_progress_start(noc_progress *progress, double total, bool quiet);

/* Starts the next task, with this weight of the total. */
void noc_progress_task(noc_progress *progress, double weight, const char *name);

/* Receives the finished share of the current task, as noc_sampling.progress; `context`: a
 * noc_progress. False after the user has requested a stop, or the task has reached its limit. */
bool noc_progress_tick(void *context, double task_share);

/* Returns the time since the start, s. */
double noc_progress_seconds(const noc_progress *progress);

/* Ends the progress and erases its line. */
void noc_progress_end(noc_progress *progress);

/* Room for a line of a terminal of any width. */
enum { NOC_PROGRESS_BAR_CHARS = 1024 };

/* Writes the line for a terminal, "[#####-----] 50% 6 s left te13-baseline": a share of 0 to 1, the
 * remaining time and the task's name. The line is narrower than `columns`, so that no terminal
 * wraps it: the bar has a quarter of the columns, or is left out below 40 columns, and a long name
 * is cut. `has_blocks`: the bar has blocks, which need a UTF-8 terminal. The name must be printable
 * (reports/writers/glyph.h). */
void noc_progress_bar(double share, const char *time_text, const char *name, int columns,
                      bool has_blocks, char text[NOC_PROGRESS_BAR_CHARS]);

#endif
