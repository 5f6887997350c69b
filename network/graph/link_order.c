#include "network/graph/link_order.h"

#include <stdlib.h>

#include "network/graph/graph.h"

/* Link without a place yet, and its turns from and to other links without a place. */
typedef struct open_link {
    int64_t surplus; /* paths of turns out of the link less paths of turns into the link */
    uint32_t outs, ins;
    uint32_t at; /* position in the heap; NOC_NONE: placed, or in boundary_links */
} open_link;

typedef struct ordering {
    const noc_turns *turns;
    open_link *links;
    uint32_t *heap, waiting; /* links by surplus, the largest first, the lowest number of equals */
    uint32_t *ends, pending; /* stack of sources and sinks: links without turns in or out */
    uint32_t *place, first, last; /* free places: first_free to last_free */
} ordering;

/* ---- heap ----------------------------------------------------------------------------------- */

static bool goes_before(const ordering *o, uint32_t a, uint32_t b)
{
    const int64_t more = o->links[a].surplus - o->links[b].surplus;
    return more > 0 || (more == 0 && a < b);
}

static void put(ordering *o, uint32_t at, uint32_t link)
{
    o->heap[at] = link;
    o->links[link].at = at;
}

static void rise(ordering *o, uint32_t at)
{
    const uint32_t link = o->heap[at];
    for (; at > 0 && goes_before(o, link, o->heap[(at - 1) / 2]); at = (at - 1) / 2)
        put(o, at, o->heap[(at - 1) / 2]);
    put(o, at, link);
}

static void sink(ordering *o, uint32_t at)
{
    const uint32_t link = o->heap[at];
    for (uint32_t child; (child = 2 * at + 1) < o->waiting; at = child) {
        if (child + 1 < o->waiting && goes_before(o, o->heap[child + 1], o->heap[child])) child++;
        if (!goes_before(o, o->heap[child], link)) break;
        put(o, at, o->heap[child]);
    }
    put(o, at, link);
}

static void take_out(ordering *o, uint32_t link)
{
    const uint32_t at = o->links[link].at, last = o->heap[--o->waiting];
    o->links[link].at = NOC_NONE;
    if (last == link) return;
    put(o, at, last);
    rise(o, at);
    sink(o, o->links[last].at);
}

/* ---- order ---------------------------------------------------------------------------------- */

/* Moves a source or sink, a link without turns in or without turns out, from the heap to
 * boundary_links. */
static void end(ordering *o, uint32_t link)
{
    if (o->links[link].at == NOC_NONE || (o->links[link].ins > 0 && o->links[link].outs > 0))
        return;
    take_out(o, link);
    o->ends[o->pending++] = link;
}

/* Changes the surplus of a link by the paths of a turn whose other link was placed. */
static void change(ordering *o, uint32_t link, int64_t surplus)
{
    if (o->links[link].at == NOC_NONE) return;
    o->links[link].surplus += surplus;
    rise(o, o->links[link].at);
    sink(o, o->links[link].at);
    end(o, link);
}

/* Places a link: a sink at the last free place, another link at the first. */
static void settle(ordering *o, uint32_t link)
{
    const noc_turns *t = o->turns;
    o->place[link] = o->links[link].outs == 0 ? o->last-- : o->first++;
    for (uint32_t i = t->first_after[link]; i < t->first_after[link + 1]; i++) {
        const noc_turn *turn = &t->all[t->after[i]];
        if (turn->paths == 0) continue;
        o->links[turn->out].ins--;
        change(o, turn->out, (int64_t)turn->paths);
    }
    for (uint32_t i = t->first_before[link]; i < t->first_before[link + 1]; i++) {
        const noc_turn *turn = &t->all[t->before[i]];
        if (turn->paths == 0) continue;
        o->links[turn->in].outs--;
        change(o, turn->in, -(int64_t)turn->paths);
    }
}

static void begin(ordering *o, uint32_t links)
{
    for (uint32_t i = 0; i < o->turns->count; i++) {
        const noc_turn *turn = &o->turns->all[i];
        if (turn->paths == 0) continue;
        o->links[turn->in].outs++;
        o->links[turn->in].surplus += (int64_t)turn->paths;
        o->links[turn->out].ins++;
        o->links[turn->out].surplus -= (int64_t)turn->paths;
    }
    for (uint32_t l = 0; l < links; l++) {
        put(o, o->waiting++, l);
        rise(o, o->waiting - 1);
    }
    for (uint32_t l = 0; l < links; l++) end(o, l);
}

bool noc_link_order(const noc_turns *turns, uint32_t links, uint32_t *place)
{
    ordering o = {.turns = turns, .place = place, .first = 0, .last = links - 1};
    o.links = calloc((size_t)links + 1, sizeof *o.links);
    o.heap = malloc(((size_t)links + 1) * sizeof *o.heap);
    o.ends = malloc(((size_t)links + 1) * sizeof *o.ends);
    const bool enough = o.links && o.heap && o.ends;
    if (enough) {
        begin(&o, links);
        while (o.pending > 0 || o.waiting > 0) {
            const uint32_t link = o.pending > 0 ? o.ends[--o.pending] : o.heap[0];
            if (o.links[link].at != NOC_NONE) take_out(&o, link);
            settle(&o, link);
        }
    }
    free(o.links);
    free(o.heap);
    free(o.ends);
    return enough;
}
