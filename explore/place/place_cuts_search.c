#include "explore/place/place_cuts_search.h"

#include <glpk.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "analytic/bound/glpk_call.h"
#include "base/min_max.h"

/* ---- flows ---------------------------------------------------------------------------------- */

/* Problem whether memory nodes can be placed with numbers, up to each position of each row and
 * column, within given bounds. It is solved as a flow between the chains of rows and the chains of
 * columns. */
typedef struct flow_problem {
    int columns, rows;
    glp_graph *graph; /* GLPK's graph; NULL after a failure of GLPK */
    /* [tile]: arc of the tile, and its arcs in the chains of its row and its column. */
    glp_arc **tile_arcs, **row_arcs, **column_arcs;
    int solver_result; /* GLPK's result: 0 for a flow, GLP_ENOPFS for none */
    noc_status status; /* status of the last call, with its message in `diag` */
    noc_diag *diag;
} flow_problem;

typedef struct arc_data {
    double lower_bound, capacity, flow;
} arc_data;

/* Adds the arcs of the flow: from one origin through the chain of each row, whose arc into position
 * x carries the row's memory nodes up to x, through the tiles, and through the chain of each column
 * back to the origin. */
static void add_arcs(void *context)
{
    flow_problem *f = context;
    const int columns = f->columns, rows = f->rows, tiles = columns * rows;
    f->graph = glp_create_graph(0, sizeof(arc_data));
    glp_add_vertices(f->graph, 2 * tiles + 1);
    const int origin = 2 * tiles + 1;
    for (int t = 0; t < tiles; t++) {
        const int in_row = 1 + t, in_column = 1 + tiles + t;
        const int next_right = t % columns == columns - 1 ? origin : in_row + 1;
        const int next_below = t / columns == rows - 1 ? origin : in_column + columns;
        f->tile_arcs[t] = glp_add_arc(f->graph, in_row, in_column);
        f->row_arcs[t] = glp_add_arc(f->graph, next_right, in_row);
        f->column_arcs[t] = glp_add_arc(f->graph, in_column, next_below);
    }
}

static const char computation_name[] = "the flow through rows and columns";

/* Calls GLPK (noc_glpk_call); a failure frees the graph. */
static bool run_glpk(flow_problem *f, void (*call)(void *))
{
    f->status = noc_glpk_call(computation_name, call, f, f->diag);
    if (f->status == NOC_OK) return true;
    f->graph = NULL;
    return false;
}

static noc_status init_flow(int columns, int rows, noc_arena *arena, noc_diag *diag,
                            flow_problem *f)
{
    const size_t tiles = (size_t)columns * (size_t)rows;
    *f = (flow_problem){.columns = columns, .rows = rows, .diag = diag};
    f->tile_arcs = noc_arena_array(arena, tiles, sizeof(glp_arc *));
    f->row_arcs = noc_arena_array(arena, tiles, sizeof(glp_arc *));
    f->column_arcs = noc_arena_array(arena, tiles, sizeof(glp_arc *));
    if (arena->is_short) return noc_fail_memory(diag);
    run_glpk(f, add_arcs);
    return f->status;
}

static void set_arc_bounds(glp_arc *arc, int lower, int upper)
{
    arc_data *const data = arc->data;
    data->lower_bound = lower;
    data->capacity = upper;
}

/* Bounds the number of memory nodes of a row up to a tile. */
static void bound_row(flow_problem *f, int tile, int lower, int upper)
{
    set_arc_bounds(f->row_arcs[tile], lower, upper);
}

static void bound_column(flow_problem *f, int tile, int lower, int upper)
{
    set_arc_bounds(f->column_arcs[tile], lower, upper);
}

static void find_flow(void *context)
{
    flow_problem *f = context;
    double cost;
    f->solver_result =
        glp_mincost_okalg(f->graph, -1, offsetof(arc_data, lower_bound),
                          offsetof(arc_data, capacity), -1, &cost, offsetof(arc_data, flow), -1);
}

/* True if a flow exists. Proofs depend on the answer, so a solver that ends without an answer is a
 * failure. */
static bool has_flow(flow_problem *f)
{
    if (!run_glpk(f, find_flow)) return false;
    if (f->solver_result == 0 || f->solver_result == GLP_ENOPFS) return f->solver_result == 0;
    char reason[40];
    snprintf(reason, sizeof reason, "GLPK's status %d", f->solver_result);
    f->status = noc_fail_numeric(f->diag, computation_name, reason);
    return false;
}

