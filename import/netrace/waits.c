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

/* Place of a hash table: a packet that is still to come. */
typedef struct place {
    uint32_t id;
    uint32_t first; /* first element of its chain; 0: the place is free */
} place;

struct noc_netrace_waits {
    uint64_t *pages[PAGES]; /* bits of the ids that have come; NULL: no id of the page has */
    place *places;
    size_t place_room, place_count; /* room: a power of two; at most half of the places are used */
    wait_link *links;
    size_t link_room, link_count;
    uint32_t free; /* chain of unused links */
    uint64_t held;
    noc_netrace_wait *taken;
    size_t taken_room;
    double beyond;
};

noc_netrace_waits *noc_netrace_waits_new(void)
{
    return calloc(1, sizeof(noc_netrace_waits));
}

void noc_netrace_waits_free(noc_netrace_waits *w)
{
    if (!w) return;
    for (size_t i = 0; i < PAGES; i++) free(w->pages[i]);
    free(w->places);
    free(w->links);
    free(w->taken);
    free(w);
}

/* ---- ids ------------------------------------------------------------------------------------ */

bool noc_netrace_waits_has_arrived(const noc_netrace_waits *w, uint32_t id)
{
    const uint64_t *page = w->pages[id / PAGE_IDS];
    return page && noc_set_has(page, id % PAGE_IDS);
}

bool noc_netrace_waits_arrive(noc_netrace_waits *w, uint32_t id, bool *again)
{
    uint64_t **page = &w->pages[id / PAGE_IDS];
    *again = noc_netrace_waits_has_arrived(w, id);
    if (!*page && !noc_memory_has_room(PAGE_IDS / 8)) {
        w->beyond = (double)noc_memory_held() + PAGE_IDS / 8;
        return false;
    }
    if (!*page) *page = calloc(PAGE_IDS / 64, sizeof **page);
    if (!*page) return false;
    noc_set_add(*page, id % PAGE_IDS);
    return true;
}

/* ---- packets that are still to come ---------------------------------------------------------- */

static size_t home_of(const noc_netrace_waits *w, uint32_t id)
{
    uint64_t mixed = id;
    return (size_t)noc_splitmix(&mixed) & (w->place_room - 1);
}

/* Returns the place of an id, or the free place where it belongs. */
static size_t place_of(const noc_netrace_waits *w, uint32_t id)
{
    size_t at = home_of(w, id);
    while (w->places[at].first && w->places[at].id != id) at = (at + 1) & (w->place_room - 1);
    return at;
}

/* Makes room for one more packet. */
static bool grow_places(noc_netrace_waits *w)
{
    enum { LEAST = 1024 };
    const size_t old_room = w->place_room;
    place *old = w->places;
    size_t room = 0;
    if (2 * (w->place_count + 1) <= old_room) return true;
    place *places = noc_list_with_room(NULL, old_room ? 2 * old_room : LEAST, &room, sizeof *places,
                                       &w->beyond);
    if (!places) return false;
    w->places = places;
    w->place_room = old_room ? 2 * old_room : LEAST;
    for (size_t i = 0; i < old_room; i++)
        if (old[i].first) w->places[place_of(w, old[i].id)] = old[i];
    free(old);
    return true;
}

/* Frees a place, and moves packets after it that could no longer be found. */
static void empty_place(noc_netrace_waits *w, size_t at)
{
    const size_t mask = w->place_room - 1;
    w->places[at].first = 0;
    w->place_count--;
    for (size_t i = (at + 1) & mask; w->places[i].first; i = (i + 1) & mask) {
        const size_t home = home_of(w, w->places[i].id);
        if (((i - home) & mask) < ((i - at) & mask)) continue;
        w->places[at] = w->places[i];
        w->places[i].first = 0;
        at = i;
    }
}

/* ---- waits ---------------------------------------------------------------------------------- */

/* Returns an unused element; 0: there is no room. */
static uint32_t new_link(noc_netrace_waits *w)
{
    if (w->free) {
        const uint32_t link = w->free;
        w->free = w->links[link - 1].next;
        return link;
    }
    if (w->link_count >= UINT32_MAX) return 0;
    wait_link *links =
        noc_list_with_room(w->links, w->link_count + 1, &w->link_room, sizeof *links, &w->beyond);
    if (!links) return 0;
    w->links = links;
    return (uint32_t)++w->link_count;
}

bool noc_netrace_waits_add(noc_netrace_waits *w, uint32_t id, noc_netrace_wait wait)
{
    if (!grow_places(w)) return false;
    const uint32_t added = new_link(w);
    if (!added) return false;
    place *p = &w->places[place_of(w, id)];
    w->links[added - 1] = (wait_link){wait, p->first};
    w->place_count += p->first == 0;
    *p = (place){id, added};
    w->held++;
    return true;
}

static int by_id(const void *a, const void *b)
{
    const noc_netrace_wait *x = a, *y = b;
    if (x->id != y->id) return x->id < y->id ? -1 : 1;
    return (x->steps < y->steps) - (x->steps > y->steps); /* the largest number of steps first */
}

/* Keeps one wait per packet. Returns their number. */
static size_t once_each(noc_netrace_wait *list, size_t count)
{
    size_t kept = 0;
    if (count > 1) qsort(list, count, sizeof *list, by_id);
    for (size_t i = 0; i < count; i++)
        if (kept == 0 || list[kept - 1].id != list[i].id) list[kept++] = list[i];
    return kept;
}

bool noc_netrace_waits_remove(noc_netrace_waits *w, uint32_t id, const noc_netrace_wait **list,
                              size_t *count)
{
    *list = NULL;
    *count = 0;
    const size_t at = w->place_room ? place_of(w, id) : 0;
    if (!w->place_room || !w->places[at].first) return true;
    size_t taken = 0;
    for (uint32_t l = w->places[at].first, next; l; l = next) {
        noc_netrace_wait *room =
            noc_list_with_room(w->taken, taken + 1, &w->taken_room, sizeof *room, &w->beyond);
        if (!room) return false;
        w->taken = room;
        w->taken[taken++] = w->links[l - 1].wait;
        next = w->links[l - 1].next;
        w->links[l - 1].next = w->free;
        w->free = l;
    }
    w->held -= taken;
    empty_place(w, at);
    *list = w->taken;
    *count = once_each(w->taken, taken);
    return true;
}

uint64_t noc_netrace_waits_held(const noc_netrace_waits *waits)
{
    return waits->held;
}

double noc_netrace_waits_beyond(const noc_netrace_waits *waits)
{
    return waits->beyond;
}
