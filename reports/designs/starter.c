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

enum { COMMAND_CHARS = 300 };

/* ---- a GPU ---------------------------------------------------------------------------------- */

/* Two SMs share a TPC, at most 18 SMs a GPC; eight slices a partition (configs/h100.cfg). */
enum { TPC_SMS = 2, GPC_SMS = 18, PARTITION_SLICES = 8 };

static int count_groups(int nodes, int limit)
{
    return (nodes + limit - 1) / limit;
}

/* Writes the dies. A link between two dies carries the whole traffic from the GPCs of one die to
 * the other, as UCIe in an advanced package (docs/networks.md): 2 ns, and 2 ns more for crossing
 * clocks; 1317 GB/s a mm of edge, both directions. */
static void write_dies(FILE *out, int dies, int gpcs)
{
    static const double gpc_flits = 18.2, flit_bytes = 32.0, edge_gb_per_s = 1317.0,
                        flits_limit = 64.0;
    const double flits = min_of(gpc_flits * gpcs / (dies * dies), flits_limit);
    const double gb_per_s = 2.0 * flits * flit_bytes * NOC_STARTER_MHZ / 1e3;
    fprintf(out,
            "    halves = %d;\n"
            "    die_links = { cycles = 7; flits_per_cycle = %.3g; pj_per_bit = 0.25;\n"
            "                  mm_of_edge = %.2g; };\n"
            "    bridge_buffer_flits = 320;\n",
            dies, flits, gb_per_s / edge_gb_per_s);
}

/* Writes the levels of a network in which each TPC sends `tpc_flits` flits per cycle. */
static void write_levels(FILE *out, const noc_starter_counts *c, double tpc_flits)
{
    const int gpcs = max_int(count_groups(c->compute, GPC_SMS), c->die_count);
    const int partitions = max_int(count_groups(c->memory, PARTITION_SLICES), c->die_count);
    const bool has_dies = c->die_count > 1;
    char die[20] = "";
    if (has_dies) snprintf(die, sizeof die, "; die = %d", c->die_count);
    fprintf(out,
            " levels = (\n"
            "      { name = \"sm\"; groups = %d; flits_per_cycle = 2; },\n"
            "      { name = \"tpc\"; groups = %d; flits_per_cycle = %g; cycles = 2; mm = 1;\n"
            "        buffer_flits = 48; },\n"
            "      { name = \"gpc\"; groups = %d; flits_per_cycle = 18.2; cycles = 6; mm = 8;\n"
            "        buffer_flits = 160%s; } );\n",
            c->compute, count_groups(c->compute, TPC_SMS), tpc_flits, gpcs, die);
    if (has_dies)
        write_dies(out, c->die_count, gpcs);
    else if (min_int(gpcs, partitions) > 1)
        fprintf(out, "    halves = 2; reach = \"half\";\n"
                     "    bridge_flits_per_cycle = 32; bridge_cycles = 75; bridge_mm = 12;\n"
                     "    bridge_buffer_flits = 2560;\n");
    if (!has_dies) fprintf(out, "    pair_flits_per_cycle = 6;\n");
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

static const noc_starter_form gpu_form = {
    .name = "gpu",
    .compute = 132,
    .memory = 80,
    .request = {"hierarchy", NETWORK, write_requests},
    .reply = {"hierarchy", NETWORK, write_replies},
    .clock_mhz = NOC_STARTER_MHZ,
    .head_comment =
        "# As published of an H100 (nocsight query h100-sxm; its file has a source for each\n"
        "# number): two SMs a TPC, up to 18 a GPC, a crossbar in two halves, partitions of\n"
        "# eight slices of the L2. A flit is a sector of 32 bytes, its header beside it.\n"
        "# SMs read slices of their half. Assumed: buffers, lengths, the bridge, what\n"
        "# pairs of GPC and partition pass, how the 258 cycles of a read divide.\n",
    .can_be_cut = true,
    .node_settings = "simd_width = 128; mshrs = 1024;",
    .further_groups =
        "memory = { line_bytes = 32; bus_bytes = 8; banks = 16; clock_mhz = 5234; };\n"
        "traffic = { read_fraction = 0.9; data_bytes = 32; answer_cycles = 215;\n"
        "            read_request_bytes = 8; read_reply_bytes = 32;\n"
        "            write_request_bytes = 32; write_reply_bytes = 8; };\n",
};

/* ---- all forms ------------------------------------------------------------------------------ */

enum { RANKS = 4 };

static int find_rank(const noc_topology_kind *kind)
{
    if (kind->starter_files) return 3;
    if (!noc_switchings[kind->switching].has_buffers) return 2;
    return kind->find_tiles ? 0 : 1;
}

/* Returns the form at position `i`; NULL past the end. The order is: topologies of routers on
 * tiles, switches, networks without buffers, graphs from files; last the GPU, which is no
 * topology. */
static const noc_starter_form *form_at(size_t i)
{
    for (int rank = 0; rank < RANKS; rank++)
        for (size_t t = 0; noc_topology_at(t); t++) {
            const noc_starter_form *form = noc_topology_at(t)->starters;
            if (!form || find_rank(noc_topology_at(t)) != rank) continue;
            for (; form->name; form++)
                if (i-- == 0) return form;
        }
    return i == 0 ? &gpu_form : NULL;
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

/* ---- unknown names -------------------------------------------------------------------------- */

/* Refuses a word; the message has an alternative for well-known words. */
static noc_status refuse_word(const char *word, noc_diag *diag)
{
    static const struct {
        const char *word, *command;
    } answers[] = {
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
    for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++)
        if (strcmp(answers[i].word, word) == 0)
            return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE,
                            "there is no starter called '%s' (the nearest is %s)", word,
                            answers[i].command);
    const char *nearest = noc_find_nearest_name(word, noc_starter_name);
    return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE, "'%s' is not a topology%s%s%s", word,
                    nearest
                        ? "; did you mean '"
                        : " ('nocsight describe topologies' shows them all; a graph of your own: "
                          "nocsight new file)",
                    nearest ? nearest : "", nearest ? "'?" : "");
}

