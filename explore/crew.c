/* Each thread claims blocks of positions and puts outcomes into a queue, which the calling thread
 * empties. */
#include "explore/crew.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#include "base/processors.h"

enum {
    JOBS_MAX = 256,
    QUEUE_MAX = 4096,
    BLOCK_MAX = 256,
    BLOCKS_PER_THREAD = 8, /* Blocks per thread, if the remaining positions were divided evenly. */
    TICK_MS = 100,
};

typedef noc_outcome_node outcome_node;

typedef struct crew {
    const noc_crew_batch *batch;
    unsigned jobs;
    uint64_t next_position; /* first position that no thread has claimed */
    atomic_bool is_stopped;
    pthread_mutex_t lock;
    pthread_cond_t outcomes_ready, queue_emptied;
    outcome_node *head, **tail;
    size_t queue_length;
    unsigned running_threads; /* running threads */
    noc_status status;
    noc_diag diag; /* messages of the first thread that failed */
} crew;

/* ---- threads -------------------------------------------------------------------------------- */

static bool is_finished(const crew *c, uint64_t k)
{
    return c->batch->finished && (c->batch->finished[k / 8] >> (k % 8) & 1);
}

static void push_outcome(crew *c, outcome_node *n)
{
    pthread_mutex_lock(&c->lock);
    while (c->queue_length >= QUEUE_MAX && !atomic_load(&c->is_stopped))
        pthread_cond_wait(&c->queue_emptied, &c->lock);
    n->next = NULL;
    *c->tail = n;
    c->tail = &n->next;
    c->queue_length++;
    if (c->queue_length == QUEUE_MAX / 2) pthread_cond_signal(&c->outcomes_ready);
    pthread_mutex_unlock(&c->lock);
}

static noc_status evaluate_position(crew *c, noc_evaluator *evaluator, uint64_t k, noc_diag *diag)
{
    outcome_node *n = malloc(sizeof *n);
    if (!n) return noc_fail_memory(diag);
    const noc_status status =
        noc_evaluator_run(evaluator, c->batch->first + k * c->batch->stride, &n->outcome, diag);
    if (status == NOC_OK) {
        push_outcome(c, n);
        return NOC_OK;
    }
    noc_outcome_clear(&n->outcome);
    free(n);
    return status;
}

/* Claims the next positions for a thread: from the returned one up to *end, or none if the two are
 * equal. One thread evaluates neighbours in sequence, so that they share routes, loads and
 * symmetry. Blocks shrink towards the end, so that all threads finish at about the same time. */
static uint64_t claim_block(crew *c, uint64_t *end)
{
    pthread_mutex_lock(&c->lock);
    const uint64_t begin = c->next_position,
                   even_size = (c->batch->count - begin) / (BLOCKS_PER_THREAD * (uint64_t)c->jobs);
    const uint64_t size = even_size < 1 ? 1 : even_size > BLOCK_MAX ? BLOCK_MAX : even_size;
    *end = begin < c->batch->count ? begin + size : begin;
    c->next_position = *end;
    pthread_mutex_unlock(&c->lock);
    return begin;
}

static noc_status evaluate_blocks(crew *c, noc_evaluator *evaluator, noc_diag *diag)
{
    noc_status status = NOC_OK;
    uint64_t end;
    for (uint64_t k = claim_block(c, &end); k < end; k = claim_block(c, &end)) {
        for (; k < end; k++) {
            if (atomic_load(&c->is_stopped)) return NOC_OK;
            if (!is_finished(c, k)) status = evaluate_position(c, evaluator, k, diag);
            if (status != NOC_OK) return status;
        }
    }
    return NOC_OK;
}

static void *run_thread(void *argument)
{
    crew *c = argument;
    NOC_AUTO(noc_diag_clear) noc_diag diag = {0};
    noc_evaluator evaluator = {.space = c->batch->space,
                               .engine = c->batch->engine,
                               .task = c->batch->task,
                               .columns = c->batch->columns,
                               .is_survey = c->batch->is_survey};
    evaluator.overrides = calloc(c->batch->space->max_overrides + 1, sizeof *evaluator.overrides);
    noc_status status = evaluator.overrides ? NOC_OK : noc_fail_memory(&diag);
    if (status == NOC_OK && c->batch->store_path)
        status =
            noc_store_open(c->batch->store_path, NOC_STORE_READ, &evaluator.result_store, &diag);
    if (status == NOC_OK) status = evaluate_blocks(c, &evaluator, &diag);
    noc_store_close(evaluator.result_store);
    noc_evaluator_clear(&evaluator);
    pthread_mutex_lock(&c->lock);
    if (status != NOC_OK && c->status == NOC_OK) {
        c->status = status;
        c->diag = diag;
        diag = (noc_diag){0};
        atomic_store(&c->is_stopped, true);
        pthread_cond_broadcast(&c->queue_emptied);
    }
    c->running_threads--;
    pthread_cond_signal(&c->outcomes_ready);
    pthread_mutex_unlock(&c->lock);
    return NULL;
}

