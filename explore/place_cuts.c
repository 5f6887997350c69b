#include "explore/place_cuts.h"

#include <glpk.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analytic/glpk_call.h"

/* Everything is said twice, of rows and of columns: `way` 0 looks along rows (lines are rows, positions
 * columns), 1 along columns. */
enum { WAYS = 2, LINE_MOST = 256, CROSSINGS_MOST = 32, STEPS_OF_FLOW = 50 };

/* What a channel of a line carries across a cut, with 1 the positions up to the cut and 2 those beyond, of
 * memory nodes m and compute nodes c of the line, and M and C of the grid:
 * weight[0] c1 M2 + weight[1] m2 C1 + weight[2] m1 C2 + weight[3] c2 M1. */
typedef struct crossing {
    int64_t weight[4];
} crossing;

/* The channels that each line has at a cut, equal ones once. */
typedef struct cut {
    crossing crossings[CROSSINGS_MOST];
    int count;
} cut;

struct noc_place_cuts {
    int lines[WAYS], length[WAYS];
    cut *cuts[WAYS];
    bool mirrored[WAYS]; /* looks the same from both ends of a line */
};

static int tile_at(const noc_place_cuts *k, int way, int line, int position)
{
    return way == 0 ? position + k->length[0] * line : line + k->length[0] * position;
}

/* ---- from loads to cuts --------------------------------------------------------------------- */

static bool divide(int64_t value, int64_t by, int64_t *quotient)
{
    *quotient = value / by;
    return *quotient >= 0 && value % by == 0;
}

/* Weights that the channel's own loads would have if it crossed this cut in this line. */
static bool guess(const noc_place_cuts *k, const noc_place_loads *l, int channel, int way, int line,
                  int at, crossing *guessed)
{
    const int other = line == 0 ? 1 : 0, lines = k->lines[way];
    const int first = at + 1, second = k->length[way] - first;
    int64_t own[2][2];
    for (int side = 0; side < 2; side++) {
        const int position = side == 0 ? at : at + 1;
        own[0][side] = l->own[tile_at(k, way, line, position) * l->channels + channel];
        own[1][side] = l->own[tile_at(k, way, other, position) * l->channels + channel];
    }
    return divide(own[1][1], first, &guessed->weight[0]) &&
           divide(own[0][1] - own[1][1], (int64_t)lines * first, &guessed->weight[1]) &&
           divide(own[0][0] - own[1][0], (int64_t)lines * second, &guessed->weight[2]) &&
           divide(own[1][0], second, &guessed->weight[3]);
}

/* What m as memory and s as compute put on a channel with these weights. */
static int64_t between(const crossing *w, bool m_in_line, bool m_beyond, bool s_in_line,
                       bool s_beyond)
{
    if (m_beyond == s_beyond) return 0;
    if (m_beyond) return s_in_line * w->weight[0] + m_in_line * w->weight[1];
    return m_in_line * w->weight[2] + s_in_line * w->weight[3];
}

static bool fits(const noc_place_cuts *k, const noc_place_loads *l, int channel, int way, int line,
                 int at, const crossing *w)
{
    const int columns = k->length[0], tiles = l->columns * l->rows;
    for (int m = 0; m < tiles; m++) {
        const int m_line = way == 0 ? m / columns : m % columns;
        const bool m_beyond = (way == 0 ? m % columns : m / columns) > at, m_in = m_line == line;
        int64_t own = 0;
        for (int s = 0; s < tiles; s++) {
            const int s_line = way == 0 ? s / columns : s % columns;
            const bool s_beyond = (way == 0 ? s % columns : s / columns) > at;
            const int64_t there = between(w, m_in, m_beyond, s_line == line, s_beyond);
            const int64_t back = between(w, s_line == line, s_beyond, m_in, m_beyond);
            if (m != s && l->pair[(m * tiles + s) * l->channels + channel] != there + back)
                return false;
            own += there;
        }
        if (own != l->own[m * l->channels + channel]) return false;
    }
    return true;
}

