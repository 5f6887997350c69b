#include "explore/front/measure.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory_limit.h"
#include "base/processors.h"
#include "explore/store/store_write.h"
#include "hybrid/answers/estimate_sample.h"
#include "hybrid/answers/figures/answer.h"
#include "hybrid/correction/calibration/shipped.h"
#include "network/compile/compile.h"
#include "reader/design_walk.h"
#include "sampler/sampling/replication.h"

enum {
    BATCH = 8, /* largest number of precise samples between two updates of the front */
    /* largest number of samples in a batch, coarse ones included: an eighth of the measured
     * designs, up to this */
    BATCH_MOST = 64,
    DRAWN = 4, /* one sample in DRAW_PERIOD is drawn at random */
};

/* Joins two samples of a design; metrics of `sample` take precedence over those of `added`. */
static void join(noc_estimate *into, const noc_estimate *from)
{
    for (int id = 0; id < NOC_METRICS; id++)
        if (isnan(into->metrics[id].value)) into->metrics[id] = from->metrics[id];
    into->cycles_simulated += from->cycles_simulated;
}

/* Samples that a space's task and objectives need. */
typedef struct question {
    noc_offered_load load;
    /* Search for saturation; search with the knee; answer at the load or of the closed loop. */
    bool search, knee, point;
} question;

static question ask(const noc_space_record *space, const noc_objectives *objectives)
{
    static const char at_load[] = "load ";
    question q = {.search = false};
    if (strncmp(space->task, at_load, strlen(at_load)) == 0)
        (void)noc_offered_load_read(space->task + strlen(at_load), &q.load);
    for (size_t i = 0; i < objectives->count; i++) {
        const noc_metric_id id = objectives->list[i].metric;
        const noc_metric_info *info = noc_metric_info_of(id);
        q.search = q.search || info->searched;
        q.knee = q.knee || id == NOC_METRIC_knee_flits_per_cycle;
        q.point = q.point || (!info->searched && !info->exact);
    }
    return q;
}

noc_status noc_measure_possible(const noc_space_record *space, const noc_objectives *objectives,
                                noc_diag *diag)
{
    const question q = ask(space, objectives);
    if (q.search || q.point) return NOC_OK;
    return noc_fail(diag, NOC_EUSAGE, (noc_place){"--measure", 0},
                    "there is nothing to measure: the model is exact in all of the objectives");
}

static noc_status sample(const noc_system *system, const question *q, const noc_sampling *sampling,
                         noc_effort effort, noc_estimate *e, noc_diag *diag)
{
    noc_sampling limits = *sampling;
    noc_estimate at_point;
    noc_status status = NOC_OK;
    limits.no_knee = !q->knee;
    limits.effort = effort;
    limits.no_cause = true; /* no objective depends on the cause */
    if (q->search) status = noc_estimate_sample_saturation(system, &limits, e, diag);
    if (status != NOC_OK || !q->point) return status;
    double load;
    status = noc_offered_load_of(system, noc_calibration_shipped(), &q->load, &load, diag);
    if (status != NOC_OK) return status;
    status = isnan(load) ? noc_estimate_sample_closed(system, &limits, &at_point, diag)
                         : noc_estimate_sample(system, load, &limits, &at_point, diag);
    if (status != NOC_OK) return status;
    if (q->search)
        join(e, &at_point);
    else
        *e = at_point;
    return status;
}

/* Inserts a measured result as an entry, in the store's order. */
static noc_status insert(noc_entries *entries, const noc_entry *of, const noc_estimate *e,
                         noc_effort effort, noc_diag *diag)
{
    const size_t at = (size_t)(of - entries->list) + 1;
    if (at < entries->count && strcmp(entries->list[at].hash, of->hash) == 0) {
        /* an earlier sample was coarse, or had other metrics */
        for (int id = 0; id < NOC_METRICS; id++)
            if (isfinite(e->metrics[id].value)) entries->list[at].metrics[id] = e->metrics[id];
        entries->list[at].effort = effort;
        return NOC_OK;
    }
    noc_entry *grown = realloc(entries->list, (entries->count + 1) * sizeof *grown);
    if (!grown) return noc_fail_memory(diag);
    entries->list = grown;
    memmove(&grown[at + 1], &grown[at], (entries->count - at) * sizeof *grown);
    entries->count++;
    grown[at] = grown[at - 1];
    grown[at].overrides = strdup(grown[at - 1].overrides);
    grown[at].source = strdup(grown[at - 1].source);
    grown[at].bottleneck = strdup(grown[at - 1].bottleneck);
    if (grown[at].warnings) grown[at].warnings = strdup(grown[at].warnings);
    grown[at].method = NOC_METHOD_SAMPLE;
    grown[at].effort = effort;
    snprintf(grown[at].status, sizeof grown[at].status, "%s", noc_answer_name(e->answer));
    memcpy(grown[at].metrics, e->metrics, sizeof grown[at].metrics);
    return NOC_OK;
}

