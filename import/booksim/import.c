#include "import/booksim/import.h"

#include <stdlib.h>
#include <string.h>

#include "base/auto.h"
#include "base/suggest.h"
#include "import/booksim/classes.h"
#include "import/booksim/list.h"
#include "import/booksim/places.h"
#include "import/booksim/router.h"
#include "import/booksim/topology.h"
#include "import/booksim/traffic.h"

/* ---- settings without a note ---------------------------------------------------------------- */

/* True if an entry is the valid one of its name, since a setting may be written several times. */
static bool is_last_entry(const noc_booksim_translation *t, const noc_booksim_entry *e)
{
    return noc_booksim_find_entry(t->config, e->name) == e;
}

static void note_unknown(noc_booksim_translation *t, const noc_booksim_entry *e)
{
    const char *nearest_name = noc_find_nearest_name(e->name, noc_booksim_setting_name);
    noc_import_note_fate(t->out, NOC_IMPORT_LEFT_OUT, e->name, e->value, e->line, "",
                         "BookSim has no such setting%s%s%s",
                         nearest_name ? "; did you mean '" : "", nearest_name ? nearest_name : "",
                         nearest_name ? "'?" : "");
}

static bool has_default(const noc_booksim_entry *e)
{
    return strcmp(e->value, e->setting->fallback) == 0 ||
           (e->type != NOC_BOOKSIM_TEXT && *e->setting->fallback &&
            strtod(e->value, NULL) == strtod(e->setting->fallback, NULL));
}

static void note_entry(noc_booksim_translation *t, const noc_booksim_entry *e)
{
    static const struct {
        noc_import_fate fate;
        const char *why;
    } fates[] = {
        [NOC_BOOKSIM_CARRIED] = {NOC_IMPORT_UNREAD, "not read with these settings"},
        [NOC_BOOKSIM_LEFT_OUT] = {NOC_IMPORT_LEFT_OUT, NULL},
        [NOC_BOOKSIM_RUN] = {NOC_IMPORT_RUN, "length of the run and output"},
        [NOC_BOOKSIM_UNREAD] = {NOC_IMPORT_UNREAD, "read by nobody"},
    };
    const noc_booksim_setting *s = e->setting;
    const bool is_default = s->use == NOC_BOOKSIM_LEFT_OUT && has_default(e);
    noc_import_note_fate(t->out, is_default ? NOC_IMPORT_DEFAULT : fates[s->use].fate, e->name,
                         e->value, e->line,
                         s->use == NOC_BOOKSIM_RUN && s->nocsight_name ? s->nocsight_name : "",
                         "%s", s->reason ? s->reason : fates[s->use].why);
}

static void note_other_settings(noc_booksim_translation *t)
{
    for (size_t i = 0; i < t->config->count; i++) {
        const noc_booksim_entry *e = &t->config->entries[i];
        if (!is_last_entry(t, e))
            noc_import_note_fate(t->out, NOC_IMPORT_UNREAD, e->name, e->value, e->line, "",
                                 "it is set again, to %s",
                                 noc_booksim_find_entry(t->config, e->name)->value);
        else if (!e->setting)
            note_unknown(t, e);
        else if (!noc_import_has_note(t->out, e->name))
            note_entry(t, e);
    }
}

/* ---- files ---------------------------------------------------------------------------------- */

static void write_network(const noc_booksim_translation *t, const char *carries, int vcs,
                          int request_vcs, FILE *out)
{
    fprintf(out, "{\n  carries = \"%s\";\n", carries);
    fputs(t->sections[NOC_BOOKSIM_IN_NETWORK].text, out);
    fprintf(out, "  virtual_channels = %d;\n", vcs);
    if (request_vcs) fprintf(out, "  request_virtual_channels = %d;\n", request_vcs);
    fputc('}', out);
}

static void write_networks(const noc_booksim_translation *t, FILE *out)
{
    const int total_vcs = t->vcs[0] + t->vcs[1];
    if (t->has_reply_network) {
        fputs("networks = (\n", out);
        write_network(t, "request", t->vcs[0], 0, out);
        fputs(",\n", out);
        write_network(t, "reply", t->vcs[1], 0, out);
        fputs("\n);\n", out);
        return;
    }
    fputs("network = ", out);
    write_network(t, "both", total_vcs, t->has_replies || t->request->memory_nodes ? t->vcs[0] : 0,
                  out);
    fputs(";\n", out);
}

/* Chip that is assumed, since a configuration has no data of silicon. */
static const char assumed_chip[] =
    "chip = {\n"
    "  technology_nm = 22;  // assumed, as the clock is: the configuration has neither\n"
    "  clock_mhz = 1000;\n"
    "};\n";

static void write_design(const noc_booksim_translation *t, FILE *out)
{
    fprintf(out, "# Imported from a configuration of %s: %s\n", t->is_gpu ? "GPGPU-Sim" : "BookSim",
            t->out->name);
    if (*t->out->load) fprintf(out, "# It asks for --load %s.\n", t->out->load);
    fprintf(out, "name = \"%s\";\n%snodes = {\n  compute = %d;\n  memory = %d;\n%s};\n",
            t->out->name, assumed_chip, t->request->compute_nodes, t->request->memory_nodes,
            t->sections[NOC_BOOKSIM_IN_NODES].text);
    write_networks(t, out);
    fprintf(out, "traffic = {\n%s};\n", t->sections[NOC_BOOKSIM_IN_TRAFFIC].text);
}

