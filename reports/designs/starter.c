#include "reports/designs/starter.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/min_max.h"
#include "base/suggest.h"
#include "design/key.h"
#include "network/compile/compile.h"
#include "network/kinds/kinds.h"
#include "network/kinds/starter_form.h"
#include "network/kinds/traffic_keys.h"
#include "power_area/cost.h"
#include "reader/design_read.h"
#include "reader/design_walk.h"
#include "reports/designs/starter_ends.h"
#include "reports/writers/memory_text.h"

enum { PLACE_CHARS = 300 };

/* ---- a GPU ---------------------------------------------------------------------------------- */

/* Two SMs share a TPC, at most 18 SMs a GPC; eight slices a partition (configs/h100.cfg). */
enum { TPC_SMS = 2, GPC_SMS = 18, PARTITION_SLICES = 8 };

static int groups_of(int nodes, int most)
{
    return (nodes + most - 1) / most;
}

/* Writes the dies. A link between two dies carries the whole traffic from the GPCs of one die to
 * the other, as UCIe in an advanced package (docs/networks.md): 2 ns, and 2 ns more for crossing
 * clocks; 1317 GB/s a mm of edge, both directions. */
static void write_dies(FILE *out, int dies, int gpcs)
{
    static const double gpc_flits = 18.2, flit_bytes = 32.0, edge_gb_per_s = 1317.0, most = 64.0;
    const double flits = min_of(gpc_flits * gpcs / (dies * dies), most);
    const double gb_per_s = 2.0 * flits * flit_bytes * NOC_STARTER_MHZ / 1e3;
    fprintf(out,
            "    halves = %d;\n"
            "    die_links = { cycles = 7; flits_per_cycle = %.3g; pj_per_bit = 0.25;\n"
            "                  mm_of_edge = %.2g; };\n"
            "    bridge_buffer_flits = 320;\n",
            dies, flits, gb_per_s / edge_gb_per_s);
}

/* Writes the levels of a network in which each TPC sends `tpc_flits` flits per cycle. */
static void write_levels(FILE *out, const noc_starter_counts *c, double tpc)
{
    const int gpcs = max_int(groups_of(c->compute, GPC_SMS), c->dies);
    const int partitions = max_int(groups_of(c->memory, PARTITION_SLICES), c->dies);
    const bool cut = c->dies > 1;
    char die[20] = "";
    if (cut) snprintf(die, sizeof die, "; die = %d", c->dies);
    fprintf(out,
            " levels = (\n"
            "      { name = \"sm\"; groups = %d; flits_per_cycle = 2; },\n"
            "      { name = \"tpc\"; groups = %d; flits_per_cycle = %g; cycles = 2; mm = 1;\n"
            "        buffer_flits = 48; },\n"
            "      { name = \"gpc\"; groups = %d; flits_per_cycle = 18.2; cycles = 6; mm = 8;\n"
            "        buffer_flits = 160%s; } );\n",
            c->compute, groups_of(c->compute, TPC_SMS), tpc, gpcs, die);
    if (cut)
        write_dies(out, c->dies, gpcs);
    else if (min_int(gpcs, partitions) > 1)
        fprintf(out, "    halves = 2; reach = \"half\";\n"
                     "    bridge_flits_per_cycle = 32; bridge_cycles = 75; bridge_mm = 12;\n"
                     "    bridge_buffer_flits = 2560;\n");
    if (!cut) fprintf(out, "    pair_flits_per_cycle = 6;\n");
    fprintf(out,
            "    memory_levels = (\n"
            "      { name = \"slice\"; groups = %d; flits_per_cycle = 2; },\n"
            "      { name = \"partition\"; groups = %d; flits_per_cycle = 16; cycles = 4;\n"
            "        mm = 6; buffer_flits = 192%s; } );\n   ",
            c->memory, partitions, die);
}

static void write_requests(FILE *out, const noc_starter_counts *c)
{
    write_levels(out, c, 4.0);
}

static void write_replies(FILE *out, const noc_starter_counts *c)
{
    write_levels(out, c, 3.9);
}

