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

/* a limit of iterations, not of time, so that results are equal on every machine */
enum { ITERATIONS_MAX = 20000 };

/* factor that brings loads near 1, where the solver is most accurate */
static const double load_scale = 1.0 / 8192.0;

/* Coefficients of one column under construction. */
typedef struct column_entries {
    int *rows;
    double *values;
    int count;
} column_entries;

static void put_entry(column_entries *e, int row, double value)
{
    if (value == 0.0) return;
    e->count++;
    e->rows[e->count] = row;
    e->values[e->count] = value;
}

/* Adds the rows of the program: one per channel for its load, one for the number of memory nodes,
 * and one per tile for its pairs. */
static void add_rows(glp_prob *lp, int tiles, int memory_nodes, int channels)
{
    glp_add_rows(lp, channels + 1 + tiles);
    for (int c = 0; c < channels; c++) glp_set_row_bnds(lp, c + 1, GLP_UP, 0.0, 0.0);
    glp_set_row_bnds(lp, channels + 1, GLP_FX, memory_nodes, memory_nodes);
    for (int m = 0; m < tiles; m++) glp_set_row_bnds(lp, channels + 2 + m, GLP_FX, 0.0, 0.0);
}

static void add_column(glp_prob *lp, const column_entries *e, double upper_bound)
{
    const int column = glp_add_cols(lp, 1);
    glp_set_col_bnds(lp, column, upper_bound > 0.0 ? GLP_DB : GLP_LO, 0.0, upper_bound);
    glp_set_mat_col(lp, column, e->count, e->rows, e->values);
}

static void fill_program(glp_prob *lp, int tiles, int memory_nodes, int channels,
                         const int32_t *node_loads, const int32_t *pair_loads, column_entries *e)
{
    add_rows(lp, tiles, memory_nodes, channels);
    for (int m = 0; m < tiles; m++) {
        e->count = 0;
        for (int c = 0; c < channels; c++)
            put_entry(e, c + 1, load_scale * node_loads[m * channels + c]);
        put_entry(e, channels + 1, 1.0);
        put_entry(e, channels + 2 + m, 1.0 - memory_nodes);
        add_column(lp, e, 1.0);
    }
    for (int m = 0; m < tiles; m++)
        for (int s = m + 1; s < tiles; s++) {
            e->count = 0;
            for (int c = 0; c < channels; c++)
                put_entry(e, c + 1, -load_scale * pair_loads[(m * tiles + s) * channels + c]);
            put_entry(e, channels + 2 + m, 1.0);
            put_entry(e, channels + 2 + s, 1.0);
            add_column(lp, e, 1.0);
        }
    e->count = 0;
    for (int c = 0; c < channels; c++) put_entry(e, c + 1, -1.0);
    add_column(lp, e, 0.0); /* variable of the load, unbounded */
    glp_set_obj_coef(lp, glp_get_num_cols(lp), 1.0);
    glp_set_obj_dir(lp, GLP_MIN);
}

typedef struct bound_program {
    int tiles, memory_nodes, channels;
    const int32_t *node_loads, *pair_loads;
    column_entries entries;
    double bound;
} bound_program;

static void solve_program(void *context)
{
    bound_program *p = context;
    glp_smcp options;
    glp_prob *lp = glp_create_prob();
    fill_program(lp, p->tiles, p->memory_nodes, p->channels, p->node_loads, p->pair_loads,
                 &p->entries);
    glp_init_smcp(&options);
    options.msg_lev = GLP_MSG_OFF;
    options.presolve = GLP_ON;
    options.it_lim = ITERATIONS_MAX;
    if (glp_simplex(lp, &options) == 0 && glp_get_status(lp) == GLP_OPT)
        p->bound = glp_get_obj_val(lp) / load_scale * (1.0 - 1e-7);
    glp_delete_prob(lp);
    glp_free_env();
}

noc_status noc_place_bound(int tiles, int memory_nodes, int channels, const int32_t *node_loads,
                           const int32_t *pair_loads, double *bound, noc_diag *diag)
{
    const size_t rows = (size_t)(channels + tiles + 3);
    bound_program p = {tiles, memory_nodes, channels, node_loads, pair_loads, .bound = NAN};
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    p.entries.rows = noc_arena_array(&scratch, rows, sizeof *p.entries.rows);
    p.entries.values = noc_arena_array(&scratch, rows, sizeof *p.entries.values);
    const noc_status status =
        scratch.is_short ? noc_fail_memory(diag)
                         : noc_glpk_call("the least load's bound", solve_program, &p, diag);
    *bound = p.bound;
    return status;
}

