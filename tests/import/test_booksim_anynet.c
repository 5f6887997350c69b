/* Graphs of BookSim's anynet, by the rules of its reader (networks/anynet.cpp, readFile). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "import/booksim/anynet.h"
#include "tests/support/helpers.h"

static noc_status read_text(const char *text, noc_booksim_graph *graph, noc_diag *diag)
{
    char path[] = "/tmp/nocsight-test-XXXXXX";
    const int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_true(write(fd, text, strlen(text)) == (ssize_t)strlen(text));
    close(fd);
    const noc_status status = noc_booksim_anynet_read(path, graph, diag);
    unlink(path);
    return status;
}

/* ---- graphs --------------------------------------------------------------------------------- */

typedef struct graph_case {
    const char *name, *text;
    const char *links; /* "from>to=cycles " by ends */
    const char *nodes; /* the router of each */
} graph_case;

static const graph_case graphs[] = {
    {"a channel and the one back", "router 0 node 0 router 1 15\nrouter 1 node 1\n",
     "0>1=15 1>0=1 ", "0 1 "},
    {"both with lines of their own", "router 0 node 0 router 1 15\nrouter 1 node 1 router 0 3\n",
     "0>1=15 1>0=3 ", "0 1 "},
    {"the last line counts", "router 0 node 0 router 1 15\nrouter 0 router 1\n", "0>1=1 1>0=1 ",
     "0 "},
    {"the last on a line counts", "router 0 node 0 router 1 15 router 1 4\n", "0>1=4 1>0=1 ", "0 "},
    {"no latency is 1", "router 0 node 0 router 1 router 2 2\n", "0>1=1 0>2=2 1>0=1 2>0=1 ", "0 "},
    {"nodes first", "node 1 router 0\nnode 0 router 1\nrouter 1 router 0\n", "0>1=1 1>0=1 ",
     "1 0 "},
    {"a node twice at its router", "router 0 node 0 node 0\n", "", "0 "},
    {"empty lines and blanks", "\n\n  router 0  node 0 \n\nrouter 0 router 1\r\n", "0>1=1 1>0=1 ",
     "0 "},
    {"no end of the last line", "router 0 node 0 router 1 7", "0>1=7 1>0=1 ", "0 "},
};

static void graph_is_read(void **state)
{
    const graph_case *c = *state;
    noc_booksim_graph g = {0};
    noc_diag diag = {0};
    char text[400] = "";
    size_t used = 0;
    assert_int_equal(read_text(c->text, &g, &diag), NOC_OK);
    for (size_t i = 0; i < g.link_count; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%d>%d=%d ", g.links[i].from,
                                 g.links[i].to, g.links[i].cycles);
    assert_string_equal(text, c->links);
    used = 0;
    for (int n = 0; n < g.nodes; n++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%d ", g.node_routers[n]);
    assert_string_equal(text, c->nodes);
    noc_arena_clear(&g.arena);
}

/* ---- faults --------------------------------------------------------------------------------- */

typedef struct fault {
    const char *name, *text;
    int line;
    const char *says;
} fault;

static const fault faults[] = {
    {"an unknown word", "router 0 node 0\nswitch 1 node 1\n", 2,
     "expected 'router' or 'node', not 'switch'"},
    {"an unknown word later", "router 0 node 0 link 1\n", 1, "not 'link'"},
    {"no number", "router 0 node\n", 1, "expected the number of a router or node, the line ends"},
    {"a number that is none", "router 0 node x\n", 1, "not 'x'"},
    {"a negative number", "router 0 node -1\n", 1, "not '-1'"},
    {"a number that is too large", "router 0 node 0 router 1048576\n", 1, "not '1048576'"},
    {"a tab", "router 0\tnode 0\n", 1, "has a tab"},
    {"a latency of 0", "router 0 node 0 router 1 0\n", 1, "latency 0: expected 1 cycle or more"},
    {"a negative latency", "router 0 node 0 router 1 -2\n", 1, "a latency in cycles, not '-2'"},
    {"two latencies", "router 0 node 0 router 1 2 3\n", 1, "'router' or 'node', not '3'"},
    {"a latency behind a node", "router 0 router 1\nrouter 0 node 10 3\n", 2,
     "a latency behind node 10: only channels between routers have one"},
    {"a latency behind a node's router", "router 0 router 1\nnode 0 router 1 3\n", 2,
     "a latency behind router 1"},
    {"a node at a node", "node 0 node 1\n", 1, "node 0 cannot be joined to node 1"},
    {"a node at two routers", "router 0 node 0\nrouter 1 node 0\n", 2,
     "node 0 is at router 0 (line 1): it cannot be at router 1 as well"},
    {"a channel to itself", "router 0 node 0 router 0\n", 1, "a channel to itself"},
    {"a node missing", "router 0 node 0 node 2\n", 0, "node 1 is missing: nodes are 0..2"},
    {"a router missing", "router 0 node 0 router 2\n", 0, "router 1 is missing: routers are 0..2"},
    {"a router for a node's number", "router 0 node 0 router 1\nnode 3 router 1\n", 0,
     "node 1 is missing"},
    {"no nodes", "router 0 router 1\n", 0, "has no nodes"},
    {"two parts", "router 0 node 0 router 1\nrouter 2 node 1 router 3\n", 2,
     "router 2 cannot be reached from router 0"},
    {"an empty file", "\n", 0, "is empty"},
};

static void fault_is_told(void **state)
{
    const fault *c = *state;
    noc_booksim_graph g = {0};
    noc_diag diag = {0};
    assert_int_equal(read_text(c->text, &g, &diag), NOC_EINPUT);
    assert_int_equal(diag.count, 1);
    assert_contains(diag.messages[0].text, c->says);
    assert_int_equal(diag.messages[0].line, c->line);
    noc_diag_clear(&diag);
    noc_arena_clear(&g.arena);
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, graphs, graph_is_read);
    TEST_TABLE(&list, faults, fault_is_told);
    return test_run("booksim_anynet", &list);
}
