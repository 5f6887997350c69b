#include "explore/place.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "explore/place_all.h"
#include "explore/place_bound.h"
#include "explore/place_cuts_search.h"

enum { STARTS = 64, STARTS_PROVEN = 8, ROUNDS = 20 };

#define ROUND_SHARE 0.01 /* of the least load */

/* ---- searching ------------------------------------------------------------------------------ */

static int tile_order(const void *a, const void *b)
{
    const uint16_t x = *(const uint16_t *)a, y = *(const uint16_t *)b;
    return x < y ? -1 : x > y;
}

/* Of tiles at the same routers the first ones. */
static void take_first(const noc_place_problem *p, int memory, noc_place_choice *choice)
{
    bool chosen[NOC_PLACE_TILES_MOST] = {false};
    for (int i = 0; i < memory; i++) chosen[choice->tiles[i]] = true;
    for (int i = 0; i < memory; i++) {
        int first = choice->tiles[i];
        for (int t = first; p->before[t] >= 0; t = p->before[t])
            if (!chosen[p->before[t]]) first = p->before[t];
        chosen[choice->tiles[i]] = false;
        chosen[first] = true;
        choice->tiles[i] = (uint16_t)first;
    }
}

/* Of symmetric placements the first in the order of tiles stands for all. */
static void represent(const noc_place_problem *p, int memory, noc_place_choice *choice)
{
    take_first(p, memory, choice);
    noc_place_choice image = *choice;
    qsort(choice->tiles, (size_t)memory, sizeof *choice->tiles, tile_order);
    for (int k = 1; k < p->symmetries; k++) {
        for (int i = 0; i < memory; i++) image.tiles[i] = p->maps[k][choice->tiles[i]];
        qsort(image.tiles, (size_t)memory, sizeof *image.tiles, tile_order);
        image.load = choice->load;
        image.routers = choice->routers;
        if (noc_place_compare(&image, choice, memory) < 0)
            memcpy(choice->tiles, image.tiles, (size_t)memory * sizeof *image.tiles);
    }
}

