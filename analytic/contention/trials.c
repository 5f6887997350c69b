#include "analytic/contention/trials.h"

#include <math.h>
#include <stdlib.h>

#include "base/min_max.h"

bool noc_trial_ran_away(const noc_trial *t)
{
    return t->reached[NOC_GOAL_OVERFLOW] >= noc_runaway;
}

double *noc_trials_add(noc_trials *t, const noc_trial *trial)
{
    double *state = noc_trial_ran_away(trial) ? NULL : malloc((t->size + 1) * sizeof *state);
    t->list[t->count] = *trial;
    t->states[t->count++] = state ? state : t->states[0];
    return state;
}

void noc_trials_clear(noc_trials *t)
{
    for (int i = 1; i < t->count; i++)
        if (t->states[i] != t->states[0]) free(t->states[i]);
    free(t->states[0]);
}

/* ---- states in which solves begin ----------------------------------------------------------- */

const double *noc_trials_state(const noc_trials *t, noc_state_part n, int i)
{
    return t->states[i] + n.first;
}

/* Returns the trial with the highest load up to `load`, or with the lowest load above, among trials
 * that did not run away and are not `excluded`; -1: none. */
static int nearest_start(const noc_trials *t, double load, bool below, int but)
{
    int best = -1;
    for (int i = 0; i < t->count; i++) {
        const double at = t->list[i].load;
        if (i == but || (at <= load) != below || noc_trial_ran_away(&t->list[i])) continue;
        if (best < 0 || (at > t->list[best].load) == below) best = i;
    }
    return best;
}

/* Interpolates a state between two trials. The excess of queues over idle queues grows like a wait:
 * load over excess falls about linearly with the load (for M/G/1 exactly). If the first trial has
 * idle queues, the interpolation is linear. */
static void lay_between(const noc_trials *t, noc_state_part n, int one, int two, double load,
                        double *restrict state)
{
    const noc_trial *a = &t->list[one], *b = &t->list[two];
    const double *idle = noc_trials_state(t, n, 0), *from = noc_trials_state(t, n, one),
                 *to = noc_trials_state(t, n, two);
    const double share = (load - a->load) / (b->load - a->load);
    const double near = (1.0 - share) * a->load, far = share * b->load;
    for (size_t i = 0; i < n.size; i++) {
        const double x = from[i] - idle[i], y = to[i] - idle[i];
        const double grown = idle[i] + load * x * y / (near * y + far * x);
        const double on_line = from[i] + share * (to[i] - from[i]);
        /* no branch, so that the compiler can vectorise */
        state[i] = ((x > 0.0) & (y > 0.0)) ? grown : on_line;
    }
}

/* Extrapolates a state below two trials, with the growth of interpolate_state; an excess that grows
 * slower than the load counts as proportional to the load. */
static void lay_below(const noc_trials *t, noc_state_part n, int one, int two, double load,
                      double *restrict state)
{
    const noc_trial *a = &t->list[one], *b = &t->list[two];
    const double *idle = noc_trials_state(t, n, 0), *from = noc_trials_state(t, n, one),
                 *to = noc_trials_state(t, n, two);
    const double down = (a->load - load) / (b->load - a->load);
    for (size_t i = 0; i < n.size; i++) {
        const double x = from[i] - idle[i], y = to[i] - idle[i];
        const double grown = y * a->load / (x * b->load);
        const double faster = ((x > 0.0) & (grown > 1.0)) ? grown : 1.0;
        state[i] = idle[i] + x * load / a->load * faster / (faster + down * (faster - 1.0));
    }
}

/* Extrapolates a state above two trials linearly, by at most their distance. Waits never fall and
 * grow faster than the load, so the line does not overestimate them. */
