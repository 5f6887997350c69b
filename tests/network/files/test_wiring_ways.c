/* The ways that packets take in graphs of one's own, against the tables of BookSim's anynet
 * (tests/reference/graphs/), brute force, and a mesh of the same links. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analytic/zero_load.h"
#include "import/booksim/anynet.h"
#include "network/files/wiring_read.h"
#include "network/graph/guide.h"
#include "sampler/sampling/sample.h"
#include "tests/support/designs/wirings.h"

/* ---- ways, as BookSim finds them ------------------------------------------------------------ */

typedef struct graph_case {
    const char *name;
    uint32_t routers;
} graph_case;

static const graph_case graphs[] = {{"cubic12", 12}, {"gputree", 6}, {"star6", 7}};

/* The files of a graph of BookSim, one node at each router. */
static noc_wiring *wiring_of(const noc_booksim_graph *g)
{
    char *links = NULL, *nodes = test_attach_in_order((unsigned)g->routers);
    size_t size;
    FILE *out = open_memstream(&links, &size);
    fputs("from,to,cycles,mm\n", out);
    for (size_t i = 0; i < g->link_count; i++)
        fprintf(out, "%d,%d,%d,1\n", g->links[i].from, g->links[i].to, g->links[i].cycles);
    fclose(out);
    const noc_embedded_file given[] = {{"l", links}, {"a", nodes}, {NULL, NULL}};
    const char *const files[NOC_WIRING_FILES] = {"l", "a", NULL, NULL};
    noc_wiring *w = NULL;
    assert_int_equal(noc_wiring_read(files, given, &w, NULL), NOC_OK);
    free(links);
    free(nodes);
    return w;
}

static noc_guide *guide_of(noc_arena *arena, const noc_wiring *w, noc_path_tie_rule ties)
{
    uint16_t *cycles = calloc(w->link_count + 1, sizeof *cycles);
    for (size_t i = 0; i < w->link_count; i++) cycles[i] = (uint16_t)w->links[i].cycles;
    noc_guide *g = noc_guide_find_minimal(arena, w, cycles, ties);
    assert_non_null(g);
    free(cycles);
    return g;
}

static void ways_are_those_of_booksim(void **state)
{
    const graph_case *c = *state;
    char path[200];
    noc_booksim_graph g = {0};
    snprintf(path, sizeof path, NOC_SOURCE_DIR "/tests/reference/graphs/%s.txt", c->name);
    assert_int_equal(noc_booksim_anynet_read(path, &g, NULL), NOC_OK);
    noc_wiring *w = wiring_of(&g);
    noc_arena arena = {0};
    noc_guide *guide = guide_of(&arena, w, NOC_TIES_BOOKSIM);
    snprintf(path, sizeof path, "tests/reference/graphs/%s.routes.csv", c->name);
    char *table = test_read_text(path);
    size_t rows = 0;
    for (char *line = strchr(table, '\n') + 1; *line; line = strchr(line, '\n') + 1) {
        unsigned router, destination, next;
        assert_int_equal(sscanf(line, "%u,%u,%u", &router, &destination, &next), 3);
        rows++;
        if (router != destination)
            assert_int_equal(noc_guide_next(guide, router, destination), next);
    }
    assert_int_equal(rows, c->routers * c->routers);
    free(table);
    noc_arena_clear(&arena);
    noc_wiring_free(w);
    noc_arena_clear(&g.arena);
}

/* ---- ways of fewest cycles, links and lowest numbers, by brute force ------------------------- */

enum { ROUTERS = 14, NEVER = 1 << 20 };

typedef struct cost {
    int cycles, links;
} cost;

static bool is_less(cost a, cost b)
{
    return a.cycles < b.cycles || (a.cycles == b.cycles && a.links < b.links);
}

/* A ring, so that all are connected, and chords. */
static noc_wiring *draw_wiring(uint64_t seed, cost direct[ROUTERS][ROUTERS])
{
    noc_booksim_link links[ROUTERS * ROUTERS];
    noc_booksim_graph g = {.routers = ROUTERS, .links = links};
    for (int a = 0; a < ROUTERS; a++) {
        for (int b = 0; b < ROUTERS; b++) {
            direct[a][b] = a == b ? (cost){0, 0} : (cost){NEVER, NEVER};
            const bool there = b == (a + 1) % ROUTERS || test_random_below(&seed, 6) == 0;
            if (a == b || !there) continue;
            direct[a][b] = (cost){1 + (int)test_random_below(&seed, 3), 1};
            links[g.link_count++] =
                (noc_booksim_link){.from = a, .to = b, .cycles = direct[a][b].cycles};
        }
    }
    return wiring_of(&g);
}

static void least_ways_by_brute_force(cost best[ROUTERS][ROUTERS])
{
    for (int k = 0; k < ROUTERS; k++)
        for (int a = 0; a < ROUTERS; a++)
            for (int b = 0; b < ROUTERS; b++) {
                const cost by = {best[a][k].cycles + best[k][b].cycles,
                                 best[a][k].links + best[k][b].links};
                if (is_less(by, best[a][b])) best[a][b] = by;
            }
}