static uint64_t next_random(uint64_t *state)
{
    uint64_t z = (*state += 0x9e3779b97f4a7c15u); /* splitmix64 */
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static void random_start(const noc_place_problem *p, int memory, uint64_t *state, bool *chosen,
                         noc_place_choice *choice)
{
    memset(chosen, 0, (size_t)p->tiles * sizeof *chosen);
    for (int i = 0; i < memory; i++) {
        int tile;
        do tile = (int)(next_random(state) % (uint64_t)p->tiles);
        while (chosen[tile] || !p->allowed[tile]);
        chosen[tile] = true;
        choice->tiles[i] = (uint16_t)tile;
    }
    noc_place_value(p, memory, choice);
}

/* A placement on its way to a better one: `others` and `sum` have room for the channels. */
typedef struct climb {
    const noc_place_problem *p;
    int memory;
    bool *chosen;
    int32_t *others, *sum;
    noc_place_choice choice;
    uint64_t looked_at;
} climb;

/* What all but memory node i and their pairs put on the channels, and on routers. */
static int64_t take_out(climb *k, int i)
{
    const noc_place_problem *p = k->p;
    int64_t routers = 0;
    memset(k->others, 0, (size_t)p->channels * sizeof *k->others);
    for (int a = 0; a < k->memory; a++) {
        const int m = k->choice.tiles[a];
        if (a == i) continue;
        noc_place_add(k->others, &p->own[m * p->channels], k->others, p->channels);
        routers += p->own_routers[m];
        for (int b = 0; b < a; b++) {
            const int pair = m * p->tiles + k->choice.tiles[b];
            if (b == i) continue;
            noc_place_subtract(k->others, &p->pair[pair * p->channels], k->others, p->channels);
            routers -= p->pair_routers[pair];
        }
    }
    return routers;
}

/* Memory node i on tile m in place of its own: fills load and routers. */
static void move_to(climb *k, int i, int m, int64_t routers, noc_place_choice *moved)
{
    const noc_place_problem *p = k->p;
    memcpy(k->sum, k->others, (size_t)p->channels * sizeof *k->sum);
    for (int a = 0; a < k->memory; a++) {
        const int pair = m * p->tiles + k->choice.tiles[a];
        if (a == i) continue;
        noc_place_subtract(k->sum, &p->pair[pair * p->channels], k->sum, p->channels);
        routers -= p->pair_routers[pair];
    }
    moved->tiles[i] = (uint16_t)m;
    moved->load = noc_place_largest(k->sum, &p->own[m * p->channels], p->channels, INT32_MAX);
    moved->routers = routers + p->own_routers[m];
    k->looked_at++;
}

/* Makes the move of one memory node that helps most; false if none does. */
static bool improve(climb *k)
{
    const noc_place_problem *p = k->p;
    noc_place_choice best = k->choice, moved = k->choice;
    int from = -1;
    for (int i = 0; i < k->memory; i++) {
        const int64_t routers = take_out(k, i);
        for (int m = 0; m < p->tiles; m++) {
            if (k->chosen[m] || !p->allowed[m]) continue;
            move_to(k, i, m, routers, &moved);
            if (moved.load > best.load) continue;
            if (moved.load == best.load && moved.routers >= best.routers) continue;
            best = moved;
            from = i;
        }
        moved.tiles[i] = k->choice.tiles[i];
    }
    if (from < 0) return false;
    k->chosen[k->choice.tiles[from]] = false;
    k->chosen[best.tiles[from]] = true;
    k->choice = best;
    return true;
}

/* The bound's program knows the allowed tiles only. */
static noc_status find_bound(const noc_place_problem *p, int memory, noc_place_result *result,
                             noc_diag *diag)
{
    const size_t count = (size_t)p->allowed_count, channels = (size_t)p->channels;
    int32_t *own = malloc(count * channels * sizeof *own);
    int32_t *pair = malloc(count * count * channels * sizeof *pair), *next = pair;
    size_t tiles = 0;
    for (int m = 0; own && pair && m < p->tiles; m++) {
        if (!p->allowed[m]) continue;
        memcpy(&own[tiles++ * channels], &p->own[m * p->channels], channels * sizeof *own);
        for (int s = 0; s < p->tiles; s++) {
            if (!p->allowed[s]) continue;
            memcpy(next, &p->pair[(m * p->tiles + s) * p->channels], channels * sizeof *next);
            next += channels;
        }
    }
    const noc_status status = own && pair ? noc_place_bound((int)count, memory, p->channels, own,
                                                            pair, &result->bound, diag)
                                          : noc_fail_memory(diag);
    if (status == NOC_OK) result->bound *= p->unit;
    free(own);
    free(pair);
    return status;
}

/* ---- proving ------------------------------------------------------------------------------- */

/* A search of the least limit of the load that some placement keeps. */
typedef struct proof {
    const noc_place_problem *p;
    int memory;
    noc_place_result *result;
    uint64_t steps; /* of each limit that is tried */
    int32_t below;  /* no placement has less */
    bool all;       /* placements at the limit, not the first only */
    bool (*tick)(void *context, double done);
    void *context;
    bool interrupted;
} proof;

static bool prove_tick(void *context)
{
    proof *f = context;
    f->interrupted = f->tick && !f->tick(f->context, 1.0);
    return !f->interrupted;
}

static bool prove_found(void *context, const uint16_t *tiles)
{
    proof *f = context;
    noc_place_choice choice;
    memcpy(choice.tiles, tiles, (size_t)f->memory * sizeof *tiles);
    noc_place_value(f->p, f->memory, &choice);
    represent(f->p, f->memory, &choice);
    f->result->looked_at++;
    if (!noc_place_is_kept(f->result, f->memory, &choice))
        noc_place_keep(f->result, f->memory, &choice);
    return f->all;
}

static noc_status try_limit(proof *f, int32_t limit, noc_cuts_end *end, noc_diag *diag)
{
    const noc_cuts_visitor visitor = {.found = prove_found, .tick = prove_tick, .context = f};
    uint64_t steps = f->steps;
    const noc_status status =
        noc_place_cuts_visit(f->p->cuts, f->memory, limit, &visitor, &steps, end, diag);
    return status == NOC_OK && f->interrupted ? NOC_EINTERRUPTED : status;
}

/* Halves the loads between those that no placement has and the best found. */
static noc_status find_least(proof *f, noc_diag *diag)
{
    int32_t top = f->result->best[0].load;
    while (f->below < top) {
        const int32_t limit = f->below + (top - f->below) / 2;
        noc_cuts_end end;
        const noc_status status = try_limit(f, limit, &end, diag);
        if (status != NOC_OK) return status;
        if (end == NOC_CUTS_ALL)
            f->below = limit + 1;
        else /* found, or too much work */
            top = end == NOC_CUTS_TIRED ? limit : f->result->best[0].load;
    }
    return NOC_OK;
}

/* The least load; then placements at it, and a little above until there are as many as are kept. */
static noc_status prove(proof *f, noc_diag *diag)
{
    noc_cuts_end end = NOC_CUTS_ALL;
    noc_status status = find_least(f, diag);
    f->result->bound = f->below * f->p->unit;
    f->all = true;
    for (int i = 0; i < ROUNDS && status == NOC_OK && end == NOC_CUTS_ALL; i++) {
        const noc_place_result *r = f->result;
        const int32_t limit = (int32_t)(r->best[0].load * (1.0 + i * ROUND_SHARE));
        if (r->count == NOC_PLACE_BEST && r->best[r->count - 1].load <= limit) break;
        status = try_limit(f, limit, &end, diag);
    }
    return status;
}

static noc_status climb_all(climb *k, bool (*tick)(void *context, double done), void *context,
                            noc_place_result *result)
{
    const int starts = k->p->cuts ? STARTS_PROVEN : STARTS;
    uint64_t state = 1;
    for (int start = 0; start < starts; start++) {
        random_start(k->p, k->memory, &state, k->chosen, &k->choice);
        do
            if (tick && !tick(context, (double)start / starts)) return NOC_EINTERRUPTED;
        while (improve(k));
        represent(k->p, k->memory, &k->choice);
        if (!noc_place_is_kept(result, k->memory, &k->choice))
            noc_place_keep(result, k->memory, &k->choice);
    }
    result->looked_at = k->looked_at;
    return NOC_OK;
}

static noc_status search(const noc_place_problem *p, int memory,
                         bool (*tick)(void *context, double done), void *context,
                         noc_place_result *result, noc_diag *diag)
{
    climb k = {.p = p, .memory = memory};
    k.chosen = calloc((size_t)p->tiles, sizeof *k.chosen);
    k.others = calloc((size_t)p->channels + 1, sizeof *k.others);
    k.sum = calloc((size_t)p->channels + 1, sizeof *k.sum);
    const noc_status status = k.chosen && k.others && k.sum ? climb_all(&k, tick, context, result)
                                                            : noc_fail_memory(diag);
    free(k.chosen);
    free(k.others);
    free(k.sum);
    return status;
}

static noc_status begin(const noc_place_problem *p, int memory, noc_place_result *result,
                        noc_diag *diag)
{
    memset(result, 0, sizeof *result);
    result->bound = NAN;
    if (memory < 1 || memory >= p->tiles)
        return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE,
                        "--memory %d: there are %d %s, one of them at least for a compute node",
                        memory, p->tiles, p->tiled ? "tiles" : "nodes");
    if (memory > p->allowed_count)
        return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE,
                        "--memory %d: the grid has %d half routers, where memory nodes must stand",
                        memory, p->allowed_count);
    result->placements = noc_place_count(p, memory);
    return NOC_OK;
}

