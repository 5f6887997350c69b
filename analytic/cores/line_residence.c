#include "analytic/cores/line_residence.h"

#include <math.h>
#include <stdlib.h>

#include "analytic/fixed_stream.h"
#include "base/min_max.h"

enum {
    TOUCHES = 1300,   /* number of touches drawn for each kind of line, about */
    OUTSTANDING = 16, /* largest number of outstanding requests for one line */
};

/* Kinds of lines: lines that runs of CTAs share; lines of one CTA. */
enum { SHARED, OWN };

/* ---- touches of lines ----------------------------------------------------------------------- */

typedef struct artist {
    const noc_residence_setup *s;
    noc_line_residence *lives;
    size_t room;
    noc_fixed_stream draws;
    double again;   /* mean returns of a CTA to a line */
    double lag_log; /* logarithm of the ratio of the geometric lag, in lines, of a return */
    double apart;   /* range of the times at which CTAs touch a place, touches */
    double off;     /* share of a CTA's touches at no place, and of the places that it skips */
    uint32_t life;  /* number of the next line of a cluster */
    size_t drawn;   /* lone touches drawn: no other touch of their line in their cluster */
    bool failed;
} artist;

static noc_line_touch *next_touch(artist *a)
{
    noc_line_residence *l = a->lives;
    if (l->count == a->room) {
        const size_t room = a->room ? 2 * a->room : TOUCHES;
        noc_line_touch *touches = realloc(l->touches, room * sizeof *touches);
        if (!touches) {
            a->failed = true;
            return NULL;
        }
        l->touches = touches;
        a->room = room;
    }
    return &l->touches[l->count++];
}

static double pace_of(const noc_residence_cta *c)
{
    return (c->end - c->start) / c->lines / c->slowdown;
}

/* Sets the spread of CTAs around the common progress (sampler/loop/addresses.h). Each CTA stays
 * within a quarter of a window, S touches, of it, and visits the places of 0.908 of a window in a
 * private order. Two CTAs in step still differ by part of a touch, as a CTA visits a place only
 * when a warp touches a line. Its progress is a random walk of variance r per touch, which meets an
 * end of a long quarter at 0.5 r / S of the touches. At quarters of 0.1 to 2 touches, as in icc's
 * loops, streams of the sampler had no place at 0.34 to 0.15 of the touches, and skipped as many
 * places. */
static void keep_pace(artist *a)
{
    static const double left_of_window = 0.908, quarter = 0.25, least = 0.4;
    const double places = fmax(1.0, floor(left_of_window * a->s->window + 0.5));
    const double slack = quarter * a->s->window, r = a->s->dispersion;
    a->apart = sqrt(places * places - 1.0 + slack * slack + (r > 0.0 ? least * least : 0.0));
    a->off = r > 0.0 ? 0.35 * r / (r + 0.6 * slack) : 0.0;
}

static double draw_trip(artist *a)
{
    const double share = a->s->slow_share, excess = a->s->slow_excess;
    return 1.0 - share * excess + (noc_fixed_uniform(&a->draws) < share ? excess : 0.0);
}

static bool add_touch(artist *a, const noc_residence_cta *c, double time)
{
    noc_line_touch *t = next_touch(a);
    if (!t) return false;
    *t = (noc_line_touch){
        .time = time,
        .group = (uint32_t)c->cluster,
        .core = (uint8_t)c->core,
        .warp =
            (uint8_t)((c->cta * 13 + (uint64_t)(noc_fixed_uniform(&a->draws) * a->s->warps)) % 64),
        .write = noc_fixed_uniform(&a->draws) >= a->s->reads,
        .counts = time >= a->s->from && time < a->s->to,
        .chance = (float)noc_fixed_uniform(&a->draws),
        .trip = (float)draw_trip(a),
    };
    return t->counts;
}

/* Draws the number of returns to a line, by inversion of a Poisson distribution. */
static int draw_returns(artist *a)
{
    int n = 0;
    double term = exp(-a->again), sum = term;
    const double u = noc_fixed_uniform(&a->draws);
    while (u >= sum && n < 64) {
        term *= a->again / ++n;
        sum += term;
    }
    return n;
}