static void lay_beyond(const noc_trials *t, noc_state_part n, int one, int two, double load,
                       double *restrict state)
{
    const noc_trial *a = &t->list[one], *b = &t->list[two];
    const double *from = noc_trials_state(t, n, one), *to = noc_trials_state(t, n, two);
    const double share = min_of((load - b->load) / (b->load - a->load), 1.0);
    for (size_t i = 0; i < n.size; i++) {
        const double grown = to[i] - from[i];
        state[i] = to[i] + share * (grown > 0.0 ? grown : 0.0);
    }
}

const double *noc_trials_start(const noc_trials *t, noc_state_part n, double load, double *room)
{
    const int low = nearest_start(t, load, true, -1);
    const int above = nearest_start(t, load, false, -1);
    if (above < 0) {
        const int lower = nearest_start(t, load, true, low);
        if (lower < 0 || t->list[lower].load == t->list[low].load)
            return noc_trials_state(t, n, low);
        lay_beyond(t, n, lower, low, load, room);
        return room;
    }
    const int higher = nearest_start(t, t->list[above].load, false, -1);
    if (higher >= 0 && (low == 0 || t->list[higher].load - load < load - t->list[low].load))
        lay_below(t, n, above, higher, load, room);
    else
        lay_between(t, n, low, above, load, room);
    return room;
}

/* ---- conclusions from trials ---------------------------------------------------------------- */

/* Trials around a goal: the nearest load below and above the goal, NULL: none; trials whose figures
 * are nearest to 1. */
enum { NEAREST = 3 };
typedef struct vicinity {
    const noc_trial *below, *above, *nearest[NEAREST];
    int count; /* number of trials in `nearest` */
} vicinity;

/* Returns the distance of a trial to the goal: load over reached figure, less the load. The
 * distance is positive below the goal and falls about linearly with the load (for the wait of M/G/1
 * exactly). */
static double short_of(const noc_trial *t, noc_goal g)
{
    return t->load / t->reached[g] - t->load;
}

static void add_nearest(vicinity *v, const noc_trial *t, noc_goal g)
{
    int i = v->count < NEAREST ? v->count++ : NEAREST;
    for (; i > 0 && fabs(short_of(t, g)) < fabs(short_of(v->nearest[i - 1], g)); i--)
        if (i < NEAREST) v->nearest[i] = v->nearest[i - 1];
    if (i < NEAREST) v->nearest[i] = t;
}

static vicinity around(const noc_trials *t, noc_goal g, double most)
{
    vicinity v = {.count = 0};
    const noc_trial *first = t->list + 1, *end = t->list + t->count;
    for (const noc_trial *k = first; k < end; k++) {
        if (k->reached[g] >= 1.0 && (!v.above || k->load < v.above->load)) v.above = k;
        if (!noc_trial_ran_away(k)) add_nearest(&v, k, g);
    }
    const double high = v.above ? min_of(v.above->load, most) : most;
    for (const noc_trial *k = first; k < end; k++)
        if (k->reached[g] < 1.0 && k->load <= high && (!v.below || k->load > v.below->load))
            v.below = k;
    return v;
}

/* Returns the load at which the line through the distances of two trials is 0. */
static double by_line(const noc_trial *a, const noc_trial *b, noc_goal g)
{
    const double x = short_of(a, g), y = short_of(b, g);
    return (a->load * y - b->load * x) / (y - x);
}

/* Returns the estimated load of the goal: from the parabola through three trials (loads over
 * distances), if the estimate is between the trials around the goal, or from a line through two.
 * With one trial: utilisation grows with the square of the load, waits near the knee with its
 * eighth power. */
static double guess(const vicinity *v, noc_goal g)
{
    const noc_trial *const *n = v->nearest, *only = v->count > 0 ? n[0] : v->above;
    const double power = g == NOC_GOAL_KNEE ? 8.0 : 2.0;
    if (v->count < 2) return only->load * fmax(0.5, pow(only->reached[g], -1.0 / power));
    if (v->count == NEAREST && v->below && v->above) {
        const double one = by_line(n[0], n[1], g), two = by_line(n[0], n[2], g);
        const double y = short_of(n[1], g), z = short_of(n[2], g);
        const double next = (one * z - two * y) / (z - y);
        if (next > v->below->load && next < v->above->load) return next;
    }
    if (v->below && v->above && !noc_trial_ran_away(v->above))
        return by_line(v->below, v->above, g);
    return by_line(n[0], n[1], g);
}