#define NETWORK "flit_bytes = 32; virtual_channels = 2; buffer_flits = 32;\n    router_stages = 2;"

static const noc_starter_form gpu = {
    .name = "gpu",
    .compute = 132,
    .memory = 80,
    .request = {"hierarchy", NETWORK, write_requests},
    .reply = {"hierarchy", NETWORK, write_replies},
    .clock_mhz = NOC_STARTER_MHZ,
    .about = "# As published of an H100 (nocsight query h100-sxm; its file has a source for each\n"
             "# number): two SMs a TPC, up to 18 a GPC, a crossbar in two halves, partitions of\n"
             "# eight slices of the L2. A flit is a sector of 32 bytes, its header beside it.\n"
             "# SMs read slices of their half. Assumed: buffers, lengths, the bridge, what\n"
             "# pairs of GPC and partition pass, how the 258 cycles of a read divide.\n",
    .cuts = true,
    .nodes = "simd_width = 128; mshrs = 1024;",
    .groups = "memory = { line_bytes = 32; bus_bytes = 8; banks = 16; clock_mhz = 5234; };\n"
              "traffic = { read_fraction = 0.9; data_bytes = 32; answer_cycles = 215;\n"
              "            read_request_bytes = 8; read_reply_bytes = 32;\n"
              "            write_request_bytes = 32; write_reply_bytes = 8; };\n",
};

/* ---- all ------------------------------------------------------------------------------------ */

enum { RANKS = 4 };

static int rank_of(const noc_topology_kind *kind)
{
    if (kind->starter_files) return 3;
    if (!noc_switchings[kind->switching].has_buffers) return 2;
    return kind->grid ? 0 : 1;
}

/* Returns the form at position `i`: first topologies of routers on tiles, then switches, then
 * networks without buffers, then graphs from files; last the GPU, which is no topology. NULL past
 * the end. */
static const noc_starter_form *form_at(size_t i)
{
    for (int rank = 0; rank < RANKS; rank++)
        for (size_t t = 0; noc_topology_at(t); t++) {
            const noc_starter_form *form = noc_topology_at(t)->starters;
            if (!form || rank_of(noc_topology_at(t)) != rank) continue;
            for (; form->name; form++)
                if (i-- == 0) return form;
        }
    return i == 0 ? &gpu : NULL;
}

const char *noc_starter_name(size_t i)
{
    return form_at(i) ? form_at(i)->name : NULL;
}

static const noc_starter_form *find_form(const char *name)
{
    for (size_t i = 0; form_at(i); i++)
        if (strcmp(form_at(i)->name, name) == 0) return form_at(i);
    return NULL;
}

/* ---- words with another name here ----------------------------------------------------------- */

/* Refuses a word; the message has an alternative for well-known words. */
static noc_status refuse(const char *word, noc_diag *diag)
{
    static const struct {
        const char *word, *way;
    } ways[] = {
        {"chiplet", "a graph of your own: nocsight new file"},
        {"chiplets", "a graph of your own: nocsight new file"},
        {"hierarchical", "levels of switches: nocsight new hierarchy; or nocsight new gpu"},
        {"partitions", "a graph of your own: nocsight new file"},
        {"custom", "a graph of your own: nocsight new file"},
        {"graph", "a graph of your own: nocsight new file"},
        {"anynet", "a graph of your own: nocsight new file"},
        {"tree", "a graph of your own: nocsight new file"},
        {"fat-tree", "a Clos network: nocsight new clos; or nocsight new file"},
        {"dragonfly", "a graph of your own: nocsight new file"},
        {"hypercube", "a graph of your own: nocsight new file"},
        {"star", "one switch: nocsight new crossbar"},
        {"xbar", "nocsight new crossbar"},
        {"bus", "one switch: nocsight new crossbar"},
        {"fbfly", "nocsight new flattened-butterfly"},
        {"flatfly", "nocsight new flattened-butterfly"},
        {"grid", "nocsight new mesh"},
        {"v100", "the shipped design: nocsight query v100; or nocsight new gpu"},
        {"a100", "the shipped design: nocsight query a100; or nocsight new gpu"},
        {"h100", "the shipped design: nocsight query h100; or nocsight new gpu"},
        {"h100-sxm", "the shipped design: nocsight query h100-sxm; or nocsight new gpu"},
        {"rapid", "nocsight new overlay"},
        {"macro", "nocsight new overlay"},
        {"da2", "nocsight new slices"},
        {"cenoc", "nocsight new token-slices"},
        {"hrcnet", "nocsight new ring-slices"},
    };
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++)
        if (strcmp(ways[i].word, word) == 0)
            return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE,
                            "there is no starter called '%s' (what comes near is %s)", word,
                            ways[i].way);
    const char *near = noc_nearest_in(word, noc_starter_name);
    return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE, "'%s' is not a topology%s%s%s", word,
                    near ? "; did you mean '"
                         : " ('nocsight describe topologies' shows them all; a graph of your own: "
                           "nocsight new file)",
                    near ? near : "", near ? "'?" : "");
}

