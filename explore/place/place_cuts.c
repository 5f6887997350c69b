#include "explore/place/place_cuts.h"

#include <stdlib.h>
#include <string.h>

static int tile_at(const noc_place_cuts *k, int way, int line, int position)
{
    return way == 0 ? position + k->length[0] * line : line + k->length[0] * position;
}

static bool divide(int64_t value, int64_t by, int64_t *quotient)
{
    *quotient = value / by;
    return *quotient >= 0 && value % by == 0;
}

/* Finds the weights of a channel under the assumption that it crosses this cut in this line. */
static bool guess(const noc_place_cuts *k, const noc_place_loads *l, int channel, int way, int line,
                  int at, noc_cuts_crossing *guessed)
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

/* Flow from m as memory node to s as compute node over a crossing with these weights. */
static int64_t between(const noc_cuts_crossing *w, bool m_in_line, bool m_beyond, bool s_in_line,
                       bool s_beyond)
{
    if (m_beyond == s_beyond) return 0;
    if (m_beyond) return s_in_line * w->weight[0] + m_in_line * w->weight[1];
    return m_in_line * w->weight[2] + s_in_line * w->weight[3];
}

static bool fits(const noc_place_cuts *k, const noc_place_loads *l, int channel, int way, int line,
                 int at, const noc_cuts_crossing *w)
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

/* Returns the position of a crossing in its cut, where a new crossing is added; -1 if the cut is
 * full. */
static int enter(noc_cuts_cut *c, const noc_cuts_crossing *w)
{
    for (int i = 0; i < c->count; i++)
        if (memcmp(&c->crossings[i], w, sizeof *w) == 0) return i;
    if (c->count == NOC_CUTS_CROSSINGS_MOST) return -1;
    c->crossings[c->count] = *w;
    return c->count++;
}

/* Finds the cut and line of a channel. `crossing_bits`: one bit per crossing, for each line of each
 * cut. */
static bool assign(noc_place_cuts *k, const noc_place_loads *l, int channel,
                   uint32_t *seen[NOC_CUTS_WAYS])
{
    static const noc_cuts_crossing none;
    for (int way = 0; way < NOC_CUTS_WAYS; way++)
        for (int line = 0; line < k->lines[way]; line++)
            for (int at = 0; at < k->length[way] - 1; at++) {
                noc_cuts_crossing w;
                if (!guess(k, l, channel, way, line, at, &w)) continue;
                if (!fits(k, l, channel, way, line, at, &w)) continue;
                if (memcmp(&w, &none, sizeof w) == 0) return true; /* the channel carries nothing */
                const int entry = enter(&k->cuts[way][at], &w);
                if (entry < 0) return false;
                seen[way][at * k->lines[way] + line] |= 1u << entry;
                return true;
            }
    return false;
}

/* True if all lines have equal channels at each cut. */
static bool lines_are_alike(const noc_place_cuts *k, uint32_t *const seen[NOC_CUTS_WAYS])
{
    for (int way = 0; way < NOC_CUTS_WAYS; way++)
        for (int at = 0; at < k->length[way] - 1; at++)
            for (int line = 1; line < k->lines[way]; line++)
                if (seen[way][at * k->lines[way] + line] != seen[way][at * k->lines[way]])
                    return false;
    return true;
}

static bool is_mirrored(const noc_place_cuts *k, int way)
{
    for (int at = 0; at < k->length[way] - 1; at++) {
        noc_cuts_cut *const c = &k->cuts[way][at], image = k->cuts[way][k->length[way] - 2 - at];
        if (c->count != image.count) return false;
        for (int i = 0; i < c->count; i++) {
            const int64_t *w = c->crossings[i].weight;
            const int count = image.count;
            enter(&image, &(noc_cuts_crossing){{w[3], w[2], w[1], w[0]}});
            if (image.count != count) return false;
        }
    }
    return true;
}

/* Fills the cuts. True if every channel is a function of cuts, equal for all lines. */
static bool recognize(noc_place_cuts *k, const noc_place_loads *l, uint32_t *seen[NOC_CUTS_WAYS])
{
    for (int c = 0; c < l->channels; c++)
        if (!assign(k, l, c, seen)) return false;
    return lines_are_alike(k, seen);
}

noc_status noc_place_cuts_new(const noc_place_loads *l, noc_place_cuts **cuts, noc_diag *diag)
{
    *cuts = NULL;
    if (l->columns < 2 || l->rows < 2 || l->columns > NOC_CUTS_LINE_MOST ||
        l->rows > NOC_CUTS_LINE_MOST)
        return NOC_OK;
    noc_place_cuts *k = calloc(1, sizeof *k);
    if (!k) return noc_fail_memory(diag);
    uint32_t *seen[NOC_CUTS_WAYS] = {NULL, NULL};
    bool made = true;
    for (int way = 0; way < NOC_CUTS_WAYS; way++) {
        k->lines[way] = way == 0 ? l->rows : l->columns;
        k->length[way] = way == 0 ? l->columns : l->rows;
        k->cuts[way] = calloc((size_t)k->length[way], sizeof *k->cuts[way]);
        seen[way] = calloc((size_t)l->columns * (size_t)l->rows, sizeof *seen[way]);
        made = made && k->cuts[way] && seen[way];
    }
    const bool known = made && recognize(k, l, seen);
    for (int way = 0; way < NOC_CUTS_WAYS; way++) {
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
    for (int way = 0; way < NOC_CUTS_WAYS; way++) free(k->cuts[way]);
    free(k);
}
