/* Columns of tables and traces: each is read by an answer, refused where it is wrong, or told not
 * to be read. Which columns there are is taken from the refusals of others. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "hybrid/answers/estimate.h"
#include "hybrid/answers/estimate_sample.h"
#include "sampler/sources/trace_planning.h"
#include "tests/support/designs/wirings.h"
#include "tests/support/folder.h"
#include "tests/support/runs/traces.h"

/* ---- tables and designs --------------------------------------------------------------------- */

enum { LINKS, ATTACH, ROUTES, RATES, TRACE };

/* Five routers on a ring with a chord, four compute nodes, and a memory node. */
#define CHORD   "0,2,1,2,,,\n"
#define ONE_WAY "2,3,1,2,,,\n"
#define LINKS_TEXT                                         \
    "from,to,cycles,mm,flit_bytes,lanes,flits_per_cycle\n" \
    "0,1,1,2,,,\n1,0,1,2,,,\n"                             \
    "1,2,1,2,,,\n2,1,1,2,,,\n" ONE_WAY "3,2,1,2,,,\n"      \
    "3,4,1,2,,,\n4,3,1,2,,,\n4,0,1,2,,,\n0,4,1,2,,,\n" CHORD
#define ENDS        "3,3,,,,\n4,4,,,,\n"
#define ATTACH_TEXT "node,router,kind,ports,flits_per_cycle,die\n0,0,,,,0\n1,1,,,,\n2,2,,,,\n" ENDS
/* Router 2 sends half of its requests either way. */
#define HALVES "2,4,3,0.5,\n2,4,1,0.5,\n"
#define ROUTES_TEXT                                                                     \
    "router,destination,next,share,vcs\n" HALVES "3,4,4,,\n1,4,0,,\n0,4,4,,\n4,0,0,,\n" \
    "4,3,3,,\n4,1,0,,\n0,1,1,,\n4,2,3,,\n3,2,2,,\n"

#define NETWORK                                                                          \
    "chip = { technology_nm = 22; };\nnodes = { compute = 4; memory = 1; };\n"           \
    "network = { topology = \"file\"; links = \"links.csv\"; attach = \"attach.csv\";\n" \
    "  routes = \"routes.csv\"; flit_bytes = 16; virtual_channels = 4; };\n"             \
    "traffic = { pattern = \"many-to-few\"; };\n"

#define MESH(traffic)                                                            \
    "nodes = { compute = 16; memory = 0; };\n"                                   \
    "network = { topology = \"mesh\"; columns = 4; rows = 4; flit_bytes = 16;\n" \
    "  virtual_channels = 4; };\ntraffic = { pattern = \"uniform\"; " traffic " };\n"
static const char peers[] = MESH("packet_flits = 4;");
static const char answering[] = MESH("replies = true;");

#define HEADER         "cycle,source,destination,class,bytes"
#define ALL            HEADER ",reply_bytes,network,id,after,delay,phase\n"
#define PACKETS(first) ALL first "4,5,6,read,16,,,2,,,\n90,6,9,write,16,,,3,2,,\n"
#define FIRST          "0,0,3,write,64,,,1,,,\n"

/* Node 0 sends over three links to node 3. */
#define RATED_TEXT                                                 \
    "nodes = { compute = 16; memory = 0; };\n"                     \
    "network = { topology = \"mesh\"; columns = 4; rows = 4; };\n" \
    "traffic = { rates = \"rates.csv\"; packet_flits = 4; };\n"
#define PAIR       "0,3,0.01\n"
#define RATES_TEXT "source,destination,rate\n" PAIR "4,7,0.02\n"

static const char *const base_texts[] = {LINKS_TEXT, ATTACH_TEXT, ROUTES_TEXT, RATES_TEXT,
                                         PACKETS(FIRST)};

/* ---- answers -------------------------------------------------------------------------------- */

/* Figures of an answer as one number, and what it says. 0: it was refused. */
typedef struct said {
    uint64_t bits;
    char warnings[4000];
} said;

static void fold(said *s, const noc_estimate *e)
{
    s->bits = s->bits ? s->bits : 1;
    for (int i = 0; i < NOC_METRICS; i++) {
        uint64_t raw = 1;
        if (!isnan(e->metrics[i].value)) memcpy(&raw, &e->metrics[i].value, sizeof raw);
        s->bits = (s->bits ^ raw) * 1099511628211u;
    }
    s->bits ^= e->trace_phase_count;
    for (int i = 0; i < e->warning_count; i++) {
        const size_t used = strlen(s->warnings);
        snprintf(s->warnings + used, sizeof s->warnings - used, "%s\n", e->warnings[i]);
    }
}

