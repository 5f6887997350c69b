#include "cli/serve/jobs.h"

#include <math.h>
#include <stdlib.h>

#include "base/shortage.h"

struct noc_job {
    noc_job_setup setup;
    noc_question question;
    double share;
    bool is_done, is_left; /* the thread, and the maker of the job, use it no more */
    noc_document answer;
};

/* ---- all jobs ------------------------------------------------------------------------------- */

void noc_jobs_init(noc_jobs *jobs)
{
    pthread_condattr_t attributes;
    *jobs = (noc_jobs){.running_count = 0};
    pthread_mutex_init(&jobs->lock, NULL);
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&jobs->change, &attributes);
    pthread_condattr_destroy(&attributes);
}

struct timespec noc_jobs_time(double seconds)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    const double whole = floor(seconds);
    time.tv_sec += (time_t)whole;
    time.tv_nsec += (long)((seconds - whole) * 1e9);
    if (time.tv_nsec >= 1000000000L) {
        time.tv_sec++;
        time.tv_nsec -= 1000000000L;
    }
    return time;
}

bool noc_jobs_wait(noc_jobs *jobs, const struct timespec *until)
{
    return pthread_cond_timedwait(&jobs->change, &jobs->lock, until) == 0;
}

bool noc_jobs_stop(noc_jobs *jobs, double seconds)
{
    const struct timespec end = noc_jobs_time(seconds);
    pthread_mutex_lock(&jobs->lock);
    jobs->is_stopping = true;
    pthread_cond_broadcast(&jobs->change);
    while (jobs->running_count > 0 && noc_jobs_wait(jobs, &end)) continue;
    const bool has_stopped = jobs->running_count == 0;
    pthread_mutex_unlock(&jobs->lock);
    return has_stopped;
}

void noc_jobs_clear(noc_jobs *jobs)
{
    pthread_cond_destroy(&jobs->change);
    pthread_mutex_destroy(&jobs->lock);
}

/* ---- one job -------------------------------------------------------------------------------- */

static void free_job(noc_job *job)
{
    noc_question_clear(&job->question);
    free(job->answer.text);
    free(job);
}

/* Hears of the progress of a job. False: the job is to stop. */
static bool go_on(void *data, double share)
{
    noc_job *job = data;
    const noc_job_setup *s = &job->setup;
    pthread_mutex_lock(&s->jobs->lock);
    if (isfinite(share)) job->share = share;
    const bool goes_on = !s->jobs->is_stopping && !job->is_left &&
                         (!s->is_wanted || s->is_wanted(s->data, &job->question));
    pthread_mutex_unlock(&s->jobs->lock);
    return goes_on;
}

/* Answers the question. An answer may lack parts if memory ran short anywhere meanwhile. */
static void compute(noc_job *job)
{
    const noc_answering answering = {job->setup.context, job->setup.file, go_on, job};
    const unsigned shortages = noc_shortage_count();
    job->answer = noc_answer_question(&answering, &job->question);
    if (noc_shortage_count() == shortages) return;
    free(job->answer.text);
    job->answer = (noc_document){.kind = NOC_DOCUMENT_SHORT};
}

static void *run(void *data)
{
    noc_job *job = data;
    noc_jobs *jobs = job->setup.jobs;
    compute(job);
    pthread_mutex_lock(&jobs->lock);
    job->is_done = true;
    job->setup.end(job->setup.data, job->setup.context);
    if (job->is_left) free_job(job);
    jobs->running_count--;
    pthread_cond_broadcast(&jobs->change);
    pthread_mutex_unlock(&jobs->lock);
    return NULL;
}

/* Starts the thread of a job. */
static bool start_thread(noc_job *job)
{
    pthread_t thread;
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0) return false;
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    const bool is_started = pthread_create(&thread, &attributes, run, job) == 0;
    pthread_attr_destroy(&attributes);
    return is_started;
}

noc_job *noc_job_start(const noc_job_setup *setup, noc_question *question)
{
    noc_jobs *jobs = setup->jobs;
    noc_job *job = malloc(sizeof *job);
    if (job) {
        *job = (noc_job){.setup = *setup, .question = *question};
        *question = (noc_question){.tab = ""};
    }
    pthread_mutex_lock(&jobs->lock);
    const bool is_started = job && !jobs->is_stopping && start_thread(job);
    jobs->running_count += is_started;
    if (!is_started) setup->end(setup->data, setup->context);
    pthread_mutex_unlock(&jobs->lock);
    if (is_started) return job;
    if (job) free_job(job);
    return NULL;
}

bool noc_job_is_done(const noc_job *job)
{
    return job->is_done;
}

double noc_job_share(const noc_job *job)
{
    return job->share;
}

noc_document noc_job_leave(noc_job *job)
{
    noc_document answer = {.kind = NOC_DOCUMENT_STOPPED};
    job->is_left = true;
    if (!job->is_done) return answer; /* the thread frees the job */
    answer = job->answer;
    job->answer.text = NULL;
    free_job(job);
    return answer;
}