/* ---- tiles ---------------------------------------------------------------------------------- */

/* Finds the tiles of one router of a topology. False: a topology without tiles. */
static bool find_block(const noc_topology_kind *kind, int *across, int *down)
{
    static const char *const sides[] = {"columns", "rows"};
    noc_network_spec spec = {.memory_ports = 1};
    if (!kind->grid) return false;
    for (size_t k = 0; k < kind->keys.count; k++)
        noc_value_default(&kind->keys.keys[k], (char *)&spec);
    for (size_t i = 0; i < sizeof sides / sizeof sides[0]; i++) {
        const noc_key *key = noc_key_find(kind->keys, sides[i]);
        if (!key) return false;
        *(int *)((char *)&spec + key->offset) = 1;
    }
    kind->grid(&spec, across, down);
    return true;
}

/* Chooses a grid of tiles: nearly square, with few unused tiles and enough rows. */
static void size_grid(noc_starter_counts *c, int across, int down, const noc_starter_form *form)
{
    const int nodes = c->compute + c->memory, least = form->row_each ? c->memory : 1;
    int best = 0;
    for (int rows = least; rows * down <= nodes + down || rows == least; rows++) {
        const int columns = (nodes + across * down * rows - 1) / (across * down * rows);
        const int wide = columns * across, high = rows * down, spare = wide * high - nodes;
        const int badness = wide * high + abs(wide - high) + spare;
        if (best && (wide < high || (form->rows_most && rows > form->rows_most))) break;
        if (best && badness >= best) continue;
        best = badness;
        c->columns = columns;
        c->rows = rows;
        c->tiles_across = wide;
        c->tiles_down = high;
        c->empty = spare;
    }
}

/* Copies the grid of source_design, if routers of this topology can cover its tiles. */
static bool size_like(noc_starter_counts *c, int across, int down, const noc_starter_form *form,
                      const noc_design *like)
{
    int wide, high;
    if (!like || !noc_design_tiles(like, &wide, &high)) return false;
    if (wide % across != 0 || high % down != 0) return false;
    if ((form->row_each && high < c->memory) || (form->rows_most && high > form->rows_most))
        return false;
    c->columns = wide / across;
    c->rows = high / down;
    c->tiles_across = wide;
    c->tiles_down = high;
    c->empty = wide * high - c->compute - c->memory;
    return c->empty >= 0;
}

/* Counts the nodes: from source_design, from the request, or from the form. */
static noc_starter_counts count_nodes(const noc_starter_form *form, const noc_starter_wish *wish)
{
    if (wish->like)
        return (noc_starter_counts){.compute = noc_compute_terminals(wish->like),
                                    .memory = wish->like->nodes.memory,
                                    .dies = wish->dies ? (int)wish->dies : 1};
    return (noc_starter_counts){
        .compute = wish->compute ? (int)wish->compute : form->compute,
        .memory = wish->memory ? (int)wish->memory : form->memory,
        .dies = wish->dies ? (int)wish->dies : 1,
    };
}