/* Compiles the design of a table, LINKS to RATES, with a text in place of that table. */
static noc_status try_tables(int table, const char *text, const char *const *overrides,
                             test_system *t, noc_diag *diag)
{
    if (table == RATES) return test_rated_try(RATED_TEXT, text, t, diag);
    wired_design wired = {
        NETWORK,
        {{"links.csv", LINKS_TEXT}, {"attach.csv", ATTACH_TEXT}, {"routes.csv", ROUTES_TEXT}}};
    wired.files[table].text = text;
    return test_wired_try(&wired, overrides, t, diag);
}

/* The model at a load that moves with queues. */
static said answer_tables(int table, const char *text, const char *const *overrides)
{
    said s = {.bits = 0};
    noc_diag diag = {0};
    test_system t;
    noc_estimate e;
    if (try_tables(table, text, overrides, &t, &diag) == NOC_OK) {
        assert_int_equal(noc_estimate_model(t.system, 0.05, &e, NULL), NOC_OK);
        fold(&s, &e);
    }
    noc_diag_clear(&diag);
    test_system_free(&t);
    return s;
}

/* A trace that crosses all links. */
static said answer_trace(const char *design, const char *text)
{
    char path[] = "/tmp/nocsight-trace-XXXXXX";
    const noc_sampling sampling = {.precision = 0.02, .seed = 1, .jobs = 1};
    test_system t = test_compile(design, NULL);
    noc_trace_schedule schedule = {0};
    noc_trace trace;
    noc_estimate e;
    said s = {.bits = 0};
    test_write_trace(path, text);
    if (noc_trace_read(path, &trace, NULL) == NOC_OK &&
        noc_trace_schedule_make(t.system, &trace, "t.csv", &schedule, NULL) == NOC_OK) {
        assert_int_equal(noc_estimate_sample_trace(t.system, &schedule, &sampling, &e, NULL),
                         NOC_OK);
        fold(&s, &e);
    }
    noc_trace_schedule_clear(&schedule);
    noc_arena_clear(&trace.arena);
    test_system_free(&t);
    unlink(path);
    return s;
}

/* ---- the walk ------------------------------------------------------------------------------- */

/* A cell in place of another. */
typedef struct step {
    const char *column;
    int table;
    const char *old, *new;
} step;

static const step steps[] = {
    {"from", LINKS, CHORD, "4,2,1,2,,,\n"},
    {"to", LINKS, CHORD, "0,3,1,2,,,\n"},
    {"cycles", LINKS, ONE_WAY, "2,3,9,2,,,\n"},
    {"mm", LINKS, ONE_WAY, "2,3,1,9,,,\n"},
    {"flit_bytes", LINKS, ONE_WAY, "2,3,1,2,8,,\n"},
    {"flit_bytes", LINKS, ONE_WAY, "2,3,1,2,64,,\n"},
    {"lanes", LINKS, ONE_WAY, "2,3,1,2,,2,\n"},
    {"flits_per_cycle", LINKS, ONE_WAY, "2,3,1,2,,,0.25\n"},
    {"flits_per_cycle", LINKS, ONE_WAY, "2,3,1,2,,,4\n"},
    {"node", ATTACH, ENDS, "4,3,,,,\n3,4,,,,\n"},
    {"router", ATTACH, ENDS, "3,4,,,,\n4,4,,,,\n"},
    {"kind", ATTACH, ENDS, "3,3,memory,,,\n4,4,,,,\n"},
    {"ports", ATTACH, ENDS, "3,3,,,,\n4,4,,2,,\n"},
    {"flits_per_cycle", ATTACH, ENDS, "3,3,,,,\n4,4,,,0.25,\n"},
    {"die", ATTACH, ENDS, "3,3,,,,\n4,4,,,,1\n"},
    {"router", ROUTES, HALVES, "2,4,3,0.5,\n1,4,2,0.5,\n"},
    {"destination", ROUTES, HALVES, "2,4,3,0.5,\n2,1,3,0.5,\n"},
    {"next", ROUTES, HALVES, "2,4,3,0.5,\n2,4,0,0.5,\n"},
    {"share", ROUTES, HALVES, "2,4,3,0.9,\n2,4,1,0.1,\n"},
    {"vcs", ROUTES, HALVES, "2,4,3,0.5,0\n2,4,1,0.5,\n"},
    {"vcs", ROUTES, HALVES, "2,4,3,0.5,0-9\n2,4,1,0.5,\n"},
    {"source", RATES, PAIR, "1,3,0.01\n"},
    {"destination", RATES, PAIR, "0,2,0.01\n"},
    {"rate", RATES, PAIR, "0,3,0.03\n"},
    {"cycle", TRACE, FIRST, "3,0,3,write,64,,,1,,,\n"},
    {"source", TRACE, FIRST, "0,2,3,write,64,,,1,,,\n"},
    {"destination", TRACE, FIRST, "0,0,10,write,64,,,1,,,\n"},
    {"destination", TRACE, FIRST, "0,0,3+9,write,64,,,1,,,\n"},
    {"class", TRACE, FIRST, "0,0,3,read,64,,,1,,,\n"},
    {"class", TRACE, FIRST, "0,0,3,request,64,,,1,,,\n"},
    {"bytes", TRACE, FIRST, "0,0,3,write,640,,,1,,,\n"},
    {"reply_bytes", TRACE, FIRST, "0,0,3,write,64,640,,1,,,\n"},
    {"network", TRACE, FIRST, "0,0,3,write,64,,1,1,,,\n"},
    {"id", TRACE, FIRST, "0,0,3,write,64,,,3,,,\n"},
    {"after", TRACE, FIRST, "0,0,3,write,64,,,1,,,\n4,0,3,write,64,,,,1,,\n"},
    {"delay", TRACE, FIRST, "0,0,3,write,64,,,1,,40,\n"},
    {"phase", TRACE, FIRST, "0,0,3,write,64,,,1,,,load\n"},
    {"address", TRACE, ALL, HEADER ",address\n"},
};