/* Finds tiles of memory nodes within the bounds, ascending. False if no such tiles exist, or if
 * GLPK failed (f->status is then not NOC_OK). */
static bool find_tiles(flow_problem *f, uint16_t *tiles)
{
    const int count = f->columns * f->rows;
    for (int t = 0; t < count; t++) set_arc_bounds(f->tile_arcs[t], 0, 1);
    if (!has_flow(f)) return false;
    int found = 0;
    for (int t = 0; t < count; t++)
        if (((const arc_data *)f->tile_arcs[t]->data)->flow > 0.5) tiles[found++] = (uint16_t)t;
    return true;
}

enum { FLOW_STEPS = 50 };

/* Range of the numbers of a line's memory nodes before a cut that keep the line's channels within
 * the limit; empty if lower > upper. */
typedef struct range {
    int16_t lower, upper;
} range;

typedef struct cuts_search {
    noc_arena memory;
    const noc_place_cuts *cuts;
    int memory_nodes;
    const noc_cuts_visitor *visitor;
    uint64_t steps;
    noc_cuts_result result;

    int line_max[NOC_CUTS_DIRECTIONS]; /* largest number of memory nodes of a line */
    /* [direction]: ranges, by cut, memory nodes of the grid before the cut, and memory nodes of the
     * line (range_at). */
    range *ranges[NOC_CUTS_DIRECTIONS];
    /* [direction][cut * (memory_nodes + 1) + n]: a placement is possible with n memory nodes of the
     * grid before the cut. */
    bool *is_possible[NOC_CUTS_DIRECTIONS];

    /* [direction][cut]: chosen number of the grid's memory nodes before the cut. */
    int cut_counts[NOC_CUTS_DIRECTIONS][NOC_CUTS_LINE_MAX];
    /* [direction][line]: chosen number of memory nodes of the line. */
    int line_totals[NOC_CUTS_DIRECTIONS][NOC_CUTS_LINE_MAX];

    /* The following limits hold for the chosen columns. */
    bool *is_row_possible; /* [total]: a row can have this number of memory nodes */
    bool *is_cut_possible; /* is_possible[1] for the chosen columns alone */
    /* [cut]: smallest and largest number before the cut in the ranges of all possible totals of a
     * row. */
    int row_lower[NOC_CUTS_LINE_MAX], row_upper[NOC_CUTS_LINE_MAX];
    /* [row][cut]: sums of the ranges of all rows before the row. */
    int (*lower_sums)[NOC_CUTS_LINE_MAX], (*upper_sums)[NOC_CUTS_LINE_MAX];

    flow_problem flow;
} cuts_search;

static range *range_at(const cuts_search *s, int direction, int cut, int grid_before, int total)
{
    return &s->ranges[direction]
                     [(cut * (s->memory_nodes + 1) + grid_before) * (s->line_max[direction] + 1) +
                      total];
}

/* ---- ranges within a limit ------------------------------------------------------------------ */

/* True if no channel of a line with m1 memory nodes before the cut and m2 beyond it is above the
 * limit. */
static bool is_within_limit(const cuts_search *s, int direction, int cut, int grid_before, int m1,
                            int m2, int64_t limit)
{
    const int n1 = cut + 1, n2 = s->cuts->lengths[direction] - n1,
              lines = s->cuts->line_counts[direction];
    const noc_cuts_cut *c = &s->cuts->cuts[direction][cut];
    const int64_t M1 = grid_before, M2 = s->memory_nodes - grid_before;
    const int64_t C1 = (int64_t)lines * n1 - M1, C2 = (int64_t)lines * n2 - M2;
    if (C1 < 0 || C2 < 0) return false;
    for (int i = 0; i < c->count; i++) {
        const int64_t *w = c->crossings[i].weights;
        if (w[0] * (n1 - m1) * M2 + w[1] * m2 * C1 + w[2] * m1 * C2 + w[3] * (n2 - m2) * M1 > limit)
            return false;
    }
    return true;
}

/* Finds the range of a line. Loads are linear in m1 for a given total, so the values within the
 * limit are a range. */
