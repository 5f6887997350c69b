#include "explore/place/place_symmetries.h"

#include <stdlib.h>

enum { TURNS = 8 }; /* reflections of both kinds, and rows for columns */

/* Where a tile comes by a turn, and then by a shift around the ends of rows and columns. */
static int image_of(const noc_place_problem *p, int turn, int right, int down, int tile)
{
    int x = tile % p->columns, y = tile / p->columns;
    if (turn & 1) x = p->columns - 1 - x;
    if (turn & 2) y = p->rows - 1 - y;
    if (turn & 4) {
        const int other = x;
        x = y;
        y = other;
    }
    return (x + right) % p->columns + p->columns * ((y + down) % p->rows);
}

/* The router that a symmetry turns each router into; false if its tiles go to several. */
static bool map_routers(const noc_place_parts *b, int tiles, const uint16_t *map, uint32_t *image)
{
    const size_t networks = b->system->graph.network_count;
    for (uint32_t r = 0; r < b->system->graph.router_count; r++) image[r] = NOC_NONE;
    for (size_t slot = 0; slot < (size_t)tiles * networks; slot++) {
        uint32_t *into = &image[b->router_of[slot]];
        const uint32_t own = b->router_of[map[slot / networks] * networks + slot % networks];
        if (*into != NOC_NONE && *into != own) return false;
        *into = own;
    }
    return true;
}

/* The link that a symmetry turns each link into; false if some link has no image. */
static bool map_links(const noc_place_parts *b, const uint32_t *routers, uint32_t *image)
{
    const noc_graph *g = &b->system->graph;
    for (uint32_t c = 0; c < g->channel_count; c++) {
        if (g->channels[c].kind != NOC_LINK) continue;
        const uint32_t from = routers[g->channels[c].from], to = routers[g->channels[c].to];
        const uint32_t link =
            from == NOC_NONE || to == NOC_NONE ? NOC_NONE : noc_graph_link(g, from, to);
        if (link == NOC_NONE) return false;
        image[b->links[c]] = b->links[link];
    }
    return true;
}

/* Whether what all pairs of tiles send each other is the same after the symmetry, on every link. */
static bool same_loads(const noc_place_problem *p, const uint16_t *map, const uint32_t *image)
{
    for (int m = 0; m < p->tiles; m++)
        for (int s = 0; s < p->tiles; s++) {
            const int32_t *before = &p->pair[(m * p->tiles + s) * p->channels];
            const int32_t *after = &p->pair[(map[m] * p->tiles + map[s]) * p->channels];
            if (p->pair_routers[m * p->tiles + s] != p->pair_routers[map[m] * p->tiles + map[s]])
                return false;
            for (int c = 0; c < p->channels; c++)
                if (before[c] != after[image[c]]) return false;
        }
    return true;
}

static bool holds(const noc_place_parts *b, const noc_place_problem *p, const uint16_t *map)
{
    for (int t = 0; t < p->tiles; t++)
        if (p->allowed[t] != p->allowed[map[t]]) return false;
    uint32_t *routers = calloc(b->system->graph.router_count + 1, sizeof *routers);
    uint32_t *image = calloc((size_t)p->channels + 1, sizeof *image);
    bool same = routers && image;
    for (int c = 0; same && c < p->channels; c++) image[c] = (uint32_t)c; /* the padding */
    same = same && map_routers(b, p->tiles, map, routers) && map_links(b, routers, image) &&
           same_loads(p, map, image);
    free(routers);
    free(image);
    return same;
}

static bool shift_holds(const noc_place_parts *b, const noc_place_problem *p, int right, int down)
{
    uint16_t map[NOC_PLACE_TILES_MOST];
    for (int t = 0; t < p->tiles; t++) map[t] = (uint16_t)image_of(p, 0, right, down, t);
    return holds(b, p, map);
}

static bool is_shared(const noc_place_problem *p)
{
    for (int t = 0; t < p->tiles; t++)
        if (p->before[t] >= 0) return true;
    return false;
}

/* What holds for two maps holds for one after the other, so shifts by a tile stand for all. */
noc_status noc_place_find_symmetries(const noc_place_parts *b, noc_place_problem *p, noc_diag *diag)
{
    const bool shared = is_shared(p);
    const int right = !shared && p->columns > 1 && shift_holds(b, p, 1, 0) ? p->columns : 1;
    const int down = !shared && p->rows > 1 && shift_holds(b, p, 0, 1) ? p->rows : 1;
    p->maps = malloc((size_t)(TURNS * right * down) * sizeof *p->maps);
    if (!p->maps) return noc_fail_memory(diag);
    for (int turn = 0; turn < (shared ? 1 : TURNS); turn++) {
        if ((turn & 4) && p->columns != p->rows) break;
        if (((turn & 1) && p->columns == 1) || ((turn & 2) && p->rows == 1))
            continue; /* the same as without */
        for (int shift = 0; shift < right * down; shift++) {
            uint16_t *map = p->maps[p->symmetries];
            for (int t = 0; t < p->tiles; t++)
                map[t] = (uint16_t)image_of(p, turn, shift % right, shift / right, t);
            if (shift == 0 && turn > 0 && !holds(b, p, map)) break;
            p->symmetries++;
        }
    }
    return NOC_OK;
}
