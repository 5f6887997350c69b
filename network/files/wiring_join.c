#include "network/files/wiring_join.h"

#include <stdlib.h>

/* Which routers are named, and by which lines; the last is that of the highest number. */
static void count_routers(noc_wiring *w, noc_place *highest)
{
    w->routers = 0;
    for (size_t i = 0; i < w->node_count; i++) {
        if (!w->nodes[i].line || w->nodes[i].router < w->routers) continue;
        w->routers = w->nodes[i].router + 1;
        *highest = (noc_place){w->files[NOC_WIRING_ATTACH], w->nodes[i].line};
    }
    for (size_t i = 0; i < w->link_count; i++) {
        const noc_wire *link = &w->links[i];
        const uint32_t last = link->from > link->to ? link->from : link->to;
        if (last < w->routers) continue;
        w->routers = last + 1;
        *highest = (noc_place){w->files[NOC_WIRING_LINKS], link->line};
    }
}

/* What a router is named by. */
enum { BY_NODE = 1, BY_LINK_FROM = 2, BY_LINK_TO = 4 };

static noc_status check_router(const noc_wiring *w, uint32_t router, unsigned named,
                               noc_place highest, noc_diag *diag)
{
    const noc_place links = {w->files[NOC_WIRING_LINKS], 0};
    if (named == 0)
        return noc_fail(diag, NOC_EINPUT, highest,
                        "router %u has no link and no node, though router %u has (routers are "
                        "numbered from 0, without gaps)",
                        router, w->routers - 1);
    if (w->routers > 1 && !(named & BY_LINK_FROM) && !(named & BY_NODE))
        return noc_fail(diag, NOC_EINPUT, links,
                        "router %u is a dead end: it has no node, and no link leaves it (a line "
                        "%u,... for the way on; each line is one direction)",
                        router, router);
    if (w->routers > 1 && !(named & BY_LINK_TO) && !(named & BY_NODE))
        return noc_fail(diag, NOC_EINPUT, links,
                        "router %u is never reached: it has no node, and no link leads to it (each "
                        "line is one direction)",
                        router);
    return NOC_OK;
}

static noc_status check_routers(const noc_wiring *w, noc_place highest, noc_diag *diag)
{
    unsigned char *named = calloc(w->routers, sizeof *named);
    if (!named) return noc_fail_memory(diag);
    for (size_t i = 0; i < w->node_count; i++)
        if (w->nodes[i].line) named[w->nodes[i].router] |= BY_NODE;
    for (size_t i = 0; i < w->link_count; i++) {
        named[w->links[i].from] |= BY_LINK_FROM;
        named[w->links[i].to] |= BY_LINK_TO;
    }
    noc_status status = NOC_OK;
    for (uint32_t r = 0; r < w->routers && status == NOC_OK; r++)
        status = check_router(w, r, named[r], highest, diag);
    free(named);
    return status;
}

static noc_status index_links(noc_wiring *w, noc_diag *diag)
{
    w->first_link = calloc((size_t)w->routers + 1, sizeof *w->first_link);
    if (!w->first_link) return noc_fail_memory(diag);
    for (size_t i = 0; i < w->link_count; i++) w->first_link[w->links[i].from + 1]++;
    for (uint32_t r = 0; r < w->routers; r++) w->first_link[r + 1] += w->first_link[r];
    return NOC_OK;
}

static noc_status check_steps(const noc_wiring *w, noc_diag *diag)
{
    noc_status status = NOC_OK;
    for (size_t i = 0; i < w->step_count && status == NOC_OK; i++) {
        const noc_wired_step *s = &w->steps[i];
        const noc_place place = {w->files[NOC_WIRING_ROUTES], s->line};
        const uint32_t last = s->router > s->destination ? s->router : s->destination;
        if (last >= w->routers)
            status = noc_fail(diag, NOC_EINPUT, place, "there is no router %u (0 to %u are)", last,
                              w->routers - 1);
        else if (!noc_wiring_link(w, s->router, s->next))
            status = noc_fail(diag, NOC_EINPUT, place,
                              "there is no link from router %u to router %u, by which this row "
                              "goes on to %u",
                              s->router, s->next, s->destination);
    }
    return status;
}

static noc_status check_spots(const noc_wiring *w, noc_diag *diag)
{
    const char *file = w->files[NOC_WIRING_POSITIONS];
    for (size_t i = w->routers; i < w->spot_count; i++)
        if (w->spots[i].line)
            return noc_fail(diag, NOC_EINPUT, (noc_place){file, w->spots[i].line},
                            "there is no router %zu (0 to %u are)", i, w->routers - 1);
    for (uint32_t i = 0; file && i < w->routers; i++)
        if (i >= w->spot_count || !w->spots[i].line)
            return noc_fail(diag, NOC_EINPUT, (noc_place){file, 0},
                            "router %u has no position (a line router,x,y for each)", i);
    return NOC_OK;
}

/* ---- distances ------------------------------------------------------------------------------ */

/* Links to the router that is farthest from another, and that router. `distance` and `queue` have
 * room for all. */
static uint32_t farthest(const noc_wiring *w, uint32_t from, uint32_t *distance, uint32_t *queue,
                         uint32_t *router)
{
    uint32_t first = 0, count = 1;
    for (uint32_t r = 0; r < w->routers; r++) distance[r] = UINT32_MAX;
    distance[from] = 0;
    queue[0] = from;
    while (first < count) {
        const uint32_t at = queue[first++];
        for (uint32_t i = w->first_link[at]; i < w->first_link[at + 1]; i++) {
            const uint32_t to = w->links[i].to;
            if (distance[to] != UINT32_MAX) continue;
            distance[to] = distance[at] + 1;
            queue[count++] = to;
        }
    }
    *router = queue[count - 1];
    return distance[*router];
}

/* From the router that is farthest from the first: that is the longest of all in trees, and nearly
 * so elsewhere. */
static noc_status measure_longest_path(noc_wiring *w, noc_diag *diag)
{
    uint32_t *distance = malloc(w->routers * sizeof *distance);
    uint32_t *queue = malloc(w->routers * sizeof *queue);
    uint32_t router = 0;
    if (distance && queue) {
        const uint32_t once = farthest(w, 0, distance, queue, &router);
        const uint32_t twice = farthest(w, router, distance, queue, &router);
        w->links_on_longest_path = once > twice ? once : twice;
    }
    const bool measured = distance && queue;
    free(distance);
    free(queue);
    return measured ? NOC_OK : noc_fail_memory(diag);
}

noc_status noc_wiring_join(noc_wiring *w, noc_diag *diag)
{
    noc_place highest = NOC_NOWHERE;
    count_routers(w, &highest);
    noc_status status = NOC_OK;
    if (w->routers == 0)
        status = noc_fail(diag, NOC_EINPUT, (noc_place){w->files[NOC_WIRING_ATTACH], 0},
                          "names no node (a line node,router for each)");
    if (status == NOC_OK) status = check_routers(w, highest, diag);
    if (status == NOC_OK) status = index_links(w, diag);
    if (status == NOC_OK) status = check_steps(w, diag);
    if (status == NOC_OK) status = check_spots(w, diag);
    if (status == NOC_OK) status = measure_longest_path(w, diag);
    return status;
}
