/* Pictures of designs: well-formed, and of networks whose inside the graph does not show with both
 * phases of a sender's way. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reports/designs/graph_text.h"
#include "reports/drawings/svg.h"
#include "tests/support/helpers.h"
#include "tests/support/users/xml.h"

static char *drawn(const noc_system *system)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    assert_int_equal(noc_svg_draw(system, out, NULL), NOC_OK);
    fclose(out);
    return text;
}

static void faults_are_found(void **state)
{
    (void)state;
    static const char *const wrong[] = {"<svg>",           "<svg></g></svg>", "<svg/><svg/>",
                                        "<a b=\"<\"></a>", "<svg>&</svg>",    "<a b=c></a>"};
    assert_true(
        test_is_well_formed("<svg a=\"1\"><path d=\"M1 2L3 4\"/><text>a &amp; b</text></svg>"));
    for (size_t i = 0; i < TEST_COUNT(wrong); i++) assert_false(test_is_well_formed(wrong[i]));
}

/* True if a picture's rules hold inside it only: each selector begins with the picture's class. */
static bool is_scoped(const char *text)
{
    static const char scope[] = ".nocsight-design ";
    const char *at = strstr(text, "<style>\n"), *end = strstr(text, "</style>");
    assert_true(at && end && strstr(text, " class=\"nocsight-design\" "));
    at += strlen("<style>\n");
    for (bool is_selector = true; at < end; at++) {
        if (is_selector && *at != ' ') {
            if (strncmp(at, scope, strlen(scope)) != 0) return false;
            is_selector = false;
        }
        const char *brace = at + strcspn(at, "{\n"), *comma = at + strcspn(at, ",\n");
        if (comma < brace) {
            at = comma;
            is_selector = true;
        } else if (*brace == '{') {
            at = strchr(brace, '\n');
            is_selector = true;
        }
    }
    return true;
}

static void shipped_are_well_formed(void **state)
{
    const test_shipped *shipped = *state;
    test_system t = test_compile_file(shipped->path, NULL);
    char *text = drawn(t.system);
    assert_true(test_is_well_formed(text));
    assert_true(is_scoped(text));
    free(text);
    test_system_free(&t);
}

/* Slices are built alike: of four one is drawn, a fourth as wide. */
static void equal_slices_are_drawn_once(void **state)
{
    (void)state;
    test_system t = test_compile(
        "nodes = { compute = 12; memory = 4; };\n"
        "networks = ( { carries = \"request\"; topology = \"crossbar\"; },\n"
        "  { carries = \"reply\"; topology = \"crossbar\"; flit_bytes = 64; slices = 4; } );\n",
        NULL);
    char *text = drawn(t.system);
    size_t panels = 0;
    for (const char *at = text; (at = strstr(at, ">network ")); at++) panels++;
    assert_int_equal(panels, 2);
    assert_contains(text, "network 1: replies, 4 slices, each 16 bytes wide");
    free(text);
    test_system_free(&t);
}

/* ---- networks with ways of their own -------------------------------------------------------- */

#define DESIGN(networks)                                                  \
    "nodes = { compute = 12; memory = 4; placement = \"staircase\"; };\n" \
    "traffic = { pattern = \"many-to-few\"; };\n"                         \
    "networks = ( " networks " );\n"
#define IDEAL(class) "{ carries = \"" class "\"; topology = \"ideal\"; }"
#define GRID         "columns = 4; rows = 4; flit_bytes = 8;"
#define OVERLAY(keys) \
    DESIGN(IDEAL("request") ", { carries = \"reply\"; topology = \"overlay\"; " GRID keys "}")

typedef struct picture_case {
    const char *name, *text, *words;
    /* Lines of the two phases, tiles that keep or turn flits, tokens' lines, buffers; the legend
     * has a mark of each. */
    size_t first, second, keeps, turns, token, buffers;
} picture_case;