static const char *const effort_suffixes[] = {"", NOC_ENGINE_BRIEF, NOC_ENGINE_COARSE};

static noc_status save(noc_store *store, const char *hash, const noc_space_record *space,
                       const noc_estimate *e, const noc_measure_options *o, noc_effort effort,
                       noc_diag *diag)
{
    char engine[100];
    snprintf(engine, sizeof engine, "%s seed %llu precision %.6g%s", o->engine,
             (unsigned long long)o->sampling.seed, o->sampling.precision, effort_suffixes[effort]);
    noc_status status = noc_store_begin(store, diag);
    if (status != NOC_OK) return status;
    status = noc_store_put_result(store, hash, space->task, engine, e, diag);
    if (status == NOC_OK) return noc_store_commit(store, diag);
    noc_store_rollback(store);
    return status;
}

/* Run of measurements. */
typedef struct run {
    noc_store *store;
    const noc_space_record *space;
    noc_entries *entries;
    noc_candidates *all;
    const noc_measure_options *o;
    noc_measure_totals *t;
    question question;
    noc_effort effort; /* effort of the precise samples */
    /* Hashes of the designs that this run sampled, with or without a result. */
    char (*tried)[NOC_HASH_CHARS + 1];
} run;

/* True if saturation alone is wanted: a coarse sample excludes most designs first. */
static bool starts_coarse(const question *q)
{
    return q->search && !q->knee && !q->point;
}

/* Chooses the smallest effort that reaches the requested precision. */
static noc_effort effort_of(const question *q, double precision)
{
    static const double brief = 0.01;
    return starts_coarse(q) && precision >= brief ? NOC_EFFORT_BRIEF : NOC_EFFORT_FULL;
}

/* ---- a batch in parallel -------------------------------------------------------------------- */

/* One design to measure. */
typedef struct probe {
    char hash[NOC_HASH_CHARS + 1];
    noc_effort effort;
    noc_design *design;
    noc_estimate estimate;
    double share; /* finished share of the sample, 0 to 1 */
    noc_status status;
    noc_diag diag;
} probe;

typedef struct batch {
    run *r;
    probe probes[BATCH_MOST];
    size_t count, next;
    unsigned jobs; /* threads for each probe */
    pthread_mutex_t lock;
} batch;

typedef struct watched {
    batch *b;
    probe *p;
} watched;

static bool tick(void *context, double share)
{
    const watched *w = context;
    const noc_sampling *s = &w->b->r->o->sampling;
    double sum = 0.0;
    bool goes_on = true;
    pthread_mutex_lock(&w->b->lock);
    w->p->share = share;
    for (size_t i = 0; i < w->b->count; i++) sum += w->b->probes[i].share;
    if (s->progress) goes_on = s->progress(s->context, sum / (double)w->b->count);
    pthread_mutex_unlock(&w->b->lock);
    return goes_on;
}

/* Compiles a probe's design, with memory reserved for the design and its sample. If memory is
 * short, the thread releases its reservation and starts again. *reserved_bytes: bytes that the
 * caller releases in any case. */
