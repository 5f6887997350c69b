#include "explore/measure.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH = 8 }; /* designs between two looks at the front */

static bool needs_search(noc_metric_id id)
{
    return id == NOC_METRIC_saturation_flits_per_cycle ||
           id == NOC_METRIC_saturation_bytes_per_cycle || id == NOC_METRIC_knee_flits_per_cycle ||
           id == NOC_METRIC_throughput_per_area_bytes_per_cycle_mm2;
}

/* One estimate of what both kinds of sample tell: figures of the search win. */
static void join(noc_estimate *into, const noc_estimate *from)
{
    for (int id = 0; id < NOC_METRICS; id++)
        if (isnan(into->metrics[id].value)) into->metrics[id] = from->metrics[id];
    into->cycles_simulated += from->cycles_simulated;
}

static noc_status sample(const noc_system *system, const noc_space_record *space,
                         const noc_objectives *objectives, const noc_sampling *sampling,
                         noc_estimate *e, noc_diag *diag)
{
    double load = NAN;
    bool search = false, point = false;
    (void)sscanf(space->task, "load %lf", &load);
    for (size_t i = 0; i < objectives->count; i++) {
        const noc_metric_id id = objectives->list[i].metric;
        search = search || needs_search(id);
        point = point || (!needs_search(id) && !noc_metric_is_exact(id));
    }
    noc_estimate at_load;
    noc_status status = NOC_OK;
    if (search) status = noc_estimate_sample_saturation(system, sampling, e, diag);
    if (status != NOC_OK || !point || isnan(load)) return status;
    status = noc_estimate_sample(system, load, sampling, &at_load, diag);
    if (status != NOC_OK) return status;
    if (search)
        join(e, &at_load);
    else
        *e = at_load;
    return status;
}

/* The measured result as an entry, in the store's order. */
static noc_status insert(noc_entries *entries, const noc_entry *of, const noc_estimate *e,
                         noc_diag *diag)
{
    noc_entry *grown = realloc(entries->list, (entries->count + 1) * sizeof *grown);
    if (!grown) return noc_fail_memory(diag);
    const size_t at = (size_t)(of - entries->list) + 1;
    entries->list = grown;
    memmove(&grown[at + 1], &grown[at], (entries->count - at) * sizeof *grown);
    entries->count++;
    grown[at] = grown[at - 1];
    grown[at].overrides = strdup(grown[at - 1].overrides);
    grown[at].source = strdup(grown[at - 1].source);
    grown[at].bottleneck = strdup(grown[at - 1].bottleneck);
    grown[at].method = NOC_METHOD_SAMPLE;
    snprintf(grown[at].status, sizeof grown[at].status, "%s", noc_answer_name(e->answer));
    memcpy(grown[at].metrics, e->metrics, sizeof grown[at].metrics);
    return NOC_OK;
}

static noc_status save(noc_store *store, const noc_entry *entry, const noc_space_record *space,
                       const noc_estimate *e, const noc_sampling *sampling, noc_diag *diag)
{
    char engine[80];
    snprintf(engine, sizeof engine, "seed %llu precision %.6g", (unsigned long long)sampling->seed,
             sampling->precision);
    noc_status status = noc_store_begin(store, diag);
    if (status != NOC_OK) return status;
    status = noc_store_put_result(store, entry->hash, space->task, engine, e, diag);
    if (status == NOC_OK) return noc_store_commit(store, diag);
    noc_store_rollback(store);
    return status;
}

static noc_status measure_one(noc_store *store, const noc_space_record *space, noc_entries *entries,
                              const noc_entry *entry, const noc_objectives *objectives,
                              const noc_measure_options *o, noc_measure_totals *t, noc_diag *diag)
{
    noc_design *design = NULL;
    noc_system *system = NULL;
    noc_estimate e;
    noc_status status = noc_store_rebuild(store, entry->source, entry->overrides, &design, diag);
    if (status == NOC_OK) status = noc_system_compile(design, &system, diag);
    if (status == NOC_OK) status = sample(system, space, objectives, &o->sampling, &e, diag);
    if (status == NOC_OK) status = save(store, entry, space, &e, &o->sampling, diag);
    if (status == NOC_OK) {
        t->measured++;
        t->seconds += e.wall_s;
        t->cycles += e.cycles_simulated;
        status = insert(entries, entry, &e, diag);
    }
    noc_system_free(system);
    noc_design_free(design);
    return status;
}

