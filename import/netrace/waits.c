#include "import/netrace/waits.h"

#include <stdlib.h>

#include "base/bitset.h"
#include "base/growing_list.h"
#include "base/memory_limit.h"
#include "base/random.h"

enum { PAGE_IDS = 1 << 15, PAGES = 1 << 17 }; /* pages for all ids of 32 bits */

/* Wait, as an element of the chain of a packet's waits. */
typedef struct wait_link {
    noc_netrace_wait wait;
    uint32_t next; /* position of the next element, from 1; 0: the last one */
} wait_link;

/* Place of a hash table: a packet that is still to come, with the chain of its waits. */
typedef struct place {
    uint32_t id;
    uint32_t first; /* first element of its chain; 0: the place is free */
} place;

struct noc_netrace_waits {
    noc_arena *arena;
    uint64_t *pages[PAGES]; /* bits of the ids that have come; NULL: no id of the page has */
    place *places;
    size_t place_capacity, place_count; /* places: a power of two, of which at most half are used */
    wait_link *links;
    size_t link_capacity, link_count;
    uint32_t first_free; /* chain of unused links */
    uint64_t wait_count;
    noc_netrace_wait *removed;
    size_t removed_capacity;
    double wanted_bytes;
};

noc_netrace_waits *noc_netrace_waits_new(noc_arena *arena)
{
    noc_netrace_waits *w = noc_arena_array(arena, 1, sizeof *w);
    if (w) w->arena = arena;
    return w;
}

/* ---- ids ------------------------------------------------------------------------------------ */

bool noc_netrace_waits_has_arrived(const noc_netrace_waits *w, uint32_t id)
{
    const uint64_t *page = w->pages[id / PAGE_IDS];
    return page && noc_set_has(page, id % PAGE_IDS);
}

bool noc_netrace_waits_arrive(noc_netrace_waits *w, uint32_t id, bool *is_repeated)
{
    uint64_t **page = &w->pages[id / PAGE_IDS];
    *is_repeated = noc_netrace_waits_has_arrived(w, id);
    if (!*page && !noc_memory_has_room(PAGE_IDS / 8)) {
        w->wanted_bytes = (double)noc_memory_held_bytes() + PAGE_IDS / 8;
        return false;
    }
    if (!*page) *page = noc_arena_array(w->arena, PAGE_IDS / 64, sizeof **page);
    if (!*page) return false;
    noc_set_add(*page, id % PAGE_IDS);
    return true;
}

/* ---- packets that are still to come ---------------------------------------------------------- */

static size_t hash_place(const noc_netrace_waits *w, uint32_t id)
{
    uint64_t mixed = id;
    return (size_t)noc_splitmix(&mixed) & (w->place_capacity - 1);
}

/* Returns the place of an id, or the free place where it belongs. */
static size_t find_place(const noc_netrace_waits *w, uint32_t id)
{
    size_t position = hash_place(w, id);
    while (w->places[position].first && w->places[position].id != id)
        position = (position + 1) & (w->place_capacity - 1);
    return position;
}

/* Makes room for one more packet. */
static bool grow_places(noc_netrace_waits *w)
{
    enum { LEAST = 1024 };
    const size_t old_capacity = w->place_capacity;
    place *old_places = w->places, *places = NULL;
    size_t new_capacity = 0;
    if (2 * (w->place_count + 1) <= old_capacity) return true;
    if (!noc_list_make_limited_room(w->arena, &places, old_capacity ? 2 * old_capacity : LEAST,
                                    &new_capacity, sizeof *places, &w->wanted_bytes))
        return false;
    w->places = places;
    w->place_capacity = old_capacity ? 2 * old_capacity : LEAST;
    for (size_t i = 0; i < old_capacity; i++)
        if (old_places[i].first) w->places[find_place(w, old_places[i].id)] = old_places[i];
    noc_arena_release(w->arena, old_places);
    return true;
}

/* Frees a place, and moves packets after it that could no longer be found. */
static void empty_place(noc_netrace_waits *w, size_t at)
{
    const size_t mask = w->place_capacity - 1;
    w->places[at].first = 0;
    w->place_count--;
    for (size_t i = (at + 1) & mask; w->places[i].first; i = (i + 1) & mask) {
        const size_t home = hash_place(w, w->places[i].id);
        if (((i - home) & mask) < ((i - at) & mask)) continue;
        w->places[at] = w->places[i];
        w->places[i].first = 0;
        at = i;
    }
}

/* ---- waits ---------------------------------------------------------------------------------- */

/* Returns an unused element; 0: there is no room. */
static uint32_t get_free_link(noc_netrace_waits *w)
{
    if (w->first_free) {
        const uint32_t link = w->first_free;
        w->first_free = w->links[link - 1].next;
        return link;
    }
    if (w->link_count >= UINT32_MAX) return 0;
    if (!noc_list_make_limited_room(w->arena, &w->links, w->link_count + 1, &w->link_capacity,
                                    sizeof *w->links, &w->wanted_bytes))
        return 0;
    return (uint32_t)++w->link_count;
}

bool noc_netrace_waits_add(noc_netrace_waits *w, uint32_t id, noc_netrace_wait wait)
{
    if (!grow_places(w)) return false;
    const uint32_t added = get_free_link(w);
    if (!added) return false;
    place *p = &w->places[find_place(w, id)];
    w->links[added - 1] = (wait_link){wait, p->first};
    w->place_count += p->first == 0;
    *p = (place){id, added};
    w->wait_count++;
    return true;
}

static int compare_ids(const void *a, const void *b)
{
    const noc_netrace_wait *x = a, *y = b;
    if (x->id != y->id) return x->id < y->id ? -1 : 1;
    return (x->steps < y->steps) - (x->steps > y->steps); /* the largest number of steps first */
}

/* Keeps one wait for each awaited packet, the one with the most steps, in a list sorted by id and
 * steps. Returns their number. */
static size_t drop_repeated_waits(noc_netrace_wait *list, size_t count)
{
    size_t distinct = 0;
    if (count > 1) qsort(list, count, sizeof *list, compare_ids);
    for (size_t i = 0; i < count; i++)
        if (distinct == 0 || list[distinct - 1].id != list[i].id) list[distinct++] = list[i];
    return distinct;
}

bool noc_netrace_waits_remove(noc_netrace_waits *w, uint32_t id, const noc_netrace_wait **list,
                              size_t *count)
{
    *list = NULL;
    *count = 0;
    const size_t at = w->place_capacity ? find_place(w, id) : 0;
    if (!w->place_capacity || !w->places[at].first) return true;
    size_t removed = 0;
    for (uint32_t l = w->places[at].first, next; l; l = next) {
        if (!noc_list_make_limited_room(w->arena, &w->removed, removed + 1, &w->removed_capacity,
                                        sizeof *w->removed, &w->wanted_bytes))
            return false;
        w->removed[removed++] = w->links[l - 1].wait;
        next = w->links[l - 1].next;
        w->links[l - 1].next = w->first_free;
        w->first_free = l;
    }
    w->wait_count -= removed;
    empty_place(w, at);
    *list = w->removed;
    *count = drop_repeated_waits(w->removed, removed);
    return true;
}

uint64_t noc_netrace_waits_count(const noc_netrace_waits *waits)
{
    return waits->wait_count;
}

double noc_netrace_waits_memory(const noc_netrace_waits *waits)
{
    return waits->wanted_bytes;
}
