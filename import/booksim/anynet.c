#include "import/booksim/anynet.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/input/text_file.h"

enum {
    LARGEST = (1 << 20) - 1, /* largest number of a router or node, and latency */
    MOST_BYTES = 1 << 26,
};

static const noc_text_kind text_kind = {
    .most_bytes = MOST_BYTES,
    .large = "is larger than 64 MiB",
    .binary = "is binary (a network_file is text)",
    .empty = "is empty (expected router 0 node 0 router 1 ...)",
    .directory = "is a directory (a network_file is expected)",
};

typedef enum kind { ROUTER, NODE } kind;

typedef struct reading {
    noc_booksim_graph *graph;
    noc_place place;
    const char *at;  /* position in the line */
    int *first_seen; /* first line with the router; 0: none */
    int *node_lines; /* line that attaches the node; 0: none */
    noc_diag *diag;
} reading;

/* ---- words ---------------------------------------------------------------------------------- */

static noc_status refuse(const reading *r, const char *expected)
{
    const size_t shown = strcspn(r->at, " \r\n");
    if (shown == 0)
        return noc_fail(r->diag, NOC_EINPUT, r->place, "expected %s, the line ends here", expected);
    return noc_fail(r->diag, NOC_EINPUT, r->place, "expected %s, not '%.*s'", expected,
                    shown > 40 ? 40 : (int)shown, r->at);
}

static void skip_blanks(reading *r)
{
    r->at += strspn(r->at, " ");
    if (*r->at == '\r') r->at += strcspn(r->at, "\n");
}

static bool at_end(const reading *r)
{
    return *r->at == '\0' || *r->at == '\n';
}

static bool take_kind(reading *r, kind *what)
{
    static const char *const words[] = {[ROUTER] = "router", [NODE] = "node"};
    const size_t length = strcspn(r->at, " \r\n");
    for (int k = ROUTER; k <= NODE; k++) {
        if (length != strlen(words[k]) || strncmp(r->at, words[k], length) != 0) continue;
        *what = (kind)k;
        r->at += length;
        skip_blanks(r);
        return true;
    }
    return false;
}

static noc_status take_number(reading *r, const char *expected, int *number)
{
    const size_t digits = strspn(r->at, "0123456789"), length = strcspn(r->at, " \r\n");
    const long value = digits ? strtol(r->at, NULL, 10) : -1;
    if (digits == 0 || digits != length || digits > 9 || value > LARGEST)
        return refuse(r, expected);
    *number = (int)value;
    r->at += length;
    skip_blanks(r);
    return NOC_OK;
}

/* ---- statements ----------------------------------------------------------------------------- */

static void see_router(reading *r, int router)
{
    if (!r->first_seen[router]) r->first_seen[router] = r->place.line;
    if (router >= r->graph->routers) r->graph->routers = router + 1;
}

static noc_status add_node(reading *r, int node, int router)
{
    noc_booksim_graph *g = r->graph;
    see_router(r, router);
    if (r->node_lines[node] && g->router_of[node] != router)
        return noc_fail(r->diag, NOC_EINPUT, r->place,
                        "node %d is at router %d (line %d): it cannot be at router %d as well",
                        node, g->router_of[node], r->node_lines[node], router);
    g->router_of[node] = router;
    r->node_lines[node] = r->place.line;
    if (node >= g->nodes) g->nodes = node + 1;
    return NOC_OK;
}

static noc_status add_link(reading *r, noc_booksim_link link)
{
    noc_booksim_graph *g = r->graph;
    see_router(r, link.from);
    see_router(r, link.to);
    if (link.from == link.to)
        return noc_fail(r->diag, NOC_EINPUT, r->place, "router %d has a channel to itself",
                        link.from);
    /* the list is full; its capacity is a power of two */
    if ((g->link_count & (g->link_count - 1)) == 0) {
        const size_t capacity = g->link_count ? 2 * g->link_count : 1;
        noc_booksim_link *grown = realloc(g->links, capacity * sizeof *grown);
        if (!grown) return noc_fail_memory(r->diag);
        g->links = grown;
    }
    link.order = g->link_count;
    g->links[g->link_count++] = link;
    return NOC_OK;
}

