#include "reports/designs/starter_ends.h"

#include <stdlib.h>
#include <string.h>

#include "reader/design_keys.h"
#include "reports/words/design_text.h"

/* ---- ends that starters share --------------------------------------------------------------- */

/* A memory node is an L2 slice with 64 bits of HBM3, which moves data on both clock edges. */
static const char shared_groups[] =
    "memory = { line_bytes = 128; bus_bytes = 16; banks = 16; clock_mhz = 2617; };\n"
    "traffic = { read_fraction = 0.9;\n"
    "            read_request_bytes = 8; read_reply_bytes = 64;\n"
    "            write_request_bytes = 72; write_reply_bytes = 8; };\n";

/* ---- ends of another design ----------------------------------------------------------------- */

enum { LINE_COLUMNS = 80 };

/* Writer of a group's settings, in lines of at most 80 columns. */
typedef struct writer {
    FILE *out;
    const noc_design *design;
    size_t group;
    size_t indent, column; /* columns before a continued line; columns used in the line */
    char open_group[40];   /* open inner group: "sharing"; "": none */
} writer;

static void put_words(writer *w, const char *text)
{
    const size_t length = strlen(text);
    if (w->column + 1 + length > LINE_COLUMNS && w->column > w->indent) {
        fprintf(w->out, "\n%*s%s", (int)w->indent, "", text);
        w->column = w->indent + length;
        return;
    }
    fprintf(w->out, "%s%s", w->column > w->indent ? " " : "", text);
    w->column += length + (w->column > w->indent);
}

/* Closes the open inner group, and opens the inner group of a key (NULL: none): "sharing" of
 * "sharing.same". */
static void open_inner_group(writer *w, const noc_key *key)
{
    const char *dot = key ? strchr(key->name, '.') : NULL;
    char inner_group[sizeof w->open_group], words[sizeof w->open_group + 8];
    snprintf(inner_group, sizeof inner_group, "%.*s", dot ? (int)(dot - key->name) : 0,
             key ? key->name : "");
    if (strcmp(inner_group, w->open_group) == 0) return;
    if (*w->open_group) put_words(w, "};");
    snprintf(words, sizeof words, "%s = {", inner_group);
    if (*inner_group) put_words(w, words);
    memcpy(w->open_group, inner_group, sizeof inner_group);
}

/* True for keys that the starter writes from its counts and clock. */
static bool is_starter_key(size_t group, const char *key)
{
    static const char *const chip[] = {"technology_nm", "clock_mhz", NULL};
    static const char *const nodes[] = {"compute",  "memory",    "placement", "memory_at",
                                        "empty_at", "memory_on", NULL};
    static const char *const no_keys[] = {NULL};
    const char *const *keys = group == NOC_GROUP_CHIP    ? chip
                              : group == NOC_GROUP_NODES ? nodes
                                                         : no_keys;
    while (*keys && strcmp(*keys, key) != 0) keys++;
    return *keys != NULL;
}

static void put_key(writer *w, const noc_key *key)
{
    const char *base = (const char *)w->design + noc_design_group_offset(w->group, 0);
    const char *dot = strchr(key->name, '.');
    char *value = NULL, *setting = NULL;
    if (is_starter_key(w->group, key->name)) return;
    if (!noc_design_has_key(w->design, noc_design_group_name(w->group), 0, key->name)) return;
    open_inner_group(w, key);
    value = noc_value_text(key, base);
    if (value && asprintf(&setting, "%s = %s;", dot ? dot + 1 : key->name, value) > 0)
        put_words(w, setting);
    free(setting);
    free(value);
}

/* Writes all settings of the group that the design's file has. */
static void put_keys(writer *w)
{
    noc_key_table table;
    for (size_t i = 0; noc_design_keys(w->design, w->group, 0, i, &table); i++)
        for (size_t k = 0; k < table.count; k++) put_key(w, &table.keys[k]);
    open_inner_group(w, NULL);
}

static void put_group(FILE *out, const noc_design *design, size_t group)
{
    if (!noc_design_group_is_set(design, group)) return;
    const int length = fprintf(out, "%s = {", noc_design_group_name(group));
    writer w = {out, design, group, (size_t)length + 1, (size_t)length + 1, ""};
    fputc(' ', out);
    put_keys(&w);
    fputs(" };\n", out);
}

/* Writes the name of a workload, the names of kernels, or the design's own workload. */
static void put_workload(FILE *out, const noc_design *design)
{
    if (!design->closed_loop) return;
    if (!design->workload_name) {
        put_group(out, design, NOC_GROUP_WORKLOAD);
        return;
    }
    fputs("workload = ", out);
    for (size_t k = 0; k < design->kernel_name_count; k++) {
        fputs(k ? ", " : "(", out);
        noc_config_quote(out, design->kernel_names[k]);
    }
    if (design->kernel_name_count)
        fputc(')', out);
    else
        noc_config_quote(out, design->workload_name);
    fputs(";\n", out);
}

/* ---- copied or common ends ------------------------------------------------------------------ */

void noc_ends_write_chip(FILE *out, const noc_design *source_design, size_t indent, size_t column)
{
    writer w = {out, source_design, NOC_GROUP_CHIP, indent, column, ""};
    if (source_design) put_keys(&w);
}

void noc_ends_write_nodes(FILE *out, const noc_design *source_design, const char *starter_settings,
                          size_t indent, size_t column)
{
    writer w = {out, source_design, NOC_GROUP_NODES, indent, column, ""};
    if (source_design) {
        put_keys(&w);
        return;
    }
    put_words(&w, starter_settings ? starter_settings : "simd_width = 32;");
    if (!starter_settings) put_words(&w, "mshrs = 128;");
}

void noc_ends_write_groups(FILE *out, const noc_design *source_design, const char *starter_settings)
{
    static const size_t groups[] = {NOC_GROUP_MEMORY, NOC_GROUP_TRAFFIC, NOC_GROUP_CODEC,
                                    NOC_GROUP_CLUSTER, NOC_GROUP_CTA};
    if (!source_design) {
        fputs(starter_settings ? starter_settings : shared_groups, out);
        fputs("// workload = \"" NOC_STARTER_PROGRAM
              "\";  // a program in closed loop: nocsight describe workloads\n",
              out);
        return;
    }
    for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++)
        put_group(out, source_design, groups[i]);
    put_workload(out, source_design);
}
