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
    PRECISE_MAX = 8, /* largest number of precise samples between two updates of the front */
    /* upper bound of the samples in a batch, coarse ones included; a batch has an eighth of the
     * number of measured designs */
    BATCH_MAX = 64,
    DRAW_PERIOD = 4, /* one sample in DRAW_PERIOD is drawn at random */
};

/* Joins two samples of a design; metrics of `sample` take precedence over metrics of `added`. */
static void join_samples(noc_estimate *sample, const noc_estimate *added)
{
    for (int id = 0; id < NOC_METRICS; id++)
        if (isnan(sample->metrics[id].value)) sample->metrics[id] = added->metrics[id];
    sample->cycles_simulated += added->cycles_simulated;
}

/* Samples that a space's task and objectives need. */
typedef struct sample_question {
    noc_offered_load load;
    /* A search for saturation; a search for the knee; a sample at the load or of the closed
     * loop. */
    bool needs_search, needs_knee, needs_point;
} sample_question;

static sample_question find_question(const noc_space_record *space,
                                     const noc_objectives *objectives)
{
    static const char at_load[] = "load ";
    sample_question q = {.needs_search = false};
    if (strncmp(space->task, at_load, strlen(at_load)) == 0)
        (void)noc_offered_load_read(space->task + strlen(at_load), &q.load);
    for (size_t i = 0; i < objectives->count; i++) {
        const noc_metric_id id = objectives->list[i].metric;
        const noc_metric_info *info = noc_metric_info_of(id);
        q.needs_search = q.needs_search || info->searched;
        q.needs_knee = q.needs_knee || id == NOC_METRIC_knee_flits_per_cycle;
        q.needs_point = q.needs_point || (!info->searched && !info->exact);
    }
    return q;
}

noc_status noc_measure_check(const noc_space_record *space, const noc_objectives *objectives,
                             noc_diag *diag)
{
    const sample_question q = find_question(space, objectives);
    if (q.needs_search || q.needs_point) return NOC_OK;
    return noc_fail(diag, NOC_EUSAGE, (noc_place){"--measure", 0},
                    "there is nothing to measure: the model is exact in all of the objectives");
}

static noc_status sample_design(const noc_system *system, const sample_question *q,
                                const noc_sampling *sampling, noc_effort effort, noc_estimate *e,
                                noc_diag *diag)
{
    noc_sampling limits = *sampling;
    noc_estimate point_estimate;
    noc_status status = NOC_OK;
    limits.skips_knee = !q->needs_knee;
    limits.effort = effort;
    limits.skips_cause = true; /* no objective depends on the cause */
    if (q->needs_search) status = noc_estimate_sample_saturation(system, &limits, e, diag);
    if (status != NOC_OK || !q->needs_point) return status;
    double load;
    status = noc_offered_load_convert(system, noc_calibration_shipped(), &q->load, &load, diag);
    if (status != NOC_OK) return status;
    status = isnan(load) ? noc_estimate_sample_closed(system, &limits, &point_estimate, diag)
                         : noc_estimate_sample(system, load, &limits, &point_estimate, diag);
    if (status != NOC_OK) return status;
    if (q->needs_search)
        join_samples(e, &point_estimate);
    else
        *e = point_estimate;
    return status;
}

/* Inserts a measured result as an entry, in the store's order. */
static noc_status insert_result(noc_entries *entries, const noc_entry *model_entry,
                                const noc_estimate *e, noc_effort effort, noc_diag *diag)
{
    const size_t position = (size_t)(model_entry - entries->list) + 1;
    if (position < entries->count && strcmp(entries->list[position].hash, model_entry->hash) == 0) {
        /* an earlier sample was coarse, or had other metrics */
        for (int id = 0; id < NOC_METRICS; id++)
            if (isfinite(e->metrics[id].value))
                entries->list[position].metrics[id] = e->metrics[id];
        entries->list[position].effort = effort;
        return NOC_OK;
    }
    noc_entry *grown =
        noc_arena_resize(&entries->memory, entries->list, entries->count + 1, sizeof *grown);
    if (!grown) return noc_fail_memory(diag);
    entries->list = grown;
    memmove(&grown[position + 1], &grown[position], (entries->count - position) * sizeof *grown);
    entries->count++;
    grown[position] = grown[position - 1];
    grown[position].method = NOC_METHOD_SAMPLE;
    grown[position].effort = effort;
    snprintf(grown[position].status, sizeof grown[position].status, "%s",
             noc_answer_name(e->answer));
    memcpy(grown[position].metrics, e->metrics, sizeof grown[position].metrics);
    return NOC_OK;
}

