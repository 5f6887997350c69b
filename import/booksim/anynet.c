#include "import/booksim/anynet.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/auto.h"
#include "base/growing_list.h"
#include "base/input/text_file.h"

enum {
    NUMBER_MAX = (1 << 20) - 1, /* largest number of a router or node, and latency */
    BYTES_MAX = 1 << 26,
};

static const noc_text_kind text_kind = {
    .max_bytes = BYTES_MAX,
    .large_message = "is larger than 64 MiB",
    .binary_message = "is binary (a network_file is text)",
    .empty_message = "is empty (expected router 0 node 0 router 1 ...)",
    .directory_message = "is a directory (a network_file is expected)",
};

typedef enum word_kind { ROUTER, NODE } word_kind;

typedef struct graph_reader {
    noc_booksim_graph *graph;
    noc_place place;
    const char *position; /* position in the line */
    size_t link_capacity;
    int *router_lines; /* first line with the router; 0: none */
    int *node_lines;   /* line that attaches the node; 0: none */
    noc_diag *diag;
} graph_reader;

/* ---- words ---------------------------------------------------------------------------------- */

static noc_status refuse(const graph_reader *r, const char *expected)
{
    const size_t shown = strcspn(r->position, " \r\n");
    if (shown == 0)
        return noc_fail(r->diag, NOC_EINPUT, r->place, "expected %s, the line ends here", expected);
    return noc_fail(r->diag, NOC_EINPUT, r->place, "expected %s, not '%.*s'", expected,
                    shown > 40 ? 40 : (int)shown, r->position);
}

static void skip_blanks(graph_reader *r)
{
    r->position += strspn(r->position, " ");
    if (*r->position == '\r') r->position += strcspn(r->position, "\n");
}

static bool is_at_end(const graph_reader *r)
{
    return *r->position == '\0' || *r->position == '\n';
}

static bool read_kind(graph_reader *r, word_kind *word)
{
    static const char *const words[] = {[ROUTER] = "router", [NODE] = "node"};
    const size_t length = strcspn(r->position, " \r\n");
    for (int k = ROUTER; k <= NODE; k++) {
        if (length != strlen(words[k]) || strncmp(r->position, words[k], length) != 0) continue;
        *word = (word_kind)k;
        r->position += length;
        skip_blanks(r);
        return true;
    }
    return false;
}

static noc_status read_number(graph_reader *r, const char *expected, int *number)
{
    const size_t digits = strspn(r->position, "0123456789"), length = strcspn(r->position, " \r\n");
    const long value = digits ? strtol(r->position, NULL, 10) : -1;
    if (digits == 0 || digits != length || digits > 9 || value > NUMBER_MAX)
        return refuse(r, expected);
    *number = (int)value;
    r->position += length;
    skip_blanks(r);
    return NOC_OK;
}

/* ---- statements ----------------------------------------------------------------------------- */

static void note_router(graph_reader *r, int router)
{
    if (!r->router_lines[router]) r->router_lines[router] = r->place.line;
    if (router >= r->graph->routers) r->graph->routers = router + 1;
}

static noc_status add_node(graph_reader *r, int node, int router)
{
    noc_booksim_graph *g = r->graph;
    note_router(r, router);
    if (r->node_lines[node] && g->node_routers[node] != router)
        return noc_fail(r->diag, NOC_EINPUT, r->place,
                        "node %d is at router %d (line %d): it cannot be at router %d as well",
                        node, g->node_routers[node], r->node_lines[node], router);
    g->node_routers[node] = router;
    r->node_lines[node] = r->place.line;
    if (node >= g->nodes) g->nodes = node + 1;
    return NOC_OK;
}

static noc_status add_link(graph_reader *r, noc_booksim_link link)
{
    noc_booksim_graph *g = r->graph;
    note_router(r, link.from);
    note_router(r, link.to);
    if (link.from == link.to)
        return noc_fail(r->diag, NOC_EINPUT, r->place, "router %d has a channel to itself",
                        link.from);
    if (!noc_list_make_room(&g->arena, &g->links, g->link_count + 1, &r->link_capacity,
                            sizeof link))
        return noc_fail_memory(r->diag);
    link.order = g->link_count;
    g->links[g->link_count++] = link;
    return NOC_OK;
}

