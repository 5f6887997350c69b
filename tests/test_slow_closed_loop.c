/* The model of the closed loop against samples of it: IPC and what binds, over the shipped designs with four
 * classes and over drawn designs and workloads. tests/reference/closed-loop.csv holds what was measured, with
 * `nocsight sample DESIGN --set OVERRIDE...`; some rows are measured again. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hybrid/estimate.h"
#include "tests/helpers.h"

enum { ROWS_MAX = 400, OVERRIDES_MAX = 16, FIELDS = 6, AGAIN_EVERY = 40 };

typedef struct row {
    char *fields[FIELDS]; /* into the text */
    char set[16], path[80];
    const char *overrides[OVERRIDES_MAX + 1];
    double ipc, half_width;
} row;

static row rows[ROWS_MAX];
static size_t row_count;

static void split_row(char *line, row *r)
{
    char *rest = line;
    for (size_t i = 0; i < FIELDS; i++) r->fields[i] = strsep(&rest, ",");
    assert_non_null(r->fields[FIELDS - 1]);
    snprintf(r->set, sizeof r->set, "%s", r->fields[0]);
    snprintf(r->path, sizeof r->path, "configs/%s.cfg", r->fields[1]);
    char *words = r->fields[2];
    for (size_t i = 0; words && i < OVERRIDES_MAX; i++) r->overrides[i] = strsep(&words, " ");
    r->ipc = strtod(r->fields[3], NULL);
    r->half_width = strtod(r->fields[4], NULL);
}

static void read_rows(char *text)
{
    char *rest = text, *line;
    strsep(&rest, "\n"); /* the header */
    while ((line = strsep(&rest, "\n")) && *line) {
        assert_true(row_count < ROWS_MAX);
        split_row(line, &rows[row_count++]);
    }
}

static noc_estimate answer(const row *r, bool sampled)
{
    test_system t = test_compile_file(r->path, r->overrides);
    const noc_sampling sampling = {.precision = 0.02, .seed = 1, .jobs = 1};
    noc_estimate e;
    noc_diag diag = {0};
    const noc_status status = sampled ? noc_estimate_sample_closed(t.system, &sampling, &e, &diag)
                                      : noc_estimate_model(t.system, NAN, &e, &diag);
    assert_int_equal(status, NOC_OK);
    test_system_free(&t);
    return e;
}

typedef struct sums {
    size_t rows, alike;
    double absolute, worst; /* |error| */
} sums;

static void add(sums *s, double error, bool alike)
{
    s->rows++;
    s->alike += alike;
    s->absolute += fabs(error);
    if (fabs(error) > s->worst) s->worst = fabs(error);
}

static void print_sums(const char *name, const sums *s)
{
    if (s->rows == 0) return;
    print_message("%-12s %5zu %9.1f %7.1f %10.0f %%\n", name, s->rows,
                  100.0 * s->absolute / (double)s->rows, 100.0 * s->worst,
                  100.0 * (double)s->alike / (double)s->rows);
}

/* What a set's errors may be: reached, not wanted (5 % in the mean, 12 % at worst, 95 % alike). */
typedef struct set_case {
    const char *name;
    double mean, worst, alike;
} set_case;

static const set_case sets[] = {
    {"shipped", 0.05, 0.22, 0.89},
    {"drawn-b", 0.05, 0.13, 0.80},
    {"drawn-a", 0.05, 0.27, 0.80}, /* seen by the fit */
    {"drawn-c", 0.05, 0.29, 0.80}, /* likewise */
};

static void model_against_samples(void **state)
{
    const set_case *c = *state;
    static const char *const bindings[] = {"cores", "request network", "controller",
                                           "dram",  "reply network",   "latency"};
    sums all = {0}, by_binding[TEST_COUNT(bindings)] = {{0}};
    for (size_t i = 0; i < row_count; i++) {
        const row *r = &rows[i];
        if (strcmp(r->set, c->name) != 0) continue;
        const noc_estimate e = answer(r, false);
        const double error = e.metrics[NOC_METRIC_ipc].value / r->ipc - 1.0;
        const bool alike = strcmp(e.bottleneck.kind, r->fields[5]) == 0;
        add(&all, error, alike);
        for (size_t k = 0; k < TEST_COUNT(bindings); k++)
            if (strcmp(bindings[k], r->fields[5]) == 0) add(&by_binding[k], error, alike);
        if (fabs(error) > 0.12)
            print_message("  %+5.1f %% %s %s\n", 100.0 * error, r->fields[1], r->fields[5]);
    }
    print_message("%-16s rows   mean %%  worst   alike\n", c->name);
    print_sums("all", &all);
    for (size_t k = 0; k < TEST_COUNT(bindings); k++) print_sums(bindings[k], &by_binding[k]);
    assert_true(all.rows > 50);
    assert_true(all.absolute <= c->mean * (double)all.rows);
    assert_true(all.worst <= c->worst);
    assert_true((double)all.alike >= c->alike * (double)all.rows);
}

/* What is stored is what the sampler of today says. */
static void samples_are_of_today(void **state)
{
    (void)state;
    for (size_t i = 0; i < row_count; i += AGAIN_EVERY) {
        const noc_metric ipc = answer(&rows[i], true).metrics[NOC_METRIC_ipc];
        assert_near(ipc.value, rows[i].ipc, rows[i].half_width + (ipc.hi - ipc.value));
    }
}

int main(void)
{
    static test_list list;
    char *text = test_read_text("tests/reference/closed-loop.csv");
    read_rows(text);
    TEST_TABLE_PREFIXED(&list, "model against samples", sets, model_against_samples);
    test_add(&list, "samples are of today", samples_are_of_today);
    const int failed = test_run("closed loop, many designs", &list);
    free(text);
    return failed;
}