typedef struct ranked {
    double merit;
    char hash[NOC_HASH_CHARS + 1];
} ranked;

static int by_merit(const void *a, const void *b)
{
    const ranked *x = a, *y = b;
    if (x->merit != y->merit) return x->merit > y->merit ? -1 : 1;
    return strcmp(x->hash, y->hash);
}

/* What is not measured and may be on the front, the most promising first: on the front by value, then by
 * how much a lucky case would gain. The caller frees the list. */
static ranked *rank(const noc_candidates *all, size_t *count)
{
    ranked *list = malloc((all->count + 1) * sizeof *list);
    *count = 0;
    for (size_t i = 0; list && i < all->count; i++) {
        if (all->marks[i].membership == NOC_FRONT_OFF) continue;
        if (noc_candidate_measured(all, &all->list[i]) || !all->list[i].model) continue;
        double gain = all->marks[i].by_value ? 1e6 : 0.0;
        for (size_t d = 0; d < all->objectives.count; d++)
            gain += (all->points[i].best[d] - all->points[i].value[d]) /
                    (fabs(all->points[i].value[d]) + 1e-300);
        list[*count].merit = gain;
        memcpy(list[*count].hash, all->list[i].model->hash, sizeof list->hash);
        ++*count;
    }
    if (list) qsort(list, *count, sizeof *list, by_merit);
    return list;
}

static const noc_entry *find_model(const noc_entries *entries, const char *hash)
{
    for (size_t i = 0; i < entries->count; i++)
        if (entries->list[i].method == NOC_METHOD_MODEL && strcmp(entries->list[i].hash, hash) == 0)
            return &entries->list[i];
    return NULL;
}

static noc_status refresh(const noc_entries *entries, noc_candidates *all,
                          const noc_measure_options *o, noc_diag *diag)
{
    const noc_objectives objectives = all->objectives;
    noc_candidates_clear(all);
    noc_status status = noc_candidates_find(entries, &objectives, o->model_error, all, diag);
    if (status != NOC_OK) return status;
    noc_candidates_learn(all, o->confidence, o->model_error);
    return noc_candidates_mark(all, diag);
}

static noc_status measure_batch(noc_store *store, const noc_space_record *space,
                                noc_entries *entries, const noc_candidates *all, const ranked *list,
                                size_t count, const noc_measure_options *o, noc_measure_totals *t,
                                noc_diag *diag)
{
    noc_status status = NOC_OK;
    for (size_t i = 0; i < count && i < BATCH && t->measured < o->budget && status == NOC_OK; i++) {
        const noc_entry *entry = find_model(entries, list[i].hash);
        if (o->step) o->step(o->context, t->measured, count - i);
        status = measure_one(store, space, entries, entry, &all->objectives, o, t, diag);
    }
    return status;
}

noc_status noc_measure_front(noc_store *store, const noc_space_record *space, noc_entries *entries,
                             noc_candidates *all, const noc_measure_options *o,
                             noc_measure_totals *t, noc_diag *diag)
{
    *t = (noc_measure_totals){0};
    noc_status status = refresh(entries, all, o, diag);
    while (status == NOC_OK) {
        size_t count = 0;
        ranked *list = rank(all, &count);
        t->undecided = count;
        if (!list) return noc_fail_memory(diag);
        const bool more = count > 0 && t->measured < o->budget;
        if (more) status = measure_batch(store, space, entries, all, list, count, o, t, diag);
        free(list);
        if (!more) break;
        /* the entries may have moved, so candidates are found anew whatever happened */
        const noc_status again = refresh(entries, all, o, diag);
        if (again != NOC_OK) return again;
    }
    return status;
}
