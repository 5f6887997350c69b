#include "analytic/cores/sharing_curve.h"

#include <math.h>
#include <string.h>

static const double first_trip = 0.01, knot_ratio = 1.5; /* first knot, touches; ratio of knots */
static const double wait_ratios[NOC_SHARING_ROWS] = {0.0, 0.5, 1.0, 2.0, 4.0, 8.0};

noc_read_shares noc_unshared_reads(void)
{
    return (noc_read_shares){.sent = 1.0, .touches_per_line = 1.0};
}

/* ---- effects of lines on each other --------------------------------------------------------- */

/* Erlang's loss formula, by its recursion over trunks; logarithmic between whole numbers. */
static double erlang_loss(double offered, double trunks)
{
    double loss_share = 1.0, last_loss = 1.0;
    const double whole_trunks = ceil(trunks);
    for (double n = 1.0; n <= whole_trunks; n++) {
        last_loss = loss_share;
        loss_share = offered * loss_share / (n + offered * loss_share);
    }
    return loss_share > 0.0 ? loss_share * pow(last_loss / loss_share, whole_trunks - trunks) : 0.0;
}

/* Chance of a free entry for a request, with a mean of `wanted_entries` without a limit. The number
 * of outstanding requests is binomial. */
static double entry_chance(const noc_sharing_setup *s, double wanted_entries)
{
    static const double least = 0.02;
    if (s->table_entries >= s->max_requests) return 1.0;
    if (s->table_entries < 1.0) return 0.0;
    const double peakedness = fmax(least, 1.0 - wanted_entries / s->max_requests);
    return 1.0 - erlang_loss(wanted_entries / peakedness, s->table_entries / peakedness);
}

double noc_used_entries(const noc_sharing_setup *s, double wanted_entries)
{
    return wanted_entries * entry_chance(s, fmin(wanted_entries, s->max_requests));
}

static noc_residence_shares find_residence(const noc_sharing_curve *c, double trip)
{
    const double unused = c->setup.cache_lines > 0.0 ? c->unused_time : 0.0;
    return noc_find_residence_shares(
        c->setup.residence, (noc_residence_limits){trip, trip * c->wait_ratio, c->open_chance,
                                                   unused, c->setup.l1_set_interval,
                                                   c->setup.l1_ways, c->setup.redundant_time});
}

/* Mean lines in the cache. */
static double kept_lines(const noc_sharing_curve *c, const noc_residence_shares *l)
{
    return fmax(1e-9, c->setup.mean_ctas * c->setup.lines_per_touch * l->cache_time);
}

static double limit_to_range(double x, double least, double most)
{
    return x < least ? least : x > most ? most : x;
}

/* Finds the time after which a cache drops an unused line, starting from the last knot's time: the
 * number of lines in the cache is about a power of that time. At long times the cache never fills,
 * and the time has no effect. */
static noc_residence_shares find_unused_time(noc_sharing_curve *c, double trip)
{
    enum { STEPS = 12 };
    /* longest time, touches; tolerance and largest step, logarithms */
    static const double longest = 1e6, tolerance = 0.01, largest_step = 2.0;
    const double shortest = 0.01 * trip;
    double slope = 1.0;
    c->unused_time =
        limit_to_range(c->unused_time > 0.0 ? c->unused_time : trip, shortest, longest);
    noc_residence_shares l = find_residence(c, trip);
    for (int i = 0; i < STEPS; i++) {
        const double last_lines = kept_lines(c, &l),
                     log_excess = log(c->setup.cache_lines / last_lines);
        const double last_time = c->unused_time;
        if (fabs(log_excess) < tolerance) break;
        c->unused_time = limit_to_range(
            last_time * exp(limit_to_range(log_excess / slope, -largest_step, largest_step)),
            shortest, longest);
        if (c->unused_time == last_time) break;
        l = find_residence(c, trip);
        slope = limit_to_range(
            log(kept_lines(c, &l) / last_lines) / log(c->unused_time / last_time), 0.2, 4.0);
    }
    return l;
}

/* Finds the self-consistent chance of a free entry by secants, starting from the last knot's
 * chance. */
static noc_residence_shares find_open_chance(noc_sharing_curve *c, double trip)
{
    enum { ROUNDS = 8, TIME_ROUNDS = 2 };
    static const double tolerance = 2e-3, largest_slope = 0.8;
    double last_result = 0.0, last_chance = 0.0;
    noc_residence_shares l = {0};
    for (int i = 0; i < ROUNDS; i++) {
        const bool finds_time =
            c->setup.cache_lines > 0.0 && c->open_chance > 0.0 && i < TIME_ROUNDS;
        l = finds_time ? find_unused_time(c, trip) : find_residence(c, trip);
        const double wanted_entries = c->setup.mean_ctas * c->setup.lines_per_touch *
                                      (l.entry_reads + l.entryless_reads) * trip;
        const double chance = c->open_chance,
                     new_chance =
                         entry_chance(&c->setup, fmin(wanted_entries, c->setup.max_requests));
        if (fabs(new_chance - chance) < tolerance) break;
        const double slope = i ? limit_to_range((new_chance - last_result) / (chance - last_chance),
                                                -4.0, largest_slope)
                               : 0.0;
        c->open_chance = limit_to_range(chance + (new_chance - chance) / (1.0 - slope), 0.0, 1.0);
        last_result = new_chance;
        last_chance = chance;
    }
    return l;
}

