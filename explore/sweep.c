/* Threads take positions from a counter and put outcomes in a queue; the calling thread writes them.
 * So there is one writer, and the order in which designs finish changes nothing in the store. */
#include "explore/sweep.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    JOBS_MAX = 256,
    QUEUE_MOST = 4096,
    BLOCK_MOST = 256,
    EVEN_BLOCKS = 8, /* of what is left, for each thread */
    TICK_MS = 100,
    LOOK_MOST = 200000,
    TIMED_MOST = 200,
    TIMED_TOGETHER = 5
};
static const double timed_s = 2.0;

unsigned noc_processors(void)
{
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 0)
        return (unsigned)CPU_COUNT(&set);
    const long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 ? (unsigned)count : 1;
}

void noc_space_id(const noc_space *space, const char *engine, char id[NOC_ID_CHARS + 1])
{
    char *canonical = noc_space_canonical(space), *text = NULL;
    if (asprintf(&text, "%s\n%s", engine, canonical ? canonical : "") < 0) text = NULL;
    noc_id_of(text ? text : "", id);
    free(canonical);
    free(text);
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* ---- threads -------------------------------------------------------------------------------- */

typedef struct node {
    struct node *next;
    noc_outcome outcome;
} node;

typedef struct crew {
    const noc_space *space;
    const char *engine, *task, *store_path; /* store_path NULL: no results to reuse */
    bool survey;
    uint64_t first, stride, count; /* positions first + k stride, k < count */
    const unsigned char *finished; /* a bit a k; NULL: none is */
    unsigned jobs;
    uint64_t next; /* k that no thread has */
    atomic_bool stop;
    pthread_mutex_t lock;
    pthread_cond_t filled, emptied;
    node *head, **tail;
    size_t queued;
    unsigned running; /* threads */
    noc_status status;
    noc_diag diag; /* of the thread that failed first */
} crew;

static bool is_finished(const crew *c, uint64_t k)
{
    return c->finished && (c->finished[k / 8] >> (k % 8) & 1);
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
    const noc_status status = noc_evaluate(v, c->first + k * c->stride, &n->outcome, diag);
    if (status == NOC_OK) {
        push(c, n);
        return NOC_OK;
    }
    noc_outcome_clear(&n->outcome);
    free(n);
    return status;
}

/* The next positions for a thread, up to *end; none: *end. Neighbours share routes, loads and symmetry, if one thread
 * evaluates them one after the other; but none is to have much left to do when the others are through. */
static uint64_t take_block(crew *c, uint64_t *end)
{
    pthread_mutex_lock(&c->lock);
    const uint64_t begin = c->next, even = (c->count - begin) / (EVEN_BLOCKS * (uint64_t)c->jobs);
    const uint64_t size = even < 1 ? 1 : even > BLOCK_MOST ? BLOCK_MOST : even;
    *end = begin < c->count ? begin + size : begin;
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
    noc_evaluator v = {
        .space = c->space, .engine = c->engine, .task = c->task, .survey = c->survey};
    v.overrides = calloc(c->space->overrides_most + 1, sizeof *v.overrides);
    noc_status status = v.overrides ? NOC_OK : noc_fail_memory(&diag);
    if (status == NOC_OK && c->store_path)
        status = noc_store_open(c->store_path, NOC_STORE_READ, &v.known, &diag);
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

/* What the calling thread does with outcomes: some at once, and every tenth of a second even with none. */
typedef struct taker {
    noc_status (*take)(void *context, const node *first, noc_diag *diag);
    bool (*tick)(void *context); /* false: stop */
    void *context;
} taker;

/* Waits for outcomes, at most a tick; takes them all. Returns whether threads are still at work. */
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

static noc_status take_all(crew *c, const taker *t, noc_diag *diag)
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
            noc_fail(diag, status, (noc_place){c->diag.messages[i].file, 0}, "%s",
                     c->diag.messages[i].text);
    }
    return status == NOC_OK && interrupted ? NOC_EINTERRUPTED : status;
}

