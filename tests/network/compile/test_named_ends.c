/* Sources and destinations that a design names, by number and as groups of a hierarchy. */
#include <stdio.h>
#include <string.h>

#include "network/graph/node_numbers.h"
#include "tests/support/designs/wirings.h"
#include "tests/support/folder.h"
#include "tests/support/helpers.h"

/* 16 cores in pairs, in two groups of 10 and 6; 4 memory nodes in two partitions; two halves. */
#define DESIGN(traffic)                                                    \
    "nodes = { compute = 16; memory = 4; };\n"                             \
    "network = { topology = \"hierarchy\"; halves = 2;\n"                  \
    "            levels = ( { name = \"tpc\"; groups = 8; },\n"            \
    "                       { name = \"gpc\"; groups = (5, 3); } );\n"     \
    "            memory_levels = ( { name = \"mp\"; groups = 2; } ); };\n" \
    "traffic = { " traffic " };\n"
#define MESH                                   \
    "nodes = { compute = 12; memory = 4; };\n" \
    "network = { topology = \"mesh\"; columns = 4; rows = 4; };\n"
#define CROSSBAR "nodes = { compute = 3; memory = 5; };\nnetwork = { topology = \"crossbar\"; };\n"

/* ---- who sends, and gets -------------------------------------------------------------------- */

typedef struct named_case {
    const char *name, *design;
    const char *sources, *destinations; /* numbers among their kind, in order */
} named_case;

static const named_case named[] = {
    {"a pair of cores", DESIGN("sources = \"tpc:3\"; destinations = (0);"), "6 7", "0"},
    {"a group of sizes", DESIGN("sources = \"gpc:1\"; destinations = \"mp:1\";"),
     "10 11 12 13 14 15", "2 3"},
    {"groups and numbers",
     DESIGN("sources = (\"tpc:0\", 9, \"tpc:7\"); destinations = (3, \"mp:0\");"), "0 1 9 14 15",
     "0 1 3"},
    {"halves", DESIGN("sources = \"half:0\"; destinations = \"half:1\";"), "0 1 2 3 4 5 6 7 8 9",
     "2 3"},
    {"a node twice", DESIGN("sources = (\"tpc:0\", 1); destinations = (1, 1);"), "0 1", "1"},
    {"a crossbar's memory nodes", CROSSBAR "traffic = { sources = (2); destinations = (0, 4); };\n",
     "2", "0 4"},
    {"numbers of tables of rates", CROSSBAR "traffic = { sources = (0); destinations = (7); };\n",
     "0", "4"},
};

/* Numbers of the terminals at one end of all requests, among their kind. */
static void list_ends(const noc_system *s, bool sources, char *text)
{
    const noc_traffic *t = &s->traffic;
    *text = '\0';
    for (uint32_t n = 0; n < s->graph.terminal_count; n++) {
        bool is = false;
        for (size_t f = 0; f < t->flow_count; f++)
            is |= t->flows[f].class == NOC_REQUEST &&
                  (sources ? t->flows[f].source : t->flows[f].destination) == n;
        if (is)
            sprintf(text + strlen(text), "%s%u", *text ? " " : "", s->graph.terminals[n].number);
    }
}

static void names_nodes(void **state)
{
    const named_case *c = *state;
    char ends[200];
    test_system s = test_compile(c->design, NULL);
    list_ends(s.system, true, ends);
    assert_string_equal(ends, c->sources);
    list_ends(s.system, false, ends);
    assert_string_equal(ends, c->destinations);
    test_system_free(&s);
}

/* ---- what is refused ------------------------------------------------------------------------ */

typedef struct fault_case {
    const char *name, *design, *message;
} fault_case;

static const fault_case faults[] = {
    {"a level that is misspelt", DESIGN("sources = \"gcp:0\";"),
     "traffic.sources: compute nodes have no level 'gcp'; did you mean 'gpc'? (groups are "
     "tpc:0..7, "
     "gpc:0..1, half:0..1)"},
    {"a level of the other side", DESIGN("destinations = \"gpc:0\";"),
     "traffic.destinations: memory nodes have no level 'gpc' (groups are mp:0..1, half:0..1)"},
    {"a group too many", DESIGN("sources = (\"gpc:0\", \"gpc:2\");"),
     "traffic.sources: there is no group \"gpc:2\" (gpc:0..1)"},
    {"no number", DESIGN("sources = \"gpc\";"),
     "traffic.sources = \"gpc\": expected numbers of nodes in 0..1048575 and groups of a "
     "hierarchy"},
    {"a number with a point", DESIGN("sources = (1.5);"), "traffic.sources = ( ... ): expected"},
    {"a group of a mesh", MESH "traffic = { sources = \"gpc:0\"; };\n",
     "traffic.sources: \"gpc:0\" is a group of a hierarchy, and network.topology = \"mesh\" has "
     "none (numbers of nodes)"},
    {"a core that is not there", DESIGN("sources = (16);"),
     "traffic.sources: there is no compute node 16 (compute nodes are 0..15)"},
    {"a memory node that is not there", DESIGN("destinations = (4);"),
     "traffic.destinations: there is no memory node 4 (memory nodes are 0..3)"},
    {"no limit without a batch", DESIGN("sources = (0); outstanding = 0;"),
     "traffic.outstanding = 0 is no limit, and without traffic.batch nothing ends what nodes send"},
};

static void fault_is_told(void **state)
{
    const fault_case *c = *state;
    noc_diag diag = {0};
    test_system t;
    assert_int_equal(test_rated_try(c->design, "source,destination,rate\n0,1,0.1\n", &t, &diag),
                     NOC_EINPUT);
    test_print_messages(&diag);
    assert_true(diag.count >= 1);
    assert_contains(diag.messages[0].text, c->message);
    noc_diag_clear(&diag);
    test_system_free(&t);
}

int main(void)
{
    static test_list list;
    test_make_folder();
    TEST_TABLE_PREFIXED(&list, "named", named, names_nodes);
    TEST_TABLE_PREFIXED(&list, "fault", faults, fault_is_told);
    const int status = test_run("named ends", &list);
    test_remove_folder();
    return status;
}