/* True if a trial nearly met the goal. */
static bool is_near(const noc_trial *t, noc_goal g, double nearly)
{
    return t && fabs(t->reached[g] - 1.0) <= nearly;
}

bool noc_trial_meets(const noc_trial *t, noc_goal g, double load)
{
    static const double nearly = 0.02;
    return is_near(t, g, nearly) && fabs(load - t->load) <= noc_limit_precision * load;
}

/* Returns `load`, or the estimated knee if that is below `load` and above low: the knee is a goal
 * as well, and waits above it run away and settle slowly. */
static double not_beyond_knee(const noc_trials *t, double load, double low, double most)
{
    const vicinity v = around(t, NOC_GOAL_KNEE, most);
    const double knee = guess(&v, NOC_GOAL_KNEE);
    return knee > low && knee < load ? knee : load;
}

/* Loads around a goal, and the least distance of the next trial to these loads. */
typedef struct bracket {
    double low, high, margin;
} bracket;

static bool is_within(const bracket *b, double load)
{
    return load > b->low + b->margin && load < b->high - b->margin;
}

/* Returns the load to try if the goal has trials below and above: the estimate; if a trial near the
 * estimate nearly met the goal, a load a margin away from that trial; else a point inside the
 * interval. */
static double between(const vicinity *v, const bracket *b, noc_goal g, double thought)
{
    static const double nearly = 0.05;
    /* share of the interval if the trial above ran away */
    static const double further_off = 1.0 / 3.0;
    if (is_within(b, thought)) return thought;
    const double nearest = fmin(fmax(thought, b->low + b->margin), b->high - b->margin);
    const noc_trial *end = nearest < thought ? v->above : v->below;
    if (thought > b->low && thought < b->high && is_near(end, g, nearly)) return nearest;
    return b->low + (b->high - b->low) * (noc_trial_ran_away(v->above) ? further_off : 0.5);
}

static double next_load(const noc_trials *t, const vicinity *v, const bracket *b, noc_goal g,
                        double thought, double most)
{
    if (v->above) return between(v, b, g, thought);
    const double next = not_beyond_knee(t, thought, b->low + b->margin, most);
    return is_within(b, next) ? next : most;
}

bool noc_trials_tell(const noc_trials *t, noc_goal g, double most, double *load)
{
    const vicinity v = around(t, g, most);
    const double thought = guess(&v, g);
    *load = min_of(thought, most);
    if (noc_trial_meets(v.below, g, thought) || noc_trial_meets(v.above, g, thought)) return true;
    const double high = v.above ? min_of(v.above->load, most) : most;
    const bracket b = {v.below ? v.below->load : 0.0, high, noc_limit_precision * high};
    *load = next_load(t, &v, &b, g, thought, most);
    return b.high - b.low <= 2.5 * b.margin || t->count == NOC_TRIALS_MOST;
}

const noc_trial *noc_trials_limit(const noc_trials *t, double most, bool *is_above)
{
    const vicinity v = around(t, NOC_GOAL_OVERFLOW, most);
    *is_above = v.above != NULL;
    return v.below ? v.below : v.above;
}

/* Follows the line of distances from a trial well below the overflow. */
double noc_trials_growth(const noc_trials *t, double overflow)
{
    static const double away = 0.8;
    const noc_trial *best = NULL;
    for (const noc_trial *k = t->list + 1; k < t->list + t->count; k++)
        if (!noc_trial_ran_away(k) &&
            (!best || fabs(k->load - away * overflow) < fabs(best->load - away * overflow)))
            best = k;
    const double growth = best ? short_of(best, NOC_GOAL_OVERFLOW) / (overflow - best->load) : 1.0;
    return growth > 1.0 ? growth : 1.0;
}
