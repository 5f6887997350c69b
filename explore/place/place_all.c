#include "explore/place/place_all.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/processors.h"

/* Thread that tries placements of up to 64 tiles; sets of tiles are bits. A level is a number of
 * chosen tiles; the loads that further tiles would add are stored for each level. */
typedef struct trial_thread {
    const noc_place_problem *p;
    int memory_nodes;
    noc_arena memory;
    int32_t *loads;       /* [level * channels + channel]: load of the chosen tiles */
    int32_t *added_loads; /* [(level * tiles + tile) * channels + channel]: load that a tile adds */
    int64_t routers[65], *added_routers;
    uint16_t tiles[64];
    noc_place_result result;
    uint64_t tried_placements;
    const atomic_bool *is_stopped; /* stop flag of the crew */
} trial_thread;

typedef struct crew {
    const noc_place_problem *p;
    int memory_nodes;
    atomic_int next_task;
    atomic_bool is_stopped;
    int task_count; /* number of tasks, one for each choice of the first two tiles */
    pthread_mutex_t lock;
    noc_place_result *result;
    bool has_failed;
} crew;

/* True if a placement has the largest bits among its symmetric images. */
static bool is_representative(const noc_place_problem *p, const uint16_t *tiles, int memory_nodes)
{
    uint64_t placement = 0;
    for (int i = 0; i < memory_nodes; i++) placement |= 1ull << (63 - tiles[i]);
    for (int k = 1; k < p->symmetry_count; k++) {
        uint64_t image = 0;
        for (int i = 0; i < memory_nodes; i++)
            image |= 1ull << (63 - p->symmetry_maps[k][tiles[i]]);
        if (image > placement) return false;
    }
    return true;
}

static int32_t *added_loads_at(const trial_thread *w, int level, int tile)
{
    return &w->added_loads[(level * w->p->tiles + tile) * w->p->channels];
}

static void try_last_node(trial_thread *w, int level, int first)
{
    const noc_place_problem *p = w->p;
    const int32_t *sum = &w->loads[level * p->channels];
    for (int m = first; m < p->tiles; m++) {
        if (!noc_place_is_tile_free(p, w->tiles, level, m)) continue;
        w->tiles[level] = (uint16_t)m;
        if (!is_representative(p, w->tiles, w->memory_nodes)) continue;
        w->tried_placements++;
        const noc_place_result *r = &w->result;
        const int32_t limit =
            r->count < NOC_PLACE_RESULTS_MAX ? INT32_MAX : r->best[r->count - 1].load;
        noc_place_placement choice;
        choice.load = noc_place_largest_sum(sum, added_loads_at(w, level, m), p->channels, limit);
        if (choice.load > limit) continue;
        choice.routers = w->routers[level] + w->added_routers[level * p->tiles + m];
        memcpy(choice.tiles, w->tiles, (size_t)w->memory_nodes * sizeof *w->tiles);
        noc_place_insert(&w->result, w->memory_nodes, &choice);
    }
}

/* Chooses a tile at `level` and prepares the loads of the next level. */
static void choose_tile(trial_thread *w, int level, int tile)
{
    const noc_place_problem *p = w->p;
    w->tiles[level] = (uint16_t)tile;
    noc_place_add_rows(&w->loads[level * p->channels], added_loads_at(w, level, tile),
                       &w->loads[(level + 1) * p->channels], p->channels);
    w->routers[level + 1] = w->routers[level] + w->added_routers[level * p->tiles + tile];
    for (int s = tile + 1; s < p->tiles; s++) {
        noc_place_subtract_rows(added_loads_at(w, level, s),
                                &p->pair_loads[(s * p->tiles + tile) * p->channels],
                                added_loads_at(w, level + 1, s), p->channels);
        w->added_routers[(level + 1) * p->tiles + s] =
            w->added_routers[level * p->tiles + s] - p->pair_routers[s * p->tiles + tile];
    }
}

static void try_level(trial_thread *w, int level, int first)
{
    if (level == w->memory_nodes - 1) {
        try_last_node(w, level, first);
        return;
    }
    for (int m = first; m <= w->p->tiles - (w->memory_nodes - level) && !atomic_load(w->is_stopped);
         m++) {
        if (!noc_place_is_tile_free(w->p, w->tiles, level, m)) continue;
        choose_tile(w, level, m);
        try_level(w, level + 1, m + 1);
    }
}