static range find_range(const cuts_search *s, int direction, int cut, int grid_before, int total,
                        int64_t limit)
{
    const int n1 = cut + 1, n2 = s->cuts->lengths[direction] - n1;
    range r = {1, 0};
    for (int m1 = total > n2 ? total - n2 : 0; m1 <= min_int(total, n1); m1++) {
        if (m1 > grid_before || total - m1 > s->memory_nodes - grid_before) continue;
        if (!is_within_limit(s, direction, cut, grid_before, m1, total - m1, limit)) continue;
        if (r.lower > r.upper) r.lower = (int16_t)m1;
        r.upper = (int16_t)m1;
    }
    return r;
}

/* True if lines within their ranges can have together grid_before memory nodes before the cut and
 * all memory nodes in total. `sums` and `next`: [sum of totals], fewest and most nodes before the
 * cut. */
static bool can_reach_sums(const cuts_search *s, int direction, int cut, int grid_before,
                           range *sums, range *next)
{
    for (int sum = 0; sum <= s->memory_nodes; sum++) sums[sum] = (range){1, 0};
    sums[0] = (range){0, 0};
    for (int line = 0; line < s->cuts->line_counts[direction]; line++) {
        for (int sum = 0; sum <= s->memory_nodes; sum++) next[sum] = (range){INT16_MAX, -1};
        for (int sum = 0; sum <= s->memory_nodes; sum++) {
            if (sums[sum].lower > sums[sum].upper) continue;
            for (int t = 0; t <= min_int(s->line_max[direction], s->memory_nodes - sum); t++) {
                const range *r = range_at(s, direction, cut, grid_before, t);
                if (r->lower > r->upper) continue;
                range *target = &next[sum + t];
                target->lower = (int16_t)min_int(target->lower, sums[sum].lower + r->lower);
                target->upper = (int16_t)max_int(target->upper, sums[sum].upper + r->upper);
            }
        }
        memcpy(sums, next, (size_t)(s->memory_nodes + 1) * sizeof *sums);
    }
    return sums[s->memory_nodes].lower <= grid_before && grid_before <= sums[s->memory_nodes].upper;
}

static void fill_ranges(cuts_search *s, int direction, int32_t limit)
{
    const size_t sum_count = (size_t)s->memory_nodes + 1;
    range *sums = noc_arena_array(&s->memory, 2 * sum_count, sizeof *sums);
    for (int cut = 0; sums && cut < s->cuts->lengths[direction] - 1; cut++)
        for (int grid_before = 0; grid_before <= s->memory_nodes; grid_before++) {
            for (int t = 0; t <= s->line_max[direction]; t++)
                *range_at(s, direction, cut, grid_before, t) =
                    find_range(s, direction, cut, grid_before, t, limit);
            s->is_possible[direction][cut * (s->memory_nodes + 1) + grid_before] =
                can_reach_sums(s, direction, cut, grid_before, sums, sums + sum_count);
        }
}

/* ---- the flow ------------------------------------------------------------------------------- */

/* Finds the range of a line's memory nodes up to a position; at the last position, it is the chosen
 * total. */
static range find_chosen_range(const cuts_search *s, int direction, int line, int position)
{
    const int total = s->line_totals[direction][line];
    if (position == s->cuts->lengths[direction] - 1) return (range){(int16_t)total, (int16_t)total};
    return *range_at(s, direction, position, s->cut_counts[direction][position], total);
}

/* Finds a placement with the chosen numbers. False if none exists. */
static bool solve_flow(cuts_search *s, uint16_t *tiles)
{
    const int columns = s->cuts->lengths[0], count = columns * s->cuts->lengths[1];
    for (int t = 0; t < count; t++) {
        const range row = find_chosen_range(s, 0, t / columns, t % columns);
        const range column = find_chosen_range(s, 1, t % columns, t / columns);
        if (column.lower > column.upper) return false;
        bound_row(&s->flow, t, row.lower, row.upper);
        bound_column(&s->flow, t, column.lower, column.upper);
    }
    const bool found = find_tiles(&s->flow, tiles);
    if (s->flow.status != NOC_OK) s->result = NOC_CUTS_STOPPED;
    return found;
}

/* ---- numbers by row ------------------------------------------------------------------------- */

/* True if the choice is the first of its mirror images. */
static bool is_first_image(const int *totals, int count)
{
    for (int i = 0; i < count; i++)
        if (totals[i] != totals[count - 1 - i]) return totals[i] < totals[count - 1 - i];
    return true;
}

