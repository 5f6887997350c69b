/* Workloads: the table of the papers' applications; what is refused; workloads that are fitted to
 * traces. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "design/workload/workload_fit.h"
#include "reader/design_read.h"
#include "reader/design_walk.h"
#include "tests/support/helpers.h"

/* ---- the table ------------------------------------------------------------------------------ */

static void table_has_the_applications_of_the_papers(void **state)
{
    (void)state;
    static const struct {
        const char *paper;
        size_t rows;
    } papers[] = {{"te13", 31},    /* Table I */
                  {"cdx19", 23},   /* Table 4 */
                  {"icc", 11},     /* Table 3 */
                  {"rapid18", 10}, /* 5.1 */
                  {"dapper", 9}};  /* Table 2 */
    for (size_t p = 0; p < TEST_COUNT(papers); p++) {
        size_t rows = 0;
        for (size_t i = 0; noc_workload_at(i); i++) {
            const noc_workload_row *row = noc_workload_at(i);
            if (!row->group || strcmp(row->paper, papers[p].paper) != 0) continue;
            assert_non_null(row->stated_figures);
            assert_non_null(row->assumed_figures);
            rows++;
        }
        assert_int_equal(rows, papers[p].rows);
    }
}

/* `published_inputs` are ids of published figures, separated by blanks: each begins a line of their
 * table. */
static void inputs_are_published(void **state)
{
    (void)state;
    char *published = test_read_text("data/published.csv");
    size_t found = 0;
    for (size_t i = 0; noc_workload_at(i); i++) {
        char *texts = strdup(
            noc_workload_at(i)->published_inputs ? noc_workload_at(i)->published_inputs : "");
        char *rest = texts;
        for (char *id; (id = strtok_r(rest, " ", &rest));) {
            char line[100];
            snprintf(line, sizeof line, "\n%s,%s,", id, noc_workload_at(i)->paper);
            assert_contains(published, line);
            found++;
        }
        free(texts);
    }
    assert_true(found > 0);
    free(published);
}

/* ---- refusals ------------------------------------------------------------------------------- */

typedef struct refusal {
    const char *name, *over[5], *says;
} refusal;

#define PHASES "workload.phases=({ share = 0.4; instructions = 3; }, { share = 0.6; })"
#define NINTH  "{ share = 0.1; }"
#define NINE   NINTH "," NINTH "," NINTH "," NINTH "," NINTH "," NINTH "," NINTH "," NINTH "," NINTH

static const refusal refusals[] = {
    {"hit rate above 1", {"workload=HH", "workload.l2_hit_rate=1.2"}, "l2_hit_rate = 1.2"},
    {"no warps", {"workload=HH", "workload.warps=0"}, "workload.warps = 0"},
    {"tRAS + tRP > tRC", {"memory.trc=33"}, "less than memory.tras + memory.trp = 21 + 13"},
    {"blocks and lines", {"memory.line_bytes=96"}, "no multiple of memory.line_bytes = 96"},
    {"slices and nodes", {"workload=HH", "memory.slices=3"}, "does not divide nodes.memory = 8"},
    {"unknown workload", {"workload=te13-BSF"}, "did you mean 'te13-BFS'?"},
    {"a figure of a set", {"workload=te13-HH", "workload.warps=8"}, "a set of several workloads"},
    {"shares of phases", {"workload=HH", PHASES, "workload.phases[1].share=0.5"}, "sum to 0.9 (1)"},
    {"a negative share",
     {"workload=HH", PHASES, "workload.phases[0].share=-0.4"},
     "phases[0].share = -0.4: expected a number in"},
    {"no instructions",
     {"workload=HH", PHASES, "workload.phases[0].instructions=0"},
     "phases[0].instructions = 0: expected"},
    {"a phase that is not there",
     {"workload=HH", PHASES, "workload.phases[2].share=1"},
     "the workload has 2 phases, counted from 0"},
    {"an unknown figure of a phase",
     {"workload=HH", PHASES, "workload.phases[0].threads=1"},
     "a phase has no 'threads'"},
    {"a phase without a share",
     {"workload=HH", "workload.phases=({ instructions = 3; })"},
     "phases[0] has no share"},
    {"too many phases", {"workload=HH", "workload.phases=(" NINE ")"}, "9 phases, of at most 8"},
    {"no list of phases",
     {"workload=HH", "workload.phases=(0.5, 0.5)"},
     "expected a list of groups"},
    {"a memory instruction of less than one",
     {"workload=steady", "workload.instructions=0.5", "workload.burst=1"},
     "workload.instructions = 0.5 is less than 1 / workload.burst"},
    {"a phase of less than an instruction",
     {"workload=HH", PHASES, "workload.phase_period=2"},
     "0.4 of workload.phase_period = 2 is less than an instruction"},
    {"phases of kernels that run together",
     {"workload=HH", PHASES, "cta.kernels=2", "cta.scheduler=round-robin"},
     "a core runs through those of one kernel, not of cta.kernels = 2"},
    {"warps of a phase of CTAs",
     {"workload=HH", PHASES, "workload.phases[0].warps=8", "cta.scheduler=round-robin"},
     "phases[0].warps does not apply"},
    {"threads of a warp",
     {"workload=steady", "nodes.warp_threads=16"},
     "workload.active_threads = 32"},
};

