/* Sources of sizes and latencies: networks/kncube.cpp, cmesh.cpp, flatfly_onchip.cpp, fly.cpp and
 * anynet.cpp. */
#include "import/booksim/topology.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const noc_booksim_section in_network = NOC_BOOKSIM_IN_NETWORK;

enum { LONGEST_SIDE = 1024 };

typedef struct shape {
    const char *name; /* name in BookSim */
    noc_status (*translate)(noc_booksim_translation *);
    bool on_tiles;
} shape;

/* Returns k to the power n; a larger number than NOC_BOOKSIM_NODES_MAX may be inexact. */
static int power(int k, int n)
{
    int value = 1;
    while (n-- > 0 && value <= NOC_BOOKSIM_NODES_MAX) value *= k;
    return value;
}

/* Reads k and n, which is at most `dimensions_max`. */
static noc_status sides(const noc_booksim_translation *t, int most, int *k, int *n)
{
    *k = noc_booksim_whole(t->config, "k");
    *n = noc_booksim_whole(t->config, "n");
    if (*k < 1 || *k > LONGEST_SIDE)
        return noc_booksim_refuse(t, "k", "k = %d: expected 1..%d", *k, LONGEST_SIDE);
    if (*n < 1 || *n > most)
        return noc_booksim_refuse(t, "n", "n = %d: expected 1..%d of a %s", *n, most,
                                  noc_booksim_text(t->config, "topology"));
    if (power(*k, *n) > NOC_BOOKSIM_NODES_MAX)
        return noc_booksim_refuse(t, "k", "k = %d and n = %d make more than %d nodes", *k, *n,
                                  NOC_BOOKSIM_NODES_MAX);
    return NOC_OK;
}

static void carry_name(noc_booksim_translation *t, const char *ours)
{
    noc_booksim_carry(t, in_network, "topology", "topology = \"%s\"", ours);
}

/* Carries over a grid of n dimensions, one to three, with k routers each. */
static void carry_grid(noc_booksim_translation *t, int k, int n)
{
    char text[80];
    noc_booksim_write(t, in_network, "columns = %d", k);
    noc_booksim_write(t, in_network, "rows = %d", n > 1 ? k : 1);
    if (n > 2) noc_booksim_write(t, in_network, "layers = %d", k);
    snprintf(text, sizeof text,
             n > 2 ? "columns = %d, rows = %d, layers = %d" : "columns = %d, rows = %d", k,
             n > 1 ? k : 1, k);
    noc_booksim_note(t, NOC_IMPORT_CARRIED, "k", text, "%s", "");
    noc_booksim_note(t, NOC_IMPORT_CARRIED, "n", text, "%s", "");
}

/* Carries over the latency of channels: `cycles` with use_noc_latency, otherwise one. */
static void carry_latency(noc_booksim_translation *t, int cycles)
{
    const bool noc = noc_booksim_whole(t->config, "use_noc_latency") == 1;
    noc_booksim_carry(t, in_network, "use_noc_latency", "channel_cycles = %d", noc ? cycles : 1);
}

/* ---- the topologies ------------------------------------------------------------------------- */

/* Carries over a grid with one node at each router. */
static noc_status routers_of_tiles(noc_booksim_translation *t, const char *ours, int cycles)
{
    int k, n;
    const noc_status status = sides(t, 3, &k, &n);
    if (status != NOC_OK) return status;
    t->nodes = power(k, n);
    carry_name(t, ours);
    carry_grid(t, k, n);
    carry_latency(t, cycles);
    return NOC_OK;
}

static noc_status mesh(noc_booksim_translation *t)
{
    return routers_of_tiles(t, "mesh", 1);
}

static noc_status torus(noc_booksim_translation *t)
{
    const noc_status status = routers_of_tiles(t, "torus", 2);
    if (status == NOC_OK) noc_booksim_write(t, in_network, "dateline = \"at-entry\"");
    return status;
}

/* Carries over c nodes per router, in xr columns and yr rows. BookSim has x columns and y rows of
 * routers. */
