/* import/booksim/run.h: runs BookSim 2.0 itself on a configuration. */
#ifndef NOC_IMPORT_BOOKSIM_RUN_H
#define NOC_IMPORT_BOOKSIM_RUN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/diag.h"

/* A run: two periods of warm-up, three measured periods, and then, unless only accepted packets are
 * counted, the time until all packets of these have arrived. BookSim's tests for convergence are
 * off. */
typedef struct noc_booksim_job {
    const char *program; /* path (noc_booksim_program) */
    const char *folder;  /* folder of the configuration and its files */
    const char *file;    /* name of the configuration in the folder */
    uint64_t seed;
    uint64_t period;  /* cycles of a period */
    bool counts_only; /* true for accepted flits and packets only, no latencies */
    bool (*go_on)(void *context, double done); /* called often; false: stop */
    void *context;
    double done;
} noc_booksim_job;

/* Means over the measured packets of all classes. */
typedef struct noc_booksim_figures {
    double latency;          /* cycles from a packet's creation to its tail's arrival */
    double accepted_flits;   /* flits per cycle and node */
    double accepted_packets; /* packets per cycle and node */
} noc_booksim_figures;

/* Finds a program as a shell does: by its path, or in the folders of $PATH. The caller frees *path.
 * NOC_EFAILED: there is none (*missing), or no memory. */
noc_status noc_booksim_program(const char *program, char **path, bool *missing, noc_diag *diag);

/* Runs BookSim. NOC_EFAILED where it ends without figures, with its last line, or does not end in a
 * quarter of an hour; NOC_EINTERRUPTED. */
noc_status noc_booksim_run(const noc_booksim_job *job, noc_booksim_figures *figures,
                           noc_diag *diag);

/* Finds figures in the output of BookSim. False: there are none. */
bool noc_booksim_figures_of(const char *text, noc_booksim_figures *figures);

#endif