/* ---- searching ------------------------------------------------------------------------------ */

enum {
    CLIMBS = 64,
    CLIMBS_BEFORE_PROOF = 8,
    LIMITS_MAX = 20,
    MOVES_PER_STEP = 4,
    ROUND_GROWTH = 4
};

/* Largest number of allowed tiles for which the linear program is solved quickly. */
enum { PROGRAM_TILES_MAX = 64 };

#define ROUND_SHARE 0.01 /* relative distance between limits above the smallest load */

/* Limit of the steps of a round, beyond which steps do not grow, so that four times as many fit
 * into 64 bits. */
static const uint64_t STEPS_MAX = UINT64_C(1) << 50;

static int compare_tiles(const void *a, const void *b)
{
    const uint16_t x = *(const uint16_t *)a, y = *(const uint16_t *)b;
    return x < y ? -1 : x > y;
}

/* Replaces each tile by the first free tile at the same routers. */
static void choose_first_tiles(const noc_place_problem *p, int memory_nodes,
                               noc_place_placement *choice)
{
    bool is_chosen[NOC_PLACE_TILES_MAX] = {false};
    for (int i = 0; i < memory_nodes; i++) is_chosen[choice->tiles[i]] = true;
    for (int i = 0; i < memory_nodes; i++) {
        int first = choice->tiles[i];
        for (int t = first; p->earlier_tile[t] >= 0; t = p->earlier_tile[t])
            if (!is_chosen[p->earlier_tile[t]]) first = p->earlier_tile[t];
        is_chosen[choice->tiles[i]] = false;
        is_chosen[first] = true;
        choice->tiles[i] = (uint16_t)first;
    }
}

/* Replaces a placement by the first of its symmetric images, in the order of noc_place_compare. */
static void choose_representative(const noc_place_problem *p, int memory_nodes,
                                  noc_place_placement *choice)
{
    choose_first_tiles(p, memory_nodes, choice);
    noc_place_placement symmetric_choice = *choice;
    qsort(choice->tiles, (size_t)memory_nodes, sizeof *choice->tiles, compare_tiles);
    for (int k = 1; k < p->symmetry_count; k++) {
        for (int i = 0; i < memory_nodes; i++)
            symmetric_choice.tiles[i] = p->symmetry_maps[k][choice->tiles[i]];
        qsort(symmetric_choice.tiles, (size_t)memory_nodes, sizeof *symmetric_choice.tiles,
              compare_tiles);
        symmetric_choice.load = choice->load;
        symmetric_choice.routers = choice->routers;
        if (noc_place_compare(&symmetric_choice, choice, memory_nodes) < 0)
            memcpy(choice->tiles, symmetric_choice.tiles,
                   (size_t)memory_nodes * sizeof *symmetric_choice.tiles);
    }
}

