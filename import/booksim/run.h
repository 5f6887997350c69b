/* import/booksim/run.h: runs the program BookSim 2.0 on a configuration, and reads its figures. */
#ifndef NOC_IMPORT_BOOKSIM_RUN_H
#define NOC_IMPORT_BOOKSIM_RUN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/diag.h"

/* Options of a run of BookSim, which has two periods of warm-up and three measured periods. Unless
 * counts_only is true, it also lasts until all measured packets have arrived. BookSim's tests for
 * convergence are off. */
typedef struct noc_booksim_job {
    const char *program; /* path of the program (noc_booksim_find_program) */
    const char *folder;  /* folder of the configuration and its files */
    const char *file;    /* name of the configuration in the folder */
    uint64_t seed;
    uint64_t period;  /* cycles of a period */
    bool counts_only; /* true for accepted flits and packets only, no latencies */
    /* called often with `done`; false stops; may be NULL */
    bool (*progress)(void *context, double done);
    void *context;
    double done;
} noc_booksim_job;

/* Means over the measured packets of all classes. */
typedef struct noc_booksim_figures {
    double latency;          /* cycles from a packet's creation to its tail's arrival */
    double accepted_flits;   /* flits per cycle and node */
    double accepted_packets; /* packets per cycle and node */
} noc_booksim_figures;

/* Finds a program by its path, or in the folders of $PATH. The caller frees *path. NOC_EFAILED if
 * there is none (*is_missing is then true), or no memory. */
noc_status noc_booksim_find_program(const char *program, char **path, bool *is_missing,
                                    noc_diag *diag);

/* Runs BookSim. NOC_EFAILED if it ends without figures, with its last line of output, or does not
 * end in a quarter of an hour; NOC_EINTERRUPTED. */
noc_status noc_booksim_run(const noc_booksim_job *job, noc_booksim_figures *figures,
                           noc_diag *diag);

/* Finds figures in the output of BookSim. False: there are none. */
bool noc_booksim_parse_figures(const char *text, noc_booksim_figures *figures);

#endif
