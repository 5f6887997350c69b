#include "analytic/model.h"

#include <math.h>
#include <stdlib.h>

enum { STARTS_MAX = 16 };

/* No load, and the stable ones of the search for limits: solves of others begin on the line through the nearest two.
 * All solves but those of the search itself come after it, so no answer depends on what was asked before. */
typedef struct starts {
    double loads[STARTS_MAX];
    double *states; /* of the contention, one after the other, and room for one more */
    size_t size;    /* of one */
    int count;
} starts;

struct noc_model {
    const noc_system *system;
    noc_loads loads;
    noc_contention *contention;
    starts starts;
    double zero_load[NOC_CLASSES]; /* with the reply's wait of a cycle; NAN without such packets */
    double routers;
    double bound;
    noc_model_limits limits;
    bool limits_known;
};

/* Latencies of three times zero load are where a queue is about to overflow; accepted traffic falls
 * below 98 % of the offered a little later, when the overload has outgrown 2 %. */
static const double knee_factor = 3.0;
static const double accepted_share = 0.98;
static const double bracket = 2e-3; /* relative width at which the search for a limit ends */

static double cap(double value, double highest)
{
    return value < highest ? value : highest;
}

static bool has_replies(const noc_model *m)
{
    return !isnan(m->zero_load[NOC_REPLY]);
}

static void keep_start(noc_model *m, double load)
{
    starts *s = &m->starts;
    if (s->count == STARTS_MAX) return;
    s->loads[s->count] = load;
    noc_contention_save(m->contention, s->states + (size_t)s->count++ * s->size);
}

static bool make_room(noc_model *m)
{
    m->starts.size = noc_contention_state_size(m->contention);
    m->starts.states = malloc(((STARTS_MAX + 1) * m->starts.size + 1) * sizeof *m->starts.states);
    if (m->starts.states) keep_start(m, 0.0);
    return m->starts.states != NULL;
}

noc_model *noc_model_new(const noc_system *system, const noc_contention_terms *terms)
{
    noc_model *m = calloc(1, sizeof *m);
    if (!m) return NULL;
    m->system = system;
    if (noc_loads_new(system, &m->loads) == NOC_OK)
        m->contention = noc_contention_new(system, &m->loads, terms);
    if (!m->contention || !make_room(m)) {
        noc_model_free(m);
        return NULL;
    }
    noc_zero_load_means(system, m->zero_load);
    m->zero_load[NOC_REPLY] += NOC_REPLY_WAIT_CYCLES;
    m->routers = noc_routers_mean(system, NOC_REQUEST);
    if (has_replies(m)) m->routers = (m->routers + noc_routers_mean(system, NOC_REPLY)) / 2.0;
    m->bound = noc_loads_bound(system, &m->loads);
    return m;
}

void noc_model_free(noc_model *m)
{
    if (!m) return;
    noc_contention_free(m->contention);
    free(m->starts.states);
    noc_loads_clear(&m->loads);
    free(m);
}

double noc_model_zero_load(const noc_model *m)
{
    return m->zero_load[NOC_REQUEST] + (has_replies(m) ? m->zero_load[NOC_REPLY] : 0.0);
}

double noc_model_routers(const noc_model *m)
{
    return m->routers;
}

double noc_model_bound(const noc_model *m)
{
    return m->bound;
}

const noc_loads *noc_model_loads(const noc_model *m)
{
    return &m->loads;
}

/* What the user watches: round trip where there are replies, else packet latency. */
static double watched(const noc_model *m, const noc_model_point *p)
{
    return has_replies(m) ? p->round_trip : p->packet_latency;
}

/* The highest stable load below `load`, or the lowest above; -1 if there is none, or only `but`. */
static int nearest_start(const starts *s, double load, bool below, int but)
{
    int best = -1;
    for (int i = 0; i < s->count; i++) {
        if (i == but || (s->loads[i] <= load) != below) continue;
        if (best < 0 || (s->loads[i] > s->loads[best]) == below) best = i;
    }
    return best;
}

