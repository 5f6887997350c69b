/* Graphs that are refused: the file, the line and the words (docs/graphs.md). Every case is a good
 * graph with one thing changed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/designs/wirings.h"

/* A ring of three routers, a node at each; node 2 is the memory node. */
#define GOOD                                                                              \
    "nodes = { compute = 2; memory = 1; };\n"                                             \
    "network = { topology = \"file\"; links = \"l.csv\"; attach = \"a.csv\"; ROUTES };\n" \
    "traffic = { pattern = \"many-to-few\"; };\n"
#define LINKS  "from,to,cycles,mm\n0,1,1,2\n1,0,1,2\n1,2,1,2\n2,1,1,2\n"
#define NODES_ "node,router\n0,0\n1,1\n2,2\n"
#define ROUTED "router,destination,next\n0,2,1\n1,2,2\n2,1,1\n2,0,1\n1,0,0\n"

typedef struct fault {
    const char *name;
    const char *links, *nodes, *routes; /* NULL: as the good graph has them; no routes */
    const char *file;                   /* that is blamed, and its line */
    int line;
    const char *says[3];
    const char *overrides[4];
} fault;

/* clang-format off */
static const fault faults[] = {
    {"no way back", "from,to,cycles,mm\n0,1,1,2\n1,2,1,2\n2,1,1,2\n", NULL, NULL, "l.csv", 0,
     {"no way from router 2 (node 2) to router 0 (node 0)", "one direction"}, {NULL}},
    {"two parts", "from,to,cycles,mm\n0,1,1,2\n1,0,1,2\n2,3,1,2\n3,2,1,2\n", NULL, NULL, "l.csv", 0,
     {"no way from router 0 (node 0) to router 2 (node 2)"}, {NULL}},
    {"link to a router far away", LINKS "2,9,1,2\n", NULL, NULL, "l.csv", 6,
     {"router 3 has no link and no node, though router 9 has", "without gaps"}, {NULL}},
    {"node at a router far away", NULL, "node,router\n0,0\n1,1\n2,7\n", NULL, "a.csv", 4,
     {"router 3 has no link and no node, though router 7 has"}, {NULL}},
    {"node at a router without links", NULL, "node,router\n0,0\n1,1\n2,3\n", NULL, "l.csv", 0,
     {"no way from router 0 (node 0) to router 3 (node 2)"}, {NULL}},
    {"dead end", LINKS "2,3,1,2\n", NULL, NULL, "l.csv", 0, {"router 3 is a dead end"}, {NULL}},
    {"never reached", LINKS "3,2,1,2\n", NULL, NULL, "l.csv", 0, {"router 3 is never reached"}, {NULL}},
    {"negative latency", "from,to,cycles,mm\n0,1,-3,2\n", NULL, NULL, "l.csv", 2,
     {"cycles = -3: expected a whole number in 1..1000", "network.channel_cycles"}, {NULL}},
    {"latency of zero", "from,to,cycles,mm\n0,1,0,2\n", NULL, NULL, "l.csv", 2, {"cycles = 0"}, {NULL}},
    {"half a cycle", "from,to,cycles,mm\n0,1,1.5,2\n", NULL, NULL, "l.csv", 2, {"cycles = 1.5", "whole"}, {NULL}},
    {"latency that is no number", "from,to,cycles,mm\n0,1,nan,2\n", NULL, NULL, "l.csv", 2, {"cycles = nan"}, {NULL}},
    {"negative length", "from,to,cycles,mm\n0,1,1,-2\n", NULL, NULL, "l.csv", 2, {"mm = -2"}, {NULL}},
    {"linked twice", LINKS "0,1,2,2\n", NULL, NULL, "l.csv", 6,
     {"routers 0 and 1 are linked twice", "line 2", "lanes"}, {NULL}},
    {"link to itself", LINKS "1,1,2,2\n", NULL, NULL, "l.csv", 6, {"router 1 to itself"}, {NULL}},
    {"no lanes", "from,to,cycles,mm,lanes\n0,1,1,2,0\n", NULL, NULL, "l.csv", 2, {"lanes = 0"}, {NULL}},
    {"too narrow", "from,to,cycles,mm,flit_bytes\n0,1,1,2,1\n1,0,1,2,\n1,2,1,2,\n2,1,1,2,\n", NULL, NULL,
     "l.csv", 2, {"flit_bytes = 1 of network.flit_bytes = 16", "0.1"}, {NULL}},
    {"unknown column", "from,to,cycle,mm\n0,1,1,2\n", NULL, NULL, "l.csv", 1,
     {"unknown column \"cycle\"", "did you mean \"cycles\"?"}, {NULL}},
    {"column twice", "from,to,to,cycles,mm\n0,1,1,1,2\n", NULL, NULL, "l.csv", 1, {"\"to\" is there twice"}, {NULL}},
    {"no column of routers", "from,cycles,mm\n0,1,2\n", NULL, NULL, "l.csv", 1, {"column \"to\" is missing"}, {NULL}},
    {"no column names", "0,1,1,2\n", NULL, NULL, "l.csv", 1, {"unknown column \"0\""}, {NULL}},
    {"too few cells", "from,to,cycles,mm\n\n0,1\n", NULL, NULL, "l.csv", 3, {"2 cells", "4 columns"}, {NULL}},
    {"empty router", "from,to,cycles,mm\n,1,1,2\n", NULL, NULL, "l.csv", 2, {"from = (empty)"}, {NULL}},
    {"no links and several routers", "from,to,cycles,mm\n", NULL, NULL, "l.csv", 0, {"no way from router 0"}, {NULL}},
    {"open quote", "from,to,cycles,mm\n0,1,1,\"2\n", NULL, NULL, "l.csv", 2, {"quote"}, {NULL}},

    {"node without a router", NULL, "node,router\n0,0\n2,2\n", NULL, "a.csv", 0,
     {"node 1 (compute) has no router", "each of the 2 compute and 1 memory nodes"}, {NULL}},
    {"node twice", NULL, NODES_ "1,2\n", NULL, "a.csv", 5, {"node 1 is attached twice", "line 3", "ports"}, {NULL}},
    {"node beyond the last", NULL, NODES_ "3,2\n", NULL, "a.csv", 5,
     {"there is no node 3", "2 compute and 1 memory nodes (0 to 2)"}, {NULL}},
    {"negative node", NULL, NODES_ "-1,2\n", NULL, "a.csv", 5, {"node = -1"}, {NULL}},
    {"kind that contradicts", NULL, "node,router,kind\n0,0,compute\n1,1,memory\n2,2,memory\n", NULL, "a.csv", 3,
     {"node 1 is a compute node, not memory"}, {NULL}},
    {"unknown kind", NULL, "node,router,kind\n0,0,cpu\n1,1,\n2,2,\n", NULL, "a.csv", 2,
     {"kind = cpu: expected compute or memory"}, {NULL}},
    {"too many ports", NULL, "node,router,ports\n0,0,5\n1,1,\n2,2,\n", NULL, "a.csv", 2, {"ports = 5"}, {NULL}},
    {"no nodes at all", NULL, "node,router\n", NULL, "a.csv", 0, {"node 0 (compute) has no router"}, {NULL}},

    {"hole", NULL, NULL, "router,destination,next\n0,2,1\n1,2,2\n2,1,1\n2,0,1\n", "r.csv", 0,
     {"from router 2 to router 0", "at router 1", "1,0,..."}, {NULL}},
    {"hole at the first router", NULL, NULL, "router,destination,next\n1,2,2\n2,1,1\n2,0,1\n1,0,0\n", "r.csv", 0,
     {"from router 0 to router 2", "at router 0", "0,2,..."}, {NULL}},
    {"circle", LINKS "0,2,1,2\n2,0,1,2\n", NULL, "router,destination,next\n0,2,1\n1,2,0\n2,1,1\n2,0,1\n1,0,0\n",
     "r.csv", 3, {"from router 0 to router 2 go in a circle: routers 0, 1, 0"}, {NULL}},
    {"next that is no neighbour", NULL, NULL, "router,destination,next\n0,2,2\n", "r.csv", 2,
     {"no link from router 0 to router 2"}, {NULL}},
    {"destination that is not there", NULL, NULL, "router,destination,next\n0,5,1\n", "r.csv", 2,
     {"no router 5 (0 to 2 are)"}, {NULL}},
    {"row of the destination itself", NULL, NULL, ROUTED "1,1,2\n", "r.csv", 7, {"the destination itself"}, {NULL}},
    {"route twice", NULL, NULL, ROUTED "0,2,1\n", "r.csv", 7, {"is there twice", "line 2"}, {NULL}},
    {"route twice, another between", NULL, NULL,
     "router,destination,next,vcs\n0,2,1,0\n0,2,1,1\n0,2,1,0\n1,2,2,\n2,1,1,\n2,0,1,\n1,0,0,\n", "r.csv", 4,
     {"is there twice", "line 2"}, {NULL}},
    {"shares that do not add up", LINKS "0,2,1,2\n2,0,1,2\n", NULL,
     "router,destination,next,share\n0,2,1,0.5\n0,2,2,0.4\n1,2,2,\n2,1,1,\n2,0,1,\n1,0,0,\n", "r.csv", 2,
     {"sum to 0.9 (expected 1)"}, {NULL}},
    {"share of some", LINKS "0,2,1,2\n2,0,1,2\n", NULL,
     "router,destination,next,share\n0,2,1,0.5\n0,2,2,\n1,2,2,\n2,1,1,\n2,0,1,\n1,0,0,\n", "r.csv", 2,
     {"all or none"}, {NULL}},
    {"VCs that are none", NULL, NULL, "router,destination,next,vcs\n0,2,1,a\n", "r.csv", 2, {"vcs = a"}, {NULL}},
    {"VCs backwards", NULL, NULL, "router,destination,next,vcs\n0,2,1,3-2\n", "r.csv", 2, {"vcs = 3-2"}, {NULL}},
    {"VCs of the other class", NULL, NULL, "router,destination,next,vcs\n0,2,1,1\n1,2,2,\n2,1,1,\n2,0,1,\n1,0,0,\n",
     "r.csv", 2, {"none of the virtual channels of requests, 0 to 0"}, {NULL}},
    {"circle of channels that wait", "from,to,cycles,mm\n0,1,,\n1,2,,\n2,0,,\n", NULL,
     "router,destination,next\n0,1,1\n0,2,1\n1,2,2\n1,0,2\n2,0,0\n2,1,0\n", "wired.cfg", 2,
     {"wait"}, {"traffic.pattern=uniform", "nodes.compute=3", "nodes.memory=0"}},

    {"file that is not there", NULL, NULL, NULL, "--set network.attach=none.csv", 0, {"none.csv", "cannot be opened"},
     {"network.attach=none.csv"}},
    {"placement", NULL, NULL, NULL, "--set nodes.placement=staircase", 0, {"does not apply", "no tiles"},
     {"nodes.placement=staircase"}},
    {"routing", NULL, NULL, NULL, "--set network.routing=yx", 0, {"does not apply"}, {"network.routing=yx"}},
};
/* clang-format on */

