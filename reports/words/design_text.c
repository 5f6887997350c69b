#include "reports/words/design_text.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "design/key.h"
#include "network/graph/system.h"
#include "network/kinds/kinds.h"
#include "reader/design_keys.h"
#include "reader/design_read.h"
#include "reports/writers/glyph.h"
#include "reports/writers/memory_text.h"
#include "reports/writers/pen.h"

enum { COMMENT_COLUMN = 30, COMMENT_END = 100 };

/* ---- printing ------------------------------------------------------------------------------- */

/* Design being printed. */
typedef struct printer {
    const noc_design *design;
    FILE *out;
    bool has_comments;
} printer;

static bool is_list(const noc_key *key)
{
    return key->type == NOC_INTEGERS || key->type == NOC_REALS || key->type == NOC_POINTS;
}

/* Makes the comment on a key: "flits: buffer of each virtual channel (one, two)". */
static char *make_comment(const noc_key *key)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    const bool has_unit = strncmp(key->meaning, key->unit, strlen(key->unit)) == 0;
    fprintf(out, "%s%s%s", has_unit ? "" : key->unit, has_unit ? "" : ": ", key->meaning);
    for (size_t i = 0; noc_key_is_choice(key) && key->names(i); i++)
        fprintf(out, "%s%s", i ? ", " : " (", key->names(i));
    if (noc_key_is_choice(key)) fputc(')', out);
    return noc_memory_text_close(out, &text);
}

/* Prints a comment in its column, folded within it. */
static void print_comment(FILE *out, size_t column, const char *comment)
{
    noc_pen pen = {.out = out, .column = column};
    if (column >= COMMENT_COLUMN) noc_pen_newline(&pen);
    while (*comment) {
        const char *next;
        noc_pen_fill(&pen, COMMENT_COLUMN, pen.column);
        const size_t bytes = noc_text_fit_line(comment, COMMENT_END - COMMENT_COLUMN - 3, &next);
        noc_pen_text(&pen, "// ", 3);
        noc_pen_text(&pen, comment, bytes);
        comment = next;
        if (*comment) noc_pen_newline(&pen);
    }
}

static void print_setting(const printer *p, const char *indent, const noc_key *key,
                          const char *text)
{
    const char *dot = strchr(key->name, '.');
    const int length =
        fprintf(p->out, "%s%s%s = %s;", indent, dot ? "  " : "", dot ? dot + 1 : key->name, text);
    char *comment = p->has_comments ? make_comment(key) : NULL;
    if (comment && length > 0) print_comment(p->out, (size_t)length, comment);
    free(comment);
    fputc('\n', p->out);
}

static bool has_memory_tiles(const noc_design *design)
{
    return design->nodes.memory_positions.count > 0;
}

/* True if the memory nodes need no positions: the design has no tiles, and its memory nodes follow
 * the compute nodes in order, as they do by default. */
static bool has_last_memory(const noc_design *design)
{
    int columns, rows;
    if (noc_design_find_tiles(design, &columns, &rows)) return false;
    for (size_t m = 0; m < design->nodes.memory_positions.count; m++)
        if (design->nodes.memory_positions.values[m].column !=
            noc_compute_terminals(design) + (int)m)
            return false;
    return true;
}

/* Returns the text to print for the value of a key; NULL: not printed. A placement is printed as
 * tiles in a design without comments, by its name (unless "explicit") in a design with comments. */
static const char *placement_text(const printer *p, const noc_key *key, const char *value)
{
    const bool is_placement =
        strcmp(key->name, "placement") == 0 || strcmp(key->name, "memory_at") == 0;
    if (is_placement && has_last_memory(p->design)) return NULL;
    if (strcmp(key->name, "placement") == 0 && !p->has_comments && has_memory_tiles(p->design))
        return "\"explicit\"";
    if (strcmp(key->name, "memory_at") == 0 && p->has_comments &&
        p->design->nodes.placement->place_nodes)
        return NULL;
    return value;
}

/* True if the topology leaves no choice of routing, so that none is printed. */
static bool is_routing_fixed(const noc_network_spec *spec, const noc_key *key)
{
    return spec && strcmp(key->name, "routing") == 0 && spec->topology->find_paths;
}