/* Where a solve begins. Waits grow faster than the load, so a line from below does not lead beyond them; they never
 * fall. */
static const double *start_of(const starts *s, double load)
{
    const int low = nearest_start(s, load, true, -1);
    const int above = nearest_start(s, load, false, -1);
    const int other = above >= 0 ? above : nearest_start(s, load, true, low);
    const double *near = s->states + (size_t)low * s->size;
    if (other < 0 || s->loads[other] == s->loads[low]) return near;
    const double *far = s->states + (size_t)other * s->size;
    const double share = (load - s->loads[low]) / (s->loads[other] - s->loads[low]);
    double *state = s->states + STARTS_MAX * s->size;
    for (size_t i = 0; i < s->size; i++) {
        const double step = share * (far[i] - near[i]);
        state[i] = near[i] + (other == above || step > 0.0 ? step : 0.0);
    }
    return state;
}

static void solve(noc_model *m, double load, noc_model_point *p)
{
    noc_waits solved = {.state = NOC_CONTENTION_STABLE};
    const noc_waits *waits = &solved;
    const double rate = noc_system_packet_rate(m->system, load);
    if (load > 0.0) noc_contention_solve(m->contention, rate, start_of(&m->starts, load), &solved);
    const double request = m->zero_load[NOC_REQUEST] + waits->network[NOC_REQUEST];
    const double reply = m->zero_load[NOC_REPLY] + waits->network[NOC_REPLY];
    p->state = waits->state;
    for (int k = 0; k < NOC_CLASSES; k++) {
        p->network_wait[k] = waits->network[k];
        p->source_wait[k] = waits->source[k];
    }
    p->request_latency = request + waits->source[NOC_REQUEST];
    p->reply_latency = reply + waits->source[NOC_REPLY];
    p->round_trip = p->request_latency + p->reply_latency;
    p->packet_latency = p->request_latency;
    p->network_latency = request;
    if (has_replies(
            m)) { /* as many replies as requests; a reply's first cycle is not in the network */
        p->packet_latency = p->round_trip / 2.0;
        p->network_latency = (request + reply - NOC_REPLY_WAIT_CYCLES) / 2.0;
    } else {
        p->request_latency = NAN;
    }
    const uint32_t busiest = noc_loads_busiest(&m->loads, m->system->graph.channel_count);
    p->channel_utilization = cap(m->loads.channel_flits[busiest] * rate, 1.0);
    p->limit = (noc_model_limit){waits->station, waits->critical, waits->utilization};
    p->accepted = load;
}

void noc_model_solve(noc_model *m, double load, noc_model_point *p)
{
    noc_model_limits limits;
    noc_model_find_limits(m, &limits);
    solve(m, load, p);
    if (load > limits.saturation) { /* more is offered than accepted; the rest piles up */
        p->state = NOC_CONTENTION_UNSTABLE;
        p->accepted = accepted_share * limits.saturation;
        p->channel_utilization *= p->accepted / load;
    }
    if (p->state == NOC_CONTENTION_UNSTABLE) p->limit = limits.limit;
}

/* ---- limits --------------------------------------------------------------------------------- */

/* One solved load. */
typedef struct trial {
    double load;
    bool stable;
    double wait; /* of the latency that is watched, cycles, where stable */
    noc_model_limit limit;
} trial;

enum { TRIALS_MAX = 64 };

/* Looks for the load at which the watched latency has waits of `target` cycles; INFINITY: at which a queue
 * overflows. One after the other with the same trials: what one search has learned narrows the other. */
typedef struct search {
    noc_model *model;
    double target;
    trial trials[TRIALS_MAX];
    int count;
} search;

static void try_load(search *s, double load)
{
    noc_model_point p;
    solve(s->model, load, &p);
    if (p.state == NOC_CONTENTION_STABLE) keep_start(s->model, load);
    s->trials[s->count++] = (trial){load, p.state == NOC_CONTENTION_STABLE,
                                    watched(s->model, &p) - noc_model_zero_load(s->model), p.limit};
}