static noc_status compile(probe *p, noc_system **system, uint64_t *reserved)
{
    uint64_t needed = noc_memory_whole(noc_system_size_of(p->design).bytes);
    for (;;) {
        noc_memory_reserve(needed);
        *reserved = needed;
        const noc_status status = noc_system_compile(p->design, system, &p->diag);
        if (status != NOC_OK) return status;
        needed =
            noc_memory_whole(noc_system_size_of(p->design).bytes + noc_replications_bytes(*system));
        if (needed <= *reserved) return NOC_OK;
        if (noc_memory_try_reserve(needed - *reserved)) {
            *reserved = needed;
            return NOC_OK;
        }
        noc_system_free(*system);
        *system = NULL;
        noc_memory_release(*reserved);
    }
}

static noc_status measure(batch *b, probe *p)
{
    watched w = {b, p};
    uint64_t reserved = 0;
    noc_system *system = NULL;
    noc_sampling sampling = b->r->o->sampling;
    sampling.jobs = b->jobs;
    sampling.progress = tick;
    sampling.context = &w;
    noc_status status = compile(p, &system, &reserved);
    if (status == NOC_OK)
        status = sample(system, &b->r->question, &sampling, p->effort, &p->estimate, &p->diag);
    noc_system_free(system);
    noc_memory_release(reserved);
    p->estimate.design = NULL;
    if (status != NOC_OK) return status;
    tick(&w, 1.0);
    pthread_mutex_lock(&b->lock); /* saved at once, even if other probes fail */
    status = save(b->r->store, p->hash, b->r->space, &p->estimate, b->r->o, p->effort, &p->diag);
    pthread_mutex_unlock(&b->lock);
    return status;
}

static void *work(void *context)
{
    batch *b = context;
    for (;;) {
        pthread_mutex_lock(&b->lock);
        probe *p = b->next < b->count ? &b->probes[b->next++] : NULL;
        pthread_mutex_unlock(&b->lock);
        if (!p) return NULL;
        p->status = measure(b, p);
    }
}

/* Measures the probes of a batch in parallel, one design per thread. The results do not depend on
 * the number of threads. */
static void measure_side_by_side(batch *b)
{
    pthread_t threads[BATCH_MOST];
    size_t started = 0;
    const unsigned jobs = b->r->t->threads;
    const size_t wanted = b->count < jobs ? b->count : jobs;
    b->jobs = wanted ? jobs / (unsigned)wanted : 1;
    pthread_mutex_init(&b->lock, NULL);
    while (started + 1 < wanted && pthread_create(&threads[started], NULL, work, b) == 0) started++;
    work(b);
    for (size_t i = 0; i < started; i++) pthread_join(threads[i], NULL);
    pthread_mutex_destroy(&b->lock);
}

static const noc_entry *find_model(const noc_entries *entries, const char *hash)
{
    for (size_t i = 0; i < entries->count; i++)
        if (entries->list[i].method == NOC_METHOD_MODEL && strcmp(entries->list[i].hash, hash) == 0)
            return &entries->list[i];
    return NULL;
}

static noc_status take(run *r, const probe *p, double threads, noc_diag *diag)
{
    const bool coarse = p->effort == NOC_EFFORT_COARSE;
    if (coarse)
        r->t->coarse++;
    else
        memcpy(r->tried[r->t->measured++], p->hash, sizeof *r->tried);
    if (!coarse) r->t->measured_seconds += p->estimate.wall_s * threads;
    r->t->cycles += p->estimate.cycles_simulated;
    return insert(r->entries, find_model(r->entries, p->hash), &p->estimate, p->effort, diag);
}

/* Adds the finished samples in the order of the batch, and reports the first failure. */
static noc_status take_batch(batch *b, noc_diag *diag)
{
    noc_status status = NOC_OK, taken = NOC_OK;
    for (size_t i = 0; i < b->count; i++) {
        probe *p = &b->probes[i];
        if (p->status == NOC_OK && taken == NOC_OK) taken = take(b->r, p, b->jobs, diag);
        if (p->status != NOC_OK && status == NOC_OK) {
            status = p->status;
            for (size_t k = 0; k < p->diag.count; k++)
                noc_fail(diag, status, (noc_place){p->diag.messages[k].file, 0}, "%s",
                         p->diag.messages[k].text);
        }
        noc_diag_clear(&p->diag);
        noc_design_free(p->design);
    }
    return taken == NOC_OK ? status : taken;
}

/* ---- designs to measure --------------------------------------------------------------------- */

