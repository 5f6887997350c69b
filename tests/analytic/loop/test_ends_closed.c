/* Closed forms of replies against an independent program's streams. */
#include <math.h>
#include <string.h>

#include "analytic/loop/closed_replies.h"
#include "tests/support/rows/ends_tables.h"

/* Waits of bursts and of others, apart: between the two strict orders. */
static void waits_apart(void **state)
{
    const ends_row *row = *state;
    const double burst = ends_real(row, "burst_rate"), normal = ends_real(row, "normal_rate");
    const double flits = ends_real(row, "packet_cycles"), b = burst / (burst + normal);
    const double mean = ends_real(row, "closed_fifo_mean");
    if (ends_integer(row, "burst_queue", 0) > 0) return;
    const noc_burst_waits apart = noc_find_reply_waits(mean, (burst + normal) * flits, b,
                                                       ends_integer(row, "burst_share", 1));
    assert_near(b * apart.burst_wait + (1.0 - b) * apart.normal_wait, mean, 1e-9 * mean);
    const double sampled = ends_real(row, "wait_burst");
    assert_near(apart.burst_wait, sampled, fmax(0.6, 0.15 * sampled));
}

static void groups(void **state)
{
    const ends_row *row = *state;
    const double p = ends_real(row, "approximable"), group = ends_real(row, "mean_group");
    const double closed =
        noc_coalesced_group_size(p, ends_real(row, "match"), ends_integer(row, "check_depth", 2));
    const bool exact = !strcmp(ends_text(row, "closed"), "exact");
    assert_near(closed, ends_real(row, "closed_group"), 1e-5);
    assert_near(closed, group, exact ? 4.0 * ends_real(row, "se_group") : 0.04 * group);
}

/* rapid18: 8 cycles, three quarters of the requests from 0.16 a cycle on. */
static void shares(void **state)
{
    (void)state;
    assert_near(noc_burst_share(0.16, 8), 0.75, 0.005);
    assert_near(noc_burst_share(0.16, 0), 0.0, 0.0);
    assert_near(noc_coalesced_group_size(0.0, 0.5, 12), 1.0, 0.0);
    assert_near(noc_coalesced_group_size(0.5, 0.0, 12), 1.0, 0.0);
}

int main(void)
{
    test_list list = {.count = 0};
    ends_add(&list, "reply_streams", waits_apart);
    ends_add(&list, "approx_streams", groups);
    test_add(&list, "shares", shares);
    return test_run("closed forms", &list);
}
