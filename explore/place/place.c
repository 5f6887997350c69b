#include "explore/place/place.h"

#include <glpk.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analytic/bound/glpk_call.h"
#include "explore/place/place_all.h"
#include "explore/place/place_cuts_search.h"
#include "network/kinds/kinds.h"

/* ---- the bound by a linear program ---------------------------------------------------------- */

enum { ITERATIONS_MOST = 20000 }; /* iterations, not time: results are equal on every machine */

/* factor of loads: brings them near 1, where the solver is most accurate */
static const double scale = 1.0 / 8192.0;

/* Coefficients of one column under construction. */
typedef struct entries {
    int *rows;
    double *values;
    int count;
} entries;

static void put(entries *e, int row, double value)
{
    if (value == 0.0) return;
    e->count++;
    e->rows[e->count] = row;
    e->values[e->count] = value;
}

/* Adds the rows: loads, number of memory nodes, and pairs of each tile. */
static void add_rows(glp_prob *lp, int tiles, int memory, int channels)
{
    glp_add_rows(lp, channels + 1 + tiles);
    for (int c = 0; c < channels; c++) glp_set_row_bnds(lp, c + 1, GLP_UP, 0.0, 0.0);
    glp_set_row_bnds(lp, channels + 1, GLP_FX, memory, memory);
    for (int m = 0; m < tiles; m++) glp_set_row_bnds(lp, channels + 2 + m, GLP_FX, 0.0, 0.0);
}

static void add_column(glp_prob *lp, const entries *e, double high)
{
    const int column = glp_add_cols(lp, 1);
    glp_set_col_bnds(lp, column, high > 0.0 ? GLP_DB : GLP_LO, 0.0, high);
    glp_set_mat_col(lp, column, e->count, e->rows, e->values);
}

static void fill(glp_prob *lp, int tiles, int memory, int channels, const int32_t *own,
                 const int32_t *pair, entries *e)
{
    add_rows(lp, tiles, memory, channels);
    for (int m = 0; m < tiles; m++) {
        e->count = 0;
        for (int c = 0; c < channels; c++) put(e, c + 1, scale * own[m * channels + c]);
        put(e, channels + 1, 1.0);
        put(e, channels + 2 + m, 1.0 - memory);
        add_column(lp, e, 1.0);
    }
    for (int m = 0; m < tiles; m++)
        for (int s = m + 1; s < tiles; s++) {
            e->count = 0;
            for (int c = 0; c < channels; c++)
                put(e, c + 1, -scale * pair[(m * tiles + s) * channels + c]);
            put(e, channels + 2 + m, 1.0);
            put(e, channels + 2 + s, 1.0);
            add_column(lp, e, 1.0);
        }
    e->count = 0;
    for (int c = 0; c < channels; c++) put(e, c + 1, -1.0);
    add_column(lp, e, 0.0); /* variable of the load, unbounded */
    glp_set_obj_coef(lp, glp_get_num_cols(lp), 1.0);
    glp_set_obj_dir(lp, GLP_MIN);
}

typedef struct program {
    int tiles, memory, channels;
    const int32_t *own, *pair;
    entries e;
    double bound;
} program;

static void solve(void *context)
{
    program *p = context;
    glp_smcp options;
    glp_prob *lp = glp_create_prob();
    fill(lp, p->tiles, p->memory, p->channels, p->own, p->pair, &p->e);
    glp_init_smcp(&options);
    options.msg_lev = GLP_MSG_OFF;
    options.presolve = GLP_ON;
    options.it_lim = ITERATIONS_MOST;
    if (glp_simplex(lp, &options) == 0 && glp_get_status(lp) == GLP_OPT)
        p->bound = glp_get_obj_val(lp) / scale * (1.0 - 1e-7);
    glp_delete_prob(lp);
    glp_free_env();
}

noc_status noc_place_bound(int tiles, int memory, int channels, const int32_t *own,
                           const int32_t *pair, double *bound, noc_diag *diag)
{
    const size_t rows = (size_t)(channels + tiles + 3);
    program p = {tiles, memory, channels, own, pair, .bound = NAN};
    p.e = (entries){malloc(rows * sizeof *p.e.rows), malloc(rows * sizeof *p.e.values), 0};
    const noc_status status = p.e.rows && p.e.values
                                  ? noc_glpk_call("the least load's bound", solve, &p, diag)
                                  : noc_fail_memory(diag);
    *bound = p.bound;
    free(p.e.rows);
    free(p.e.values);
    return status;
}

/* ---- searching ------------------------------------------------------------------------------ */

