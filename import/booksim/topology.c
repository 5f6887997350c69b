/* Sources of sizes and latencies: networks/kncube.cpp, cmesh.cpp, flatfly_onchip.cpp, fly.cpp and
 * anynet.cpp. */
#include "import/booksim/topology.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/auto.h"

static const noc_booksim_section network_section = NOC_BOOKSIM_IN_NETWORK;

enum { SIDE_MAX = 1024 };

typedef struct topology_kind {
    const char *name; /* name in BookSim */
    noc_status (*translate)(noc_booksim_translation *);
    bool is_on_tiles;
} topology_kind;

/* Returns k to the power n; a larger number than NOC_BOOKSIM_NODES_MAX may be inexact. */
static int limited_power(int k, int n)
{
    int value = 1;
    while (n-- > 0 && value <= NOC_BOOKSIM_NODES_MAX) value *= k;
    return value;
}

/* Reads k and n, which is at most `dimensions_max`. */
static noc_status read_size(const noc_booksim_translation *t, int dimensions_max, int *k, int *n)
{
    *k = noc_booksim_get_whole(t->config, "k");
    *n = noc_booksim_get_whole(t->config, "n");
    if (*k < 1 || *k > SIDE_MAX)
        return noc_booksim_refuse(t, "k", "k = %d: expected 1..%d", *k, SIDE_MAX);
    if (*n < 1 || *n > dimensions_max)
        return noc_booksim_refuse(t, "n", "n = %d: expected 1..%d of a %s", *n, dimensions_max,
                                  noc_booksim_get_text(t->config, "topology"));
    if (limited_power(*k, *n) > NOC_BOOKSIM_NODES_MAX)
        return noc_booksim_refuse(t, "k", "k = %d and n = %d make more than %d nodes", *k, *n,
                                  NOC_BOOKSIM_NODES_MAX);
    return NOC_OK;
}

static void carry_name(noc_booksim_translation *t, const char *name)
{
    noc_booksim_carry(t, network_section, "topology", "topology = \"%s\"", name);
}

/* Carries over a grid of n dimensions, one to three, with k routers each. */
static void carry_grid(noc_booksim_translation *t, int k, int n)
{
    char text[80];
    noc_booksim_write(t, network_section, "columns = %d", k);
    noc_booksim_write(t, network_section, "rows = %d", n > 1 ? k : 1);
    if (n > 2) noc_booksim_write(t, network_section, "layers = %d", k);
    snprintf(text, sizeof text,
             n > 2 ? "columns = %d, rows = %d, layers = %d" : "columns = %d, rows = %d", k,
             n > 1 ? k : 1, k);
    noc_booksim_note(t, NOC_IMPORT_CARRIED, "k", text, "%s", "");
    noc_booksim_note(t, NOC_IMPORT_CARRIED, "n", text, "%s", "");
}

/* Carries over the latency of channels: `cycles` with use_noc_latency, otherwise one. */
static void carry_latency(noc_booksim_translation *t, int cycles)
{
    const bool uses_noc_latency = noc_booksim_get_whole(t->config, "use_noc_latency") == 1;
    noc_booksim_carry(t, network_section, "use_noc_latency", "channel_cycles = %d",
                      uses_noc_latency ? cycles : 1);
}

/* ---- the topologies ------------------------------------------------------------------------- */

/* Carries over a grid with one node at each router. */
static noc_status carry_tile_grid(noc_booksim_translation *t, const char *name, int cycles)
{
    int k, n;
    const noc_status status = read_size(t, 3, &k, &n);
    if (status != NOC_OK) return status;
    t->nodes = limited_power(k, n);
    carry_name(t, name);
    carry_grid(t, k, n);
    carry_latency(t, cycles);
    return NOC_OK;
}

static noc_status carry_mesh(noc_booksim_translation *t)
{
    return carry_tile_grid(t, "mesh", 1);
}

static noc_status carry_torus(noc_booksim_translation *t)
{
    const noc_status status = carry_tile_grid(t, "torus", 2);
    if (status == NOC_OK) noc_booksim_write(t, network_section, "dateline = \"at-entry\"");
    return status;
}

/* Carries over c nodes per router, in xr columns and yr rows. BookSim has x columns and y rows of
 * routers. */
