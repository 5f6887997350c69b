#include "network/graph/guide.h"

#include <stdlib.h>

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

static void free_neighbours(neighbours *n)
{
    free(n->first);
    free(n->list);
}

/* Finds the routers that each router's links lead to, or (`backwards`) come from. False when out of
 * memory. */
static bool find_neighbours(const noc_wiring *w, const uint16_t *cycles, bool backwards,
                            neighbours *n)
{
    n->first = calloc((size_t)w->router_count + 2, sizeof *n->first);
    n->list = malloc((w->link_count + 1) * sizeof *n->list);
    if (!n->first || !n->list) return false;
    uint32_t *end = n->first + 1; /* end of each router's neighbours, start of the next router's */
    for (size_t i = 0; i < w->link_count; i++)
        end[(backwards ? w->links[i].target_router : w->links[i].source_router) + 1]++;
    for (uint32_t r = 0; r < w->router_count; r++) end[r + 1] += end[r];
    for (size_t i = 0; i < w->link_count; i++) { /* links are sorted by source, then target */
        const noc_wire *link = &w->links[i];
        const uint32_t router = backwards ? link->target_router : link->source_router;
        n->list[end[router]++] =
            (neighbour){backwards ? link->source_router : link->target_router, cycles[i]};
    }
    return true;
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

static bool fill_table(noc_guide *g, dijkstra_search *s, const neighbours *onward_links,
                       noc_path_tie_rule ties)
{
    if (!s->cost || !s->first_router || !s->heap) return false;
    for (uint32_t r = 0; r < g->router_count; r++) {
        find_shortest_paths(s, r);
        if (ties == NOC_TIES_BOOKSIM)
            fill_from_source(g, s, r);
        else
            fill_to_destination(g, s, onward_links, r);
    }
    return true;
}

noc_guide *noc_guide_find_minimal(const noc_wiring *w, const uint16_t *cycles,
                                  noc_path_tie_rule ties)
{
    neighbours onward_links = {NULL, NULL}, backward_links = {NULL, NULL};
    noc_guide *g = calloc(1, sizeof *g);
    bool is_filled = g && find_neighbours(w, cycles, false, &onward_links) &&
                     find_neighbours(w, cycles, true, &backward_links);
    if (is_filled) {
        g->router_count = w->router_count;
        g->next_router = malloc((size_t)w->router_count * w->router_count * sizeof *g->next_router);
    }
    if (is_filled && g->next_router) {
        dijkstra_search s = {
            .links = ties == NOC_TIES_BOOKSIM ? &onward_links : &backward_links,
            .router_count = w->router_count,
            .counts_links = ties == NOC_TIES_LOWEST,
            .cost = malloc(w->router_count * sizeof *s.cost),
            .first_router = malloc(w->router_count * sizeof *s.first_router),
            .heap = malloc((w->link_count + 1) * sizeof *s.heap),
        };
        is_filled = fill_table(g, &s, &onward_links, ties);
        free(s.cost);
        free(s.first_router);
        free(s.heap);
    }
    free_neighbours(&onward_links);
    free_neighbours(&backward_links);
    if (is_filled && g->next_router) return g;
    noc_guide_free(g);
    return NULL;
}

void noc_guide_free(noc_guide *g)
{
    if (!g) return;
    free(g->next_router);
    free(g);
}
