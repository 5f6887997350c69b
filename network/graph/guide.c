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
    n->first = calloc((size_t)w->routers + 2, sizeof *n->first);
    n->list = malloc((w->link_count + 1) * sizeof *n->list);
    if (!n->first || !n->list) return false;
    uint32_t *end = n->first + 1; /* end of each router's neighbours, start of the next router's */
    for (size_t i = 0; i < w->link_count; i++)
        end[(backwards ? w->links[i].to : w->links[i].from) + 1]++;
    for (uint32_t r = 0; r < w->routers; r++) end[r + 1] += end[r];
    for (size_t i = 0; i < w->link_count; i++) { /* links are in the order of from, then to */
        const noc_wire *link = &w->links[i];
        const uint32_t at = backwards ? link->to : link->from;
        n->list[end[at]++] = (neighbour){backwards ? link->from : link->to, cycles[i]};
    }
    return true;
}

/* ---- shortest paths from one router --------------------------------------------------------- */

/* State of Dijkstra's algorithm. A cost is a sum of cycles times 2^16, plus the number of links
 * if counts_links. */
typedef struct search {
    const neighbours *links;
    uint32_t routers;
    bool counts_links;
    uint64_t *cost;  /* cost of each router; UINT64_MAX: not reached */
    uint32_t *first; /* first router on the path to each router */
    /* keys cost * 2^16 + router, the least on top; outdated keys stay in the heap */
    uint64_t *heap;
    size_t waiting;
} search;

static void push(search *s, uint64_t key)
{
    size_t at = s->waiting++;
    while (at > 0 && s->heap[(at - 1) / 2] > key) {
        s->heap[at] = s->heap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    s->heap[at] = key;
}

static uint64_t pop(search *s)
{
    const uint64_t top = s->heap[0], last = s->heap[--s->waiting];
    size_t at = 0;
    for (size_t child = 1; child < s->waiting; child = 2 * at + 1) {
        if (child + 1 < s->waiting && s->heap[child + 1] < s->heap[child]) child++;
        if (s->heap[child] >= last) break;
        s->heap[at] = s->heap[child];
        at = child;
    }
    s->heap[at] = last;
    return top;
}

/* Settles routers in the order of cost, then number. */
static void search_from(search *s, uint32_t start)
{
    for (uint32_t r = 0; r < s->routers; r++) s->cost[r] = UINT64_MAX;
    s->cost[start] = 0;
    push(s, start);
    while (s->waiting > 0) {
        const uint64_t key = pop(s), cost = key >> 16;
        const uint32_t at = (uint32_t)(key & UINT16_MAX);
        if (cost > s->cost[at]) continue;
        for (uint32_t i = s->links->first[at]; i < s->links->first[at + 1]; i++) {
            const neighbour *n = &s->links->list[i];
            const uint64_t there = cost + ((uint64_t)n->cycles << 16) + s->counts_links;
            if (there >= s->cost[n->router]) continue;
            s->cost[n->router] = there;
            s->first[n->router] = at == start ? n->router : s->first[at];
            push(s, there << 16 | n->router);
        }
    }
}

/* ---- the table ------------------------------------------------------------------------------ */

/* Fills in the next routers from a router, by the tree of shortest paths from that router. */
static void fill_from(noc_guide *g, const search *s, uint32_t from)
{
    for (uint32_t to = 0; to < g->routers; to++)
        g->next[(size_t)to * g->routers + from] =
            to == from || s->cost[to] == UINT64_MAX ? NOC_NO_WAY : (uint16_t)s->first[to];
}

/* Fills in the next routers on the paths to a router. Costs count to that router; onward_links
 * has the links out of each router. */
static void fill_to(noc_guide *g, const search *s, const neighbours *on, uint32_t to)
{
    uint16_t *row = g->next + (size_t)to * g->routers;
    for (uint32_t from = 0; from < g->routers; from++) {
        row[from] = NOC_NO_WAY;
        if (from == to || s->cost[from] == UINT64_MAX) continue;
        for (uint32_t i = on->first[from]; row[from] == NOC_NO_WAY; i++) {
            const neighbour *n = &on->list[i];
            if (s->cost[n->router] != UINT64_MAX &&
                s->cost[n->router] + ((uint64_t)n->cycles << 16) + 1 == s->cost[from])
                row[from] = (uint16_t)n->router;
        }
    }
}

static bool fill(noc_guide *g, search *s, const neighbours *on, noc_way_ties ties)
{
    if (!s->cost || !s->first || !s->heap) return false;
    for (uint32_t r = 0; r < g->routers; r++) {
        search_from(s, r);
        if (ties == NOC_TIES_BOOKSIM)
            fill_from(g, s, r);
        else
            fill_to(g, s, on, r);
    }
    return true;
}

noc_guide *noc_guide_minimal(const noc_wiring *w, const uint16_t *cycles, noc_way_ties ties)
{
    neighbours on = {NULL, NULL}, back = {NULL, NULL};
    noc_guide *g = calloc(1, sizeof *g);
    bool filled =
        g && find_neighbours(w, cycles, false, &on) && find_neighbours(w, cycles, true, &back);
    if (filled) {
        g->routers = w->routers;
        g->next = malloc((size_t)w->routers * w->routers * sizeof *g->next);
    }
    if (filled && g->next) {
        search s = {
            .links = ties == NOC_TIES_BOOKSIM ? &on : &back,
            .routers = w->routers,
            .counts_links = ties == NOC_TIES_LOWEST,
            .cost = malloc(w->routers * sizeof *s.cost),
            .first = malloc(w->routers * sizeof *s.first),
            .heap = malloc((w->link_count + 1) * sizeof *s.heap),
        };
        filled = fill(g, &s, &on, ties);
        free(s.cost);
        free(s.first);
        free(s.heap);
    }
    free_neighbours(&on);
    free_neighbours(&back);
    if (filled && g->next) return g;
    noc_guide_free(g);
    return NULL;
}

void noc_guide_free(noc_guide *g)
{
    if (!g) return;
    free(g->next);
    free(g);
}