/* True if a CTA has touched `lines` distinct lines so far, by a draw. A return beyond them is a
 * first touch of a new line. */
static bool goes_so_far_back(artist *a, double lines)
{
    const double same = a->s->sharing->same, new = 1.0 - same;
    return noc_fixed_uniform(&a->draws) * (new + same *exp(a->lag_log * lines)) < new;
}

/* Adds a CTA's touches of a line: the first at time `first`, if the CTA runs then, and returns. */
static void add_cta(artist *a, const noc_residence_cta *c, double first, int kind)
{
    const double pace = pace_of(c), n = (first - c->start) / pace;
    if (n < 0.0 || n >= c->lines) return;
    a->lives->firsts[kind] += add_touch(a, c, first);
    if (!(a->again > 0.0)) return;
    for (int left = draw_returns(a); left > 0; left--) {
        const double lag = floor(log(1.0 - noc_fixed_uniform(&a->draws)) / a->lag_log);
        if (n + lag + 1.0 >= c->lines || !goes_so_far_back(a, n + lag + 1.0)) continue;
        add_touch(a, c, first + (lag + noc_fixed_uniform(&a->draws)) * pace);
    }
}

static int by_cluster_and_time(const void *a, const void *b)
{
    const noc_line_touch *x = a, *y = b;
    if (x->group != y->group) return x->group < y->group ? -1 : 1;
    return (x->time > y->time) - (x->time < y->time);
}

static void count_lone(artist *a, const noc_line_touch *t, int kind)
{
    if (!t->counts) return;
    a->drawn++;
    *(t->write ? &a->lives->lone_writes[kind] : &a->lives->lone_reads[kind]) += 1.0;
}

/* Ends a line, whose touches are those from `first` on. Numbers the line separately in each
 * cluster; lone touches are only counted. */
static void end_line(artist *a, size_t first, int kind)
{
    noc_line_touch *t = a->lives->touches;
    const size_t end = a->lives->count;
    if (end > first + 1) qsort(t + first, end - first, sizeof *t, by_cluster_and_time);
    size_t kept = first;
    for (size_t i = first; i < end;) {
        const uint32_t cluster = t[i].group, life = a->life++;
        const size_t from = i;
        while (i < end && t[i].group == cluster) i++;
        if (i == from + 1)
            count_lone(a, &t[from], kind);
        else
            for (size_t k = from; k < i; k++) {
                t[kept] = t[k];
                t[kept++].group = life;
            }
    }
    a->lives->count = kept;
}

/* Draws the runs at a place: one line per run of every `stride`-th CTA, from a number on. */
static void draw_runs(artist *a, double time, uint64_t number, uint64_t stride)
{
    const double follows = noc_sharing_follows(a->s->sharing);
    const noc_residence_cta *last = NULL;
    double known = 0.0, chance = 1.0; /* last gap, and chance to continue a run over it */
    size_t line = a->lives->count;
    for (size_t i = 0; i < a->s->count && !a->failed; i++) {
        const noc_residence_cta *c = &a->s->ctas[i];
        if (c->cta % stride != number) continue;
        const double gap = last ? (double)((c->cta - last->cta) / stride) : INFINITY;
        if (gap != known) chance = pow(follows, gap);
        known = gap;
        const bool goes_on = noc_fixed_uniform(&a->draws) < chance;
        const double shift = (noc_fixed_uniform(&a->draws) - 0.5) * a->apart;
        if (!goes_on) {
            end_line(a, line, SHARED);
            line = a->lives->count;
        }
        if (noc_fixed_uniform(&a->draws) >= a->off) add_cta(a, c, time + shift, SHARED);
        last = c;
    }
    if (!a->failed) end_line(a, line, SHARED);
}

/* Draws a place at `time` that runs share. */
static void draw_shared_place(artist *a, double time)
{
    const uint64_t stride = noc_sharing_stride(a->s->sharing);
    for (uint64_t number = 0; number < stride && !a->failed; number++)
        draw_runs(a, time, number, stride);
}