/* True if memory nodes share the tiles of compute nodes, as in source_design. */
static bool shares_tiles(const noc_starter_form *form, const noc_design *like)
{
    const char *const topologies[] = {form->request.topology, form->reply.topology};
    bool tiled = false;
    if (!like || like->nodes.memory_on != NOC_MEMORY_ON_COMPUTE_TILES) return false;
    for (size_t i = 0; i < sizeof topologies / sizeof topologies[0]; i++) {
        const noc_topology_kind *kind = topologies[i] ? noc_topology_called(topologies[i]) : NULL;
        if (!kind || !kind->grid) continue;
        if (!kind->shares_tiles) return false;
        tiled = true;
    }
    return tiled;
}

/* Counts nodes and tiles. The first network with tiles chooses the grid; the other covers the same
 * tiles. */
static noc_starter_counts count(const noc_starter_form *form, const noc_starter_wish *wish)
{
    noc_starter_counts c = count_nodes(form, wish);
    const int memory = c.memory;
    const char *const topologies[] = {form->request.topology, form->reply.topology};
    if (shares_tiles(form, wish->like)) c.memory = 0; /* memory nodes need no tiles */
    for (size_t i = 0; i < sizeof topologies / sizeof topologies[0]; i++) {
        int across, down;
        if (c.columns || !topologies[i]) continue;
        if (!find_block(noc_topology_called(topologies[i]), &across, &down)) continue;
        if (!size_like(&c, across, down, form, wish->like)) size_grid(&c, across, down, form);
    }
    c.memory = memory;
    return c;
}

/* ---- text ----------------------------------------------------------------------------------- */

/* One attempt: a form, and its open settings. */
typedef struct attempt {
    const noc_starter_form *form;
    const noc_design *like;
    noc_starter_counts counts;
    const char *placement; /* name of the placement; NULL: none */
    bool same_tiles;       /* tiles and node positions are those of source_design */
    double technology_nm, clock_mhz;
    double wanted_mhz; /* first clock tried, MHz */
    bool fixed_clock;
    bool scaled;
    bool wired; /* each link has the cycles that its wire needs */
} attempt;

static void write_head(FILE *out, const attempt *t)
{
    const char *name = t->form->name;
    fprintf(out,
            "# %d compute nodes (SMs) and %d memory nodes (cache slices or controllers).\n"
            "#   nocsight query FILE     bandwidth, latency, area, power; --load 60%%\n"
            "#   nocsight check FILE     every mistake; nocsight describe KEY explains one\n"
            "#   nocsight new %s --all: the other settings, with their meaning\n",
            t->counts.compute, t->counts.memory, name);
    if (t->like)
        fprintf(out, "# Chip, nodes, memory, traffic and program are copied from %s.\n",
                strcmp(t->like->word, "-") == 0 ? t->like->name : t->like->word);
    else if (t->form->about)
        fputs(t->form->about, out);
    fprintf(out, "name = \"my-%s\";\n", name);
}

/* Writes the chip with its clock, and a comment if routers do not reach wanted_mhz. */
static void write_chip(FILE *out, const attempt *t)
{
    static const char head[] = "chip = { ";
    const int size =
        fprintf(out, "%stechnology_nm = %.15g; clock_mhz = %.15g;%s", head, t->technology_nm,
                t->clock_mhz, t->scaled ? " scale_technology = true;" : "");
    noc_ends_write_chip(out, t->like, sizeof head - 1, (size_t)size);
    fprintf(out, " };");
    if (t->clock_mhz < t->wanted_mhz)
        fprintf(out, "\n// Routers do not reach %.15g MHz.", t->wanted_mhz);
    fputc('\n', out);
}

/* Increments use_counts of the tiles that a placement gives to memory nodes. */
static bool mark_taken(const noc_starter_counts *c, const noc_placement_kind *placement,
                       unsigned char *taken, noc_point *at)
{
    if (!placement->place(c->tiles_across, c->tiles_down, c->memory, at)) return false;
    for (int m = 0; m < c->memory; m++) taken[at[m].row * c->tiles_across + at[m].column]++;
    return true;
}