/* A text with one part in place of another; the caller frees it. */
static char *replaced(const char *text, const char *old, const char *new)
{
    const char *at = strstr(text, old);
    char *result = NULL;
    assert_non_null(at);
    assert_true(asprintf(&result, "%.*s%s%s", (int)(at - text), text, new, at + strlen(old)) > 0);
    return result;
}

static said answer_of(int table, const char *text, const char *design)
{
    return table == TRACE ? answer_trace(design, text) : answer_tables(table, text, NULL);
}

static bool is_moved_or_told(const step *s, const char *design)
{
    char *text = replaced(base_texts[s->table], s->old, s->new);
    const said base = answer_of(s->table, base_texts[s->table], design),
               other = answer_of(s->table, text, design);
    assert_true(base.bits != 0);
    free(text);
    return other.bits != base.bits || strcmp(other.warnings, base.warnings) != 0;
}

static void every_column_is_read_or_told(void **state)
{
    const step *s = *state;
    if (!is_moved_or_told(s, peers) && !is_moved_or_told(s, answering))
        fail_msg("%s changes nothing, and nobody says so", s->new);
}

/* Whether the walk has a column: "flit_bytes" or "flit_bytes?". */
static bool is_walked(int table, const char *name, size_t length)
{
    for (size_t i = 0; i < TEST_COUNT(steps); i++)
        if (steps[i].table == table && strlen(steps[i].column) == length &&
            strncmp(steps[i].column, name, length) == 0)
            return true;
    return false;
}

/* Names that a message lists behind `after`, up to `end`. */
static size_t check_list(int table, const char *message, const char *after, const char *end)
{
    const char *name = strstr(message, after);
    size_t count = 0;
    assert_non_null(name);
    name += strlen(after);
    const char *last = strstr(name, end);
    assert_non_null(last);
    while (name < last) {
        const size_t length = strcspn(name, "?,;");
        if (!is_walked(table, name, length)) fail_msg("%.*s is not walked", (int)length, name);
        count++;
        name += length;
        name += strspn(name, "?, ");
    }
    return count;
}

static void every_column_is_walked(void **state)
{
    static const size_t counts[] = {7, 6, 5, 3};
    (void)state;
    for (int table = LINKS; table <= RATES; table++) {
        noc_diag diag = {0};
        test_system t;
        assert_int_equal(try_tables(table, "none\n", NULL, &t, &diag), NOC_EINPUT);
        assert_int_equal(check_list(table, diag.messages[0].text, "(columns: ", ";"),
                         counts[table]);
        test_system_free(&t);
        noc_diag_clear(&diag);
    }
    char path[] = "/tmp/nocsight-trace-XXXXXX";
    noc_trace trace;
    noc_diag diag = {0};
    test_write_trace(path, "none\n");
    assert_int_equal(noc_trace_read(path, &trace, &diag), NOC_EINPUT);
    assert_int_equal(check_list(TRACE, diag.messages[0].text, "must be ", ", and behind"), 5);
    assert_int_equal(check_list(TRACE, diag.messages[0].text, "if anything, ", ", each once"), 7);
    noc_diag_clear(&diag);
    unlink(path);
}

/* ---- what is said --------------------------------------------------------------------------- */