/* True if a key begins a group inside the group: "sharing" of "sharing.same". */
static bool begins_group(const noc_key_table table, size_t i, int *length)
{
    const char *dot = strchr(table.keys[i].name, '.');
    *length = dot ? (int)(dot - table.keys[i].name) : 0;
    return dot && (i == 0 ||
                   strncmp(table.keys[i - 1].name, table.keys[i].name, (size_t)*length + 1) != 0);
}

static bool ends_group(const noc_key_table table, size_t i, int length)
{
    return length > 0 &&
           (i + 1 == table.count ||
            strncmp(table.keys[i + 1].name, table.keys[i].name, (size_t)length + 1) != 0);
}

/* True for an empty list or text. A design file cannot have such a value; to leave out its key has
 * the same meaning. */
static bool is_empty(const noc_key *key, const char *text)
{
    return ((is_list(key) || key->type->is_empty) && strcmp(text, "()") == 0) ||
           (key->type == NOC_TEXT && strcmp(text, "\"\"") == 0);
}

/* Prints the keys of a table. `spec`: network of the keys; NULL: another group. */
static void print_keys(const printer *p, noc_key_table table, const char *base,
                       const noc_network_spec *spec, const char *indent)
{
    for (size_t i = 0; i < table.count; i++) {
        const noc_key *key = &table.keys[i];
        if (is_routing_fixed(spec, key)) continue;
        if (base == (const char *)&p->design->workload &&
            !noc_workload_has_key(&p->design->workload, key))
            continue;
        int length;
        if (begins_group(table, i, &length))
            fprintf(p->out, "%s%.*s = {\n", indent, length, key->name);
        char *value = noc_value_text(key, base);
        const char *text = value ? placement_text(p, key, value) : NULL;
        if (text && !is_empty(key, text)) print_setting(p, indent, key, text);
        free(value);
        if (ends_group(table, i, length)) fprintf(p->out, "%s};\n", indent);
    }
}

/* Prints comment lines, each after `start`: how nodes share the switches of a network, and the
 * number of its routers and links if its keys do not have it. */
static void print_explanation(const noc_design *design, int network, const char *start, FILE *out)
{
    char text[200];
    const noc_topology_kind *topology = design->networks[network].topology;
    if (!topology->explain_facts) return;
    topology->explain_facts(design, network, text, sizeof text);
    fprintf(out, "%s%s\n", start, text);
    if (!topology->find_structure) return;
    const noc_structure s = topology->find_structure(design, network);
    fprintf(out, "%s%" PRIu64 " %ss without buffers, %" PRIu64 " links between them\n", start,
            s.router_count, s.router_name, s.link_count);
}

/* Prints the clusters. Addresses have 48 bits, as in icc 6.4. */
static void print_clusters(const noc_design *d, FILE *out)
{
    enum { ADDRESS_BITS = 48, BYTE = 8 };
    const noc_cluster_spec *cluster = &d->cluster;
    const int line_bits = ADDRESS_BITS - (int)floor(log2(d->memory.line_bytes));
    if (cluster->cores <= 1) return;
    fprintf(out, "// %d clusters of %d cores, a port each", noc_compute_terminals(d),
            cluster->cores);
    if (cluster->merge_entries)
        fprintf(out, "; a merge table of %.0f bytes",
                ceil(noc_merge_table_bits(cluster, line_bits) / BYTE));
    if (cluster->cache_lines)
        fprintf(out, ", a cache of %.0f bytes",
                noc_cluster_cache_bits(cluster, line_bits, d->memory.line_bytes) / BYTE);
    fputc('\n', out);
}

static void print_ctas(const noc_design *d, FILE *out)
{
    uint64_t counts[NOC_KERNELS_MAX];
    if (!d->closed_loop || !d->cta.scheduler) return;
    const noc_cta_shape shape = noc_cta_make_setup(d, counts).shape;
    fprintf(out, "// %d CTAs at a time", shape.clusters * shape.cores * shape.slots);
    if (shape.cores > 1) fprintf(out, ", %d in a cluster", shape.cores * shape.slots);
    fputc('\n', out);
}