/* Counts the placements that use each tile: all placements if enough tiles stay unused, so that
 * each placement remains valid; else only the design's placement. */
static bool find_taken(const attempt *t, unsigned char *taken, noc_point *at)
{
    const noc_starter_counts *c = &t->counts;
    const size_t tiles = (size_t)c->tiles_across * (size_t)c->tiles_down;
    const noc_placement_kind *own = noc_placement_called(t->placement);
    int left = 0;
    if (!own || !own->place) return false;
    for (size_t i = 0; noc_placement_at(i); i++)
        if (noc_placement_at(i)->place && !mark_taken(c, noc_placement_at(i), taken, at))
            return false;
    for (size_t i = 0; i < tiles; i++) left += taken[i] == 0;
    if (left >= c->empty) return true;
    memset(taken, 0, tiles);
    return mark_taken(c, own, taken, at);
}

/* Writes the tiles without a node: the first unused tiles from the top right. */
static void write_empty(FILE *out, const attempt *t)
{
    const noc_starter_counts *c = &t->counts;
    const size_t tiles = (size_t)c->tiles_across * (size_t)c->tiles_down;
    unsigned char *taken = calloc(tiles, sizeof *taken);
    noc_point *at = calloc(tiles, sizeof *at);
    if (taken && at && find_taken(t, taken, at)) {
        const char *between = "\n          empty_at = (";
        int left = c->empty;
        for (size_t i = 0; i < tiles && left > 0; i++) {
            const int row = (int)i / c->tiles_across;
            const int column = c->tiles_across - 1 - (int)i % c->tiles_across;
            if (taken[row * c->tiles_across + column]) continue;
            fprintf(out, "%s(%d, %d)", between, column, row);
            between = ", ";
            left--;
        }
        fprintf(out, ");");
    }
    free(taken);
    free(at);
}

static void write_points(FILE *out, const char *key, const noc_points *points)
{
    if (points->count == 0) return;
    fprintf(out, "\n          %s = (", key);
    for (size_t i = 0; i < points->count; i++)
        fprintf(out, "%s(%d, %d)", i ? ", " : "", points->values[i].column, points->values[i].row);
    fprintf(out, ");");
}

/* Writes the tiles of memory nodes, and the tiles without a node. */
static void write_places(FILE *out, const attempt *t)
{
    const noc_placement_kind *placement = noc_placement_called(t->placement);
    if (t->same_tiles) {
        if (!placement->place) write_points(out, "memory_at", &t->like->nodes.memory_at);
        write_points(out, "empty_at", &t->like->nodes.empty_at);
    } else if (t->counts.empty) {
        write_empty(out, t);
    }
}

static void write_nodes(FILE *out, const attempt *t)
{
    static const char head[] = "nodes = { ";
    const int compute = t->like ? t->like->nodes.compute : t->counts.compute;
    int size = fprintf(out, "%scompute = %d; memory = %d;", head, compute, t->counts.memory);
    if (shares_tiles(t->form, t->like)) size += fprintf(out, " memory_on = \"compute-tiles\";");
    if (t->placement) size += fprintf(out, " placement = \"%s\";", t->placement);
    noc_ends_write_nodes(out, t->like, t->form->nodes, sizeof head - 1, (size_t)size);
    if (t->placement) write_places(out, t);
    fprintf(out, " };\n");
}

static void write_network(FILE *out, const noc_starter_network *n, const attempt *t,
                          const char *carries)
{
    const noc_starter_counts *c = &t->counts;
    const noc_topology_kind *kind = noc_topology_called(n->topology);
    fprintf(out, "{ ");
    if (carries) fprintf(out, "carries = \"%s\"; ", carries);
    fprintf(out, "topology = \"%s\";%s", n->topology, carries ? "\n   " : "");
    if (n->size) n->size(out, c);
    if (kind->grid && c->columns) fprintf(out, " columns = %d; rows = %d;", c->columns, c->rows);
    if (t->wired && noc_switchings[kind->switching].has_buffers)
        fprintf(out, " link_timing = \"wire\";");
    fprintf(out, "%s%s }", carries ? " " : "\n            ", n->settings);
}