static noc_status carry_concentration(noc_booksim_translation *t, int k)
{
    const int c = noc_booksim_get_whole(t->config, "c"),
              xr = noc_booksim_get_whole(t->config, "xr"),
              yr = noc_booksim_get_whole(t->config, "yr");
    if (c < 1 || xr < 1 || xr != yr || c / xr != yr || c % xr != 0)
        return noc_booksim_refuse(t, "c",
                                  "c = %d, xr = %d, yr = %d: BookSim wants c = xr x yr and "
                                  "xr = yr",
                                  c, xr, yr);
    noc_booksim_carry(t, network_section, "c", "concentration = %d", c);
    noc_booksim_note(t, NOC_IMPORT_CARRIED, "xr", "", "nodes of a router stand %d x %d", xr, yr);
    noc_booksim_note(t, NOC_IMPORT_CARRIED, "yr", "", "nodes of a router stand %d x %d", xr, yr);
    for (int side = 0; side < 2; side++) {
        const char *name = side ? "y" : "x";
        if (noc_booksim_get_whole(t->config, name) == k)
            noc_booksim_note(t, NOC_IMPORT_CARRIED, name, "", "it is k");
        else
            noc_booksim_note(t, NOC_IMPORT_CHANGED, name, "",
                             "routers stand in rows of k = %d here; BookSim accepts lengths, or "
                             "nodes, from rows of this",
                             k);
    }
    return NOC_OK;
}

static noc_status carry_cmesh(noc_booksim_translation *t)
{
    int k, n;
    noc_status status = read_size(t, 2, &k, &n);
    if (status == NOC_OK && (n != 2 || noc_booksim_get_whole(t->config, "c") != 4))
        return noc_booksim_refuse(t, n != 2 ? "n" : "c",
                                  "n = %d, c = %d: BookSim's cmesh has "
                                  "n = 2 and c = 4",
                                  n, noc_booksim_get_whole(t->config, "c"));
    if (status == NOC_OK) carry_name(t, "cmesh");
    if (status == NOC_OK) status = carry_concentration(t, k);
    if (status != NOC_OK) return status;
    t->nodes = 4 * limited_power(k, n);
    carry_grid(t, k, n);
    carry_latency(t, 2);
    return NOC_OK;
}

static noc_status carry_flatfly(noc_booksim_translation *t)
{
    int k, n;
    noc_status status = read_size(t, 2, &k, &n);
    if (status == NOC_OK) carry_name(t, "flattened-butterfly");
    if (status == NOC_OK) status = carry_concentration(t, k);
    if (status != NOC_OK) return status;
    const int c = noc_booksim_get_whole(t->config, "c"),
              xr = noc_booksim_get_whole(t->config, "xr");
    if (c > 64) return noc_booksim_refuse(t, "c", "c = %d: expected at most 64", c);
    t->nodes = c * limited_power(k, n);
    carry_grid(t, k, n);
    if (noc_booksim_get_whole(t->config, "use_noc_latency") == 1 && xr < 4) {
        carry_latency(t, xr);
        return NOC_OK;
    }
    noc_booksim_write(t, network_section, "channel_cycles = %d", xr < 4 ? 1 : xr);
    noc_booksim_note(t, NOC_IMPORT_CHANGED, "use_noc_latency",
                     xr < 4 ? "channel_cycles = 1" : "channel_cycles = xr",
                     xr < 4 ? "channels take a cycle for each router that they pass here"
                            : "channels of all nodes take 1 cycle here");
    return NOC_OK;
}

/* Carries over a fly; one stage is a crossbar. */
static noc_status carry_fly(noc_booksim_translation *t)
{
    int k, n;
    const noc_status status = read_size(t, 16, &k, &n);
    if (status != NOC_OK) return status;
    t->nodes = limited_power(k, n);
    carry_name(t, n == 1 ? "crossbar" : "butterfly");
    if (n == 1) {
        noc_booksim_note(t, NOC_IMPORT_CARRIED, "k", "", "a port for each node");
        noc_booksim_note(t, NOC_IMPORT_CARRIED, "n", "", "one stage is a crossbar");
    } else {
        noc_booksim_carry(t, network_section, "k", "radix = %d", k);
        noc_booksim_carry(t, network_section, "n", "stages = %d", n);
    }
    /* constant for any use_noc_latency */
    noc_booksim_write(t, network_section, "channel_cycles = 1");
    return NOC_OK;
}

/* Carries over a k-ary n-tree, whose channels have one cycle for any use_noc_latency. */
static noc_status carry_fattree(noc_booksim_translation *t)
{
    int k, n;
    const noc_status status = read_size(t, 12, &k, &n);
    if (status != NOC_OK) return status;
    t->nodes = limited_power(k, n);
    carry_name(t, "fat-tree");
    noc_booksim_carry(t, network_section, "k", "arity = %d", k);
    noc_booksim_carry(t, network_section, "n", "levels = %d", n);
    noc_booksim_write(t, network_section, "channel_cycles = 1");
    return NOC_OK;
}