static bool is_over(const search *s, const trial *t)
{
    return !t->stable || t->wait > s->target;
}

/* How much of the target a trial reaches: 1 at the target. NAN if it does not tell. */
static double reached(const search *s, const trial *t)
{
    static const double telling = 1.5; /* from there on waits of queues that overflow run away */
    if (isinf(s->target)) return t->limit.utilization < telling ? t->limit.utilization : NAN;
    return t->stable ? t->wait / s->target : NAN;
}

/* The trials on both sides of what is looked for, and one more below. NULL where there is none. */
typedef struct vicinity {
    const trial *lower, *low, *high;
} vicinity;

static vicinity around(const search *s)
{
    vicinity v = {NULL, NULL, NULL};
    for (const trial *t = s->trials; t < s->trials + s->count; t++)
        if (is_over(s, t) && (!v.high || t->load < v.high->load)) v.high = t;
    for (const trial *t = s->trials; t < s->trials + s->count; t++) {
        if (v.high && t->load >= v.high->load) continue;
        if (!v.low || t->load > v.low->load) {
            v.lower = v.low;
            v.low = t;
        } else if (!v.lower || t->load > v.lower->load) {
            v.lower = t;
        }
    }
    return v;
}

/* Where the target is reached, by two trials. The load over what it reaches falls about linearly with the load
 * (for the wait of M/G/1 exactly so). Not finite if the trials do not tell. */
static double guess(const search *s, const vicinity *v)
{
    const double at = v->low->load, here = at / reached(s, v->low);
    const trial *other = v->high && !isnan(reached(s, v->high)) ? v->high : v->lower;
    if (!other) return here;
    const double slope = (other->load / reached(s, other) - here) / (other->load - at);
    return (here - slope * at) / (1.0 - slope);
}

/* The next load to try: beside the guess, on its side where less is known, so that two right guesses end the
 * search; the middle if the last two did not halve the rest. */
static double next_load(const vicinity *v, double guessed, bool halved)
{
    const double low = v->low->load, high = v->high->load, step = 0.3 * bracket * guessed;
    const double next = guessed - low > 1.5 * step ? guessed - step : guessed + step;
    return halved && next > low && next < high ? next : (low + high) / 2.0;
}

/* The load at which the target is reached; at least one above it has been tried. */
static double find_crossing(search *s)
{
    vicinity v = around(s);
    const double least = bracket * v.high->load;
    while (!v.low && v.high->load > least) { /* limits rarely lie farther below what bounds them */
        try_load(s, v.high->load / 2.0);
        v = around(s);
    }
    if (!v.low) return v.high->load / 2.0;
    double guessed = guess(s, &v), widths[2] = {INFINITY, INFINITY};
    while (v.high->load - v.low->load > bracket * v.high->load && s->count < TRIALS_MAX) {
        const double width = v.high->load - v.low->load;
        try_load(s, next_load(&v, guessed, width <= widths[0] / 2.0));
        widths[0] = widths[1];
        widths[1] = width;
        v = around(s);
        guessed = guess(s, &v);
    }
    const bool between = guessed > v.low->load && guessed < v.high->load;
    return between ? guessed : (v.low->load + v.high->load) / 2.0;
}

void noc_model_find_limits(noc_model *m, noc_model_limits *limits)
{
    if (m->limits_known) {
        *limits = m->limits;
        return;
    }
    search s = {.model = m, .target = INFINITY};
    const double highest = noc_system_highest_load(m->system);
    const double bound = cap(m->bound, highest);
    try_load(&s, bound);
    const bool overflows = around(&s).high != NULL;
    const double end = overflows ? find_crossing(&s) : bound;
    const vicinity overflow = around(&s);
    limits->limit = (overflow.low ? overflow.low : overflow.high)->limit;
    limits->saturation =
        overflows || bound < highest ? cap(end / accepted_share, highest) : highest;
    s.target = (knee_factor - 1.0) * noc_model_zero_load(m);
    limits->knee = around(&s).high ? find_crossing(&s) : NAN;
    m->limits = *limits;
    m->limits_known = true;
}
