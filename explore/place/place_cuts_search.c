#include "explore/place/place_cuts_search.h"

#include <glpk.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analytic/bound/glpk_call.h"
#include "base/min_max.h"

/* ---- flows ---------------------------------------------------------------------------------- */

/* Decision whether tiles can have given numbers of memory nodes up to each position of their rows
 * and columns, solved as a flow between the chains of rows and the chains of columns. */
typedef struct place_flow {
    int columns, rows;
    glp_graph *graph; /* GLPK's graph; NULL after a failure of GLPK */
    /* Arcs into tiles, and into the chains of their rows and columns. */
    glp_arc **tile_arcs, **row_arcs, **column_arcs;
    int solver;        /* GLPK's result: 0 for a flow, GLP_ENOPFS for none */
    noc_status status; /* status of the last call, with its message in `diag` */
    noc_diag *diag;
} place_flow;

typedef struct arc_data {
    double low, capacity, flow;
} arc_data;

/* Adds the arcs of the flow: from one origin through the chain of each row, whose arc into position
 * x carries the row's memory nodes up to x, through the tiles, and through the chain of each column
 * back to the origin. */
static void add_arcs(void *context)
{
    place_flow *f = context;
    const int columns = f->columns, rows = f->rows, tiles = columns * rows;
    f->graph = glp_create_graph(0, sizeof(arc_data));
    glp_add_vertices(f->graph, 2 * tiles + 1);
    const int origin = 2 * tiles + 1;
    for (int t = 0; t < tiles; t++) {
        const int in_row = 1 + t, in_column = 1 + tiles + t;
        const int right = t % columns == columns - 1 ? origin : in_row + 1;
        const int below = t / columns == rows - 1 ? origin : in_column + columns;
        f->tile_arcs[t] = glp_add_arc(f->graph, in_row, in_column);
        f->row_arcs[t] = glp_add_arc(f->graph, right, in_row);
        f->column_arcs[t] = glp_add_arc(f->graph, in_column, below);
    }
}

static const char computation[] = "the flow through rows and columns";

/* Calls GLPK (noc_glpk_call); a failure frees the graph. */
static bool call_glpk(place_flow *f, void (*work)(void *))
{
    f->status = noc_glpk_call(computation, work, f, f->diag);
    if (f->status == NOC_OK) return true;
    f->graph = NULL;
    return false;
}

/* Initialises the flow; the caller clears *f in any case. */
static noc_status place_flow_new(int columns, int rows, noc_diag *diag, place_flow *f)
{
    const size_t tiles = (size_t)columns * (size_t)rows;
    *f = (place_flow){.columns = columns, .rows = rows, .diag = diag};
    f->tile_arcs = calloc(tiles, sizeof(glp_arc *));
    f->row_arcs = calloc(tiles, sizeof(glp_arc *));
    f->column_arcs = calloc(tiles, sizeof(glp_arc *));
    if (!f->tile_arcs || !f->row_arcs || !f->column_arcs) return noc_fail_memory(diag);
    call_glpk(f, add_arcs);
    return f->status;
}

static void place_flow_clear(place_flow *f)
{
    free(f->tile_arcs);
    free(f->row_arcs);
    free(f->column_arcs);
    if (f->graph) glp_delete_graph(f->graph);
    glp_free_env();
}

static void set_arc(glp_arc *arc, int low, int high)
{
    arc_data *const data = arc->data;
    data->low = low;
    data->capacity = high;
}

/* Bounds the memory nodes of a row up to a tile. */
static void place_flow_bound_row(place_flow *f, int tile, int low, int high)
{
    set_arc(f->row_arcs[tile], low, high);
}

static void place_flow_bound_column(place_flow *f, int tile, int low, int high)
{
    set_arc(f->column_arcs[tile], low, high);
}

static void find_flow(void *context)
{
    place_flow *f = context;
    double cost;
    f->solver =
        glp_mincost_okalg(f->graph, -1, offsetof(arc_data, low), offsetof(arc_data, capacity), -1,
                          &cost, offsetof(arc_data, flow), -1);
}

/* True if a flow exists. Proofs depend on the answer, so a solver that gives up is a failure. */
static bool has_flow(place_flow *f)
{
    if (!call_glpk(f, find_flow)) return false;
    if (f->solver == 0 || f->solver == GLP_ENOPFS) return f->solver == 0;
    char reason[40];
    snprintf(reason, sizeof reason, "GLPK's status %d", f->solver);
    f->status = noc_fail_numeric(f->diag, computation, reason);
    return false;
}

/* Finds tiles of memory nodes within the bounds, ascending. False if no such tiles exist, or, with
 * a `status` other than NOC_OK, if GLPK has given up. */