/* Carries over a tree; BookSim has only trees of 64 nodes. */
static noc_status carry_tree(noc_booksim_translation *t, const char *up_links)
{
    int k, n;
    noc_status status = read_size(t, 3, &k, &n);
    if (status == NOC_OK && (k != 4 || n != 3))
        status = noc_booksim_refuse(t, k != 4 ? "k" : "n",
                                    "k = %d, n = %d: BookSim's %s has k = 4 and n = 3", k, n,
                                    noc_booksim_get_text(t->config, "topology"));
    if (status != NOC_OK) return status;
    t->nodes = 64;
    carry_name(t, "tree");
    noc_booksim_carry(t, network_section, "k", "arity = %d", k);
    noc_booksim_carry(t, network_section, "n", "levels = %d", n);
    noc_booksim_write(t, network_section, "up_links = %s", up_links);
    noc_booksim_write(t, network_section, "channel_cycles = 1");
    return NOC_OK;
}

static noc_status carry_qtree(noc_booksim_translation *t)
{
    return carry_tree(t, "(1, 1)");
}

static noc_status carry_tree4(noc_booksim_translation *t)
{
    return carry_tree(t, "(2, 4)");
}

/* Carries over a dragonfly: k nodes and k global links per router, 2 k routers per group. */
static noc_status carry_dragonfly(noc_booksim_translation *t)
{
    int k, n;
    const noc_status status = read_size(t, 1, &k, &n);
    if (status != NOC_OK) return status;
    if (k > 9)
        return noc_booksim_refuse(
            t, "k", "k = %d: a dragonfly has k up to 9 here, which are 26,406 nodes", k);
    t->nodes = 2 * k * k * (2 * k * k + 1);
    carry_name(t, "dragonfly");
    noc_booksim_write(t, network_section, "concentration = %d", k);
    noc_booksim_write(t, network_section, "routers_per_group = %d", 2 * k);
    noc_booksim_write(t, network_section, "global_channels = %d", k);
    noc_booksim_write(t, network_section, "channel_cycles = 10");
    noc_booksim_write(t, network_section, "global_channel_cycles = 100");
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
    const char *file = noc_booksim_get_text(t->config, "network_file");
    char *beside = noc_import_relative_path(t->config->path, file);
    if (!beside || access(beside, F_OK) == 0 || access(file, F_OK) != 0) return beside;
    free(beside);
    return strdup(file);
}

/* Notes opposite channels without a line in the file, since their latency of one cycle is easily
 * overlooked. */
static void note_implied_links(noc_booksim_translation *t, const char *path)
{
    for (size_t i = 0; i < t->graph.link_count; i++) {
        const noc_booksim_link *opposite = &t->graph.links[i];
        char ends[60];
        if (opposite->opposite_cycles <= 1) continue;
        snprintf(ends, sizeof ends, "router %d router %d", opposite->from, opposite->to);
        noc_import_note_fate(
            t->out, NOC_IMPORT_ASSUMED, ends, "", opposite->line, "1 cycle",
            "%s has no line for this way back, so that BookSim makes it of 1 cycle, "
            "though the way there needs %d",
            path, opposite->opposite_cycles);
    }
}

static noc_status carry_anynet(noc_booksim_translation *t)
{
    if (*noc_booksim_get_text(t->config, "network_file") == '\0')
        return noc_booksim_refuse(t, "topology", "topology = anynet needs a network_file");
    NOC_AUTO_FREE char *path = graph_path(t);
    if (!path) return noc_fail_memory(t->diag);
    const noc_status status = noc_booksim_anynet_read(path, &t->graph, t->diag);
    if (status != NOC_OK) return status;
    t->nodes = t->graph.nodes;
    carry_name(t, "file");
    noc_booksim_write(t, network_section, "links = \"links.csv\"");
    noc_booksim_write(t, network_section, "attach = \"attach.csv\"");
    noc_booksim_note(t, NOC_IMPORT_CARRIED, "network_file",
                     "links = \"links.csv\", attach = \"attach.csv\"",
                     "%s: %d routers, %zu channels, %d nodes", path, t->graph.routers,
                     t->graph.link_count, t->graph.nodes);
    note_implied_links(t, path);
    return NOC_OK;
}

/* ---- routing functions ---------------------------------------------------------------------- */

/* Routing function of BookSim for a topology (routefunc.cpp and the topologies), and the nearest
 * routing here. */
