#include "import/booksim/patterns.h"

#include <stdlib.h>
#include <string.h>

#include "import/booksim/list.h"

static const noc_booksim_section in_traffic = NOC_BOOKSIM_IN_TRAFFIC;

static const struct {
    const char *theirs, *ours; /* NULL: nothing is like it */
    bool by_digits;            /* BookSim takes the number of a node as n digits to the base k */
} patterns[] = {
    {"uniform", "uniform", false},     {"bitcomp", "bit-complement", false},
    {"transpose", "transpose", false}, {"bitrev", "bit-reverse", false},
    {"shuffle", "shuffle", false},     {"tornado", "tornado", true},
    {"neighbor", "neighbor", true},    {"hotspot", "hotspot", false},
    {"randperm", NULL, false},         {"background", NULL, false},
    {"diagonal", NULL, false},         {"asymmetric", NULL, false},
    {"taper64", NULL, false},          {"bad_dragon", NULL, false},
    {"badperm_yarc", NULL, false},
};

static const char *pattern_name(size_t i)
{
    return i < sizeof patterns / sizeof patterns[0] ? patterns[i].theirs : NULL;
}

static void take_uniform(noc_booksim_translation *t, const char *why)
{
    noc_booksim_write(t, in_traffic, "pattern = \"uniform\"");
    noc_booksim_note(t, NOC_IMPORT_CHANGED, "traffic", "pattern = \"uniform\"", "%s", why);
}

/* ---- hot spots ------------------------------------------------------------------------------ */

enum { TIMES_MOST = 64 }; /* rates are small whole numbers */

/* "hotspot({{0,5},{1,2}})": nodes, and the rates of each, the last one for those that have none. A
 * node that is named twice gets twice as much here. */
static noc_status carry_hotspots(noc_booksim_translation *t, const char *text)
{
    const char *bracket = strchr(text, '('), *nodes = NULL, *rates = NULL, *node, *rate = "1";
    noc_booksim_list both = noc_booksim_list_of(bracket ? bracket + 1 : "");
    FILE *out = t->sections[in_traffic].out;
    if (!noc_booksim_list_next(&both, &nodes) || *nodes == ')' || *nodes == '-') {
        take_uniform(t, "which nodes are hot is drawn by chance there");
        return NOC_OK;
    }
    if (!both.at[0] || !noc_booksim_list_next(&both, &rates)) rates = "1";
    noc_booksim_list list = noc_booksim_list_of(nodes), weights = noc_booksim_list_of(rates);
    noc_booksim_write(t, in_traffic, "pattern = \"hotspot\"");
    fputs("  hotspot_nodes = (", out);
    for (bool first = true; noc_booksim_list_next(&list, &node) && *node != ')';) {
        const char *next;
        if (noc_booksim_list_next(&weights, &next)) rate = next;
        const int number = noc_booksim_list_whole(node), times = noc_booksim_list_whole(rate);
        if (number < 0 || number >= t->nodes || times < 0 || times > TIMES_MOST)
            return noc_booksim_refuse(t, "traffic",
                                      "traffic: node %d of rate %d: expected a node of 0..%d and a "
                                      "rate of 0..%d",
                                      number, times, t->nodes - 1, TIMES_MOST);
        for (int i = 0; i < times; i++, first = false)
            fprintf(out, "%s%d", first ? "" : ", ", number);
        if (*nodes != '{' || list.at[-1] == '}') break;
    }
    fputs(");\n", out);
    noc_booksim_note(t, NOC_IMPORT_CARRIED, "traffic", "pattern = \"hotspot\", hotspot_nodes", "%s",
                     "");
    return NOC_OK;
}

/* ---- all ------------------------------------------------------------------------------------ */

/* Whether dimensions of k nodes are what the pattern takes here: the sides of a grid, or one. */
static bool has_digits(const noc_booksim_translation *t)
{
    const char *topology = noc_booksim_text(t->config, "topology");
    const int k = noc_booksim_whole(t->config, "k"), n = noc_booksim_whole(t->config, "n");
    if (strcmp(topology, "mesh") == 0 || strcmp(topology, "torus") == 0) return true;
    return n == 1 && k == t->nodes;
}

noc_status noc_booksim_pattern(noc_booksim_translation *t)
{
    const char *text = noc_booksim_text(t->config, "traffic");
    noc_booksim_list classes = noc_booksim_list_of(text);
    const char *first = text;
    if (!noc_booksim_list_next(&classes, &first))
        return noc_booksim_unknown(t, "traffic", text, pattern_name);
    char *name = strndup(first, (size_t)(classes.at - first) - (*text == '{'));
    if (!name) return noc_fail_memory(t->diag);
    const size_t p = noc_booksim_called(name, pattern_name);
    noc_status status = NOC_OK;
    if (!pattern_name(p)) {
        status = noc_booksim_unknown(t, "traffic", name, pattern_name);
    } else if (!patterns[p].ours) {
        take_uniform(t, "nothing is like it here");
    } else if (strcmp(patterns[p].ours, "hotspot") == 0) {
        status = carry_hotspots(t, name);
    } else {
        const bool same = !patterns[p].by_digits || (has_digits(t) && !strchr(name, '('));
        noc_booksim_write(t, in_traffic, "pattern = \"%s\"", patterns[p].ours);
        noc_booksim_note(t, same ? NOC_IMPORT_CARRIED : NOC_IMPORT_CHANGED, "traffic",
                         "traffic.pattern", "%s",
                         same ? "" : "dimensions are those of the grid here, or one of all nodes");
    }
    free(name);
    return status;
}
