/* cli/serve/jobs.h: questions that are answered in threads of their own, so that a connection can
 * leave an answer that takes too long, or that nobody wants any more.
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
    pthread_mutex_t lock;   /* guards all members here, jobs, and counts of their makers */
    pthread_cond_t change;  /* signalled when a member changes */
    unsigned running_count; /* threads */
    bool is_stopping;
} noc_jobs;

void noc_jobs_init(noc_jobs *jobs);

/* Stops all jobs, and waits for their threads for a time, s. False: some threads still run, and use
 * their inputs. */
bool noc_jobs_stop(noc_jobs *jobs, double seconds);
void noc_jobs_clear(noc_jobs *jobs);

/* Waits for a change, with the lock held, until a time of the monotonic clock. False: the time is
 * over. */
bool noc_jobs_wait(noc_jobs *jobs, const struct timespec *until);

/* Returns the time `seconds` from now. */
struct timespec noc_jobs_time(double seconds);

/* Input of a job. */
typedef struct noc_job_setup {
    noc_jobs *jobs;
    noc_context *context; /* used by this job alone until `end` */
    const char *file;     /* noc_answering */
    /* Functions called with the lock held: the first one says whether the answer is still wanted
     * (NULL: it is), the second one ends the use of the context. */
    bool (*is_wanted)(void *data, const noc_question *question);
    void (*end)(void *data, noc_context *context);
    void *data;
} noc_job_setup;

typedef struct noc_job noc_job;

/* Starts a job, and moves the question. NULL: out of memory or of threads, and `end` was called. */
noc_job *noc_job_start(const noc_job_setup *setup, noc_question *question);

/* Return, with the lock held, whether a job is done, and the share of a measurement that is done, 0
 * to 1. */
bool noc_job_is_done(const noc_job *job);
double noc_job_share(const noc_job *job);

/* Leaves a job, with the lock held. Returns the answer of a job that is done, whose text the caller
 * frees; stops another one, and returns NOC_DOCUMENT_STOPPED. */
noc_document noc_job_leave(noc_job *job);

#endif
