/* CTA schedulers: cases of an independent program, to the cycle; what closed forms give; endless
 * kernels; what is refused. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/auto.h"
#include "design/cores/cta_dispatch.h"
#include "tests/oracles/cta_plan.h"
#include "tests/support/rows/ends_tables.h"

enum { KERNELS = 4, CTAS = 1024, SLOTS = 4096 };

static const noc_cta_scheduler_kind *scheduler_of(const char *name)
{
    for (size_t i = 0; noc_cta_scheduler_at(i); i++)
        if (!strcmp(noc_cta_scheduler_name(i), name)) return noc_cta_scheduler_at(i);
    fail_msg("no scheduler %s", name);
    return NULL;
}

/* A chip, and the CTAs that run on it. */
typedef struct chip {
    noc_cta_setup setup;
    uint64_t counts[KERNELS];
    oracle_cta_run *runs[KERNELS];
} chip;

static chip chip_of(const char *scheduler, noc_cta_shape shape, int kernels)
{
    chip c = {.setup = {scheduler_of(scheduler), shape, kernels, NULL}};
    for (int k = 0; k < kernels; k++) {
        c.runs[k] = calloc(CTAS, sizeof *c.runs[k]);
        assert_non_null(c.runs[k]);
    }
    return c;
}

static void chip_clear(chip *c)
{
    for (int k = 0; k < KERNELS; k++) free(c->runs[k]);
}

static void chip_run(chip *c)
{
    noc_refusal refusal;
    c->setup.counts = c->counts;
    if (!noc_cta_check_setup(&c->setup, true, &refusal)) fail_msg("%s", refusal.text);
    assert_true(oracle_cta_plan(&c->setup, c->runs));
}

/* ---- cases ---------------------------------------------------------------------------------- */

/* "144 61 / 64": of two kernels. */
static void read_lengths(chip *c, const char *text)
{
    for (int k = 0, used; *text;) {
        unsigned long length;
        while (*text == ' ') text++;
        if (*text == '/') {
            k++;
            text++;
        } else if (sscanf(text, "%lu%n", &length, &used) == 1) {
            c->runs[k][c->counts[k]++].length = length;
            text += used;
        }
    }
}

static char *write_assignment(const chip *c)
{
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    for (int k = 0; k < c->setup.kernels; k++) {
        if (k > 0) fputs(" / ", out);
        for (uint64_t i = 0; i < c->counts[k]; i++) {
            const oracle_cta_run *run = &c->runs[k][i];
            fprintf(out, "%s%d.%d@%lu", i ? " " : "", run->at.core, run->at.slot,
                    (unsigned long)run->start);
        }
    }
    fclose(out);
    return text;
}

/* Numbers of a row that are there one after the other, apart by blanks. */
static void assert_next(const char **text, uint64_t got)
{
    char *end;
    assert_int_equal(got, strtoul(*text, &end, 10));
    assert_true(end > *text);
    *text = end;
}

static void check_figures(const ends_row *row, const chip *c)
{
    const noc_cta_shape *shape = &c->setup.shape;
    const char *makespans = ends_text(row, "makespan_by_kernel"),
               *busy = ends_text(row, "busy_by_cluster");
    uint64_t last = 0, on_core = 0, in_cluster = 0;
    for (int k = 0; k < c->setup.kernels; k++) {
        const uint64_t makespan = oracle_cta_makespan(c->runs[k], c->counts[k]);
        assert_next(&makespans, makespan);
        if (makespan > last) last = makespan;
        on_core += oracle_cta_overlap(c->runs[k], c->counts[k], 1);
        in_cluster += oracle_cta_overlap(c->runs[k], c->counts[k], shape->cores);
    }
    assert_int_equal(last, ends_integer(row, "makespan", 0));
    assert_int_equal(on_core, ends_integer(row, "neighbour_overlap_core", 0));
    assert_int_equal(in_cluster, ends_integer(row, "neighbour_overlap_cluster", 0));
    for (int cluster = 0; cluster < shape->clusters; cluster++) {
        uint64_t sum = 0;
        for (int k = 0; k < c->setup.kernels; k++)
            sum += oracle_cta_busy(c->runs[k], c->counts[k], cluster * shape->cores, shape->cores);
        assert_next(&busy, sum);
    }
}

