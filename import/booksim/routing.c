#include "import/booksim/routing.h"

#include <string.h>

static const noc_booksim_section in_network = NOC_BOOKSIM_IN_NETWORK;

/* A routing function for a topology, as routefunc.cpp and the topologies register it. */
typedef struct route {
    const char *topology, *theirs;
    const char *ours; /* NULL: the topology has no choice here */
    const char *lost; /* what is not the same; NULL: nothing */
} route;

static const char no_load[] = "packets do not look at the load on their way here";
static const char no_detours[] = "packets take no detours here";
static const char no_kept_vcs[] = "virtual channels are not kept for destinations here";
static const char one_half[] = "virtual channels of a ring are taken by the dateline here";
static const char by_express[] = "which express channels packets take is this program's rule";

static const route routes[] = {
    {"mesh", "dim_order", "xy", NULL},
    {"mesh", "dor", "xy", NULL},
    {"mesh", "xy_yx", "o1turn", NULL},
    {"mesh", "adaptive_xy_yx", "o1turn", no_load},
    {"mesh", "dim_order_ni", "xy", no_kept_vcs},
    {"mesh", "dim_order_pni", "xy", no_kept_vcs},
    {"mesh", "romm", "o1turn", no_detours},
    {"mesh", "romm_ni", "o1turn", no_detours},
    {"mesh", "min_adapt", "o1turn", no_load},
    {"mesh", "planar_adapt", "o1turn", no_load},
    {"mesh", "valiant", "xy", no_detours},
    {"mesh", "chaos", "xy", no_load},
    {"torus", "dim_order", NULL, NULL},
    {"torus", "dim_order_ni", NULL, no_kept_vcs},
    {"torus", "dim_order_bal", NULL, one_half},
    {"torus", "min_adapt", NULL, no_load},
    {"torus", "valiant", NULL, no_detours},
    {"torus", "valiant_ni", NULL, no_detours},
    {"torus", "chaos", NULL, no_load},
    {"cmesh", "dor_no_express", "xy", NULL},
    {"cmesh", "dor", "xy", by_express},
    {"cmesh", "xy_yx_no_express", "o1turn", NULL},
    {"cmesh", "xy_yx", "o1turn", by_express},
    {"flatfly", "ran_min", "xy", NULL},
    {"flatfly", "xyyx", "o1turn", NULL},
    {"flatfly", "adaptive_xyyx", "o1turn", no_load},
    {"flatfly", "valiant", "xy", no_detours},
    {"flatfly", "ugal", "xy", no_detours},
    {"flatfly", "ugal_pni", "xy", no_detours},
    {"flatfly", "ugal_xyyx", "o1turn", no_detours},
    {"fly", "dest_tag", NULL, NULL},
    {"anynet", "min", NULL, NULL},
};

enum { ROUTES = sizeof routes / sizeof routes[0] };

static const route *find_route(const char *topology, const char *function)
{
    for (size_t i = 0; i < ROUTES; i++)
        if (strcmp(routes[i].topology, topology) == 0 && strcmp(routes[i].theirs, function) == 0)
            return &routes[i];
    return NULL;
}

static noc_status refuse_function(const noc_booksim_translation *t, const char *topology,
                                  const char *function)
{
    char known[160] = "";
    for (size_t i = 0; i < ROUTES; i++) {
        const size_t used = strlen(known);
        if (strcmp(routes[i].topology, topology) == 0)
            snprintf(known + used, sizeof known - used, "%s%s", used ? ", " : "", routes[i].theirs);
    }
    if (!noc_booksim_find(t->config, "routing_function"))
        return noc_booksim_refuse(t, "topology",
                                  "BookSim needs a routing_function for topology = "
                                  "%s: %s",
                                  topology, known);
    return noc_booksim_refuse(t, "routing_function",
                              "BookSim has no routing_function = %s for "
                              "topology = %s: %s",
                              function, topology, known);
}

/* A cmesh's channels along the edges join routers half a side apart (cmesh.cpp); of two columns
 * these are neighbours. */
static void write_express(noc_booksim_translation *t, const char *function)
{
    const int k = noc_booksim_whole(t->config, "k");
    if (!strstr(function, "no_express") && k >= 4)
        noc_booksim_write(t, in_network, "express = %d", k / 2);
}

/* Shortest ways with BookSim's choice among them. */
static const char min_here[] = "route_ties = \"booksim\"";

noc_status noc_booksim_routing(noc_booksim_translation *t)
{
    const char *topology = noc_booksim_text(t->config, "topology");
    const char *function = noc_booksim_text(t->config, "routing_function");
    const route *r = find_route(topology, function);
    char here[40] = "";
    if (!r) return refuse_function(t, topology, function);
    if (r->ours) snprintf(here, sizeof here, "routing = \"%s\"", r->ours);
    if (strcmp(topology, "anynet") == 0) snprintf(here, sizeof here, "%s", min_here);
    if (*here) noc_booksim_write(t, in_network, "%s", here);
    if (strcmp(topology, "cmesh") == 0) write_express(t, function);
    noc_booksim_note(t, r->lost ? NOC_IMPORT_CHANGED : NOC_IMPORT_CARRIED, "routing_function", here,
                     "%s",
                     r->lost ? r->lost
                     : *here ? ""
                             : "the topology has one way of routing");
    return NOC_OK;
}