/* The place of a limit among those of its cut, added if it is new; -1 if there are too many. */
static int enter(cut *c, const crossing *w)
{
    for (int i = 0; i < c->count; i++)
        if (memcmp(&c->crossings[i], w, sizeof *w) == 0) return i;
    if (c->count == CROSSINGS_MOST) return -1;
    c->crossings[c->count] = *w;
    return c->count++;
}

/* Finds the cut and line of a channel; `seen` has a bit a limit for each line of each cut. */
static bool assign(noc_place_cuts *k, const noc_place_loads *l, int channel, uint32_t *seen[WAYS])
{
    static const crossing none;
    for (int way = 0; way < WAYS; way++)
        for (int line = 0; line < k->lines[way]; line++)
            for (int at = 0; at < k->length[way] - 1; at++) {
                crossing w;
                if (!guess(k, l, channel, way, line, at, &w)) continue;
                if (!fits(k, l, channel, way, line, at, &w)) continue;
                if (memcmp(&w, &none, sizeof w) == 0) return true; /* carries nothing */
                const int entry = enter(&k->cuts[way][at], &w);
                if (entry < 0) return false;
                seen[way][at * k->lines[way] + line] |= 1u << entry;
                return true;
            }
    return false;
}

/* Whether all lines have the same channels at each cut. */
static bool lines_are_alike(const noc_place_cuts *k, uint32_t *const seen[WAYS])
{
    for (int way = 0; way < WAYS; way++)
        for (int at = 0; at < k->length[way] - 1; at++)
            for (int line = 1; line < k->lines[way]; line++)
                if (seen[way][at * k->lines[way] + line] != seen[way][at * k->lines[way]])
                    return false;
    return true;
}

static bool is_mirrored(const noc_place_cuts *k, int way)
{
    for (int at = 0; at < k->length[way] - 1; at++) {
        cut *const c = &k->cuts[way][at], image = k->cuts[way][k->length[way] - 2 - at];
        if (c->count != image.count) return false;
        for (int i = 0; i < c->count; i++) {
            const int64_t *w = c->crossings[i].weight;
            const int count = image.count;
            enter(&image, &(crossing){{w[3], w[2], w[1], w[0]}});
            if (image.count != count) return false;
        }
    }
    return true;
}

/* Whether every channel is a function of cuts, the same for all lines; fills the cuts. */
static bool recognize(noc_place_cuts *k, const noc_place_loads *l, uint32_t *seen[WAYS])
{
    for (int c = 0; c < l->channels; c++)
        if (!assign(k, l, c, seen)) return false;
    return lines_are_alike(k, seen);
}

noc_status noc_place_cuts_new(const noc_place_loads *l, noc_place_cuts **cuts, noc_diag *diag)
{
    *cuts = NULL;
    if (l->columns < 2 || l->rows < 2 || l->columns > LINE_MOST || l->rows > LINE_MOST)
        return NOC_OK;
    noc_place_cuts *k = calloc(1, sizeof *k);
    if (!k) return noc_fail_memory(diag);
    uint32_t *seen[WAYS] = {NULL, NULL};
    bool made = true;
    for (int way = 0; way < WAYS; way++) {
        k->lines[way] = way == 0 ? l->rows : l->columns;
        k->length[way] = way == 0 ? l->columns : l->rows;
        k->cuts[way] = calloc((size_t)k->length[way], sizeof *k->cuts[way]);
        seen[way] = calloc((size_t)l->columns * (size_t)l->rows, sizeof *seen[way]);
        made = made && k->cuts[way] && seen[way];
    }
    const bool known = made && recognize(k, l, seen);
    for (int way = 0; way < WAYS; way++) {
        free(seen[way]);
        k->mirrored[way] = known && is_mirrored(k, way);
    }
    if (known)
        *cuts = k;
    else
        noc_place_cuts_free(k);
    return made ? NOC_OK : noc_fail_memory(diag);
}

void noc_place_cuts_free(noc_place_cuts *k)
{
    if (!k) return;
    for (int way = 0; way < WAYS; way++) free(k->cuts[way]);
    free(k);
}