/* Draws a place at `time` at which each CTA has a private line. */
static void draw_own_place(artist *a, double time)
{
    for (size_t i = 0; i < a->s->count && !a->failed; i++) {
        const size_t line = a->lives->count;
        add_cta(a, &a->s->ctas[i], time, OWN);
        if (!a->failed) end_line(a, line, OWN);
    }
}

/* Draws places at times in a low-discrepancy order, until there are enough touches. */
static void draw_places(artist *a, void (*draw)(artist *, double))
{
    enum { PLACES = 400 };
    static const double golden = 0.6180339887498949;
    const size_t first = a->lives->count;
    double last = 0.0, at = 0.5;
    a->drawn = 0;
    for (size_t i = 0; i < a->s->count; i++) last = fmax(last, a->s->ctas[i].end);
    for (int i = 0; i < PLACES && a->lives->count - first + a->drawn < TOUCHES && !a->failed; i++) {
        draw(a, at * last);
        at += golden;
        at -= floor(at);
    }
}

/* d(lines) / d(touches) = 1 - same + same q^lines. */
double noc_lines_of_touches(const noc_sharing *sharing, double touches)
{
    const double same = sharing->same, new = 1.0 - same;
    if (!(sharing->reuse > 0.0)) return touches;
    const double rate = -log(sharing->reuse / (1.0 + sharing->reuse));
    if (new *rate < 1e-9) return log1p(rate * touches) / rate;
    const double grown = new *rate *touches;
    if (grown > 500.0) return (grown - log(new)) / rate;
    return log((exp(grown) - same) / new) / rate;
}

bool noc_line_residence_make(const noc_residence_setup *s, noc_line_residence *lives)
{
    const double reuse = s->sharing->reuse, same = s->sharing->same;
    artist a = {.s = s, .lives = lives, .draws = {1}};
    keep_pace(&a);
    *lives = (noc_line_residence){.same = same * (1.0 - a.off), .match = s->match};
    if (reuse > 0.0) {
        a.again = same < 1.0 ? same / (1.0 - same) : 1e3;
        a.lag_log = log(reuse / (1.0 + reuse));
    }
    if (same > 0.0) draw_places(&a, draw_shared_place);
    lives->shared = lives->count;
    if (lives->same < 1.0 && reuse > 0.0) draw_places(&a, draw_own_place);
    if (lives->same < 1.0 && !(reuse > 0.0)) {
        lives->firsts[OWN] = 1.0;
        lives->lone_reads[OWN] = s->reads;
        lives->lone_writes[OWN] = 1.0 - s->reads;
    }
    return !a.failed;
}

void noc_line_residence_clear(noc_line_residence *lives)
{
    free(lives->touches);
    *lives = (noc_line_residence){0};
}

/* ---- simulation of lines -------------------------------------------------------------------- */

typedef struct sent {
    double back; /* time of the reply */
    unsigned core;
    bool entered;
} sent;

/* State of a line in a cluster. */
typedef struct life {
    const noc_residence_limits *limits;
    noc_merge_match match;
    uint64_t asked;       /* cores that have requested the line, a bit for each */
    double answered[64];  /* [core]: time of the last reply; INFINITY: not yet known */
    uint64_t waiting[64]; /* [core]: warps that wait for that reply, a bit for each */
    uint64_t list;        /* cores in the list of the table's entry, a bit for each; 0: no entry */
    double entry_since, entry_back;
    double entry_counts, cached_counts; /* weights; 0 outside the counted range of times */
    bool written, cached;
    double cached_since, used;
    double asked_last; /* time of the cluster's last request for the line */
    sent sent[OUTSTANDING];
    unsigned count;
    double due; /* time of the next reply; INFINITY: none */
} life;

static void leave_cache(life *l, double now, noc_residence_shares *sum)
{
    const double until = min_of(now, l->used + l->limits->unused);
    sum->stay += l->cached_counts * (until - l->cached_since);
    l->cached = false;
}

static void answer(life *l, uint64_t cores, double now)
{
    for (uint64_t left = cores & l->asked; left; left &= left - 1) {
        const int core = __builtin_ctzll(left);
        l->answered[core] = min_of(l->answered[core], now);
    }
}

/* Delivers a reply as a cluster does (sampler/policies/cluster.h): to the requesting core, and to
 * the cores in the entry's list. */