static const picture_case pictures[] = {
    /* memory node 2 at (0,2): three hops of a row, two of column 2; four routers keep what it
     * sends, one turns it */
    {"overlay", OVERLAY(""), "16 hinge routers, circuit of memory 2", 3 + 1, 2 + 1, 4 - 1 + 1,
     1 + 1, 0, 0},
    /* its partner is memory node 0 at (1,0), which has two hops of its column free, and two of row
     * 1 */
    {"partner", OVERLAY("multiplex = \"reserved\";"), "partner dashed", 3 + 1, 2 + 1, 4, 2, 0, 0},
    {"slices", DESIGN(IDEAL("request") ", { carries = \"reply\"; topology = \"slices\"; " GRID "}"),
     "64 slice routers, slice of memory 2", 3 + 1, 12 + 1, 0, 0, 0, 0},
    {"ring",
     DESIGN("{ carries = \"request\"; topology = \"mesh\"; columns = 4; rows = 4; }, "
            "{ carries = \"reply\"; topology = \"ring-slices\"; }"),
     "48 stops, ring of memory 2", 12 + 1, 0, 12 + 1, 0, 0, 0},
    {"tokens",
     DESIGN("{ carries = \"request\"; topology = \"token-slices\"; " GRID "}, " IDEAL("reply")),
     "64 slice routers, slice of column 2", 3 + 1, 1 + 1 + 2 + 1, 0, 0, 4 + 1, 4 + 1},
};

static void both_phases_are_drawn(void **state)
{
    const picture_case *c = *state;
    test_system t = test_compile(c->text, NULL);
    char *text = drawn(t.system);
    assert_true(test_is_well_formed(text));
    assert_contains(text, c->words);
    assert_int_equal(test_count_of(text, "class=\"first\""), c->first);
    assert_int_equal(test_count_of(text, "class=\"second\""), c->second);
    assert_int_equal(test_count_of(text, "class=\"keeps\""), c->keeps);
    assert_int_equal(test_count_of(text, "class=\"turns\""), c->turns);
    assert_int_equal(test_count_of(text, "class=\"token\""), c->token);
    assert_int_equal(test_count_of(text, "class=\"buffer\""), c->buffers);
    free(text);
    test_system_free(&t);
}

/* ---- tori, layers and graphs ---------------------------------------------------------------- */

#define UNIFORM(nodes, network)               \
    "nodes = { compute = " nodes "; };\n"     \
    "traffic = { pattern = \"uniform\"; };\n" \
    "network = { virtual_channels = 4; " network " };\n"
#define TORUS(sides) "topology = \"torus\"; dateline = \"at-crossing\"; " sides

typedef struct grid_case {
    const char *name, *text;
    size_t links, wraps, layers, arrows; /* marks of these, with those of the legend */
} grid_case;

static const grid_case grids[] = {
    /* of 2 * 16 links those of the 8 rings' ends wrap around */
    {"torus", UNIFORM("16", TORUS("columns = 4; rows = 4;")), 24, 8 + 1, 0, 0},
    {"one direction", UNIFORM("16", TORUS("columns = 4; rows = 4; directions = \"positive\";")), 24,
     8 + 1, 0, 32},
    {"rings of two", UNIFORM("8", TORUS("columns = 2; rows = 4;")), 4 + 6, 4 + 2 + 1, 0, 0},
    /* a circle needs no arcs */
    {"ring", UNIFORM("9", TORUS("columns = 9; rows = 1;")), 9, 0, 0, 0},
    {"upright ring", UNIFORM("9", TORUS("columns = 1; rows = 9;")), 9, 0, 0, 0},
    {"mesh in layers", UNIFORM("12", "topology = \"mesh\"; columns = 2; rows = 2; layers = 3;"), 12,
     0, 2 * 8 + 1, 0},
    {"dimension-sliced", UNIFORM("12", "topology = \"dimension-sliced\"; columns = 4; rows = 3;"),
     3 * 3 + 4 * 2, 0, 12 + 1, 12},
    /* both ends of the four links from the last layer to the first look like wrap-around links */
    {"torus in layers", UNIFORM("12", TORUS("columns = 2; rows = 2; layers = 3;")), 12,
     12 + 2 * 4 + 1, 2 * 8 + 1, 0},
};

static void grids_are_drawn(void **state)
{
    const grid_case *c = *state;
    test_system t = test_compile(c->text, NULL);
    char *text = drawn(t.system);
    assert_true(test_is_well_formed(text));
    assert_int_equal(test_count_of(text, "class=\"link\""), c->links);
    assert_int_equal(test_count_of(text, "class=\"wrap\""), c->wraps);
    assert_int_equal(test_count_of(text, "class=\"layer\""), c->layers);
    assert_int_equal(test_count_of(text, "class=\"one-way\""), c->arrows);
    free(text);
    test_system_free(&t);
}

/* Graphs of tests/reference/drawn: a tree of four routers with four cores each below two with a
 * memory node each; a mesh of 5x4 routers with links past others. */