static void is_refused(void **state)
{
    const refusal *r = *state;
    char *text = test_read_text("configs/te13-baseline.cfg");
    noc_source source = test_source("te13-baseline.cfg", text);
    noc_design *design = NULL;
    noc_diag diag = {0};
    const noc_status status =
        noc_design_read(&source, r->over, test_count_texts(r->over), &design, &diag);
    if (strcmp(r->name, "a figure of a set") == 0 && status == NOC_OK) {
        noc_design_free(design); /* a set whose rows are alike is one workload */
    } else {
        assert_int_equal(status, NOC_EUSAGE);
        assert_int_equal(diag.count, 1);
        assert_contains(diag.messages[0].text, r->says);
    }
    noc_diag_clear(&diag);
    noc_source_clear(&source);
    free(text);
}

/* ---- traces --------------------------------------------------------------------------------- */

typedef struct trace_case {
    const char *name, *text;
    int bad_line; /* 0: none */
    double instructions, read_fraction;
    int warps, burst;
} trace_case;

#define HEADER "cycle,source,destination,class,bytes\n"

/* Two nodes in 100 cycles: 200 node cycles for 5 requests, 40 each, an instruction in 4. */
static const trace_case traces[] = {
    {"bursts, reads, waits",
     HEADER "0,0,8,read,8\n1,0,8,read,8\n20,8,0,reply,64\n21,8,0,reply,64\n"
            "50,1,9,write,72\n60,0,8,read,8\n99,0,8,read,8\n",
     0, 10.0, 0.8, 2, 1},
    {"reads and writes by size", HEADER "0,0,8,request,8\n50,0,8,request,72\n99,0,8,request,8\n", 0,
     100.0 / 3.0 / 4.0, 2.0 / 3.0, 32, 1},
    {"one size", HEADER "0,0,8,request,8\n99,0,9,request,8\n", 0, 12.5, 1.0, 32, 1},
    {"no header", "0,0,8,read,8\n", 1, 0, 0, 0, 0},
    {"no cycle", HEADER "0,0,8,read,8\n,0,8,read,8\n", 3, 0, 0, 0, 0},
    {"negative node", HEADER "0,-1,8,read,8\n", 2, 0, 0, 0, 0},
    {"unknown class", HEADER "0,1,8,load,8\n", 2, 0, 0, 0, 0},
    {"a field too many", HEADER "0,1,8,read,8,9\n", 2, 0, 0, 0, 0},
    {"no bytes", HEADER "0,1,8,read,0\n", 2, 0, 0, 0, 0},
    {"back in time", HEADER "5,1,8,read,8\n4,1,8,read,8\n", 3, 0, 0, 0, 0},
    {"only replies", HEADER "5,8,1,reply,8\n", -1, 0, 0, 0, 0},
};

static void trace_is_fitted(void **state)
{
    const trace_case *c = *state;
    char path[] = "/tmp/nocsight-trace-XXXXXX";
    const int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, c->text, strlen(c->text)), (ssize_t)strlen(c->text));
    close(file);
    noc_workload_fit fit = {.requests = 77};
    noc_diag diag = {0};
    const noc_status status = noc_workload_fit_trace(path, 4.0, 64, &fit, &diag);
    unlink(path);
    if (c->bad_line) {
        assert_int_equal(status, NOC_EINPUT);
        assert_int_equal(diag.count, 1);
        assert_int_equal(diag.messages[0].line, c->bad_line > 0 ? c->bad_line : 0);
        assert_int_equal(fit.requests, 77); /* nothing is half read */
    } else {
        assert_int_equal(status, NOC_OK);
        assert_near(fit.workload.instructions, c->instructions, 1e-9);
        assert_near(fit.workload.read_fraction, c->read_fraction, 1e-9);
        assert_int_equal(fit.workload.warps, c->warps);
        assert_int_equal(fit.workload.burst, c->burst);
    }
    noc_diag_clear(&diag);
}

int main(void)
{
    static test_list list;
    test_add(&list, "table: the papers' applications", table_has_the_applications_of_the_papers);
    test_add(&list, "table: figures that set others are published", inputs_are_published);
    TEST_TABLE_PREFIXED(&list, "refused", refusals, is_refused);
    TEST_TABLE_PREFIXED(&list, "trace", traces, trace_is_fitted);
    return test_run("workloads", &list);
}