static uint64_t next_random(uint64_t *state)
{
    uint64_t z = (*state += 0x9e3779b97f4a7c15u); /* splitmix64 */
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static void make_random_start(const noc_place_problem *p, int memory_nodes, uint64_t *state,
                              bool *is_chosen, noc_place_placement *choice)
{
    memset(is_chosen, 0, (size_t)p->tiles * sizeof *is_chosen);
    for (int i = 0; i < memory_nodes; i++) {
        int tile;
        do tile = (int)(next_random(state) % (uint64_t)p->tiles);
        while (is_chosen[tile] || !p->is_allowed[tile]);
        is_chosen[tile] = true;
        choice->tiles[i] = (uint16_t)tile;
    }
    noc_place_fill_load(p, memory_nodes, choice);
}

/* Makes the scattered placement, a good start; false if the grid has none. */
static bool make_scattered_start(const noc_place_problem *p, int memory_nodes, bool *is_chosen,
                                 noc_place_placement *choice)
{
    noc_point points[NOC_PLACE_TILES_MAX];
    memset(is_chosen, 0, (size_t)p->tiles * sizeof *is_chosen);
    if (!p->is_grid ||
        !noc_placement_find("scattered")->place_nodes(p->columns, p->rows, memory_nodes, points))
        return false;
    for (int i = 0; i < memory_nodes; i++) {
        const int tile = points[i].column + p->columns * points[i].row;
        if (!p->is_allowed[tile]) return false;
        is_chosen[tile] = true;
        choice->tiles[i] = (uint16_t)tile;
    }
    noc_place_fill_load(p, memory_nodes, choice);
    return true;
}

/* State of a local search from one placement. `loads`: [channel], load by all memory nodes;
 * `other_loads`: without one node; `moved_loads`: other_loads plus the traffic between the old and
 * the new tile of this node, which added_loads of the new tile lacks. `added_loads`: [tile *
 * channels + channel], load that a memory node on the tile adds; `added_routers`: [tile], routers
 * that it adds. */
typedef struct climb_state {
    const noc_place_problem *p;
    int memory_nodes;
    bool *is_chosen;
    int32_t *other_loads, *loads, *moved_loads, *added_loads;
    int64_t *added_routers;
    noc_place_placement choice;
    uint64_t tried_moves, moves_max;
} climb_state;

static int32_t *added_loads_at(const climb_state *climb, int tile)
{
    return &climb->added_loads[tile * climb->p->channels];
}

/* Subtracts the traffic between a chosen tile and each other tile from `added_loads`, since two
 * memory nodes send each other no traffic of a compute node. If is_removed, adds it back. */
static void update_added_loads(climb_state *climb, int tile, bool is_removed)
{
    const noc_place_problem *p = climb->p;
    for (int m = 0; m < p->tiles; m++) {
        const int pair = m * p->tiles + tile;
        if (!p->is_allowed[m]) continue;
        if (is_removed) {
            noc_place_add_rows(added_loads_at(climb, m), &p->pair_loads[pair * p->channels],
                               added_loads_at(climb, m), p->channels);
            climb->added_routers[m] += p->pair_routers[pair];
        } else {
            noc_place_subtract_rows(added_loads_at(climb, m), &p->pair_loads[pair * p->channels],
                                    added_loads_at(climb, m), p->channels);
            climb->added_routers[m] -= p->pair_routers[pair];
        }
    }
}

static void fill_added_loads(climb_state *climb)
{
    const noc_place_problem *p = climb->p;
    memcpy(climb->added_loads, p->node_loads,
           (size_t)p->tiles * (size_t)p->channels * sizeof *climb->added_loads);
    memcpy(climb->added_routers, p->node_routers, (size_t)p->tiles * sizeof *climb->added_routers);
    for (int i = 0; i < climb->memory_nodes; i++)
        update_added_loads(climb, climb->choice.tiles[i], false);
}

/* Fills `loads` with the channels' load by all memory nodes. */
static void sum_loads(climb_state *climb)
{
    const noc_place_problem *p = climb->p;
    memset(climb->loads, 0, (size_t)p->channels * sizeof *climb->loads);
    for (int a = 0; a < climb->memory_nodes; a++) {
        const int m = climb->choice.tiles[a];
        noc_place_add_rows(climb->loads, &p->node_loads[m * p->channels], climb->loads,
                           p->channels);
        for (int b = 0; b < a; b++)
            noc_place_subtract_rows(
                climb->loads, &p->pair_loads[(m * p->tiles + climb->choice.tiles[b]) * p->channels],
                climb->loads, p->channels);
    }
}

/* Fills `other_loads` with the channels' load by all memory nodes but node i. Returns the number of
 * routers that their transactions traverse. */
static int64_t remove_node(climb_state *climb, int i)
{
    const int tile = climb->choice.tiles[i];
    noc_place_subtract_rows(climb->loads, added_loads_at(climb, tile), climb->other_loads,
                            climb->p->channels);
    return climb->choice.routers - climb->added_routers[tile];
}

/* Computes load and routers of the placement after the move of a memory node to another tile. If
 * the load is above `limit`, moved->load may be any value above `limit`. */
static void move_node(climb_state *climb, int old_tile, int new_tile, int64_t routers,
                      int32_t limit, noc_place_placement *moved)
{
    const noc_place_problem *p = climb->p;
    const int pair = new_tile * p->tiles + old_tile;
    noc_place_add_rows(climb->other_loads, &p->pair_loads[pair * p->channels], climb->moved_loads,
                       p->channels);
    moved->load = noc_place_largest_sum(climb->moved_loads, added_loads_at(climb, new_tile),
                                        p->channels, limit);
    moved->routers = routers + climb->added_routers[new_tile] + p->pair_routers[pair];
    climb->tried_moves++;
}

/* Finds the move of one memory node that reduces the load most, and then the routers. Returns the
 * node's index, with the placement in *best; -1 if no move is better than *best. */
static int find_best_move(climb_state *climb, noc_place_placement *best)
{
    const noc_place_problem *p = climb->p;
    noc_place_placement moved = climb->choice;
    int best_node = -1;
    for (int i = 0; i < climb->memory_nodes; i++) {
        const int old_tile = climb->choice.tiles[i];
        const int64_t routers = remove_node(climb, i);
        for (int m = 0; m < p->tiles; m++) {
            if (climb->is_chosen[m] || !p->is_allowed[m]) continue;
            move_node(climb, old_tile, m, routers, best->load, &moved);
            if (moved.load > best->load) continue;
            if (moved.load == best->load && moved.routers >= best->routers) continue;
            moved.tiles[i] = (uint16_t)m;
            *best = moved;
            best_node = i;
        }
        moved.tiles[i] = (uint16_t)old_tile;
    }
    return best_node;
}

/* Makes the best move. False if no move is better than the placement. */
static bool make_best_move(climb_state *climb)
{
    noc_place_placement best_choice = climb->choice;
    const int node = find_best_move(climb, &best_choice);
    if (node < 0) return false;
    const int old_tile = climb->choice.tiles[node], new_tile = best_choice.tiles[node];
    climb->is_chosen[old_tile] = false;
    climb->is_chosen[new_tile] = true;
    update_added_loads(climb, old_tile, true);
    update_added_loads(climb, new_tile, false);
    climb->choice = best_choice;
    sum_loads(climb);
    return true;
}

/* Finds the bound by the linear program, with variables for allowed tiles only. */
static noc_status find_bound(const noc_place_problem *p, int memory_nodes, noc_place_result *result,
                             noc_diag *diag)
{
    const size_t count = (size_t)p->allowed_count, channels = (size_t)p->channels;
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    int32_t *node_loads = noc_arena_array(&scratch, count * channels, sizeof *node_loads);
    int32_t *pair_loads = noc_arena_array(&scratch, count * count * channels, sizeof *pair_loads),
            *next_pair = pair_loads;
    size_t tiles = 0;
    if (scratch.is_short) return noc_fail_memory(diag);
    for (int m = 0; m < p->tiles; m++) {
        if (!p->is_allowed[m]) continue;
        memcpy(&node_loads[tiles++ * channels], &p->node_loads[m * p->channels],
               channels * sizeof *node_loads);
        for (int s = 0; s < p->tiles; s++) {
            if (!p->is_allowed[s]) continue;
            memcpy(next_pair, &p->pair_loads[(m * p->tiles + s) * p->channels],
                   channels * sizeof *next_pair);
            next_pair += channels;
        }
    }
    const noc_status status = noc_place_bound((int)count, memory_nodes, p->channels, node_loads,
                                              pair_loads, &result->bound, diag);
    if (status == NOC_OK) result->bound *= p->load_unit;
    return status;
}

/* ---- proving -------------------------------------------------------------------------------- */

/* Search for the smallest load, as the smallest limit that some placement meets. */
typedef struct proof_state {
    const noc_place_problem *p;
    int memory_nodes;
    noc_place_result *result;
    uint64_t steps;      /* steps for each limit */
    int32_t lower_bound; /* proven lower bound of every placement's load */
    bool wants_all;      /* wants all placements at the limit, not only the first */
    noc_place_tick tick;
    void *context;
    bool is_interrupted;
} proof_state;

static bool report_tick(void *context)
{
    proof_state *f = context;
    f->is_interrupted = f->tick && !f->tick(f->context, 1.0);
    return !f->is_interrupted;
}

static bool keep_found(void *context, const uint16_t *tiles)
{
    proof_state *f = context;
    noc_place_placement choice;
    memcpy(choice.tiles, tiles, (size_t)f->memory_nodes * sizeof *tiles);
    noc_place_fill_load(f->p, f->memory_nodes, &choice);
    choose_representative(f->p, f->memory_nodes, &choice);
    f->result->tried_count++;
    if (!noc_place_contains(f->result, f->memory_nodes, &choice))
        noc_place_insert(f->result, f->memory_nodes, &choice);
    return f->wants_all;
}

static noc_status try_limit(proof_state *f, int32_t limit, noc_cuts_result *end, noc_diag *diag)
{
    const noc_cuts_visitor visitor = {.found = keep_found, .tick = report_tick, .context = f};
    uint64_t steps = f->steps;
    const noc_status status =
        noc_place_cuts_visit(f->p->cuts, f->memory_nodes, limit, &visitor, &steps, end, diag);
    return status == NOC_OK && f->is_interrupted ? NOC_EINTERRUPTED : status;
}

/* Bisects between the proven lower bound of the load and the best load found. */
static noc_status find_least_limit(proof_state *f, noc_diag *diag)
{
    int32_t upper = f->result->best[0].load;
    while (f->lower_bound < upper) {
        const int32_t limit = f->lower_bound + (upper - f->lower_bound) / 2;
        noc_cuts_result end;
        const noc_status status = try_limit(f, limit, &end, diag);
        if (status != NOC_OK) return status;
        if (end == NOC_CUTS_EXHAUSTED)
            f->lower_bound = limit + 1;
        else /* found, or out of steps */
            upper = end == NOC_CUTS_OUT_OF_STEPS ? limit : f->result->best[0].load;
    }
    return NOC_OK;
}

/* Proves the smallest load. Then finds placements with this load, and with slightly larger loads
 * until the result is full. */
static noc_status prove_least_load(proof_state *f, noc_diag *diag)
{
    noc_cuts_result end = NOC_CUTS_EXHAUSTED;
    noc_status status = find_least_limit(f, diag);
    f->result->bound =
        f->lower_bound * f->p->load_unit; /* the bound holds even if the search was stopped */
    f->wants_all = true;
    for (int i = 0; i < LIMITS_MAX && status == NOC_OK && end == NOC_CUTS_EXHAUSTED; i++) {
        const noc_place_result *r = f->result;
        const int32_t limit = (int32_t)(r->best[0].load * (1.0 + i * ROUND_SHARE));
        if (r->count == NOC_PLACE_RESULTS_MAX && r->best[r->count - 1].load <= limit) break;
        status = try_limit(f, limit, &end, diag);
    }
    return status;
}

static void keep_choice(climb_state *climb, noc_place_result *result)
{
    noc_place_placement representative = climb->choice;
    choose_representative(climb->p, climb->memory_nodes, &representative);
    if (!noc_place_contains(result, climb->memory_nodes, &representative))
        noc_place_insert(result, climb->memory_nodes, &representative);
}

/* Runs local searches from `starts` placements, until moves_max moves are tried. An interrupted
 * search keeps its placement, too. */
static noc_status run_climbs(climb_state *climb, int starts, uint64_t seed, noc_place_tick tick,
                             void *context, noc_place_result *result)
{
    bool continues = true;
    for (int start = 0; start < starts && continues; start++) {
        if (start > 0 && climb->tried_moves >= climb->moves_max) break;
        const bool is_scattered =
            start == 0 && seed == 1 &&
            make_scattered_start(climb->p, climb->memory_nodes, climb->is_chosen, &climb->choice);
        if (!is_scattered)
            make_random_start(climb->p, climb->memory_nodes, &seed, climb->is_chosen,
                              &climb->choice);
        if (is_scattered) keep_choice(climb, result);
        fill_added_loads(climb);
        sum_loads(climb);
        do
            continues =
                !tick || tick(context, (double)climb->tried_moves / (double)(climb->moves_max + 1));
        while (continues && climb->tried_moves < climb->moves_max && make_best_move(climb));
        keep_choice(climb, result);
    }
    result->tried_count += climb->tried_moves;
    return continues ? NOC_OK : NOC_EINTERRUPTED;
}

static noc_status search_by_climbs(const noc_place_problem *p, int memory_nodes, uint64_t moves_max,
                                   uint64_t seed, noc_place_tick tick, void *context,
                                   noc_place_result *result, noc_diag *diag)
{
    const size_t tiles = (size_t)p->tiles, channels = (size_t)p->channels;
    climb_state climb = {.p = p, .memory_nodes = memory_nodes, .moves_max = moves_max};
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    int32_t **const sums[] = {&climb.other_loads, &climb.loads, &climb.moved_loads};
    for (int i = 0; i < 3; i++) *sums[i] = noc_arena_array(&scratch, channels, sizeof **sums[i]);
    climb.is_chosen = noc_arena_array(&scratch, tiles, sizeof *climb.is_chosen);
    climb.added_loads = noc_arena_array(&scratch, tiles * channels, sizeof *climb.added_loads);
    climb.added_routers = noc_arena_array(&scratch, tiles, sizeof *climb.added_routers);
    if (scratch.is_short) return noc_fail_memory(diag);
    return run_climbs(&climb, p->cuts ? CLIMBS_BEFORE_PROOF : CLIMBS, seed, tick, context, result);
}

static noc_status begin_search(const noc_place_problem *p, int memory_nodes,
                               noc_place_result *result, noc_diag *diag)
{
    memset(result, 0, sizeof *result);
    result->bound = NAN;
    if (memory_nodes < 1 || memory_nodes >= p->node_tiles)
        return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE,
                        "--memory %d: there are %d %s, one of them at least for a compute node",
                        memory_nodes, p->node_tiles, p->is_grid ? "tiles" : "nodes");
    if (memory_nodes > p->allowed_count)
        return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE,
                        "--memory %d: the grid has %d half routers, where memory nodes must stand",
                        memory_nodes, p->allowed_count);
    result->placement_count = noc_place_count(p, memory_nodes);
    return NOC_OK;
}

