#include "reports/designs/starter.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/suggest.h"
#include "design/key.h"
#include "network/compile/compile.h"
#include "network/kinds/kinds.h"
#include "network/kinds/starter_form.h"
#include "power_area/cost.h"
#include "reader/design_read.h"
#include "reader/design_walk.h"
#include "reports/words/design_text.h"
#include "reports/writers/memory_text.h"

/* ---- a GPU ---------------------------------------------------------------------------------- */

/* Two SMs share a port. */
static void size_gpu(FILE *out, const noc_starter_counts *c)
{
    fprintf(out, " ports = %d;", (c->compute + 1) / 2);
}

/* Slices share controllers, each the most, up to 8, that divide them; a slice has 16 bytes of its
 * DRAM. */
static void write_slices(FILE *out, const noc_starter_counts *c)
{
    int slices = 8;
    while (c->memory % slices) slices--;
    fprintf(out,
            "memory = { slices = %d; line_bytes = 128; bus_bytes = %d; banks = 128;\n"
            "           clock_mhz = 2617; };\n",
            slices, 16 * slices);
}

static const noc_starter_form gpu = {
    "gpu",
    132,
    80,
    .request = {"crossbar", "flit_bytes = 32;", size_gpu},
    .reply = {"crossbar", "flit_bytes = 64;", size_gpu},
    .workload = "cdx19-high",
    .clock_mhz = 1755,
    .nodes = "simd_width = 32; mshrs = 128;",
    .groups = write_slices,
    .about = "# No product: a crossbar for requests and one for replies, whose ends are as wide\n"
             "# as published of GPUs. Two SMs share a port, 8 slices a memory controller (Jin\n"
             "# et al., Uncovering Real GPU NoC Characteristics, MICRO 2024, Table I, DOI\n"
             "# 10.1109/MICRO61859.2024.00070); a slice reads 64 bytes a cycle (NVIDIA A100\n"
             "# whitepaper, p. 35); DRAM 3350 GB/s for 80 slices. Assumed: the width of\n"
             "# requests, buffers, MSHRs, lanes. Published clock: 1755 MHz; here it is what a\n"
             "# single switch reaches in this technology.\n",
};

/* ---- all ------------------------------------------------------------------------------------ */

enum { RANKS = 4 };

static int rank_of(const noc_topology_kind *kind)
{
    if (kind->starter_files) return 3;
    if (!noc_switchings[kind->switching].has_buffers) return 2;
    return kind->grid ? 0 : 1;
}

/* Topologies of routers on tiles come first, then those of switches, of other kinds of networks and
 * of files, each with the forms of its row; last what is no topology. NULL past the end. */
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

/* ---- the way out ---------------------------------------------------------------------------- */

/* What people ask for that has another name here. */
static noc_status refuse(const char *word, noc_diag *diag)
{
    static const struct {
        const char *word, *way;
    } ways[] = {
        {"chiplet", "a graph of your own: nocsight new file"},
        {"chiplets", "a graph of your own: nocsight new file"},
        {"hierarchical", "a graph of your own: nocsight new file; or nocsight new cdxbar"},
        {"hierarchy", "a graph of your own: nocsight new file; or nocsight new cdxbar"},
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
        {"h100", "nocsight new gpu; a design after nobody's product"},
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
                         : " ('nocsight list topologies' shows them all; a graph of your own: "
                           "nocsight new file)",
                    near ? near : "", near ? "'?" : "");
}

/* ---- tiles ---------------------------------------------------------------------------------- */

/* The tiles of a router of a topology: several where nodes share it. False: it has no tiles. */
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

/* Nearly square, with few tiles to spare, and with rows enough. */
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

