/* A topology has BookSim's name if BookSim has one of equal size and equal channel latencies.
 * Otherwise the graph itself is exported, as an anynet with shortest paths. */
#include "import/booksim/outgoing_topology.h"

#include <math.h>
#include <string.h>

#include "design/key.h"
#include "import/booksim/topology.h"
#include "network/kinds/kinds.h"

static int own(const noc_booksim_outgoing *o, const char *key)
{
    return noc_booksim_own_integer(o, key, 0);
}

static bool all_nodes(const noc_booksim_outgoing *o, double nodes)
{
    return o->nodes == (int)nodes;
}

static void put_sides(noc_booksim_outgoing *o, int k, int n)
{
    noc_booksim_put(o, "k = %d", k);
    noc_booksim_put(o, "n = %d", n);
}

/* Returns the number of dimensions of a grid with equal sides; 0: sides differ. */
static int dimensions_of(const noc_booksim_outgoing *o)
{
    const int columns = own(o, "columns"), rows = own(o, "rows");
    const int layers = noc_booksim_own_integer(o, "layers", 1);
    if (layers > 1) return columns == rows && rows == layers ? 3 : 0;
    if (rows > 1) return columns == rows ? 2 : 0;
    return 1;
}

/* True if links of all dimensions have this latency, and accept one flit per cycle. */
static bool has_cycles(const noc_booksim_outgoing *o, int cycles)
{
    const int column = own(o, "column_cycles"), layer = own(o, "layer_cycles");
    return o->spec->channel_cycles == cycles && (!column || column == cycles) &&
           (!layer || layer == cycles) && o->spec->link_flits_per_cycle == 1.0;
}

/* ---- topologies with names there ------------------------------------------------------------- */

/* Writes a topology; false if BookSim has none like it. */
typedef bool writer(noc_booksim_outgoing *o);

static bool mesh(noc_booksim_outgoing *o)
{
    const int n = dimensions_of(o);
    if (n == 0 || !has_cycles(o, 1) || own(o, "half_routers")) return false;
    if (!all_nodes(o, pow(own(o, "columns"), n))) return false;
    o->topology = "mesh";
    put_sides(o, own(o, "columns"), n);
    return true;
}

static bool torus(noc_booksim_outgoing *o)
{
    const int n = dimensions_of(o), cycles = o->spec->channel_cycles;
    if (n == 0 || cycles > 2 || !has_cycles(o, cycles)) return false;
    if (own(o, "dateline") || own(o, "directions")) return false;
    if (o->spec->routing->y_first[NOC_REQUEST]) return false;
    if (!all_nodes(o, pow(own(o, "columns"), n))) return false;
    o->topology = "torus";
    put_sides(o, own(o, "columns"), n);
    noc_booksim_put(o, "use_noc_latency = %d", cycles == 2);
    return true;
}

/* Writes a square grid of k x k routers, each with side x side nodes. */
static void put_square(noc_booksim_outgoing *o, int k, int side)
{
    put_sides(o, k, 2);
    noc_booksim_put(o, "c = %d", side * side);
    noc_booksim_put(o, "x = %d", k);
    noc_booksim_put(o, "y = %d", k);
    noc_booksim_put(o, "xr = %d", side);
    noc_booksim_put(o, "yr = %d", side);
}

static bool cmesh(noc_booksim_outgoing *o)
{
    const int k = own(o, "columns"), cycles = o->spec->channel_cycles;
    if (own(o, "rows") != k || own(o, "concentration") != 4 || own(o, "express")) return false;
    if (cycles > 2 || !has_cycles(o, cycles) || !all_nodes(o, 4.0 * k * k)) return false;
    o->topology = "cmesh";
    put_square(o, k, 2);
    noc_booksim_put(o, "use_noc_latency = %d", cycles == 2);
    return true;
}

static bool flattened_butterfly(noc_booksim_outgoing *o)
{
    const int k = own(o, "columns"), c = own(o, "concentration");
    const int side = (int)lround(sqrt(c));
    if (own(o, "rows") != k || side * side != c || side > 3) return false;
    if (!has_cycles(o, side) || !all_nodes(o, (double)c * k * k)) return false;
    o->topology = "flatfly";
    put_square(o, k, side);
    noc_booksim_put(o, "use_noc_latency = 1");
    return true;
}

