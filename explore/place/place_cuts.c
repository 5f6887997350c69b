#include "explore/place/place_cuts.h"

#include <string.h>

#include "base/auto.h"

static int tile_at(const noc_place_cuts *k, int direction, int line, int position)
{
    return direction == 0 ? position + k->lengths[0] * line : line + k->lengths[0] * position;
}

static bool divide(int64_t value, int64_t divisor, int64_t *quotient)
{
    *quotient = value / divisor;
    return *quotient >= 0 && value % divisor == 0;
}

/* Finds the weights of a channel, assuming that it crosses this cut in this line. False if a weight
 * is negative or no whole number. */
static bool find_weights(const noc_place_cuts *k, const noc_place_loads *l, int channel,
                         int direction, int line, int cut, noc_cuts_crossing *crossing)
{
    const int other_line = line == 0 ? 1 : 0, lines = k->line_counts[direction];
    const int first = cut + 1, second = k->lengths[direction] - first;
    int64_t node_loads[2][2];
    for (int side = 0; side < 2; side++) {
        const int position = side == 0 ? cut : cut + 1;
        node_loads[0][side] =
            l->node_loads[tile_at(k, direction, line, position) * l->channels + channel];
        node_loads[1][side] =
            l->node_loads[tile_at(k, direction, other_line, position) * l->channels + channel];
    }
    return divide(node_loads[1][1], first, &crossing->weights[0]) &&
           divide(node_loads[0][1] - node_loads[1][1], (int64_t)lines * first,
                  &crossing->weights[1]) &&
           divide(node_loads[0][0] - node_loads[1][0], (int64_t)lines * second,
                  &crossing->weights[2]) &&
           divide(node_loads[1][0], second, &crossing->weights[3]);
}

/* Finds the load on a crossing with weights `w` by the traffic between memory node m and compute
 * node s. */
static int64_t find_flow(const noc_cuts_crossing *w, bool m_in_line, bool m_beyond, bool s_in_line,
                         bool s_beyond)
{
    if (m_beyond == s_beyond) return 0;
    if (m_beyond) return s_in_line * w->weights[0] + m_in_line * w->weights[1];
    return m_in_line * w->weights[2] + s_in_line * w->weights[3];
}

static bool matches_loads(const noc_place_cuts *k, const noc_place_loads *l, int channel,
                          int direction, int line, int cut, const noc_cuts_crossing *w)
{
    const int columns = k->lengths[0], tiles = l->columns * l->rows;
    for (int m = 0; m < tiles; m++) {
        const int m_line = direction == 0 ? m / columns : m % columns;
        const bool m_beyond = (direction == 0 ? m % columns : m / columns) > cut,
                   m_in = m_line == line;
        int64_t node_load = 0;
        for (int s = 0; s < tiles; s++) {
            const int s_line = direction == 0 ? s / columns : s % columns;
            const bool s_beyond = (direction == 0 ? s % columns : s / columns) > cut;
            const int64_t forward = find_flow(w, m_in, m_beyond, s_line == line, s_beyond);
            const int64_t backward = find_flow(w, s_line == line, s_beyond, m_in, m_beyond);
            if (m != s &&
                l->pair_loads[(m * tiles + s) * l->channels + channel] != forward + backward)
                return false;
            node_load += forward;
        }
        if (node_load != l->node_loads[m * l->channels + channel]) return false;
    }
    return true;
}

/* Returns the position of a crossing in its cut, where a new crossing is added; -1 if the cut is
 * full. */
static int add_crossing(noc_cuts_cut *c, const noc_cuts_crossing *w)
{
    for (int i = 0; i < c->count; i++)
        if (memcmp(&c->crossings[i], w, sizeof *w) == 0) return i;
    if (c->count == NOC_CUTS_CROSSINGS_MAX) return -1;
    c->crossings[c->count] = *w;
    return c->count++;
}

/* Finds the cut and line of a channel, and adds its crossing to the cut.
 * crossing_bits[direction][cut * lines + line]: one bit for each crossing of the cut that the line
 * has. */