/* The first network that has tiles tells how many; the others cover the same ones. */
static noc_starter_counts count(const noc_starter_form *form, const noc_starter_wish *wish)
{
    noc_starter_counts c = {
        .compute = wish->compute ? (int)wish->compute : form->compute,
        .memory = wish->memory ? (int)wish->memory : form->memory,
    };
    const char *const topologies[] = {form->request.topology, form->reply.topology};
    for (size_t i = 0; i < sizeof topologies / sizeof topologies[0]; i++) {
        int across, down;
        if (c.columns || !topologies[i]) continue;
        if (find_block(noc_topology_called(topologies[i]), &across, &down))
            size_grid(&c, across, down, form);
    }
    return c;
}

/* ---- text ----------------------------------------------------------------------------------- */

/* One attempt: what is not told by the form. */
typedef struct attempt {
    const noc_starter_form *form;
    noc_starter_counts counts;
    const char *placement; /* NULL: none */
    double technology_nm, clock_mhz;
    bool scaled;
    bool clocked; /* the clock was asked for */
    bool wired;   /* links are too long for a cycle: they take as many as their wire needs */
} attempt;

static void write_head(FILE *out, const attempt *t)
{
    const char *name = t->form->name;
    fprintf(out,
            "# %d compute nodes (SMs) and %d memory nodes (cache slices or controllers).\n"
            "#   nocsight query FILE     bandwidth, latency, area, power, IPC; --load 60%%\n"
            "#   nocsight check FILE     every mistake; nocsight describe KEY explains one\n"
            "#   nocsight new %s --all: the other settings, with their meaning\n",
            t->counts.compute, t->counts.memory, name);
    if (t->form->about) fputs(t->form->about, out);
    fprintf(out, "name = \"my-%s\";\n", name);
    fprintf(out, "chip = { technology_nm = %.15g; clock_mhz = %.15g;%s };\n", t->technology_nm,
            t->clock_mhz, t->scaled ? " scale_technology = true;" : "");
}

/* Marks the tiles that a placement gives to memory nodes, each with one more. */
static bool mark_taken(const noc_starter_counts *c, const noc_placement_kind *placement,
                       unsigned char *taken, noc_point *at)
{
    if (!placement->place(c->tiles_across, c->tiles_down, c->memory, at)) return false;
    for (int m = 0; m < c->memory; m++) taken[at[m].row * c->tiles_across + at[m].column]++;
    return true;
}

/* How often placements take each tile: all of them if that leaves enough tiles without a node, so
 * that each can be tried on the design; else the design's own only. */
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

/* Tiles without a node are the first from the top right that no memory node takes. */
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

static void write_nodes(FILE *out, const attempt *t)
{
    const noc_starter_counts *c = &t->counts;
    fprintf(out, "nodes = { compute = %d; memory = %d;", c->compute, c->memory);
    if (t->placement) fprintf(out, " placement = \"%s\";", t->placement);
    if (t->form->nodes) fprintf(out, " %s", t->form->nodes);
    if (c->empty && t->placement) write_empty(out, t);
    fprintf(out, " };\n");
}

static void write_network(FILE *out, const noc_starter_network *n, const attempt *t,
                          const char *carries)
{
    const noc_starter_counts *c = &t->counts;
    const noc_topology_kind *kind = noc_topology_called(n->topology);
    fprintf(out, "{ ");
    if (carries) fprintf(out, "carries = \"%s\"; ", carries);
    fprintf(out, "topology = \"%s\";", n->topology);
    if (n->size) n->size(out, c);
    if (kind->grid && c->columns) fprintf(out, " columns = %d; rows = %d;", c->columns, c->rows);
    if (t->wired && noc_switchings[kind->switching].has_buffers)
        fprintf(out, " link_timing = \"wire\";");
    fprintf(out, "%s%s }", carries ? " " : "\n            ", n->settings);
}