void noc_design_explain(const noc_design *design, FILE *out)
{
    print_clusters(design, out);
    print_ctas(design, out);
    for (int n = 0; n < design->network_count; n++) {
        char start[40] = "// ";
        if (design->network_count > 1) snprintf(start, sizeof start, "// networks[%d]: ", n);
        print_explanation(design, n, start, out);
    }
}

static void print_group(const printer *p, size_t group, int network, const char *indent)
{
    if (group == NOC_GROUP_NETWORK && !p->has_comments)
        print_explanation(p->design, network, p->design->network_count == 1 ? "  // " : "    // ",
                          p->out);
    const char *base = (const char *)p->design + noc_design_group_offset(group, network);
    const noc_network_spec *spec =
        group == NOC_GROUP_NETWORK ? &p->design->networks[network] : NULL;
    noc_key_table table;
    for (size_t i = 0; noc_design_keys(p->design, group, network, i, &table); i++)
        print_keys(p, table, base, spec, indent);
}

static void print_networks(const printer *p)
{
    const int count = p->design->network_count;
    if (count == 1) {
        fprintf(p->out, "network = {\n");
        print_group(p, NOC_GROUP_NETWORK, 0, "  ");
        fprintf(p->out, "};\n");
        return;
    }
    fprintf(p->out, "networks = (\n");
    for (int n = 0; n < count; n++) {
        fprintf(p->out, "  {\n");
        print_group(p, NOC_GROUP_NETWORK, n, "    ");
        fprintf(p->out, n + 1 < count ? "  },\n" : "  }\n");
    }
    fprintf(p->out, ");\n");
}

/* Prints the name of a set of workloads, or the names of kernels, in place of their figures. */
static bool print_names(const printer *p)
{
    const noc_design *d = p->design;
    if (d->kernel_name_count == 0 && !noc_design_is_workload_set(d)) return false;
    fprintf(p->out, "workload = ");
    for (size_t k = 0; k < d->kernel_name_count; k++) {
        fputs(k ? ", " : "(", p->out);
        noc_config_quote(p->out, d->kernel_names[k]);
    }
    if (d->kernel_name_count)
        fputc(')', p->out);
    else
        noc_config_quote(p->out, d->workload_name);
    fprintf(p->out, ";\n");
    return true;
}

/* True for a group that only closed loops have, which describes cores or memories. */
static bool is_loop_group(size_t group)
{
    return group == NOC_GROUP_MEMORY || group == NOC_GROUP_CLUSTER || group == NOC_GROUP_CTA;
}

static void print_design(const printer *p)
{
    fprintf(p->out, "name = ");
    noc_config_quote(p->out, p->design->name);
    fprintf(p->out, ";\n");
    for (size_t g = 0; g < NOC_GROUPS; g++) {
        if (g == NOC_GROUP_NETWORK) {
            print_networks(p);
            continue;
        }
        if (g == NOC_GROUP_WORKLOAD && (!p->design->closed_loop || print_names(p))) continue;
        if (is_loop_group(g) && p->has_comments && !p->design->closed_loop &&
            !noc_design_group_is_set(p->design, g))
            continue;
        fprintf(p->out, "%s = {\n", noc_design_group_name(g));
        print_group(p, g, 0, "  ");
        fprintf(p->out, "};\n");
    }
}

void noc_design_print(const noc_design *design, FILE *out)
{
    print_design(&(printer){design, out, false});
}

void noc_design_print_commented(const noc_design *design, FILE *out)
{
    print_design(&(printer){design, out, true});
}

void noc_config_quote(FILE *out, const char *text)
{
    fputc('"', out);
    for (size_t remaining = strlen(text), bytes; remaining > 0; text += bytes, remaining -= bytes) {
        const noc_glyph g = noc_glyph_at(text, remaining);
        bytes = g.bytes;
        if (*text == '"' || *text == '\\') fputc('\\', out);
        if (g.is_printable)
            fwrite(text, 1, bytes, out);
        else
            for (size_t i = 0; i < bytes; i++) fprintf(out, "\\x%02x", (unsigned char)text[i]);
    }
    fputc('"', out);
}