/* ---- tiles ---------------------------------------------------------------------------------- */

/* Finds the tiles of one router of a topology. False: a topology without tiles. */
static bool find_block(const noc_topology_kind *kind, int *block_columns, int *block_rows)
{
    static const char *const grid_keys[] = {"columns", "rows"};
    noc_network_spec spec = {.memory_ports = 1};
    if (!kind->find_tiles) return false;
    for (size_t k = 0; k < kind->keys.count; k++)
        noc_value_default(&kind->keys.keys[k], (char *)&spec);
    for (size_t i = 0; i < sizeof grid_keys / sizeof grid_keys[0]; i++) {
        const noc_key *key = noc_key_find(kind->keys, grid_keys[i]);
        if (!key) return false;
        *(int *)((char *)&spec + key->offset) = 1;
    }
    kind->find_tiles(&spec, block_columns, block_rows);
    return true;
}

/* Chooses a grid of tiles: nearly square, with few unused tiles and enough rows. */
static void size_grid(noc_starter_counts *c, int block_columns, int block_rows,
                      const noc_starter_form *form)
{
    const int nodes = c->compute + c->memory,
              rows_minimum = form->has_row_per_memory ? c->memory : 1;
    int best_penalty = 0;
    for (int rows = rows_minimum; rows * block_rows <= nodes + block_rows || rows == rows_minimum;
         rows++) {
        const int columns =
            (nodes + block_columns * block_rows * rows - 1) / (block_columns * block_rows * rows);
        const int tile_columns = columns * block_columns, tile_rows = rows * block_rows,
                  spare_tiles = tile_columns * tile_rows - nodes;
        const int penalty = tile_columns * tile_rows + abs(tile_columns - tile_rows) + spare_tiles;
        if (best_penalty && (tile_columns < tile_rows || (form->max_rows && rows > form->max_rows)))
            break;
        if (best_penalty && penalty >= best_penalty) continue;
        best_penalty = penalty;
        c->columns = columns;
        c->rows = rows;
        c->tiles_across = tile_columns;
        c->tiles_down = tile_rows;
        c->empty_tiles = spare_tiles;
    }
}