typedef struct ranked {
    bool by_value;
    noc_effort effort; /* effort of the next sample */
    double merit;
    char hash[NOC_HASH_CHARS + 1];
} ranked;

/* Orders designs on the front by value first: the better the front is known, the fewer designs can
 * beat it. Designs to sample coarsely are next, since coarse samples decide which designs need a
 * precise one. */
static int in_order(const void *a, const void *b)
{
    const ranked *x = a, *y = b;
    if (x->by_value != y->by_value) return x->by_value ? -1 : 1;
    if (x->effort != y->effort) return x->effort > y->effort ? -1 : 1;
    if (x->merit != y->merit) return x->merit > y->merit ? -1 : 1;
    return strcmp(x->hash, y->hash);
}

static bool was_tried(const run *r, const char *hash)
{
    for (uint64_t i = 0; i < r->t->measured; i++)
        if (strcmp(r->tried[i], hash) == 0) return true;
    return false;
}

/* True if some measured design at its worst is behind this point at its best by the tolerance at
 * most. Only measured designs count, so that two designs never exclude each other. */
static bool is_within(const noc_candidates *all, double tolerance, size_t own)
{
    const double *best = all->points[own].best;
    for (size_t i = 0; i < all->racing; i++) {
        const double *worst = all->points[i].worst;
        size_t d = 0;
        if (i == own || !all->list[i].sample || !noc_candidate_measured(all, &all->list[i]))
            continue;
        while (d < all->objectives.count && worst[d] + tolerance * fabs(worst[d]) >= best[d]) d++;
        if (d == all->objectives.count) return true;
    }
    return false;
}

static bool is_settled(const run *r, const noc_candidate *c)
{
    return !c->model || (noc_candidate_measured(r->all, c) && c->sample->effort <= r->effort);
}

/* Sum over objectives of the relative gain from the value to the best end of the interval. */
static double merit_of(const noc_candidates *all, size_t i)
{
    double gain = 0.0;
    for (size_t d = 0; d < all->objectives.count; d++)
        gain += (all->points[i].best[d] - all->points[i].value[d]) /
                (fabs(all->points[i].value[d]) + 1e-300);
    return gain;
}

/* Lists the designs to measure, the most promising first: designs that may be on the front by more
 * than the tolerance, and designs on the front by value. The caller frees the list. */
static ranked *rank(run *r, size_t *count)
{
    const noc_candidates *all = r->all;
    ranked *list = malloc((all->count + 1) * sizeof *list);
    *count = 0;
    r->t->within = r->t->unanswered = 0;
    for (size_t i = 0; list && i < all->racing; i++) {
        const noc_candidate *c = &all->list[i];
        const bool known = c->sample && noc_candidate_measured(all, c);
        if (all->marks[i].membership == NOC_FRONT_OFF || is_settled(r, c)) continue;
        if (was_tried(r, c->model->hash)) {
            r->t->unanswered += !known;
            continue;
        }
        if (!all->marks[i].by_value && is_within(all, r->o->tolerance, i)) {
            r->t->within += !known;
            continue;
        }
        ranked *next = &list[(*count)++];
        next->by_value = all->marks[i].by_value;
        next->merit = merit_of(all, i);
        next->effort = !known && starts_coarse(&r->question) ? NOC_EFFORT_COARSE : r->effort;
        memcpy(next->hash, c->model->hash, sizeof next->hash);
    }
    if (list) qsort(list, *count, sizeof *list, in_order);
    return list;
}

/* Moves the design with the smallest hash, which is as good as a random one, to a position of the
 * list. */
static void draw(ranked *list, size_t count, size_t to)
{
    size_t smallest = to;
    for (size_t i = to; i < count; i++)
        if (strcmp(list[i].hash, list[smallest].hash) < 0) smallest = i;
    const ranked drawn = list[smallest];
    memmove(&list[to + 1], &list[to], (smallest - to) * sizeof *list);
    list[to] = drawn;
}

