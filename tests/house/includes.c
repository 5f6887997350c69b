#include "tests/house/includes.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* ---- graphs --------------------------------------------------------------------------------- */

house_graph house_graph_new(size_t count)
{
    house_graph g = {count, NULL, NULL};
    g.has = house_allocated(calloc(count * count + 1, sizeof(bool)));
    g.reaches = house_allocated(calloc(count * count + 1, sizeof(bool)));
    return g;
}

void house_graph_free(house_graph *g)
{
    free(g->has);
    free(g->reaches);
    *g = (house_graph){0};
}

void house_graph_add(house_graph *g, size_t from, size_t to)
{
    g->has[from * g->count + to] = true;
}

bool house_graph_has(const house_graph *g, size_t from, size_t to)
{
    return g->has[from * g->count + to];
}

bool house_graph_reaches(const house_graph *g, size_t from, size_t to)
{
    return g->reaches[from * g->count + to];
}

/* Nodes in the order in which a search from one comes to them; returns how many. */
static size_t search_from(const house_graph *g, size_t from, size_t *order, bool *seen)
{
    size_t found = 0;
    for (size_t at = from, done = 0;; at = order[done++]) {
        for (size_t to = 0; to < g->count; to++) {
            if (!house_graph_has(g, at, to) || seen[to]) continue;
            seen[to] = true;
            order[found++] = to;
        }
        if (done == found) return found;
    }
}

void house_graph_close(house_graph *g)
{
    size_t *const order = house_allocated(calloc(g->count + 1, sizeof *order));
    for (size_t from = 0; from < g->count; from++)
        search_from(g, from, order, g->reaches + from * g->count);
    free(order);
}

/* Steps of the shortest way; SIZE_MAX: none. */
static size_t steps_between(const house_graph *g, size_t from, size_t to)
{
    size_t *const steps = house_allocated(calloc(g->count, sizeof *steps));
    size_t *const order = house_allocated(calloc(g->count + 1, sizeof *order));
    size_t found = 1;
    order[0] = from;
    for (size_t done = 0; done < found; done++)
        for (size_t next = 0; next < g->count; next++)
            if (house_graph_has(g, order[done], next) && next != from && !steps[next]) {
                steps[next] = steps[order[done]] + 1;
                order[found++] = next;
            }
    const size_t result = from == to ? 0 : steps[to] ? steps[to] : SIZE_MAX;
    free(order);
    free(steps);
    return result;
}

size_t house_graph_next(const house_graph *g, size_t from, size_t to)
{
    size_t best = SIZE_MAX, next = to;
    for (size_t via = 0; via < g->count; via++) {
        if (!house_graph_has(g, from, via)) continue;
        const size_t steps = steps_between(g, via, to);
        if (steps >= best) continue;
        best = steps;
        next = via;
    }
    return next;
}

/* ---- includes ------------------------------------------------------------------------------- */

void house_includes(const house_file *file, void (*visit)(void *context, const char *path),
                    void *context)
{
    static const char mark[] = "#include \"";
    for (const char *at = file->code; (at = strstr(at, mark)); at += sizeof mark - 1) {
        if (at != file->code && at[-1] != '\n') continue;
        const char *const path = file->text + (at - file->code) + sizeof mark - 1;
        char *const copy = house_format("%.*s", (int)strcspn(path, "\"\n"), path);
        visit(context, copy);
        free(copy);
    }
}

typedef struct adding {
    const house_sources *sources;
    house_graph *graph;
    size_t from;
} adding;

static void add_include(void *context, const char *path)
{
    const adding *a = context;
    const size_t to = house_find(a->sources, path);
    if (to != SIZE_MAX) house_graph_add(a->graph, a->from, to);
}

house_graph house_include_graph(const house_sources *s)
{
    house_graph g = house_graph_new(s->count);
    for (size_t i = 0; i < s->count; i++) {
        adding a = {s, &g, i};
        house_includes(&s->files[i], add_include, &a);
    }
    house_graph_close(&g);
    return g;
}