static noc_status concentrate(noc_booksim_translation *t, int k)
{
    const int c = noc_booksim_whole(t->config, "c"), xr = noc_booksim_whole(t->config, "xr"),
              yr = noc_booksim_whole(t->config, "yr");
    if (c < 1 || xr < 1 || xr != yr || c / xr != yr || c % xr != 0)
        return noc_booksim_refuse(t, "c",
                                  "c = %d, xr = %d, yr = %d: BookSim wants c = xr x yr and "
                                  "xr = yr",
                                  c, xr, yr);
    noc_booksim_carry(t, in_network, "c", "concentration = %d", c);
    noc_booksim_note(t, NOC_IMPORT_CARRIED, "xr", "", "nodes of a router stand %d x %d", xr, yr);
    noc_booksim_note(t, NOC_IMPORT_CARRIED, "yr", "", "nodes of a router stand %d x %d", xr, yr);
    for (int side = 0; side < 2; side++) {
        const char *name = side ? "y" : "x";
        if (noc_booksim_whole(t->config, name) == k)
            noc_booksim_note(t, NOC_IMPORT_CARRIED, name, "", "it is k");
        else
            noc_booksim_note(t, NOC_IMPORT_CHANGED, name, "",
                             "routers stand in rows of k = %d here; BookSim accepts lengths, or "
                             "nodes, from rows of this",
                             k);
    }
    return NOC_OK;
}

static noc_status cmesh(noc_booksim_translation *t)
{
    int k, n;
    noc_status status = sides(t, 2, &k, &n);
    if (status == NOC_OK && (n != 2 || noc_booksim_whole(t->config, "c") != 4))
        return noc_booksim_refuse(t, n != 2 ? "n" : "c",
                                  "n = %d, c = %d: BookSim's cmesh has "
                                  "n = 2 and c = 4",
                                  n, noc_booksim_whole(t->config, "c"));
    if (status == NOC_OK) carry_name(t, "cmesh");
    if (status == NOC_OK) status = concentrate(t, k);
    if (status != NOC_OK) return status;
    t->nodes = 4 * power(k, n);
    carry_grid(t, k, n);
    carry_latency(t, 2);
    return NOC_OK;
}

static noc_status flatfly(noc_booksim_translation *t)
{
    int k, n;
    noc_status status = sides(t, 2, &k, &n);
    if (status == NOC_OK) carry_name(t, "flattened-butterfly");
    if (status == NOC_OK) status = concentrate(t, k);
    if (status != NOC_OK) return status;
    const int c = noc_booksim_whole(t->config, "c"), xr = noc_booksim_whole(t->config, "xr");
    if (c > 64) return noc_booksim_refuse(t, "c", "c = %d: expected at most 64", c);
    t->nodes = c * power(k, n);
    carry_grid(t, k, n);
    if (noc_booksim_whole(t->config, "use_noc_latency") == 1 && xr < 4) {
        carry_latency(t, xr);
        return NOC_OK;
    }
    noc_booksim_write(t, in_network, "channel_cycles = %d", xr < 4 ? 1 : xr);
    noc_booksim_note(t, NOC_IMPORT_CHANGED, "use_noc_latency",
                     xr < 4 ? "channel_cycles = 1" : "channel_cycles = xr",
                     xr < 4 ? "channels take a cycle for each router that they pass here"
                            : "channels of all nodes take 1 cycle here");
    return NOC_OK;
}

/* Carries over a fly; one stage is a crossbar. */
static noc_status fly(noc_booksim_translation *t)
{
    int k, n;
    const noc_status status = sides(t, 16, &k, &n);
    if (status != NOC_OK) return status;
    t->nodes = power(k, n);
    carry_name(t, n == 1 ? "crossbar" : "butterfly");
    if (n == 1) {
        noc_booksim_note(t, NOC_IMPORT_CARRIED, "k", "", "a port for each node");
        noc_booksim_note(t, NOC_IMPORT_CARRIED, "n", "", "one stage is a crossbar");
    } else {
        noc_booksim_carry(t, in_network, "k", "radix = %d", k);
        noc_booksim_carry(t, in_network, "n", "stages = %d", n);
    }
    /* constant for any use_noc_latency */
    noc_booksim_write(t, in_network, "channel_cycles = 1");
    return NOC_OK;
}

