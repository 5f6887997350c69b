/* The error of a cost is the product of three factors: of a technology, of a kind of component, and
 * of a single component. The first cancels in a ratio of two costs of one technology. The second
 * cancels as far as both designs have equal shares of the kinds, the third if their components have
 * equal size. The factors were chosen so that the intervals hold when a table of DSENT is predicted
 * from the others, over the shipped designs (test_contrast). */
#include "hybrid/answers/explain/contrast.h"

#include <math.h>
#include <string.h>

#include "hybrid/answers/figures/answer.h"

/* Parts of a cost: silicon by component, leakage by component, dynamic energy, metal, and clock. */
typedef enum cost_part {
    BUFFER,
    CROSSBAR,
    ALLOCATOR,
    OTHER_SILICON, /* silicon of clock trees and concentrators */
    LINK,
    COMPONENTS,
    DYNAMIC = 2 * COMPONENTS, /* leakage of component i is part COMPONENTS + i */
    METAL,
    CLOCK,
    COST_PARTS
} cost_part;

/* Uncertainty of a kind of component, a factor either way: silicon, leakage, energies. */
static const double kind_area_factor = 1.5, kind_leakage_factor = 2.0, kind_energy_factor = 1.5;
/* Uncertainty of a component that differs from the other design's (compare_amounts), a factor. The
 * link's is large, as its repeaters are chosen in steps. */
static const double component_factors[COMPONENTS] = {1.01, 1.12, 1.01, 1.05, 1.45};
static const double leakage_factor = 1.1, energy_factor = 1.04, metal_factor = 1.01,
                    clock_factor = 1.12;
/* Uncertainty of clocks of two technologies, a factor. */
static const double technology_clock_factor = 1.43;

static const char *const flits_reason = "flits of other widths or packets are other work";
static const char *const missing_reason = "not given for both designs";
static const char *const zero_reason = "the value that it is compared with is 0";

noc_contrast_side noc_contrast_side_make(const noc_estimate *e)
{
    return (noc_contrast_side){e->metrics, e->scale, e->work};
}

static bool is_same_source(const noc_cost_scale *a, const noc_cost_scale *b)
{
    return a->source && b->source && strcmp(a->source, b->source) == 0;
}

bool noc_scales_are_equal(const noc_cost_scale *a, const noc_cost_scale *b)
{
    return is_same_source(a, b) && a->technology_nm == b->technology_nm &&
           a->common_spread == b->common_spread;
}

/* ---- parts of costs ------------------------------------------------------------------------- */

/* Shares of the parts of a cost in a metric; zeros for exact figures. Shares in the denominator,
 * such as an area, are negative. */
typedef struct cost_shares {
    double shares[COST_PARTS];
} cost_shares;

static double finite_value(const noc_contrast_side *s, noc_metric_id id)
{
    const double value = s->metrics[id].value;
    return isfinite(value) ? value : 0.0;
}

/* Amount of a part. The ratio of two designs' amounts shows how similar their components are. */
static double find_amount(const noc_contrast_side *s, cost_part i)
{
    const double parts = finite_value(s, NOC_METRIC_buffer_area_mm2) +
                         finite_value(s, NOC_METRIC_crossbar_area_mm2) +
                         finite_value(s, NOC_METRIC_allocator_area_mm2);
    switch (i) {
    case BUFFER:
        return finite_value(s, NOC_METRIC_buffer_area_mm2);
    case CROSSBAR:
        return finite_value(s, NOC_METRIC_crossbar_area_mm2);
    case ALLOCATOR:
        return finite_value(s, NOC_METRIC_allocator_area_mm2);
    case OTHER_SILICON:
        return fmax(0.0, finite_value(s, NOC_METRIC_router_area_mm2) - parts);
    case LINK:
        return finite_value(s, NOC_METRIC_link_area_mm2);
    case DYNAMIC:
        return finite_value(s, NOC_METRIC_dynamic_power_mw);
    case METAL:
        return finite_value(s, NOC_METRIC_wire_area_mm2);
    case CLOCK:
        return finite_value(s, NOC_METRIC_max_clock_mhz);
    default: /* leakage is proportional to the component's silicon */
        return find_amount(s, (cost_part)(i - COMPONENTS));
    }
}

/* Shares of the components [first, end) in a whole. */
static cost_shares find_area_shares(const noc_contrast_side *s, int first, int end,
                                    noc_metric_id whole)
{
    cost_shares m = {{0}};
    const double all = finite_value(s, whole);
    for (int i = first; i < end; i++)
        m.shares[i] = all > 0.0 ? find_amount(s, (cost_part)i) / all : 0.0;
    return m;
}