static bool is_proven(const noc_place_problem *p, const noc_place_result *r)
{
    return r->bound >= r->best[0].load * p->load_unit;
}

/* Runs one round: local searches, then a proof. A weaker bound does not replace the bound of an
 * earlier round. */
static noc_status run_round(const noc_place_problem *p, int memory_nodes, uint64_t steps,
                            uint64_t seed, noc_place_tick tick, void *context,
                            noc_place_result *result, noc_diag *diag)
{
    const bool is_small = p->allowed_count <= PROGRAM_TILES_MAX;
    noc_status status = search_by_climbs(p, memory_nodes, MOVES_PER_STEP * steps, seed, tick,
                                         context, result, diag);
    if (status != NOC_OK) return status;
    if (!p->cuts) return is_small && seed == 1 ? find_bound(p, memory_nodes, result, diag) : NOC_OK;
    proof_state f = {.p = p,
                     .memory_nodes = memory_nodes,
                     .steps = steps,
                     .lower_bound =
                         isnan(result->bound) ? 0 : (int32_t)lround(result->bound / p->load_unit),
                     .result = result,
                     .tick = tick,
                     .context = context};
    return prove_least_load(&f, diag);
}

noc_status noc_place_prove(const noc_place_problem *p, int memory_nodes, uint64_t steps,
                           noc_place_tick tick, void *context, noc_place_result *result,
                           noc_diag *diag)
{
    const noc_status status = begin_search(p, memory_nodes, result, diag);
    return status == NOC_OK ? run_round(p, memory_nodes, steps, 1, tick, context, result, diag)
                            : status;
}

