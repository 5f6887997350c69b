#include "analytic/contention/trials.h"

#include <math.h>

#include "base/min_max.h"

bool noc_trial_ran_away(const noc_trial *t)
{
    return t->reached[NOC_GOAL_OVERFLOW] >= noc_runaway;
}

double *noc_trials_add(noc_trials *t, const noc_trial *trial)
{
    double *state =
        noc_trial_ran_away(trial) ? NULL : noc_arena_unset_array(t->arena, t->size, sizeof *state);
    t->list[t->count] = *trial;
    t->states[t->count++] = state ? state : t->states[0];
    return state;
}

/* ---- states in which solves begin ----------------------------------------------------------- */

const double *noc_trials_state(const noc_trials *t, noc_state_part part, int i)
{
    return t->states[i] + part.first;
}

/* Returns the number of the trial with the highest load up to `load` (`below`), or with the lowest
 * load above it, among trials that did not run away, without trial `excluded`; -1: none. */
static int find_nearest_trial(const noc_trials *t, double load, bool below, int excluded)
{
    int best = -1;
    for (int i = 0; i < t->count; i++) {
        const double trial_load = t->list[i].load;
        if (i == excluded || (trial_load <= load) != below || noc_trial_ran_away(&t->list[i]))
            continue;
        if (best < 0 || (trial_load > t->list[best].load) == below) best = i;
    }
    return best;
}

/* Interpolates a state between two trials. The excess of queues over idle queues grows like a wait:
 * load over excess falls about linearly with the load (for M/G/1 exactly). If the first trial has
 * idle queues, the interpolation is linear. */
static void interpolate_state(const noc_trials *t, noc_state_part part, int first, int second,
                              double load, double *restrict state)
{
    const noc_trial *a = &t->list[first], *b = &t->list[second];
    const double *idle = noc_trials_state(t, part, 0), *from = noc_trials_state(t, part, first),
                 *to = noc_trials_state(t, part, second);
    const double share = (load - a->load) / (b->load - a->load);
    const double near_load = (1.0 - share) * a->load, far_load = share * b->load;
    for (size_t i = 0; i < part.size; i++) {
        const double x = from[i] - idle[i], y = to[i] - idle[i];
        const double curve_state = idle[i] + load * x * y / (near_load * y + far_load * x);
        const double line_state = from[i] + share * (to[i] - from[i]);
        /* no branch, so that the compiler can vectorise */
        state[i] = ((x > 0.0) & (y > 0.0)) ? curve_state : line_state;
    }
}

/* Extrapolates a state below two trials, with the growth of interpolate_state; an excess that grows
 * slower than the load counts as proportional to the load. */
static void extrapolate_below(const noc_trials *t, noc_state_part part, int first, int second,
                              double load, double *restrict state)
{
    const noc_trial *a = &t->list[first], *b = &t->list[second];
    const double *idle = noc_trials_state(t, part, 0), *from = noc_trials_state(t, part, first),
                 *to = noc_trials_state(t, part, second);
    const double distance = (a->load - load) / (b->load - a->load);
    for (size_t i = 0; i < part.size; i++) {
        const double x = from[i] - idle[i], y = to[i] - idle[i];
        const double curve_state = y * a->load / (x * b->load);
        const double growth = ((x > 0.0) & (curve_state > 1.0)) ? curve_state : 1.0;
        state[i] = idle[i] + x * load / a->load * growth / (growth + distance * (growth - 1.0));
    }
}

/* Extrapolates a state above two trials linearly, by at most their distance. Waits never fall and
 * grow faster than the load, so the line does not overestimate them. */
static void extrapolate_above(const noc_trials *t, noc_state_part part, int first, int second,
                              double load, double *restrict state)
{
    const noc_trial *a = &t->list[first], *b = &t->list[second];
    const double *from = noc_trials_state(t, part, first), *to = noc_trials_state(t, part, second);
    const double share = min_of((load - b->load) / (b->load - a->load), 1.0);
    for (size_t i = 0; i < part.size; i++) {
        const double curve_state = to[i] - from[i];
        state[i] = to[i] + share * (curve_state > 0.0 ? curve_state : 0.0);
    }
}