static const char *const effort_suffixes[] = {"", NOC_ENGINE_BRIEF, NOC_ENGINE_COARSE};

static noc_status save_result(noc_store *store, const char *hash, const noc_space_record *space,
                              const noc_estimate *e, const noc_measure_options *o,
                              noc_effort effort, noc_diag *diag)
{
    char engine[100];
    snprintf(engine, sizeof engine, "%s seed %llu precision %.6g%s", o->engine,
             (unsigned long long)o->sampling.seed, o->sampling.precision, effort_suffixes[effort]);
    noc_status status = noc_store_begin(store, diag);
    if (status != NOC_OK) return status;
    status = noc_store_put_result(store, hash, space->task, engine, e, diag);
    return noc_store_end(store, status, diag);
}

/* Run of measurements. */
typedef struct measure_run {
    noc_store *store;
    const noc_space_record *space;
    noc_entries *entries;
    noc_candidates *candidates;
    const noc_measure_options *options;
    noc_measure_totals *totals;
    sample_question question;
    noc_effort effort; /* effort of the precise samples */
    /* Hashes of the designs that this run sampled, with or without a result. */
    char (*tried_hashes)[NOC_HASH_CHARS + 1];
} measure_run;

/* True if only saturation is wanted: a coarse sample first excludes most designs. */
static bool needs_coarse_sample(const sample_question *q)
{
    return q->needs_search && !q->needs_knee && !q->needs_point;
}

/* Chooses the smallest effort that reaches the requested precision. */
static noc_effort choose_effort(const sample_question *q, double precision)
{
    static const double brief_precision = 0.01;
    return needs_coarse_sample(q) && precision >= brief_precision ? NOC_EFFORT_BRIEF
                                                                  : NOC_EFFORT_FULL;
}

/* ---- a batch in parallel -------------------------------------------------------------------- */

/* One design to measure. */
typedef struct probe {
    char hash[NOC_HASH_CHARS + 1];
    noc_effort effort;
    noc_design *design;
    noc_estimate estimate;
    double done_share; /* finished share of the sample, 0 to 1 */
    noc_status status;
    noc_diag diag;
} probe;

typedef struct batch {
    measure_run *run;
    probe probes[BATCH_MAX];
    size_t count, next_probe;
    unsigned threads_per_probe; /* threads for each probe */
    pthread_mutex_t lock;
} batch;

typedef struct probe_context {
    batch *batch;
    probe *probe;
} probe_context;

static bool report_progress(void *context, double share)
{
    const probe_context *progress_context = context;
    const noc_sampling *sampling = &progress_context->batch->run->options->sampling;
    double sum = 0.0;
    bool continues = true;
    pthread_mutex_lock(&progress_context->batch->lock);
    progress_context->probe->done_share = share;
    for (size_t i = 0; i < progress_context->batch->count; i++)
        sum += progress_context->batch->probes[i].done_share;
    if (sampling->progress)
        continues =
            sampling->progress(sampling->context, sum / (double)progress_context->batch->count);
    pthread_mutex_unlock(&progress_context->batch->lock);
    return continues;
}

/* Compiles a probe's design, with memory reserved for the design and its sample. If memory is
 * short, the thread releases its reservation and starts again. *reserved_bytes: bytes that the
 * caller releases in any case. */
static noc_status compile_probe(probe *p, noc_system **system, uint64_t *reserved_bytes)
{
    uint64_t needed_bytes = noc_memory_round_up(noc_system_size_of(p->design).bytes);
    for (;;) {
        noc_memory_reserve(needed_bytes);
        *reserved_bytes = needed_bytes;
        const noc_status status = noc_system_compile(p->design, system, &p->diag);
        if (status != NOC_OK) return status;
        needed_bytes = noc_memory_round_up(noc_system_size_of(p->design).bytes +
                                           noc_replications_bytes(*system));
        if (needed_bytes <= *reserved_bytes) return NOC_OK;
        if (noc_memory_try_reserve(needed_bytes - *reserved_bytes)) {
            *reserved_bytes = needed_bytes;
            return NOC_OK;
        }
        noc_system_free(*system);
        *system = NULL;
        noc_memory_release(*reserved_bytes);
    }
}

