/* A topology has BookSim's name if BookSim has one of equal size and equal channel latencies.
 * Otherwise the graph itself is exported, as an anynet with shortest paths. */
#include "import/booksim/outgoing_topology.h"

#include <math.h>
#include <string.h>

#include "design/key.h"
#include "import/booksim/topology.h"
#include "network/kinds/kinds.h"

static int topology_integer(const noc_booksim_export_state *o, const char *key)
{
    return noc_booksim_get_integer(o, key, 0);
}

static bool has_node_count(const noc_booksim_export_state *o, double nodes)
{
    return o->nodes == (int)nodes;
}

static void write_size(noc_booksim_export_state *o, int k, int n)
{
    noc_booksim_write_setting(o, "k = %d", k);
    noc_booksim_write_setting(o, "n = %d", n);
}

/* Returns the number of dimensions of a grid with equal sides; 0: sides differ. */
static int count_dimensions(const noc_booksim_export_state *o)
{
    const int columns = topology_integer(o, "columns"), rows = topology_integer(o, "rows");
    const int layers = noc_booksim_get_integer(o, "layers", 1);
    if (layers > 1) return columns == rows && rows == layers ? 3 : 0;
    if (rows > 1) return columns == rows ? 2 : 0;
    return 1;
}

/* True if links of all dimensions have this latency, and accept one flit per cycle. */
static bool has_link_cycles(const noc_booksim_export_state *o, int cycles)
{
    const int column = topology_integer(o, "column_cycles"),
              layer = topology_integer(o, "layer_cycles");
    return o->spec->channel_cycles == cycles && (!column || column == cycles) &&
           (!layer || layer == cycles) && o->spec->link_flits_per_cycle == 1.0;
}

/* ---- topologies of BookSim ------------------------------------------------------------------- */

/* Writes a topology; false if BookSim has none like it. */
typedef bool topology_writer(noc_booksim_export_state *o);

static bool write_mesh(noc_booksim_export_state *o)
{
    const int n = count_dimensions(o);
    if (n == 0 || !has_link_cycles(o, 1) || topology_integer(o, "half_routers")) return false;
    if (!has_node_count(o, pow(topology_integer(o, "columns"), n))) return false;
    o->topology = "mesh";
    write_size(o, topology_integer(o, "columns"), n);
    return true;
}

static bool write_torus(noc_booksim_export_state *o)
{
    const int n = count_dimensions(o), cycles = o->spec->channel_cycles;
    if (n == 0 || cycles > 2 || !has_link_cycles(o, cycles)) return false;
    if (topology_integer(o, "dateline") || topology_integer(o, "directions")) return false;
    if (o->spec->routing->y_first[NOC_REQUEST]) return false;
    if (!has_node_count(o, pow(topology_integer(o, "columns"), n))) return false;
    o->topology = "torus";
    write_size(o, topology_integer(o, "columns"), n);
    noc_booksim_write_setting(o, "use_noc_latency = %d", cycles == 2);
    return true;
}

/* Writes a square grid of k x k routers, each with side x side nodes. */
static void write_concentration(noc_booksim_export_state *o, int k, int side)
{
    write_size(o, k, 2);
    noc_booksim_write_setting(o, "c = %d", side * side);
    noc_booksim_write_setting(o, "x = %d", k);
    noc_booksim_write_setting(o, "y = %d", k);
    noc_booksim_write_setting(o, "xr = %d", side);
    noc_booksim_write_setting(o, "yr = %d", side);
}

static bool write_cmesh(noc_booksim_export_state *o)
{
    const int k = topology_integer(o, "columns"), cycles = o->spec->channel_cycles;
    if (topology_integer(o, "rows") != k || topology_integer(o, "concentration") != 4 ||
        topology_integer(o, "express"))
        return false;
    if (cycles > 2 || !has_link_cycles(o, cycles) || !has_node_count(o, 4.0 * k * k)) return false;
    o->topology = "cmesh";
    write_concentration(o, k, 2);
    noc_booksim_write_setting(o, "use_noc_latency = %d", cycles == 2);
    return true;
}

static bool write_flatfly(noc_booksim_export_state *o)
{
    const int k = topology_integer(o, "columns"), c = topology_integer(o, "concentration");
    const int side = (int)lround(sqrt(c));
    if (topology_integer(o, "rows") != k || side * side != c || side > 3) return false;
    if (!has_link_cycles(o, side) || !has_node_count(o, (double)c * k * k)) return false;
    o->topology = "flatfly";
    write_concentration(o, k, side);
    noc_booksim_write_setting(o, "use_noc_latency = 1");
    return true;
}