const double *noc_trials_start(const noc_trials *t, noc_state_part part, double load, double *room)
{
    const int lower_trial = find_nearest_trial(t, load, true, -1);
    const int higher_trial = find_nearest_trial(t, load, false, -1);
    if (higher_trial < 0) {
        const int lower = find_nearest_trial(t, load, true, lower_trial);
        if (lower < 0 || t->list[lower].load == t->list[lower_trial].load)
            return noc_trials_state(t, part, lower_trial);
        extrapolate_above(t, part, lower, lower_trial, load, room);
        return room;
    }
    const int higher = find_nearest_trial(t, t->list[higher_trial].load, false, -1);
    if (higher >= 0 &&
        (lower_trial == 0 || t->list[higher].load - load < load - t->list[lower_trial].load))
        extrapolate_below(t, part, higher_trial, higher, load, room);
    else
        interpolate_state(t, part, lower_trial, higher_trial, load, room);
    return room;
}

/* ---- conclusions from trials ---------------------------------------------------------------- */

enum { NEAREST = 3 }; /* most trials in `nearest` */

/* Trials around a goal. */
typedef struct vicinity {
    /* trials of the nearest loads below and above the goal, NULL: none; trials nearest to the goal
     * by find_distance, the nearest first */
    const noc_trial *below, *above, *nearest[NEAREST];
    int count; /* number of trials in `nearest` */
} vicinity;

/* Returns the distance of a trial to the goal: load over reached figure, less the load. The
 * distance is positive below the goal and falls about linearly with the load (for the wait of M/G/1
 * exactly). */
static double find_distance(const noc_trial *t, noc_goal g)
{
    return t->load / t->reached[g] - t->load;
}

static void add_nearest(vicinity *v, const noc_trial *t, noc_goal g)
{
    int i = v->count < NEAREST ? v->count++ : NEAREST;
    for (; i > 0 && fabs(find_distance(t, g)) < fabs(find_distance(v->nearest[i - 1], g)); i--)
        if (i < NEAREST) v->nearest[i] = v->nearest[i - 1];
    if (i < NEAREST) v->nearest[i] = t;
}

/* Finds the trials around a goal. Trials below count up to `max_load` and up to the trial above. */
static vicinity find_vicinity(const noc_trials *t, noc_goal g, double max_load)
{
    vicinity v = {.count = 0};
    const noc_trial *first = t->list + 1, *end = t->list + t->count;
    for (const noc_trial *k = first; k < end; k++) {
        if (k->reached[g] >= 1.0 && (!v.above || k->load < v.above->load)) v.above = k;
        if (!noc_trial_ran_away(k)) add_nearest(&v, k, g);
    }
    const double high = v.above ? min_of(v.above->load, max_load) : max_load;
    for (const noc_trial *k = first; k < end; k++)
        if (k->reached[g] < 1.0 && k->load <= high && (!v.below || k->load > v.below->load))
            v.below = k;
    return v;
}

/* Returns the load at which the line through the distances of two trials is 0. */
static double find_line_root(const noc_trial *a, const noc_trial *b, noc_goal g)
{
    const double x = find_distance(a, g), y = find_distance(b, g);
    return (a->load * y - b->load * x) / (y - x);
}

/* Returns the estimated load of the goal: from the parabola through three trials (loads over
 * distances), if the estimate is between the trials around the goal, or from a line through two.
 * With one trial: utilisation grows with the square of the load, waits near the knee with its
 * eighth power. */
static double estimate_goal(const vicinity *v, noc_goal g)
{
    const noc_trial *const *n = v->nearest, *single_trial = v->count > 0 ? n[0] : v->above;
    const double power = g == NOC_GOAL_KNEE ? 8.0 : 2.0;
    if (v->count < 2)
        return single_trial->load * fmax(0.5, pow(single_trial->reached[g], -1.0 / power));
    if (v->count == NEAREST && v->below && v->above) {
        const double first_root = find_line_root(n[0], n[1], g),
                     second_root = find_line_root(n[0], n[2], g);
        const double y = find_distance(n[1], g), z = find_distance(n[2], g);
        const double next = (first_root * z - second_root * y) / (z - y);
        if (next > v->below->load && next < v->above->load) return next;
    }
    if (v->below && v->above && !noc_trial_ran_away(v->above))
        return find_line_root(v->below, v->above, g);
    return find_line_root(n[0], n[1], g);
}