/* Writes the links without lengths, which follow from their cycles and the design's tiles. */
static void write_links(const noc_booksim_graph *g, FILE *out)
{
    fputs("from,to,cycles,mm\n", out);
    for (size_t i = 0; i < g->link_count; i++)
        fprintf(out, "%d,%d,%d,\n", g->links[i].from, g->links[i].to, g->links[i].cycles);
}

static bool write_attach(const noc_booksim_translation *t, FILE *out)
{
    NOC_AUTO_FREE int *numbers = noc_booksim_node_numbers(t);
    if (!numbers) return false;
    fputs("node,router,kind\n", out);
    for (int n = 0; n < t->nodes; n++)
        fprintf(out, "%d,%d,%s\n", n, t->graph.node_routers[numbers[n]],
                n < t->request->compute_nodes ? "compute" : "memory");
    return true;
}

/* Writes the graph of an anynet to files. */
static void write_graph(noc_booksim_translation *t)
{
    if (!t->graph.nodes) return;
    FILE *links = noc_import_begin_file(t->out, "links.csv");
    if (links) write_links(&t->graph, links);
    FILE *attach = noc_import_begin_file(t->out, "attach.csv");
    t->out->out_of_memory |= !attach || !write_attach(t, attach);
}

static noc_status write_files(noc_booksim_translation *t)
{
    noc_import_note_fate(t->out, NOC_IMPORT_ASSUMED, "(chip)", "", 0,
                         "22 nm, 1000 MHz; more of chip.* as by default", "%s",
                         "clock, technology and lengths are not in the configuration");
    FILE *out = noc_import_begin_named(t->out, ".cfg");
    if (out) write_design(t, out);
    if (out) write_graph(t);
    return noc_import_end(t->out, t->diag);
}

/* Writes the networks and the placement of nodes as text, for a design that another importer
 * writes. */
static noc_status write_parts(noc_booksim_translation *t, noc_booksim_parts *parts)
{
    size_t size = 0;
    FILE *out = open_memstream(&parts->networks, &size);
    if (!out) return noc_fail_memory(t->diag);
    write_networks(t, out);
    if (fclose(out) != 0) return noc_fail_memory(t->diag);
    parts->placement_lines = strdup(t->sections[NOC_BOOKSIM_IN_NODES].text);
    if (!parts->placement_lines) return noc_fail_memory(t->diag);
    write_graph(t);
    return noc_import_end(t->out, t->diag);
}

/* ---- the import ----------------------------------------------------------------------------- */

static bool answers_requests(const noc_booksim_translation *t)
{
    if (t->is_gpu) return t->request->memory_nodes > 0;
    return noc_booksim_first_whole(noc_booksim_get_text(t->config, "use_read_write")) != 0;
}

static noc_status translate(noc_booksim_translation *t)
{
    t->is_gpu = strcmp(noc_booksim_get_text(t->config, "sim_type"), "gpgpusim") == 0;
    t->has_replies = answers_requests(t);
    noc_status status = noc_booksim_translation_begin(t);
    if (status == NOC_OK) status = noc_booksim_carry_topology(t);
    if (status == NOC_OK) status = noc_booksim_place_nodes(t);
    if (status == NOC_OK) status = noc_booksim_set_classes(t);
    if (status == NOC_OK) status = noc_booksim_carry_router(t);
    if (status == NOC_OK) status = noc_booksim_carry_traffic(t);
    if (status != NOC_OK) return status;
    note_other_settings(t);
    return noc_booksim_translation_end(t);
}

/* Imports a configuration as a design and its files, or as parts of a design if `parts` is not
 * NULL. */
static noc_status import_config(const noc_import_request *request, noc_import *out,
                                noc_booksim_parts *parts, noc_diag *diag)
{
    noc_booksim_config config = {0};
    noc_booksim_translation t = {.config = &config, .request = request, .out = out, .diag = diag};
    out->name = noc_import_stem(request->path, "booksim");
    noc_status status = out->name ? NOC_OK : noc_fail_memory(diag);
    if (status == NOC_OK) status = noc_booksim_config_read(request->path, &config, diag);
    for (size_t i = 0; i < request->setting_count && status == NOC_OK; i++)
        status = noc_booksim_config_add(&config, request->settings[i], diag);
    if (status == NOC_OK) status = translate(&t);
    if (status == NOC_OK) status = parts ? write_parts(&t, parts) : write_files(&t);
    noc_booksim_translation_clear(&t);
    noc_arena_clear(&config.arena);
    return status;
}

noc_status noc_booksim_import(const noc_import_request *request, noc_import *out, noc_diag *diag)
{
    return import_config(request, out, NULL, diag);
}

noc_status noc_booksim_import_parts(const noc_import_request *request, noc_import *out,
                                    noc_booksim_parts *parts, noc_diag *diag)
{
    return import_config(request, out, parts, diag);
}

void noc_booksim_parts_clear(noc_booksim_parts *parts)
{
    free(parts->networks);
    free(parts->placement_lines);
    *parts = (noc_booksim_parts){NULL, NULL};
}