static noc_status run_crew(crew *c, unsigned jobs, const taker *t, noc_diag *diag)
{
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

/* ---- sweep ---------------------------------------------------------------------------------- */

typedef struct sweep {
    const noc_space *space;
    const noc_sweep_options *options;
    noc_sweep_totals *totals;
    noc_store *store;
    const char *engine;
    char task[40], source[NOC_ID_CHARS + 1], id[NOC_ID_CHARS + 1];
    unsigned char *finished;
} sweep;

static noc_status save(sweep *s, const noc_outcome *o, noc_diag *diag)
{
    noc_status status = NOC_OK;
    if (o->overrides)
        status = noc_store_put_design(s->store, o->hash, s->source, o->overrides, diag);
    if (status == NOC_OK && o->computed)
        status = noc_store_put_result(s->store, o->hash, s->task, s->engine, &o->estimate, diag);
    if (status == NOC_OK)
        status =
            noc_store_put_point(s->store, s->id, o->position, o->hash[0] ? o->hash : NULL,
                                noc_state_name(o->state), o->reason[0] ? o->reason : NULL, diag);
    s->totals->done++;
    s->totals->states[o->state]++;
    s->totals->computed += o->computed;
    s->totals->reused += o->answered && !o->computed;
    return status;
}

static noc_status take_results(void *context, const node *list, noc_diag *diag)
{
    sweep *s = context;
    const noc_sweep_totals before = *s->totals;
    noc_status status = noc_store_begin(s->store, diag);
    if (status != NOC_OK) return status;
    for (; list && status == NOC_OK; list = list->next) status = save(s, &list->outcome, diag);
    if (status == NOC_OK)
        status = noc_store_commit(s->store, diag);
    else
        noc_store_rollback(s->store);
    if (status != NOC_OK) *s->totals = before;
    return status;
}

static bool tick_sweep(void *context)
{
    sweep *s = context;
    return !s->options->tick || s->options->tick(s->options->context, s->totals);
}

static char *json_list(size_t count, const char *(*item)(const void *context, size_t i),
                       const void *context)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    fputc('[', out);
    for (size_t i = 0; i < count; i++) {
        fputs(i ? ", \"" : "\"", out);
        for (const char *c = item(context, i); *c; c++) {
            if (strchr("\"\\", *c)) fputc('\\', out);
            fputc((unsigned char)*c < ' ' ? ' ' : *c, out);
        }
        fputc('"', out);
    }
    fputc(']', out);
    fclose(out);
    return text;
}

static const char *constraint_text(const void *context, size_t i)
{
    return noc_expression_text(((const noc_space *)context)->constraints[i]);
}

static const char *objective_text(const void *context, size_t i)
{
    static _Thread_local char text[100];
    const noc_objective *o = &((const noc_space *)context)->objectives.list[i];
    snprintf(text, sizeof text, "%s:%s", o->maximize ? "max" : "min",
             noc_metric_info_of(o->metric)->name);
    return text;
}

static noc_status register_space(sweep *s, noc_diag *diag)
{
    const noc_space *space = s->space;
    noc_space_record record = {
        .name = space->name,
        .source = s->source,
        .engine = (char *)(uintptr_t)s->engine,
        .task = s->task,
        .constraints = json_list(space->constraint_count, constraint_text, space),
        .objectives = json_list(space->objectives.count, objective_text, space),
        .designs = space->root.size,
    };
    memcpy(record.id, s->id, sizeof record.id);
    noc_status status = noc_store_begin(s->store, diag);
    if (status == NOC_OK)
        status = noc_store_put_source(s->store, s->source, space->name, space->base.path,
                                      space->base.text, diag);
    if (status == NOC_OK) status = noc_store_put_space(s->store, &record, diag);
    if (status == NOC_OK)
        status = noc_store_commit(s->store, diag);
    else
        noc_store_rollback(s->store);
    free(record.constraints);
    free(record.objectives);
    return status;
}

static noc_status register_run(sweep *s, time_t started, double wall, bool finished, noc_diag *diag)
{
    char begin[40], end[40];
    const time_t now = time(NULL);
    struct tm utc;
    strftime(begin, sizeof begin, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&started, &utc));
    strftime(end, sizeof end, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &utc));
    const noc_run_record run = {
        .space = s->id,
        .started = begin,
        .finished = finished ? end : NULL,
        .command = s->options->command,
        .version = s->options->version,
        .commit = s->options->commit,
        .process = getpid(),
        .jobs = s->options->jobs ? s->options->jobs : noc_processors(),
        .processors = noc_processors(),
        .computed = (int64_t)s->totals->computed,
        .reused = (int64_t)s->totals->reused,
        .wall_s = wall,
    };
    return noc_store_put_run(s->store, &run, diag);
}