static bool place_flow_solve(place_flow *f, uint16_t *tiles)
{
    const int count = f->columns * f->rows;
    for (int t = 0; t < count; t++) set_arc(f->tile_arcs[t], 0, 1);
    if (!has_flow(f)) return false;
    int found = 0;
    for (int t = 0; t < count; t++)
        if (((const arc_data *)f->tile_arcs[t]->data)->flow > 0.5) tiles[found++] = (uint16_t)t;
    return true;
}

enum { STEPS_OF_FLOW = 50 };

/* Range of a line's memory nodes up to a cut that keeps its channels within the limit; empty if
 * lower > upper. */
typedef struct range {
    int16_t low, high;
} range;

typedef struct search {
    const noc_place_cuts *k;
    int memory;
    const noc_cuts_visitor *visitor;
    uint64_t steps;
    noc_cuts_end end;

    int most[NOC_CUTS_WAYS]; /* largest number of memory nodes of a line */
    /* Ranges by cut, memory nodes of the grid up to the cut, and memory nodes of the line. */
    range *ranges[NOC_CUTS_WAYS];
    /* True if a placement is possible, by cut and memory nodes of the grid up to the cut. */
    bool *open[NOC_CUTS_WAYS];

    /* Chosen number of the grid's memory nodes up to each cut. */
    int before[NOC_CUTS_WAYS][NOC_CUTS_LINE_MOST];
    /* Chosen number of memory nodes of each line: rows [0], columns [1]. */
    int total[NOC_CUTS_WAYS][NOC_CUTS_LINE_MOST];

    /* The following limits hold for the chosen columns. */
    bool *fit_row; /* true if a row can have a total, by total */
    bool *fit_cut; /* is_possible[1] for the chosen columns alone */
    /* Smallest and largest number up to each cut over the ranges of all possible totals of a
     * row. */
    int least[NOC_CUTS_LINE_MOST], greatest[NOC_CUTS_LINE_MOST];
    /* Sums of the ranges over rows before y, by row y and cut. */
    int (*low)[NOC_CUTS_LINE_MOST], (*high)[NOC_CUTS_LINE_MOST];

    place_flow flow;
} search;

static range *range_at(const search *s, int way, int at, int before, int total)
{
    return &s->ranges[way][(at * (s->memory + 1) + before) * (s->most[way] + 1) + total];
}

/* ---- ranges within a limit ------------------------------------------------------------------ */

/* True if no channel of a line with m1 memory nodes before the cut and m2 beyond it is above the
 * limit. */
static bool is_below(const search *s, int way, int at, int before, int m1, int m2, int64_t most)
{
    const int n1 = at + 1, n2 = s->k->length[way] - n1, lines = s->k->lines[way];
    const noc_cuts_cut *c = &s->k->cuts[way][at];
    const int64_t M1 = before, M2 = s->memory - before;
    const int64_t C1 = (int64_t)lines * n1 - M1, C2 = (int64_t)lines * n2 - M2;
    if (C1 < 0 || C2 < 0) return false;
    for (int i = 0; i < c->count; i++) {
        const int64_t *w = c->crossings[i].weight;
        if (w[0] * (n1 - m1) * M2 + w[1] * m2 * C1 + w[2] * m1 * C2 + w[3] * (n2 - m2) * M1 > most)
            return false;
    }
    return true;
}

/* Finds the range of a line. Loads are linear in m1 for a given total, so the values within the
 * limit are a range. */
static range find_range(const search *s, int way, int at, int before, int total, int64_t limit)
{
    const int n1 = at + 1, n2 = s->k->length[way] - n1;
    range r = {1, 0};
    for (int m1 = total > n2 ? total - n2 : 0; m1 <= min_int(total, n1); m1++) {
        if (m1 > before || total - m1 > s->memory - before) continue;
        if (!is_below(s, way, at, before, m1, total - m1, limit)) continue;
        if (r.low > r.high) r.low = (int16_t)m1;
        r.high = (int16_t)m1;
    }
    return r;
}

/* True if lines within their ranges can reach both sums together: the memory nodes before the cut,
 * and all memory nodes. The decision needs the fewest and the most nodes before the cut for each
 * sum of totals. */
static bool is_open(const search *s, int way, int at, int before, range *sums, range *next)
{
    for (int sum = 0; sum <= s->memory; sum++) sums[sum] = (range){1, 0};
    sums[0] = (range){0, 0};
    for (int line = 0; line < s->k->lines[way]; line++) {
        for (int sum = 0; sum <= s->memory; sum++) next[sum] = (range){INT16_MAX, -1};
        for (int sum = 0; sum <= s->memory; sum++) {
            if (sums[sum].low > sums[sum].high) continue;
            for (int t = 0; t <= min_int(s->most[way], s->memory - sum); t++) {
                const range *r = range_at(s, way, at, before, t);
                if (r->low > r->high) continue;
                range *into = &next[sum + t];
                into->low = (int16_t)min_int(into->low, sums[sum].low + r->low);
                into->high = (int16_t)max_int(into->high, sums[sum].high + r->high);
            }
        }
        memcpy(sums, next, (size_t)(s->memory + 1) * sizeof *sums);
    }
    return sums[s->memory].low <= before && before <= sums[s->memory].high;
}