/* True if a trial nearly met the goal. */
static bool is_near_goal(const noc_trial *t, noc_goal g, double tolerance)
{
    return t && fabs(t->reached[g] - 1.0) <= tolerance;
}

bool noc_trial_meets(const noc_trial *t, noc_goal g, double load)
{
    static const double tolerance = 0.02;
    return is_near_goal(t, g, tolerance) && fabs(load - t->load) <= noc_limit_precision * load;
}

/* Returns `load`, or the estimated knee if that is below `load` and above low: the knee is a goal
 * as well, and waits above it run away and settle slowly. */
static double limit_to_knee(const noc_trials *t, double load, double low, double max_load)
{
    const vicinity v = find_vicinity(t, NOC_GOAL_KNEE, max_load);
    const double knee = estimate_goal(&v, NOC_GOAL_KNEE);
    return knee > low && knee < load ? knee : load;
}

/* Loads around a goal, and the least distance of the next trial to these loads. */
typedef struct bracket {
    double low, high, margin;
} bracket;

static bool is_inside(const bracket *b, double load)
{
    return load > b->low + b->margin && load < b->high - b->margin;
}

/* Returns the load to try if the goal has trials below and above: the estimate; if a trial near the
 * estimate nearly met the goal, a load a margin away from that trial; else a point inside the
 * interval. */
static double choose_inner_load(const vicinity *v, const bracket *b, noc_goal g, double estimate)
{
    static const double tolerance = 0.05;
    /* share of the interval if the trial above ran away */
    static const double lower_share = 1.0 / 3.0;
    if (is_inside(b, estimate)) return estimate;
    const double nearest = fmin(fmax(estimate, b->low + b->margin), b->high - b->margin);
    const noc_trial *end = nearest < estimate ? v->above : v->below;
    if (estimate > b->low && estimate < b->high && is_near_goal(end, g, tolerance)) return nearest;
    return b->low + (b->high - b->low) * (noc_trial_ran_away(v->above) ? lower_share : 0.5);
}

static double choose_next_load(const noc_trials *t, const vicinity *v, const bracket *b, noc_goal g,
                               double estimate, double max_load)
{
    if (v->above) return choose_inner_load(v, b, g, estimate);
    const double next = limit_to_knee(t, estimate, b->low + b->margin, max_load);
    return is_inside(b, next) ? next : max_load;
}

bool noc_trials_find_goal(const noc_trials *t, noc_goal g, double max_load, double *load)
{
    const vicinity v = find_vicinity(t, g, max_load);
    const double estimate = estimate_goal(&v, g);
    *load = min_of(estimate, max_load);
    if (noc_trial_meets(v.below, g, estimate) || noc_trial_meets(v.above, g, estimate)) return true;
    const double high = v.above ? min_of(v.above->load, max_load) : max_load;
    const bracket b = {v.below ? v.below->load : 0.0, high, noc_limit_precision * high};
    *load = choose_next_load(t, &v, &b, g, estimate, max_load);
    return b.high - b.low <= 2.5 * b.margin || t->count == NOC_TRIALS_MAX;
}

const noc_trial *noc_trials_limit(const noc_trials *t, double max_load, bool *has_overflow)
{
    const vicinity v = find_vicinity(t, NOC_GOAL_OVERFLOW, max_load);
    *has_overflow = v.above != NULL;
    return v.below ? v.below : v.above;
}

/* Follows the line of distances from the trial nearest to 0.8 of the overflow. */
double noc_trials_growth(const noc_trials *t, double overflow)
{
    static const double reference_share = 0.8;
    const noc_trial *best = NULL;
    for (const noc_trial *k = t->list + 1; k < t->list + t->count; k++)
        if (!noc_trial_ran_away(k) && (!best || fabs(k->load - reference_share * overflow) <
                                                    fabs(best->load - reference_share * overflow)))
            best = k;
    const double growth =
        best ? find_distance(best, NOC_GOAL_OVERFLOW) / (overflow - best->load) : 1.0;
    return growth > 1.0 ? growth : 1.0;
}