/* Writes a crossbar without concentrators as a fly of one stage. */
static bool write_crossbar(noc_booksim_export_state *o)
{
    const noc_graph *g = &o->system->graph;
    if (o->network->router_count != 1 || !has_link_cycles(o, 1)) return false;
    for (uint32_t c = 0; c < g->channel_count; c++)
        if (g->channels[c].sharers > 1) return false;
    o->topology = "fly";
    write_size(o, o->nodes, 1);
    return true;
}

static bool write_butterfly(noc_booksim_export_state *o)
{
    const int k = topology_integer(o, "radix"), n = topology_integer(o, "stages");
    if (topology_integer(o, "tailored") || !has_link_cycles(o, 1) || !has_node_count(o, pow(k, n)))
        return false;
    o->topology = "fly";
    write_size(o, k, n);
    return true;
}

static bool write_fat_tree(noc_booksim_export_state *o)
{
    const int k = topology_integer(o, "arity"), n = topology_integer(o, "levels");
    if (!has_link_cycles(o, 1) || !has_node_count(o, pow(k, n))) return false;
    o->topology = "fattree";
    write_size(o, k, n);
    return true;
}

/* Writes a tree. BookSim's trees have 64 nodes, and up links as (1, 1) or (2, 4). */
static bool write_tree(noc_booksim_export_state *o)
{
    const noc_key *key = noc_key_find(o->spec->topology->keys, "up_links");
    const noc_integers *up = (const void *)((const char *)o->spec + key->offset);
    const bool is_wide = up->count == 2 && up->values[0] == 2 && up->values[1] == 4;
    const bool is_plain = up->count == 0 || (up->count == 2 && up->values[0] * up->values[1] == 1);
    if (topology_integer(o, "arity") != 4 || topology_integer(o, "levels") != 3 ||
        !has_link_cycles(o, 1))
        return false;
    if ((!is_wide && !is_plain) || !has_node_count(o, 64)) return false;
    o->topology = is_wide ? "tree4" : "qtree";
    write_size(o, 4, 3);
    return true;
}

/* Writes a dragonfly. BookSim's local links have 10 cycles and global ones 100, for any
 * use_noc_latency. */
static bool write_dragonfly(noc_booksim_export_state *o)
{
    const int p = topology_integer(o, "concentration");
    if (topology_integer(o, "routers_per_group") != 2 * p ||
        topology_integer(o, "global_channels") != p)
        return false;
    if (!has_link_cycles(o, 10) || topology_integer(o, "global_channel_cycles") != 100)
        return false;
    if (!has_node_count(o, 2.0 * p * p * (2.0 * p * p + 1.0))) return false;
    o->topology = "dragonflynew";
    write_size(o, p, 1);
    return true;
}

static const struct {
    const char *ours;
    topology_writer *write;
} topology_writers[] = {
    {"mesh", write_mesh},           {"torus", write_torus},
    {"cmesh", write_cmesh},         {"flattened-butterfly", write_flatfly},
    {"crossbar", write_crossbar},   {"butterfly", write_butterfly},
    {"fat-tree", write_fat_tree},   {"tree", write_tree},
    {"dragonfly", write_dragonfly},
};

/* ---- anynet --------------------------------------------------------------------------------- */

/* Returns the number of a terminal in BookSim: its tile's number; off a grid, compute nodes come
 * first. */
static uint32_t find_node(const noc_booksim_export_state *o, uint32_t terminal)
{
    const noc_terminal *t = &o->system->graph.terminals[terminal];
    if (o->spec->topology->find_tiles) return terminal;
    return t->kind == NOC_MEMORY ? o->system->graph.compute_count + t->number : t->number;
}

/* Returns the router of a terminal, at its first port of the network. */
static uint32_t find_router(const noc_graph *g, const noc_network *net, uint32_t terminal)
{
    const noc_terminal *t = &g->terminals[terminal];
    for (uint32_t i = 0; i < t->injections; i++) {
        const noc_channel *c = &g->channels[g->injections[t->first_injection + i]];
        if (&g->networks[c->network] == net) return c->to - net->first_router;
    }
    for (uint32_t i = 0; i < t->ejections; i++) {
        const noc_channel *c = &g->channels[g->ejections[t->first_ejection + i]];
        if (&g->networks[c->network] == net) return c->from - net->first_router;
    }
    return 0;
}

/* Writes the line of a router with its nodes and links, in the order of the routers to which links
 * lead: the first of parallel channels; if only the opposite channel exists, one of 1 cycle, which
 * an anynet always has. */