typedef struct routing_match {
    const char *topology, *function;
    const char *routing;    /* routing of a design; NULL: the topology has no choice */
    const char *difference; /* difference from BookSim's function, as words; NULL: none */
} routing_match;

static const char request_difference[] =
    "packets ask for all of their links here; BookSim 2.0 drops all but the first of a priority";
static const char plane_difference[] = "packets take any shortest way here, not one of a plane's";
static const char deflection_difference[] =
    "routers have virtual channels, and packets are not deflected";
static const char order_difference[] = "ways go along rows first";
static const char vc_difference[] = "virtual channels are not kept for destinations here";
static const char dateline_difference[] =
    "virtual channels of a ring are taken by the dateline here";
static const char express_difference[] =
    "which express channels packets take is this program's rule";

static const routing_match routing_matches[] = {
    {"mesh", "dim_order", "xy", NULL},
    {"mesh", "dor", "xy", NULL},
    {"mesh", "xy_yx", "o1turn", NULL},
    {"mesh", "adaptive_xy_yx", "xy-yx-adaptive", NULL},
    {"mesh", "dim_order_ni", "xy", vc_difference},
    {"mesh", "dim_order_pni", "xy", vc_difference},
    {"mesh", "romm", "romm", NULL},
    {"mesh", "romm_ni", "romm", vc_difference},
    {"mesh", "min_adapt", "min-adaptive", request_difference},
    {"mesh", "planar_adapt", "min-adaptive", plane_difference},
    {"mesh", "valiant", "valiant", NULL},
    {"mesh", "chaos", "min-adaptive", deflection_difference},
    {"torus", "dim_order", NULL, NULL},
    {"torus", "dim_order_ni", NULL, vc_difference},
    {"torus", "dim_order_bal", NULL, dateline_difference},
    {"torus", "min_adapt", "min-adaptive", request_difference},
    {"torus", "valiant", "valiant", NULL},
    {"torus", "valiant_ni", "valiant", vc_difference},
    {"torus", "chaos", "min-adaptive", deflection_difference},
    {"cmesh", "dor_no_express", "xy", NULL},
    {"cmesh", "dor", "xy", express_difference},
    {"cmesh", "xy_yx_no_express", "o1turn", NULL},
    {"cmesh", "xy_yx", "o1turn", express_difference},
    {"flatfly", "ran_min", "xy", NULL},
    {"flatfly", "xyyx", "o1turn", NULL},
    {"flatfly", "adaptive_xyyx", "xy-yx-adaptive", NULL},
    {"flatfly", "valiant", "valiant", NULL},
    {"flatfly", "ugal", "ugal", NULL},
    {"flatfly", "ugal_pni", "ugal", vc_difference},
    {"flatfly", "ugal_xyyx", "ugal", order_difference},
    {"fly", "dest_tag", NULL, NULL},
    {"fattree", "nca", "nca", NULL},
    {"fattree", "anca", "nca-adaptive", NULL},
    {"qtree", "nca", "nca", NULL},
    {"tree4", "nca", "nca", NULL},
    {"tree4", "anca", "nca-adaptive", request_difference},
    {"dragonflynew", "min", "minimal", NULL},
    {"dragonflynew", "ugal", "ugal", NULL},
    {"anynet", "min", NULL, NULL},
};

enum { ROUTING_MATCHES = sizeof routing_matches / sizeof routing_matches[0] };

static const routing_match *find_match(const char *topology, const char *function)
{
    for (size_t i = 0; i < ROUTING_MATCHES; i++)
        if (strcmp(routing_matches[i].topology, topology) == 0 &&
            strcmp(routing_matches[i].function, function) == 0)
            return &routing_matches[i];
    return NULL;
}

static noc_status refuse_function(const noc_booksim_translation *t, const char *topology,
                                  const char *function)
{
    char known_functions[160] = "";
    for (size_t i = 0; i < ROUTING_MATCHES; i++) {
        const size_t used = strlen(known_functions);
        if (strcmp(routing_matches[i].topology, topology) == 0)
            snprintf(known_functions + used, sizeof known_functions - used, "%s%s",
                     used ? ", " : "", routing_matches[i].function);
    }
    if (!noc_booksim_find_entry(t->config, "routing_function"))
        return noc_booksim_refuse(t, "topology",
                                  "BookSim needs a routing_function for topology = "
                                  "%s: %s",
                                  topology, known_functions);
    return noc_booksim_refuse(t, "routing_function",
                              "BookSim has no routing_function = %s for "
                              "topology = %s: %s",
                              function, topology, known_functions);
}

