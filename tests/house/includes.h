/* tests/house/includes.h: what sources include of each other, as a graph of files. */
#ifndef NOC_TESTS_HOUSE_INCLUDES_H
#define NOC_TESTS_HOUSE_INCLUDES_H

#include "tests/house/sources.h"

/* Calls `visit` for the path in each #include "PATH" of a file, whether there is such a file or
 * not. */
void house_includes(const house_file *file, void (*visit)(void *context, const char *path),
                    void *context);

/* A graph of numbers 0 .. count - 1. */
typedef struct house_graph {
    size_t count;
    bool *has;     /* [from * count + to] */
    bool *reaches; /* likewise, in one step or more; after house_graph_close */
} house_graph;

house_graph house_graph_new(size_t count);
void house_graph_free(house_graph *graph);
void house_graph_add(house_graph *graph, size_t from, size_t to);
void house_graph_close(house_graph *graph);
bool house_graph_has(const house_graph *graph, size_t from, size_t to);
bool house_graph_reaches(const house_graph *graph, size_t from, size_t to);

/* The next node on a shortest way; `to` can be reached from `from`. */
size_t house_graph_next(const house_graph *graph, size_t from, size_t to);

/* The graph of all files. */
house_graph house_include_graph(const house_sources *sources);

#endif
