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
    QUEUE_MOST = 4096,
    BLOCK_MOST = 256,
    EVEN_BLOCKS = 8, /* Blocks per thread, if the remaining positions were divided evenly. */
    TICK_MS = 100,
};

typedef noc_outcome_node node;

typedef struct crew {
    const noc_crew_work *work;
    unsigned jobs;
    uint64_t next; /* first position that no thread has claimed */
    atomic_bool stop;
    pthread_mutex_t lock;
    pthread_cond_t filled, emptied;
    node *head, **tail;
    size_t queued;
    unsigned running; /* running threads */
    noc_status status;
    noc_diag diag; /* messages of the first thread that failed */
} crew;

/* ---- threads -------------------------------------------------------------------------------- */

static bool is_finished(const crew *c, uint64_t k)
{
    return c->work->finished && (c->work->finished[k / 8] >> (k % 8) & 1);
}

static void push(crew *c, node *n)
{
    pthread_mutex_lock(&c->lock);
    while (c->queued >= QUEUE_MOST && !atomic_load(&c->stop))
        pthread_cond_wait(&c->emptied, &c->lock);
    n->next = NULL;
    *c->tail = n;
    c->tail = &n->next;
    c->queued++;
    if (c->queued == QUEUE_MOST / 2) pthread_cond_signal(&c->filled);
    pthread_mutex_unlock(&c->lock);
}

static noc_status work_on(crew *c, noc_evaluator *v, uint64_t k, noc_diag *diag)
{
    node *n = malloc(sizeof *n);
    if (!n) return noc_fail_memory(diag);
    const noc_status status =
        noc_evaluate(v, c->work->first + k * c->work->stride, &n->outcome, diag);
    if (status == NOC_OK) {
        push(c, n);
        return NOC_OK;
    }
    noc_outcome_clear(&n->outcome);
    free(n);
    return status;
}

/* Claims the next positions for a thread: from the returned one up to *end, or none if the two are
 * equal. One thread evaluates neighbours in sequence, so that they share routes, loads and
 * symmetry. Blocks shrink towards the end, so that all threads finish at about the same time. */
static uint64_t take_block(crew *c, uint64_t *end)
{
    pthread_mutex_lock(&c->lock);
    const uint64_t begin = c->next,
                   even = (c->work->count - begin) / (EVEN_BLOCKS * (uint64_t)c->jobs);
    const uint64_t size = even < 1 ? 1 : even > BLOCK_MOST ? BLOCK_MOST : even;
    *end = begin < c->work->count ? begin + size : begin;
    c->next = *end;
    pthread_mutex_unlock(&c->lock);
    return begin;
}

static noc_status work_through(crew *c, noc_evaluator *v, noc_diag *diag)
{
    noc_status status = NOC_OK;
    uint64_t end;
    for (uint64_t k = take_block(c, &end); k < end; k = take_block(c, &end)) {
        for (; k < end; k++) {
            if (atomic_load(&c->stop)) return NOC_OK;
            if (!is_finished(c, k)) status = work_on(c, v, k, diag);
            if (status != NOC_OK) return status;
        }
    }
    return NOC_OK;
}

static void *worker(void *argument)
{
    crew *c = argument;
    noc_diag diag = {0};
    noc_evaluator v = {.space = c->work->space,
                       .engine = c->work->engine,
                       .task = c->work->task,
                       .columns = c->work->columns,
                       .survey = c->work->survey};
    v.overrides = calloc(c->work->space->overrides_most + 1, sizeof *v.overrides);
    noc_status status = v.overrides ? NOC_OK : noc_fail_memory(&diag);
    if (status == NOC_OK && c->work->store_path)
        status = noc_store_open(c->work->store_path, NOC_STORE_READ, &v.known, &diag);
    if (status == NOC_OK) status = work_through(c, &v, &diag);
    noc_store_close(v.known);
    noc_evaluator_clear(&v);
    pthread_mutex_lock(&c->lock);
    if (status != NOC_OK && c->status == NOC_OK) {
        c->status = status;
        c->diag = diag;
        diag = (noc_diag){0};
        atomic_store(&c->stop, true);
        pthread_cond_broadcast(&c->emptied);
    }
    c->running--;
    pthread_cond_signal(&c->filled);
    pthread_mutex_unlock(&c->lock);
    noc_diag_clear(&diag);
    return NULL;
}

