/* Placements in graphs: nodes change routers, against the compiled system and counting. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "explore/place/place.h"
#include "explore/place/place_designs.h"
#include "network/compile/compile.h"
#include "reader/design_walk.h"
#include "tests/support/helpers.h"
#include "tests/support/runs/busiest.h"

/* Four routers with four cores each, two with a memory node each, which all others are linked
 * with. */
enum { PROOF_STEPS = 20000000 };
static const char tree[] =
    "nodes = { compute = 16; memory = 2; };\ntraffic = { pattern = \"many-to-few\"; };\n"
    "network = { topology = \"file\"; virtual_channels = 8; links = \"" NOC_SOURCE_DIR
    "/tests/reference/drawn/tree.links.csv\"; attach = \"" NOC_SOURCE_DIR
    "/tests/reference/drawn/tree.attach.csv\"; };\n";

/* What the compiled system makes of memory nodes at the routers of two nodes. */
static void attached(const noc_place_placement *choice, double *load, double *routers)
{
    test_system t = {test_design(tree, NULL), NULL};
    assert_int_equal(noc_place_attach(t.design, choice, NULL), NOC_OK);
    assert_int_equal(noc_system_compile(t.design, &t.system, NULL), NOC_OK);
    test_busiest(t.system, load, routers);
    test_system_free(&t);
}

/* All pairs of nodes, against the search, which takes nodes at one router for each other: 15 pairs
 * of routers, and 4 routers that have two nodes. */
static void graphs_are_searched(void **state)
{
    (void)state;
    enum { NODES = 18, PLACEMENTS = 15 + 4 };
    test_system t = test_compile(tree, NULL);
    noc_place_problem *p = NULL;
    noc_place_result *found = calloc(1, sizeof *found), *climbed = calloc(1, sizeof *climbed);
    double least = INFINITY;
    assert_int_equal(noc_place_problem_new(t.system, &p, NULL), NOC_OK);
    for (uint16_t a = 0; a < NODES; a++)
        for (uint16_t b = (uint16_t)(a + 1); b < NODES; b++) {
            noc_place_placement choice = {.tiles = {a, b}};
            double load, routers;
            noc_place_fill_load(p, 2, &choice);
            attached(&choice, &load, &routers);
            assert_near(choice.load * noc_place_load_unit(p) / 2, load, 1e-2 * load);
            assert_near(noc_place_mean_routers(p, 2, &choice), routers, 1e-3);
            least = fmin(least, load);
        }
    assert_int_equal(noc_place_search(p, 2, 2, 1.0, NULL, NULL, found, NULL), NOC_OK);
    assert_true(found->is_exhaustive);
    assert_near(found->placement_count, PLACEMENTS, 0.0);
    assert_int_equal(found->tried_count, PLACEMENTS);
    assert_near(found->best[0].load * noc_place_load_unit(p) / 2, least, 1e-2 * least);
    assert_int_equal(noc_place_prove(p, 2, PROOF_STEPS, NULL, NULL, climbed, NULL), NOC_OK);
    assert_int_equal(climbed->best[0].load, found->best[0].load);
    assert_memory_equal(climbed->best[0].tiles, found->best[0].tiles, 2 * sizeof(uint16_t));
    noc_place_problem_free(p);
    test_system_free(&t);
    free(found);
    free(climbed);
}

/* What is written is read again as the same. */
static void attachments_are_written(void **state)
{
    (void)state;
    noc_design *design = test_design(tree, NULL);
    const noc_place_placement choice = {.tiles = {4, 17}};
    char *text = NULL;
    size_t size = 0;
    assert_int_equal(noc_place_attach(design, &choice, NULL), NOC_OK);
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    noc_place_write_attach(design, out);
    fclose(out);
    /* the core of node 4, at router 1, moves up by one, as all behind it; the last of them comes to
     * where memory node 0 was */
    assert_contains(text, "node,router,kind\n0,0,compute\n");
    assert_contains(text, "\n3,0,compute\n4,1,compute\n5,1,compute\n6,1,compute\n7,2,compute\n");
    assert_contains(text, "\n15,4,compute\n16,1,memory\n17,5,memory\n");
    free(text);
    noc_design_free(design);
}

static void write_file(const char *folder, const char *name, const char *text)
{
    char path[200];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    fputs(text, out);
    fclose(out);
}

/* Four routers in a ring of one way and a virtual channel for each class: memory nodes side by side
 * leave a gap in the circle of waiting packets, memory nodes across do not. */
static const char *const ring[][2] = {
    {"ring.cfg",
     "nodes = { compute = 2; memory = 2; };\ntraffic = { pattern = \"many-to-few\"; };\n"
     "network = { topology = \"file\"; virtual_channels = 2; links = \"links.csv\"; "
     "attach = \"attach.csv\"; };\n"},
    {"links.csv", "from,to,cycles,mm\n0,1,1,1\n1,2,1,1\n2,3,1,1\n3,0,1,1\n"},
    {"attach.csv", "node,router\n0,0\n1,1\n2,2\n3,3\n"},
};
enum { RING_FILES = sizeof ring / sizeof ring[0] };

/* Placements that do not fit are left out of what was found, too. */
static void unfit_placements_are_left_out(void **state)
{
    (void)state;
    char folder[] = "/tmp/nocsight-test-XXXXXX", path[200];
    noc_placer placer;
    noc_diag diag = {0};
    noc_place_problem *p = NULL;
    noc_place_result *found = calloc(1, sizeof *found);
    noc_ranked_placement *rows = calloc(NOC_PLACE_RESULTS_MAX, sizeof *rows);
    assert_non_null(mkdtemp(folder));
    for (int i = 0; i < RING_FILES; i++) write_file(folder, ring[i][0], ring[i][1]);
    snprintf(path, sizeof path, "%s/%s", folder, ring[0][0]);
    assert_int_equal(noc_placer_open(path, NULL, 0, &placer, &diag), NOC_OK);
    const noc_status prepared = noc_placer_prepare(&placer, 0, &p, &diag);
    test_print_messages(&diag);
    assert_int_equal(prepared, NOC_OK);
    assert_int_equal(noc_place_search(p, 2, 1, 1.0, NULL, NULL, found, NULL), NOC_OK);
    assert_int_equal(found->count, 2); /* those turned around the ring are the same */
    assert_int_equal(noc_placer_rank_found(&placer, p, found, rows, &diag), NOC_OK);
    assert_int_equal(found->count, 1);
    for (int i = 0; i < found->count; i++)
        assert_int_equal((found->best[i].tiles[0] + found->best[i].tiles[1]) % 2, 1);
    for (int i = 0; i < RING_FILES; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, ring[i][0]);
        remove(path);
    }
    remove(folder);
    noc_place_problem_free(p);
    noc_placer_clear(&placer);
    free(found);
    free(rows);
}

int main(void)
{
    static test_list list;
    test_add(&list, "graphs are searched", graphs_are_searched);
    test_add(&list, "attachments are written", attachments_are_written);
    test_add(&list, "unfit placements are left out", unfit_placements_are_left_out);
    return test_run("place_attach", &list);
}