/* Carries over a k-ary n-tree, whose channels have one cycle for any use_noc_latency. */
static noc_status fattree(noc_booksim_translation *t)
{
    int k, n;
    const noc_status status = sides(t, 12, &k, &n);
    if (status != NOC_OK) return status;
    t->nodes = power(k, n);
    carry_name(t, "fat-tree");
    noc_booksim_carry(t, in_network, "k", "arity = %d", k);
    noc_booksim_carry(t, in_network, "n", "levels = %d", n);
    noc_booksim_write(t, in_network, "channel_cycles = 1");
    return NOC_OK;
}

/* Carries over a tree; BookSim has only trees of 64 nodes. */
static noc_status tree_of_64(noc_booksim_translation *t, const char *up_links)
{
    int k, n;
    noc_status status = sides(t, 3, &k, &n);
    if (status == NOC_OK && (k != 4 || n != 3))
        status = noc_booksim_refuse(t, k != 4 ? "k" : "n",
                                    "k = %d, n = %d: BookSim's %s has k = 4 and n = 3", k, n,
                                    noc_booksim_text(t->config, "topology"));
    if (status != NOC_OK) return status;
    t->nodes = 64;
    carry_name(t, "tree");
    noc_booksim_carry(t, in_network, "k", "arity = %d", k);
    noc_booksim_carry(t, in_network, "n", "levels = %d", n);
    noc_booksim_write(t, in_network, "up_links = %s", up_links);
    noc_booksim_write(t, in_network, "channel_cycles = 1");
    return NOC_OK;
}

static noc_status qtree(noc_booksim_translation *t)
{
    return tree_of_64(t, "(1, 1)");
}

static noc_status tree4(noc_booksim_translation *t)
{
    return tree_of_64(t, "(2, 4)");
}

/* Carries over a dragonfly: k nodes and k global links per router, 2 k routers per group. */
static noc_status dragonfly(noc_booksim_translation *t)
{
    int k, n;
    const noc_status status = sides(t, 1, &k, &n);
    if (status != NOC_OK) return status;
    if (k > 9)
        return noc_booksim_refuse(
            t, "k", "k = %d: a dragonfly has k up to 9 here, which are 26,406 nodes", k);
    t->nodes = 2 * k * k * (2 * k * k + 1);
    carry_name(t, "dragonfly");
    noc_booksim_write(t, in_network, "concentration = %d", k);
    noc_booksim_write(t, in_network, "routers_per_group = %d", 2 * k);
    noc_booksim_write(t, in_network, "global_channels = %d", k);
    noc_booksim_write(t, in_network, "channel_cycles = 10");
    noc_booksim_write(t, in_network, "global_channel_cycles = 100");
    noc_booksim_note(t, NOC_IMPORT_CARRIED, "k",
                     "concentration, routers_per_group, global_channels",
                     "%d nodes, %d groups; links of 10 and 100 cycles", t->nodes, 2 * k * k + 1);
    noc_booksim_note(t, NOC_IMPORT_CARRIED, "n", "", "it is 1");
    return NOC_OK;
}

/* ---- graphs --------------------------------------------------------------------------------- */

/* Returns the path of the network's file: in the configuration's folder or, as in BookSim, relative
 * to the working directory. The caller frees it. */
static char *graph_path(const noc_booksim_translation *t)
{
    const char *file = noc_booksim_text(t->config, "network_file");
    char *beside = noc_import_beside(t->config->path, file);
    if (!beside || access(beside, F_OK) == 0 || access(file, F_OK) != 0) return beside;
    free(beside);
    return strdup(file);
}

/* Notes opposite channels without a line in the file, since their latency of one cycle is easily
 * overlooked. */
static void tell_implied(noc_booksim_translation *t, const char *path)
{
    for (size_t i = 0; i < t->graph.link_count; i++) {
        const noc_booksim_link *back = &t->graph.links[i];
        char ends[60];
        if (back->there <= 1) continue;
        snprintf(ends, sizeof ends, "router %d router %d", back->from, back->to);
        noc_import_note_fate(
            t->out, NOC_IMPORT_ASSUMED, ends, "", back->line, "1 cycle",
            "%s has no line for this way back, so that BookSim makes it of 1 cycle, "
            "though the way there needs %d",
            path, back->there);
    }
}

