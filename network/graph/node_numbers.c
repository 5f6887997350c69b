#include "network/graph/node_numbers.h"

#include <stdio.h>

static uint32_t count_tiles(const noc_graph *g)
{
    return (uint32_t)g->columns * (uint32_t)g->rows;
}

uint32_t noc_node_numbers_count(const noc_graph *g, bool by_kind)
{
    if (by_kind || count_tiles(g) == 0) return g->terminal_count;
    return g->second_terminal_of_tile ? count_tiles(g) + g->memory_count : count_tiles(g);
}

uint32_t noc_node_of_number(const noc_graph *g, uint32_t number, bool by_kind)
{
    const bool by_tile = !by_kind && g->columns > 0;
    const uint32_t first = by_tile ? count_tiles(g) : g->compute_count;
    if (number < first) return by_tile ? g->terminal_of_tile[number] : g->compute_terminals[number];
    if (by_tile && !g->second_terminal_of_tile) return NOC_NONE;
    return number - first < g->memory_count ? g->memory_terminals[number - first] : NOC_NONE;
}

uint32_t noc_node_of_list_number(const noc_graph *g, uint32_t number, noc_terminal_kind kind)
{
    const bool by_memory_number = kind == NOC_MEMORY && !g->has_tiles;
    return by_memory_number && number < g->memory_count ? g->memory_terminals[number]
                                                        : noc_node_of_number(g, number, false);
}

uint32_t noc_node_list_number(const noc_graph *g, uint32_t terminal)
{
    return g->has_tiles ? noc_node_number(g, terminal, false) : g->terminals[terminal].number;
}

uint32_t noc_node_number(const noc_graph *g, uint32_t terminal, bool by_kind)
{
    const noc_terminal *t = &g->terminals[terminal];
    const bool by_tile = !by_kind && g->columns > 0;
    const bool is_memory = t->kind == NOC_MEMORY;
    if (by_tile && !(is_memory && g->second_terminal_of_tile))
        return (uint32_t)t->column + (uint32_t)g->columns * (uint32_t)t->row;
    if (by_tile) return count_tiles(g) + t->number;
    return is_memory ? g->compute_count + t->number : t->number;
}

/* ---- words ---------------------------------------------------------------------------------- */

enum { RUNS_MAX = 8 }; /* most runs of numbers in a text; more are "..." */

typedef struct sentence {
    char *text;
    size_t length, runs;
} sentence;

static void add_text(sentence *s, const char *text)
{
    const size_t space_left = NOC_NODE_NUMBERS_CHARS - s->length;
    const int length = snprintf(s->text + s->length, space_left, "%s", text);
    s->length += (size_t)length < space_left ? (size_t)length : space_left - 1;
}

static void add_run(sentence *s, uint32_t first, uint32_t last)
{
    char run[40] = "";
    const char *separator = s->runs ? ", " : " ";
    if (s->runs == RUNS_MAX)
        snprintf(run, sizeof run, ", ...");
    else if (s->runs < RUNS_MAX && first == last)
        snprintf(run, sizeof run, "%s%u", separator, first);
    else if (s->runs < RUNS_MAX)
        snprintf(run, sizeof run, "%s%u-%u", separator, first, last);
    add_text(s, run);
    s->runs++;
}

/* Adds the numbers of the nodes of a kind; neighbours form a run. */
static void add_kind(sentence *s, const noc_graph *g, noc_terminal_kind kind, bool by_kind)
{
    const uint32_t count = noc_node_numbers_count(g, by_kind);
    uint32_t first = NOC_NONE;
    s->runs = 0;
    for (uint32_t n = 0; n <= count; n++) {
        const uint32_t terminal = n < count ? noc_node_of_number(g, n, by_kind) : NOC_NONE;
        const bool is_of_kind = terminal != NOC_NONE && g->terminals[terminal].kind == kind;
        if (is_of_kind && first == NOC_NONE) first = n;
        if (!is_of_kind && first != NOC_NONE) add_run(s, first, n - 1);
        if (!is_of_kind) first = NOC_NONE;
    }
}

void noc_node_numbers_describe(const noc_graph *g, bool by_kind, char text[NOC_NODE_NUMBERS_CHARS])
{
    sentence s = {.text = text};
    char rule[60];
    *text = '\0';
    add_text(&s, "compute nodes are");
    add_kind(&s, g, NOC_COMPUTE, by_kind);
    add_text(&s, ", memory nodes");
    add_kind(&s, g, NOC_MEMORY, by_kind);
    if (by_kind || g->rows < 2) return; /* one row: numbers by tile and by kind are equal */
    snprintf(rule, sizeof rule, " (tiles: column + %d x row)", g->columns);
    add_text(&s, rule);
}