static bool assign_channel(noc_place_cuts *k, const noc_place_loads *l, int channel,
                           uint32_t *crossing_bits[NOC_CUTS_DIRECTIONS])
{
    static const noc_cuts_crossing zero_crossing;
    for (int direction = 0; direction < NOC_CUTS_DIRECTIONS; direction++)
        for (int line = 0; line < k->line_counts[direction]; line++)
            for (int cut = 0; cut < k->lengths[direction] - 1; cut++) {
                noc_cuts_crossing w;
                if (!find_weights(k, l, channel, direction, line, cut, &w)) continue;
                if (!matches_loads(k, l, channel, direction, line, cut, &w)) continue;
                if (memcmp(&w, &zero_crossing, sizeof w) == 0)
                    return true; /* the channel carries nothing */
                const int entry = add_crossing(&k->cuts[direction][cut], &w);
                if (entry < 0) return false;
                crossing_bits[direction][cut * k->line_counts[direction] + line] |= 1u << entry;
                return true;
            }
    return false;
}

/* True if all lines have equal channels at each cut. */
static bool has_equal_lines(const noc_place_cuts *k,
                            uint32_t *const crossing_bits[NOC_CUTS_DIRECTIONS])
{
    for (int direction = 0; direction < NOC_CUTS_DIRECTIONS; direction++)
        for (int cut = 0; cut < k->lengths[direction] - 1; cut++)
            for (int line = 1; line < k->line_counts[direction]; line++)
                if (crossing_bits[direction][cut * k->line_counts[direction] + line] !=
                    crossing_bits[direction][cut * k->line_counts[direction]])
                    return false;
    return true;
}

static bool is_symmetric(const noc_place_cuts *k, int direction)
{
    for (int cut = 0; cut < k->lengths[direction] - 1; cut++) {
        noc_cuts_cut *const c = &k->cuts[direction][cut],
                            mirror_cut = k->cuts[direction][k->lengths[direction] - 2 - cut];
        if (c->count != mirror_cut.count) return false;
        for (int i = 0; i < c->count; i++) {
            const int64_t *w = c->crossings[i].weights;
            const int count = mirror_cut.count;
            add_crossing(&mirror_cut, &(noc_cuts_crossing){{w[3], w[2], w[1], w[0]}});
            if (mirror_cut.count != count) return false;
        }
    }
    return true;
}

/* Fills the cuts. True if every channel is a function of cuts, equal for all lines. */
static bool find_cuts(noc_place_cuts *k, const noc_place_loads *l,
                      uint32_t *crossing_bits[NOC_CUTS_DIRECTIONS])
{
    for (int c = 0; c < l->channels; c++)
        if (!assign_channel(k, l, c, crossing_bits)) return false;
    return has_equal_lines(k, crossing_bits);
}

noc_status noc_place_cuts_find(const noc_place_loads *l, noc_arena *arena, noc_place_cuts **cuts,
                               noc_diag *diag)
{
    *cuts = NULL;
    if (l->columns < 2 || l->rows < 2 || l->columns > NOC_CUTS_LINE_MAX ||
        l->rows > NOC_CUTS_LINE_MAX)
        return NOC_OK;
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    noc_place_cuts *k = noc_arena_array(arena, 1, sizeof *k);
    if (!k) return noc_fail_memory(diag);
    uint32_t *crossing_bits[NOC_CUTS_DIRECTIONS];
    for (int direction = 0; direction < NOC_CUTS_DIRECTIONS; direction++) {
        k->line_counts[direction] = direction == 0 ? l->rows : l->columns;
        k->lengths[direction] = direction == 0 ? l->columns : l->rows;
        k->cuts[direction] =
            noc_arena_array(arena, (size_t)k->lengths[direction], sizeof *k->cuts[direction]);
        crossing_bits[direction] = noc_arena_array(&scratch, (size_t)l->columns * (size_t)l->rows,
                                                   sizeof *crossing_bits[direction]);
    }
    if (arena->is_short || scratch.is_short) return noc_fail_memory(diag);
    if (!find_cuts(k, l, crossing_bits)) return NOC_OK;
    for (int direction = 0; direction < NOC_CUTS_DIRECTIONS; direction++)
        k->is_mirrored[direction] = is_symmetric(k, direction);
    *cuts = k;
    return NOC_OK;
}