/* ---- the calling thread --------------------------------------------------------------------- */

/* Waits for outcomes, at most one tick, and moves all of them to *list. True while threads are
 * running. */
static bool wait_for_outcomes(crew *c, outcome_node **list)
{
    struct timespec deadline;
    clock_gettime(CLOCK_REALTIME, &deadline);
    deadline.tv_nsec += TICK_MS * 1000000L;
    if (deadline.tv_nsec >= 1000000000L) {
        deadline.tv_sec++;
        deadline.tv_nsec -= 1000000000L;
    }
    pthread_mutex_lock(&c->lock);
    int timed_out = 0;
    while (c->running_threads > 0 && c->queue_length < QUEUE_MAX / 2 && timed_out != ETIMEDOUT)
        timed_out = pthread_cond_timedwait(&c->outcomes_ready, &c->lock, &deadline);
    *list = c->head;
    c->head = NULL;
    c->tail = &c->head;
    c->queue_length = 0;
    const bool is_running = c->running_threads > 0;
    pthread_cond_broadcast(&c->queue_emptied);
    pthread_mutex_unlock(&c->lock);
    return is_running;
}

static void free_list(outcome_node *list)
{
    while (list) {
        outcome_node *next = list->next;
        noc_outcome_clear(&list->outcome);
        free(list);
        list = next;
    }
}

static void stop_threads(crew *c)
{
    atomic_store(&c->is_stopped, true);
    pthread_mutex_lock(&c->lock);
    pthread_cond_broadcast(&c->queue_emptied);
    pthread_mutex_unlock(&c->lock);
}

static noc_status consume_outcomes(crew *c, const noc_outcome_consumer *consumer, noc_diag *diag)
{
    noc_status status = NOC_OK;
    bool is_running = true, is_interrupted = false;
    while (is_running) {
        outcome_node *list;
        is_running = wait_for_outcomes(c, &list);
        if (status == NOC_OK && list) status = consumer->receive(consumer->context, list, diag);
        free_list(list);
        if (status != NOC_OK) {
            stop_threads(c);
        } else if (!is_interrupted && !consumer->tick(consumer->context)) {
            is_interrupted = true;
            stop_threads(c);
        }
    }
    if (status == NOC_OK && c->status != NOC_OK) {
        status = c->status;
        for (size_t i = 0; i < c->diag.count; i++)
            noc_fail(diag, status, (noc_place){c->diag.messages[i].file, c->diag.messages[i].line},
                     "%s", c->diag.messages[i].text);
    }
    return status == NOC_OK && is_interrupted ? NOC_EINTERRUPTED : status;
}

noc_status noc_crew_run(const noc_crew_batch *batch, unsigned jobs,
                        const noc_outcome_consumer *consumer, noc_diag *diag)
{
    crew state = {.batch = batch}, *const c = &state;
    pthread_t threads[JOBS_MAX];
    unsigned started = 0;
    if (jobs == 0) jobs = noc_count_processors();
    if (jobs > JOBS_MAX) jobs = JOBS_MAX;
    c->jobs = jobs;
    pthread_mutex_init(&c->lock, NULL);
    pthread_cond_init(&c->outcomes_ready, NULL);
    pthread_cond_init(&c->queue_emptied, NULL);
    c->tail = &c->head;
    c->running_threads = jobs;
    while (started < jobs && pthread_create(&threads[started], NULL, run_thread, c) == 0) started++;
    pthread_mutex_lock(&c->lock);
    c->running_threads -= jobs - started;
    pthread_mutex_unlock(&c->lock);
    const noc_status status = started ? consume_outcomes(c, consumer, diag) : noc_fail_memory(diag);
    for (unsigned i = 0; i < started; i++) pthread_join(threads[i], NULL);
    free_list(c->head);
    c->head = NULL;
    noc_diag_clear(&c->diag);
    pthread_mutex_destroy(&c->lock);
    pthread_cond_destroy(&c->outcomes_ready);
    pthread_cond_destroy(&c->queue_emptied);
    return status;
}