static void take_reply(life *l, const sent *reply, noc_residence_shares *sum)
{
    answer(l, (uint64_t)1 << reply->core, reply->back);
    if (!l->list || (l->match == NOC_MERGE_BY_REQUEST && !reply->entered)) return;
    const bool several = (l->list & (l->list - 1)) != 0;
    if (several && !l->written && l->limits->unused > 0.0 && !l->cached) {
        l->cached = true;
        l->cached_since = l->used = reply->back;
        l->cached_counts = l->entry_counts;
    }
    sum->held += l->entry_counts * (reply->back - l->entry_since);
    answer(l, l->list, reply->back);
    l->list = 0;
}

/* Outstanding request with the next reply. There is at least one. */
static unsigned first_back(const life *l)
{
    unsigned first = 0;
    for (unsigned i = 1; i < l->count; i++)
        if (l->sent[i].back < l->sent[first].back) first = i;
    return first;
}

static void take_replies(life *l, double now, noc_residence_shares *sum)
{
    while (l->count > 0 && l->due <= now) {
        const unsigned first = first_back(l);
        const sent reply = l->sent[first];
        l->sent[first] = l->sent[--l->count];
        l->due = l->count > 0 ? l->sent[first_back(l)].back : INFINITY;
        if (l->cached && reply.back > l->used + l->limits->unused) leave_cache(l, reply.back, sum);
        take_reply(l, &reply, sum);
    }
}

static inline void come_to(life *l, double now, noc_residence_shares *sum)
{
    if (l->due <= now) take_replies(l, now, sum);
    if (l->cached && now > l->used + l->limits->unused) leave_cache(l, now, sum);
}

/* Ends a line: delivers all further replies, and drops the line from the cache. */
static void come_to_end(life *l, noc_residence_shares *sum)
{
    while (l->count > 0) take_replies(l, l->due, sum);
    if (l->cached) leave_cache(l, INFINITY, sum);
}

static void send(life *l, const noc_line_touch *t, double now, double counts, bool enters)
{
    const double back = now + (double)t->trip * l->limits->round_trip;
    if (l->count < OUTSTANDING) {
        l->sent[l->count++] = (sent){back, t->core, enters};
        l->due = min_of(l->due, back);
    }
    if (!enters) return;
    l->list = (uint64_t)1 << t->core;
    l->written = false;
    l->entry_since = now;
    l->entry_counts = counts;
    l->entry_back = back;
}

/* Looks a read up in the cluster's cache and table. */
static void look_up(life *l, const noc_line_touch *t, double counts, noc_residence_shares *sum)
{
    const uint64_t core = (uint64_t)1 << t->core;
    const double now = t->time + l->limits->before;
    l->answered[t->core] = INFINITY;
    l->waiting[t->core] = (uint64_t)1 << t->warp;
    l->asked |= core;
    if (l->cached) {
        sum->hits += counts;
        l->used = now;
        l->answered[t->core] = now;
    } else if (l->list) {
        sum->merged += counts;
        sum->merged_waits += counts * (l->entry_back - now);
        l->list |= core;
    } else {
        const bool enters = (double)t->chance < l->limits->open;
        *(enters ? &sum->entered : &sum->without) += counts;
        send(l, t, now, counts, enters);
    }
}

/* Time of the reply to a core's last request. */
static double answered_at(const life *l, unsigned core)
{
    double back = l->answered[core];
    if (isfinite(back)) return back;
    if (l->list >> core & 1) back = l->entry_back;
    for (unsigned i = 0; i < l->count; i++)
        if (l->sent[i].core == core) back = min_of(back, l->sent[i].back);
    return back;
}

/* Counts a second request of a waiting warp, which is sent after the reply to its first one. */
static void send_later(const life *l, double counts, noc_residence_shares *sum)
{
    sum->entered += counts * l->limits->open;
    sum->without += counts * (1.0 - l->limits->open);
    sum->held += counts * l->limits->open * l->limits->round_trip;
}

/* True if a draw of a Poisson number of lines with this mean is below `ways`. The chance of `ways`
 * or more is at most mean^ways / ways!, which decides most draws. */
