#include "sampler/sampling/limits.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_fit.h>
#include <math.h>

#include "base/auto.h"
#include "sampler/engines/engine.h"
#include "sampler/sampling/replication.h"

/* Saturation: load of which 98 % is accepted. Knee: load with 3 times the zero-load latency. */
static const double accepted_share = 0.98;
static const double knee_factor = 3.0;
/* relative width of the bracket in which the saturation is fitted */
static const double search_width = 0.04;
/* relative width of the bracket in which the knee is interpolated */
static const double knee_width = 0.01;

enum { BATCHES = 32, COARSE_CYCLES = 4096, MEDIUM_CYCLES = 10240, FINE_CYCLES = 40960 };

/* Highest zero-load latency, cycles, for these run lengths; longer latencies lengthen runs in
 * proportion. */
static const double usual_latency = 500.0;

/* Minimum packets of all nodes, and minimum periods, of the longest runs, where engines have a
 * length factor above 1. */
static const double fine_packets = 100000.0, fine_periods = 100.0;

typedef struct search {
    const noc_system *system;
    const noc_sample_options *options;
    noc_sample_limits *limits;
    noc_diag *diag;
    double zero_load;
    unsigned probe_count;
} search;

typedef struct probe {
    double load;
    double delivered_share; /* share of the offered packets that is delivered */
    double run_shares[NOC_REPLICATIONS];
    double share_error;   /* half-width of the 95 % interval of the share */
    double latency;       /* mean latency in the second half, cycles */
    double latency_error; /* relative half-width of the 95 % interval of the latency */
} probe;

static void read_probe(const search *s, const noc_replications *runs, probe *p)
{
    noc_batch_sums kept_pairs[NOC_REPLICATIONS], latency[NOC_REPLICATIONS];
    const double rate =
        noc_system_packet_rate(s->system, p->load) * s->system->traffic.injector_count;
    for (unsigned i = 0; i < NOC_REPLICATIONS; i++) {
        const noc_replication *run = &runs->runs[i];
        const noc_tally *from = &run->totals[BATCHES / 2], *to = &run->totals[BATCHES];
        kept_pairs[i] = noc_replication_kept_load(run, rate, BATCHES / 2, BATCHES);
        p->run_shares[i] = kept_pairs[i].numerator / kept_pairs[i].denominator;
        if (to->round_trips > 0)
            latency[i] = (noc_batch_sums){(double)(to->round_trip - from->round_trip),
                                          (double)(to->round_trips - from->round_trips)};
        else
            latency[i] = (noc_batch_sums){
                (double)(to->latency[NOC_REQUEST] - from->latency[NOC_REQUEST]),
                (double)(to->delivered[NOC_REQUEST] - from->delivered[NOC_REQUEST])};
        s->limits->cycles += to->cycles;
        s->limits->flit_hops += to->flit_hops;
        s->limits->windows++;
    }
    const noc_interval share = noc_ratio_interval(kept_pairs, NOC_REPLICATIONS, 0.95);
    p->delivered_share = share.mean;
    p->share_error = share.half_width;
    const noc_interval mean_latency = noc_ratio_interval(latency, NOC_REPLICATIONS, 0.95);
    p->latency = isnan(mean_latency.mean) ? INFINITY : mean_latency.mean;
    p->latency_error = mean_latency.half_width / mean_latency.mean;
}

/* Finds the factor on the usual run length. */
static double find_length_factor(const search *s, double load)
{
    const double latency_factor = fmax(1.0, s->zero_load / usual_latency);
    const noc_run_units units = noc_run_units_find(s->system);
    if (units.length_factor <= 1) return ceil(latency_factor);
    const double rate = noc_system_packet_rate(s->system, load) * s->system->traffic.injector_count;
    const double packet_factor = fine_packets / rate / FINE_CYCLES,
                 period_factor = fine_periods * (double)units.longest_period / FINE_CYCLES;
    return ceil(fmax(latency_factor, fmax(packet_factor, period_factor)));
}

/* Runs the load p->load: the first half is the warm-up, the second half is measured. Runs with
 * different `seed_offset` are independent (0: seed of the user). */
static noc_status run_probe(search *s, uint64_t cycles, uint64_t seed_offset, probe *p)
{
    NOC_AUTO(noc_replications_free) noc_replications runs = {0};
    noc_sample_options options = *s->options;
    options.seed ^= seed_offset << 48;
    if (s->options->progress &&
        !s->options->progress(s->options->context, fmin(1.0, s->probe_count / 20.0)))
        return NOC_EINTERRUPTED;
    s->probe_count++;
    const uint64_t wanted_cycles = (uint64_t)find_length_factor(s, p->load) * cycles,
                   cycles_max = options.max_cycles;
    const uint64_t batch =
        (cycles_max && cycles_max < wanted_cycles ? cycles_max : wanted_cycles) / BATCHES;
    noc_status status =
        noc_replications_new(&runs, s->system, p->load, &options, batch, NULL, s->diag);
    if (status != NOC_OK) return status;
    status = noc_replications_run(&runs, BATCHES);
    if (status != NOC_OK) noc_replications_explain(&runs, s->diag);
    if (status == NOC_OK) read_probe(s, &runs, p);
    for (unsigned i = 0; i < NOC_REPLICATIONS && status == NOC_OK; i++)
        status = noc_run_check(runs.runs[i].run, s->diag);
    return status;
}

