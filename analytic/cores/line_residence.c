#include "analytic/cores/line_residence.h"

#include <math.h>
#include <stdlib.h>

#include "analytic/fixed_stream.h"
#include "base/min_max.h"

enum {
    TOUCH_COUNT = 1300, /* number of touches drawn for each kind of line, about */
    OUTSTANDING = 16,   /* largest number of outstanding requests for one line */
};

/* Kinds of lines: lines that runs of CTAs share; lines of one CTA. */
enum { SHARED_LINES, OWN_LINES };

/* ---- touches of lines ----------------------------------------------------------------------- */

typedef struct touch_maker {
    noc_arena *arena; /* memory of the residence */
    const noc_residence_setup *setup;
    noc_line_residence *residence;
    size_t touch_capacity;
    noc_fixed_stream stream;
    double mean_returns;  /* mean returns of a CTA to a line */
    double log_lag_ratio; /* logarithm of the ratio of the geometric lag, in lines, of a return */
    double touch_spread;  /* range of the times at which CTAs touch a place, touches */
    /* share of a CTA's touches that have no place; equal to the share of places that a CTA skips */
    double left_out_share;
    uint32_t next_group; /* number of the next line of a cluster */
    size_t lone_touches; /* lone touches drawn: no other touch of their line in their cluster */
} touch_maker;

static noc_line_touch *append_touch(touch_maker *maker)
{
    noc_line_residence *l = maker->residence;
    if (l->count == maker->touch_capacity) {
        const size_t capacity = maker->touch_capacity ? 2 * maker->touch_capacity : TOUCH_COUNT;
        noc_line_touch *touches =
            noc_arena_resize(maker->arena, l->touches, capacity, sizeof *touches);
        if (!touches) return NULL;
        l->touches = touches;
        maker->touch_capacity = capacity;
    }
    return &l->touches[l->count++];
}

static double touch_interval(const noc_residence_cta *c)
{
    return (c->end - c->start) / c->lines / c->slowdown;
}

/* Sets the spread of CTAs around the common progress (sampler/loop/addresses.h). Each CTA stays
 * within a quarter of a window, S touches, of the common progress, and visits the places of 0.908
 * of a window in a private order. CTAs with equal progress still differ by part of a touch, as a
 * CTA visits a place only when a warp touches a line. The progress is a random walk of variance r
 * per touch; if the quarter is long, a CTA is at an end of it at 0.5 r / S of its touches, and then
 * has no place. Streams of the sampler with quarters of 0.1 to 2 touches, as in icc's loops, had no
 * place at 0.34 to 0.15 of the touches, and skipped equally many places. */
static void set_spread(touch_maker *maker)
{
    static const double window_share = 0.908, quarter = 0.25, least = 0.4;
    const double window_places =
        fmax(1.0, floor(window_share * maker->setup->window_touches + 0.5));
    const double quarter_touches = quarter * maker->setup->window_touches,
                 r = maker->setup->dispersion;
    maker->touch_spread = sqrt(window_places * window_places - 1.0 +
                               quarter_touches * quarter_touches + (r > 0.0 ? least * least : 0.0));
    maker->left_out_share = r > 0.0 ? 0.35 * r / (r + 0.6 * quarter_touches) : 0.0;
}

static double draw_trip(touch_maker *maker)
{
    const double share = maker->setup->slow_share, excess = maker->setup->slow_excess;
    return 1.0 - share * excess + (noc_fixed_uniform(&maker->stream) < share ? excess : 0.0);
}

static bool add_touch(touch_maker *maker, const noc_residence_cta *c, double time)
{
    noc_line_touch *t = append_touch(maker);
    if (!t) return false;
    *t = (noc_line_touch){
        .time = time,
        .group = (uint32_t)c->cluster,
        .core = (uint8_t)c->core,
        .warp = (uint8_t)((c->cta * 13 +
                           (uint64_t)(noc_fixed_uniform(&maker->stream) * maker->setup->warps)) %
                          64),
        .is_write = noc_fixed_uniform(&maker->stream) >= maker->setup->read_share,
        .is_counted = time >= maker->setup->first_time && time < maker->setup->last_time,
        .chance = (float)noc_fixed_uniform(&maker->stream),
        .relative_trip = (float)draw_trip(maker),
    };
    return t->is_counted;
}

