/* Graphs of one's own: what is built of their files, and the ways that packets take. Ways are
 * compared with the tables of BookSim's anynet (tests/reference/graphs/), with brute force, and
 * with a mesh of the same links. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analytic/loads.h"
#include "analytic/zero_load.h"
#include "network/booksim/anynet.h"
#include "network/guide.h"
#include "network/wiring_read.h"
#include "sampler/sample.h"
#include "tests/wirings.h"

/* ---- ways, as BookSim finds them ------------------------------------------------------------ */

typedef struct graph_case {
    const char *name;
    uint32_t routers;
} graph_case;

static const graph_case graphs[] = {{"cubic12", 12}, {"gputree", 6}, {"star6", 7}};

/* The files of a graph of BookSim, one node at each router. */
static noc_wiring *wiring_of(const noc_booksim_graph *g)
{
    char *links = NULL, *nodes = NULL;
    size_t size;
    FILE *out = open_memstream(&links, &size);
    fputs("from,to,cycles,mm\n", out);
    for (size_t i = 0; i < g->link_count; i++)
        fprintf(out, "%d,%d,%d,1\n", g->links[i].from, g->links[i].to, g->links[i].cycles);
    fclose(out);
    out = open_memstream(&nodes, &size);
    fputs("node,router\n", out);
    for (int r = 0; r < g->routers; r++) fprintf(out, "%d,%d\n", r, r);
    fclose(out);
    const noc_embedded_file given[] = {{"l", links}, {"a", nodes}, {NULL, NULL}};
    const char *const files[NOC_WIRING_FILES] = {"l", "a", NULL, NULL};
    noc_wiring *w = NULL;
    assert_int_equal(noc_wiring_read(files, given, &w, NULL), NOC_OK);
    free(links);
    free(nodes);
    return w;
}