/* Copies the grid of source_design, if routers of this topology can cover its tiles. */
static bool copy_grid(noc_starter_counts *c, int block_columns, int block_rows,
                      const noc_starter_form *form, const noc_design *source_design)
{
    int tile_columns, tile_rows;
    if (!source_design || !noc_design_find_tiles(source_design, &tile_columns, &tile_rows))
        return false;
    if (tile_columns % block_columns != 0 || tile_rows % block_rows != 0) return false;
    if ((form->has_row_per_memory && tile_rows < c->memory) ||
        (form->max_rows && tile_rows > form->max_rows))
        return false;
    c->columns = tile_columns / block_columns;
    c->rows = tile_rows / block_rows;
    c->tiles_across = tile_columns;
    c->tiles_down = tile_rows;
    c->empty_tiles = tile_columns * tile_rows - c->compute - c->memory;
    return c->empty_tiles >= 0;
}

/* Counts the nodes: from source_design, from the request, or from the form. */
static noc_starter_counts count_nodes(const noc_starter_form *form,
                                      const noc_starter_request *request)
{
    if (request->source_design)
        return (noc_starter_counts){.compute = noc_compute_terminals(request->source_design),
                                    .memory = request->source_design->nodes.memory,
                                    .die_count = request->dies ? (int)request->dies : 1};
    return (noc_starter_counts){
        .compute = request->compute ? (int)request->compute : form->compute,
        .memory = request->memory ? (int)request->memory : form->memory,
        .die_count = request->dies ? (int)request->dies : 1,
    };
}

/* True if memory nodes share the tiles of compute nodes, as in source_design. */
static bool has_shared_tiles(const noc_starter_form *form, const noc_design *source_design)
{
    const char *const topologies[] = {form->request.topology, form->reply.topology};
    bool has_tiles = false;
    if (!source_design || source_design->nodes.memory_tiles != NOC_MEMORY_TILES_SHARED)
        return false;
    for (size_t i = 0; i < sizeof topologies / sizeof topologies[0]; i++) {
        const noc_topology_kind *kind = topologies[i] ? noc_topology_find(topologies[i]) : NULL;
        if (!kind || !kind->find_tiles) continue;
        if (!kind->has_shared_tiles) return false;
        has_tiles = true;
    }
    return has_tiles;
}

/* Counts nodes and tiles. The grid is chosen for the first network with tiles; the other network
 * covers the same tiles. */
static noc_starter_counts count_nodes_and_tiles(const noc_starter_form *form,
                                                const noc_starter_request *request)
{
    noc_starter_counts c = count_nodes(form, request);
    const int memory = c.memory;
    const char *const topologies[] = {form->request.topology, form->reply.topology};
    if (has_shared_tiles(form, request->source_design))
        c.memory = 0; /* memory nodes need no tiles */
    for (size_t i = 0; i < sizeof topologies / sizeof topologies[0]; i++) {
        int block_columns, block_rows;
        if (c.columns || !topologies[i]) continue;
        if (!find_block(noc_topology_find(topologies[i]), &block_columns, &block_rows)) continue;
        if (!copy_grid(&c, block_columns, block_rows, form, request->source_design))
            size_grid(&c, block_columns, block_rows, form);
    }
    c.memory = memory;
    return c;
}

/* ---- text ----------------------------------------------------------------------------------- */

/* One attempt: a form, and its open settings. */
typedef struct attempt {
    const noc_starter_form *form;
    const noc_design *source_design;
    noc_starter_counts counts;
    const char *placement; /* name of the placement; NULL: none */
    bool has_same_tiles;   /* tiles and node positions are those of source_design */
    double technology_nm, clock_mhz;
    double requested_mhz; /* requested or default clock, which is tried first, MHz */
    bool has_fixed_clock; /* the clock is not lowered to the routers' */
    bool is_scaled;       /* costs are scaled from another technology */
    bool has_wire_timing; /* each link has the cycles that its wire needs */
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
    if (t->source_design)
        fprintf(out, "# Chip, nodes, memory, traffic and program are copied from %s.\n",
                strcmp(t->source_design->typed_name, "-") == 0 ? t->source_design->name
                                                               : t->source_design->typed_name);
    else if (t->form->head_comment)
        fputs(t->form->head_comment, out);
    fprintf(out, "name = \"my-%s\";\n", name);
}