/* ---- the calling thread --------------------------------------------------------------------- */

/* Waits for outcomes, at most one tick, and moves all of them to *list. True while threads are
 * running. */
static bool wait_for_some(crew *c, node **list)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += TICK_MS * 1000000L;
    if (until.tv_nsec >= 1000000000L) {
        until.tv_sec++;
        until.tv_nsec -= 1000000000L;
    }
    pthread_mutex_lock(&c->lock);
    int timed_out = 0;
    while (c->running > 0 && c->queued < QUEUE_MOST / 2 && timed_out != ETIMEDOUT)
        timed_out = pthread_cond_timedwait(&c->filled, &c->lock, &until);
    *list = c->head;
    c->head = NULL;
    c->tail = &c->head;
    c->queued = 0;
    const bool working = c->running > 0;
    pthread_cond_broadcast(&c->emptied);
    pthread_mutex_unlock(&c->lock);
    return working;
}

static void free_list(node *list)
{
    while (list) {
        node *next = list->next;
        noc_outcome_clear(&list->outcome);
        free(list);
        list = next;
    }
}

static void stop(crew *c)
{
    atomic_store(&c->stop, true);
    pthread_mutex_lock(&c->lock);
    pthread_cond_broadcast(&c->emptied);
    pthread_mutex_unlock(&c->lock);
}

static noc_status take_all(crew *c, const noc_outcome_receiver *t, noc_diag *diag)
{
    noc_status status = NOC_OK;
    bool working = true, interrupted = false;
    while (working) {
        node *list;
        working = wait_for_some(c, &list);
        if (status == NOC_OK && list) status = t->take(t->context, list, diag);
        free_list(list);
        if (status != NOC_OK) {
            stop(c);
        } else if (!interrupted && !t->tick(t->context)) {
            interrupted = true;
            stop(c);
        }
    }
    if (status == NOC_OK && c->status != NOC_OK) {
        status = c->status;
        for (size_t i = 0; i < c->diag.count; i++)
            noc_fail(diag, status, (noc_place){c->diag.messages[i].file, c->diag.messages[i].line},
                     "%s", c->diag.messages[i].text);
    }
    return status == NOC_OK && interrupted ? NOC_EINTERRUPTED : status;
}

noc_status noc_crew_run(const noc_crew_work *work, unsigned jobs, const noc_outcome_receiver *t,
                        noc_diag *diag)
{
    crew own = {.work = work}, *const c = &own;
    pthread_t threads[JOBS_MAX];
    unsigned started = 0;
    if (jobs == 0) jobs = noc_processors();
    if (jobs > JOBS_MAX) jobs = JOBS_MAX;
    c->jobs = jobs;
    pthread_mutex_init(&c->lock, NULL);
    pthread_cond_init(&c->filled, NULL);
    pthread_cond_init(&c->emptied, NULL);
    c->tail = &c->head;
    c->running = jobs;
    while (started < jobs && pthread_create(&threads[started], NULL, worker, c) == 0) started++;
    pthread_mutex_lock(&c->lock);
    c->running -= jobs - started;
    pthread_mutex_unlock(&c->lock);
    const noc_status status = started ? take_all(c, t, diag) : noc_fail_memory(diag);
    for (unsigned i = 0; i < started; i++) pthread_join(threads[i], NULL);
    free_list(c->head);
    c->head = NULL;
    noc_diag_clear(&c->diag);
    pthread_mutex_destroy(&c->lock);
    pthread_cond_destroy(&c->filled);
    pthread_cond_destroy(&c->emptied);
    return status;
}