/* Reads the latency after a word; 1 if there is none. */
static noc_status read_latency(graph_reader *r, word_kind head, word_kind body, int body_number,
                               int *cycles)
{
    const char *digit = r->position + (*r->position == '-');
    *cycles = 1;
    if (*digit < '0' || *digit > '9') return NOC_OK;
    if (head != ROUTER || body != ROUTER)
        return noc_fail(
            r->diag, NOC_EINPUT, r->place,
            "a latency behind %s %d: only channels between routers have one; channels of "
            "nodes take 1 cycle (leave it out)",
            body == NODE ? "node" : "router", body_number);
    const noc_status status = read_number(r, "a latency in cycles", cycles);
    if (status == NOC_OK && *cycles < 1)
        return noc_fail(r->diag, NOC_EINPUT, r->place, "latency 0: expected 1 cycle or more");
    return status;
}

static noc_status read_pair(graph_reader *r, word_kind head, int number)
{
    word_kind body;
    int other, cycles;
    if (!read_kind(r, &body)) return refuse(r, "'router' or 'node'");
    noc_status status = read_number(r, "the number of a router or node", &other);
    if (status == NOC_OK) status = read_latency(r, head, body, other, &cycles);
    if (status != NOC_OK) return status;
    if (head == NODE && body == NODE)
        return noc_fail(r->diag, NOC_EINPUT, r->place, "node %d cannot be joined to node %d",
                        number, other);
    if (head == NODE) return add_node(r, number, other);
    if (body == NODE) return add_node(r, other, number);
    return add_link(r, (noc_booksim_link){number, other, cycles, 0, r->place.line, 0});
}

static noc_status read_line(graph_reader *r)
{
    word_kind head;
    int number;
    const char *tab = memchr(r->position, '\t', strcspn(r->position, "\n"));
    if (tab)
        return noc_fail(r->diag, NOC_EINPUT, r->place,
                        "has a tab: BookSim reads words with blanks between them");
    skip_blanks(r);
    if (is_at_end(r)) return NOC_OK;
    if (!read_kind(r, &head)) return refuse(r, "'router' or 'node'");
    noc_status status = read_number(r, "the number of a router or node", &number);
    /* BookSim makes a router of the number behind a node as well */
    if (status == NOC_OK) note_router(r, number);
    while (status == NOC_OK && !is_at_end(r)) status = read_pair(r, head, number);
    return status;
}

static noc_status read_lines(graph_reader *r, const char *text)
{
    noc_status status = NOC_OK;
    for (const char *line = text; *line && status == NOC_OK;) {
        r->position = line;
        r->place.line++;
        status = read_line(r);
        line += strcspn(line, "\n");
        line += *line == '\n';
    }
    return status;
}

/* ---- the graph ------------------------------------------------------------------------------ */

static int compare_ends(const void *a, const void *b)
{
    const noc_booksim_link *x = a, *y = b;
    if (x->from != y->from) return x->from < y->from ? -1 : 1;
    return x->to == y->to ? 0 : x->to < y->to ? -1 : 1;
}

static int compare_ends_and_order(const void *a, const void *b)
{
    const noc_booksim_link *x = a, *y = b;
    const int ends = compare_ends(a, b);
    return ends ? ends : x->order < y->order ? -1 : 1;
}

/* Keeps the last line of each pair. */
static void drop_repeated_links(noc_booksim_graph *g)
{
    size_t count = 0;
    for (size_t i = 0; i < g->link_count; i++)
        if (i + 1 == g->link_count || compare_ends(&g->links[i], &g->links[i + 1]) != 0)
            g->links[count++] = g->links[i];
    g->link_count = count;
}