/* The kernel with the whole chip, by the same scheduler: its makespan. */
static uint64_t alone(const chip *c, int kernel)
{
    chip one = chip_of(c->setup.scheduler->name, c->setup.shape, 1);
    one.counts[0] = c->counts[kernel];
    memcpy(one.runs[0], c->runs[kernel], CTAS * sizeof *one.runs[0]);
    chip_run(&one);
    const uint64_t makespan = oracle_cta_makespan(one.runs[0], one.counts[0]);
    chip_clear(&one);
    return makespan;
}

static void check_together(const ends_row *row, const chip *c)
{
    double ratio[KERNELS];
    if (c->setup.kernels == 1) return;
    for (int k = 0; k < c->setup.kernels; k++)
        ratio[k] = (double)alone(c, k) / (double)oracle_cta_makespan(c->runs[k], c->counts[k]);
    assert_near(noc_cta_stp(ratio, c->setup.kernels), ends_real(row, "stp"), 1e-6);
    assert_near(noc_cta_antt(ratio, c->setup.kernels), ends_real(row, "antt"), 1e-6);
}

static void runs_as_listed(void **state)
{
    const ends_row *row = *state;
    const noc_cta_shape shape = {ends_integer(row, "clusters", 0),
                                 ends_integer(row, "cores_per_cluster", 0),
                                 ends_integer(row, "slots", 0)};
    chip c = chip_of(ends_text(row, "scheduler"), shape, ends_integer(row, "kernels", 0));
    read_lengths(&c, ends_text(row, "lengths"));
    chip_run(&c);
    char *got = write_assignment(&c);
    assert_string_equal(got, ends_text(row, "assignment"));
    check_figures(row, &c);
    check_together(row, &c);
    free(got);
    chip_clear(&c);
}

/* ---- worked examples ------------------------------------------------------------------------ */

typedef struct example {
    const char *name, *scheduler;
    noc_cta_shape shape;
    const char *lengths, *assignment;
} example;