static cost_shares all_of(cost_part only)
{
    cost_shares m = {{0}};
    m.shares[only] = 1.0;
    return m;
}

/* Shares of the parts of a power; `leakage_share`: share of leakage in it. */
static cost_shares find_power_shares(const noc_contrast_side *s, double leakage_share)
{
    cost_shares m = {{0}};
    const double network = finite_value(s, NOC_METRIC_network_area_mm2);
    for (int i = 0; i < COMPONENTS; i++)
        m.shares[COMPONENTS + i] =
            network > 0.0 ? leakage_share * find_amount(s, (cost_part)i) / network : 0.0;
    m.shares[DYNAMIC] = 1.0 - leakage_share;
    return m;
}

/* Terms of COST in metrics.def. */

static cost_shares router_area(const noc_contrast_side *s)
{
    return find_area_shares(s, BUFFER, LINK, NOC_METRIC_router_area_mm2);
}

static cost_shares network_area(const noc_contrast_side *s)
{
    return find_area_shares(s, BUFFER, COMPONENTS, NOC_METRIC_network_area_mm2);
}

static cost_shares chip_area(const noc_contrast_side *s)
{
    return find_area_shares(s, BUFFER, COMPONENTS, NOC_METRIC_chip_area_mm2);
}

/* Shares of figures over the area of the chip. */
static cost_shares per_chip(const noc_contrast_side *s)
{
    cost_shares m = chip_area(s);
    for (int i = 0; i < COST_PARTS; i++) m.shares[i] = -m.shares[i];
    return m;
}

static cost_shares leakage_power(const noc_contrast_side *s)
{
    return find_power_shares(s, 1.0);
}

static cost_shares dynamic_power(const noc_contrast_side *s)
{
    return find_power_shares(s, 0.0);
}

static cost_shares all_power(const noc_contrast_side *s)
{
    const double all = finite_value(s, NOC_METRIC_power_mw);
    return find_power_shares(s,
                             all > 0.0 ? finite_value(s, NOC_METRIC_leakage_power_mw) / all : 0.0);
}

static cost_shares find_cost_shares(const noc_contrast_side *s, noc_metric_id id)
{
    switch (id) {
#define COST(parts) return parts;
#include "hybrid/answers/metrics.def"
    }
    return (cost_shares){{0}};
}

/* Sum of the shares that scale with the technology, all but the clock. */
static double sum_scaled_shares(const cost_shares *m)
{
    double sum = 0.0;
    for (int i = 0; i < CLOCK; i++) sum += m->shares[i];
    return sum;
}

/* ---- errors, as logarithms ------------------------------------------------------------------ */

static double kind_error(cost_part i)
{
    if (i < COMPONENTS) return log(kind_area_factor);
    if (i < DYNAMIC) return log(kind_leakage_factor);
    return i == DYNAMIC ? log(kind_energy_factor) : 0.0;
}

static double component_error(cost_part i)
{
    if (i < COMPONENTS) return log(component_factors[i]);
    if (i < DYNAMIC) return log(component_factors[i - COMPONENTS]) + log(leakage_factor);
    return log(i == DYNAMIC ? energy_factor : i == METAL ? metal_factor : clock_factor);
}

/* Difference of two amounts, from 0 (equal) to 1 (their ratio is at least 2, of clocks 1.1). */
static double compare_amounts(const noc_contrast_side *a, const noc_contrast_side *b, cost_part i)
{
    const double x = find_amount(a, i), y = find_amount(b, i), factor = i == CLOCK ? 1.1 : 2.0;
    return x > 0.0 && y > 0.0 ? fmin(1.0, fabs(log(x / y)) / log(factor)) : 1.0;
}

/* Logarithmic error that does not cancel between two designs of one scale. Measured tables are
 * exact for costs as drawn, except for the clock, which no table has. */
static double find_paired_error(const noc_contrast_side *a, const noc_contrast_side *b,
                                const cost_shares *p, const cost_shares *q, bool drawn)
{
    const double w = sum_scaled_shares(p), v = sum_scaled_shares(q);
    double error = log1p(a->scale.common_spread) * fabs(w - v) +
                   log1p(a->scale.own_spread) * fabs(w) + log1p(b->scale.own_spread) * fabs(v);
    for (int i = 0; i < COST_PARTS; i++) {
        const double x = p->shares[i], y = q->shares[i];
        if (x == 0.0 && y == 0.0) continue;
        if (i != CLOCK && drawn && a->scale.common_spread == 0.0) continue;
        error += kind_error((cost_part)i) * fabs(x - y) + component_error((cost_part)i) *
                                                              compare_amounts(a, b, (cost_part)i) *
                                                              (fabs(x) + fabs(y));
    }
    return error;
}