/* Counts steps. True if the search has to end. */
static bool count_steps(cuts_search *s, uint64_t steps)
{
    if (s->result != NOC_CUTS_EXHAUSTED) return true;
    if (s->steps < steps) {
        s->result = NOC_CUTS_OUT_OF_STEPS;
        return true;
    }
    const uint64_t remaining_steps = s->steps - steps;
    if (s->visitor->tick && (remaining_steps >> 12) != (s->steps >> 12) &&
        !s->visitor->tick(s->visitor->context))
        s->result = NOC_CUTS_STOPPED;
    s->steps = remaining_steps;
    return s->result != NOC_CUTS_EXHAUSTED;
}

static void try_flow(cuts_search *s)
{
    uint16_t tiles[NOC_CUTS_LINE_MAX];
    if (s->cuts->is_mirrored[1] && !is_first_image(s->line_totals[0], s->cuts->line_counts[0]))
        return;
    if (count_steps(s, FLOW_STEPS) || !solve_flow(s, tiles)) return;
    if (!s->visitor->found(s->visitor->context, tiles)) s->result = NOC_CUTS_STOPPED;
}

/* Adds a row with `total` memory nodes to the sums at each cut. False if the remaining rows cannot
 * reach the chosen number of a cut. */
static bool add_row(cuts_search *s, int row, int total)
{
    const int remaining_rows = s->cuts->line_counts[0] - 1 - row;
    for (int cut = 0; cut < s->cuts->lengths[0] - 1; cut++) {
        const int grid_before = s->cut_counts[0][cut];
        const range *r = range_at(s, 0, cut, grid_before, total);
        const int lower = s->lower_sums[row][cut] + r->lower,
                  upper = s->upper_sums[row][cut] + r->upper;
        s->lower_sums[row + 1][cut] = lower;
        s->upper_sums[row + 1][cut] = upper;
        if (lower + remaining_rows * s->row_lower[cut] > grid_before ||
            upper + remaining_rows * s->row_upper[cut] < grid_before)
            return false;
    }
    return true;
}

static void choose_rows(cuts_search *s, int row, int grid_before)
{
    const int rows = s->cuts->line_counts[0];
    if (row == rows) {
        try_flow(s);
        return;
    }
    for (int total = 0; total <= min_int(s->line_max[0], s->memory_nodes - grid_before); total++) {
        const int next_sum = grid_before + total;
        if (!s->is_row_possible[total]) continue;
        if (row == rows - 1 ? next_sum != s->memory_nodes
                            : !s->is_cut_possible[row * (s->memory_nodes + 1) + next_sum])
            continue;
        if (count_steps(s, 1)) return;
        if (!add_row(s, row, total)) continue;
        s->line_totals[0][row] = total;
        s->cut_counts[1][row] = next_sum;
        choose_rows(s, row + 1, next_sum);
    }
}

/* ---- numbers by column ---------------------------------------------------------------------- */

/* True if a row can have this total: its number of memory nodes, which grows by 0 or 1 at each
 * tile, can be in the range of every cut. */
static bool is_row_total_possible(const cuts_search *s, int total)
{
    range r = {0, 0};
    for (int cut = 0; cut < s->cuts->lengths[0] - 1; cut++) {
        const range *line_range = range_at(s, 0, cut, s->cut_counts[0][cut], total);
        r.lower = line_range->lower > r.lower ? line_range->lower : r.lower;
        r.upper = (int16_t)min_int(line_range->upper, r.upper + 1);
        if (r.lower > r.upper) return false;
    }
    return r.lower <= total && total <= r.upper + 1;
}

static void find_possible_rows(cuts_search *s)
{
    for (int cut = 0; cut < s->cuts->lengths[0] - 1; cut++) {
        s->row_lower[cut] = INT16_MAX;
        s->row_upper[cut] = 0;
    }
    for (int total = 0; total <= s->line_max[0]; total++) {
        s->is_row_possible[total] = is_row_total_possible(s, total);
        for (int cut = 0; s->is_row_possible[total] && cut < s->cuts->lengths[0] - 1; cut++) {
            const range *r = range_at(s, 0, cut, s->cut_counts[0][cut], total);
            s->row_lower[cut] = min_int(s->row_lower[cut], r->lower);
            s->row_upper[cut] = max_int(s->row_upper[cut], r->upper);
        }
    }
}