enum { STARTS = 64, STARTS_PROVEN = 8, ROUNDS = 20, LOOKS_OF_STEP = 4, ROUND_GROWTH = 4 };

/* Largest number of tiles for which the bound's linear program is quick. */
enum { PROGRAM_TILES_MOST = 64 };

#define ROUND_SHARE 0.01 /* relative step of the limit above the smallest load */

/* Largest number of steps of a round: unlimited effort stops the growth here, and four times as
 * many steps fit into the number. */
static const uint64_t STEPS_MOST = UINT64_C(1) << 50;

static int tile_order(const void *a, const void *b)
{
    const uint16_t x = *(const uint16_t *)a, y = *(const uint16_t *)b;
    return x < y ? -1 : x > y;
}

/* Replaces each tile by the first free tile at the same router. */
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

/* Replaces a placement by the first of its symmetric images, in the order of tiles. */
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

/* Makes the scattered placement, a good start; false if the grid has none. */
static bool scattered_start(const noc_place_problem *p, int memory, bool *chosen,
                            noc_place_choice *choice)
{
    noc_point at[NOC_PLACE_TILES_MOST];
    memset(chosen, 0, (size_t)p->tiles * sizeof *chosen);
    if (!p->tiled || !noc_placement_called("scattered")->place(p->columns, p->rows, memory, at))
        return false;
    for (int i = 0; i < memory; i++) {
        const int tile = at[i].column + p->columns * at[i].row;
        if (!p->allowed[tile]) return false;
        chosen[tile] = true;
        choice->tiles[i] = (uint16_t)tile;
    }
    noc_place_value(p, memory, choice);
    return true;
}

/* State of a local search from one placement. `other_loads`, `loads` and `moved_loads` have one
 * number per channel; `added_loads` has, for each tile, the load of each channel that a memory node
 * on the tile would add. */
typedef struct climb {
    const noc_place_problem *p;
    int memory;
    bool *chosen;
    int32_t *others, *sum, *moved, *adding;
    int64_t *adding_routers;
    noc_place_choice choice;
    uint64_t looked_at, looks_most;
} climb;

static int32_t *adding_at(const climb *k, int tile)
{
    return &k->adding[tile * k->p->channels];
}

/* Subtracts a chosen tile's traffic from `added_loads`, or adds it back: two memory nodes do not
 * send each other the traffic of a compute node. */
static void take_chosen(climb *k, int chosen, bool away)
{
    const noc_place_problem *p = k->p;
    for (int m = 0; m < p->tiles; m++) {
        const int pair = m * p->tiles + chosen;
        if (!p->allowed[m]) continue;
        if (away) {
            noc_place_add(adding_at(k, m), &p->pair[pair * p->channels], adding_at(k, m),
                          p->channels);
            k->adding_routers[m] += p->pair_routers[pair];
        } else {
            noc_place_subtract(adding_at(k, m), &p->pair[pair * p->channels], adding_at(k, m),
                               p->channels);
            k->adding_routers[m] -= p->pair_routers[pair];
        }
    }
}

static void fill_adding(climb *k)
{
    const noc_place_problem *p = k->p;
    memcpy(k->adding, p->own, (size_t)p->tiles * (size_t)p->channels * sizeof *k->adding);
    memcpy(k->adding_routers, p->own_routers, (size_t)p->tiles * sizeof *k->adding_routers);
    for (int i = 0; i < k->memory; i++) take_chosen(k, k->choice.tiles[i], false);
}

/* Fills `loads` with the channels' load by all memory nodes. */
static void sum_all(climb *k)
{
    const noc_place_problem *p = k->p;
    memset(k->sum, 0, (size_t)p->channels * sizeof *k->sum);
    for (int a = 0; a < k->memory; a++) {
        const int m = k->choice.tiles[a];
        noc_place_add(k->sum, &p->own[m * p->channels], k->sum, p->channels);
        for (int b = 0; b < a; b++)
            noc_place_subtract(k->sum, &p->pair[(m * p->tiles + k->choice.tiles[b]) * p->channels],
                               k->sum, p->channels);
    }
}

/* Fills `other_loads` with the channels' load by all memory nodes but node i. Returns the number of
 * routers that their transactions traverse. */
static int64_t take_out(climb *k, int i)
{
    const int tile = k->choice.tiles[i];
    noc_place_subtract(k->sum, adding_at(k, tile), k->others, k->p->channels);
    return k->choice.routers - k->adding_routers[tile];
}

/* Moves a memory node from one tile to another: fills load and routers. A load above `limit` may be
 * inexact, but is above it. */