/* Draws the number of returns to a line, by inversion of a Poisson distribution. */
static int draw_returns(touch_maker *maker)
{
    int n = 0;
    double term = exp(-maker->mean_returns), sum = term;
    const double u = noc_fixed_uniform(&maker->stream);
    while (u >= sum && n < 64) {
        term *= maker->mean_returns / ++n;
        sum += term;
    }
    return n;
}

/* True, by a draw, if a CTA has touched at least `lines` distinct lines so far. Otherwise a return
 * over that many lines is the first touch of a new line. */
static bool has_line_at_lag(touch_maker *maker, double lines)
{
    const double shared_share = maker->setup->sharing->shared_fraction,
                 own_share = 1.0 - shared_share;
    return noc_fixed_uniform(&maker->stream) *
               (own_share + shared_share * exp(maker->log_lag_ratio * lines)) <
           own_share;
}

/* Adds a CTA's touches of a line: the first at time `first`, if the CTA runs then, and returns. */
static void add_cta(touch_maker *maker, const noc_residence_cta *c, double first, int kind)
{
    const double pace = touch_interval(c), n = (first - c->start) / pace;
    if (n < 0.0 || n >= c->lines) return;
    maker->residence->first_touches[kind] += add_touch(maker, c, first);
    if (!(maker->mean_returns > 0.0)) return;
    for (int returns_left = draw_returns(maker); returns_left > 0; returns_left--) {
        const double line_lag =
            floor(log(1.0 - noc_fixed_uniform(&maker->stream)) / maker->log_lag_ratio);
        if (n + line_lag + 1.0 >= c->lines || !has_line_at_lag(maker, n + line_lag + 1.0)) continue;
        add_touch(maker, c, first + (line_lag + noc_fixed_uniform(&maker->stream)) * pace);
    }
}

static int compare_touches(const void *a, const void *b)
{
    const noc_line_touch *x = a, *y = b;
    if (x->group != y->group) return x->group < y->group ? -1 : 1;
    return (x->time > y->time) - (x->time < y->time);
}

static void count_lone_touch(touch_maker *maker, const noc_line_touch *t, int kind)
{
    if (!t->is_counted) return;
    maker->lone_touches++;
    *(t->is_write ? &maker->residence->lone_writes[kind] : &maker->residence->lone_reads[kind]) +=
        1.0;
}

/* Ends a line, whose touches start at index `first`. Gives the line a separate number in each
 * cluster. A lone touch is counted, and removed from the list. */
static void end_line(touch_maker *maker, size_t first, int kind)
{
    noc_line_touch *t = maker->residence->touches;
    const size_t end = maker->residence->count;
    if (end > first + 1) qsort(t + first, end - first, sizeof *t, compare_touches);
    size_t kept_count = first;
    for (size_t i = first; i < end;) {
        const uint32_t cluster = t[i].group, group = maker->next_group++;
        const size_t cluster_first = i;
        while (i < end && t[i].group == cluster) i++;
        if (i == cluster_first + 1)
            count_lone_touch(maker, &t[cluster_first], kind);
        else
            for (size_t k = cluster_first; k < i; k++) {
                t[kept_count] = t[k];
                t[kept_count++].group = group;
            }
    }
    maker->residence->count = kept_count;
}

/* Draws the runs at a place among every `stride`-th CTA, starting with CTA `number`. Each run has
 * one line. */