static void mark_finished(void *context, uint64_t position, bool ok)
{
    sweep *s = context;
    const noc_sweep_options *o = s->options;
    if (position % o->of != o->shard - 1 || position >= s->space->root.size) return;
    const uint64_t k = position / o->of;
    s->finished[k / 8] |= (unsigned char)(1u << (k % 8));
    s->totals->before++;
    s->totals->ok_before += ok;
}

static noc_status run_sweep(sweep *s, const char *path, noc_diag *diag)
{
    const noc_sweep_options *o = s->options;
    s->totals->designs = (s->space->root.size + o->of - o->shard) / o->of;
    s->finished = calloc(s->totals->designs / 8 + 1, 1);
    if (!s->finished) return noc_fail_memory(diag);
    noc_status status = register_space(s, diag);
    if (status == NOC_OK) status = noc_store_finished(s->store, s->id, mark_finished, s, diag);
    const time_t started = time(NULL);
    const double start = seconds();
    if (status == NOC_OK) status = register_run(s, started, 0.0, false, diag);
    if (status != NOC_OK) return status;
    crew c = {
        .space = s->space,
        .engine = s->engine,
        .task = s->task,
        .store_path = path,
        .first = o->shard - 1,
        .stride = o->of,
        .count = s->totals->designs,
        .finished = s->finished,
    };
    const taker t = {take_results, tick_sweep, s};
    status = run_crew(&c, o->jobs, &t, diag);
    if (status != NOC_OK && status != NOC_EINTERRUPTED) return status;
    const noc_status told = register_run(s, started, seconds() - start, true, diag);
    return told == NOC_OK ? status : told;
}

noc_status noc_sweep_run(const noc_space *space, const char *engine, const char *path,
                         const noc_sweep_options *options, noc_sweep_totals *totals, noc_diag *diag)
{
    *totals = (noc_sweep_totals){0};
    sweep s = {.space = space, .options = options, .totals = totals, .engine = engine};
    noc_space_task(space, s.task, sizeof s.task);
    noc_id_of(space->base.text, s.source);
    noc_space_id(space, engine, s.id);
    noc_status status = noc_store_open(path, NOC_STORE_CREATE, &s.store, diag);
    if (status == NOC_OK) status = run_sweep(&s, path, diag);
    noc_store_close(s.store);
    free(s.finished);
    return status;
}

/* ---- survey --------------------------------------------------------------------------------- */

typedef struct surveying {
    noc_survey *result;
    const noc_sweep_options *options;
    noc_sweep_totals totals; /* for the tick */
    double until;            /* stop at that time; 0: never */
    uint64_t *valid;         /* some positions that are, for timing */
    size_t valid_count;
    bool late;
} surveying;

/* Numbers in reasons vary with the design: reasons that differ in them only are one. */
static bool same_but_numbers(const char *a, const char *b)
{
    static const char digits[] = "0123456789.";
    for (;;) {
        const bool number_a = *a && strchr(digits, *a), number_b = *b && strchr(digits, *b);
        if (number_a && number_b) {
            a += strspn(a, digits);
            b += strspn(b, digits);
            continue;
        }
        if (*a != *b) return false;
        if (!*a) return true;
        a++;
        b++;
    }
}

static noc_status count_reason(noc_reason_list *list, const noc_outcome *o, noc_diag *diag)
{
    for (size_t i = 0; i < list->count; i++) {
        noc_reason *r = &list->reasons[i];
        const bool constraint = o->state == NOC_STATE_EXCLUDED; /* their numbers count */
        if (strcmp(r->state, noc_state_name(o->state)) != 0 ||
            !(constraint ? strcmp(r->text, o->reason) == 0 : same_but_numbers(r->text, o->reason)))
            continue;
        if (strcmp(o->reason, r->text) < 0) { /* the example shown depends on no order */
            char *text = strdup(o->reason);
            if (!text) return noc_fail_memory(diag);
            free(r->text);
            r->text = text;
        }
        r->count++;
        return NOC_OK;
    }
    noc_reason *grown = realloc(list->reasons, (list->count + 1) * sizeof *grown);
    if (!grown) return noc_fail_memory(diag);
    list->reasons = grown;
    grown[list->count++] = (noc_reason){strdup(noc_state_name(o->state)), strdup(o->reason), 1};
    return NOC_OK;
}