static noc_status anynet(noc_booksim_translation *t)
{
    if (*noc_booksim_text(t->config, "network_file") == '\0')
        return noc_booksim_refuse(t, "topology", "topology = anynet needs a network_file");
    char *path = graph_path(t);
    if (!path) return noc_fail_memory(t->diag);
    const noc_status status = noc_booksim_anynet_read(path, &t->graph, t->diag);
    if (status == NOC_OK) {
        t->nodes = t->graph.nodes;
        carry_name(t, "file");
        noc_booksim_write(t, in_network, "links = \"links.csv\"");
        noc_booksim_write(t, in_network, "attach = \"attach.csv\"");
        noc_booksim_note(t, NOC_IMPORT_CARRIED, "network_file",
                         "links = \"links.csv\", attach = \"attach.csv\"",
                         "%s: %d routers, %zu channels, %d nodes", path, t->graph.routers,
                         t->graph.link_count, t->graph.nodes);
        tell_implied(t, path);
    }
    free(path);
    return status;
}

/* ---- routing functions ---------------------------------------------------------------------- */

/* Routing function of BookSim for a topology (routefunc.cpp and the topologies), and the nearest
 * routing here. */
typedef struct route {
    const char *topology, *theirs;
    const char *ours; /* routing of a design; NULL: the topology has no choice */
    const char *lost; /* difference from BookSim's function, as words; NULL: none */
} route;

static const char one_entry[] =
    "packets ask for all of their links here; BookSim 2.0 drops all but the first of a priority";
static const char by_planes[] = "packets take any shortest way here, not one of a plane's";
static const char by_chaos[] = "routers have virtual channels, and packets are not deflected";
static const char one_order[] = "ways go along rows first";
static const char no_kept_vcs[] = "virtual channels are not kept for destinations here";
static const char one_half[] = "virtual channels of a ring are taken by the dateline here";
static const char by_express[] = "which express channels packets take is this program's rule";