/* Finds the largest number of placements for which all are tried. It grows with the effort, unless
 * a proof by cuts needs fewer steps, or the effort is unlimited. */
static double find_trial_limit(const noc_place_problem *p, double effort)
{
    return NOC_PLACE_TRIED_MOST * (p->cuts || isinf(effort) ? 1.0 : fmax(1.0, effort));
}

noc_status noc_place_search(const noc_place_problem *p, int memory_nodes, unsigned jobs,
                            double effort, noc_place_tick tick, void *context,
                            noc_place_result *result, noc_diag *diag)
{
    noc_status status = begin_search(p, memory_nodes, result, diag);
    if (status != NOC_OK) return status;
    if (p->tiles <= 64 && result->placement_count <= find_trial_limit(p, effort))
        return noc_place_try_all(p, memory_nodes, jobs, tick, context, result, diag);
    uint64_t steps = NOC_PLACE_STEPS;
    status = noc_place_prove(p, memory_nodes, steps, tick, context, result, diag);
    for (uint64_t round = 2; status == NOC_OK && !is_proven(p, result); round++) {
        effort /= ROUND_GROWTH;
        if (effort < 1.0) break;
        if (steps < STEPS_MAX) steps *= ROUND_GROWTH;
        status = run_round(p, memory_nodes, steps, round, tick, context, result, diag);
    }
    return status;
}