static uint64_t find_cycles(double width)
{
    return width > 0.10 ? COARSE_CYCLES : width > 0.03 ? MEDIUM_CYCLES : FINE_CYCLES;
}

/* Loads of the fitted runs, relative to the guess; most lie above the guess, where the share
 * falls linearly. */
static const double fitted_loads[] = {-0.015, -0.005, 0.005, 0.015, 0.025, 0.035};
enum {
    FITTED_LOADS = sizeof fitted_loads / sizeof fitted_loads[0],
    PASSES_MAX = 8, /* upper bound of the passes over the loads */
    POINTS_MAX = PASSES_MAX * FITTED_LOADS * NOC_REPLICATIONS,
    MOVES_MAX = 12, /* upper bound of the moves of the guess */
};

/* Accepted shares of all replications at the loads around a guess. */
typedef struct share_points {
    double guessed_load;
    double loads[POINTS_MAX]; /* relative distances of the loads from the guess */
    double shares[POINTS_MAX];
    size_t point_count;
} share_points;

/* Adds a pass over the loads; each run has a separate seed. With equal seeds at all loads the
 * noise of the sources would be equal: the line would fit well but lie wrong, and its residuals
 * would not show it. */
static noc_status add_points(search *s, share_points *c)
{
    const uint64_t cycles = s->options->effort == NOC_EFFORT_BRIEF ? MEDIUM_CYCLES : FINE_CYCLES;
    for (int i = 0; i < FITTED_LOADS; i++) {
        const double load = c->guessed_load * (1.0 + fitted_loads[i]);
        probe p = {.load = fmin(load, noc_system_highest_load(s->system))};
        const noc_status status = run_probe(s, cycles, s->probe_count, &p);
        if (status != NOC_OK) return status;
        for (int r = 0; r < NOC_REPLICATIONS; r++) {
            c->loads[c->point_count] = p.load / c->guessed_load - 1.0;
            c->shares[c->point_count++] = p.run_shares[r];
        }
    }
    return NOC_OK;
}

/* Finds the relative load at which a line through the shares crosses 98 %; the fit averages the
 * noise of single runs, which is 1 to 2 % where few flows saturate. Half-width: half-width of
 * the line over its slope. If the line does not fall, all loads are on one side of the crossing. */
static noc_interval find_crossing(const share_points *c)
{
    double level, slope, var_level, covariance, var_slope, squares, share, error;
    gsl_fit_linear(c->loads, 1, c->shares, 1, c->point_count, &level, &slope, &var_level,
                   &covariance, &var_slope, &squares);
    if (!(slope < 0.0))
        return (noc_interval){level >= accepted_share ? INFINITY : -INFINITY, INFINITY};
    const double offset = (accepted_share - level) / slope;
    gsl_fit_linear_est(offset, level, slope, var_level, covariance, var_slope, &share, &error);
    return (noc_interval){offset,
                          error / -slope * gsl_cdf_tdist_Pinv(0.975, (double)c->point_count - 2.0)};
}

/* Fits the saturation: restarts at the crossing of the line until the crossing lies within the
 * loads; then adds runs until the precision is met. If few packets move in a run, the first
 * bracket may be far off. */
static noc_status fit_saturation(search *s, double guess)
{
    const double lowest = fitted_loads[0], highest = fitted_loads[FITTED_LOADS - 1];
    const double highest_load = noc_system_highest_load(s->system);
    share_points c = {.guessed_load = guess};
    noc_status status = NOC_OK;
    bool found = false;
    for (int move_count = 0, pass_count = 0; move_count < MOVES_MAX && pass_count < PASSES_MAX;) {
        status = add_points(s, &c);
        if (status != NOC_OK) break;
        const noc_interval crossing = find_crossing(&c);
        if (crossing.mean < lowest || crossing.mean > highest) {
            const double moved_load =
                c.guessed_load * (1.0 + fmax(2.0 * lowest, fmin(crossing.mean, highest)));
            if (moved_load > highest_load && c.guessed_load >= highest_load) break;
            c.guessed_load = fmin(moved_load, highest_load);
            c.point_count = 0;
            move_count++;
            continue;
        }
        found = true;
        pass_count++;
        s->limits->saturation = c.guessed_load * (1.0 + crossing.mean);
        s->limits->saturation_half_width = c.guessed_load * crossing.half_width;
        s->limits->is_converged =
            crossing.half_width <= s->options->precision * (1.0 + crossing.mean);
        if (s->limits->is_converged) break;
    }
    if (found) return status;
    /* if no line was fitted, the result is the bracket, widened by its moves */
    s->limits->saturation = c.guessed_load;
    s->limits->saturation_half_width += fabs(c.guessed_load - guess);
    return status;
}

/* Brackets the saturation. Above saturation the accepted load hardly depends on the offered
 * load, so one overloaded run gives a good first guess; then the bracket is halved until a line
 * can be fitted. */