/* ---- the curve ------------------------------------------------------------------------------ */

void noc_sharing_curve_init(noc_sharing_curve *c, const noc_sharing_setup *setup)
{
    memset(c->is_known, 0, sizeof c->is_known);
    c->setup = *setup;
    c->open_chance = entry_chance(&c->setup, 0.0);
    c->unused_time = 0.0;
}

static noc_read_shares find_shares(const noc_sharing_curve *c, double trip,
                                   const noc_residence_shares *l)
{
    const double reads = l->l1_hits + l->merged_by_mshrs + l->merged_by_table + l->cache_hits +
                         l->entry_reads + l->entryless_reads;
    const double read_share = reads > 0.0 ? 1.0 / reads : 0.0;
    if (!(reads > 0.0)) return noc_unshared_reads();
    return (noc_read_shares){
        .l1 = l->l1_hits * read_share,
        .merged_by_mshrs = l->merged_by_mshrs * read_share,
        .merged_by_table = l->merged_by_table * read_share,
        .cache_hits = l->cache_hits * read_share,
        .sent = (l->entry_reads + l->entryless_reads) * read_share,
        .entryless = l->entryless_reads * read_share,
        .redundant = l->redundant_reads * read_share,
        .mshr_waits = l->merged_by_mshrs > 0.0 ? l->mshr_waits / l->merged_by_mshrs / trip : 0.0,
        .table_waits = l->merged_by_table > 0.0 ? l->table_waits / l->merged_by_table / trip : 0.0,
        .used_entries = c->setup.mean_ctas * c->setup.lines_per_touch * l->entry_time,
        .touches_per_line = reads + l->writes,
    };
}

static const noc_read_shares *find_knot(noc_sharing_curve *c, int row, int i)
{
    if (!c->is_known[row][i]) {
        const double trip = first_trip * pow(knot_ratio, i);
        c->wait_ratio = wait_ratios[row];
        const noc_residence_shares l = find_open_chance(c, trip);
        c->knots[row][i] = find_shares(c, trip, &l);
        c->is_known[row][i] = true;
    }
    return &c->knots[row][i];
}

static double interpolate(double a, double b, double fraction)
{
    return a + fraction * (b - a);
}

static noc_read_shares interpolate_shares(const noc_read_shares *a, const noc_read_shares *b,
                                          double fraction)
{
    return (noc_read_shares){
        .l1 = interpolate(a->l1, b->l1, fraction),
        .merged_by_mshrs = interpolate(a->merged_by_mshrs, b->merged_by_mshrs, fraction),
        .merged_by_table = interpolate(a->merged_by_table, b->merged_by_table, fraction),
        .cache_hits = interpolate(a->cache_hits, b->cache_hits, fraction),
        .sent = interpolate(a->sent, b->sent, fraction),
        .entryless = interpolate(a->entryless, b->entryless, fraction),
        .redundant = interpolate(a->redundant, b->redundant, fraction),
        .mshr_waits = interpolate(a->mshr_waits, b->mshr_waits, fraction),
        .table_waits = interpolate(a->table_waits, b->table_waits, fraction),
        .used_entries = interpolate(a->used_entries, b->used_entries, fraction),
        .touches_per_line = interpolate(a->touches_per_line, b->touches_per_line, fraction),
    };
}

static noc_read_shares interpolate_row(noc_sharing_curve *c, int row, double trip)
{
    const double last_position = NOC_SHARING_KNOTS - 1.001;
    const double position =
        fmin(fmax(log(trip / first_trip) / log(knot_ratio), 0.0), last_position);
    const int i = (int)position;
    return interpolate_shares(find_knot(c, row, i), find_knot(c, row, i + 1), position - i);
}

noc_read_shares noc_find_read_shares(noc_sharing_curve *c, double round_trip, double wait_ratio)
{
    int row = 0;
    while (row + 2 < NOC_SHARING_ROWS && wait_ratio > wait_ratios[row + 1]) row++;
    const double fraction =
        (fmin(wait_ratio, wait_ratios[NOC_SHARING_ROWS - 1]) - wait_ratios[row]) /
        (wait_ratios[row + 1] - wait_ratios[row]);
    const noc_read_shares low = interpolate_row(c, row, round_trip);
    if (!(fraction > 0.0)) return low;
    const noc_read_shares high = interpolate_row(c, row + 1, round_trip);
    return interpolate_shares(&low, &high, fraction);
}