/* Writes the chip with its clock, and a comment if routers do not reach requested_mhz. */
static void write_chip(FILE *out, const attempt *t)
{
    static const char prefix[] = "chip = { ";
    const int size =
        fprintf(out, "%stechnology_nm = %.15g; clock_mhz = %.15g;%s", prefix, t->technology_nm,
                t->clock_mhz, t->is_scaled ? " scale_technology = true;" : "");
    noc_ends_write_chip(out, t->source_design, sizeof prefix - 1, (size_t)size);
    fprintf(out, " };");
    if (t->clock_mhz < t->requested_mhz)
        fprintf(out, "\n// Routers do not reach %.15g MHz.", t->requested_mhz);
    fputc('\n', out);
}

/* Increments use_counts of the tiles that a placement gives to memory nodes. */
static bool mark_tiles(const noc_starter_counts *c, const noc_placement_kind *placement,
                       unsigned char *use_counts, noc_point *points)
{
    if (!placement->place_nodes(c->tiles_across, c->tiles_down, c->memory, points)) return false;
    for (int m = 0; m < c->memory; m++)
        use_counts[points[m].row * c->tiles_across + points[m].column]++;
    return true;
}

/* Counts the placements that use each tile: all placements if enough tiles stay unused, so that
 * each placement remains valid; else only the design's placement. */
static bool count_tile_uses(const attempt *t, unsigned char *use_counts, noc_point *points)
{
    const noc_starter_counts *c = &t->counts;
    const size_t tiles = (size_t)c->tiles_across * (size_t)c->tiles_down;
    const noc_placement_kind *own_placement = noc_placement_find(t->placement);
    int unused_tiles = 0;
    if (!own_placement || !own_placement->place_nodes) return false;
    for (size_t i = 0; noc_placement_at(i); i++)
        if (noc_placement_at(i)->place_nodes &&
            !mark_tiles(c, noc_placement_at(i), use_counts, points))
            return false;
    for (size_t i = 0; i < tiles; i++) unused_tiles += use_counts[i] == 0;
    if (unused_tiles >= c->empty_tiles) return true;
    memset(use_counts, 0, tiles);
    return mark_tiles(c, own_placement, use_counts, points);
}

/* Writes the tiles without a node: the first unused tiles from the top right. */
static void write_empty_tiles(FILE *out, const attempt *t)
{
    const noc_starter_counts *c = &t->counts;
    const size_t tiles = (size_t)c->tiles_across * (size_t)c->tiles_down;
    unsigned char *use_counts = calloc(tiles, sizeof *use_counts);
    noc_point *points = calloc(tiles, sizeof *points);
    if (use_counts && points && count_tile_uses(t, use_counts, points)) {
        const char *separator = "\n          empty_at = (";
        int remaining_tiles = c->empty_tiles;
        for (size_t i = 0; i < tiles && remaining_tiles > 0; i++) {
            const int row = (int)i / c->tiles_across;
            const int column = c->tiles_across - 1 - (int)i % c->tiles_across;
            if (use_counts[row * c->tiles_across + column]) continue;
            fprintf(out, "%s(%d, %d)", separator, column, row);
            separator = ", ";
            remaining_tiles--;
        }
        fprintf(out, ");");
    }
    free(use_counts);
    free(points);
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
    const noc_placement_kind *placement = noc_placement_find(t->placement);
    if (t->has_same_tiles) {
        if (!placement->place_nodes)
            write_points(out, "memory_at", &t->source_design->nodes.memory_positions);
        write_points(out, "empty_at", &t->source_design->nodes.empty_positions);
    } else if (t->counts.empty_tiles) {
        write_empty_tiles(out, t);
    }
}