static void write_networks(FILE *out, const attempt *t)
{
    const noc_starter_form *form = t->form;
    if (!form->reply.topology) {
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

/* NULL when out of memory. */
static char *text_of(const attempt *t)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    const char *workload = t->form->workload ? t->form->workload : "te13-all";
    write_head(out, t);
    write_nodes(out, t);
    write_networks(out, t);
    if (t->form->groups) t->form->groups(out, &t->counts);
    fprintf(out,
            "traffic = { read_fraction = 0.9;      // of a --load: a workload has its own\n"
            "            read_request_bytes = 8; read_reply_bytes = 64;\n"
            "            write_request_bytes = 72; write_reply_bytes = 8; };\n"
            "workload = \"%s\";%*s// others: nocsight list workloads\n",
            workload, 24 - (int)strlen(workload), "");
    return noc_memory_text(out, &text);
}

/* ---- designs -------------------------------------------------------------------------------- */

/* The design of a text, and what bounds its network's clock: zeros if that is not known. */
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
        !cost.refused)
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

/* One attempt, its clock lowered to what its slowest router reaches. */
static noc_status make(attempt *t, char **text, noc_design **design, noc_diag *faults)
{
    enum { PASSES = 4 }; /* scaled, slower, wired, and the last */
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
        if (!t->scaled && !noc_cost_is_known(*design)) {
            t->scaled = true;
        } else if (!t->clocked && bound.max_clock_mhz > step_mhz &&
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

static noc_status refuse_counts(const noc_starter_wish *wish, const noc_diag *faults,
                                noc_diag *diag)
{
    char place[120];
    size_t used = (size_t)snprintf(place, sizeof place, "new %s", wish->what);
    if (wish->compute)
        used += (size_t)snprintf(place + used, sizeof place - used, " --compute %d",
                                 (int)wish->compute);
    if (wish->memory)
        used +=
            (size_t)snprintf(place + used, sizeof place - used, " --memory %d", (int)wish->memory);
    if (wish->technology_nm > 0.0)
        used += (size_t)snprintf(place + used, sizeof place - used, " --technology %g",
                                 wish->technology_nm);
    if (wish->clock_mhz > 0.0)
        snprintf(place + used, sizeof place - used, " --clock-mhz %g", wish->clock_mhz);
    return noc_fail(diag, NOC_EUSAGE, (noc_place){place, 0}, "%s",
                    faults->count ? faults->messages[0].text : "there is no such design");
}

/* Files tell how many nodes their graph has. */
static bool has_fixed_counts(const noc_starter_form *form, const noc_starter_wish *wish)
{
    return noc_topology_called(form->request.topology)->starter_files &&
           ((wish->compute && (int)wish->compute != form->compute) ||
            (wish->memory && (int)wish->memory != form->memory));
}

static noc_status try_placements(const noc_starter_wish *wish, const noc_starter_form *form,
                                 char **text, noc_design **design, noc_diag *diag)
{
    noc_diag faults = {0};
    noc_status status = NOC_EFAILED;
    const noc_starter_counts counts = count(form, wish);
    for (size_t i = 0; i < NOC_STARTER_PLACEMENTS; i++) {
        if (i > 0 && (!form->placements[i] || status == NOC_OK)) break;
        attempt t = {.form = form,
                     .counts = counts,
                     .placement = form->placements[i],
                     .technology_nm = wish->technology_nm > 0.0 ? wish->technology_nm : 22.0,
                     .clocked = wish->clock_mhz > 0.0,
                     .clock_mhz = wish->clock_mhz > 0.0 ? wish->clock_mhz : form->clock_mhz};
        status = make(&t, text, design, &faults);
        if (status == NOC_EFAILED) break; /* memory */
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
    if (has_fixed_counts(form, wish))
        return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE,
                        "new %s: its tables are of %d compute and %d memory nodes; change them "
                        "there (no --compute, --memory)",
                        form->name, form->compute, form->memory);
    const noc_status status = try_placements(wish, form, text, design, diag);
    if (status == NOC_OK) return NOC_OK;
    free(*text);
    *text = NULL;
    return status;
}

/* ---- what goes with it ---------------------------------------------------------------------- */

/* Each line of a file behind its name. */
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