static void draw_runs(touch_maker *maker, double time, uint64_t number, uint64_t stride)
{
    const double follow_chance = noc_sharing_next_chance(maker->setup->sharing);
    const noc_residence_cta *last_cta = NULL;
    double last_gap = 0.0, chance = 1.0; /* last gap, and chance to continue a run over it */
    size_t line = maker->residence->count;
    for (size_t i = 0; i < maker->setup->count && !maker->arena->is_short; i++) {
        const noc_residence_cta *c = &maker->setup->ctas[i];
        if (c->cta % stride != number) continue;
        const double gap = last_cta ? (double)((c->cta - last_cta->cta) / stride) : INFINITY;
        if (gap != last_gap) chance = pow(follow_chance, gap);
        last_gap = gap;
        const bool continues_run = noc_fixed_uniform(&maker->stream) < chance;
        const double time_shift = (noc_fixed_uniform(&maker->stream) - 0.5) * maker->touch_spread;
        if (!continues_run) {
            end_line(maker, line, SHARED_LINES);
            line = maker->residence->count;
        }
        if (noc_fixed_uniform(&maker->stream) >= maker->left_out_share)
            add_cta(maker, c, time + time_shift, SHARED_LINES);
        last_cta = c;
    }
    if (!maker->arena->is_short) end_line(maker, line, SHARED_LINES);
}

/* Draws a place at `time` that runs share. */
static void draw_shared_place(touch_maker *maker, double time)
{
    const uint64_t stride = noc_sharing_stride(maker->setup->sharing);
    for (uint64_t number = 0; number < stride && !maker->arena->is_short; number++)
        draw_runs(maker, time, number, stride);
}

/* Draws a place at `time` at which each CTA has a private line. */
static void draw_own_place(touch_maker *maker, double time)
{
    for (size_t i = 0; i < maker->setup->count && !maker->arena->is_short; i++) {
        const size_t line = maker->residence->count;
        add_cta(maker, &maker->setup->ctas[i], time, OWN_LINES);
        if (!maker->arena->is_short) end_line(maker, line, OWN_LINES);
    }
}

/* Draws places at times in a low-discrepancy order, until there are enough touches. */
static void draw_places(touch_maker *maker, void (*draw_place)(touch_maker *, double))
{
    enum { PLACES = 400 };
    static const double golden = 0.6180339887498949;
    const size_t first = maker->residence->count;
    double end_time = 0.0, position = 0.5;
    maker->lone_touches = 0;
    for (size_t i = 0; i < maker->setup->count; i++)
        end_time = fmax(end_time, maker->setup->ctas[i].end);
    for (int i = 0;
         i < PLACES && maker->residence->count - first + maker->lone_touches < TOUCH_COUNT &&
         !maker->arena->is_short;
         i++) {
        draw_place(maker, position * end_time);
        position += golden;
        position -= floor(position);
    }
}

/* d(lines) / d(touches) = 1 - same + same q^lines. */
double noc_count_lines(const noc_sharing *sharing, double touches)
{
    const double shared_share = sharing->shared_fraction, own_share = 1.0 - shared_share;
    if (!(sharing->reuse_lines > 0.0)) return touches;
    const double rate = -log(sharing->reuse_lines / (1.0 + sharing->reuse_lines));
    if (own_share * rate < 1e-9) return log1p(rate * touches) / rate;
    const double growth = own_share * rate * touches;
    if (growth > 500.0) return (growth - log(own_share)) / rate;
    return log((exp(growth) - shared_share) / own_share) / rate;
}

bool noc_line_residence_make(const noc_residence_setup *s, noc_arena *arena,
                             noc_line_residence *residence)
{
    const double reuse = s->sharing->reuse_lines, shared_share = s->sharing->shared_fraction;
    touch_maker maker = {.arena = arena, .setup = s, .residence = residence, .stream = {1}};
    set_spread(&maker);
    *residence = (noc_line_residence){.shared_share = shared_share * (1.0 - maker.left_out_share),
                                      .match = s->match};
    if (reuse > 0.0) {
        maker.mean_returns = shared_share < 1.0 ? shared_share / (1.0 - shared_share) : 1e3;
        maker.log_lag_ratio = log(reuse / (1.0 + reuse));
    }
    if (shared_share > 0.0) draw_places(&maker, draw_shared_place);
    residence->shared_count = residence->count;
    if (residence->shared_share < 1.0 && reuse > 0.0) draw_places(&maker, draw_own_place);
    if (residence->shared_share < 1.0 && !(reuse > 0.0)) {
        residence->first_touches[OWN_LINES] = 1.0;
        residence->lone_reads[OWN_LINES] = s->read_share;
        residence->lone_writes[OWN_LINES] = 1.0 - s->read_share;
    }
    return !arena->is_short;
}

