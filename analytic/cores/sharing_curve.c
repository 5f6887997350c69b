#include "analytic/cores/sharing_curve.h"

#include <math.h>
#include <string.h>

static const double first_trip = 0.01, ratio = 1.5; /* first knot, touches; ratio of knots */
static const double befores[NOC_SHARING_ROWS] = {0.0, 0.5, 1.0, 2.0, 4.0, 8.0};

noc_read_shares noc_shares_of_none(void)
{
    return (noc_read_shares){.sent = 1.0, .touches = 1.0};
}

/* ---- effects of lines on each other --------------------------------------------------------- */

/* Erlang's loss formula, by its recursion over trunks; logarithmic between whole numbers. */
static double loss(double offered, double trunks)
{
    double b = 1.0, before = 1.0;
    const double whole = ceil(trunks);
    for (double n = 1.0; n <= whole; n++) {
        before = b;
        b = offered * b / (n + offered * b);
    }
    return b > 0.0 ? b * pow(before / b, whole - trunks) : 0.0;
}

/* Chance of a free entry for a request, with a mean of `wanted_entries` without a limit. The number
 * of outstanding requests is binomial. */
static double open_for(const noc_sharing_setup *s, double wanted)
{
    static const double least = 0.02;
    if (s->entries >= s->sources) return 1.0;
    if (s->entries < 1.0) return 0.0;
    const double peaked = fmax(least, 1.0 - wanted / s->sources);
    return 1.0 - loss(wanted / peaked, s->entries / peaked);
}

double noc_entries_held(const noc_sharing_setup *s, double wanted)
{
    return wanted * open_for(s, fmin(wanted, s->sources));
}

static noc_residence_shares lives_at(const noc_sharing_curve *c, double trip)
{
    const double unused = c->s.cache_lines > 0.0 ? c->unused : 0.0;
    return noc_line_residence_at(c->s.lives,
                                 (noc_residence_limits){trip, trip * c->before, c->open, unused,
                                                        c->s.l1_turn, c->s.l1_ways, c->s.recent});
}

/* Mean lines in the cache. */
static double kept_by(const noc_sharing_curve *c, const noc_residence_shares *l)
{
    return fmax(1e-9, c->s.ctas * c->s.lines * l->stay);
}

static double within(double x, double least, double most)
{
    return x < least ? least : x > most ? most : x;
}

/* Finds the time after which a cache drops an unused line, starting from the last knot's time: the
 * number of lines in the cache is about a power of that time. At long times the cache never fills,
 * and the time has no effect. */
static noc_residence_shares find_unused(noc_sharing_curve *c, double trip)
{
    enum { STEPS = 12 };
    /* longest time, touches; tolerance and largest step, logarithms */
    static const double longest = 1e6, close = 0.01, most = 2.0;
    const double shortest = 0.01 * trip;
    double slope = 1.0;
    c->unused = within(c->unused > 0.0 ? c->unused : trip, shortest, longest);
    noc_residence_shares l = lives_at(c, trip);
    for (int i = 0; i < STEPS; i++) {
        const double kept = kept_by(c, &l), more = log(c->s.cache_lines / kept);
        const double before = c->unused;
        if (fabs(more) < close) break;
        c->unused = within(before * exp(within(more / slope, -most, most)), shortest, longest);
        if (c->unused == before) break;
        l = lives_at(c, trip);
        slope = within(log(kept_by(c, &l) / kept) / log(c->unused / before), 0.2, 4.0);
    }
    return l;
}

/* Finds the self-consistent chance of a free entry by secants, starting from the last knot's
 * chance. */
