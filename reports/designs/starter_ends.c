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

enum { LINE_END = 80 };

/* Writer of a group's settings, in lines of at most 80 columns. */
typedef struct writer {
    FILE *out;
    const noc_design *design;
    size_t group;
    size_t indent, at; /* columns before a continued line; columns used in the line */
    char inner[40];    /* open inner group: "sharing"; "": none */
} writer;

static void put_words(writer *w, const char *text)
{
    const size_t length = strlen(text);
    if (w->at + 1 + length > LINE_END && w->at > w->indent) {
        fprintf(w->out, "\n%*s%s", (int)w->indent, "", text);
        w->at = w->indent + length;
        return;
    }
    fprintf(w->out, "%s%s", w->at > w->indent ? " " : "", text);
    w->at += length + (w->at > w->indent);
}

/* Closes the open inner group, and opens the inner group of a key (NULL: none): "sharing" of
 * "sharing.same". */
static void put_inner(writer *w, const noc_key *key)
{
    const char *dot = key ? strchr(key->name, '.') : NULL;
    char inner[sizeof w->inner], words[sizeof w->inner + 8];
    snprintf(inner, sizeof inner, "%.*s", dot ? (int)(dot - key->name) : 0, key ? key->name : "");
    if (strcmp(inner, w->inner) == 0) return;
    if (*w->inner) put_words(w, "};");
    snprintf(words, sizeof words, "%s = {", inner);
    if (*inner) put_words(w, words);
    memcpy(w->inner, inner, sizeof inner);
}

/* True for keys that the starter writes from its counts and clock. */
static bool is_of_starter(size_t group, const char *key)
{
    static const char *const chip[] = {"technology_nm", "clock_mhz", NULL};
    static const char *const nodes[] = {"compute",  "memory",    "placement", "memory_at",
                                        "empty_at", "memory_on", NULL};
    static const char *const none[] = {NULL};
    const char *const *own = group == NOC_GROUP_CHIP    ? chip
                             : group == NOC_GROUP_NODES ? nodes
                                                        : none;
    while (*own && strcmp(*own, key) != 0) own++;
    return *own != NULL;
}

static void put_key(writer *w, const noc_key *key)
{
    const char *base = (const char *)w->design + noc_design_group_offset(w->group, 0);
    const char *dot = strchr(key->name, '.');
    char *value = NULL, *setting = NULL;
    if (is_of_starter(w->group, key->name)) return;
    if (!noc_design_was_set(w->design, noc_design_group(w->group), 0, key->name)) return;
    put_inner(w, key);
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
    put_inner(w, NULL);
}

static void put_group(FILE *out, const noc_design *d, size_t group)
{
    if (!noc_design_group_was_set(d, group)) return;
    const int head = fprintf(out, "%s = {", noc_design_group(group));
    writer w = {out, d, group, (size_t)head + 1, (size_t)head + 1, ""};
    fputc(' ', out);
    put_keys(&w);
    fputs(" };\n", out);
}

/* Writes the name of a workload, the names of kernels, or the design's own workload. */
static void put_workload(FILE *out, const noc_design *d)
{
    if (!d->closed_loop) return;
    if (!d->workload_name) {
        put_group(out, d, NOC_GROUP_WORKLOAD);
        return;
    }
    fputs("workload = ", out);
    for (size_t k = 0; k < d->kernel_name_count; k++) {
        fputs(k ? ", " : "(", out);
        noc_config_quote(out, d->kernel_names[k]);
    }
    if (d->kernel_name_count)
        fputc(')', out);
    else
        noc_config_quote(out, d->workload_name);
    fputs(";\n", out);
}

/* ---- ends of either kind -------------------------------------------------------------------- */

void noc_ends_write_chip(FILE *out, const noc_design *like, size_t indent, size_t at)
{
    writer w = {out, like, NOC_GROUP_CHIP, indent, at, ""};
    if (like) put_keys(&w);
}

void noc_ends_write_nodes(FILE *out, const noc_design *like, const char *own, size_t indent,
                          size_t at)
{
    writer w = {out, like, NOC_GROUP_NODES, indent, at, ""};
    if (like) {
        put_keys(&w);
        return;
    }
    put_words(&w, own ? own : "simd_width = 32;");
    if (!own) put_words(&w, "mshrs = 128;");
}

void noc_ends_write_groups(FILE *out, const noc_design *like, const char *own)
{
    static const size_t groups[] = {NOC_GROUP_MEMORY, NOC_GROUP_TRAFFIC, NOC_GROUP_CODEC,
                                    NOC_GROUP_CLUSTER, NOC_GROUP_CTA};
    if (!like) {
        fputs(own ? own : shared_groups, out);
        fputs("// workload = \"" NOC_STARTER_PROGRAM
              "\";  // a program in closed loop: nocsight describe workloads\n",
              out);
        return;
    }
    for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++) put_group(out, like, groups[i]);
    put_workload(out, like);
}