static void move_to(climb *k, int i, int m, int64_t routers, int32_t limit, noc_place_choice *moved)
{
    const noc_place_problem *p = k->p;
    const int pair = m * p->tiles + i;
    noc_place_add(k->others, &p->pair[pair * p->channels], k->moved, p->channels);
    moved->load = noc_place_largest(k->moved, adding_at(k, m), p->channels, limit);
    moved->routers = routers + k->adding_routers[m] + p->pair_routers[pair];
    k->looked_at++;
}

/* Finds the move of one memory node that reduces the load most. Returns the node's number, and the
 * placement in *best; -1 if no move helps. */
static int best_move(climb *k, noc_place_choice *best)
{
    const noc_place_problem *p = k->p;
    noc_place_choice moved = k->choice;
    int from = -1;
    for (int i = 0; i < k->memory; i++) {
        const int own = k->choice.tiles[i];
        const int64_t routers = take_out(k, i);
        for (int m = 0; m < p->tiles; m++) {
            if (k->chosen[m] || !p->allowed[m]) continue;
            move_to(k, own, m, routers, best->load, &moved);
            if (moved.load > best->load) continue;
            if (moved.load == best->load && moved.routers >= best->routers) continue;
            moved.tiles[i] = (uint16_t)m;
            *best = moved;
            from = i;
        }
        moved.tiles[i] = (uint16_t)own;
    }
    return from;
}

/* Makes the best move. False if no move helps. */
static bool improve(climb *k)
{
    noc_place_choice best = k->choice;
    const int moved = best_move(k, &best);
    if (moved < 0) return false;
    const int from = k->choice.tiles[moved], to = best.tiles[moved];
    k->chosen[from] = false;
    k->chosen[to] = true;
    take_chosen(k, from, true);
    take_chosen(k, to, false);
    k->choice = best;
    sum_all(k);
    return true;
}

/* Finds the bound by the linear program, with variables for allowed tiles only. */
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

/* ---- proving -------------------------------------------------------------------------------- */

/* Search for the smallest limit that the load of some placement meets. */
typedef struct proof {
    const noc_place_problem *p;
    int memory;
    noc_place_result *result;
    uint64_t steps; /* steps for each limit */
    int32_t below;  /* proven lower bound of every placement's load */
    bool all;       /* wants all placements at the limit, not only the first */
    noc_tick tick;
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

/* Bisects between the proven lower bound of the load and the best load found. */
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
        else /* found, or out of steps */
            top = end == NOC_CUTS_OUT_OF_STEPS ? limit : f->result->best[0].load;
    }
    return NOC_OK;
}

/* Proves the smallest load. Then finds placements at it, and slightly above it until the result is
 * full. */
static noc_status prove(proof *f, noc_diag *diag)
{
    noc_cuts_end end = NOC_CUTS_ALL;
    noc_status status = find_least(f, diag);
    f->result->bound = f->below * f->p->unit; /* the bound holds even if the search was stopped */
    f->all = true;
    for (int i = 0; i < ROUNDS && status == NOC_OK && end == NOC_CUTS_ALL; i++) {
        const noc_place_result *r = f->result;
        const int32_t limit = (int32_t)(r->best[0].load * (1.0 + i * ROUND_SHARE));
        if (r->count == NOC_PLACE_BEST && r->best[r->count - 1].load <= limit) break;
        status = try_limit(f, limit, &end, diag);
    }
    return status;
}

static void keep_choice(climb *k, noc_place_result *result)
{
    noc_place_choice kept = k->choice;
    represent(k->p, k->memory, &kept);
    if (!noc_place_is_kept(result, k->memory, &kept)) noc_place_keep(result, k->memory, &kept);
}

/* Runs local searches from `starts` placements, within the number of moves. An interrupted search
 * keeps its placement, too. */
static noc_status climb_all(climb *k, int starts, uint64_t seed, noc_tick tick, void *context,
                            noc_place_result *result)
{
    bool go_on = true;
    for (int start = 0; start < starts && go_on; start++) {
        if (start > 0 && k->looked_at >= k->looks_most) break;
        const bool begun =
            start == 0 && seed == 1 && scattered_start(k->p, k->memory, k->chosen, &k->choice);
        if (!begun) random_start(k->p, k->memory, &seed, k->chosen, &k->choice);
        if (begun) keep_choice(k, result);
        fill_adding(k);
        sum_all(k);
        do go_on = !tick || tick(context, (double)k->looked_at / (double)(k->looks_most + 1));
        while (go_on && k->looked_at < k->looks_most && improve(k));
        keep_choice(k, result);
    }
    result->looked_at += k->looked_at;
    return go_on ? NOC_OK : NOC_EINTERRUPTED;
}

