#include "network/files/wiring_dies.h"

#include <string.h>

#include "base/auto.h"
#include "design/dies.h"

/* Search for dies. A die is stored as 1 + its number, 0 if unknown, as in the tables. */
typedef struct die_search {
    const noc_wiring *wiring;
    int *die_of_router;     /* die of each router */
    noc_place *source_line; /* line that set the die of each router */
    int *linked_die;        /* die of the routers linked to each router */
    noc_diag *diag;
} die_search;

/* ---- dies in the tables --------------------------------------------------------------------- */

static noc_status assign_die(die_search *f, uint32_t router, int die, noc_place place)
{
    if (die == 0) return NOC_OK;
    if (f->die_of_router[router] && f->die_of_router[router] != die)
        return noc_fail(f->diag, NOC_EINPUT, place,
                        "router %u is on die %d here, and on die %d by %s, line %d (a router, with "
                        "its nodes, is on one die)",
                        router, die - 1, f->die_of_router[router] - 1, f->source_line[router].file,
                        f->source_line[router].line);
    if (!f->die_of_router[router]) f->source_line[router] = place;
    f->die_of_router[router] = die;
    return NOC_OK;
}

static noc_status assign_listed_dies(die_search *f)
{
    const noc_wiring *w = f->wiring;
    noc_status status = NOC_OK;
    for (size_t n = 0; n < w->node_count && status == NOC_OK; n++)
        if (w->nodes[n].line)
            status = assign_die(f, w->nodes[n].router, w->nodes[n].die,
                                (noc_place){w->files[NOC_WIRING_ATTACH], w->nodes[n].line});
    for (size_t r = 0; r < w->position_count && r < w->router_count && status == NOC_OK; r++)
        if (w->positions[r].line)
            status = assign_die(f, (uint32_t)r, w->positions[r].die,
                                (noc_place){w->files[NOC_WIRING_POSITIONS], w->positions[r].line});
    return status;
}

/* ---- routers without nodes ------------------------------------------------------------------ */

static noc_status note_linked_die(die_search *f, uint32_t router, uint32_t other)
{
    const int die = f->die_of_router[other];
    if (f->die_of_router[router] || !die) return NOC_OK;
    if (f->linked_die[router] && f->linked_die[router] != die)
        return noc_fail(
            f->diag, NOC_EINPUT, (noc_place){f->wiring->files[NOC_WIRING_LINKS], 0},
            "the die of router %u is not stated: it has no node with one, and is linked "
            "to routers of dies %d and %d (a column `die` of network.positions)",
            router, f->linked_die[router] - 1, die - 1);
    f->linked_die[router] = die;
    return NOC_OK;
}

/* Sets the dies of all routers that are linked to a router with a known die. */
static noc_status spread_dies(die_search *f, bool *has_changed)
{
    const noc_wiring *w = f->wiring;
    noc_status status = NOC_OK;
    memset(f->linked_die, 0, w->router_count * sizeof *f->linked_die);
    for (size_t i = 0; i < w->link_count && status == NOC_OK; i++) {
        status = note_linked_die(f, w->links[i].source_router, w->links[i].target_router);
        if (status == NOC_OK)
            status = note_linked_die(f, w->links[i].target_router, w->links[i].source_router);
    }
    *has_changed = false;
    for (uint32_t r = 0; r < w->router_count && status == NOC_OK; r++) {
        *has_changed |= f->linked_die[r] != 0;
        if (f->linked_die[r]) f->die_of_router[r] = f->linked_die[r];
    }
    return status;
}

/* ---- checks of all dies --------------------------------------------------------------------- */

/* Line that names a die, for messages; none for a die found by links only. */
static noc_place place_of_die(const die_search *f, int die)
{
    for (uint32_t r = 0; r < f->wiring->router_count; r++)
        if (f->die_of_router[r] == die + 1 && f->source_line[r].file) return f->source_line[r];
    return NOC_NOWHERE;
}

static noc_status check_die(const die_search *f, int die, int dies)
{
    const noc_wiring *w = f->wiring;
    bool used = false, has_links_out = false, has_links_in = false;
    for (uint32_t r = 0; r < w->router_count; r++) used |= f->die_of_router[r] == die + 1;
    for (size_t i = 0; i < w->link_count; i++) {
        const bool from = f->die_of_router[w->links[i].source_router] == die + 1;
        const bool to = f->die_of_router[w->links[i].target_router] == die + 1;
        has_links_out |= from && !to;
        has_links_in |= to && !from;
    }
    if (!used)
        return noc_fail(f->diag, NOC_EINPUT, place_of_die(f, dies - 1),
                        "there is a die %d, but nothing on die %d (dies are numbered from 0, "
                        "without gaps)",
                        dies - 1, die);
    if (dies == 1 || (has_links_out && has_links_in)) return NOC_OK;
    return noc_fail(f->diag, NOC_EINPUT, place_of_die(f, die),
                    "die %d has no link %s another die (a line of network.links for each "
                    "direction)",
                    die, has_links_out ? "from" : "to");
}

static noc_status store_dies(noc_wiring *w, const die_search *f)
{
    int dies = 0;
    noc_status status = NOC_OK;
    for (uint32_t r = 0; r < w->router_count; r++)
        if (f->die_of_router[r] > dies) dies = f->die_of_router[r];
    for (int d = 0; d < dies && status == NOC_OK; d++) status = check_die(f, d, dies);
    if (status != NOC_OK || dies == 0) return status;
    w->router_dies = noc_arena_array(&w->arena, w->router_count, sizeof *w->router_dies);
    if (!w->router_dies) return noc_fail_memory(f->diag);
    w->die_count = dies;
    for (uint32_t r = 0; r < w->router_count; r++)
        w->router_dies[r] = (uint8_t)(f->die_of_router[r] - 1);
    return NOC_OK;
}

static bool has_listed_dies(const noc_wiring *w)
{
    bool has_die = false;
    for (size_t n = 0; n < w->node_count; n++) has_die |= w->nodes[n].line && w->nodes[n].die;
    for (size_t r = 0; r < w->position_count; r++)
        has_die |= w->positions[r].line && w->positions[r].die;
    return has_die;
}

noc_status noc_wiring_find_dies(noc_wiring *w, noc_diag *diag)
{
    bool has_changed = true;
    if (!has_listed_dies(w)) return NOC_OK;
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    die_search f = {
        .wiring = w,
        .die_of_router = noc_arena_array(&scratch, w->router_count, sizeof *f.die_of_router),
        .source_line = noc_arena_array(&scratch, w->router_count, sizeof *f.source_line),
        .linked_die = noc_arena_array(&scratch, w->router_count, sizeof *f.linked_die),
        .diag = diag,
    };
    noc_status status = scratch.is_short ? noc_fail_memory(diag) : assign_listed_dies(&f);
    while (status == NOC_OK && has_changed) status = spread_dies(&f, &has_changed);
    for (uint32_t r = 0; r < w->router_count && status == NOC_OK; r++)
        if (!f.die_of_router[r])
            status = noc_fail(diag, NOC_EINPUT, (noc_place){w->files[NOC_WIRING_ATTACH], 0},
                              "no table states the die of router %u, or of a router linked to "
                              "it (a column `die` of network.attach, or of network.positions)",
                              r);
    return status == NOC_OK ? store_dies(w, &f) : status;
}