/* Writes a crossbar without concentrators as a fly of one stage. */
static bool crossbar(noc_booksim_outgoing *o)
{
    const noc_graph *g = &o->system->graph;
    if (o->net->router_count != 1 || !has_cycles(o, 1)) return false;
    for (uint32_t c = 0; c < g->channel_count; c++)
        if (g->channels[c].sharers > 1) return false;
    o->topology = "fly";
    put_sides(o, o->nodes, 1);
    return true;
}

static bool butterfly(noc_booksim_outgoing *o)
{
    const int k = own(o, "radix"), n = own(o, "stages");
    if (own(o, "tailored") || !has_cycles(o, 1) || !all_nodes(o, pow(k, n))) return false;
    o->topology = "fly";
    put_sides(o, k, n);
    return true;
}

static bool fat_tree(noc_booksim_outgoing *o)
{
    const int k = own(o, "arity"), n = own(o, "levels");
    if (!has_cycles(o, 1) || !all_nodes(o, pow(k, n))) return false;
    o->topology = "fattree";
    put_sides(o, k, n);
    return true;
}

/* Writes a tree. BookSim's trees have 64 nodes, and up links as (1, 1) or (2, 4). */
static bool tree(noc_booksim_outgoing *o)
{
    const noc_key *key = noc_key_find(o->spec->topology->keys, "up_links");
    const noc_integers *up = (const void *)((const char *)o->spec + key->offset);
    const bool wide = up->count == 2 && up->values[0] == 2 && up->values[1] == 4;
    const bool plain = up->count == 0 || (up->count == 2 && up->values[0] * up->values[1] == 1);
    if (own(o, "arity") != 4 || own(o, "levels") != 3 || !has_cycles(o, 1)) return false;
    if ((!wide && !plain) || !all_nodes(o, 64)) return false;
    o->topology = wide ? "tree4" : "qtree";
    put_sides(o, 4, 3);
    return true;
}

/* Writes a dragonfly. BookSim's local links have 10 cycles and global ones 100, for any
 * use_noc_latency. */
static bool dragonfly(noc_booksim_outgoing *o)
{
    const int p = own(o, "concentration");
    if (own(o, "routers_per_group") != 2 * p || own(o, "global_channels") != p) return false;
    if (!has_cycles(o, 10) || own(o, "global_channel_cycles") != 100) return false;
    if (!all_nodes(o, 2.0 * p * p * (2.0 * p * p + 1.0))) return false;
    o->topology = "dragonflynew";
    put_sides(o, p, 1);
    return true;
}

static const struct {
    const char *ours;
    writer *write;
} named[] = {
    {"mesh", mesh},           {"torus", torus},
    {"cmesh", cmesh},         {"flattened-butterfly", flattened_butterfly},
    {"crossbar", crossbar},   {"butterfly", butterfly},
    {"fat-tree", fat_tree},   {"tree", tree},
    {"dragonfly", dragonfly},
};

/* ---- anynet --------------------------------------------------------------------------------- */

/* Returns the number of a terminal in BookSim: its tile's number; off a grid, compute nodes come
 * first. */
static uint32_t node_of(const noc_booksim_outgoing *o, uint32_t terminal)
{
    const noc_terminal *t = &o->system->graph.terminals[terminal];
    if (o->spec->topology->grid) return terminal;
    return t->kind == NOC_MEMORY ? o->system->graph.compute_count + t->number : t->number;
}

/* Returns the router of a terminal, at its first port of the network. */
static uint32_t router_of(const noc_graph *g, const noc_network *net, uint32_t terminal)
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
static void write_router(const noc_booksim_outgoing *o, uint32_t router, FILE *out)
{
    const noc_graph *g = &o->system->graph;
    const uint32_t first = o->net->first_router, here = first + router;
    fprintf(out, "router %u", router);
    for (uint32_t t = 0; t < g->terminal_count; t++)
        if (router_of(g, o->net, t) == router) fprintf(out, " node %u", node_of(o, t));
    for (uint32_t other = 0; other < o->net->router_count; other++) {
        const uint32_t there = noc_graph_link(g, here, first + other);
        const uint32_t back = noc_graph_link(g, first + other, here);
        if (there != NOC_NONE || back != NOC_NONE)
            fprintf(out, " router %u %u", other,
                    there != NOC_NONE ? g->channels[there].latency : 1u);
    }
    fputc('\n', out);
}

