/* How many designs a second a sweep does, by threads, and how much of that is not the model. */
#include <gsl/gsl_errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "explore/space/space_read.h"
#include "explore/sweep.h"
#include "tests/support/helpers.h"

static noc_status no_shipped(const char *word, char **path, noc_diag *diag)
{
    (void)word;
    (void)path;
    return noc_fail_memory(diag);
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static double cpu_seconds(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

/* Designs a second into a new store; `engine` tells runs apart. */
static double run(const noc_space *space, unsigned jobs, const char *store)
{
    const noc_sweep_options options = {.jobs = jobs,
                                       .shard = 1,
                                       .shard_count = 1,
                                       .command = "bench",
                                       .version = "",
                                       .commit = ""};
    noc_sweep_totals totals;
    noc_diag diag = {0};
    const double start = seconds(), used = cpu_seconds();
    if (noc_sweep_run(space, "bench", store, &options, &totals, NULL, &diag) != NOC_OK) {
        test_print_messages(&diag);
        exit(1);
    }
    const double took = seconds() - start, work = cpu_seconds() - used;
    printf("%u threads: %6.0f designs/s, %.0f us of processor a design\n", jobs,
           (double)totals.computed / took, 1e6 * work / (double)totals.computed);
    fflush(stdout);
    unlink(store);
    return (double)totals.computed / took;
}

/* What is left when the model is left out: reading, checking, storing. */
static void run_known(const noc_space *space, const char *store)
{
    const noc_sweep_options options = {
        .jobs = 1, .shard = 1, .shard_count = 1, .command = "bench", .version = "", .commit = ""};
    noc_space again = *space;
    noc_sweep_totals totals;
    again.base.text = NULL;
    if (asprintf(&again.base.text, "%s\n# another space of the same designs\n", space->base.text) <
        0)
        exit(1);
    if (noc_sweep_run(space, "bench", store, &options, &totals, NULL, NULL) != NOC_OK) exit(1);
    const double used = cpu_seconds();
    if (noc_sweep_run(&again, "bench", store, &options, &totals, NULL, NULL) != NOC_OK) exit(1);
    printf("all results known: %.0f us of processor a design\n",
           1e6 * (cpu_seconds() - used) / (double)totals.reused);
    free(again.base.text);
    unlink(store);
}

int main(int argc, char **argv)
{
    char path[200], store[] = "/tmp/noc_bench_XXXXXX";
    noc_space space;
    noc_diag diag = {0};
    gsl_set_error_handler_off(); /* as in cli/main.c */
    snprintf(path, sizeof path, "%s/configs/%s.space", NOC_SOURCE_DIR,
             argc > 1 ? argv[1] : "memory-controllers");
    close(mkstemp(store));
    if (noc_space_read(path, no_shipped, &space, &diag) != NOC_OK) {
        test_print_messages(&diag);
        return 1;
    }
    const double one = run(&space, 1, store), two = run(&space, 2, store);
    printf("efficiency from one thread to two: %.0f %%\n", 50.0 * two / one);
    run_known(&space, store);
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    printf("peak memory: %.1f MiB\n", (double)usage.ru_maxrss / 1024.0);
    noc_space_clear(&space);
    return 0;
}
