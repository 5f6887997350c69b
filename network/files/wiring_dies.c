#include "network/files/wiring_dies.h"

#include <stdlib.h>
#include <string.h>

#include "design/dies.h"

/* Search for dies. A die is stored as 1 + its number, 0 if unknown, as in the tables. */
typedef struct die_search {
    const noc_wiring *wiring;
    int *told;        /* die of each router */
    noc_place *where; /* line that set the die of each router */
    int *near;        /* die of the routers linked to each router */
    noc_diag *diag;
} die_search;

/* ---- dies in the tables --------------------------------------------------------------------- */

static noc_status tell(die_search *f, uint32_t router, int die, noc_place where)
{
    if (die == 0) return NOC_OK;
    if (f->told[router] && f->told[router] != die)
        return noc_fail(f->diag, NOC_EINPUT, where,
                        "router %u is on die %d here, and on die %d by %s, line %d (a router, with "
                        "its nodes, is on one die)",
                        router, die - 1, f->told[router] - 1, f->where[router].file,
                        f->where[router].line);
    if (!f->told[router]) f->where[router] = where;
    f->told[router] = die;
    return NOC_OK;
}

static noc_status tell_all(die_search *f)
{
    const noc_wiring *w = f->wiring;
    noc_status status = NOC_OK;
    for (size_t n = 0; n < w->node_count && status == NOC_OK; n++)
        if (w->nodes[n].line)
            status = tell(f, w->nodes[n].router, w->nodes[n].die,
                          (noc_place){w->files[NOC_WIRING_ATTACH], w->nodes[n].line});
    for (size_t r = 0; r < w->spot_count && r < w->routers && status == NOC_OK; r++)
        if (w->spots[r].line)
            status = tell(f, (uint32_t)r, w->spots[r].die,
                          (noc_place){w->files[NOC_WIRING_POSITIONS], w->spots[r].line});
    return status;
}

/* ---- routers without nodes ------------------------------------------------------------------ */

static noc_status note_near(die_search *f, uint32_t router, uint32_t other)
{
    const int die = f->told[other];
    if (f->told[router] || !die) return NOC_OK;
    if (f->near[router] && f->near[router] != die)
        return noc_fail(
            f->diag, NOC_EINPUT, (noc_place){f->wiring->files[NOC_WIRING_LINKS], 0},
            "the die of router %u is not stated: it has no node with one, and is linked "
            "to routers of dies %d and %d (a column `die` of network.positions)",
            router, f->near[router] - 1, die - 1);
    f->near[router] = die;
    return NOC_OK;
}

/* Sets the dies of all routers that are linked to a router with a known die. */
static noc_status spread(die_search *f, bool *more)
{
    const noc_wiring *w = f->wiring;
    noc_status status = NOC_OK;
    memset(f->near, 0, w->routers * sizeof *f->near);
    for (size_t i = 0; i < w->link_count && status == NOC_OK; i++) {
        status = note_near(f, w->links[i].from, w->links[i].to);
        if (status == NOC_OK) status = note_near(f, w->links[i].to, w->links[i].from);
    }
    *more = false;
    for (uint32_t r = 0; r < w->routers && status == NOC_OK; r++) {
        *more |= f->near[r] != 0;
        if (f->near[r]) f->told[r] = f->near[r];
    }
    return status;
}

/* ---- checks of all dies --------------------------------------------------------------------- */

/* Line that names a die, for messages; none for a die found by links only. */
static noc_place place_of_die(const die_search *f, int die)
{
    for (uint32_t r = 0; r < f->wiring->routers; r++)
        if (f->told[r] == die + 1 && f->where[r].file) return f->where[r];
    return NOC_NOWHERE;
}

static noc_status check_die(const die_search *f, int die, int dies)
{
    const noc_wiring *w = f->wiring;
    bool used = false, leaves = false, arrives = false;
    for (uint32_t r = 0; r < w->routers; r++) used |= f->told[r] == die + 1;
    for (size_t i = 0; i < w->link_count; i++) {
        const bool from = f->told[w->links[i].from] == die + 1;
        const bool to = f->told[w->links[i].to] == die + 1;
        leaves |= from && !to;
        arrives |= to && !from;
    }
    if (!used)
        return noc_fail(f->diag, NOC_EINPUT, place_of_die(f, dies - 1),
                        "there is a die %d, but nothing on die %d (dies are numbered from 0, "
                        "without gaps)",
                        dies - 1, die);
    if (dies == 1 || (leaves && arrives)) return NOC_OK;
    return noc_fail(f->diag, NOC_EINPUT, place_of_die(f, die),
                    "die %d has no link %s another die (a line of network.links for each "
                    "direction)",
                    die, leaves ? "from" : "to");
}

static noc_status keep(noc_wiring *w, const die_search *f)
{
    int dies = 0;
    noc_status status = NOC_OK;
    for (uint32_t r = 0; r < w->routers; r++)
        if (f->told[r] > dies) dies = f->told[r];
    for (int d = 0; d < dies && status == NOC_OK; d++) status = check_die(f, d, dies);
    if (status != NOC_OK || dies == 0) return status;
    w->die = malloc(w->routers * sizeof *w->die);
    if (!w->die) return noc_fail_memory(f->diag);
    w->dies = dies;
    for (uint32_t r = 0; r < w->routers; r++) w->die[r] = (uint8_t)(f->told[r] - 1);
    return NOC_OK;
}

static bool tells_some(const noc_wiring *w)
{
    bool some = false;
    for (size_t n = 0; n < w->node_count; n++) some |= w->nodes[n].line && w->nodes[n].die;
    for (size_t r = 0; r < w->spot_count; r++) some |= w->spots[r].line && w->spots[r].die;
    return some;
}

noc_status noc_wiring_find_dies(noc_wiring *w, noc_diag *diag)
{
    bool more = true;
    if (!tells_some(w)) return NOC_OK;
    die_search f = {
        .wiring = w,
        .told = calloc(w->routers, sizeof *f.told),
        .where = calloc(w->routers, sizeof *f.where),
        .near = calloc(w->routers, sizeof *f.near),
        .diag = diag,
    };
    noc_status status = f.told && f.where && f.near ? tell_all(&f) : noc_fail_memory(diag);
    while (status == NOC_OK && more) status = spread(&f, &more);
    for (uint32_t r = 0; r < w->routers && status == NOC_OK; r++)
        if (!f.told[r])
            status = noc_fail(diag, NOC_EINPUT, (noc_place){w->files[NOC_WIRING_ATTACH], 0},
                              "no table states the die of router %u, or of a router linked to "
                              "it (a column `die` of network.attach, or of network.positions)",
                              r);
    if (status == NOC_OK) status = keep(w, &f);
    free(f.told);
    free(f.where);
    free(f.near);
    return status;
}