/* True if the columns, with their chosen totals, can have grid_before memory nodes before a cut
 * between rows. */
static bool is_cut_sum_possible(const cuts_search *s, int cut, int grid_before)
{
    int lower = 0, upper = 0;
    for (int column = 0; column < s->cuts->line_counts[1]; column++) {
        const range *r = range_at(s, 1, cut, grid_before, s->line_totals[1][column]);
        if (r->lower > r->upper) return false;
        lower += r->lower;
        upper += r->upper;
    }
    return lower <= grid_before && grid_before <= upper;
}

static void search_rows(cuts_search *s)
{
    if (s->cuts->is_mirrored[0] && !is_first_image(s->line_totals[1], s->cuts->line_counts[1]))
        return;
    find_possible_rows(s);
    for (int cut = 0; cut < s->cuts->lengths[1] - 1; cut++)
        for (int grid_before = 0; grid_before <= s->memory_nodes; grid_before++)
            s->is_cut_possible[cut * (s->memory_nodes + 1) + grid_before] =
                s->is_possible[1][cut * (s->memory_nodes + 1) + grid_before] &&
                is_cut_sum_possible(s, cut, grid_before);
    choose_rows(s, 0, 0);
}

static void choose_columns(cuts_search *s, int column, int grid_before)
{
    const int columns = s->cuts->line_counts[1];
    if (column == columns) {
        search_rows(s);
        return;
    }
    for (int total = 0; total <= min_int(s->line_max[1], s->memory_nodes - grid_before); total++) {
        const int next_sum = grid_before + total;
        if (column == columns - 1 ? next_sum != s->memory_nodes
                                  : !s->is_possible[0][column * (s->memory_nodes + 1) + next_sum])
            continue;
        if (count_steps(s, 1)) return;
        s->line_totals[1][column] = total;
        s->cut_counts[0][column] = next_sum;
        choose_columns(s, column + 1, next_sum);
    }
}

/* ---- the search ----------------------------------------------------------------------------- */

static bool alloc_search(cuts_search *s)
{
    noc_arena *arena = &s->memory;
    const size_t sum_count = (size_t)s->memory_nodes + 1, rows = (size_t)s->cuts->line_counts[0];
    for (int direction = 0; direction < NOC_CUTS_DIRECTIONS; direction++) {
        const size_t cuts = (size_t)s->cuts->lengths[direction];
        s->line_max[direction] = min_int(s->cuts->lengths[direction], s->memory_nodes);
        s->ranges[direction] = noc_arena_array(
            arena, cuts * sum_count * ((size_t)s->line_max[direction] + 1), sizeof(range));
        s->is_possible[direction] = noc_arena_array(arena, cuts * sum_count, sizeof(bool));
    }
    s->is_row_possible = noc_arena_array(arena, sum_count, sizeof(bool));
    s->is_cut_possible =
        noc_arena_array(arena, (size_t)s->cuts->lengths[1] * sum_count, sizeof(bool));
    s->lower_sums = noc_arena_array(arena, rows + 1, sizeof *s->lower_sums);
    s->upper_sums = noc_arena_array(arena, rows + 1, sizeof *s->upper_sums);
    return !arena->is_short;
}

static void clear_search(cuts_search *s)
{
    if (s->flow.graph) glp_delete_graph(s->flow.graph);
    glp_free_env();
    noc_arena_clear(&s->memory);
}

noc_status noc_place_cuts_visit(const noc_place_cuts *cuts, int memory_nodes, int32_t limit,
                                const noc_cuts_visitor *visitor, uint64_t *steps,
                                noc_cuts_result *result, noc_diag *diag)
{
    cuts_search s = {
        .cuts = cuts, .memory_nodes = memory_nodes, .visitor = visitor, .steps = *steps};
    const bool has_room = alloc_search(&s);
    for (int direction = 0; has_room && direction < NOC_CUTS_DIRECTIONS; direction++)
        fill_ranges(&s, direction, limit);
    noc_status status =
        s.memory.is_short ? noc_fail_memory(diag)
                          : init_flow(cuts->lengths[0], cuts->lengths[1], &s.memory, diag, &s.flow);
    if (status == NOC_OK) {
        choose_columns(&s, 0, 0);
        status = s.flow.status;
    }
    clear_search(&s);
    *steps = s.steps;
    *result = s.result;
    return status;
}
