#include "tests/support/designs/random_graphs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/designs/wirings.h"

enum { ROUTERS_MOST = 64, NODES_MOST = 176 };

typedef struct drawing {
    uint64_t state;
    int routers, nodes, memory;
    bool linked[ROUTERS_MOST][ROUTERS_MOST];
    int router_of[NODES_MOST];
} drawing;

static int draw(drawing *d, int low, int high)
{
    return low + (int)test_random_below(&d->state, (size_t)(high - low + 1));
}

/* Even in the logarithm. */
static int draw_by_ratio(drawing *d, int low, int high)
{
    const double share = (double)(test_random(&d->state) >> 11) * 0x1p-53;
    return (int)floor(low * pow((high + 1.0) / low, share));
}

/* A text that is written like a file. */
typedef struct page {
    char *text;
    size_t size;
    FILE *out;
} page;

static FILE *begin(page *p)
{
    p->out = open_memstream(&p->text, &p->size);
    assert_non_null(p->out);
    return p->out;
}

/* Both ways, of latencies of their own: half of the graphs have the same both ways. */
static void put_link(drawing *d, FILE *out, int a, int b, bool even)
{
    const int there = draw_by_ratio(d, 1, 8), back = even ? there : draw_by_ratio(d, 1, 8);
    d->linked[a][b] = d->linked[b][a] = true;
    fprintf(out, "%d,%d,%d,\n%d,%d,%d,\n", a, b, there, b, a, back);
}

/* A random tree, and further links. */
static void put_links(drawing *d, FILE *out)
{
    const int most = d->routers * (d->routers - 1) / 2;
    int left = d->routers * draw(d, 4, 12) / 4; /* pairs of links */
    const bool even = draw(d, 0, 1);
    if (left > most) left = most;
    fputs("from,to,cycles,mm\n", out);
    for (int r = 1; r < d->routers; r++, left--) put_link(d, out, draw(d, 0, r - 1), r, even);
    while (left > 0) {
        const int a = draw(d, 0, d->routers - 1), b = draw(d, 0, d->routers - 1);
        if (a == b || d->linked[a][b]) continue;
        put_link(d, out, a, b, even);
        left--;
    }
}

/* Nodes are dealt to routers in turn, some of which may be left out; then they are shuffled. */
static void put_nodes(drawing *d, FILE *out)
{
    const int first = draw(d, 0, 2) ? 0 : draw(d, 0, d->routers / 2);
    const int each = draw(d, 1, 3);
    for (int r = first; r < d->routers; r++)
        for (int i = 0; i < each && d->nodes < NODES_MOST; i++) d->router_of[d->nodes++] = r;
    for (int n = 0; d->nodes < 4; n++) d->router_of[d->nodes++] = n % d->routers;
    for (int n = d->nodes - 1; n > 0; n--) {
        const int other = draw(d, 0, n), router = d->router_of[n];
        d->router_of[n] = d->router_of[other];
        d->router_of[other] = router;
    }
    fputs("node,router\n", out);
    for (int n = 0; n < d->nodes; n++) fprintf(out, "%d,%d\n", n, d->router_of[n]);
}

/* What is drawn beside the graph. */
typedef struct drawn_settings {
    bool has_memory;
    int vcs, buffer_flits, stages, flit_bytes, packet_flits;
    const char *allocator;
} drawn_settings;

static drawn_settings draw_settings(drawing *d)
{
    static const char *const allocators[] = {"islip", "separable"};
    drawn_settings s;
    s.has_memory = draw(d, 0, 1);
    d->memory = s.has_memory ? 1 + draw(d, 0, d->nodes / 5) : 0;
    s.stages = draw(d, 1, 4);
    s.buffer_flits = draw_by_ratio(d, 3, 16);
    s.vcs = (s.has_memory ? 2 : 1) * draw_by_ratio(d, 1, 4);
    s.flit_bytes = 8 << draw(d, 0, 2);
    s.allocator = allocators[draw(d, 0, 1)];
    s.packet_flits = s.has_memory ? 0 : draw_by_ratio(d, 1, 9);
    return s;
}