static noc_status find_saturation(search *s, double bound)
{
    const double highest = noc_system_highest_load(s->system);
    double low = 0.0, high = fmin(1.02 * bound, highest);
    probe p = {.load = high};
    double error = 0.0; /* half-width of the last measured share */
    while (high - low > search_width * high) {
        const noc_status status = run_probe(s, find_cycles((high - low) / high), 0, &p);
        if (status != NOC_OK) return status;
        error = p.share_error;
        if (p.delivered_share >= accepted_share) {
            low = p.load;
            if (low >= highest) break; /* nodes cannot saturate the network */
            /* the saturation is above the bound, so the bracket moves up */
            if (low >= high) high = fmin(1.1 * low, highest);
        } else {
            high = p.load;
        }
        if (low == 0.0) { /* half of the load is the minimum, since a bad guess then costs little */
            const double guess = 0.99 * p.load * p.delivered_share / accepted_share;
            p.load = guess > 0.5 * p.load ? guess : 0.5 * p.load;
        } else {
            p.load = high / low > 1.04 && p.load == low ? 1.02 * low : (low + high) / 2;
        }
    }
    s->limits->saturation = (low + high) / 2;
    /* The share falls as 1/load beyond saturation, so the relative error of the share is that of
     * the load. */
    s->limits->saturation_half_width = (high - low) / 2 + error * s->limits->saturation;
    const bool is_coarse = s->options->effort == NOC_EFFORT_COARSE;
    if (is_coarse) /* noise of a short run may move the bracket off the result */
        s->limits->saturation_half_width += (high - low) / 2;
    s->limits->is_converged =
        low >= highest || (is_coarse && s->limits->saturation_half_width <=
                                            s->options->precision * s->limits->saturation);
    return low >= highest || is_coarse ? NOC_OK : fit_saturation(s, s->limits->saturation);
}

/* Interpolates in the logarithm of the latency, which is nearly exponential in the load. */
static double interpolate(const probe *low, const probe *high, double target)
{
    const double share =
        (log(target) - log(low->latency)) / (log(high->latency) - log(low->latency));
    return low->load + share * (high->load - low->load);
}

static noc_status find_knee(search *s)
{
    const double target = knee_factor * s->zero_load, saturation = s->limits->saturation;
    probe low = {.load = 0.90 * saturation}, high = {.load = 0.99 * saturation};
    noc_status status = run_probe(s, MEDIUM_CYCLES, 0, &low);
    while (status == NOC_OK && low.latency >= target && low.load > 0.01 * saturation) {
        high = low;
        low.load *= 0.85;
        status = run_probe(s, MEDIUM_CYCLES, 0, &low);
    }
    if (status == NOC_OK && high.latency == 0.0) status = run_probe(s, FINE_CYCLES, 0, &high);
    while (status == NOC_OK && high.latency < target && high.load < 2.0 * saturation) {
        low = high;
        if (low.load >= noc_system_highest_load(s->system)) {
            s->limits->knee = s->limits->knee_half_width = NAN;
            return NOC_OK;
        }
        high.load = fmin(1.03 * low.load, noc_system_highest_load(s->system));
        status = run_probe(s, FINE_CYCLES, 0, &high);
    }
    for (int i = 0; i < 4 && status == NOC_OK; i++) {
        if (high.load - low.load < knee_width * high.load) break;
        probe middle = {.load = interpolate(&low, &high, target)};
        const double margin = 0.125 * knee_width * high.load;
        if (middle.load < low.load + margin) middle.load = low.load + margin;
        if (middle.load > high.load - margin) middle.load = high.load - margin;
        status = run_probe(s, FINE_CYCLES, 0, &middle);
        if (middle.latency < target)
            low = middle;
        else
            high = middle;
    }
    if (status != NOC_OK) return status;
    if (!(high.latency > low.latency)) { /* noise hides the knee */
        s->limits->knee = s->limits->knee_half_width = (low.load + high.load) / 2;
        return NOC_OK;
    }
    s->limits->knee = interpolate(&low, &high, target);
    /* The error of the knee is the error of the neighbouring latencies over their slope. */
    const double slope = (log(high.latency) - log(low.latency)) / (high.load - low.load);
    const double error =
        low.latency_error > high.latency_error ? low.latency_error : high.latency_error;
    s->limits->knee_half_width = (high.load - low.load) / 2 + error / slope;
    return NOC_OK;
}

noc_status noc_sample_find_limits(const noc_system *system, double zero_load, double bound,
                                  const noc_sample_options *options, noc_sample_limits *limits,
                                  noc_diag *diag)
{
    *limits = (noc_sample_limits){0};
    search s = {.system = system,
                .options = options,
                .limits = limits,
                .diag = diag,
                .zero_load = zero_load};
    noc_status status = find_saturation(&s, bound);
    limits->knee = limits->knee_half_width = NAN;
    if (status == NOC_OK && !options->skips_knee) status = find_knee(&s);
    if (status != NOC_EINTERRUPTED || !options->keep_interrupted || limits->saturation <= 0.0)
        return status;
    limits->is_interrupted = true;
    limits->is_converged = false;
    return NOC_OK;
}