/* ---- simulation of lines -------------------------------------------------------------------- */

typedef struct sent_request {
    double reply_time; /* time of the reply */
    unsigned core;
    bool has_entry;
} sent_request;

/* State of a line in a cluster. */
typedef struct line_state {
    const noc_residence_limits *limits;
    noc_merge_match match;
    uint64_t asking_cores;      /* cores that have requested the line, a bit for each */
    double answer_time[64];     /* [core]: time of the last reply; INFINITY: not yet known */
    uint64_t waiting_warps[64]; /* [core]: warps that wait for that reply, a bit for each */
    uint64_t entry_cores; /* cores in the list of the table's entry, a bit for each; 0: no entry */
    double entry_start, entry_reply;
    double entry_weight, cached_weight; /* weights; 0 outside the counted range of times */
    bool is_written, is_cached;
    double cache_start, last_use;
    double last_request; /* time of the cluster's last request for the line */
    sent_request requests[OUTSTANDING];
    unsigned request_count;
    double next_reply; /* time of the next reply; INFINITY: none */
} line_state;

static void drop_from_cache(line_state *l, double time, noc_residence_shares *sum)
{
    const double drop_time = min_of(time, l->last_use + l->limits->unused_time);
    sum->cache_time += l->cached_weight * (drop_time - l->cache_start);
    l->is_cached = false;
}

static void answer_cores(line_state *l, uint64_t cores, double time)
{
    for (uint64_t cores_left = cores & l->asking_cores; cores_left; cores_left &= cores_left - 1) {
        const int core = __builtin_ctzll(cores_left);
        l->answer_time[core] = min_of(l->answer_time[core], time);
    }
}

/* Delivers a reply as a cluster does (sampler/policies/cluster.h): to the requesting core, and to
 * the cores in the entry's list. */
static void accept_reply(line_state *l, const sent_request *reply, noc_residence_shares *sum)
{
    answer_cores(l, (uint64_t)1 << reply->core, reply->reply_time);
    if (!l->entry_cores || (l->match == NOC_MERGE_BY_REQUEST && !reply->has_entry)) return;
    const bool has_several_cores = (l->entry_cores & (l->entry_cores - 1)) != 0;
    if (has_several_cores && !l->is_written && l->limits->unused_time > 0.0 && !l->is_cached) {
        l->is_cached = true;
        l->cache_start = l->last_use = reply->reply_time;
        l->cached_weight = l->entry_weight;
    }
    sum->entry_time += l->entry_weight * (reply->reply_time - l->entry_start);
    answer_cores(l, l->entry_cores, reply->reply_time);
    l->entry_cores = 0;
}

/* Outstanding request with the next reply. There is at least one. */
static unsigned find_first_reply(const line_state *l)
{
    unsigned first = 0;
    for (unsigned i = 1; i < l->request_count; i++)
        if (l->requests[i].reply_time < l->requests[first].reply_time) first = i;
    return first;
}

static void accept_replies(line_state *l, double time, noc_residence_shares *sum)
{
    while (l->request_count > 0 && l->next_reply <= time) {
        const unsigned first = find_first_reply(l);
        const sent_request reply = l->requests[first];
        l->requests[first] = l->requests[--l->request_count];
        l->next_reply =
            l->request_count > 0 ? l->requests[find_first_reply(l)].reply_time : INFINITY;
        if (l->is_cached && reply.reply_time > l->last_use + l->limits->unused_time)
            drop_from_cache(l, reply.reply_time, sum);
        accept_reply(l, &reply, sum);
    }
}