static noc_guide *guide_of(const noc_wiring *w, noc_way_ties ties)
{
    uint16_t *cycles = calloc(w->link_count + 1, sizeof *cycles);
    for (size_t i = 0; i < w->link_count; i++) cycles[i] = (uint16_t)w->links[i].cycles;
    noc_guide *g = noc_guide_minimal(w, cycles, ties);
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
    noc_guide *guide = guide_of(w, NOC_TIES_BOOKSIM);
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
    noc_guide_free(guide);
    noc_wiring_free(w);
    noc_booksim_graph_clear(&g);
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
        noc_guide *guide = guide_of(w, NOC_TIES_LOWEST);
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
        noc_guide_free(guide);
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
    FILE *out[4];
    size_t size;
    for (int f = 0; f < 4; f++) out[f] = open_memstream(&texts[f], &size);
    print_mesh_links(out[0]);
    fputs("node,router\n", out[1]);
    print_xy(out[2]);
    fputs("router,x,y\n", out[3]);
    for (int r = 0; r < SIDE * SIDE; r++) {
        fprintf(out[1], "%d,%d\n", r, r);
        fprintf(out[3], "%d,%d,%d\n", r, r % SIDE, r / SIDE);
    }
    for (int f = 0; f < 4; f++) fclose(out[f]);
    const wired_design wired = {
        mesh_file_text,
        {{"l.csv", texts[0]}, {"a.csv", texts[1]}, {"r.csv", texts[2]}, {"p.csv", texts[3]}}};
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

/* ---- what cells mean ------------------------------------------------------------------------ */

#define PAIR_TEXT(keys)                                                                     \
    "chip = { tile_mm = 3.0; };\n"                                                          \
    "nodes = { compute = 2; memory = 1; };\n"                                               \
    "network = { topology = \"file\"; links = \"l.csv\"; attach = \"a.csv\"; " keys " };\n" \
    "traffic = { pattern = \"many-to-few\"; };\n"

/* Nodes 0 and 1 at router 0, memory at router 1; links 0 -> 1 as a case says, 1 -> 0 plain. */
typedef struct cell_case {
    const char *name;
    const char *header, *cells; /* behind "from,to" and "0,1" */
    const char *back;
    const char *overrides[3];
    int latency;
    double mm, rate;
    uint32_t lanes;
} cell_case;

static const cell_case cells[] = {
    {"given", ",cycles,mm", ",3,4.5", ",1,1", {NULL}, 3, 4.5, 1.0, 1},
    {"empty: the network's, a tile a cycle", ",cycles,mm", ",,", ",1,1", {NULL}, 1, 3.0, 1.0, 1},
    {"empty: channel_cycles",
     ",cycles,mm",
     ",,",
     ",1,1",
     {"network.channel_cycles=5"},
     5,
     15.0,
     1.0,
     1},
    {"given, whatever channel_cycles",
     ",cycles,mm",
     ",2,1",
     ",1,1",
     {"network.channel_cycles=5"},
     2,
     1.0,
     1.0,
     1},
    {"narrow", ",cycles,mm,flit_bytes", ",2,1,4", ",1,1,", {NULL}, 2, 1.0, 0.25, 1},
    {"wide", ",cycles,mm,flit_bytes", ",2,1,32", ",1,1,", {NULL}, 2, 1.0, 2.0, 1},
    {"narrow against another width",
     ",cycles,mm,flit_bytes",
     ",2,1,4",
     ",1,1,",
     {"network.flit_bytes=8"},
     2,
     1.0,
     0.5,
     1},
    {"rate", ",cycles,mm,flits_per_cycle", ",2,1,1.5", ",1,1,", {NULL}, 2, 1.0, 1.5, 1},
    {"rate of all links",
     ",cycles,mm,flits_per_cycle",
     ",2,1,",
     ",1,1,",
     {"network.link_flits_per_cycle=2.5"},
     2,
     1.0,
     2.5,
     1},
    {"lanes", ",cycles,mm,lanes", ",2,1,4", ",1,1,", {NULL}, 2, 1.0, 1.0, 4},
};

static test_system pair_of(const cell_case *c)
{
    char links[200];
    snprintf(links, sizeof links, "from,to%s\n0,1%s\n1,0%s\n", c->header, c->cells, c->back);
    const wired_design wired = {PAIR_TEXT(""),
                                {{"l.csv", links}, {"a.csv", "node,router\n0,0\n1,0\n2,1\n"}}};
    return test_wired(&wired, c->overrides);
}

static void cells_mean_what_they_say(void **state)
{
    const cell_case *c = *state;
    test_system t = pair_of(c);
    const noc_graph *g = &t.system->graph;
    for (uint32_t lane = 0; lane < c->lanes; lane++) {
        const uint32_t link = noc_graph_parallel_link(g, 0, 1, lane);
        assert_int_not_equal(link, NOC_NONE);
        assert_int_equal(g->channels[link].latency, c->latency);
        assert_near(g->channels[link].length_mm, c->mm, 1e-9);
        assert_near(g->channels[link].flits_per_cycle, c->rate, 1e-9);
    }
    assert_int_equal(noc_graph_parallel_link(g, 0, 1, c->lanes), NOC_NONE);
    test_system_free(&t);
}

/* ---- shares and lanes ----------------------------------------------------------------------- */

/* Requests of node 0 from router 0 to router 3, by 1 or 2. */
static void shares_multiply_along_the_way(void **state)
{
    (void)state;
    static const char links[] =
        "from,to,cycles,mm,lanes\n0,1,1,1,2\n0,2,1,1,\n1,3,1,1,4\n2,3,1,1,\n"
        "1,2,1,1,\n3,0,1,1,\n";
    static const char routes[] = "router,destination,next,share,vcs\n0,3,1,0.75,\n0,3,2,0.25,0\n"
                                 "1,3,3,0.2,\n1,3,2,0.8,\n2,3,3,1,\n3,0,0,1,\n";
    const wired_design wired = {
        "nodes = { compute = 1; memory = 1; };\n"
        "network = { topology = \"file\"; links = \"l.csv\"; attach = \"a.csv\"; routes = "
        "\"r.csv\";"
        " virtual_channels = 4; };\n",
        {{"l.csv", links}, {"a.csv", "node,router\n0,0\n1,3\n"}, {"r.csv", routes}}};
    test_system t = test_wired(&wired, NULL);
    const noc_system *s = t.system;
    double over[4][4] = {{0}}, sum = 0.0;
    for (size_t f = 0; f < s->traffic.flow_count; f++) {
        const noc_flow *flow = &s->traffic.flows[f];
        if (flow->class != NOC_REQUEST) continue;
        for (uint32_t p = 0; p < flow->route.paths; p++) {
            const noc_path *path = &s->routes.paths[flow->route.first_path + p];
            sum += path->probability;
            for (uint32_t h = path->first; h != NOC_NONE; h = s->routes.hops[h].next) {
                const noc_channel *c = &s->graph.channels[s->routes.hops[h].channel];
                if (c->kind != NOC_LINK) continue;
                over[c->from][c->to] += path->probability;
                const bool by_two = c->from == 0 && c->to == 2;
                assert_int_equal(s->routes.hops[h].vcs, by_two ? 1 : 3);
            }
        }
    }
    assert_near(sum, 1.0, 1e-9);
    assert_near(over[0][1], 0.75, 1e-9);
    assert_near(over[0][2], 0.25, 1e-9);
    assert_near(over[1][3], 0.15, 1e-9);
    assert_near(over[1][2], 0.60, 1e-9);
    assert_near(over[2][3], 0.85, 1e-9);
    test_system_free(&t);
}

static void lanes_share_evenly(void **state)
{
    (void)state;
    const cell_case *c = &cells[TEST_COUNT(cells) - 1];
    test_system t = pair_of(c);
    noc_loads loads = {0};
    assert_int_equal(noc_loads_new(t.system, &loads), NOC_OK);
    const double one = loads.channel_flits[noc_graph_parallel_link(&t.system->graph, 0, 1, 0)];
    assert_true(one > 0.0);
    for (uint32_t lane = 1; lane < c->lanes; lane++)
        assert_near(loads.channel_flits[noc_graph_parallel_link(&t.system->graph, 0, 1, lane)], one,
                    1e-9);
    noc_loads_clear(&loads);
    test_system_free(&t);
}

/* ---- hashes --------------------------------------------------------------------------------- */

#define PAIR_NODES "node,router\n0,0\n1,0\n2,1\n"
static const struct same_case {
    const char *name;
    const char *links, *nodes;
    const char *overrides[2];
    bool same; /* as the first */
} hashes[] = {
    {"order and spelling",
     "to,from,mm,cycles\n0,1,1.0,\"1\"\n1,0,10e-1,2\n",
     PAIR_NODES,
     {NULL},
     true},
    {"order of nodes",
     "from,to,cycles,mm\n0,1,2,1\n1,0,1,1\n",
     "router,node\n1,2\n0,1\n0,0\n",
     {NULL},
     true},
    {"empty cells that mean the same",
     "from,to,cycles,mm,lanes\n0,1,2,1,1\n1,0,,1,\n",
     PAIR_NODES,
     {NULL},
     true},
    {"another latency", "from,to,cycles,mm\n0,1,3,1\n1,0,1,1\n", PAIR_NODES, {NULL}, false},
    {"another length", "from,to,cycles,mm\n0,1,2,2\n1,0,1,1\n", PAIR_NODES, {NULL}, false},
    {"another router",
     "from,to,cycles,mm\n0,1,2,1\n1,0,1,1\n",
     "node,router\n0,0\n1,1\n2,1\n",
     {NULL},
     false},
    {"another rule for ties",
     "from,to,cycles,mm\n0,1,2,1\n1,0,1,1\n",
     PAIR_NODES,
     {"network.route_ties=booksim"},
     false},
};

static void hash_is_of_what_files_say(void **state)
{
    const struct same_case *c = *state;
    const wired_design first = {
        PAIR_TEXT(""), {{"l.csv", "from,to,cycles,mm\n0,1,2,1\n1,0,1,1\n"}, {"a.csv", PAIR_NODES}}};
    const wired_design other = {PAIR_TEXT(""), {{"l.csv", c->links}, {"other/a.csv", c->nodes}}};
    const char *const overrides[] = {"network.attach=other/a.csv", c->overrides[0], NULL};
    test_system one = test_wired(&first, NULL), two = test_wired(&other, overrides);
    assert_int_equal(strcmp(one.design->hash, two.design->hash) == 0, c->same);
    test_system_free(&one);
    test_system_free(&two);
}

int main(void)
{
    static test_list list;
    TEST_TABLE_PREFIXED(&list, "ways", graphs, ways_are_those_of_booksim);
    test_add(&list, "ways are least", ways_are_least);
    test_add(&list, "a mesh from a file is a mesh", a_mesh_from_a_file_is_a_mesh);
    TEST_TABLE_PREFIXED(&list, "cells", cells, cells_mean_what_they_say);
    test_add(&list, "shares multiply along the way", shares_multiply_along_the_way);
    test_add(&list, "lanes share evenly", lanes_share_evenly);
    TEST_TABLE_PREFIXED(&list, "hash", hashes, hash_is_of_what_files_say);
    return test_run("wiring", &list);
}