static double find_unpaired_error(const noc_contrast_side *s, const cost_shares *m)
{
    return log1p(s->scale.common_spread + s->scale.own_spread) * fabs(sum_scaled_shares(m)) +
           log(technology_clock_factor) * fabs(m->shares[CLOCK]);
}

static bool is_as_built(noc_metric_id id)
{
    switch (id) {
#define AS_BUILT return true;
#include "hybrid/answers/metrics.def"
    }
    return false;
}

/* Logarithmic half-width of the interval of a cost as built. */
static double built_error(const noc_contrast_side *s, noc_metric_id id)
{
    const noc_metric *m = &s->metrics[id];
    return m->lo > 0.0 ? log(m->hi / m->lo) / 2.0 : 0.0;
}

static double find_cost_error(const noc_contrast_side *a, const noc_contrast_side *b,
                              noc_metric_id id)
{
    const cost_shares p = find_cost_shares(a, id), q = find_cost_shares(b, id);
    const bool built = is_as_built(id);
    if (noc_scales_are_equal(&a->scale, &b->scale)) return find_paired_error(a, b, &p, &q, !built);
    if (built) return built_error(a, id) + built_error(b, id);
    return find_unpaired_error(a, &p) + find_unpaired_error(b, &q);
}

/* Finds the factor of a metric that is no cost; NOC_METRICS: there is none, or the metric is no
 * cost. */
static noc_metric_id find_factor(noc_metric_id id)
{
    switch (id) {
#define COUNTED(other) return NOC_METRIC_##other;
#include "hybrid/answers/metrics.def"
    }
    return NOC_METRICS;
}

/* Finds the metric that gives the part without a cost its interval, by the model or a sample;
 * NOC_METRICS: none. Packet latencies replace missing round trips. */
static noc_metric_id find_counted_metric(const noc_contrast_side *s, noc_metric_id id)
{
    const cost_shares m = find_cost_shares(s, id);
    const noc_metric_id factor = find_factor(id), trip = NOC_METRIC_round_trip_cycles;
    if (factor == trip && isnan(s->metrics[trip].value)) return NOC_METRIC_packet_latency_cycles;
    if (factor != NOC_METRICS) return factor;
    for (int i = 0; i < COST_PARTS; i++)
        if (m.shares[i] != 0.0) return NOC_METRICS;
    return id;
}

/* Logarithmic distances of a value from the lower and the upper end of its interval; 0 without an
 * interval, or for values of 0 or below. */
typedef struct log_widths {
    double lower, upper;
} log_widths;

static log_widths find_log_widths(const noc_metric *m)
{
    if (!(m->value > 0.0) || !isfinite(m->lo) || !isfinite(m->hi)) return (log_widths){0.0, 0.0};
    return (log_widths){m->lo > 0.0 ? fmax(0.0, log(m->value / m->lo)) : INFINITY,
                        fmax(0.0, log(m->hi / m->value))};
}

static log_widths find_counted_widths(const noc_contrast_side *s, noc_metric_id id)
{
    const noc_metric_id part = find_counted_metric(s, id);
    return part == NOC_METRICS ? (log_widths){0.0, 0.0} : find_log_widths(&s->metrics[part]);
}

/* ---- answers -------------------------------------------------------------------------------- */

bool noc_flits_are_comparable(const noc_work *a, const noc_work *b)
{
    static const double rounding = 1e-9;
    const double x = a->transaction_data * b->flits, y = b->transaction_data * a->flits;
    return a->flit_bytes == b->flit_bytes && fabs(x - y) <= rounding * fmax(x, y) &&
           fabs(a->flits - b->flits) <= rounding * a->flits;
}

static const char *find_reason(const noc_contrast_side *base, const noc_contrast_side *side,
                               noc_metric_id id)
{
    const double x = base->metrics[id].value, y = side->metrics[id].value;
    if (!isfinite(x) || !isfinite(y)) return missing_reason;
    if (x == 0.0) return zero_reason;
    const bool in_flits = noc_metric_info_of(id)->in_flits;
    return in_flits && !noc_flits_are_comparable(&base->work, &side->work) ? flits_reason : NULL;
}