/* Reads the latency after a word; 1 if there is none. */
static noc_status take_latency(reading *r, kind head, kind body, int body_number, int *cycles)
{
    const char *digit = r->at + (*r->at == '-');
    *cycles = 1;
    if (*digit < '0' || *digit > '9') return NOC_OK;
    if (head != ROUTER || body != ROUTER)
        return noc_fail(r->diag, NOC_EINPUT, r->place,
                        "a latency behind %s %d: only channels between routers have one; those of "
                        "nodes take 1 cycle (leave it out)",
                        body == NODE ? "node" : "router", body_number);
    const noc_status status = take_number(r, "a latency in cycles", cycles);
    if (status == NOC_OK && *cycles < 1)
        return noc_fail(r->diag, NOC_EINPUT, r->place, "latency 0: expected 1 cycle or more");
    return status;
}

static noc_status read_pair(reading *r, kind head, int number)
{
    kind body;
    int other, cycles;
    if (!take_kind(r, &body)) return refuse(r, "'router' or 'node'");
    noc_status status = take_number(r, "the number of a router or node", &other);
    if (status == NOC_OK) status = take_latency(r, head, body, other, &cycles);
    if (status != NOC_OK) return status;
    if (head == NODE && body == NODE)
        return noc_fail(r->diag, NOC_EINPUT, r->place, "node %d cannot be joined to node %d",
                        number, other);
    if (head == NODE) return add_node(r, number, other);
    if (body == NODE) return add_node(r, other, number);
    return add_link(r, (noc_booksim_link){number, other, cycles, 0, r->place.line, 0});
}

static noc_status read_line(reading *r)
{
    kind head;
    int number;
    const char *tab = memchr(r->at, '\t', strcspn(r->at, "\n"));
    if (tab)
        return noc_fail(r->diag, NOC_EINPUT, r->place,
                        "has a tab: BookSim reads words with blanks between them");
    skip_blanks(r);
    if (at_end(r)) return NOC_OK;
    if (!take_kind(r, &head)) return refuse(r, "'router' or 'node'");
    noc_status status = take_number(r, "the number of a router or node", &number);
    /* BookSim makes a router of the number behind a node as well */
    if (status == NOC_OK) see_router(r, number);
    while (status == NOC_OK && !at_end(r)) status = read_pair(r, head, number);
    return status;
}

static noc_status read_lines(reading *r, const char *text)
{
    noc_status status = NOC_OK;
    for (const char *line = text; *line && status == NOC_OK;) {
        r->at = line;
        r->place.line++;
        status = read_line(r);
        line += strcspn(line, "\n");
        line += *line == '\n';
    }
    return status;
}

/* ---- the graph ------------------------------------------------------------------------------ */

static int by_ends(const void *a, const void *b)
{
    const noc_booksim_link *x = a, *y = b;
    if (x->from != y->from) return x->from < y->from ? -1 : 1;
    return x->to == y->to ? 0 : x->to < y->to ? -1 : 1;
}

static int by_ends_and_order(const void *a, const void *b)
{
    const noc_booksim_link *x = a, *y = b;
    const int ends = by_ends(a, b);
    return ends ? ends : x->order < y->order ? -1 : 1;
}

/* Keeps the last line of each pair. */
static void keep_last(noc_booksim_graph *g)
{
    size_t kept = 0;
    for (size_t i = 0; i < g->link_count; i++)
        if (i + 1 == g->link_count || by_ends(&g->links[i], &g->links[i + 1]) != 0)
            g->links[kept++] = g->links[i];
    g->link_count = kept;
}