static noc_status take_survey(void *context, const node *list, noc_diag *diag)
{
    surveying *s = context;
    for (; list; list = list->next) {
        const noc_outcome *o = &list->outcome;
        s->totals.done++;
        s->result->states[o->state]++;
        s->result->looked_at++;
        if (o->state == NOC_STATE_OK) {
            s->valid[s->valid_count++] = o->position;
        } else {
            const noc_status status = count_reason(&s->result->reasons, o, diag);
            if (status != NOC_OK) return status;
        }
    }
    return NOC_OK;
}

static bool tick_survey(void *context)
{
    surveying *s = context;
    return !s->options->tick || s->options->tick(s->options->context, &s->totals);
}

static int by_count(const void *a, const void *b)
{
    const noc_reason *x = a, *y = b;
    if (x->count != y->count) return x->count < y->count ? 1 : -1;
    return strcmp(x->text, y->text);
}

static int by_position(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static double now_timed(const noc_space *space, const uint64_t *positions, size_t count,
                        uint64_t *timed, noc_diag *diag)
{
    char task[40];
    noc_space_task(space, task, sizeof task);
    noc_evaluator v = {.space = space, .engine = "", .task = task};
    v.overrides = calloc(space->overrides_most + 1, sizeof *v.overrides);
    const double start = seconds();
    for (size_t i = 0; v.overrides && i < TIMED_MOST && seconds() - start < timed_s; i++) {
        noc_outcome o;
        /* Spread over all, and over small and large ones alike: a stride that shares no factor. Some neighbours at a
         * time, as those share work in a sweep. */
        const size_t first = (size_t)((i / TIMED_TOGETHER * 2654435761u) % count);
        const size_t at = (first + i % TIMED_TOGETHER) % count;
        if (noc_evaluate(&v, positions[at], &o, diag) == NOC_OK) ++*timed;
        noc_outcome_clear(&o);
    }
    noc_evaluator_clear(&v);
    return *timed ? (seconds() - start) / (double)*timed : 0.0;
}

noc_status noc_sweep_survey(const noc_space *space, const noc_sweep_options *options,
                            noc_survey *result, noc_diag *diag)
{
    *result =
        (noc_survey){.designs = (space->root.size + options->of - options->shard) / options->of};
    const uint64_t skip = (result->designs + LOOK_MOST - 1) / LOOK_MOST;
    crew c = {
        .space = space,
        .engine = "",
        .task = "",
        .survey = true,
        .first = options->shard - 1,
        .stride = options->of * (skip ? skip : 1),
        .count = skip ? (result->designs + skip - 1) / skip : 0,
    };
    surveying s = {.result = result, .options = options, .totals = {.designs = c.count}};
    s.valid = malloc((c.count + 1) * sizeof *s.valid);
    if (!s.valid) return noc_fail_memory(diag);
    const taker t = {take_survey, tick_survey, &s};
    const double start = seconds();
    const noc_status status = run_crew(&c, options->jobs, &t, diag);
    const double looked = seconds() - start;
    if (status == NOC_OK && s.valid_count > 0) {
        qsort(s.valid, s.valid_count, sizeof *s.valid, by_position);
        const double each = now_timed(space, s.valid, s.valid_count, &result->timed, diag);
        const double share = (double)result->designs / (double)result->looked_at;
        const unsigned jobs = options->jobs ? options->jobs : noc_processors();
        result->seconds = share * (each * (double)s.valid_count / jobs + looked);
    }
    if (result->reasons.count)
        qsort(result->reasons.reasons, result->reasons.count, sizeof(noc_reason), by_count);
    free(s.valid);
    return status;
}

void noc_survey_clear(noc_survey *survey)
{
    noc_reason_list_clear(&survey->reasons);
}