static inline void advance_to(line_state *l, double time, noc_residence_shares *sum)
{
    if (l->next_reply <= time) accept_replies(l, time, sum);
    if (l->is_cached && time > l->last_use + l->limits->unused_time) drop_from_cache(l, time, sum);
}

/* Ends a line: delivers all further replies, and drops the line from the cache. */
static void finish_line(line_state *l, noc_residence_shares *sum)
{
    while (l->request_count > 0) accept_replies(l, l->next_reply, sum);
    if (l->is_cached) drop_from_cache(l, INFINITY, sum);
}

static void send_request(line_state *l, const noc_line_touch *t, double time, double weight,
                         bool has_entry)
{
    const double reply_time = time + (double)t->relative_trip * l->limits->round_trip;
    if (l->request_count < OUTSTANDING) {
        l->requests[l->request_count++] = (sent_request){reply_time, t->core, has_entry};
        l->next_reply = min_of(l->next_reply, reply_time);
    }
    if (!has_entry) return;
    l->entry_cores = (uint64_t)1 << t->core;
    l->is_written = false;
    l->entry_start = time;
    l->entry_weight = weight;
    l->entry_reply = reply_time;
}

/* Looks a read up in the cluster's cache and table. */
static void look_up_table(line_state *l, const noc_line_touch *t, double weight,
                          noc_residence_shares *sum)
{
    const uint64_t core = (uint64_t)1 << t->core;
    const double time = t->time + l->limits->table_delay;
    l->answer_time[t->core] = INFINITY;
    l->waiting_warps[t->core] = (uint64_t)1 << t->warp;
    l->asking_cores |= core;
    if (l->is_cached) {
        sum->cache_hits += weight;
        l->last_use = time;
        l->answer_time[t->core] = time;
    } else if (l->entry_cores) {
        sum->merged_by_table += weight;
        sum->table_waits += weight * (l->entry_reply - time);
        l->entry_cores |= core;
    } else {
        const bool has_entry = (double)t->chance < l->limits->open_chance;
        *(has_entry ? &sum->entry_reads : &sum->entryless_reads) += weight;
        send_request(l, t, time, weight, has_entry);
    }
}

/* Time of the reply to a core's last request. */
static double find_answer_time(const line_state *l, unsigned core)
{
    double answer_time = l->answer_time[core];
    if (isfinite(answer_time)) return answer_time;
    if (l->entry_cores >> core & 1) answer_time = l->entry_reply;
    for (unsigned i = 0; i < l->request_count; i++)
        if (l->requests[i].core == core)
            answer_time = min_of(answer_time, l->requests[i].reply_time);
    return answer_time;
}

/* Counts a second request of a warp that waits for the line. It is sent after the reply to the
 * first request. */
static void add_later_request(const line_state *l, double weight, noc_residence_shares *sum)
{
    sum->entry_reads += weight * l->limits->open_chance;
    sum->entryless_reads += weight * (1.0 - l->limits->open_chance);
    sum->entry_time += weight * l->limits->open_chance * l->limits->round_trip;
}

/* True if a draw of a Poisson number of lines with this mean is below `ways`. The chance of `ways`
 * or more is at most mean^ways / ways!, which decides most draws. */
static bool has_fewer_lines(double draw, int ways, double mean)
{
    double largest_tail = 1.0;
    for (int n = 1; n <= ways; n++) largest_tail *= mean / n;
    if (draw < 1.0 - largest_tail) return true;
    double term = exp(-mean), sum = 0.0;
    for (int n = 0; n < ways; n++) {
        sum += term;
        term *= mean / (n + 1);
    }
    return draw < sum;
}

/* True if a core's first-level cache still has the line. The draw is independent of the table's. */
static bool has_line_in_l1(const line_state *l, const noc_line_touch *t)
{
    if (!(l->limits->set_interval > 0.0) || !(l->asking_cores >> t->core & 1)) return false;
    const double set_lines = (t->time - l->answer_time[t->core]) / l->limits->set_interval;
    const double draw = (double)t->chance * 4096.0;
    return has_fewer_lines(draw - floor(draw), l->limits->ways, set_lines);
}