static noc_status try_settings(const drawing *d, const drawn_settings *s, int vcs,
                               wired_parts *design, test_system *tested)
{
    char nodes[60], network[200], traffic[80];
    noc_diag diag = {0};
    snprintf(nodes, sizeof nodes, "compute = %d; memory = %d;", d->nodes - d->memory, d->memory);
    snprintf(network, sizeof network,
             "virtual_channels = %d; buffer_flits = %d; router_stages = %d; allocator = \"%s\"; "
             "flit_bytes = %d;",
             vcs, s->buffer_flits, s->stages, s->allocator, s->flit_bytes);
    if (s->has_memory)
        snprintf(traffic, sizeof traffic, "pattern = \"many-to-few\";");
    else
        snprintf(traffic, sizeof traffic, "pattern = \"uniform\"; packet_flits = %d;",
                 s->packet_flits);
    design->nodes = nodes;
    design->network = network;
    design->traffic = traffic;
    const noc_status status = test_parts_try(design, tested, &diag);
    if (status != NOC_OK && vcs == NOC_VCS_MAX) test_print_messages(&diag);
    noc_diag_clear(&diag);
    return status;
}

test_system random_graph_compile(unsigned number, int vcs)
{
    drawing d = {.state = 41000 + number};
    page links = {0}, attach = {0};
    test_system t;
    d.routers = draw_by_ratio(&d, 4, ROUTERS_MOST);
    put_links(&d, begin(&links));
    put_nodes(&d, begin(&attach));
    fclose(links.out);
    fclose(attach.out);
    const drawn_settings s = draw_settings(&d);
    wired_parts design = {.links = links.text, .attach = attach.text};
    int have = vcs ? vcs : s.vcs;
    noc_status status = try_settings(&d, &s, have, &design, &t);
    for (; status != NOC_OK && vcs == 0 && have < NOC_VCS_MAX;)
        status = try_settings(&d, &s, ++have, &design, &t);
    free(links.text);
    free(attach.text);
    assert_int_equal(status, NOC_OK);
    return t;
}

/* ---- rows ----------------------------------------------------------------------------------- */

static const char header[] =
    "graph,virtual_channels,saturation,saturation_half,knee,latency_30,half_30,latency_60,half_60,"
    "latency_80,half_80";

void random_graph_put_header(FILE *out)
{
    fprintf(out, "%s\n", header);
}

void random_graph_put(const random_graph_row *row, FILE *out)
{
    fprintf(out, "%u,%d,%.5g,%.2g,", row->number, row->virtual_channels, row->saturation,
            row->saturation_half);
    if (!isnan(row->knee)) fprintf(out, "%.5g", row->knee);
    for (size_t i = 0; i < RANDOM_GRAPH_LOADS; i++)
        fprintf(out, ",%.5g,%.2g", row->latency[i], row->half[i]);
    fputc('\n', out);
    fflush(out);
}

static bool read_row(char *line, random_graph_row *row)
{
    enum { CELLS = 5 + 2 * RANDOM_GRAPH_LOADS };
    double numbers[CELLS];
    size_t count = 0;
    for (char *cell; (cell = strsep(&line, ",")) && count < CELLS;)
        numbers[count++] = *cell && *cell != '\n' ? strtod(cell, NULL) : NAN;
    if (count < CELLS) return false;
    *row = (random_graph_row){
        (unsigned)numbers[0], (int)numbers[1], numbers[2], numbers[3], numbers[4], {0}, {0}};
    for (size_t i = 0; i < RANDOM_GRAPH_LOADS; i++) {
        row->latency[i] = numbers[5 + 2 * i];
        row->half[i] = numbers[6 + 2 * i];
    }
    return true;
}

bool random_graph_rows_read(const char *path, random_graph_row **rows, size_t *count)
{
    char line[400];
    FILE *in = fopen(path, "r");
    *rows = calloc(RANDOM_GRAPHS, sizeof **rows);
    *count = 0;
    if (!in || !*rows) return false;
    while (fgets(line, sizeof line, in) && *count < RANDOM_GRAPHS)
        *count += read_row(line, &(*rows)[*count]) && (*rows)[*count].saturation > 0.0;
    fclose(in);
    return true;
}