/* ---- what a limit leaves -------------------------------------------------------------------- */

/* Memory nodes of a line up to a cut that keep its channels below the limit; empty if low > high. */
typedef struct range {
    int16_t low, high;
} range;

typedef struct search {
    const noc_place_cuts *k;
    int memory;
    const noc_cuts_visitor *visitor;
    uint64_t steps;
    noc_cuts_end end;
    noc_status status; /* of GLPK; a failure ends the search */
    noc_diag *diag;

    int most[WAYS];      /* memory nodes of a line */
    range *ranges[WAYS]; /* of the cut, the grid's memory nodes up to it, the line's in all */
    bool *open[WAYS]; /* of the cut and the grid's memory nodes up to it: some placement may be */

    int before[WAYS][LINE_MOST]; /* the grid's memory nodes up to each cut, as chosen */
    int total[WAYS][LINE_MOST];  /* of each line: of rows [0], of columns [1] */

    /* with the columns chosen */
    bool *fit_row;                             /* of a total: rows may have it */
    bool *fit_cut;                             /* of a cut between rows, as open[1] */
    int least[LINE_MOST], greatest[LINE_MOST]; /* over such rows, of the ranges at each cut */
    int (*low)[LINE_MOST], (*high)[LINE_MOST]; /* of row y and cut: sums over rows before y */

    glp_graph *graph;
    glp_arc **tile_arcs, **row_arcs, **column_arcs; /* of tiles: into them; into their chains */
    int flow_status;                                /* GLPK's: 0 found, GLP_ENOPFS there is none */
} search;

static range *range_at(const search *s, int way, int at, int before, int total)
{
    return &s->ranges[way][(at * (s->memory + 1) + before) * (s->most[way] + 1) + total];
}

static int least_of(int a, int b)
{
    return a < b ? a : b;
}

