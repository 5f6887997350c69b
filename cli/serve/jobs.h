/* cli/serve/jobs.h: questions that are answered in threads of their own, so that a connection can leave
 * an answer that takes too long, or that nobody wants any more.
 *
 * A job stops between the parts of an answer, and anywhere in a measurement. */
#ifndef NOC_CLI_SERVE_JOBS_H
#define NOC_CLI_SERVE_JOBS_H

#include <pthread.h>
#include <stdbool.h>
#include <time.h>

#include "cli/serve/answers.h"
#include "cli/serve/questions.h"

/* All jobs of a server. */
typedef struct noc_jobs {
    pthread_mutex_t lock;   /* of all members here, of jobs, and of what their makers count */
    pthread_cond_t change;  /* broadcast when a member changes */
    unsigned running_count; /* threads */
    bool is_stopping;
} noc_jobs;

void noc_jobs_init(noc_jobs *jobs);

/* Stops all jobs, and waits for their threads for a time, s. False: some are still running, and use
 * what they were given. */
bool noc_jobs_stop(noc_jobs *jobs, double seconds);
void noc_jobs_clear(noc_jobs *jobs);

/* Waits for a change, with the lock held, until a time of the monotonic clock. False: the time is
 * over. */
bool noc_jobs_wait(noc_jobs *jobs, const struct timespec *until);

/* Returns the time `seconds` from now. */
struct timespec noc_jobs_time(double seconds);

/* What a job is given. */
typedef struct noc_job_setup {
    noc_jobs *jobs;
    noc_context *context; /* used by this job alone until `end` */
    const char *file;     /* noc_answering */
    /* Called with the lock held: asks whether the answer is still wanted (NULL: it is), and ends
     * the use of the context. */
    bool (*is_wanted)(void *data, const noc_question *question);
    void (*end)(void *data, noc_context *context);
    void *data;
} noc_job_setup;

typedef struct noc_job noc_job;

/* Starts a job, and moves the question. NULL: out of memory or of threads, and `end` was called. */
noc_job *noc_job_start(const noc_job_setup *setup, noc_question *question);

/* Functions that are called with the lock held. The second: share of a measurement that is done, 0 to
 * 1. */
bool noc_job_is_done(const noc_job *job);
double noc_job_share(const noc_job *job);

/* Leaves a job, with the lock held: takes its answer if it is done (the caller frees its text), else stops
 * it: NOC_DOCUMENT_STOPPED. */
noc_document noc_job_leave(noc_job *job);

#endif