static void write_nodes(FILE *out, const attempt *t)
{
    static const char prefix[] = "nodes = { ";
    const int compute = t->source_design ? t->source_design->nodes.compute : t->counts.compute;
    int size = fprintf(out, "%scompute = %d; memory = %d;", prefix, compute, t->counts.memory);
    if (has_shared_tiles(t->form, t->source_design))
        size += fprintf(out, " memory_on = \"compute-tiles\";");
    if (t->placement) size += fprintf(out, " placement = \"%s\";", t->placement);
    noc_ends_write_nodes(out, t->source_design, t->form->node_settings, sizeof prefix - 1,
                         (size_t)size);
    if (t->placement) write_places(out, t);
    fprintf(out, " };\n");
}

static void write_network(FILE *out, const noc_starter_network *n, const attempt *t,
                          const char *carries)
{
    const noc_starter_counts *c = &t->counts;
    const noc_topology_kind *kind = noc_topology_find(n->topology);
    fprintf(out, "{ ");
    if (carries) fprintf(out, "carries = \"%s\"; ", carries);
    fprintf(out, "topology = \"%s\";%s", n->topology, carries ? "\n   " : "");
    if (n->write_size) n->write_size(out, c);
    if (kind->find_tiles && c->columns)
        fprintf(out, " columns = %d; rows = %d;", c->columns, c->rows);
    if (t->has_wire_timing && noc_switchings[kind->switching].has_buffers)
        fprintf(out, " link_timing = \"wire\";");
    fprintf(out, "%s%s }", carries ? " " : "\n            ", n->settings);
}