static char *text_of(const fault *c)
{
    const char *routes = c->routes ? "routes = \"r.csv\";" : "";
    const char *at = strstr(GOOD, "ROUTES");
    char *text = NULL;
    assert_true(asprintf(&text, "%.*s%s%s", (int)(at - GOOD), GOOD, routes, at + 6) > 0);
    return text;
}

static void fault_is_named_with_its_place(void **state)
{
    const fault *c = *state;
    char *text = text_of(c);
    const wired_design wired = {text,
                                {{"l.csv", c->links ? c->links : LINKS},
                                 {"a.csv", c->nodes ? c->nodes : NODES_},
                                 {"r.csv", c->routes ? c->routes : ROUTED}}};
    test_system tested;
    noc_diag diag = {0};
    const noc_status status = test_wired_try(&wired, c->overrides, &tested, &diag);
    test_print_messages(&diag);
    assert_int_not_equal(status, NOC_OK);
    assert_int_equal(diag.count, 1);
    assert_string_equal(diag.messages[0].file, c->file);
    assert_int_equal(diag.messages[0].line, c->line);
    for (size_t i = 0; i < TEST_COUNT(c->says) && c->says[i]; i++)
        assert_contains(diag.messages[0].text, c->says[i]);
    test_system_free(&tested);
    noc_diag_clear(&diag);
    free(text);
}

