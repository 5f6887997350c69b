#include "sampler/sources/trace_numbers.h"

#include <stdio.h>

enum { RUNS_MOST = 8 }; /* of numbers in a row that are written out */

typedef struct sentence {
    char *text;
    size_t used, runs;
} sentence;

static void add_run(sentence *s, long first, long last)
{
    const size_t left = NOC_TRACE_NUMBERS_CHARS - s->used;
    const char *between = s->runs ? ", " : " ";
    int length = 0;
    if (s->runs == RUNS_MOST)
        length = snprintf(s->text + s->used, left, ", ...");
    else if (s->runs < RUNS_MOST && first == last)
        length = snprintf(s->text + s->used, left, "%s%ld", between, first);
    else if (s->runs < RUNS_MOST)
        length = snprintf(s->text + s->used, left, "%s%ld-%ld", between, first, last);
    s->used += (size_t)length < left ? (size_t)length : left - 1;
    s->runs++;
}

/* The tiles of the nodes of a kind, runs of neighbours together. */
static void add_tiles(sentence *s, const noc_graph *g, noc_terminal_kind kind)
{
    long first = -1;
    s->runs = 0;
    for (long tile = 0; tile <= (long)g->columns * g->rows; tile++) {
        const bool end = tile == (long)g->columns * g->rows;
        const uint32_t terminal = end ? NOC_NONE : g->terminal_at[tile];
        const bool is = terminal != NOC_NONE && g->terminals[terminal].kind == kind;
        if (is && first < 0) first = tile;
        if (!is && first >= 0) add_run(s, first, tile - 1);
        if (!is) first = -1;
    }
}

static void add_text(sentence *s, const char *text)
{
    const size_t left = NOC_TRACE_NUMBERS_CHARS - s->used;
    const int length = snprintf(s->text + s->used, left, "%s", text);
    s->used += (size_t)length < left ? (size_t)length : left - 1;
}

static void add_kinds(sentence *s, const noc_graph *g, const char *between)
{
    s->runs = 0;
    add_run(s, 0, (long)g->compute_count - 1);
    add_text(s, between);
    s->runs = 0;
    add_run(s, (long)g->compute_count, (long)g->compute_count + g->memory_count - 1);
}

void noc_trace_numbers_say(const noc_graph *g, bool by_tile, char text[NOC_TRACE_NUMBERS_CHARS])
{
    sentence s = {.text = text};
    char rule[60];
    *text = '\0';
    if (g->memory_count == 0) return;
    add_text(&s, "compute nodes are");
    if (!by_tile || g->rows < 2) { /* in one row both are the same */
        add_kinds(&s, g, ", memory nodes");
        return;
    }
    add_tiles(&s, g, NOC_COMPUTE);
    add_text(&s, ", memory nodes");
    add_tiles(&s, g, NOC_MEMORY);
    snprintf(rule, sizeof rule, " (tiles: column + %d x row); with ", g->columns);
    add_text(&s, rule);
    add_text(&s, "--trace-nodes compute-memory they are");
    add_kinds(&s, g, " and");
}