static noc_status measure_probe(batch *b, probe *p)
{
    probe_context w = {b, p};
    uint64_t reserved_bytes = 0;
    noc_system *system = NULL;
    noc_sampling sampling = b->run->options->sampling;
    sampling.jobs = b->threads_per_probe;
    sampling.progress = report_progress;
    sampling.context = &w;
    noc_status status = compile_probe(p, &system, &reserved_bytes);
    if (status == NOC_OK)
        status =
            sample_design(system, &b->run->question, &sampling, p->effort, &p->estimate, &p->diag);
    noc_system_free(system);
    noc_memory_release(reserved_bytes);
    p->estimate.design = NULL;
    if (status != NOC_OK) return status;
    report_progress(&w, 1.0);
    /* the result is saved at once, so that it stays if other probes fail */
    pthread_mutex_lock(&b->lock);
    status = save_result(b->run->store, p->hash, b->run->space, &p->estimate, b->run->options,
                         p->effort, &p->diag);
    pthread_mutex_unlock(&b->lock);
    return status;
}

static void *run_thread(void *context)
{
    batch *b = context;
    for (;;) {
        pthread_mutex_lock(&b->lock);
        probe *p = b->next_probe < b->count ? &b->probes[b->next_probe++] : NULL;
        pthread_mutex_unlock(&b->lock);
        if (!p) return NULL;
        p->status = measure_probe(b, p);
    }
}

/* Measures the probes of a batch in parallel, one design per thread. The results do not depend on
 * the number of threads. */
static void measure_probes(batch *b)
{
    pthread_t threads[BATCH_MAX];
    size_t started_threads = 0;
    const unsigned jobs = b->run->totals->threads;
    const size_t thread_count = b->count < jobs ? b->count : jobs;
    b->threads_per_probe = thread_count ? jobs / (unsigned)thread_count : 1;
    pthread_mutex_init(&b->lock, NULL);
    while (started_threads + 1 < thread_count &&
           pthread_create(&threads[started_threads], NULL, run_thread, b) == 0)
        started_threads++;
    run_thread(b);
    for (size_t i = 0; i < started_threads; i++) pthread_join(threads[i], NULL);
    pthread_mutex_destroy(&b->lock);
}

static const noc_entry *find_model(const noc_entries *entries, const char *hash)
{
    for (size_t i = 0; i < entries->count; i++)
        if (entries->list[i].method == NOC_METHOD_MODEL && strcmp(entries->list[i].hash, hash) == 0)
            return &entries->list[i];
    return NULL;
}

static noc_status add_result(measure_run *r, const probe *p, double threads, noc_diag *diag)
{
    const bool is_coarse = p->effort == NOC_EFFORT_COARSE;
    if (is_coarse)
        r->totals->coarse_samples++;
    else
        memcpy(r->tried_hashes[r->totals->precise_samples++], p->hash, sizeof *r->tried_hashes);
    if (!is_coarse) r->totals->precise_seconds += p->estimate.wall_s * threads;
    r->totals->cycles += p->estimate.cycles_simulated;
    return insert_result(r->entries, find_model(r->entries, p->hash), &p->estimate, p->effort,
                         diag);
}

/* Adds the finished samples in the order of the batch, and reports the first failure. */
static noc_status add_batch_results(batch *b, noc_diag *diag)
{
    noc_status status = NOC_OK, add_status = NOC_OK;
    for (size_t i = 0; i < b->count; i++) {
        probe *p = &b->probes[i];
        if (p->status == NOC_OK && add_status == NOC_OK)
            add_status = add_result(b->run, p, b->threads_per_probe, diag);
        if (p->status != NOC_OK && status == NOC_OK) {
            status = p->status;
            for (size_t k = 0; k < p->diag.count; k++)
                noc_fail(diag, status, (noc_place){p->diag.messages[k].file, 0}, "%s",
                         p->diag.messages[k].text);
        }
        noc_diag_clear(&p->diag);
        noc_design_free(p->design);
    }
    return add_status == NOC_OK ? status : add_status;
}

/* ---- designs to measure --------------------------------------------------------------------- */

typedef struct ranked_design {
    bool is_on_value_front;
    noc_effort effort; /* effort of the next sample */
    double merit;
    char hash[NOC_HASH_CHARS + 1];
} ranked_design;

/* Orders designs to measure: first designs on the front by value, since a better known front leaves
 * fewer designs that can beat it; then designs to sample coarsely, since coarse samples decide
 * which designs need a precise one; then larger merit. */