static void write_networks(FILE *out, const attempt *t)
{
    const noc_starter_form *form = t->form;
    if (!form->reply.topology || (t->like && !noc_design_has_replies(t->like))) {
        fprintf(out, "network = ");
        write_network(out, &form->request, t, NULL);
        fprintf(out, ";\n");
        return;
    }
    fprintf(out, "networks = (\n  ");
    write_network(out, &form->request, t, "request");
    fprintf(out, ",\n  ");
    write_network(out, &form->reply, t, "reply");
    fprintf(out, "\n);\n");
}

/* Returns the text of a design file; NULL when out of memory. */
static char *text_of(const attempt *t)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    write_head(out, t);
    write_chip(out, t);
    write_nodes(out, t);
    write_networks(out, t);
    noc_ends_write_groups(out, t->like, t->form->groups);
    return noc_memory_text(out, &text);
}

/* ---- designs -------------------------------------------------------------------------------- */

/* Builds the design of a text, and finds its clock bound; zeros if not known. */
static noc_status build(const attempt *t, const char *text, noc_design **design,
                        noc_clock_bound *bound, noc_diag *faults)
{
    const noc_topology_kind *kind = noc_topology_called(t->form->request.topology);
    noc_config_memory texts = {.wirings.given = kind->starter_files};
    noc_system *system = NULL;
    noc_cost cost;
    noc_diag no_cost = {0};
    char path[] = "starter", *copy = strdup(text);
    const noc_source source = {.path = path, .text = copy};
    *bound = (noc_clock_bound){0};
    noc_status status = copy ? noc_design_read_next(&source, NULL, 0, &texts, design, faults)
                             : noc_fail_memory(faults);
    if (status == NOC_OK) status = noc_system_compile(*design, &system, faults);
    if (status == NOC_OK && noc_cost_of(system, NULL, &cost, NULL, &no_cost) == NOC_OK &&
        !cost.unbuilt)
        *bound = cost.bound;
    if (status != NOC_OK) {
        noc_design_free(*design);
        *design = NULL;
    }
    noc_system_free(system);
    noc_config_memory_clear(&texts);
    noc_diag_clear(&no_cost);
    free(copy);
    return status;
}

/* Makes the design of one attempt. Unless has_fixed_clock, lowers the clock to the slowest
 * router's. */
static noc_status make(attempt *t, char **text, noc_design **design, noc_diag *faults)
{
    enum { PASSES = 4 }; /* scaled technology, lower clock, wire timing, final */
    static const double step_mhz = 50.0;
    noc_clock_bound bound;
    noc_status status = NOC_OK;
    for (int pass = 0; pass < PASSES && status == NOC_OK; pass++) {
        free(*text);
        noc_design_free(*design);
        *design = NULL;
        *text = text_of(t);
        if (!*text) return noc_fail_memory(faults);
        status = build(t, *text, design, &bound, faults);
        if (status != NOC_OK) break;
        if (!t->like && !t->scaled && !noc_cost_is_known(*design)) {
            t->scaled = true;
        } else if (!t->fixed_clock && bound.max_clock_mhz > step_mhz &&
                   bound.max_clock_mhz < t->clock_mhz) {
            t->clock_mhz = step_mhz * floor(bound.max_clock_mhz / step_mhz);
        } else if (!t->wired && bound.late_link_mm > 0.0) {
            t->wired = true;
        } else {
            return NOC_OK;
        }
    }
    return status;
}

enum { ASKED = 4 };

/* Option of a request: its value (0: not given), and the value of source_design. */
typedef struct asked_option {
    const char *name, *what;
    double value, has;
} asked_option;