/* The first lines: icc, Fig. 6, where only CTA 0 ends in time. The others: worked by hand. */
static const example examples[] = {
    {"two-level, Fig. 6",
     "two-level",
     {2, 2, 2},
     "1 9 9 9 9 9 9 9 9 9",
     "0.0@0 2.0@0 1.0@0 3.0@0 0.1@0 2.1@0 1.1@0 3.1@0 0.0@1 2.0@9"},
    {"distributed, Fig. 6",
     "distributed",
     {2, 2, 2},
     "1 9 9 9 9 9 9 9 9 9",
     "0.0@0 1.0@0 0.1@0 1.1@0 0.0@1 2.0@0 3.0@0 2.1@0 3.1@0 2.0@9"},
    {"distributed-block, Fig. 6: the odd one waits for two slots",
     "distributed-block",
     {2, 2, 2},
     "1 8 9 9 9 9 9 9 9 9",
     "0.0@0 0.1@0 1.0@0 1.1@0 0.0@8 2.0@0 2.1@0 3.0@0 3.1@0 2.0@9"},
    {"block, Fig. 6",
     "block",
     {2, 2, 2},
     "1 8 9 9 9 9 9 9 9 9",
     "0.0@0 0.1@0 1.0@0 1.1@0 2.0@0 2.1@0 3.0@0 3.1@0 0.0@8 0.1@8"},
    {"two-level, unequal",
     "two-level",
     {2, 1, 2},
     "3 9 2 4 5 1 6",
     "0.0@0 1.0@0 0.1@0 1.1@0 0.1@2 0.0@3 0.0@4"},
    {"global, unequal",
     "global",
     {2, 1, 2},
     "3 9 2 4 5 1 6",
     "0.0@0 1.0@0 0.1@0 1.1@0 0.1@2 0.0@3 0.0@4"},
    {"greedy, unequal",
     "greedy",
     {2, 1, 2},
     "3 9 2 4 5 1 6",
     "0.0@0 0.1@0 1.0@0 1.1@0 1.0@2 0.0@3 0.0@4"},
    {"distributed, unequal",
     "distributed",
     {2, 1, 2},
     "3 9 2 4 5 1 6",
     "0.0@0 0.1@0 0.0@3 0.0@5 1.0@0 1.1@0 1.1@1"},
    {"distributed-block, unequal",
     "distributed-block",
     {2, 1, 2},
     "3 9 2 4 5 1 6",
     "0.0@0 0.1@0 0.0@9 0.1@9 1.0@0 1.1@0 1.0@5"},
    {"block, unequal",
     "block",
     {2, 1, 2},
     "3 9 2 4 5 1 6",
     "0.0@0 0.1@0 1.0@0 1.1@0 1.0@4 1.1@4 0.0@9"},
    {"round-robin, two kernels",
     "round-robin",
     {2, 3, 1},
     "4 6 5 3 / 7 2 2 4 6",
     "0.0@0 1.0@0 2.0@0 0.0@4 / 3.0@0 4.0@0 5.0@0 4.0@2 5.0@2"},
    {"topology-aware, two kernels: cores are lent",
     "topology-aware",
     {2, 3, 1},
     "4 6 5 3 / 7 2 2 4 6",
     "0.0@0 3.0@0 2.0@0 5.0@0 / 1.0@0 4.0@0 4.0@2 5.0@3 0.0@4"},
};

static void runs_as_worked(void **state)
{
    const example *e = *state;
    chip c = chip_of(e->scheduler, e->shape, strchr(e->lengths, '/') ? 2 : 1);
    read_lengths(&c, e->lengths);
    chip_run(&c);
    char *got = write_assignment(&c);
    assert_string_equal(got, e->assignment);
    free(got);
    chip_clear(&c);
}

/* cdx19: of 40 CTAs on 8 x 10 cores round robin gives 25 % to each of 4 crossbars, topology-aware
 * 12.5 % to each of 8. */
static void small_kernels_are_spread(void **state)
{
    (void)state;
    static const struct {
        const char *scheduler;
        uint64_t first;
    } rows[] = {{"round-robin", 10}, {"topology-aware", 5}};
    for (size_t i = 0; i < TEST_COUNT(rows); i++) {
        chip c = chip_of(rows[i].scheduler, (noc_cta_shape){8, 10, 2}, 1);
        c.counts[0] = 40;
        for (int n = 0; n < 40; n++) c.runs[0][n].length = 1;
        chip_run(&c);
        assert_int_equal(oracle_cta_busy(c.runs[0], 40, 0, 10), rows[i].first);
        chip_clear(&c);
    }
}

/* ---- without end ---------------------------------------------------------------------------- */

/* All slots stay full, each cluster of a scheduler with pools has consecutive numbers of its own,
 * and nothing starts twice. */