static bool draws_fewer(double drawn, int ways, double mean)
{
    double most = 1.0;
    for (int n = 1; n <= ways; n++) most *= mean / n;
    if (drawn < 1.0 - most) return true;
    double term = exp(-mean), sum = 0.0;
    for (int n = 0; n < ways; n++) {
        sum += term;
        term *= mean / (n + 1);
    }
    return drawn < sum;
}

/* True if a core's first-level cache still has the line. The draw is independent of the table's. */
static bool is_in_l1(const life *l, const noc_line_touch *t)
{
    if (!(l->limits->turn > 0.0) || !(l->asked >> t->core & 1)) return false;
    const double since = (t->time - l->answered[t->core]) / l->limits->turn;
    const double drawn = (double)t->chance * 4096.0;
    return draws_fewer(drawn - floor(drawn), l->limits->ways, since);
}

/* Counts a read that misses in its core's cache. */
static void miss(life *l, const noc_line_touch *t, bool waits, double counts,
                 noc_residence_shares *sum)
{
    const uint64_t warp = (uint64_t)1 << t->warp;
    if (t->time - l->asked_last <= l->limits->recent) sum->redundant += counts;
    l->asked_last = t->time;
    if (waits && l->waiting[t->core] & warp) {
        send_later(l, counts, sum);
    } else if (waits) {
        l->waiting[t->core] |= warp;
        sum->own += counts;
        sum->own_waits += counts * (answered_at(l, t->core) - t->time);
    } else {
        look_up(l, t, counts, sum);
    }
}

static void read(life *l, const noc_line_touch *t, double counts, noc_residence_shares *sum)
{
    const bool waits = l->asked >> t->core & 1 && l->answered[t->core] > t->time;
    if (waits || !is_in_l1(l, t)) {
        miss(l, t, waits, counts, sum);
        return;
    }
    l->answered[t->core] = t->time;
    sum->l1 += counts;
}

static void drop_from_l1(life *l, const noc_line_touch *t)
{
    const uint64_t core = (uint64_t)1 << t->core;
    if (l->limits->turn > 0.0 && l->asked & core && l->answered[t->core] <= t->time)
        l->asked &= ~core;
}

static void write(life *l, const noc_line_touch *t, double counts, noc_residence_shares *sum)
{
    sum->writes += counts;
    if (l->cached) leave_cache(l, t->time + l->limits->before, sum);
    drop_from_l1(l, t);
    l->written = true;
}

/* Simulates the line of a cluster that begins with touch i. Returns the first touch of the next
 * line. */
static size_t live(const noc_line_residence *lives, const noc_residence_limits *limits, size_t i,
                   double weight, noc_residence_shares *sum)
{
    life l;
    l.limits = limits;
    l.match = lives->match;
    l.asked = l.list = 0;
    l.count = 0;
    l.due = INFINITY;
    l.asked_last = -INFINITY;
    l.written = l.cached = false;
    const uint32_t group = lives->touches[i].group;
    for (; i < lives->count && lives->touches[i].group == group; i++) {
        const noc_line_touch *t = &lives->touches[i];
        const double counts = t->counts ? weight : 0.0;
        come_to(&l, t->time + limits->before, sum);
        if (t->write)
            write(&l, t, counts, sum);
        else
            read(&l, t, counts, sum);
    }
    come_to_end(&l, sum);
    return i;
}

noc_residence_shares noc_line_residence_at(const noc_line_residence *lives,
                                           noc_residence_limits limits)
{
    noc_residence_shares sum = {0};
    const double weights[2] = {lives->same / max_of(lives->firsts[0], 1e-9),
                               (1.0 - lives->same) / max_of(lives->firsts[1], 1e-9)};
    for (size_t i = 0; i < lives->count;)
        i = live(lives, &limits, i, weights[i >= lives->shared ? OWN : SHARED], &sum);
    for (int k = SHARED; k <= OWN; k++) {
        const double reads = weights[k] * lives->lone_reads[k];
        sum.entered += limits.open * reads;
        sum.without += (1.0 - limits.open) * reads;
        sum.held += limits.open * reads * limits.round_trip;
        sum.writes += weights[k] * lives->lone_writes[k];
    }
    return sum;
}
