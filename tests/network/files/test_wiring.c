/* Graphs of one's own: what is built of their files, and which files are the same. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analytic/loads.h"
#include "base/auto.h"
#include "design/key.h"
#include "reader/design_keys.h"
#include "reader/design_read.h"
#include "reader/design_walk.h"
#include "tests/support/designs/wirings.h"

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
        for (uint32_t p = 0; p < flow->route.path_count; p++) {
            const noc_path *path = &s->routes.paths[flow->route.first_path + p];
            sum += path->probability;
            for (uint32_t h = path->first_hop; h != NOC_NONE; h = s->routes.hops[h].next) {
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
    NOC_AUTO(noc_arena_clear) noc_arena arena = {0};
    noc_loads loads = {0};
    assert_int_equal(noc_loads_new(t.system, &arena, &loads), NOC_OK);
    const double one = loads.channel_flits[noc_graph_parallel_link(&t.system->graph, 0, 1, 0)];
    assert_true(one > 0.0);
    for (uint32_t lane = 1; lane < c->lanes; lane++)
        assert_near(loads.channel_flits[noc_graph_parallel_link(&t.system->graph, 0, 1, lane)], one,
                    1e-9);
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

/* Rows of a pair that differ in nothing but their virtual channels, in two orders. */
static void hash_does_not_hang_on_the_order_of_steps(void **state)
{
    (void)state;
    static const char *const rows[] = {"0,1,1,0.25,0\n0,1,1,0.75,1\n",
                                       "0,1,1,0.75,1\n0,1,1,0.25,0\n"};
    test_system t[2];
    for (int i = 0; i < 2; i++) {
        char routes[100];
        snprintf(routes, sizeof routes, "router,destination,next,share,vcs\n%s1,0,0,,\n", rows[i]);
        const wired_design wired = {PAIR_TEXT("virtual_channels = 4; routes = \"r.csv\";"),
                                    {{"l.csv", "from,to,cycles,mm\n0,1,2,1\n1,0,1,1\n"},
                                     {"a.csv", PAIR_NODES},
                                     {"r.csv", routes}}};
        t[i] = test_wired(&wired, NULL);
    }
    assert_string_equal(t[0].design->hash, t[1].design->hash);
    for (int i = 0; i < 2; i++) test_system_free(&t[i]);
}

/* ---- names of files -------------------------------------------------------------------------- */

static const struct name_case {
    const char *name;
    const char *override, *text;
} names[] = {
    {"bare", "network.links=x.csv", "x.csv"},
    {"from the folder above", "network.links=../x.csv", "../x.csv"},
    {"from the root", "network.links=/tmp/x.csv", "/tmp/x.csv"},
    {"a digit first", "network.links=4x4.csv", "4x4.csv"},
    {"in quotes", "network.links=\"x.csv\"", "x.csv"},
    {"with a quote and a backslash", "network.links=a\"b\\c.csv", "a\"b\\c.csv"},
    {"with blanks and a comma", "network.links=a b, c.csv", "a b, c.csv"},
    {"of one of the networks", "networks[0].links=../x.csv", "../x.csv"},
};

/* As --set has them, and as they are printed and read again. */
static void name_of_file_is_taken_as_it_is(void **state)
{
    const struct name_case *c = *state;
    const wired_design wired = {
        PAIR_TEXT(""), {{c->text, "from,to,cycles,mm\n0,1,2,1\n1,0,1,1\n"}, {"a.csv", PAIR_NODES}}};
    test_system t = test_wired(&wired, (const char *const[]){c->override, NULL});
    const noc_network_spec *spec = &t.design->networks[0];
    assert_string_equal(spec->parameters[NOC_WIRING_LINKS].text, c->text);
    const noc_key *key = noc_design_key(t.design, NOC_GROUP_NETWORK, 0, "links");
    char *printed = noc_value_text(key, (const char *)spec), *again = NULL;
    assert_true(asprintf(&again, "network.links=%s", printed) > 0);
    test_system read = test_wired(&wired, (const char *const[]){again, NULL});
    assert_string_equal(read.design->networks[0].parameters[NOC_WIRING_LINKS].text, c->text);
    free(printed);
    free(again);
    test_system_free(&t);
    test_system_free(&read);
}

/* ---- designs that share files ---------------------------------------------------------------- */

static void write_file(const char *folder, const char *name, const char *text)
{
    char path[200];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    fputs(text, out);
    assert_int_equal(fclose(out), 0);
}

static noc_design *read_in(const char *folder, noc_config_memory *texts)
{
    char path[200];
    noc_design *design = NULL;
    noc_diag diag = {0};
    snprintf(path, sizeof path, "%s/pair.cfg", folder);
    noc_source source = test_source(path, PAIR_TEXT(""));
    const noc_status status = noc_design_read_next(&source, NULL, 0, texts, &design, &diag);
    test_print_messages(&diag);
    assert_int_equal(status, NOC_OK);
    noc_source_clear(&source);
    return design;
}

/* Files count from the design's folder; they are read once, and again when they have changed. */
static void files_are_read_once(void **state)
{
    (void)state;
    char folder[] = "/tmp/wiring-XXXXXX", path[200];
    assert_non_null(mkdtemp(folder));
    write_file(folder, "l.csv", "from,to,cycles,mm\n0,1,2,1\n1,0,1,1\n");
    write_file(folder, "a.csv", PAIR_NODES);
    noc_config_memory texts = {.texts = {NULL}};
    noc_design *one = read_in(folder, &texts), *two = read_in(folder, &texts);
    assert_ptr_equal(one->networks[0].wiring, two->networks[0].wiring);
    write_file(folder, "l.csv", "from,to,cycles,mm\n0,1,12,1\n1,0,1,1\n");
    noc_design *three = read_in(folder, &texts);
    assert_ptr_not_equal(one->networks[0].wiring, three->networks[0].wiring);
    assert_string_not_equal(one->hash, three->hash);
    noc_config_memory_clear(&texts);
    assert_int_equal(one->networks[0].wiring->links[0].cycles, 2);
    assert_int_equal(three->networks[0].wiring->links[0].cycles, 12);
    noc_wiring *own = noc_wiring_copy(one->networks[0].wiring);
    assert_non_null(own);
    own->nodes[0].router = 1;
    assert_int_equal(one->networks[0].wiring->nodes[0].router, 0);
    noc_wiring_free(own);
    noc_design_free(one);
    noc_design_free(two);
    noc_design_free(three);
    static const char *const files[] = {"l.csv", "a.csv"};
    for (size_t i = 0; i < TEST_COUNT(files); i++) {
        snprintf(path, sizeof path, "%s/%s", folder, files[i]);
        unlink(path);
    }
    rmdir(folder);
}

int main(void)
{
    static test_list list;
    TEST_TABLE_PREFIXED(&list, "cells", cells, cells_mean_what_they_say);
    test_add(&list, "shares multiply along the way", shares_multiply_along_the_way);
    test_add(&list, "lanes share evenly", lanes_share_evenly);
    TEST_TABLE_PREFIXED(&list, "hash", hashes, hash_is_of_what_files_say);
    test_add(&list, "hash: the order of steps", hash_does_not_hang_on_the_order_of_steps);
    TEST_TABLE_PREFIXED(&list, "name", names, name_of_file_is_taken_as_it_is);
    test_add(&list, "files are read once", files_are_read_once);
    return test_run("wiring", &list);
}
