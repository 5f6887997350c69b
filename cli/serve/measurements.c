#include "cli/serve/measurements.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hybrid/answers/figures/answer.h"

static const double tick_seconds = 0.25; /* time between two lines of progress */

/* A measurement, for the connection that hears of it. */
typedef struct listener {
    noc_measurements *measurements;
    noc_job *job;            /* NULL: left */
    double start_s, limit_s; /* start by noc_seconds, and the time that the measurement may take */
    char *line;              /* being sent; NULL: none */
    size_t size, sent_bytes;
} listener;

/* ---- lines ---------------------------------------------------------------------------------- */

/* Makes the last line of a measurement. */
static char *make_last_line(const noc_document *answer)
{
    char *line = NULL;
    int length = -1;
    switch (answer->kind) {
    case NOC_DOCUMENT_ANSWER:
        length = asprintf(&line, "{\"answer\":%s}\n", answer->text);
        break;
    case NOC_DOCUMENT_FAULTS:
        length = asprintf(&line, "%s\n", answer->text);
        break;
    case NOC_DOCUMENT_STOPPED:
        length = asprintf(&line, "{\"cancelled\":true}\n");
        break;
    case NOC_DOCUMENT_SHORT:
        break;
    }
    if (length >= 0) return line;
    return strdup("{\"faults\":[{\"key\":null,\"file\":\"\",\"line\":0,\"message\":\"out of "
                  "memory\"}]}\n");
}

/* Finds the share of a measurement that is done: of its work, or of its time, whichever is more. */
static double find_share(const listener *l, double work_share)
{
    const double time_share = (noc_seconds() - l->start_s) / l->limit_s;
    return fmin(fmax(work_share, time_share), 1.0);
}

/* Waits until there is news, and makes the line of it; NULL: all has been said. */
static char *make_line(listener *l)
{
    noc_jobs *jobs = l->measurements->jobs;
    const struct timespec tick = noc_jobs_time(tick_seconds);
    char *line = NULL;
    noc_document answer = {.text = NULL};
    if (!l->job) return NULL;
    pthread_mutex_lock(&jobs->lock);
    bool is_early = true;
    while (!noc_job_is_done(l->job) && !jobs->is_stopping && is_early)
        is_early = noc_jobs_wait(jobs, &tick);
    const double share = noc_job_share(l->job);
    const bool is_last = noc_job_is_done(l->job) || jobs->is_stopping;
    if (is_last) answer = noc_job_leave(l->job);
    pthread_mutex_unlock(&jobs->lock);
    if (is_last) {
        l->job = NULL;
        line = make_last_line(&answer);
        free(answer.text);
    } else if (asprintf(&line, "{\"done\":%.4f}\n", find_share(l, share)) < 0) {
        line = NULL;
    }
    return line;
}

/* ---- the stream ----------------------------------------------------------------------------- */

static size_t read_lines(void *context, char *bytes, size_t size)
{
    listener *l = context;
    if (l->sent_bytes == l->size) {
        free(l->line);
        l->line = make_line(l);
        l->size = l->line ? strlen(l->line) : 0;
        l->sent_bytes = 0;
    }
    const size_t left = l->size - l->sent_bytes, count = left < size ? left : size;
    if (count > 0) memcpy(bytes, l->line + l->sent_bytes, count);
    l->sent_bytes += count;
    return count;
}

static void close_lines(void *context)
{
    listener *l = context;
    noc_jobs *jobs = l->measurements->jobs;
    if (l->job) {
        pthread_mutex_lock(&jobs->lock);
        free(noc_job_leave(l->job).text);
        pthread_mutex_unlock(&jobs->lock);
    }
    free(l->line);
    free(l);
}

/* ---- measurements --------------------------------------------------------------------------- */

/* Ends the use of a context, with the lock held. */
static void end(void *data, noc_context *context)
{
    noc_measurements *m = data;
    m->count--;
    noc_context_release(context);
}

/* Takes one of the few places for measurements. */
static bool take_place(noc_measurements *m)
{
    pthread_mutex_lock(&m->jobs->lock);
    const bool is_free = m->count < NOC_MEASUREMENTS_MAX;
    m->count += is_free;
    pthread_mutex_unlock(&m->jobs->lock);
    return is_free;
}

static void return_place(noc_measurements *m)
{
    pthread_mutex_lock(&m->jobs->lock);
    m->count--;
    pthread_mutex_unlock(&m->jobs->lock);
}

noc_measurement_start noc_measurement_begin(noc_measurements *measurements, noc_question *question,
                                            const char *file, noc_server_stream *stream)
{
    noc_context *context = NULL;
    if (!take_place(measurements)) return NOC_MEASUREMENT_TOO_MANY;
    listener *l = calloc(1, sizeof *l);
    if (!l || noc_context_new(&context, NULL) != NOC_CODE_OK) {
        free(l);
        return_place(measurements);
        return NOC_MEASUREMENT_SHORT;
    }
    noc_context_set_threads(context, measurements->threads, NULL);
    const noc_job_setup setup = {measurements->jobs, context, file, NULL, end, measurements};
    *l = (listener){
        .measurements = measurements, .start_s = noc_seconds(), .limit_s = question->max_seconds};
    l->job = noc_job_start(&setup, question);
    if (!l->job) {
        free(l);
        return NOC_MEASUREMENT_SHORT;
    }
    *stream = (noc_server_stream){read_lines, close_lines, l};
    return NOC_MEASUREMENT_STARTED;
}