static void list_asked(const noc_starter_wish *wish, asked_option list[ASKED])
{
    static const noc_design none;
    const noc_design *like = wish->like ? wish->like : &none;
    list[0] =
        (asked_option){"--compute", "compute nodes", (double)wish->compute, like->nodes.compute};
    list[1] = (asked_option){"--memory", "memory nodes", (double)wish->memory, like->nodes.memory};
    list[2] = (asked_option){"--technology", "nm", wish->technology_nm, like->chip.technology_nm};
    list[3] = (asked_option){"--clock-mhz", "MHz", wish->clock_mhz, like->chip.clock_mhz};
}

/* Writes the command, for messages: "new mesh --like gpu.cfg". */
static void name_wish(const noc_starter_wish *wish, char place[PLACE_CHARS])
{
    asked_option asked[ASKED];
    size_t used = (size_t)snprintf(place, PLACE_CHARS, "new %.60s", wish->what);
    list_asked(wish, asked);
    if (wish->like)
        used +=
            (size_t)snprintf(place + used, PLACE_CHARS - used, " --like %.120s", wish->like->word);
    for (size_t i = 0; i < ASKED; i++)
        if (asked[i].value > 0.0)
            used += (size_t)snprintf(place + used, PLACE_CHARS - used, " %s %.12g", asked[i].name,
                                     asked[i].value);
}

static noc_status refuse_counts(const noc_starter_wish *wish, const noc_diag *faults,
                                noc_diag *diag)
{
    char place[PLACE_CHARS];
    name_wish(wish, place);
    return noc_fail(diag, NOC_EUSAGE, (noc_place){place, 0}, "%s",
                    faults->count ? faults->messages[0].text : "there is no such design");
}

/* Refuses other counts if tables fix the counts of the graph's nodes. */
static noc_status check_tables(const noc_starter_form *form, const noc_starter_wish *wish,
                               noc_diag *diag)
{
    const noc_starter_counts c = count_nodes(form, wish);
    if (!noc_topology_called(form->request.topology)->starter_files) return NOC_OK;
    if (c.compute == form->compute && c.memory == form->memory) return NOC_OK;
    return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE,
                    "new %s: its tables are of %d compute and %d memory nodes, not of %d and %d; "
                    "change them there",
                    form->name, form->compute, form->memory, c.compute, c.memory);
}

static noc_status check_dies(const noc_starter_form *form, const noc_starter_wish *wish,
                             noc_diag *diag)
{
    const noc_starter_counts c = count_nodes(form, wish);
    if (c.dies == 1) return NOC_OK;
    if (!form->cuts)
        return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE,
                        "new %s: --dies is of 'new gpu', whose crossbar can be cut", form->name);
    if (c.compute >= c.dies && c.memory >= c.dies) return NOC_OK;
    return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE,
                    "new %s: --dies %d of %d compute and %d memory nodes (at most one die for each "
                    "of either)",
                    form->name, c.dies, c.compute, c.memory);
}

/* Refuses counts, technology and clock that differ from source_design (--like). */
static noc_status check_like(const noc_starter_wish *wish, noc_diag *diag)
{
    asked_option asked[ASKED];
    list_asked(wish, asked);
    for (size_t i = 0; wish->like && i < ASKED; i++)
        if (asked[i].value > 0.0 && asked[i].value != asked[i].has)
            return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE,
                            "new %s: %s %g is not the %g %s of --like %s (leave one of them out)",
                            wish->what, asked[i].name, asked[i].value, asked[i].has, asked[i].what,
                            wish->like->word);
    return NOC_OK;
}

/* Returns an attempt with the fields that all attempts share. */
static attempt begin(const noc_starter_wish *wish, const noc_starter_form *form)
{
    attempt t = {.form = form, .like = wish->like, .counts = count(form, wish)};
    t.fixed_clock = wish->like || wish->clock_mhz > 0.0;
    t.clock_mhz = wish->clock_mhz > 0.0 ? wish->clock_mhz : form->clock_mhz;
    t.technology_nm = wish->technology_nm > 0.0 ? wish->technology_nm : 22.0;
    if (wish->like) {
        t.clock_mhz = wish->like->chip.clock_mhz;
        t.technology_nm = wish->like->chip.technology_nm;
    }
    t.wanted_mhz = t.clock_mhz;
    return t;
}