static bool fill_ranges(search *s, int way, int32_t limit)
{
    range *sums = malloc((size_t)(s->memory + 1) * sizeof *sums);
    range *next = malloc((size_t)(s->memory + 1) * sizeof *next);
    for (int at = 0; sums && next && at < s->k->length[way] - 1; at++)
        for (int before = 0; before <= s->memory; before++) {
            for (int t = 0; t <= s->most[way]; t++)
                *range_at(s, way, at, before, t) = find_range(s, way, at, before, t, limit);
            s->open[way][at * (s->memory + 1) + before] = is_open(s, way, at, before, sums, next);
        }
    const bool made = sums && next;
    free(sums);
    free(next);
    return made;
}

/* ---- the flow ------------------------------------------------------------------------------- */

/* Finds the range of a line up to a position: its total at the last position. */
static range chosen_range(const search *s, int way, int line, int position)
{
    const int total = s->total[way][line];
    if (position == s->k->length[way] - 1) return (range){(int16_t)total, (int16_t)total};
    return *range_at(s, way, position, s->before[way][position], total);
}

/* Finds a placement with the chosen numbers. False if none exists. */
static bool solve_flow(search *s, uint16_t *tiles)
{
    const int columns = s->k->length[0], count = columns * s->k->length[1];
    for (int t = 0; t < count; t++) {
        const range row = chosen_range(s, 0, t / columns, t % columns);
        const range column = chosen_range(s, 1, t % columns, t / columns);
        if (column.low > column.high) return false;
        place_flow_bound_row(&s->flow, t, row.low, row.high);
        place_flow_bound_column(&s->flow, t, column.low, column.high);
    }
    const bool found = place_flow_solve(&s->flow, tiles);
    if (s->flow.status != NOC_OK) s->end = NOC_CUTS_STOPPED;
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
static bool is_over(search *s, uint64_t steps)
{
    if (s->end != NOC_CUTS_ALL) return true;
    if (s->steps < steps) {
        s->end = NOC_CUTS_OUT_OF_STEPS;
        return true;
    }
    const uint64_t left = s->steps - steps;
    if (s->visitor->tick && (left >> 12) != (s->steps >> 12) &&
        !s->visitor->tick(s->visitor->context))
        s->end = NOC_CUTS_STOPPED;
    s->steps = left;
    return s->end != NOC_CUTS_ALL;
}

static void try_flow(search *s)
{
    uint16_t tiles[NOC_CUTS_LINE_MOST];
    if (s->k->mirrored[1] && !is_first_image(s->total[0], s->k->lines[0])) return;
    if (is_over(s, STEPS_OF_FLOW) || !solve_flow(s, tiles)) return;
    if (!s->visitor->found(s->visitor->context, tiles)) s->end = NOC_CUTS_STOPPED;
}

/* Adds a row to the sums at each cut. False if the remaining rows cannot reach the chosen
 * numbers. */
static bool add_row(search *s, int row, int total)
{
    const int rest = s->k->lines[0] - 1 - row;
    for (int at = 0; at < s->k->length[0] - 1; at++) {
        const int before = s->before[0][at];
        const range *r = range_at(s, 0, at, before, total);
        const int low = s->low[row][at] + r->low, high = s->high[row][at] + r->high;
        s->low[row + 1][at] = low;
        s->high[row + 1][at] = high;
        if (low + rest * s->least[at] > before || high + rest * s->greatest[at] < before)
            return false;
    }
    return true;
}

static void choose_rows(search *s, int row, int before)
{
    const int rows = s->k->lines[0];
    if (row == rows) {
        try_flow(s);
        return;
    }
    for (int total = 0; total <= min_int(s->most[0], s->memory - before); total++) {
        const int upto = before + total;
        if (!s->fit_row[total]) continue;
        if (row == rows - 1 ? upto != s->memory : !s->fit_cut[row * (s->memory + 1) + upto])
            continue;
        if (is_over(s, 1)) return;
        if (!add_row(s, row, total)) continue;
        s->total[0][row] = total;
        s->before[1][row] = upto;
        choose_rows(s, row + 1, upto);
    }
}

/* ---- numbers by column ---------------------------------------------------------------------- */

/* True if a row's memory nodes can grow by 0 or 1 per tile to this total, within the ranges of all
 * cuts. */
static bool row_fits(const search *s, int total)
{
    range r = {0, 0};
    for (int at = 0; at < s->k->length[0] - 1; at++) {
        const range *own = range_at(s, 0, at, s->before[0][at], total);
        r.low = own->low > r.low ? own->low : r.low;
        r.high = (int16_t)min_int(own->high, r.high + 1);
        if (r.low > r.high) return false;
    }
    return r.low <= total && total <= r.high + 1;
}

static void fit_rows(search *s)
{
    for (int at = 0; at < s->k->length[0] - 1; at++) {
        s->least[at] = INT16_MAX;
        s->greatest[at] = 0;
    }
    for (int total = 0; total <= s->most[0]; total++) {
        s->fit_row[total] = row_fits(s, total);
        for (int at = 0; s->fit_row[total] && at < s->k->length[0] - 1; at++) {
            const range *r = range_at(s, 0, at, s->before[0][at], total);
            s->least[at] = min_int(s->least[at], r->low);
            s->greatest[at] = max_int(s->greatest[at], r->high);
        }
    }
}

/* True if the columns with their totals can have this sum before a cut between rows. */
static bool cut_fits(const search *s, int at, int before)
{
    int low = 0, high = 0;
    for (int column = 0; column < s->k->lines[1]; column++) {
        const range *r = range_at(s, 1, at, before, s->total[1][column]);
        if (r->low > r->high) return false;
        low += r->low;
        high += r->high;
    }
    return low <= before && before <= high;
}

static void with_columns(search *s)
{
    if (s->k->mirrored[0] && !is_first_image(s->total[1], s->k->lines[1])) return;
    fit_rows(s);
    for (int at = 0; at < s->k->length[1] - 1; at++)
        for (int before = 0; before <= s->memory; before++)
            s->fit_cut[at * (s->memory + 1) + before] =
                s->open[1][at * (s->memory + 1) + before] && cut_fits(s, at, before);
    choose_rows(s, 0, 0);
}

static void choose_columns(search *s, int column, int before)
{
    const int columns = s->k->lines[1];
    if (column == columns) {
        with_columns(s);
        return;
    }
    for (int total = 0; total <= min_int(s->most[1], s->memory - before); total++) {
        const int upto = before + total;
        if (column == columns - 1 ? upto != s->memory
                                  : !s->open[0][column * (s->memory + 1) + upto])
            continue;
        if (is_over(s, 1)) return;
        s->total[1][column] = total;
        s->before[0][column] = upto;
        choose_columns(s, column + 1, upto);
    }
}

/* ---- the search ----------------------------------------------------------------------------- */

static bool allocate(search *s)
{
    const size_t numbers = (size_t)s->memory + 1;
    bool made = true;
    for (int way = 0; way < NOC_CUTS_WAYS; way++) {
        const size_t cuts = (size_t)s->k->length[way];
        s->most[way] = min_int(s->k->length[way], s->memory);
        s->ranges[way] = malloc(cuts * numbers * ((size_t)s->most[way] + 1) * sizeof(range));
        s->open[way] = calloc(cuts * numbers, sizeof(bool));
        made = made && s->ranges[way] && s->open[way];
    }
    s->fit_row = calloc(numbers, sizeof(bool));
    s->fit_cut = calloc((size_t)s->k->length[1] * numbers, sizeof(bool));
    s->low = calloc((size_t)s->k->lines[0] + 1, sizeof *s->low);
    s->high = calloc((size_t)s->k->lines[0] + 1, sizeof *s->high);
    return made && s->fit_row && s->fit_cut && s->low && s->high;
}

static void clear(search *s)
{
    for (int way = 0; way < NOC_CUTS_WAYS; way++) {
        free(s->ranges[way]);
        free(s->open[way]);
    }
    free(s->fit_row);
    free(s->fit_cut);
    free(s->low);
    free(s->high);
    place_flow_clear(&s->flow);
}

noc_status noc_place_cuts_visit(const noc_place_cuts *k, int memory, int32_t limit,
                                const noc_cuts_visitor *visitor, uint64_t *steps, noc_cuts_end *end,
                                noc_diag *diag)
{
    search s = {.k = k, .memory = memory, .visitor = visitor, .steps = *steps};
    bool made = allocate(&s);
    for (int way = 0; way < NOC_CUTS_WAYS; way++) made = made && fill_ranges(&s, way, limit);
    noc_status status =
        made ? place_flow_new(k->length[0], k->length[1], diag, &s.flow) : noc_fail_memory(diag);
    if (status == NOC_OK) {
        choose_columns(&s, 0, 0);
        status = s.flow.status;
    }
    clear(&s);
    *steps = s.steps;
    *end = s.end;
    return status;
}