/* Adds the opposite channels that no line gives. */
static noc_status add_back(noc_booksim_graph *g, noc_diag *diag)
{
    const size_t own = g->link_count;
    if (own == 0) return NOC_OK;
    noc_booksim_link *all = calloc(2 * own + 1, sizeof *all);
    if (!all) return noc_fail_memory(diag);
    memcpy(all, g->links, own * sizeof *all);
    for (size_t i = 0; i < own; i++) {
        const noc_booksim_link *l = &g->links[i];
        const noc_booksim_link back = {l->to, l->from, 1, 0, l->line, l->cycles};
        if (!bsearch(&back, g->links, own, sizeof back, by_ends)) all[g->link_count++] = back;
    }
    free(g->links);
    g->links = all;
    qsort(g->links, g->link_count, sizeof *g->links, by_ends);
    return NOC_OK;
}

/* Checks that router 0 reaches all routers. All then reach each other, since every channel has an
 * opposite one. */
static noc_status check_reached(const reading *r)
{
    const noc_booksim_graph *g = r->graph;
    int *queue = calloc((size_t)g->routers, sizeof *queue), done = 0, count = 1;
    bool *reached = calloc((size_t)g->routers, sizeof *reached);
    noc_status status = queue && reached ? NOC_OK : noc_fail_memory(r->diag);
    if (status == NOC_OK) reached[0] = true;
    while (status == NOC_OK && done < count) {
        const int from = queue[done++];
        size_t low = 0, high = g->link_count;
        while (low < high) {
            const size_t middle = (low + high) / 2;
            if (g->links[middle].from < from)
                low = middle + 1;
            else
                high = middle;
        }
        for (; low < g->link_count && g->links[low].from == from; low++) {
            const int to = g->links[low].to;
            if (!reached[to]) queue[count++] = to;
            reached[to] = true;
        }
    }
    for (int i = 0; status == NOC_OK && i < g->routers; i++)
        if (!reached[i])
            status = noc_fail(r->diag, NOC_EINPUT, (noc_place){r->place.file, r->first_seen[i]},
                              "router %d cannot be reached from router 0", i);
    free(queue);
    free(reached);
    return status;
}

static noc_status check_numbers(const reading *r)
{
    const noc_booksim_graph *g = r->graph;
    const noc_place whole = {r->place.file, 0};
    if (g->nodes == 0)
        return noc_fail(r->diag, NOC_EINPUT, whole, "has no nodes: router 0 node 0 ...");
    for (int i = 0; i < g->nodes; i++)
        if (!r->node_lines[i])
            return noc_fail(r->diag, NOC_EINPUT, whole,
                            "node %d is missing: nodes are 0..%d, without gaps", i, g->nodes - 1);
    for (int i = 0; i < g->routers; i++)
        if (!r->first_seen[i])
            return noc_fail(r->diag, NOC_EINPUT, whole,
                            "router %d is missing: routers are 0..%d, without gaps", i,
                            g->routers - 1);
    return NOC_OK;
}

noc_status noc_booksim_anynet_read(const char *path, noc_booksim_graph *graph, noc_diag *diag)
{
    char *text = NULL;
    reading r = {.graph = graph, .place = {path, 0}, .diag = diag};
    noc_status status = noc_text_read(path, &text_kind, &text, diag);
    if (status != NOC_OK) return status;
    graph->router_of = calloc(LARGEST + 1, sizeof *graph->router_of);
    r.first_seen = calloc(LARGEST + 1, sizeof *r.first_seen);
    r.node_lines = calloc(LARGEST + 1, sizeof *r.node_lines);
    status = graph->router_of && r.first_seen && r.node_lines ? read_lines(&r, text)
                                                              : noc_fail_memory(diag);
    if (status == NOC_OK && graph->link_count)
        qsort(graph->links, graph->link_count, sizeof *graph->links, by_ends_and_order);
    if (status == NOC_OK) keep_last(graph);
    if (status == NOC_OK) status = add_back(graph, diag);
    if (status == NOC_OK) status = check_numbers(&r);
    if (status == NOC_OK) status = check_reached(&r);
    free(r.first_seen);
    free(r.node_lines);
    free(text);
    return status;
}

void noc_booksim_graph_clear(noc_booksim_graph *graph)
{
    free(graph->router_of);
    free(graph->links);
    *graph = (noc_booksim_graph){0};
}