/* Writes the express links of a cmesh, which join routers along the edges half a side apart
 * (cmesh.cpp); in two columns these are neighbours. */
static void write_express(noc_booksim_translation *t, const char *function)
{
    const int k = noc_booksim_get_whole(t->config, "k");
    if (!strstr(function, "no_express") && k >= 4)
        noc_booksim_write(t, network_section, "express = %d", k / 2);
}

/* Setting for shortest paths with BookSim's choice among equal ones. */
static const char route_ties_setting[] = "route_ties = \"booksim\"";

static bool has_path_phases(const char *function)
{
    return strncmp(function, "romm", 4) == 0 || strncmp(function, "valiant", 7) == 0;
}

int noc_booksim_path_phases(const char *topology, const char *function)
{
    if (strcmp(topology, "dragonflynew") != 0) return 0;
    return strncmp(function, "ugal", 4) == 0 ? 3 : 2;
}

const char *noc_booksim_vc_halves(const char *function)
{
    return strstr(function, "xy") ? "XY and YX" : has_path_phases(function) ? "both phases" : NULL;
}

/* Writes the nearest routing of a design. NOC_EINPUT for a function that BookSim does not have for
 * the topology. */
static noc_status write_routing(noc_booksim_translation *t)
{
    const char *topology = noc_booksim_get_text(t->config, "topology");
    const char *function = noc_booksim_get_text(t->config, "routing_function");
    const routing_match *r = find_match(topology, function);
    char design_setting[40] = "";
    if (!r) return refuse_function(t, topology, function);
    if (r->routing) snprintf(design_setting, sizeof design_setting, "routing = \"%s\"", r->routing);
    if (strcmp(topology, "anynet") == 0)
        snprintf(design_setting, sizeof design_setting, "%s", route_ties_setting);
    t->halves = noc_booksim_vc_halves(function);
    if (*design_setting) noc_booksim_write(t, network_section, "%s", design_setting);
    if (strcmp(topology, "cmesh") == 0) write_express(t, function);
    noc_booksim_note(t, r->difference ? NOC_IMPORT_CHANGED : NOC_IMPORT_CARRIED, "routing_function",
                     design_setting, "%s",
                     r->difference     ? r->difference
                     : *design_setting ? ""
                                       : "the topology has one way of routing");
    return NOC_OK;
}

const char *noc_booksim_find_function(const char *topology, const char *routing)
{
    for (size_t i = 0; i < ROUTING_MATCHES; i++)
        if (strcmp(routing_matches[i].topology, topology) == 0 && !routing_matches[i].difference &&
            (!routing_matches[i].routing || strcmp(routing_matches[i].routing, routing) == 0))
            return routing_matches[i].function;
    return NULL;
}

/* ---- the import ----------------------------------------------------------------------------- */

static const topology_kind topology_kinds[] = {
    {"mesh", carry_mesh, true},        {"torus", carry_torus, true},
    {"cmesh", carry_cmesh, true},      {"flatfly", carry_flatfly, true},
    {"fly", carry_fly, false},         {"anynet", carry_anynet, false},
    {"fattree", carry_fattree, false}, {"qtree", carry_qtree, false},
    {"tree4", carry_tree4, false},     {"dragonflynew", carry_dragonfly, false},
};

static const char *topology_name(size_t i)
{
    return i < sizeof topology_kinds / sizeof topology_kinds[0] ? topology_kinds[i].name : NULL;
}

static const topology_kind *find_topology(const char *name)
{
    for (size_t i = 0; topology_name(i); i++)
        if (strcmp(topology_kinds[i].name, name) == 0) return &topology_kinds[i];
    return NULL;
}

noc_status noc_booksim_carry_topology(noc_booksim_translation *t)
{
    const char *name = noc_booksim_get_text(t->config, "topology");
    const topology_kind *s = find_topology(name);
    if (!s) return noc_booksim_refuse_name(t, "topology", name, topology_name);
    const noc_status status = s->translate(t);
    return status == NOC_OK ? write_routing(t) : status;
}

int noc_booksim_tile_columns(const noc_booksim_translation *t)
{
    const char *name = noc_booksim_get_text(t->config, "topology");
    const topology_kind *s = find_topology(name);
    const bool has_blocks = strcmp(name, "cmesh") == 0 || strcmp(name, "flatfly") == 0;
    if (!s || !s->is_on_tiles) return 0;
    return noc_booksim_get_whole(t->config, "k") *
           (has_blocks ? noc_booksim_get_whole(t->config, "xr") : 1);
}