static bool init_thread(trial_thread *w)
{
    const noc_place_problem *p = w->p;
    const size_t levels = (size_t)w->memory_nodes + 1, tiles = (size_t)p->tiles;
    const size_t channels = (size_t)p->channels;
    w->loads = noc_arena_array(&w->memory, levels * channels, sizeof *w->loads);
    w->added_loads = noc_arena_array(&w->memory, levels * tiles * channels, sizeof *w->added_loads);
    w->added_routers = noc_arena_array(&w->memory, levels * tiles, sizeof *w->added_routers);
    if (w->memory.is_short) return false;
    memcpy(w->added_loads, p->node_loads, tiles * channels * sizeof *p->node_loads);
    memcpy(w->added_routers, p->node_routers, tiles * sizeof *p->node_routers);
    return true;
}

/* Tries the placements of a task, which fixes the first two tiles. With fewer than three memory
 * nodes, task 0 tries all placements. */
static void run_task(trial_thread *w, int task)
{
    const int tiles = w->p->tiles, first = task / tiles, second = task % tiles;
    if (w->memory_nodes < 3) {
        if (task == 0) try_level(w, 0, 0);
        return;
    }
    if (second <= first || !noc_place_is_tile_free(w->p, w->tiles, 0, first)) return;
    choose_tile(w, 0, first);
    if (!noc_place_is_tile_free(w->p, w->tiles, 1, second)) return;
    choose_tile(w, 1, second);
    try_level(w, 2, second + 1);
}

static void *run_thread(void *argument)
{
    crew *c = argument;
    NOC_AUTO_FREE trial_thread *w = calloc(1, sizeof *w);
    bool is_ready = false;
    if (w) {
        w->p = c->p;
        w->memory_nodes = c->memory_nodes;
        w->is_stopped = &c->is_stopped;
        is_ready = init_thread(w);
    }
    while (is_ready && !atomic_load(&c->is_stopped)) {
        const int task = atomic_fetch_add(&c->next_task, 1);
        if (task >= c->task_count) break;
        run_task(w, task);
    }
    pthread_mutex_lock(&c->lock);
    if (!is_ready) c->has_failed = true;
    if (!is_ready) /* ends the caller's wait: no thread may remain that runs the tasks */
        atomic_store(&c->is_stopped, true);
    for (int i = 0; is_ready && i < w->result.count; i++)
        noc_place_insert(c->result, c->memory_nodes, &w->result.best[i]);
    if (is_ready) c->result->tried_count += w->tried_placements;
    pthread_mutex_unlock(&c->lock);
    if (w) noc_arena_clear(&w->memory);
    return NULL;
}

enum { JOBS_MAX = 64 };

noc_status noc_place_try_all(const noc_place_problem *p, int memory_nodes, unsigned jobs,
                             bool (*tick)(void *context, double done), void *context,
                             noc_place_result *result, noc_diag *diag)
{
    pthread_t threads[JOBS_MAX];
    unsigned started_threads = 0;
    crew c = {
        .p = p, .memory_nodes = memory_nodes, .task_count = p->tiles * p->tiles, .result = result};
    pthread_mutex_init(&c.lock, NULL);
    if (jobs == 0) jobs = noc_count_processors();
    if (jobs > JOBS_MAX) jobs = JOBS_MAX;
    while (started_threads < jobs &&
           pthread_create(&threads[started_threads], NULL, run_thread, &c) == 0)
        started_threads++;
    bool continues = true;
    while (started_threads > 0 && continues && !atomic_load(&c.is_stopped) &&
           atomic_load(&c.next_task) < c.task_count) {
        usleep(20000);
        /* tasks with small first tiles are longer, so the share is rough */
        if (tick)
            continues = tick(context, fmin(1.0, (double)atomic_load(&c.next_task) / c.task_count));
    }
    if (!continues) atomic_store(&c.is_stopped, true);
    for (unsigned i = 0; i < started_threads; i++) pthread_join(threads[i], NULL);
    pthread_mutex_destroy(&c.lock);
    if (started_threads == 0 || c.has_failed) return noc_fail_memory(diag);
    if (!continues) return NOC_EINTERRUPTED;
    result->is_exhaustive = true;
    result->bound = (double)result->best[0].load * p->load_unit;
    return NOC_OK;
}