/* Adds the opposite channels that no line gives. */
static noc_status add_opposite_links(noc_booksim_graph *g, noc_diag *diag)
{
    const size_t line_count = g->link_count;
    if (line_count == 0) return NOC_OK;
    noc_booksim_link *links = noc_arena_array(&g->arena, 2 * line_count, sizeof *links);
    if (!links) return noc_fail_memory(diag);
    memcpy(links, g->links, line_count * sizeof *links);
    for (size_t i = 0; i < line_count; i++) {
        const noc_booksim_link *l = &g->links[i];
        const noc_booksim_link opposite = {l->to, l->from, 1, 0, l->line, l->cycles};
        if (!bsearch(&opposite, g->links, line_count, sizeof opposite, compare_ends))
            links[g->link_count++] = opposite;
    }
    noc_arena_release(&g->arena, g->links);
    g->links = links;
    qsort(g->links, g->link_count, sizeof *g->links, compare_ends);
    return NOC_OK;
}

/* Checks that router 0 reaches all routers. All then reach each other, since every channel has an
 * opposite one. */
static noc_status check_connected(const graph_reader *r)
{
    const noc_booksim_graph *g = r->graph;
    NOC_AUTO_FREE int *queue = calloc((size_t)g->routers, sizeof *queue);
    NOC_AUTO_FREE bool *reached = calloc((size_t)g->routers, sizeof *reached);
    int visited = 0, count = 1;
    if (!queue || !reached) return noc_fail_memory(r->diag);
    reached[0] = true;
    while (visited < count) {
        const int from = queue[visited++];
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
    for (int i = 0; i < g->routers; i++)
        if (!reached[i])
            return noc_fail(r->diag, NOC_EINPUT, (noc_place){r->place.file, r->router_lines[i]},
                            "router %d cannot be reached from router 0", i);
    return NOC_OK;
}

static noc_status check_numbers(const graph_reader *r)
{
    const noc_booksim_graph *g = r->graph;
    const noc_place file_place = {r->place.file, 0};
    if (g->nodes == 0)
        return noc_fail(r->diag, NOC_EINPUT, file_place, "has no nodes: router 0 node 0 ...");
    for (int i = 0; i < g->nodes; i++)
        if (!r->node_lines[i])
            return noc_fail(r->diag, NOC_EINPUT, file_place,
                            "node %d is missing: nodes are 0..%d, without gaps", i, g->nodes - 1);
    for (int i = 0; i < g->routers; i++)
        if (!r->router_lines[i])
            return noc_fail(r->diag, NOC_EINPUT, file_place,
                            "router %d is missing: routers are 0..%d, without gaps", i,
                            g->routers - 1);
    return NOC_OK;
}

noc_status noc_booksim_anynet_read(const char *path, noc_booksim_graph *graph, noc_diag *diag)
{
    NOC_AUTO_FREE char *text = NULL;
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    graph_reader r = {.graph = graph, .place = {path, 0}, .diag = diag};
    noc_status status = noc_text_read(path, &text_kind, &text, diag);
    if (status != NOC_OK) return status;
    graph->node_routers =
        noc_arena_array(&graph->arena, NUMBER_MAX + 1, sizeof *graph->node_routers);
    r.router_lines = noc_arena_array(&scratch, NUMBER_MAX + 1, sizeof *r.router_lines);
    r.node_lines = noc_arena_array(&scratch, NUMBER_MAX + 1, sizeof *r.node_lines);
    status =
        graph->node_routers && !scratch.is_short ? read_lines(&r, text) : noc_fail_memory(diag);
    if (status == NOC_OK && graph->link_count)
        qsort(graph->links, graph->link_count, sizeof *graph->links, compare_ends_and_order);
    if (status == NOC_OK) drop_repeated_links(graph);
    if (status == NOC_OK) status = add_opposite_links(graph, diag);
    if (status == NOC_OK) status = check_numbers(&r);
    return status == NOC_OK ? check_connected(&r) : status;
}