/* ---- what is no fault ----------------------------------------------------------------------- */

static const fault good[] = {
    {.name = "as it is"},
    {.name = "routes", .routes = ROUTED},
    {.name = "line ends of another system",
     .links = "from,to,cycles,mm\r\n0,1,1,2\r\n1,0,1,2\r\n1,2,1,2\r\n2,1,1,2\r\n"},
    {.name = "quotes, blanks, byte order",
     .links = "\xEF\xBB\xBF\"from\", to ,cycles,mm\n\n0,1,\"1\",2\n1,0,1,2\n1,2,1,2\n2,1,1,2"},
    {.name = "columns in another order",
     .links = "mm,cycles,to,from\n2,1,1,0\n2,1,0,1\n2,1,2,1\n2,1,1,2\n"},
    {.name = "no links and one router",
     .links = "from,to,cycles,mm\n",
     .nodes = "node,router\n0,0\n1,0\n2,0\n"},
};

static void good_graph_is_taken(void **state)
{
    const fault *c = *state;
    char *text = text_of(c);
    const wired_design wired = {text,
                                {{"l.csv", c->links ? c->links : LINKS},
                                 {"a.csv", c->nodes ? c->nodes : NODES_},
                                 {"r.csv", c->routes ? c->routes : ROUTED}}};
    test_system tested = test_wired(&wired, NULL);
    test_system_free(&tested);
    free(text);
}

