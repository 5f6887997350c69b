/* Closed forms of memory controllers against an independent program's streams. */
#include <math.h>
#include <string.h>

#include "analytic/coalescing.h"
#include "analytic/reply_order.h"
#include "analytic/row_runs.h"
#include "tests/ends_tables.h"

static void row_hits(void **state)
{
    const ends_row *row = *state;
    const double hits = noc_row_hits_in_order(
        ends_integer(row, "sources", 1), ends_integer(row, "banks", 1), ends_real(row, "mean_run"));
    if (strcmp(ends_text(row, "scheduler"), "fcfs")) {
        assert_true(ends_real(row, "row_hit_rate") <
                    noc_row_hits_most(ends_real(row, "mean_run")) + 0.02);
        return;
    }
    assert_near(hits, ends_real(row, "closed_row_hit"), 1e-5);
    assert_near(hits, ends_real(row, "row_hit_rate"),
                fmax(0.01, 4.0 * ends_real(row, "se_row_hit")));
}

static void waits(void **state)
{
    const ends_row *row = *state;
    const double burst = ends_real(row, "burst_rate"), normal = ends_real(row, "normal_rate");
    const double wait = noc_reply_wait(burst, normal, ends_real(row, "packet_cycles"));
    assert_near(wait, ends_real(row, "closed_fifo_mean"), 1e-5);
    if (ends_integer(row, "burst_queue", 0) > 0) return;
    const double b = burst / (burst + normal);
    const double mean =
        b * ends_real(row, "wait_burst") + (1.0 - b) * ends_real(row, "wait_normal");
    const double error =
        hypot(b * ends_real(row, "se_wait_burst"), (1.0 - b) * ends_real(row, "se_wait_normal"));
    assert_near(mean, wait, fmax(4.0 * error, 0.03 * wait));
}

/* Of bursts and others apart: between the two strict orders. */
static void waits_apart(void **state)
{
    const ends_row *row = *state;
    const double burst = ends_real(row, "burst_rate"), normal = ends_real(row, "normal_rate");
    const double flits = ends_real(row, "packet_cycles"), b = burst / (burst + normal);
    const double mean = noc_reply_wait(burst, normal, flits);
    if (ends_integer(row, "burst_queue", 0) > 0) return;
    const noc_reply_waits apart = noc_reply_waits_apart(mean, (burst + normal) * flits, b,
                                                        ends_integer(row, "burst_share", 1));
    assert_near(b * apart.burst + (1.0 - b) * apart.normal, mean, 1e-9 * mean);
    const double sampled = ends_real(row, "wait_burst");
    assert_near(apart.burst, sampled, fmax(0.6, 0.15 * sampled));
}

static void groups(void **state)
{
    const ends_row *row = *state;
    const double p = ends_real(row, "approximable"), group = ends_real(row, "mean_group");
    const double closed =
        noc_coalesced_group(p, ends_real(row, "match"), ends_integer(row, "check_depth", 2));
    const bool exact = !strcmp(ends_text(row, "closed"), "exact");
    assert_near(closed, ends_real(row, "closed_group"), 1e-5);
    assert_near(closed, group, exact ? 4.0 * ends_real(row, "se_group") : 0.04 * group);
}

/* One bank, one source: all of a run but its first access. Many sources: only those that follow at
 * once. */
static void ends_of_row_hits(void **state)
{
    (void)state;
    assert_near(noc_row_hits_in_order(1, 8, 4.0), 0.75, 1e-12);
    assert_near(noc_row_hits_in_order(8, 8, 1.0), 0.0, 1e-12);
    assert_near(noc_row_hits_in_order(1000, 1, 1e9), 1e-3, 1e-5);
    assert_near(noc_row_batch(4.0, 1000), 4.0, 1e-9);
    assert_near(noc_row_batch(4.0, 1), 1.0, 1e-12);
}

/* rapid18: 8 cycles, three quarters of the requests from 0.16 a cycle on. Approx-NoC: 4 flits and 3
 * cycles are 3/7 less. */
static void shares(void **state)
{
    (void)state;
    assert_near(noc_burst_share(0.16, 8), 0.75, 0.005);
    assert_near(noc_burst_share(0.16, 0), 0.0, 0.0);
    assert_near(noc_codec_capacity(4.0, 4.0, 3.0), 4.0 / 7.0, 1e-12);
    assert_near(noc_coalesced_group(0.0, 0.5, 12), 1.0, 0.0);
    assert_near(noc_coalesced_group(0.5, 0.0, 12), 1.0, 0.0);
    assert_near(noc_reply_wait(0.0, 0.1, 1.0), 1.0, 1e-12);
    assert_true(isinf(noc_reply_wait(0.2, 0.1, 4.0)));
}

int main(void)
{
    test_list list = {.count = 0};
    ends_add(&list, "dram_streams", row_hits);
    ends_add(&list, "reply_streams", waits_apart);
    ends_add(&list, "reply_streams", waits);
    ends_add(&list, "approx_streams", groups);
    test_add(&list, "ends of row hits", ends_of_row_hits);
    test_add(&list, "shares", shares);
    return test_run("closed forms", &list);
}