static void ways_are_least(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        cost direct[ROUTERS][ROUTERS], best[ROUTERS][ROUTERS];
        noc_wiring *w = draw_wiring(seed, direct);
        noc_arena arena = {0};
        noc_guide *guide = guide_of(&arena, w, NOC_TIES_LOWEST);
        memcpy(best, direct, sizeof best);
        least_ways_by_brute_force(best);
        for (int a = 0; a < ROUTERS; a++) {
            for (int b = 0; b < ROUTERS; b++) {
                int next = 0;
                while (a != b &&
                       (next == a || direct[a][next].links > 1 ||
                        direct[a][next].cycles + best[next][b].cycles != best[a][b].cycles ||
                        1 + best[next][b].links != best[a][b].links))
                    next++;
                if (a != b) assert_int_equal(noc_guide_next(guide, (uint32_t)a, (uint32_t)b), next);
            }
        }
        noc_arena_clear(&arena);
        noc_wiring_free(w);
    }
}

/* ---- a mesh as a file ----------------------------------------------------------------------- */

enum { SIDE = 4 };

#define MESH_KEYS "virtual_channels = 2; "
static const char mesh_text[] =
    "nodes = { compute = 16; memory = 0; };\n"
    "network = { topology = \"mesh\"; columns = 4; rows = 4; " MESH_KEYS "};\n"
    "traffic = { pattern = \"uniform\"; };\n";
static const char mesh_file_text[] =
    "nodes = { compute = 16; memory = 0; };\n"
    "network = { topology = \"file\"; links = \"l.csv\"; attach = \"a.csv\"; routes = \"r.csv\"; "
    "positions = \"p.csv\"; " MESH_KEYS "};\n"
    "traffic = { pattern = \"uniform\"; };\n";

static void print_mesh_links(FILE *out)
{
    fputs("from,to,cycles,mm\n", out);
    for (int r = 0; r < SIDE * SIDE; r++) {
        if (r % SIDE + 1 < SIDE) fprintf(out, "%d,%d,,\n%d,%d,,\n", r, r + 1, r + 1, r);
        if (r / SIDE + 1 < SIDE) fprintf(out, "%d,%d,,\n%d,%d,,\n", r, r + SIDE, r + SIDE, r);
    }
}

static void print_xy(FILE *out)
{
    fputs("router,destination,next\n", out);
    for (int at = 0; at < SIDE * SIDE; at++) {
        for (int to = 0; to < SIDE * SIDE; to++) {
            const int x = to % SIDE - at % SIDE, y = to / SIDE - at / SIDE;
            const int next = x ? at + (x > 0 ? 1 : -1) : at + (y > 0 ? SIDE : -SIDE);
            if (at != to) fprintf(out, "%d,%d,%d\n", at, to, next);
        }
    }
}

static test_system mesh_as_file(const char *const *overrides)
{
    char *texts[4] = {NULL};
    FILE *out[3];
    size_t size;
    for (int f = 0; f < 3; f++) out[f] = open_memstream(&texts[f], &size);
    print_mesh_links(out[0]);
    print_xy(out[1]);
    fputs("router,x,y\n", out[2]);
    for (int r = 0; r < SIDE * SIDE; r++) fprintf(out[2], "%d,%d,%d\n", r, r % SIDE, r / SIDE);
    for (int f = 0; f < 3; f++) fclose(out[f]);
    texts[3] = test_attach_in_order(SIDE * SIDE);
    const wired_design wired = {
        mesh_file_text,
        {{"l.csv", texts[0]}, {"r.csv", texts[1]}, {"p.csv", texts[2]}, {"a.csv", texts[3]}}};
    test_system t = test_wired(&wired, overrides);
    for (int f = 0; f < 4; f++) free(texts[f]);
    return t;
}

static void a_mesh_from_a_file_is_a_mesh(void **state)
{
    (void)state;
    test_system mesh = test_compile(mesh_text, NULL), file = mesh_as_file(NULL);
    const noc_graph *a = &mesh.system->graph, *b = &file.system->graph;
    assert_int_equal(a->channel_count, b->channel_count);
    assert_near(noc_zero_load_latency(file.system), noc_zero_load_latency(mesh.system), 1e-9);
    for (uint32_t r = 0; r < a->router_count; r++) {
        for (uint32_t s = 0; s < a->router_count; s++) {
            const uint32_t one = noc_graph_link(a, r, s), other = noc_graph_link(b, r, s);
            assert_int_equal(one == NOC_NONE, other == NOC_NONE);
            if (one == NOC_NONE) continue;
            assert_int_equal(a->channels[one].latency, b->channels[other].latency);
            assert_near(a->channels[one].length_mm, b->channels[other].length_mm, 1e-9);
        }
    }
    const noc_sample_options options = {.precision = 0.02, .seed = 1};
    noc_sample one, other;
    assert_int_equal(noc_sample_at(mesh.system, 0.3, &options, &one, NULL), NOC_OK);
    assert_int_equal(noc_sample_at(file.system, 0.3, &options, &other, NULL), NOC_OK);
    const noc_interval *x = &one.quantities[NOC_SAMPLE_LATENCY];
    const noc_interval *y = &other.quantities[NOC_SAMPLE_LATENCY];
    assert_near(x->mean, y->mean, 2.0 * (x->half_width + y->half_width));
    test_system_free(&mesh);
    test_system_free(&file);
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, graphs, ways_are_those_of_booksim);
    test_add(&list, "ways are least", ways_are_least);
    test_add(&list, "a mesh from a file is a mesh", a_mesh_from_a_file_is_a_mesh);
    return test_run("wiring_ways", &list);
}