/* ---- long circles --------------------------------------------------------------------------- */

enum { RING = 300 };

/* Routers of a ring in one direction, which packets to the memory node at a router beside it never
 * leave. */
static void print_ring(FILE *links, FILE *routes)
{
    fputs("from,to,cycles,mm\n", links);
    fputs("router,destination,next\n", routes);
    for (int r = 0; r < RING; r++) {
        fprintf(links, "%d,%d,1,1\n", r, (r + 1) % RING);
        fprintf(routes, "%d,%d,%d\n", r, RING, (r + 1) % RING);
    }
    fprintf(links, "0,%d,1,1\n%d,0,1,1\n", RING, RING);
}

/* Of a circle of 300 routers whole numbers are named, and dots stand for the others. */
static void long_circle_ends_in_dots(void **state)
{
    (void)state;
    char *links = NULL, *routes = NULL, *nodes = NULL;
    size_t size;
    FILE *out[] = {open_memstream(&links, &size), open_memstream(&routes, &size)};
    print_ring(out[0], out[1]);
    for (int f = 0; f < 2; f++) fclose(out[f]);
    assert_true(asprintf(&nodes, "node,router\n0,0\n1,1\n2,%d\n", RING) > 0);
    const fault c = {.routes = routes};
    char *text = text_of(&c);
    const wired_design wired = {text, {{"l.csv", links}, {"a.csv", nodes}, {"r.csv", routes}}};
    test_system tested;
    noc_diag diag = {0};
    assert_int_equal(test_wired_try(&wired, NULL, &tested, &diag), NOC_EINPUT);
    const char *at = strstr(diag.messages[0].text, "routers ");
    assert_non_null(at);
    at += strlen("routers ");
    int number = 0, end = 0;
    for (int read; sscanf(at, "%d, %n", &read, &end) == 1; at += end, number++)
        assert_int_equal(read, number);
    assert_string_equal(at, "..., 0");
    assert_true(number > 30);
    test_system_free(&tested);
    noc_diag_clear(&diag);
    free(links);
    free(routes);
    free(nodes);
    free(text);
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, faults, fault_is_named_with_its_place);
    TEST_TABLE(&list, good, good_graph_is_taken);
    test_add(&list, "a long circle ends in dots", long_circle_ends_in_dots);
    return test_run("wiring_faults", &list);
}