noc_contrast noc_contrast_compare(const noc_contrast_side *base, const noc_contrast_side *side,
                                  noc_metric_id id)
{
    noc_contrast c = {NAN, NAN, NAN, false, find_reason(base, side, id)};
    if (c.reason) return c;
    const double ratio = side->metrics[id].value / base->metrics[id].value;
    const log_widths a = find_counted_widths(base, id), b = find_counted_widths(side, id);
    const double cost = find_cost_error(base, side, id);
    c.change = ratio - 1.0;
    if (ratio == 1.0) return (noc_contrast){0.0, 0.0, 0.0, true, NULL};
    c.lo = ratio * exp(-hypot(b.lower, a.upper) - cost) - 1.0;
    c.hi = ratio * exp(hypot(b.upper, a.lower) + cost) - 1.0;
    c.is_indistinct = c.lo <= 0.0 && c.hi >= 0.0;
    return c;
}

double noc_contrast_bound(const noc_metric *base, const noc_metric *pattern)
{
    return base->value * exp(hypot(find_log_widths(pattern).lower, find_log_widths(base).upper));
}

double noc_cost_error(const noc_contrast_side *side, const noc_contrast_side *centre,
                      noc_metric_id id)
{
    return find_cost_error(side, centre, id);
}

noc_metric noc_metric_recentre(const noc_contrast_side *side, const noc_contrast_side *centre,
                               noc_metric_id id)
{
    noc_metric m = side->metrics[id];
    const cost_shares p = find_cost_shares(side, id), q = find_cost_shares(centre, id);
    if (find_counted_metric(side, id) == id || !isfinite(m.value)) return m;
    if (!noc_scales_are_equal(&side->scale, &centre->scale)) return m;
    const log_widths counted = find_counted_widths(side, id);
    const double cost = find_paired_error(side, centre, &p, &q, !is_as_built(id));
    const bool exact = cost + counted.lower + counted.upper == 0.0;
    m.lo = exact ? NAN : m.value * exp(-counted.lower - cost);
    m.hi = exact ? NAN : m.value * exp(counted.upper + cost);
    return m;
}

/* ---- unfair comparisons --------------------------------------------------------------------- */

static void warn_of_source(const noc_estimate *base, noc_estimate *e)
{
    const noc_cost_scale *a = &base->scale, *b = &e->scale;
    if (!a->source || !b->source || is_same_source(a, b)) return;
    noc_estimate_warn(e, NOC_WARNING_COST,
                      "costs are from %s, costs of the base (%g nm) from %s: part of the change is "
                      "that of the source, not of the technology",
                      b->source, a->technology_nm, a->source);
}

static void warn_of_other_area(const noc_estimate *base, noc_estimate *e)
{
    const noc_chip_spec *a = &base->design->chip, *b = &e->design->chip;
    if (a->technology_nm == b->technology_nm || a->other_area_mm2 != b->other_area_mm2) return;
    if (b->other_area_mm2 > 0.0)
        noc_estimate_warn(e, NOC_WARNING_COST,
                          "chip.other_area_mm2 = %g is that of the base, at %g nm: the rest of "
                          "the chip was not scaled, so areas of chips and figures per area do not "
                          "compare",
                          b->other_area_mm2, a->technology_nm);
}

/* Data delivered to all nodes at the offered load, bytes per cycle. */
static double offered_data_rate(const noc_estimate *e)
{
    return e->load * noc_work_data(&e->work);
}

static void warn_of_work(const noc_estimate *base, noc_estimate *e)
{
    if (!isfinite(e->load) || noc_flits_are_comparable(&base->work, &e->work)) return;
    noc_estimate_warn(e, NOC_WARNING_INPUT,
                      "--load %g is other work here than in the base: %.4g bytes/cycle of "
                      "data in place of %.4g, %.4g transactions a cycle and node in place of %.4g "
                      "(--load 0.02tx or 500GB/s is the same for all)",
                      e->load, offered_data_rate(e), offered_data_rate(base),
                      e->load / e->work.flits, base->load / base->work.flits);
}

void noc_contrast_warn(const noc_estimate *base, noc_estimate *e, bool in_flits)
{
    warn_of_source(base, e);
    warn_of_other_area(base, e);
    if (in_flits) warn_of_work(base, e);
}

void noc_contrast_warn_all(noc_estimate *estimates, size_t count, size_t base, bool in_flits)
{
    for (size_t i = 0; i < count; i++)
        if (i != base) noc_contrast_warn(&estimates[base], &estimates[i], in_flits);
}