/* Notes properties that an anynet lacks: parallel channels, and links of one direction. */
static void note_links(noc_booksim_outgoing *o)
{
    const noc_graph *g = &o->system->graph;
    bool several = false, one_way = false;
    for (uint32_t c = 0; c < g->channel_count; c++) {
        const noc_channel *l = &g->channels[c];
        if (l->kind != NOC_LINK || &g->networks[l->network] != o->net) continue;
        several |= noc_graph_parallel_link(g, l->from, l->to, 1) != NOC_NONE;
        one_way |= noc_graph_link(g, l->to, l->from) == NOC_NONE;
    }
    if (several)
        noc_booksim_note_export(o, NOC_IMPORT_CHANGED, "(channels side by side)", "one channel",
                                "an anynet has one between two routers");
    if (one_way)
        noc_booksim_note_export(o, NOC_IMPORT_CHANGED, "(links of one direction)",
                                "both directions", "an anynet has the way back, too, in 1 cycle");
}

static void write_anynet(noc_booksim_outgoing *o)
{
    FILE *out = noc_import_begin(o->out, "network");
    o->topology = "anynet";
    noc_booksim_put(o, "network_file = network");
    for (uint32_t r = 0; out && r < o->net->router_count; r++) write_router(o, r, out);
    noc_booksim_note_export(
        o, NOC_IMPORT_CHANGED, "network.topology", "topology = anynet",
        "the graph itself is in the file network; BookSim has no such topology of "
        "this size and these channels");
    note_links(o);
}

/* ---- all ------------------------------------------------------------------------------------ */

static void put_routing(noc_booksim_outgoing *o)
{
    const char *ours = o->spec->topology->layout ? o->spec->routing->name : "";
    const char *theirs = noc_booksim_function_there(o->topology, ours);
    const bool is_anynet = strcmp(o->topology, "anynet") == 0;
    const bool is_same = theirs && (!is_anynet || o->spec->wiring);
    if (!theirs) theirs = noc_booksim_function_there(o->topology, "xy");
    if (!theirs) theirs = noc_booksim_function_there(o->topology, "nca");
    if (!theirs) theirs = noc_booksim_function_there(o->topology, "minimal");
    o->phases = noc_booksim_phases(o->topology, theirs);
    o->halves = strcmp(o->topology, "torus") == 0 ? "datelines" : noc_booksim_halves(theirs);
    noc_booksim_put(o, "routing_function = %s", theirs);
    noc_booksim_note_export(o, is_same ? NOC_IMPORT_CARRIED : NOC_IMPORT_CHANGED, "network.routing",
                            theirs,
                            is_same     ? ""
                            : is_anynet ? "packets of an anynet go the shortest way"
                                        : "the nearest that it has for the topology");
}

void noc_booksim_put_topology(noc_booksim_outgoing *o)
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
    for (size_t i = 0; i < sizeof named / sizeof named[0]; i++)
        if (strcmp(named[i].ours, o->spec->topology->name) == 0 && named[i].write(o)) {
            snprintf(text, sizeof text, "topology = %s", o->topology);
            noc_booksim_note_export(o, NOC_IMPORT_CARRIED, "network.topology", text, "");
        }
    if (!o->topology) write_anynet(o);
    noc_booksim_put(o, "topology = %s", o->topology);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        snprintf(text, sizeof text, "network.%s", sizes[i]);
        if (noc_key_find(o->spec->topology->keys, sizes[i]))
            noc_booksim_note_export(o, NOC_IMPORT_CARRIED, text, o->topology, "");
    }
    noc_booksim_note_export(o, NOC_IMPORT_CARRIED, "network.channel_cycles", o->topology, "");
    put_routing(o);
}
