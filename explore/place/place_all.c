#include "explore/place/place_all.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/processors.h"

/* Thread that tries placements of up to 64 tiles; sets of tiles are bits. The loads that later
 * tiles would add are stored for every level, which is the number of chosen tiles. */
typedef struct worker {
    const noc_place_problem *p;
    int memory;
    int32_t *sum;    /* loads of the chosen tiles, by level */
    int32_t *adding; /* loads that each tile adds, by level */
    int64_t routers[65], *adding_routers;
    uint16_t tiles[64];
    noc_place_result result;
    uint64_t looked_at;
    const atomic_bool *stop; /* stop flag of the crew */
} worker;

typedef struct crew {
    const noc_place_problem *p;
    int memory;
    atomic_int next;
    atomic_bool stop;
    int tasks; /* one task for each choice of the first two tiles */
    pthread_mutex_t lock;
    noc_place_result *result;
    bool failed;
} crew;

/* True if a placement has the largest bits among its symmetric images. */
static bool is_representative(const noc_place_problem *p, const uint16_t *tiles, int memory)
{
    uint64_t own = 0;
    for (int i = 0; i < memory; i++) own |= 1ull << (63 - tiles[i]);
    for (int k = 1; k < p->symmetries; k++) {
        uint64_t image = 0;
        for (int i = 0; i < memory; i++) image |= 1ull << (63 - p->maps[k][tiles[i]]);
        if (image > own) return false;
    }
    return true;
}

static int32_t *adding_at(const worker *w, int level, int tile)
{
    return &w->adding[(level * w->p->tiles + tile) * w->p->channels];
}

static void look_at_last(worker *w, int level, int first)
{
    const noc_place_problem *p = w->p;
    const int32_t *sum = &w->sum[level * p->channels];
    for (int m = first; m < p->tiles; m++) {
        if (!noc_place_is_open(p, w->tiles, level, m)) continue;
        w->tiles[level] = (uint16_t)m;
        if (!is_representative(p, w->tiles, w->memory)) continue;
        w->looked_at++;
        const noc_place_result *r = &w->result;
        const int32_t limit = r->count < NOC_PLACE_BEST ? INT32_MAX : r->best[r->count - 1].load;
        noc_place_choice choice;
        choice.load = noc_place_largest(sum, adding_at(w, level, m), p->channels, limit);
        if (choice.load > limit) continue;
        choice.routers = w->routers[level] + w->adding_routers[level * p->tiles + m];
        memcpy(choice.tiles, w->tiles, (size_t)w->memory * sizeof *w->tiles);
        noc_place_keep(&w->result, w->memory, &choice);
    }
}

/* Chooses a tile at `level` and prepares the loads of the next level. */
static void choose(worker *w, int level, int m)
{
    const noc_place_problem *p = w->p;
    w->tiles[level] = (uint16_t)m;
    noc_place_add(&w->sum[level * p->channels], adding_at(w, level, m),
                  &w->sum[(level + 1) * p->channels], p->channels);
    w->routers[level + 1] = w->routers[level] + w->adding_routers[level * p->tiles + m];
    for (int s = m + 1; s < p->tiles; s++) {
        noc_place_subtract(adding_at(w, level, s), &p->pair[(s * p->tiles + m) * p->channels],
                           adding_at(w, level + 1, s), p->channels);
        w->adding_routers[(level + 1) * p->tiles + s] =
            w->adding_routers[level * p->tiles + s] - p->pair_routers[s * p->tiles + m];
    }
}

static void descend(worker *w, int level, int first)
{
    if (level == w->memory - 1) {
        look_at_last(w, level, first);
        return;
    }
    for (int m = first; m <= w->p->tiles - (w->memory - level) && !atomic_load(w->stop); m++) {
        if (!noc_place_is_open(w->p, w->tiles, level, m)) continue;
        choose(w, level, m);
        descend(w, level + 1, m + 1);
    }
}