static const route routes[] = {
    {"mesh", "dim_order", "xy", NULL},
    {"mesh", "dor", "xy", NULL},
    {"mesh", "xy_yx", "o1turn", NULL},
    {"mesh", "adaptive_xy_yx", "xy-yx-adaptive", NULL},
    {"mesh", "dim_order_ni", "xy", no_kept_vcs},
    {"mesh", "dim_order_pni", "xy", no_kept_vcs},
    {"mesh", "romm", "romm", NULL},
    {"mesh", "romm_ni", "romm", no_kept_vcs},
    {"mesh", "min_adapt", "min-adaptive", one_entry},
    {"mesh", "planar_adapt", "min-adaptive", by_planes},
    {"mesh", "valiant", "valiant", NULL},
    {"mesh", "chaos", "min-adaptive", by_chaos},
    {"torus", "dim_order", NULL, NULL},
    {"torus", "dim_order_ni", NULL, no_kept_vcs},
    {"torus", "dim_order_bal", NULL, one_half},
    {"torus", "min_adapt", "min-adaptive", one_entry},
    {"torus", "valiant", "valiant", NULL},
    {"torus", "valiant_ni", "valiant", no_kept_vcs},
    {"torus", "chaos", "min-adaptive", by_chaos},
    {"cmesh", "dor_no_express", "xy", NULL},
    {"cmesh", "dor", "xy", by_express},
    {"cmesh", "xy_yx_no_express", "o1turn", NULL},
    {"cmesh", "xy_yx", "o1turn", by_express},
    {"flatfly", "ran_min", "xy", NULL},
    {"flatfly", "xyyx", "o1turn", NULL},
    {"flatfly", "adaptive_xyyx", "xy-yx-adaptive", NULL},
    {"flatfly", "valiant", "valiant", NULL},
    {"flatfly", "ugal", "ugal", NULL},
    {"flatfly", "ugal_pni", "ugal", no_kept_vcs},
    {"flatfly", "ugal_xyyx", "ugal", one_order},
    {"fly", "dest_tag", NULL, NULL},
    {"fattree", "nca", "nca", NULL},
    {"fattree", "anca", "nca-adaptive", NULL},
    {"qtree", "nca", "nca", NULL},
    {"tree4", "nca", "nca", NULL},
    {"tree4", "anca", "nca-adaptive", one_entry},
    {"dragonflynew", "min", "minimal", NULL},
    {"dragonflynew", "ugal", "ugal", NULL},
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

/* Writes the express links of a cmesh, which join routers along the edges half a side apart
 * (cmesh.cpp); in two columns these are neighbours. */
static void write_express(noc_booksim_translation *t, const char *function)
{
    const int k = noc_booksim_whole(t->config, "k");
    if (!strstr(function, "no_express") && k >= 4)
        noc_booksim_write(t, in_network, "express = %d", k / 2);
}

/* Setting for shortest paths with BookSim's choice among equal ones. */
static const char min_here[] = "route_ties = \"booksim\"";

static bool is_by_phases(const char *function)
{
    return strncmp(function, "romm", 4) == 0 || strncmp(function, "valiant", 7) == 0;
}

int noc_booksim_phases(const char *topology, const char *function)
{
    if (strcmp(topology, "dragonflynew") != 0) return 0;
    return strncmp(function, "ugal", 4) == 0 ? 3 : 2;
}

const char *noc_booksim_halves(const char *function)
{
    return strstr(function, "xy") ? "XY and YX" : is_by_phases(function) ? "both phases" : NULL;
}

/* Writes the nearest routing of a design. NOC_EINPUT for a function that BookSim does not have for
 * the topology. */
static noc_status write_routing(noc_booksim_translation *t)
{
    const char *topology = noc_booksim_text(t->config, "topology");
    const char *function = noc_booksim_text(t->config, "routing_function");
    const route *r = find_route(topology, function);
    char here[40] = "";
    if (!r) return refuse_function(t, topology, function);
    if (r->ours) snprintf(here, sizeof here, "routing = \"%s\"", r->ours);
    if (strcmp(topology, "anynet") == 0) snprintf(here, sizeof here, "%s", min_here);
    t->halves = noc_booksim_halves(function);
    if (*here) noc_booksim_write(t, in_network, "%s", here);
    if (strcmp(topology, "cmesh") == 0) write_express(t, function);
    noc_booksim_note(t, r->lost ? NOC_IMPORT_CHANGED : NOC_IMPORT_CARRIED, "routing_function", here,
                     "%s",
                     r->lost ? r->lost
                     : *here ? ""
                             : "the topology has one way of routing");
    return NOC_OK;
}

const char *noc_booksim_function_there(const char *topology, const char *ours)
{
    for (size_t i = 0; i < ROUTES; i++)
        if (strcmp(routes[i].topology, topology) == 0 && !routes[i].lost &&
            (!routes[i].ours || strcmp(routes[i].ours, ours) == 0))
            return routes[i].theirs;
    return NULL;
}

/* ---- all ------------------------------------------------------------------------------------ */

static const shape shapes[] = {
    {"mesh", mesh, true},        {"torus", torus, true},
    {"cmesh", cmesh, true},      {"flatfly", flatfly, true},
    {"fly", fly, false},         {"anynet", anynet, false},
    {"fattree", fattree, false}, {"qtree", qtree, false},
    {"tree4", tree4, false},     {"dragonflynew", dragonfly, false},
};

static const char *shape_name(size_t i)
{
    return i < sizeof shapes / sizeof shapes[0] ? shapes[i].name : NULL;
}

static const shape *find_shape(const char *name)
{
    for (size_t i = 0; shape_name(i); i++)
        if (strcmp(shapes[i].name, name) == 0) return &shapes[i];
    return NULL;
}

noc_status noc_booksim_topology(noc_booksim_translation *t)
{
    const char *name = noc_booksim_text(t->config, "topology");
    const shape *s = find_shape(name);
    if (!s) return noc_booksim_unknown(t, "topology", name, shape_name);
    const noc_status status = s->translate(t);
    return status == NOC_OK ? write_routing(t) : status;
}

int noc_booksim_tile_columns(const noc_booksim_translation *t)
{
    const char *name = noc_booksim_text(t->config, "topology");
    const shape *s = find_shape(name);
    const bool blocks = strcmp(name, "cmesh") == 0 || strcmp(name, "flatfly") == 0;
    if (!s || !s->on_tiles) return 0;
    return noc_booksim_whole(t->config, "k") * (blocks ? noc_booksim_whole(t->config, "xr") : 1);
}