/* Returns the placement of memory nodes: "scattered" if they need more than the two edge rows. */
static const char *roomy(const char *placement, const noc_starter_counts *c)
{
    const bool at_edges = placement && strcmp(placement, "top-bottom") == 0;
    return at_edges && c->memory > 2 * c->tiles_across ? "scattered" : placement;
}

/* Finds attempt `i`: first the placement of source_design, if that design has tiles, then the
 * placements of the form. False past the end. */
static bool attempt_at(const noc_starter_wish *wish, const noc_starter_form *form, size_t i,
                       attempt *t)
{
    int wide, high;
    *t = begin(wish, form);
    const bool tiled = t->like && t->counts.columns && noc_design_tiles(t->like, &wide, &high);
    const noc_placement_kind *placement = tiled ? t->like->nodes.placement : NULL;
    t->same_tiles = tiled && t->counts.tiles_across == wide && t->counts.tiles_down == high;
    if (tiled && (t->same_tiles || placement->place)) {
        t->placement = placement->name;
        if (i-- == 0) return true;
    }
    t->same_tiles = false;
    if (i >= NOC_STARTER_PLACEMENTS || (i > 0 && !form->placements[i])) return false;
    t->placement = form->placements[i];
    if (i == 0) t->placement = roomy(t->placement, &t->counts);
    return true;
}

static noc_status try_placements(const noc_starter_wish *wish, const noc_starter_form *form,
                                 char **text, noc_design **design, noc_diag *diag)
{
    noc_diag faults = {0};
    noc_status status = NOC_EUSAGE;
    attempt t;
    for (size_t i = 0; status != NOC_OK && attempt_at(wish, form, i, &t); i++) {
        status = make(&t, text, design, &faults);
        if (status == NOC_EFAILED) break; /* out of memory */
    }
    if (status == NOC_EFAILED)
        noc_fail_memory(diag);
    else if (status != NOC_OK)
        status = refuse_counts(wish, &faults, diag);
    noc_diag_clear(&faults);
    return status;
}

noc_status noc_starter_make(const noc_starter_wish *wish, char **text, noc_design **design,
                            noc_diag *diag)
{
    const noc_starter_form *form = find_form(wish->what);
    *text = NULL;
    *design = NULL;
    if (!form) return refuse(wish->what, diag);
    noc_status status = check_like(wish, diag);
    if (status == NOC_OK) status = check_tables(form, wish, diag);
    if (status == NOC_OK) status = check_dies(form, wish, diag);
    if (status == NOC_OK) status = try_placements(wish, form, text, design, diag);
    if (status == NOC_OK) return NOC_OK;
    free(*text);
    *text = NULL;
    return status;
}

/* ---- files of a starter --------------------------------------------------------------------- */

/* Prints each line of a file after the file's name. */
static void print_file(const noc_embedded_file *file, FILE *out)
{
    for (const char *line = file->text; *line;) {
        const int length = (int)strcspn(line, "\n");
        fprintf(out, "#%s %.*s\n", file->file, length, line);
        line += length + (line[length] == '\n');
    }
}

void noc_starter_print_files(const char *what, FILE *out)
{
    const noc_starter_form *form = find_form(what);
    const noc_topology_kind *kind = form ? noc_topology_called(form->request.topology) : NULL;
    if (!kind || !kind->starter_files) return;
    fprintf(out, "\n# The tables belong beside this file. To take them out of it, in its folder:\n"
                 "#   for t in");
    for (const noc_embedded_file *f = kind->starter_files; f->file; f++)
        fprintf(out, " %s", f->file);
    fprintf(out, "; do sed -n \"s/^#$t //p\" FILE > $t; done\n");
    for (const noc_embedded_file *f = kind->starter_files; f->file; f++) print_file(f, out);
}