typedef struct told_case {
    const char *name;
    int table;
    const char *design, *old, *new;
    const char *override; /* NULL: none */
    const char *says;     /* a line of its warnings; NULL: none is of a column */
} told_case;

static const told_case told[] = {
    {"a link that its router does not fill", LINKS, "", ONE_WAY, "2,3,1,2,,,4\n", NULL,
     "links.csv:6: flits_per_cycle is not read beyond what routers pass: a flit a step "
     "(network.internal_speedup)\n"},
    {"two links that their routers do not fill", LINKS, "", ONE_WAY "3,2,1,2,,,\n",
     "2,3,1,2,,,4\n3,2,1,2,,,4\n", NULL, "links.csv:6 and 1 line more: flits_per_cycle is not"},
    {"a wide link that its router does not fill", LINKS, "", ONE_WAY, "2,3,1,2,64,,\n", NULL,
     "links.csv:6: flit_bytes is not read beyond what"},
    {"a link that its router fills in part", LINKS, "", ONE_WAY, "2,3,1,2,,,4\n",
     "network.internal_speedup=2", "flits_per_cycle is not read beyond what routers pass"},
    {"a link that its router fills", LINKS, "", ONE_WAY, "2,3,1,2,,,4\n",
     "network.internal_speedup=4", NULL},
    {"a slow link", LINKS, "", ONE_WAY, "2,3,1,2,,,0.5\n", NULL, NULL},
    {"a rate in place of a width", LINKS, "", ONE_WAY, "2,3,1,2,32,,0.5\n", NULL,
     "links.csv:6: flit_bytes is not read: the line has its flits_per_cycle\n"},
    {"virtual channels that are not there", ROUTES, "", HALVES, "2,4,3,0.5,0-9\n2,4,1,0.5,\n", NULL,
     "routes.csv:2: vcs is not read in full: it names more than network.virtual_channels\n"},
    {"all virtual channels", ROUTES, "", HALVES, "2,4,3,0.5,0-3\n2,4,1,0.5,\n", NULL, NULL},
    {"several destinations that answer", TRACE, answering, FIRST, "0,0,3+9,write,64,,,1,,,\n", NULL,
     "t.csv:2: destination is played as unicasts: its destinations answer"},
    {"reads between peers", TRACE, peers, FIRST, FIRST, NULL,
     "t.csv:3: class read is played one way: no node answers (traffic.replies = true)\n"},
    {"reads of peers that answer", TRACE, answering, FIRST, FIRST, NULL, NULL},
    {"answers of peers that do not", TRACE, peers, FIRST, "0,0,3,write,64,8,,1,,,\n", NULL,
     "t.csv:2: reply_bytes is not read: no node answers"},
    {"answers beside replies", TRACE, answering, FIRST,
     "0,0,3,write,64,8,,1,,,\n2,3,0,reply,64,,,,,,\n", NULL,
     "t.csv:2: reply_bytes is not read: the trace has its own replies\n"},
    {"a delay after nothing", TRACE, answering, FIRST, "0,0,3,write,64,,,1,,40,\n", NULL,
     "t.csv:2: delay is not read: the packet waits for none (after)\n"},
    {"an id that nobody names", TRACE, answering, "90,6,9,write,16,,,3,2,", "90,6,9,write,16,,,3,,",
     NULL, "t.csv:2 and 2 lines more: id is not read: no packet waits for another (after)\n"},
    {"a request that may be a read", TRACE, answering, FIRST, "0,0,3,request,64,,,1,,,\n", NULL,
     "t.csv:2: class request is played as read or write: its size decides which\n"},
    {"a request that nobody answers", TRACE, peers, "4,5,6,read", "4,5,6,request", NULL, NULL},
};

static bool tells_of_a_column(const char *warnings)
{
    return strstr(warnings, ".csv:") != NULL;
}

static void columns_are_told(void **state)
{
    const told_case *c = *state;
    const char *const overrides[] = {c->override, NULL};
    char *text = replaced(base_texts[c->table], c->old, c->new);
    const said s = c->table == TRACE ? answer_trace(c->design, text)
                                     : answer_tables(c->table, text, overrides);
    assert_true(s.bits != 0);
    if (c->says)
        assert_contains(s.warnings, c->says);
    else if (tells_of_a_column(s.warnings))
        fail_msg("%s", s.warnings);
    free(text);
}

int main(void)
{
    static test_list list;
    test_make_folder();
    TEST_TABLE_PREFIXED(&list, "walk", steps, every_column_is_read_or_told);
    test_add(&list, "every column is walked", every_column_is_walked);
    TEST_TABLE_PREFIXED(&list, "told", told, columns_are_told);
    const int status = test_run("columns", &list);
    test_remove_folder();
    return status;
}