static void write_networks(FILE *out, const attempt *t)
{
    const noc_starter_form *form = t->form;
    if (!form->reply.topology || (t->source_design && !noc_design_has_replies(t->source_design))) {
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
static char *write_text(const attempt *t)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    write_head(out, t);
    write_chip(out, t);
    write_nodes(out, t);
    write_networks(out, t);
    noc_ends_write_groups(out, t->source_design, t->form->further_groups);
    return noc_memory_text_close(out, &text);
}

/* ---- designs -------------------------------------------------------------------------------- */

/* Builds the design of a text, and finds its clock bound; zeros if not known. */
static noc_status build_design(const attempt *t, const char *text, noc_design **design,
                               noc_clock_bound *bound, noc_diag *faults)
{
    const noc_topology_kind *kind = noc_topology_find(t->form->request.topology);
    noc_config_memory texts = {.wirings.given_files = kind->starter_files};
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
        !cost.has_no_silicon)
        *bound = cost.clock_bound;
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

/* Makes the design of one attempt: scales the technology if its costs are not known, lowers the
 * clock to that of the slowest router unless has_fixed_clock, and adds cycles to links that are too
 * long for the clock. */
static noc_status make_design(attempt *t, char **text, noc_design **design, noc_diag *faults)
{
    enum { PASSES = 4 }; /* scaled technology, lower clock, wire timing, final */
    static const double step_mhz = 50.0;
    noc_clock_bound bound;
    noc_status status = NOC_OK;
    for (int pass = 0; pass < PASSES && status == NOC_OK; pass++) {
        free(*text);
        noc_design_free(*design);
        *design = NULL;
        *text = write_text(t);
        if (!*text) return noc_fail_memory(faults);
        status = build_design(t, *text, design, &bound, faults);
        if (status != NOC_OK) break;
        if (!t->source_design && !t->is_scaled && !noc_cost_is_known(*design)) {
            t->is_scaled = true;
        } else if (!t->has_fixed_clock && bound.max_clock_mhz > step_mhz &&
                   bound.max_clock_mhz < t->clock_mhz) {
            t->clock_mhz = step_mhz * floor(bound.max_clock_mhz / step_mhz);
        } else if (!t->has_wire_timing && bound.late_link_mm > 0.0) {
            t->has_wire_timing = true;
        } else {
            return NOC_OK;
        }
    }
    return status;
}

enum { OPTIONS = 4 };

/* Option of a request: its value (0: not given), and the value of source_design. */
typedef struct request_option {
    const char *name, *noun;
    double value, source_value;
} request_option;

static void list_options(const noc_starter_request *request, request_option list[OPTIONS])
{
    static const noc_design none;
    const noc_design *source = request->source_design ? request->source_design : &none;
    list[0] = (request_option){"--compute", "compute nodes", (double)request->compute,
                               source->nodes.compute};
    list[1] =
        (request_option){"--memory", "memory nodes", (double)request->memory, source->nodes.memory};
    list[2] =
        (request_option){"--technology", "nm", request->technology_nm, source->chip.technology_nm};
    list[3] = (request_option){"--clock-mhz", "MHz", request->clock_mhz, source->chip.clock_mhz};
}

/* Writes the command, for messages: "new mesh --like gpu.cfg". */
static void write_command(const noc_starter_request *request, char command[COMMAND_CHARS])
{
    request_option options[OPTIONS];
    size_t length = (size_t)snprintf(command, COMMAND_CHARS, "new %.60s", request->form_name);
    list_options(request, options);
    if (request->source_design)
        length += (size_t)snprintf(command + length, COMMAND_CHARS - length, " --like %.120s",
                                   request->source_design->typed_name);
    for (size_t i = 0; i < OPTIONS; i++)
        if (options[i].value > 0.0)
            length += (size_t)snprintf(command + length, COMMAND_CHARS - length, " %s %.12g",
                                       options[i].name, options[i].value);
}

static noc_status refuse_counts(const noc_starter_request *request, const noc_diag *faults,
                                noc_diag *diag)
{
    char command[COMMAND_CHARS];
    write_command(request, command);
    return noc_fail(diag, NOC_EUSAGE, (noc_place){command, 0}, "%s",
                    faults->count ? faults->messages[0].text : "there is no such design");
}

/* Refuses other counts if tables fix the counts of the graph's nodes. */
static noc_status check_tables(const noc_starter_form *form, const noc_starter_request *request,
                               noc_diag *diag)
{
    const noc_starter_counts c = count_nodes(form, request);
    if (!noc_topology_find(form->request.topology)->starter_files) return NOC_OK;
    if (c.compute == form->compute && c.memory == form->memory) return NOC_OK;
    return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE,
                    "new %s: its tables are of %d compute and %d memory nodes, not of %d and %d; "
                    "change them there",
                    form->name, form->compute, form->memory, c.compute, c.memory);
}

static noc_status check_dies(const noc_starter_form *form, const noc_starter_request *request,
                             noc_diag *diag)
{
    const noc_starter_counts c = count_nodes(form, request);
    if (c.die_count == 1) return NOC_OK;
    if (!form->can_be_cut)
        return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE,
                        "new %s: --dies is of 'new gpu', whose crossbar can be cut", form->name);
    if (c.compute >= c.die_count && c.memory >= c.die_count) return NOC_OK;
    return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE,
                    "new %s: --dies %d of %d compute and %d memory nodes (at most one die for each "
                    "of either)",
                    form->name, c.die_count, c.compute, c.memory);
}

/* Refuses counts, technology and clock that differ from source_design (--like). */
static noc_status check_source_design(const noc_starter_request *request, noc_diag *diag)
{
    request_option options[OPTIONS];
    list_options(request, options);
    for (size_t i = 0; request->source_design && i < OPTIONS; i++)
        if (options[i].value > 0.0 && options[i].value != options[i].source_value)
            return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE,
                            "new %s: %s %g is not the %g %s of --like %s (leave one of them out)",
                            request->form_name, options[i].name, options[i].value,
                            options[i].source_value, options[i].noun,
                            request->source_design->typed_name);
    return NOC_OK;
}