static int compare_ranked(const void *a, const void *b)
{
    const ranked_design *x = a, *y = b;
    if (x->is_on_value_front != y->is_on_value_front) return x->is_on_value_front ? -1 : 1;
    if (x->effort != y->effort) return x->effort > y->effort ? -1 : 1;
    if (x->merit != y->merit) return x->merit > y->merit ? -1 : 1;
    return strcmp(x->hash, y->hash);
}

static bool was_tried(const measure_run *r, const char *hash)
{
    for (uint64_t i = 0; i < r->totals->precise_samples; i++)
        if (strcmp(r->tried_hashes[i], hash) == 0) return true;
    return false;
}

/* True if this point at its best exceeds some measured design at its worst by at most the
 * tolerance, in every objective. Only measured designs count, so that two designs never exclude
 * each other. */
static bool is_within_tolerance(const noc_candidates *candidates, double tolerance, size_t index)
{
    const double *best = candidates->points[index].best;
    for (size_t i = 0; i < candidates->racing_count; i++) {
        const double *worst = candidates->points[i].worst;
        size_t d = 0;
        if (i == index || !candidates->list[i].sample ||
            !noc_candidate_is_measured(candidates, &candidates->list[i]))
            continue;
        while (d < candidates->objectives.count && worst[d] + tolerance * fabs(worst[d]) >= best[d])
            d++;
        if (d == candidates->objectives.count) return true;
    }
    return false;
}

static bool is_decided(const measure_run *r, const noc_candidate *c)
{
    return !c->model ||
           (noc_candidate_is_measured(r->candidates, c) && c->sample->effort <= r->effort);
}

/* Sum over objectives of the relative gain from the value to the best end of the interval. */
static double find_optimistic_gain(const noc_candidates *candidates, size_t i)
{
    double gain = 0.0;
    for (size_t d = 0; d < candidates->objectives.count; d++)
        gain += (candidates->points[i].best[d] - candidates->points[i].value[d]) /
                (fabs(candidates->points[i].value[d]) + 1e-300);
    return gain;
}

/* Lists the designs to measure, the most promising first: designs that may be on the front by more
 * than the tolerance, and designs on the front by value. The caller frees the list. */
static ranked_design *rank_designs(measure_run *r, size_t *count)
{
    const noc_candidates *candidates = r->candidates;
    ranked_design *list = malloc((candidates->count + 1) * sizeof *list);
    *count = 0;
    r->totals->tolerated_designs = r->totals->unanswered_designs = 0;
    for (size_t i = 0; list && i < candidates->racing_count; i++) {
        const noc_candidate *c = &candidates->list[i];
        const bool is_measured = c->sample && noc_candidate_is_measured(candidates, c);
        if (candidates->marks[i].membership == NOC_FRONT_OFF || is_decided(r, c)) continue;
        if (was_tried(r, c->model->hash)) {
            r->totals->unanswered_designs += !is_measured;
            continue;
        }
        if (!candidates->marks[i].is_on_value_front &&
            is_within_tolerance(candidates, r->options->tolerance, i)) {
            r->totals->tolerated_designs += !is_measured;
            continue;
        }
        ranked_design *ranking = &list[(*count)++];
        ranking->is_on_value_front = candidates->marks[i].is_on_value_front;
        ranking->merit = find_optimistic_gain(candidates, i);
        ranking->effort =
            !is_measured && needs_coarse_sample(&r->question) ? NOC_EFFORT_COARSE : r->effort;
        memcpy(ranking->hash, c->model->hash, sizeof ranking->hash);
    }
    if (list) qsort(list, *count, sizeof *list, compare_ranked);
    return list;
}

/* Moves the design with the smallest hash, which is as good as a random one, to a position of the
 * list. */
static void draw_design(ranked_design *list, size_t count, size_t position)
{
    size_t smallest = position;
    for (size_t i = position; i < count; i++)
        if (strcmp(list[i].hash, list[smallest].hash) < 0) smallest = i;
    const ranked_design drawn_design = list[smallest];
    memmove(&list[position + 1], &list[position], (smallest - position) * sizeof *list);
    list[position] = drawn_design;
}

static noc_status update_candidates(measure_run *r, noc_diag *diag)
{
    const noc_objectives objectives = r->candidates->objectives;
    const double model_error = r->candidates->model_error;
    const noc_race_rules rules = r->candidates->rules;
    noc_candidates_clear(r->candidates);
    const noc_status status =
        noc_candidates_find(r->entries, &objectives, model_error, rules, r->candidates, diag);
    return status == NOC_OK ? noc_candidates_learn(r->candidates, r->options->confidence, diag)
                            : status;
}