static void endless_kernels_fill_the_chip(void **state)
{
    (void)state;
    static noc_cta_start starts[SLOTS];
    const uint64_t counts[2] = {0, 0};
    for (size_t i = 0; noc_cta_scheduler_at(i); i++) {
        const noc_cta_scheduler_kind *kind = noc_cta_scheduler_at(i);
        const noc_cta_setup setup = {kind, {3, 4, 2}, kind->find_kernel ? 2 : 1, counts};
        NOC_AUTO(noc_arena_clear) noc_arena arena = {0};
        noc_cta_dispatch *d = noc_cta_dispatch_new(&setup, &arena);
        assert_non_null(d);
        assert_int_equal(noc_cta_dispatch_fill(d, starts), 24);
        uint64_t next = 0;
        for (int n = 0; n < 24; n++)
            next += starts[n].start_slot.core / 4 == 1 && starts[n].kernel == 0;
        assert_int_equal(noc_cta_dispatch_fill(d, starts), 0);
        for (int slot = 0; slot < 2; slot++) noc_cta_dispatch_end(d, (noc_cta_slot){4, slot});
        assert_int_equal(noc_cta_dispatch_fill(d, starts), 2);
        assert_int_equal(starts[0].start_slot.core, 4);
        assert_int_equal(starts[1].cta, starts[0].cta + 1);
        if (kind->has_cluster_pools) assert_int_equal(starts[0].cta & 0xffffffff, next);
    }
}

/* ---- refusals ------------------------------------------------------------------------------- */

typedef struct refused {
    const char *name, *scheduler;
    noc_cta_shape shape;
    int kernels;
    uint64_t count;
    bool clustered;
    const char *text; /* part of it */
} refused;

static const refused refusals[] = {
    {"no slot", "global", {2, 2, 0}, 1, 9, true, "needs 1 or more"},
    {"a block in one slot", "block", {2, 2, 1}, 1, 9, true, "needs 2 or more"},
    {"fewer CTAs than clusters", "distributed", {4, 2, 2}, 1, 3, true, "as many or more"},
    {"kernels of round robin", "round-robin", {2, 2, 1}, 5, 9, true, "and there are 4"},
    {"kernels of topology-aware", "topology-aware", {2, 2, 1}, 3, 9, true, "of every cluster"},
    {"kernels of icc's", "two-level", {2, 2, 1}, 2, 9, true, "one at a time"},
    {"no kernel", "global", {2, 2, 1}, 0, 9, true, "1 or more"},
    {"two-level without clusters", "two-level", {4, 1, 1}, 1, 9, false, "needs clusters"},
    {"greedy without clusters", "greedy", {4, 1, 1}, 1, 9, false, "needs clusters"},
    {"distributed without clusters", "distributed", {4, 1, 1}, 1, 9, false, "needs clusters"},
    {"distributed-block without", "distributed-block", {4, 1, 2}, 1, 9, false, "needs clusters"},
    {"topology-aware without clusters", "topology-aware", {4, 1, 1}, 1, 9, false, "needs clusters"},
};

static void is_refused(void **state)
{
    const refused *row = *state;
    const uint64_t counts[8] = {row->count, 9, 9, 9, 9, 9, 9, 9};
    const noc_cta_setup setup = {scheduler_of(row->scheduler), row->shape, row->kernels, counts};
    noc_refusal refusal;
    assert_false(noc_cta_check_setup(&setup, row->clustered, &refusal));
    assert_contains(refusal.text, row->text);
}

static void others_need_no_clusters(void **state)
{
    (void)state;
    static const char *const names[] = {"round-robin", "global", "block"};
    const uint64_t counts[] = {9};
    noc_refusal refusal;
    for (size_t i = 0; i < TEST_COUNT(names); i++) {
        const noc_cta_setup setup = {scheduler_of(names[i]), {9, 1, 2}, 1, counts};
        assert_true(noc_cta_check_setup(&setup, false, &refusal));
    }
}

int main(void)
{
    static test_list list;
    ends_add(&list, "cta", runs_as_listed);
    TEST_TABLE(&list, examples, runs_as_worked);
    TEST_TABLE_PREFIXED(&list, "refused", refusals, is_refused);
    test_add(&list, "others need no clusters", others_need_no_clusters);
    test_add(&list, "small kernels are spread", small_kernels_are_spread);
    test_add(&list, "endless kernels fill the chip", endless_kernels_fill_the_chip);
    return test_run("CTA schedulers", &list);
}
