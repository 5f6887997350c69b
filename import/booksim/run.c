#include "import/booksim/run.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/auto.h"

extern char **environ;

enum { SECONDS_MAX = 900, OUTPUT_MAX = 64 << 20 };

static const char output_name[] = "output";

/* ---- the program ---------------------------------------------------------------------------- */

static bool is_program(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISREG(info.st_mode) && access(path, X_OK) == 0;
}

/* Finds a program in the folders of $PATH; NULL: there is none. */
static char *find_in_path(const char *program)
{
    const char *folders = getenv("PATH");
    while (folders && *folders) {
        const size_t length = strcspn(folders, ":");
        char *path = NULL;
        if (asprintf(&path, "%.*s/%s", (int)length, folders, program) < 0) return NULL;
        if (length && is_program(path)) return path;
        free(path);
        folders += length + (folders[length] == ':');
    }
    return NULL;
}

noc_status noc_booksim_find_program(const char *program, char **path, bool *is_missing,
                                    noc_diag *diag)
{
    *path = strchr(program, '/') ? realpath(program, NULL) : find_in_path(program);
    *is_missing = !*path || !is_program(*path);
    if (!*is_missing) return NOC_OK;
    free(*path);
    *path = NULL;
    return noc_fail(diag, NOC_EFAILED, NOC_NOWHERE,
                    "BookSim is not there: %s%s%s is no program (give the path of BookSim 2.0's, "
                    "github.com/booksim/booksim2, src/booksim)",
                    *program ? "'" : "an empty name", program, *program ? "'" : "");
}

/* ---- a run ---------------------------------------------------------------------------------- */

static int start_program(const noc_booksim_job *job, pid_t *child)
{
    char seed[40], period[40];
    char *const arguments[] = {
        (char *)(uintptr_t)job->program,
        (char *)(uintptr_t)job->file,
        seed,
        period,
        (char *)(uintptr_t)(job->counts_only ? "sim_type=throughput" : "sim_type=latency"),
        (char *)(uintptr_t) "sim_count=1",
        (char *)(uintptr_t) "warmup_periods=2",
        (char *)(uintptr_t) "max_samples=10",
        (char *)(uintptr_t) "latency_thres=-1.0",
        (char *)(uintptr_t) "stopping_thres=-1.0",
        (char *)(uintptr_t) "acc_stopping_thres=-1.0",
        NULL};
    posix_spawn_file_actions_t actions;
    snprintf(seed, sizeof seed, "seed=%" PRIu64, job->seed);
    snprintf(period, sizeof period, "sample_period=%" PRIu64, job->period);
    if (posix_spawn_file_actions_init(&actions) != 0) return ENOMEM;
    int failed = posix_spawn_file_actions_addchdir_np(&actions, job->folder);
    if (!failed)
        failed = posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output_name,
                                                  O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (!failed) failed = posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
    if (!failed) failed = posix_spawn(child, job->program, &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    return failed;
}

/* Waits until the program ends. NOC_EFAILED: it took too long, and was stopped. */
static noc_status wait_for_program(const noc_booksim_job *job, pid_t child, noc_diag *diag)
{
    const struct timespec pause = {0, 20000000};
    struct timespec start, now;
    int state;
    clock_gettime(CLOCK_MONOTONIC, &start);
    for (;;) {
        const pid_t ended = waitpid(child, &state, WNOHANG);
        if (ended == child || (ended < 0 && errno != EINTR)) return NOC_OK;
        clock_gettime(CLOCK_MONOTONIC, &now);
        const bool is_late = now.tv_sec - start.tv_sec > SECONDS_MAX;
        const bool is_stopped = job->progress && !job->progress(job->context, job->done);
        if (is_late || is_stopped) {
            kill(child, SIGKILL);
            waitpid(child, &state, 0);
            return is_stopped ? NOC_EINTERRUPTED
                              : noc_fail(diag, NOC_EFAILED, (noc_place){job->file, 0},
                                         "BookSim does not end with it in %d s", SECONDS_MAX);
        }
        nanosleep(&pause, NULL);
    }
}

/* Reads the output of BookSim. The caller frees it; NULL: it cannot be read. */
static char *read_output(const noc_booksim_job *job)
{
    NOC_AUTO_FREE char *path = NULL;
    char *text = NULL, part[4096];
    size_t size = 0, count, total = 0;
    const bool has_path = asprintf(&path, "%s/%s", job->folder, output_name) >= 0;
    if (!has_path) path = NULL;
    FILE *in = has_path ? fopen(path, "re") : NULL;
    FILE *out = in ? open_memstream(&text, &size) : NULL;
    while (out && total < OUTPUT_MAX && (count = fread(part, 1, sizeof part, in)) > 0) {
        fwrite(part, 1, count, out);
        total += count;
    }
    if (out && fclose(out) != 0) {
        free(text);
        text = NULL;
    }
    if (in) fclose(in);
    return text;
}

/* ---- figures ------------------------------------------------------------------------------- */

/* Returns the number after "WORD = "; NAN: there is none before `end`. */
static double read_figure(const char *text, const char *word, const char *end)
{
    const char *at = strstr(text, word);
    if (!at || (end && at >= end)) return NAN;
    at += strlen(word);
    return strtod(at + strspn(at, " ="), NULL);
}

bool noc_booksim_parse_figures(const char *text, noc_booksim_figures *figures)
{
    static const char class_head[] = "====== Traffic class ";
    const char *at = strstr(text, "====== Overall Traffic Statistics");
    double packets = 0.0, latency = 0.0;
    *figures = (noc_booksim_figures){0};
    for (at = at ? strstr(at, class_head) : NULL; at;) {
        const char *next = strstr(at + 1, class_head);
        const double injected = read_figure(at, "Injected packet rate average", next);
        const double arrived = read_figure(at, "Accepted packet rate average", next);
        latency += injected * read_figure(at, "Packet latency average", next);
        packets += injected;
        figures->accepted_packets += arrived;
        figures->accepted_flits += read_figure(at, "Accepted flit rate average", next);
        at = next;
    }
    figures->latency = latency / packets;
    return packets > 0.0 && isfinite(figures->accepted_flits) && isfinite(figures->latency);
}

/* Copies the last line of a text that is not empty; a long line is cut. */
static void copy_last_line(const char *text, char line[200])
{
    size_t end = strlen(text);
    while (end && strchr("\n\r ", text[end - 1])) end--;
    size_t start = end;
    while (start && text[start - 1] != '\n') start--;
    snprintf(line, 200, "%.*s", (int)(end - start), text + start);
}

noc_status noc_booksim_run(const noc_booksim_job *job, noc_booksim_figures *figures, noc_diag *diag)
{
    pid_t child;
    char line[200];
    const int failed = start_program(job, &child);
    if (failed)
        return noc_fail(diag, NOC_EFAILED, (noc_place){job->program, 0}, "cannot be started: %s",
                        strerror(failed));
    const noc_status status = wait_for_program(job, child, diag);
    if (status != NOC_OK) return status;
    NOC_AUTO_FREE char *text = read_output(job);
    if (!text) return noc_fail_memory(diag);
    if (noc_booksim_parse_figures(text, figures)) return NOC_OK;
    copy_last_line(text, line);
    return noc_fail(diag, NOC_EFAILED, (noc_place){job->program, 0},
                    "ends without figures, as BookSim 2.0 would not; it says last: %s",
                    *line ? line : "(nothing)");
}