static noc_status refresh(run *r, noc_diag *diag)
{
    const noc_objectives objectives = r->all->objectives;
    const double model_error = r->all->model_error;
    const noc_allowance allowed = r->all->allowed;
    noc_candidates_clear(r->all);
    const noc_status status =
        noc_candidates_find(r->entries, &objectives, model_error, allowed, r->all, diag);
    return status == NOC_OK ? noc_candidates_learn(r->all, r->o->confidence, diag) : status;
}

static bool is_spent(const run *r)
{
    return r->t->coarse + r->t->measured >= r->o->budget;
}

static noc_status add_probe(batch *b, const ranked *of, noc_diag *diag)
{
    const noc_entry *entry = find_model(b->r->entries, of->hash);
    probe *p = &b->probes[b->count];
    *p = (probe){.effort = of->effort, .status = NOC_EINTERRUPTED};
    memcpy(p->hash, of->hash, sizeof p->hash);
    const noc_status status = noc_store_rebuild_entry(b->r->store, entry, &p->design, diag);
    b->count += status == NOC_OK;
    return status;
}

static size_t batch_size(const run *r)
{
    size_t most = BATCH;
    for (size_t d = 0; d < r->all->objectives.count; d++)
        if (r->all->learned[d].measured / 8 > most) most = r->all->learned[d].measured / 8;
    return most < BATCH_MOST ? most : BATCH_MOST;
}

/* Finds the range of coarse samples off the front by value. */
static void find_coarse(const ranked *list, size_t count, size_t *from, size_t *to)
{
    for (*from = 0; *from < count && list[*from].by_value;) ++*from;
    for (*to = *from; *to < count && list[*to].effort == NOC_EFFORT_COARSE;) ++*to;
}

static noc_status measure_batch(run *r, ranked *list, size_t count, noc_diag *diag)
{
    batch b = {.r = r};
    noc_status status = NOC_OK;
    const uint64_t taken = r->t->coarse + r->t->measured;
    const size_t most = batch_size(r);
    size_t from, to, precise = 0;
    find_coarse(list, count, &from, &to);
    for (size_t i = 0; i < count && b.count < most && status == NOC_OK; i++) {
        if (taken + b.count >= r->o->budget) break;
        if (i % DRAWN == DRAWN - 1 && i >= from && i < to) draw(list, to, i);
        if (list[i].effort != NOC_EFFORT_COARSE && precise++ >= BATCH) continue;
        status = add_probe(&b, &list[i], diag);
    }
    if (r->o->step) r->o->step(r->o->context, taken, b.count, count);
    if (status == NOC_OK) measure_side_by_side(&b);
    const noc_status measured = take_batch(&b, diag);
    return status == NOC_OK ? measured : status;
}

static noc_status measure_all(run *r, noc_diag *diag)
{
    noc_status status = refresh(r, diag);
    while (status == NOC_OK) {
        size_t count = 0;
        ranked *list = rank(r, &count);
        r->t->undecided = count;
        if (!list) return noc_fail_memory(diag);
        const bool more = count > 0 && !is_spent(r);
        if (more) status = measure_batch(r, list, count, diag);
        free(list);
        if (!more) break;
        /* entries may have moved, so candidates are found again after a failure, too */
        const noc_status again = refresh(r, diag);
        if (again != NOC_OK) return again;
    }
    return status;
}

noc_status noc_measure_front(noc_store *store, const noc_space_record *space, noc_entries *entries,
                             noc_candidates *all, const noc_measure_options *o,
                             noc_measure_totals *t, noc_diag *diag)
{
    run r = {store, space, entries, all, o, t, ask(space, &all->objectives), NOC_EFFORT_FULL, NULL};
    *t = (noc_measure_totals){
        .tolerance = o->tolerance,
        .confidence = o->confidence,
        .threads = o->sampling.jobs ? o->sampling.jobs : noc_processors(),
    };
    noc_status status = noc_measure_possible(space, &all->objectives, diag);
    if (status != NOC_OK) return status;
    r.effort = effort_of(&r.question, o->sampling.precision);
    const uint64_t most = o->budget < all->count ? o->budget : all->count;
    const double start = noc_seconds();
    r.tried = calloc(most + 1, sizeof *r.tried);
    status = r.tried ? measure_all(&r, diag) : noc_fail_memory(diag);
    free(r.tried);
    t->seconds = noc_seconds() - start;
    return status;
}