static noc_residence_shares settle(noc_sharing_curve *c, double trip)
{
    enum { ROUNDS = 8, LOOKS = 2 };
    static const double enough = 2e-3, steep = 0.8;
    double last = 0.0, last_open = 0.0;
    noc_residence_shares l = {0};
    for (int i = 0; i < ROUNDS; i++) {
        const bool looks = c->s.cache_lines > 0.0 && c->open > 0.0 && i < LOOKS;
        l = looks ? find_unused(c, trip) : lives_at(c, trip);
        const double wanted = c->s.ctas * c->s.lines * (l.entered + l.without) * trip;
        const double at = c->open, open = open_for(&c->s, fmin(wanted, c->s.sources));
        if (fabs(open - at) < enough) break;
        const double slope = i ? within((open - last) / (at - last_open), -4.0, steep) : 0.0;
        c->open = within(at + (open - at) / (1.0 - slope), 0.0, 1.0);
        last = open;
        last_open = at;
    }
    return l;
}

/* ---- the curve ------------------------------------------------------------------------------ */

void noc_sharing_curve_begin(noc_sharing_curve *c, const noc_sharing_setup *setup)
{
    memset(c->known, 0, sizeof c->known);
    c->s = *setup;
    c->open = open_for(&c->s, 0.0);
    c->unused = 0.0;
}

static noc_read_shares shares_of(const noc_sharing_curve *c, double trip,
                                 const noc_residence_shares *l)
{
    const double reads = l->l1 + l->own + l->merged + l->hits + l->entered + l->without;
    const double each = reads > 0.0 ? 1.0 / reads : 0.0;
    if (!(reads > 0.0)) return noc_shares_of_none();
    return (noc_read_shares){
        .l1 = l->l1 * each,
        .own = l->own * each,
        .merged = l->merged * each,
        .hits = l->hits * each,
        .sent = (l->entered + l->without) * each,
        .without = l->without * each,
        .redundant = l->redundant * each,
        .own_waits = l->own > 0.0 ? l->own_waits / l->own / trip : 0.0,
        .merged_waits = l->merged > 0.0 ? l->merged_waits / l->merged / trip : 0.0,
        .entries = c->s.ctas * c->s.lines * l->held,
        .touches = reads + l->writes,
    };
}

static const noc_read_shares *knot(noc_sharing_curve *c, int row, int i)
{
    if (!c->known[row][i]) {
        const double trip = first_trip * pow(ratio, i);
        c->before = befores[row];
        const noc_residence_shares l = settle(c, trip);
        c->at[row][i] = shares_of(c, trip, &l);
        c->known[row][i] = true;
    }
    return &c->at[row][i];
}

static double between(double a, double b, double up)
{
    return a + up * (b - a);
}

static noc_read_shares mix(const noc_read_shares *a, const noc_read_shares *b, double up)
{
    return (noc_read_shares){
        .l1 = between(a->l1, b->l1, up),
        .own = between(a->own, b->own, up),
        .merged = between(a->merged, b->merged, up),
        .hits = between(a->hits, b->hits, up),
        .sent = between(a->sent, b->sent, up),
        .without = between(a->without, b->without, up),
        .redundant = between(a->redundant, b->redundant, up),
        .own_waits = between(a->own_waits, b->own_waits, up),
        .merged_waits = between(a->merged_waits, b->merged_waits, up),
        .entries = between(a->entries, b->entries, up),
        .touches = between(a->touches, b->touches, up),
    };
}

static noc_read_shares in_row(noc_sharing_curve *c, int row, double trip)
{
    const double most = NOC_SHARING_KNOTS - 1.001;
    const double at = fmin(fmax(log(trip / first_trip) / log(ratio), 0.0), most);
    const int i = (int)at;
    return mix(knot(c, row, i), knot(c, row, i + 1), at - i);
}

noc_read_shares noc_sharing_curve_at(noc_sharing_curve *c, double trip, double before)
{
    int row = 0;
    while (row + 2 < NOC_SHARING_ROWS && before > befores[row + 1]) row++;
    const double up = (fmin(before, befores[NOC_SHARING_ROWS - 1]) - befores[row]) /
                      (befores[row + 1] - befores[row]);
    const noc_read_shares low = in_row(c, row, trip);
    if (!(up > 0.0)) return low;
    const noc_read_shares high = in_row(c, row + 1, trip);
    return mix(&low, &high, up);
}
