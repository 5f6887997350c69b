#include "tests/random_graphs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "network/design_read.h"

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

static FILE *open_file(const char *folder, const char *name)
{
    char path[200];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    return out;
}

/* Both ways, of latencies of their own: half of the graphs have the same both ways. */
static void put_link(drawing *d, FILE *out, int a, int b, bool even)
{
    const int there = draw_by_ratio(d, 1, 8), back = even ? there : draw_by_ratio(d, 1, 8);
    d->linked[a][b] = d->linked[b][a] = true;
    fprintf(out, "%d,%d,%d,\n%d,%d,%d,\n", a, b, there, b, a, back);
}

/* A random tree, and further links. */
static void put_links(drawing *d, const char *folder)
{
    FILE *out = open_file(folder, "links.csv");
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
    fclose(out);
}

/* Nodes are dealt to routers in turn, some of which may be left out; then they are shuffled. */
static void put_nodes(drawing *d, const char *folder)
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
    FILE *out = open_file(folder, "attach.csv");
    fputs("node,router\n", out);
    for (int n = 0; n < d->nodes; n++) fprintf(out, "%d,%d\n", n, d->router_of[n]);
    fclose(out);
}

static void put_design(drawing *d, const char *folder)
{
    static const char *const allocators[] = {"islip", "separable"};
    const bool has_memory = draw(d, 0, 1);
    if (has_memory) d->memory = 1 + draw(d, 0, d->nodes / 5);
    FILE *out = open_file(folder, "design.cfg");
    fprintf(out, "nodes = { compute = %d; memory = %d; };\n", d->nodes - d->memory, d->memory);
    fputs("network = { topology = \"file\"; links = \"links.csv\"; attach = \"attach.csv\";\n",
          out);
    fprintf(out, "  virtual_channels = %d; buffer_flits = %d; router_stages = %d;\n",
            (has_memory ? 2 : 1) * draw_by_ratio(d, 1, 4), draw_by_ratio(d, 3, 16), draw(d, 1, 4));
    fprintf(out, "  allocator = \"%s\"; flit_bytes = %d; };\n", allocators[draw(d, 0, 1)],
            8 << draw(d, 0, 2));
    fprintf(out, "traffic = { pattern = \"%s\"; ", has_memory ? "many-to-few" : "uniform");
    if (!has_memory) fprintf(out, "packet_flits = %d; ", draw_by_ratio(d, 1, 9));
    fputs("};\n", out);
    fclose(out);
}

/* Its design file. */
static void write_graph(unsigned number, const char *folder)
{
    drawing d = {.state = 41000 + number};
    d.routers = draw_by_ratio(&d, 4, ROUTERS_MOST);
    put_links(&d, folder);
    put_nodes(&d, folder);
    put_design(&d, folder);
}

/* With so many virtual channels; 0: as the file has it. NULL parts where it is refused. */
static test_system compile(const char *path, int vcs)
{
    char setting[60];
    const char *sets[] = {setting};
    test_system t = {NULL, NULL};
    noc_source source = {0};
    noc_diag diag = {0};
    snprintf(setting, sizeof setting, "network.virtual_channels=%d", vcs);
    noc_status status = noc_source_read(path, &source, &diag);
    if (status == NOC_OK) status = noc_design_read(&source, sets, vcs > 0, &t.design, &diag);
    if (status == NOC_OK) status = noc_system_compile(t.design, &t.system, &diag);
    if (status != NOC_OK) {
        if (vcs >= NOC_VCS_MAX) test_print_messages(&diag);
        noc_design_free(t.design);
        t = (test_system){NULL, NULL};
    }
    noc_source_clear(&source);
    noc_diag_clear(&diag);
    return t;
}

test_system random_graph_compile(unsigned number, int vcs)
{
    static const char *const files[] = {"links.csv", "attach.csv", "design.cfg"};
    char folder[] = "/tmp/random-graph-XXXXXX", path[80];
    assert_non_null(mkdtemp(folder));
    write_graph(number, folder);
    snprintf(path, sizeof path, "%s/design.cfg", folder);
    test_system t = compile(path, vcs);
    for (int more = 1; !t.system && vcs == 0 && more <= NOC_VCS_MAX; more++) {
        t = compile(path, more);
        if (t.system && t.design->networks[0].virtual_channels != more) test_system_free(&t);
    }
    assert_non_null(t.system);
    for (size_t f = 0; f < TEST_COUNT(files); f++) {
        snprintf(path, sizeof path, "%s/%s", folder, files[f]);
        unlink(path);
    }
    rmdir(folder);
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