noc_status noc_place_prove(const noc_place_problem *p, int memory, uint64_t steps,
                           bool (*tick)(void *context, double done), void *context,
                           noc_place_result *result, noc_diag *diag)
{
    noc_status status = begin(p, memory, result, diag);
    if (status == NOC_OK) status = search(p, memory, tick, context, result, diag);
    if (status != NOC_OK) return status;
    if (!p->cuts) return find_bound(p, memory, result, diag);
    proof f = {.p = p,
               .memory = memory,
               .steps = steps,
               .result = result,
               .tick = tick,
               .context = context};
    return prove(&f, diag);
}

noc_status noc_place_search(const noc_place_problem *p, int memory, unsigned jobs,
                            bool (*tick)(void *context, double done), void *context,
                            noc_place_result *result, noc_diag *diag)
{
    const noc_status status = begin(p, memory, result, diag);
    const double most = p->cuts ? NOC_PLACE_TRIED_MOST : NOC_PLACE_EXHAUSTIVE_MOST;
    if (status != NOC_OK) return status;
    if (p->tiles <= 64 && result->placements <= most)
        return noc_place_try_all(p, memory, jobs, tick, context, result, diag);
    return noc_place_prove(p, memory, NOC_PLACE_STEPS, tick, context, result, diag);
}
