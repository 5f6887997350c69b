#include "network/graph/link_order.h"

#include "base/auto.h"
#include "network/graph/graph.h"

/* Link without a place yet, and its turns from and to other links without a place. */
typedef struct unplaced_link {
    int64_t surplus; /* paths of turns out of the link less paths of turns into the link */
    uint32_t turns_out, turns_in;
    uint32_t heap_index; /* position in the heap; NOC_NONE: placed, or in boundary_links */
} unplaced_link;

typedef struct ordering {
    const noc_turn_set *turns;
    unplaced_link *links;
    uint32_t *heap,
        heap_count; /* links by surplus, the largest first, the lowest number of equals */
    uint32_t *boundary_links,
        boundary_count; /* stack of sources and sinks: links without turns in or out */
    uint32_t *place, first_free, last_free; /* free places: first_free to last_free */
} ordering;

/* ---- heap ----------------------------------------------------------------------------------- */

static bool is_before(const ordering *o, uint32_t a, uint32_t b)
{
    const int64_t difference = o->links[a].surplus - o->links[b].surplus;
    return difference > 0 || (difference == 0 && a < b);
}

static void set_heap_link(ordering *o, uint32_t position, uint32_t link)
{
    o->heap[position] = link;
    o->links[link].heap_index = position;
}

static void sift_up(ordering *o, uint32_t position)
{
    const uint32_t link = o->heap[position];
    for (; position > 0 && is_before(o, link, o->heap[(position - 1) / 2]);
         position = (position - 1) / 2)
        set_heap_link(o, position, o->heap[(position - 1) / 2]);
    set_heap_link(o, position, link);
}

static void sift_down(ordering *o, uint32_t position)
{
    const uint32_t link = o->heap[position];
    for (uint32_t child; (child = 2 * position + 1) < o->heap_count; position = child) {
        if (child + 1 < o->heap_count && is_before(o, o->heap[child + 1], o->heap[child])) child++;
        if (!is_before(o, o->heap[child], link)) break;
        set_heap_link(o, position, o->heap[child]);
    }
    set_heap_link(o, position, link);
}

static void remove_from_heap(ordering *o, uint32_t link)
{
    const uint32_t position = o->links[link].heap_index, last = o->heap[--o->heap_count];
    o->links[link].heap_index = NOC_NONE;
    if (last == link) return;
    set_heap_link(o, position, last);
    sift_up(o, position);
    sift_down(o, o->links[last].heap_index);
}

/* ---- order ---------------------------------------------------------------------------------- */

/* Moves a source or sink, a link without turns in or without turns out, from the heap to
 * boundary_links. */
static void list_boundary_link(ordering *o, uint32_t link)
{
    if (o->links[link].heap_index == NOC_NONE ||
        (o->links[link].turns_in > 0 && o->links[link].turns_out > 0))
        return;
    remove_from_heap(o, link);
    o->boundary_links[o->boundary_count++] = link;
}

/* Changes the surplus of a link by the paths of a turn whose other link was placed. */
static void change_surplus(ordering *o, uint32_t link, int64_t surplus)
{
    if (o->links[link].heap_index == NOC_NONE) return;
    o->links[link].surplus += surplus;
    sift_up(o, o->links[link].heap_index);
    sift_down(o, o->links[link].heap_index);
    list_boundary_link(o, link);
}

/* Places a link: a sink at the last free place, another link at the first. */
static void place_link(ordering *o, uint32_t link)
{
    const noc_turn_set *t = o->turns;
    o->place[link] = o->links[link].turns_out == 0 ? o->last_free-- : o->first_free++;
    for (uint32_t i = t->first_out_turn[link]; i < t->first_out_turn[link + 1]; i++) {
        const noc_turn *turn = &t->list[t->out_turns[i]];
        if (turn->path_count == 0) continue;
        o->links[turn->out_link].turns_in--;
        change_surplus(o, turn->out_link, (int64_t)turn->path_count);
    }
    for (uint32_t i = t->first_in_turn[link]; i < t->first_in_turn[link + 1]; i++) {
        const noc_turn *turn = &t->list[t->in_turns[i]];
        if (turn->path_count == 0) continue;
        o->links[turn->in_link].turns_out--;
        change_surplus(o, turn->in_link, -(int64_t)turn->path_count);
    }
}

static void fill_heap(ordering *o, uint32_t links)
{
    for (uint32_t i = 0; i < o->turns->count; i++) {
        const noc_turn *turn = &o->turns->list[i];
        if (turn->path_count == 0) continue;
        o->links[turn->in_link].turns_out++;
        o->links[turn->in_link].surplus += (int64_t)turn->path_count;
        o->links[turn->out_link].turns_in++;
        o->links[turn->out_link].surplus -= (int64_t)turn->path_count;
    }
    for (uint32_t l = 0; l < links; l++) {
        set_heap_link(o, o->heap_count++, l);
        sift_up(o, o->heap_count - 1);
    }
    for (uint32_t l = 0; l < links; l++) list_boundary_link(o, l);
}

bool noc_link_order_find(const noc_turn_set *turns, uint32_t links, uint32_t *place)
{
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    ordering o = {
        .turns = turns,
        .links = noc_arena_array(&scratch, links, sizeof *o.links),
        .heap = noc_arena_array(&scratch, links, sizeof *o.heap),
        .boundary_links = noc_arena_array(&scratch, links, sizeof *o.boundary_links),
        .place = place,
        .last_free = links - 1,
    };
    if (scratch.is_short) return false;
    fill_heap(&o, links);
    while (o.boundary_count > 0 || o.heap_count > 0) {
        const uint32_t link =
            o.boundary_count > 0 ? o.boundary_links[--o.boundary_count] : o.heap[0];
        if (o.links[link].heap_index != NOC_NONE) remove_from_heap(&o, link);
        place_link(&o, link);
    }
    return true;
}