/* Whether no channel of a line with m1 memory nodes before the cut and m2 beyond is above the limit. */
static bool is_below(const search *s, int way, int at, int before, int m1, int m2, int64_t most)
{
    const int n1 = at + 1, n2 = s->k->length[way] - n1, lines = s->k->lines[way];
    const cut *c = &s->k->cuts[way][at];
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

/* Loads are linear in m1 once the total is given, so those below a limit are a range. */
static range find_range(const search *s, int way, int at, int before, int total, int64_t limit)
{
    const int n1 = at + 1, n2 = s->k->length[way] - n1;
    range r = {1, 0};
    for (int m1 = total > n2 ? total - n2 : 0; m1 <= least_of(total, n1); m1++) {
        if (m1 > before || total - m1 > s->memory - before) continue;
        if (!is_below(s, way, at, before, m1, total - m1, limit)) continue;
        if (r.low > r.high) r.low = (int16_t)m1;
        r.high = (int16_t)m1;
    }
    return r;
}

/* Whether lines within their ranges can have, together, what is before the cut, and all memory nodes: by the
 * least and the most that lines can have before it for each sum of their totals. */
static bool is_open(const search *s, int way, int at, int before, range *sums, range *next)
{
    for (int sum = 0; sum <= s->memory; sum++) sums[sum] = (range){1, 0};
    sums[0] = (range){0, 0};
    for (int line = 0; line < s->k->lines[way]; line++) {
        for (int sum = 0; sum <= s->memory; sum++) next[sum] = (range){INT16_MAX, -1};
        for (int sum = 0; sum <= s->memory; sum++) {
            if (sums[sum].low > sums[sum].high) continue;
            for (int t = 0; t <= least_of(s->most[way], s->memory - sum); t++) {
                const range *r = range_at(s, way, at, before, t);
                if (r->low > r->high) continue;
                range *into = &next[sum + t];
                into->low = (int16_t)least_of(into->low, sums[sum].low + r->low);
                into->high = (int16_t)-least_of(-into->high, -(sums[sum].high + r->high));
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

typedef struct arc_data {
    double low, capacity, flow;
} arc_data;

/* From one node through the chain of each row, whose arc into position x carries the row's memory nodes up to
 * x, the tiles, and the chain of each column back to that node. */
static void add_arcs(void *context)
{
    search *s = context;
    const int columns = s->k->length[0], rows = s->k->length[1], tiles = columns * rows;
    s->graph = glp_create_graph(0, sizeof(arc_data));
    glp_add_vertices(s->graph, 2 * tiles + 1);
    const int origin = 2 * tiles + 1;
    for (int t = 0; t < tiles; t++) {
        const int in_row = 1 + t, in_column = 1 + tiles + t;
        const int right = t % columns == columns - 1 ? origin : in_row + 1;
        const int below = t / columns == rows - 1 ? origin : in_column + columns;
        s->tile_arcs[t] = glp_add_arc(s->graph, in_row, in_column);
        s->row_arcs[t] = glp_add_arc(s->graph, right, in_row);
        s->column_arcs[t] = glp_add_arc(s->graph, in_column, below);
    }
}

static const char computation[] = "the flow through rows and columns";

/* As noc_glpk_call; a graph that is lost ends the search. */
static bool call_glpk(search *s, void (*work)(void *))
{
    s->status = noc_glpk_call(computation, work, s, s->diag);
    if (s->status == NOC_OK) return true;
    s->graph = NULL;
    s->end = NOC_CUTS_STOPPED;
    return false;
}

static bool build_graph(search *s)
{
    const size_t tiles = (size_t)(s->k->length[0] * s->k->length[1]);
    s->tile_arcs = calloc(tiles, sizeof(glp_arc *));
    s->row_arcs = calloc(tiles, sizeof(glp_arc *));
    s->column_arcs = calloc(tiles, sizeof(glp_arc *));
    return s->tile_arcs && s->row_arcs && s->column_arcs && call_glpk(s, add_arcs);
}

static void set_arc(glp_arc *arc, int low, int high)
{
    arc_data *const data = arc->data;
    data->low = low;
    data->capacity = high;
}

/* The range of a line up to a position: at the last one its total. */
static range chosen_range(const search *s, int way, int line, int position)
{
    const int total = s->total[way][line];
    if (position == s->k->length[way] - 1) return (range){(int16_t)total, (int16_t)total};
    return *range_at(s, way, position, s->before[way][position], total);
}

static void find_flow(void *context)
{
    search *s = context;
    double cost;
    s->flow_status =
        glp_mincost_okalg(s->graph, -1, offsetof(arc_data, low), offsetof(arc_data, capacity), -1,
                          &cost, offsetof(arc_data, flow), -1);
}

/* False without a flow. Whether there is one is all that a proof rests on, so a solver that gives up ends the search. */
static bool has_flow(search *s)
{
    if (!call_glpk(s, find_flow)) return false;
    if (s->flow_status == 0 || s->flow_status == GLP_ENOPFS) return s->flow_status == 0;
    char reason[40];
    snprintf(reason, sizeof reason, "GLPK's status %d", s->flow_status);
    s->status = noc_fail_numeric(s->diag, computation, reason);
    s->end = NOC_CUTS_STOPPED;
    return false;
}

/* A placement with the numbers chosen, if there is one. */
static bool solve_flow(search *s, uint16_t *tiles)
{
    const int columns = s->k->length[0], count = columns * s->k->length[1];
    for (int t = 0; t < count; t++) {
        const range row = chosen_range(s, 0, t / columns, t % columns);
        const range column = chosen_range(s, 1, t % columns, t / columns);
        if (column.low > column.high) return false;
        set_arc(s->tile_arcs[t], 0, 1);
        set_arc(s->row_arcs[t], row.low, row.high);
        set_arc(s->column_arcs[t], column.low, column.high);
    }
    if (!has_flow(s)) return false;
    int found = 0;
    for (int t = 0; t < count; t++)
        if (((const arc_data *)s->tile_arcs[t]->data)->flow > 0.5) tiles[found++] = (uint16_t)t;
    return true;
}

/* ---- numbers by row ------------------------------------------------------------------------- */

/* Of mirror images the one that is first in order. */
static bool is_first_image(const int *totals, int count)
{
    for (int i = 0; i < count; i++)
        if (totals[i] != totals[count - 1 - i]) return totals[i] < totals[count - 1 - i];
    return true;
}

/* Counts steps; true once the search is to end. */
static bool is_over(search *s, uint64_t steps)
{
    if (s->end != NOC_CUTS_ALL) return true;
    if (s->steps < steps) {
        s->end = NOC_CUTS_TIRED;
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
    uint16_t tiles[LINE_MOST];
    if (s->k->mirrored[1] && !is_first_image(s->total[0], s->k->lines[0])) return;
    if (is_over(s, STEPS_OF_FLOW) || !solve_flow(s, tiles)) return;
    if (!s->visitor->found(s->visitor->context, tiles)) s->end = NOC_CUTS_STOPPED;
}

/* Adds a row to the sums at each cut; false if the rows after it cannot make up for it. */
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
    for (int total = 0; total <= least_of(s->most[0], s->memory - before); total++) {
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

/* Whether a row's memory nodes can grow by 0 or 1 a tile through the ranges of all cuts to this total. */
static bool row_fits(const search *s, int total)
{
    range r = {0, 0};
    for (int at = 0; at < s->k->length[0] - 1; at++) {
        const range *own = range_at(s, 0, at, s->before[0][at], total);
        r.low = own->low > r.low ? own->low : r.low;
        r.high = (int16_t)least_of(own->high, r.high + 1);
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
            s->least[at] = least_of(s->least[at], r->low);
            s->greatest[at] = -least_of(-s->greatest[at], -r->high);
        }
    }
}

/* Whether the columns with the totals chosen can have, together, what is before a cut between rows. */
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
    for (int total = 0; total <= least_of(s->most[1], s->memory - before); total++) {
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

/* ---- all together --------------------------------------------------------------------------- */

static bool allocate(search *s)
{
    const size_t numbers = (size_t)s->memory + 1;
    bool made = true;
    for (int way = 0; way < WAYS; way++) {
        const size_t cuts = (size_t)s->k->length[way];
        s->most[way] = least_of(s->k->length[way], s->memory);
        s->ranges[way] = malloc(cuts * numbers * ((size_t)s->most[way] + 1) * sizeof(range));
        s->open[way] = calloc(cuts * numbers, sizeof(bool));
        made = made && s->ranges[way] && s->open[way];
    }
    s->fit_row = calloc(numbers, sizeof(bool));
    s->fit_cut = calloc((size_t)s->k->length[1] * numbers, sizeof(bool));
    s->low = calloc((size_t)s->k->lines[0] + 1, sizeof *s->low);
    s->high = calloc((size_t)s->k->lines[0] + 1, sizeof *s->high);
    return made && s->fit_row && s->fit_cut && s->low && s->high && build_graph(s);
}

static void clear(search *s)
{
    for (int way = 0; way < WAYS; way++) {
        free(s->ranges[way]);
        free(s->open[way]);
    }
    free(s->fit_row);
    free(s->fit_cut);
    free(s->low);
    free(s->high);
    free(s->tile_arcs);
    free(s->row_arcs);
    free(s->column_arcs);
    if (s->graph) glp_delete_graph(s->graph);
    glp_free_env();
}

noc_status noc_place_cuts_visit(const noc_place_cuts *k, int memory, int32_t limit,
                                const noc_cuts_visitor *visitor, uint64_t *steps, noc_cuts_end *end,
                                noc_diag *diag)
{
    search s = {.k = k, .memory = memory, .visitor = visitor, .steps = *steps, .diag = diag};
    bool made = allocate(&s);
    for (int way = 0; way < WAYS; way++) made = made && fill_ranges(&s, way, limit);
    if (made) choose_columns(&s, 0, 0);
    clear(&s);
    *steps = s.steps;
    *end = s.end;
    if (s.status != NOC_OK) return s.status;
    return made ? NOC_OK : noc_fail_memory(diag);
}
