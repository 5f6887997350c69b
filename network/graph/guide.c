#include "network/graph/guide.h"

#include "base/auto.h"

/* ---- links of routers ----------------------------------------------------------------------- */

typedef struct neighbour {
    uint32_t router;
    uint16_t cycles; /* latency of the link, cycles */
} neighbour;

typedef struct neighbours {
    /* position of each router's first neighbour in the list; one more entry at the end */
    uint32_t *first;
    neighbour *list; /* neighbours of each router, in ascending order */
} neighbours;

/* Finds the routers that each router's links lead to, or (`backwards`) come from. When out of
 * memory, the arena is short. */
static neighbours find_neighbours(noc_arena *arena, const noc_wiring *w, const uint16_t *cycles,
                                  bool backwards)
{
    const neighbours n = {
        .first = noc_arena_array(arena, (size_t)w->router_count + 2, sizeof *n.first),
        .list = noc_arena_array(arena, w->link_count, sizeof *n.list),
    };
    if (arena->is_short) return n;
    uint32_t *end = n.first + 1; /* end of each router's neighbours, start of the next router's */
    for (size_t i = 0; i < w->link_count; i++)
        end[(backwards ? w->links[i].target_router : w->links[i].source_router) + 1]++;
    for (uint32_t r = 0; r < w->router_count; r++) end[r + 1] += end[r];
    for (size_t i = 0; i < w->link_count; i++) { /* links are sorted by source, then target */
        const noc_wire *link = &w->links[i];
        const uint32_t router = backwards ? link->target_router : link->source_router;
        n.list[end[router]++] =
            (neighbour){backwards ? link->source_router : link->target_router, cycles[i]};
    }
    return n;
}

/* ---- shortest paths from one router --------------------------------------------------------- */

/* State of Dijkstra's algorithm. A cost is a sum of cycles times 2^16, plus the number of links
 * if counts_links. */
typedef struct dijkstra_search {
    const neighbours *links;
    uint32_t router_count;
    bool counts_links;
    uint64_t *cost;         /* cost of each router; UINT64_MAX: not reached */
    uint32_t *first_router; /* first router on the path to each router */
    /* keys cost * 2^16 + router, the least on top; outdated keys stay in the heap */
    uint64_t *heap;
    size_t heap_count;
} dijkstra_search;

static void push(dijkstra_search *s, uint64_t key)
{
    size_t position = s->heap_count++;
    while (position > 0 && s->heap[(position - 1) / 2] > key) {
        s->heap[position] = s->heap[(position - 1) / 2];
        position = (position - 1) / 2;
    }
    s->heap[position] = key;
}

static uint64_t pop(dijkstra_search *s)
{
    const uint64_t top = s->heap[0], last = s->heap[--s->heap_count];
    size_t position = 0;
    for (size_t child = 1; child < s->heap_count; child = 2 * position + 1) {
        if (child + 1 < s->heap_count && s->heap[child + 1] < s->heap[child]) child++;
        if (s->heap[child] >= last) break;
        s->heap[position] = s->heap[child];
        position = child;
    }
    s->heap[position] = last;
    return top;
}

/* Settles routers in the order of cost, then number. */
static void find_shortest_paths(dijkstra_search *s, uint32_t start)
{
    for (uint32_t r = 0; r < s->router_count; r++) s->cost[r] = UINT64_MAX;
    s->cost[start] = 0;
    push(s, start);
    while (s->heap_count > 0) {
        const uint64_t key = pop(s), cost = key >> 16;
        const uint32_t router = (uint32_t)(key & UINT16_MAX);
        if (cost > s->cost[router]) continue;
        for (uint32_t i = s->links->first[router]; i < s->links->first[router + 1]; i++) {
            const neighbour *n = &s->links->list[i];
            const uint64_t new_cost = cost + ((uint64_t)n->cycles << 16) + s->counts_links;
            if (new_cost >= s->cost[n->router]) continue;
            s->cost[n->router] = new_cost;
            s->first_router[n->router] = router == start ? n->router : s->first_router[router];
            push(s, new_cost << 16 | n->router);
        }
    }
}

/* ---- the table ------------------------------------------------------------------------------ */

/* Fills in the next routers from a router, by the tree of shortest paths from that router. */
static void fill_from_source(noc_guide *g, const dijkstra_search *s, uint32_t from)
{
    for (uint32_t to = 0; to < g->router_count; to++)
        g->next_router[(size_t)to * g->router_count + from] =
            to == from || s->cost[to] == UINT64_MAX ? NOC_NO_NEXT_ROUTER
                                                    : (uint16_t)s->first_router[to];
}

/* Fills in the next routers on the paths to a router. Costs count to that router; onward_links
 * has the links out of each router. */
static void fill_to_destination(noc_guide *g, const dijkstra_search *s,
                                const neighbours *onward_links, uint32_t to)
{
    uint16_t *row = g->next_router + (size_t)to * g->router_count;
    for (uint32_t from = 0; from < g->router_count; from++) {
        row[from] = NOC_NO_NEXT_ROUTER;
        if (from == to || s->cost[from] == UINT64_MAX) continue;
        for (uint32_t i = onward_links->first[from]; row[from] == NOC_NO_NEXT_ROUTER; i++) {
            const neighbour *n = &onward_links->list[i];
            if (s->cost[n->router] != UINT64_MAX &&
                s->cost[n->router] + ((uint64_t)n->cycles << 16) + 1 == s->cost[from])
                row[from] = (uint16_t)n->router;
        }
    }
}

static void fill_table(noc_guide *g, dijkstra_search *s, const neighbours *onward_links,
                       noc_path_tie_rule ties)
{
    for (uint32_t r = 0; r < g->router_count; r++) {
        find_shortest_paths(s, r);
        if (ties == NOC_TIES_BOOKSIM)
            fill_from_source(g, s, r);
        else
            fill_to_destination(g, s, onward_links, r);
    }
}

noc_guide *noc_guide_find_minimal(noc_arena *arena, const noc_wiring *w, const uint16_t *cycles,
                                  noc_path_tie_rule ties)
{
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    const neighbours onward_links = find_neighbours(&scratch, w, cycles, false);
    const neighbours backward_links = find_neighbours(&scratch, w, cycles, true);
    const size_t routers = w->router_count;
    dijkstra_search s = {
        .links = ties == NOC_TIES_BOOKSIM ? &onward_links : &backward_links,
        .router_count = w->router_count,
        .counts_links = ties == NOC_TIES_LOWEST,
        .cost = noc_arena_array(&scratch, routers, sizeof *s.cost),
        .first_router = noc_arena_array(&scratch, routers, sizeof *s.first_router),
        .heap = noc_arena_array(&scratch, w->link_count + 1, sizeof *s.heap),
    };
    noc_guide *g = noc_arena_array(arena, 1, sizeof *g);
    uint16_t *next_router = noc_arena_array(arena, routers * routers, sizeof *next_router);
    if (scratch.is_short || arena->is_short) return NULL;
    *g = (noc_guide){w->router_count, next_router};
    fill_table(g, &s, &onward_links, ties);
    return g;
}