static void write_router(const noc_booksim_export_state *o, uint32_t router, FILE *out)
{
    const noc_graph *g = &o->system->graph;
    const uint32_t first = o->network->first_router, router_id = first + router;
    fprintf(out, "router %u", router);
    for (uint32_t t = 0; t < g->terminal_count; t++)
        if (find_router(g, o->network, t) == router) fprintf(out, " node %u", find_node(o, t));
    for (uint32_t other = 0; other < o->network->router_count; other++) {
        const uint32_t forward_link = noc_graph_link(g, router_id, first + other);
        const uint32_t opposite_link = noc_graph_link(g, first + other, router_id);
        if (forward_link != NOC_NONE || opposite_link != NOC_NONE)
            fprintf(out, " router %u %u", other,
                    forward_link != NOC_NONE ? g->channels[forward_link].latency : 1u);
    }
    fputc('\n', out);
}

/* Notes properties that an anynet lacks: parallel channels, and links of one direction. */
static void note_links(noc_booksim_export_state *o)
{
    const noc_graph *g = &o->system->graph;
    bool has_parallel = false, has_one_way = false;
    for (uint32_t c = 0; c < g->channel_count; c++) {
        const noc_channel *l = &g->channels[c];
        if (l->kind != NOC_LINK || &g->networks[l->network] != o->network) continue;
        has_parallel |= noc_graph_parallel_link(g, l->from, l->to, 1) != NOC_NONE;
        has_one_way |= noc_graph_link(g, l->to, l->from) == NOC_NONE;
    }
    if (has_parallel)
        noc_booksim_note_export(o, NOC_IMPORT_CHANGED, "(channels side by side)", "one channel",
                                "an anynet has one between two routers");
    if (has_one_way)
        noc_booksim_note_export(o, NOC_IMPORT_CHANGED, "(links of one direction)",
                                "both directions", "an anynet has the way back, too, in 1 cycle");
}

static void write_anynet(noc_booksim_export_state *o)
{
    FILE *out = noc_import_begin_file(o->out, "network");
    o->topology = "anynet";
    noc_booksim_write_setting(o, "network_file = network");
    for (uint32_t r = 0; out && r < o->network->router_count; r++) write_router(o, r, out);
    noc_booksim_note_export(
        o, NOC_IMPORT_CHANGED, "network.topology", "topology = anynet",
        "the graph itself is in the file network; BookSim has no such topology of "
        "this size and these channels");
    note_links(o);
}

/* ---- the export ----------------------------------------------------------------------------- */

static void put_routing(noc_booksim_export_state *o)
{
    const char *design_routing = o->spec->topology->layout ? o->spec->routing->name : "";
    const char *booksim_function = noc_booksim_find_function(o->topology, design_routing);
    const bool is_anynet = strcmp(o->topology, "anynet") == 0;
    const bool is_same = booksim_function && (!is_anynet || o->spec->wiring);
    if (!booksim_function) booksim_function = noc_booksim_find_function(o->topology, "xy");
    if (!booksim_function) booksim_function = noc_booksim_find_function(o->topology, "nca");
    if (!booksim_function) booksim_function = noc_booksim_find_function(o->topology, "minimal");
    o->phases = noc_booksim_path_phases(o->topology, booksim_function);
    o->halves =
        strcmp(o->topology, "torus") == 0 ? "datelines" : noc_booksim_vc_halves(booksim_function);
    noc_booksim_write_setting(o, "routing_function = %s", booksim_function);
    noc_booksim_note_export(o, is_same ? NOC_IMPORT_CARRIED : NOC_IMPORT_CHANGED, "network.routing",
                            booksim_function,
                            is_same     ? ""
                            : is_anynet ? "packets of an anynet go the shortest way"
                                        : "BookSim's nearest for the topology");
}

void noc_booksim_write_topology(noc_booksim_export_state *o)
{
    static const char *const sizes[] = {"columns",
                                        "rows",
                                        "layers",
                                        "concentration",
                                        "radix",
                                        "stages",
                                        "arity",
                                        "levels",
                                        "ports",
                                        "up_links",
                                        "routers_per_group",
                                        "global_channels",
                                        "global_channel_cycles"};
    char text[60];
    for (size_t i = 0; i < sizeof topology_writers / sizeof topology_writers[0]; i++)
        if (strcmp(topology_writers[i].ours, o->spec->topology->name) == 0 &&
            topology_writers[i].write(o)) {
            snprintf(text, sizeof text, "topology = %s", o->topology);
            noc_booksim_note_export(o, NOC_IMPORT_CARRIED, "network.topology", text, "");
        }
    if (!o->topology) write_anynet(o);
    noc_booksim_write_setting(o, "topology = %s", o->topology);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        snprintf(text, sizeof text, "network.%s", sizes[i]);
        if (noc_key_find(o->spec->topology->keys, sizes[i]))
            noc_booksim_note_export(o, NOC_IMPORT_CARRIED, text, o->topology, "");
    }
    noc_booksim_note_export(o, NOC_IMPORT_CARRIED, "network.channel_cycles", o->topology, "");
    put_routing(o);
}