static bool worker_ready(worker *w)
{
    const noc_place_problem *p = w->p;
    const size_t levels = (size_t)w->memory + 1, tiles = (size_t)p->tiles;
    const size_t channels = (size_t)p->channels;
    w->sum = calloc(levels * channels + 1, sizeof *w->sum);
    w->adding = calloc(levels * tiles * channels + 1, sizeof *w->adding);
    w->adding_routers = calloc(levels * tiles, sizeof *w->adding_routers);
    if (!w->sum || !w->adding || !w->adding_routers) return false;
    memcpy(w->adding, p->own, tiles * channels * sizeof *p->own);
    memcpy(w->adding_routers, p->own_routers, tiles * sizeof *p->own_routers);
    return true;
}

/* Tries the placements of a task, which fixes the first two tiles. With fewer than three memory
 * nodes, task 0 tries all placements. */
static void do_task(worker *w, int task)
{
    const int tiles = w->p->tiles, first = task / tiles, second = task % tiles;
    if (w->memory < 3) {
        if (task == 0) descend(w, 0, 0);
        return;
    }
    if (second <= first || !noc_place_is_open(w->p, w->tiles, 0, first)) return;
    choose(w, 0, first);
    if (!noc_place_is_open(w->p, w->tiles, 1, second)) return;
    choose(w, 1, second);
    descend(w, 2, second + 1);
}

static void *work(void *argument)
{
    crew *c = argument;
    worker *w = calloc(1, sizeof *w);
    bool ready = false;
    if (w) {
        w->p = c->p;
        w->memory = c->memory;
        w->stop = &c->stop;
        ready = worker_ready(w);
    }
    while (ready && !atomic_load(&c->stop)) {
        const int task = atomic_fetch_add(&c->next, 1);
        if (task >= c->tasks) break;
        do_task(w, task);
    }
    pthread_mutex_lock(&c->lock);
    if (!ready) c->failed = true;
    if (!ready) /* the caller waits for tasks, and no thread may be left to run them */
        atomic_store(&c->stop, true);
    for (int i = 0; ready && i < w->result.count; i++)
        noc_place_keep(c->result, c->memory, &w->result.best[i]);
    if (ready) c->result->looked_at += w->looked_at;
    pthread_mutex_unlock(&c->lock);
    if (w) {
        free(w->sum);
        free(w->adding);
        free(w->adding_routers);
    }
    free(w);
    return NULL;
}

enum { JOBS_MOST = 64 };

noc_status noc_place_try_all(const noc_place_problem *p, int memory, unsigned jobs,
                             bool (*tick)(void *context, double done), void *context,
                             noc_place_result *result, noc_diag *diag)
{
    pthread_t threads[JOBS_MOST];
    unsigned started = 0;
    crew c = {.p = p, .memory = memory, .tasks = p->tiles * p->tiles, .result = result};
    pthread_mutex_init(&c.lock, NULL);
    if (jobs == 0) jobs = noc_processors();
    if (jobs > JOBS_MOST) jobs = JOBS_MOST;
    while (started < jobs && pthread_create(&threads[started], NULL, work, &c) == 0) started++;
    bool go_on = true;
    while (started > 0 && go_on && !atomic_load(&c.stop) && atomic_load(&c.next) < c.tasks) {
        usleep(20000);
        /* tasks with small first tiles are longer, so the share is rough */
        if (tick) go_on = tick(context, fmin(1.0, (double)atomic_load(&c.next) / c.tasks));
    }
    if (!go_on) atomic_store(&c.stop, true);
    for (unsigned i = 0; i < started; i++) pthread_join(threads[i], NULL);
    pthread_mutex_destroy(&c.lock);
    if (started == 0 || c.failed) return noc_fail_memory(diag);
    if (!go_on) return NOC_EINTERRUPTED;
    result->exhaustive = true;
    result->bound = (double)result->best[0].load * p->unit;
    return NOC_OK;
}