/* Returns an attempt with the fields that all attempts share. */
static attempt make_attempt(const noc_starter_request *request, const noc_starter_form *form)
{
    attempt t = {.form = form,
                 .source_design = request->source_design,
                 .counts = count_nodes_and_tiles(form, request)};
    t.has_fixed_clock = request->source_design || request->clock_mhz > 0.0;
    t.clock_mhz = request->clock_mhz > 0.0 ? request->clock_mhz : form->clock_mhz;
    t.technology_nm = request->technology_nm > 0.0 ? request->technology_nm : 22.0;
    if (request->source_design) {
        t.clock_mhz = request->source_design->chip.clock_mhz;
        t.technology_nm = request->source_design->chip.technology_nm;
    }
    t.requested_mhz = t.clock_mhz;
    return t;
}

/* Returns the placement of memory nodes: "scattered" if they need more than the two edge rows. */
static const char *choose_placement(const char *placement, const noc_starter_counts *c)
{
    const bool is_at_edges = placement && strcmp(placement, "top-bottom") == 0;
    return is_at_edges && c->memory > 2 * c->tiles_across ? "scattered" : placement;
}

/* Finds attempt `i`: first the placement of source_design, if that design has tiles, then the
 * placements of the form. False past the end. */
static bool find_attempt(const noc_starter_request *request, const noc_starter_form *form, size_t i,
                         attempt *t)
{
    int tile_columns, tile_rows;
    *t = make_attempt(request, form);
    const bool has_tiles = t->source_design && t->counts.columns &&
                           noc_design_find_tiles(t->source_design, &tile_columns, &tile_rows);
    const noc_placement_kind *placement = has_tiles ? t->source_design->nodes.placement : NULL;
    t->has_same_tiles =
        has_tiles && t->counts.tiles_across == tile_columns && t->counts.tiles_down == tile_rows;
    if (has_tiles && (t->has_same_tiles || placement->place_nodes)) {
        t->placement = placement->name;
        if (i-- == 0) return true;
    }
    t->has_same_tiles = false;
    if (i >= NOC_STARTER_PLACEMENTS || (i > 0 && !form->placements[i])) return false;
    t->placement = form->placements[i];
    if (i == 0) t->placement = choose_placement(t->placement, &t->counts);
    return true;
}

static noc_status try_placements(const noc_starter_request *request, const noc_starter_form *form,
                                 char **text, noc_design **design, noc_diag *diag)
{
    noc_diag faults = {0};
    noc_status status = NOC_EUSAGE;
    attempt t;
    for (size_t i = 0; status != NOC_OK && find_attempt(request, form, i, &t); i++) {
        status = make_design(&t, text, design, &faults);
        if (status == NOC_EFAILED) break; /* out of memory */
    }
    if (status == NOC_EFAILED)
        noc_fail_memory(diag);
    else if (status != NOC_OK)
        status = refuse_counts(request, &faults, diag);
    noc_diag_clear(&faults);
    return status;
}

noc_status noc_starter_make(const noc_starter_request *request, char **text, noc_design **design,
                            noc_diag *diag)
{
    const noc_starter_form *form = find_form(request->form_name);
    *text = NULL;
    *design = NULL;
    if (!form) return refuse_word(request->form_name, diag);
    noc_status status = check_source_design(request, diag);
    if (status == NOC_OK) status = check_tables(form, request, diag);
    if (status == NOC_OK) status = check_dies(form, request, diag);
    if (status == NOC_OK) status = try_placements(request, form, text, design, diag);
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
        fprintf(out, "#%s %.*s\n", file->path, length, line);
        line += length + (line[length] == '\n');
    }
}

void noc_starter_print_files(const char *form_name, FILE *out)
{
    const noc_starter_form *form = find_form(form_name);
    const noc_topology_kind *kind = form ? noc_topology_find(form->request.topology) : NULL;
    if (!kind || !kind->starter_files) return;
    fprintf(out, "\n# The tables belong beside this file. To take them out of it, in its folder:\n"
                 "#   for t in");
    for (const noc_embedded_file *f = kind->starter_files; f->path; f++)
        fprintf(out, " %s", f->path);
    fprintf(out, "; do sed -n \"s/^#$t //p\" FILE > $t; done\n");
    for (const noc_embedded_file *f = kind->starter_files; f->path; f++) print_file(f, out);
}