static noc_status search(const noc_place_problem *p, int memory, uint64_t looks, uint64_t seed,
                         noc_tick tick, void *context, noc_place_result *result, noc_diag *diag)
{
    const size_t tiles = (size_t)p->tiles, channels = (size_t)p->channels;
    climb k = {.p = p, .memory = memory, .looks_most = looks};
    k.chosen = calloc(tiles, sizeof *k.chosen);
    k.others = calloc(channels + 1, sizeof *k.others);
    k.sum = calloc(channels + 1, sizeof *k.sum);
    k.moved = calloc(channels + 1, sizeof *k.moved);
    k.adding = calloc(tiles * channels + 1, sizeof *k.adding);
    k.adding_routers = calloc(tiles, sizeof *k.adding_routers);
    const bool made = k.chosen && k.others && k.sum && k.moved && k.adding && k.adding_routers;
    const noc_status status =
        made ? climb_all(&k, p->cuts ? STARTS_PROVEN : STARTS, seed, tick, context, result)
             : noc_fail_memory(diag);
    free(k.chosen);
    free(k.others);
    free(k.sum);
    free(k.moved);
    free(k.adding);
    free(k.adding_routers);
    return status;
}

static noc_status begin(const noc_place_problem *p, int memory, noc_place_result *result,
                        noc_diag *diag)
{
    memset(result, 0, sizeof *result);
    result->bound = NAN;
    if (memory < 1 || memory >= p->nodes)
        return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE,
                        "--memory %d: there are %d %s, one of them at least for a compute node",
                        memory, p->nodes, p->tiled ? "tiles" : "nodes");
    if (memory > p->allowed_count)
        return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE,
                        "--memory %d: the grid has %d half routers, where memory nodes must stand",
                        memory, p->allowed_count);
    result->placements = noc_place_count(p, memory);
    return NOC_OK;
}

static bool is_proven(const noc_place_problem *p, const noc_place_result *r)
{
    return r->bound >= r->best[0].load * p->unit;
}

/* Runs one round: local searches, then a proof. A weaker bound does not replace the bound of an
 * earlier round. */
static noc_status work_round(const noc_place_problem *p, int memory, uint64_t steps, uint64_t seed,
                             noc_tick tick, void *context, noc_place_result *result, noc_diag *diag)
{
    const bool small = p->allowed_count <= PROGRAM_TILES_MOST;
    noc_status status = search(p, memory, LOOKS_OF_STEP * steps, seed, tick, context, result, diag);
    if (status != NOC_OK) return status;
    if (!p->cuts) return small && seed == 1 ? find_bound(p, memory, result, diag) : NOC_OK;
    proof f = {.p = p,
               .memory = memory,
               .steps = steps,
               .below = isnan(result->bound) ? 0 : (int32_t)lround(result->bound / p->unit),
               .result = result,
               .tick = tick,
               .context = context};
    return prove(&f, diag);
}

noc_status noc_place_prove(const noc_place_problem *p, int memory, uint64_t steps, noc_tick tick,
                           void *context, noc_place_result *result, noc_diag *diag)
{
    const noc_status status = begin(p, memory, result, diag);
    return status == NOC_OK ? work_round(p, memory, steps, 1, tick, context, result, diag) : status;
}

/* Finds the largest number of placements to try one by one. Proofs by cuts need far fewer; and with
 * unlimited effort the number would be set by time alone. */
static double tried_most(const noc_place_problem *p, double effort)
{
    return NOC_PLACE_TRIED_MOST * (p->cuts || isinf(effort) ? 1.0 : fmax(1.0, effort));
}

noc_status noc_place_search(const noc_place_problem *p, int memory, unsigned jobs, double effort,
                            noc_tick tick, void *context, noc_place_result *result, noc_diag *diag)
{
    noc_status status = begin(p, memory, result, diag);
    if (status != NOC_OK) return status;
    if (p->tiles <= 64 && result->placements <= tried_most(p, effort))
        return noc_place_try_all(p, memory, jobs, tick, context, result, diag);
    uint64_t steps = NOC_PLACE_STEPS;
    status = noc_place_prove(p, memory, steps, tick, context, result, diag);
    for (uint64_t round = 2; status == NOC_OK && !is_proven(p, result); round++) {
        effort /= ROUND_GROWTH;
        if (effort < 1.0) break;
        if (steps < STEPS_MOST) steps *= ROUND_GROWTH;
        status = work_round(p, memory, steps, round, tick, context, result, diag);
    }
    return status;
}