/* Counts a read that misses in its core's cache. */
static void add_miss(line_state *l, const noc_line_touch *t, bool is_waiting, double weight,
                     noc_residence_shares *sum)
{
    const uint64_t warp = (uint64_t)1 << t->warp;
    if (t->time - l->last_request <= l->limits->redundant_time) sum->redundant_reads += weight;
    l->last_request = t->time;
    if (is_waiting && l->waiting_warps[t->core] & warp) {
        add_later_request(l, weight, sum);
    } else if (is_waiting) {
        l->waiting_warps[t->core] |= warp;
        sum->merged_by_mshrs += weight;
        sum->mshr_waits += weight * (find_answer_time(l, t->core) - t->time);
    } else {
        look_up_table(l, t, weight, sum);
    }
}

static void add_read(line_state *l, const noc_line_touch *t, double weight,
                     noc_residence_shares *sum)
{
    const bool is_waiting = l->asking_cores >> t->core & 1 && l->answer_time[t->core] > t->time;
    if (is_waiting || !has_line_in_l1(l, t)) {
        add_miss(l, t, is_waiting, weight, sum);
        return;
    }
    l->answer_time[t->core] = t->time;
    sum->l1_hits += weight;
}

static void drop_from_l1(line_state *l, const noc_line_touch *t)
{
    const uint64_t core = (uint64_t)1 << t->core;
    if (l->limits->set_interval > 0.0 && l->asking_cores & core &&
        l->answer_time[t->core] <= t->time)
        l->asking_cores &= ~core;
}

static void add_write(line_state *l, const noc_line_touch *t, double weight,
                      noc_residence_shares *sum)
{
    sum->writes += weight;
    if (l->is_cached) drop_from_cache(l, t->time + l->limits->table_delay, sum);
    drop_from_l1(l, t);
    l->is_written = true;
}

/* Simulates the line of a cluster that begins with touch i. Returns the first touch of the next
 * line. */
static size_t run_line(const noc_line_residence *residence, const noc_residence_limits *limits,
                       size_t i, double line_weight, noc_residence_shares *sum)
{
    line_state l;
    l.limits = limits;
    l.match = residence->match;
    l.asking_cores = l.entry_cores = 0;
    l.request_count = 0;
    l.next_reply = INFINITY;
    l.last_request = -INFINITY;
    l.is_written = l.is_cached = false;
    const uint32_t group = residence->touches[i].group;
    for (; i < residence->count && residence->touches[i].group == group; i++) {
        const noc_line_touch *t = &residence->touches[i];
        const double touch_weight = t->is_counted ? line_weight : 0.0;
        advance_to(&l, t->time + limits->table_delay, sum);
        if (t->is_write)
            add_write(&l, t, touch_weight, sum);
        else
            add_read(&l, t, touch_weight, sum);
    }
    finish_line(&l, sum);
    return i;
}

noc_residence_shares noc_find_residence_shares(const noc_line_residence *residence,
                                               noc_residence_limits limits)
{
    noc_residence_shares sum = {0};
    const double weights[2] = {residence->shared_share / max_of(residence->first_touches[0], 1e-9),
                               (1.0 - residence->shared_share) /
                                   max_of(residence->first_touches[1], 1e-9)};
    for (size_t i = 0; i < residence->count;)
        i = run_line(residence, &limits, i,
                     weights[i >= residence->shared_count ? OWN_LINES : SHARED_LINES], &sum);
    for (int k = SHARED_LINES; k <= OWN_LINES; k++) {
        const double reads = weights[k] * residence->lone_reads[k];
        sum.entry_reads += limits.open_chance * reads;
        sum.entryless_reads += (1.0 - limits.open_chance) * reads;
        sum.entry_time += limits.open_chance * reads * limits.round_trip;
        sum.writes += weights[k] * residence->lone_writes[k];
    }
    return sum;
}