static bool is_budget_spent(const measure_run *r)
{
    return r->totals->coarse_samples + r->totals->precise_samples >= r->options->budget;
}

static noc_status add_probe(batch *b, const ranked_design *design, noc_diag *diag)
{
    const noc_entry *entry = find_model(b->run->entries, design->hash);
    probe *p = &b->probes[b->count];
    *p = (probe){.effort = design->effort, .status = NOC_EINTERRUPTED};
    memcpy(p->hash, design->hash, sizeof p->hash);
    const noc_status status = noc_store_rebuild_entry(b->run->store, entry, &p->design, diag);
    b->count += status == NOC_OK;
    return status;
}

static size_t choose_batch_size(const measure_run *r)
{
    size_t size = PRECISE_MAX;
    for (size_t d = 0; d < r->candidates->objectives.count; d++)
        if (r->candidates->corrections_info[d].measured_count / 8 > size)
            size = r->candidates->corrections_info[d].measured_count / 8;
    return size < BATCH_MAX ? size : BATCH_MAX;
}

/* Finds the range of the ranked designs that are off the front by value and get coarse samples. */
static void find_coarse_range(const ranked_design *list, size_t count, size_t *first, size_t *end)
{
    for (*first = 0; *first < count && list[*first].is_on_value_front;) ++*first;
    for (*end = *first; *end < count && list[*end].effort == NOC_EFFORT_COARSE;) ++*end;
}

static noc_status measure_batch(measure_run *r, ranked_design *list, size_t count, noc_diag *diag)
{
    batch b = {.run = r};
    noc_status status = NOC_OK;
    const uint64_t samples = r->totals->coarse_samples + r->totals->precise_samples;
    const size_t size = choose_batch_size(r);
    size_t first, end, precise_count = 0;
    find_coarse_range(list, count, &first, &end);
    for (size_t i = 0; i < count && b.count < size && status == NOC_OK; i++) {
        if (samples + b.count >= r->options->budget) break;
        if (i % DRAW_PERIOD == DRAW_PERIOD - 1 && i >= first && i < end) draw_design(list, end, i);
        if (list[i].effort != NOC_EFFORT_COARSE && precise_count++ >= PRECISE_MAX) continue;
        status = add_probe(&b, &list[i], diag);
    }
    if (r->options->report) r->options->report(r->options->context, samples, b.count, count);
    if (status == NOC_OK) measure_probes(&b);
    const noc_status result_status = add_batch_results(&b, diag);
    return status == NOC_OK ? result_status : status;
}

static noc_status measure_batches(measure_run *r, noc_diag *diag)
{
    noc_status status = update_candidates(r, diag);
    while (status == NOC_OK) {
        size_t count = 0;
        NOC_AUTO_FREE ranked_design *list = rank_designs(r, &count);
        r->totals->undecided_designs = count;
        if (!list) return noc_fail_memory(diag);
        const bool continues = count > 0 && !is_budget_spent(r);
        if (continues) status = measure_batch(r, list, count, diag);
        if (!continues) break;
        /* entries may have moved, so candidates are found again after a failure, too */
        const noc_status update_status = update_candidates(r, diag);
        if (update_status != NOC_OK) return update_status;
    }
    return status;
}

noc_status noc_measure_front(noc_store *store, const noc_space_record *space, noc_entries *entries,
                             noc_candidates *candidates, const noc_measure_options *options,
                             noc_measure_totals *totals, noc_diag *diag)
{
    measure_run r = {store,
                     space,
                     entries,
                     candidates,
                     options,
                     totals,
                     find_question(space, &candidates->objectives),
                     NOC_EFFORT_FULL,
                     NULL};
    *totals = (noc_measure_totals){
        .tolerance = options->tolerance,
        .confidence = options->confidence,
        .threads = options->sampling.jobs ? options->sampling.jobs : noc_count_processors(),
    };
    noc_status status = noc_measure_check(space, &candidates->objectives, diag);
    if (status != NOC_OK) return status;
    r.effort = choose_effort(&r.question, options->sampling.precision);
    const uint64_t samples_max =
        options->budget < candidates->count ? options->budget : candidates->count;
    const double start = noc_seconds();
    NOC_AUTO_FREE void *tried_hashes = calloc(samples_max + 1, sizeof *r.tried_hashes);
    r.tried_hashes = tried_hashes;
    status = tried_hashes ? measure_batches(&r, diag) : noc_fail_memory(diag);
    totals->seconds = noc_seconds() - start;
    return status;
}