#define GRAPH(name, nodes, keys)                                                       \
    "nodes = { " nodes " };\ntraffic = { pattern = \"many-to-few\"; };\n"              \
    "network = { topology = \"file\"; virtual_channels = 8; links = \"" NOC_SOURCE_DIR \
    "/tests/reference/drawn/" name ".links.csv\"; attach = \"" NOC_SOURCE_DIR          \
    "/tests/reference/drawn/" name ".attach.csv\"; " keys " };\n"
#define POSITIONS "positions = \"" NOC_SOURCE_DIR "/tests/reference/drawn/express.pos.csv\";"

typedef struct graph_case {
    const char *name, *text;
    size_t routers, links, labels, arrows, bends, counts;
    const char *words[4]; /* of the text */
} graph_case;

static const graph_case graphs[] = {
    /* halves of three routers: two leaves and a root, the other two and the other root, are cut at
     * 4 links; from router to router 8 of 15 pairs have one link, 7 two */
    {"tree",
     GRAPH("tree", "compute = 16; memory = 2;", ""),
     6 + 1,
     8,
     8,
     0,
     0,
     4,
     {"8 pairs of routers are linked; each router with 2 to 4 others",
      "1.47 links on average, 2 at most; between halves at most 4 flits/cycle each way",
      "      4  memory 0                0: 2, 1: 2, 2: 3, 3: 4", NULL}},
    {"mesh with links past routers",
     GRAPH("express", "compute = 20; memory = 4;", POSITIONS),
     20 + 1,
     34,
     34,
     2,
     3,
     0,
     {"34 pairs of routers are linked, 2 of them one way only; each router with 3 to 4 others",
      "      0  compute 0, memory 0     1: 1, 4: 2 x2, 5: 1",
      "      2  compute 2               1: 1, 3: 1, 7: 1, 17: 3", NULL}},
};

static size_t bends_of(const char *text)
{
    size_t count = 0;
    for (; (text = strstr(text, "class=\"link\"")); text++)
        count += strcspn(text, "Q") < strcspn(text, "/");
    return count;
}

static void graphs_are_drawn(void **state)
{
    const graph_case *c = *state;
    test_system t = test_compile(c->text, NULL);
    char *text = drawn(t.system);
    assert_true(test_is_well_formed(text));
    assert_int_equal(test_count_of(text, "class=\"router\""), c->routers);
    assert_int_equal(test_count_of(text, "class=\"link\""), c->links);
    assert_int_equal(test_count_of(text, "class=\"cycles\""), c->labels);
    assert_int_equal(test_count_of(text, "class=\"one-way\""), c->arrows);
    assert_int_equal(test_count_of(text, "class=\"count"), c->counts);
    assert_int_equal(bends_of(text), c->bends);
    free(text);
    test_system_free(&t);
}

static void graphs_are_told(void **state)
{
    const graph_case *c = *state;
    test_system t = test_compile(c->text, NULL);
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    assert_true(noc_graph_text_is_shown(t.design));
    assert_int_equal(noc_graph_text_print(t.system, out, NULL), NOC_OK);
    fclose(out);
    for (size_t i = 0; c->words[i]; i++) assert_contains(text, c->words[i]);
    free(text);
    test_system_free(&t);
}

/* ---- bundles -------------------------------------------------------------------------------- */

#define SWITCHES(compute, memory, network)                       \
    "nodes = { compute = " compute "; memory = " memory "; };\n" \
    "traffic = { pattern = \"many-to-few\"; };\nnetworks = ( " network " );\n"
#define ONE(class, keys) "{ carries = \"" class "\"; virtual_channels = 2; " keys " }"
#define BOTH(keys)       ONE("both", keys)
#define TWO(keys)        ONE("request", keys) ", " ONE("reply", keys)
#define CDXBAR           "topology = \"cdxbar\"; local_crossbars = 14; converged_ports = 3;"

typedef struct bundle_case {
    const char *name, *text;
    size_t bundles; /* lines of several links; 0: each link has its own */
    const char *words[4];
} bundle_case;

static const bundle_case bundles[] = {
    /* 14 groups of nodes, 14 of converged ports, the memory nodes; each both ways, or each once a
     * network */
    {"cdxbar", SWITCHES("132", "48", BOTH(CDXBAR)), 2 * 29, {">48 links<", ">48</text>", NULL}},
    {"cdxbars", SWITCHES("132", "48", TWO(CDXBAR)), 2 * 29, {">3 links<", ">9 links<", NULL}},
    {"crossbars",
     SWITCHES("132", "80", TWO("topology = \"crossbar\";")),
     2 * 2,
     {">132 links<", ">80 links<", NULL}},
    {"crossbar", SWITCHES("132", "80", BOTH("topology = \"crossbar\";")), 4, {NULL}},
    /* two nodes share a port */
    {"concentrators",
     SWITCHES("132", "80", TWO("topology = \"crossbar\"; ports = 66;")),
     2 * 2,
     {">66 links<", ">132</text>", NULL}},
    /* 12 switches with compute nodes, one with both kinds, three with memory nodes; each pair of
     * switches has one link */
    {"clos",
     SWITCHES("200", "56", BOTH("topology = \"clos\"; m = 8; n = 16; r = 16;")),
     2 * 17,
     {">16 links<", ">8 links<", NULL}},
    /* stages of 128 switches */
    {"butterfly",
     SWITCHES("200", "56", BOTH("topology = \"butterfly\"; radix = 2; stages = 8;")),
     7 + 4,
     {">256 links<", ">128</text>", NULL}},
    {"many local crossbars",
     SWITCHES("4000", "200", BOTH("topology = \"cdxbar\"; local_crossbars = 100;")),
     6,
     {">4000 links<", ">300 links<", NULL}},
    /* stages of 30, 200 and 30 switches with a node each */
    {"many switches",
     SWITCHES("20", "10", BOTH("topology = \"clos\"; m = 200; n = 1; r = 30;")),
     2 + 4,
     {">6000 links<", ">200</text>", NULL}},
    /* nodes to 66 switches, these to 8, and 10 to groups of nodes; those of the crossbar alone */
    {"hierarchies",
     SWITCHES("132", "80",
              TWO("topology = \"hierarchy\"; levels = ( { name = \"tpc\"; groups = 66; }, "
                  "{ name = \"gpc\"; groups = 8; } ); memory_levels = ( { name = \"mp\"; "
                  "groups = 10; } );")),
     2 * (1 + 8 + 10),
     {">9 links<", ">gpc</text>", ">crossbar</text>"}},
    {"small", SWITCHES("24", "8", BOTH("topology = \"cdxbar\"; local_crossbars = 4;")), 0, {NULL}},
    {"on the page",
     SWITCHES("80", "16", BOTH("topology = \"clos\"; m = 8; n = 10; r = 10;")),
     0,
     {NULL}},
};

/* What stands in the labels of lines, in all. */
static size_t links_told(const char *text)
{
    static const char mark[] = "class=\"number\"";
    size_t links = 0;
    for (; (text = strstr(text, mark)); text++) links += strtoul(strchr(text, '>') + 1, NULL, 10);
    return links;
}

/* Each channel is in one line, however many there are, and the page holds all. */
static void large_ones_are_bundled(void **state)
{
    const bundle_case *c = *state;
    test_system t = test_compile(c->text, NULL);
    char *text = drawn(t.system);
    assert_true(test_is_well_formed(text));
    const size_t bundled = test_count_of(text, "class=\"bundle");
    const size_t lines = test_count_of(text, "<path class=\"link") +
                         test_count_of(text, "<path class=\"long") +
                         test_count_of(text, "<path class=\"port");
    const size_t marks = test_count_of(text, ">long link</text>"); /* of the legend */
    assert_int_equal(bundled, c->bundles);
    assert_int_equal(links_told(text) + lines - marks, t.system->graph.channel_count);
    assert_true(test_number_after(text, "height=\"") < 800 + 150);
    for (size_t i = 0; c->words[i]; i++) assert_contains(text, c->words[i]);
    free(text);
    test_system_free(&t);
}

int main(void)
{
    static test_list list;
    const test_shipped *designs;
    const size_t count = test_shipped_designs(&designs);
    test_add(&list, "faults are found", faults_are_found);
    test_add_rows(&list, "well-formed", designs, count, sizeof designs[0], shipped_are_well_formed);
    test_add(&list, "equal slices are drawn once", equal_slices_are_drawn_once);
    TEST_TABLE_PREFIXED(&list, "phases", pictures, both_phases_are_drawn);
    TEST_TABLE_PREFIXED(&list, "grid", grids, grids_are_drawn);
    TEST_TABLE_PREFIXED(&list, "graph", graphs, graphs_are_drawn);
    TEST_TABLE_PREFIXED(&list, "told", graphs, graphs_are_told);
    TEST_TABLE_PREFIXED(&list, "bundle", bundles, large_ones_are_bundled);
    return test_run("svg", &list);
}
