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
typedef enum scale {
    BUFFER,
    CROSSBAR,
    ALLOCATOR,
    REST, /* silicon of clock trees and concentrators */
    LINK,
    COMPONENTS,
    DYNAMIC = 2 * COMPONENTS, /* leakage of component i is part COMPONENTS + i */
    METAL,
    CLOCK,
    SCALES
} scale;

/* Uncertainty of a kind of component, a factor either way: silicon, leakage, energies. */
static const double kind_area = 1.5, kind_leakage = 2.0, kind_energy = 1.5;
/* Uncertainty of a component that differs from the other design's (compare_amounts), a factor. The
 * link's is large, as its repeaters are chosen in steps. */
static const double own_of[COMPONENTS] = {1.01, 1.12, 1.01, 1.05, 1.45};
static const double own_leakage = 1.1, own_energy = 1.04, own_metal = 1.01, own_clock = 1.12;
/* Uncertainty of clocks of two technologies, a factor. */
static const double other_clock = 1.43;

static const char *const other_flits = "flits of other widths or packets are other work";
static const char *const not_both = "not given for both designs";
static const char *const from_nothing = "the value that it is compared with is 0";

noc_side noc_side_of(const noc_estimate *e)
{
    return (noc_side){e->metrics, e->scale, e->work};
}

static bool same_source(const noc_cost_scale *a, const noc_cost_scale *b)
{
    return a->source && b->source && strcmp(a->source, b->source) == 0;
}

bool noc_scales_equal(const noc_cost_scale *a, const noc_cost_scale *b)
{
    return same_source(a, b) && a->technology_nm == b->technology_nm &&
           a->common_spread == b->common_spread;
}

/* ---- parts of costs ------------------------------------------------------------------------- */

/* Shares of the parts of a cost in a metric; zeros for exact figures. Shares in the denominator,
 * such as an area, are negative. */
typedef struct mix {
    double share[SCALES];
} mix;

static double value_of(const noc_side *s, noc_metric_id id)
{
    const double value = s->metrics[id].value;
    return isfinite(value) ? value : 0.0;
}

/* Amount of a part. The ratio of two designs' amounts shows how similar their components are. */
static double amount_of(const noc_side *s, scale i)
{
    const double parts = value_of(s, NOC_METRIC_buffer_area_mm2) +
                         value_of(s, NOC_METRIC_crossbar_area_mm2) +
                         value_of(s, NOC_METRIC_allocator_area_mm2);
    switch (i) {
    case BUFFER:
        return value_of(s, NOC_METRIC_buffer_area_mm2);
    case CROSSBAR:
        return value_of(s, NOC_METRIC_crossbar_area_mm2);
    case ALLOCATOR:
        return value_of(s, NOC_METRIC_allocator_area_mm2);
    case REST:
        return fmax(0.0, value_of(s, NOC_METRIC_router_area_mm2) - parts);
    case LINK:
        return value_of(s, NOC_METRIC_link_area_mm2);
    case DYNAMIC:
        return value_of(s, NOC_METRIC_dynamic_power_mw);
    case METAL:
        return value_of(s, NOC_METRIC_wire_area_mm2);
    case CLOCK:
        return value_of(s, NOC_METRIC_max_clock_mhz);
    default: /* leakage is proportional to the component's silicon */
        return amount_of(s, (scale)(i - COMPONENTS));
    }
}

/* Shares of the components [first, end) in a whole. */
static mix area_of(const noc_side *s, int first, int end, noc_metric_id whole)
{
    mix m = {{0}};
    const double all = value_of(s, whole);
    for (int i = first; i < end; i++) m.share[i] = all > 0.0 ? amount_of(s, (scale)i) / all : 0.0;
    return m;
}

static mix all_of(scale only)
{
    mix m = {{0}};
    m.share[only] = 1.0;
    return m;
}

/* Shares of the parts of a power; `leakage_share`: share of leakage in it. */
static mix power_of(const noc_side *s, double leakage_share)
{
    mix m = {{0}};
    const double network = value_of(s, NOC_METRIC_network_area_mm2);
    for (int i = 0; i < COMPONENTS; i++)
        m.share[COMPONENTS + i] =
            network > 0.0 ? leakage_share * amount_of(s, (scale)i) / network : 0.0;
    m.share[DYNAMIC] = 1.0 - leakage_share;
    return m;
}

/* Terms of COST in metrics.def. */

static mix router_area(const noc_side *s)
{
    return area_of(s, BUFFER, LINK, NOC_METRIC_router_area_mm2);
}

static mix network_area(const noc_side *s)
{
    return area_of(s, BUFFER, COMPONENTS, NOC_METRIC_network_area_mm2);
}

static mix chip_area(const noc_side *s)
{
    return area_of(s, BUFFER, COMPONENTS, NOC_METRIC_chip_area_mm2);
}

/* Shares of figures over the area of the chip. */
static mix per_chip(const noc_side *s)
{
    mix m = chip_area(s);
    for (int i = 0; i < SCALES; i++) m.share[i] = -m.share[i];
    return m;
}

static mix leakage_power(const noc_side *s)
{
    return power_of(s, 1.0);
}

static mix dynamic_power(const noc_side *s)
{
    return power_of(s, 0.0);
}

static mix all_power(const noc_side *s)
{
    const double all = value_of(s, NOC_METRIC_power_mw);
    return power_of(s, all > 0.0 ? value_of(s, NOC_METRIC_leakage_power_mw) / all : 0.0);
}

static mix mix_of(const noc_side *s, noc_metric_id id)
{
    switch (id) {
#define COST(parts) return parts;
#include "hybrid/answers/metrics.def"
    default:
        break;
    }
    return (mix){{0}};
}

/* Sum of the shares that scale with the technology, all but the clock. */
static double scaled_share(const mix *m)
{
    double sum = 0.0;
    for (int i = 0; i < CLOCK; i++) sum += m->share[i];
    return sum;
}

/* ---- errors, as logarithms ------------------------------------------------------------------ */

static double kind_error(scale i)
{
    if (i < COMPONENTS) return log(kind_area);
    if (i < DYNAMIC) return log(kind_leakage);
    return i == DYNAMIC ? log(kind_energy) : 0.0;
}

static double own_error(scale i)
{
    if (i < COMPONENTS) return log(own_of[i]);
    if (i < DYNAMIC) return log(own_of[i - COMPONENTS]) + log(own_leakage);
    return log(i == DYNAMIC ? own_energy : i == METAL ? own_metal : own_clock);
}

/* Difference of two amounts, from 0 (equal) to 1 (a factor of 2 for costs, 1.1 for clocks, or
 * more). */
static double unlike(const noc_side *a, const noc_side *b, scale i)
{
    const double x = amount_of(a, i), y = amount_of(b, i), factor = i == CLOCK ? 1.1 : 2.0;
    return x > 0.0 && y > 0.0 ? fmin(1.0, fabs(log(x / y)) / log(factor)) : 1.0;
}

/* Logarithmic error that does not cancel between two designs of one scale. Measured tables are
 * exact for costs as drawn, except for the clock, which no table has. */
static double paired_error(const noc_side *a, const noc_side *b, const mix *p, const mix *q,
                           bool drawn)
{
    const double w = scaled_share(p), v = scaled_share(q);
    double error = log1p(a->scale.common_spread) * fabs(w - v) +
                   log1p(a->scale.own_spread) * fabs(w) + log1p(b->scale.own_spread) * fabs(v);
    for (int i = 0; i < SCALES; i++) {
        const double x = p->share[i], y = q->share[i];
        if (x == 0.0 && y == 0.0) continue;
        if (i != CLOCK && drawn && a->scale.common_spread == 0.0) continue;
        error += kind_error((scale)i) * fabs(x - y) +
                 own_error((scale)i) * unlike(a, b, (scale)i) * (fabs(x) + fabs(y));
    }
    return error;
}

static double whole_error(const noc_side *s, const mix *m)
{
    return log1p(s->scale.common_spread + s->scale.own_spread) * fabs(scaled_share(m)) +
           log(other_clock) * fabs(m->share[CLOCK]);
}

static bool is_as_built(noc_metric_id id)
{
    switch (id) {
#define AS_BUILT return true;
#include "hybrid/answers/metrics.def"
    default:
        break;
    }
    return false;
}

/* Logarithmic half-width of the interval of a cost as built. */
static double built_error(const noc_side *s, noc_metric_id id)
{
    const noc_metric *m = &s->metrics[id];
    return m->lo > 0.0 ? log(m->hi / m->lo) / 2.0 : 0.0;
}

static double cost_error(const noc_side *a, const noc_side *b, noc_metric_id id)
{
    const mix p = mix_of(a, id), q = mix_of(b, id);
    const bool built = is_as_built(id);
    if (noc_scales_equal(&a->scale, &b->scale)) return paired_error(a, b, &p, &q, !built);
    if (built) return built_error(a, id) + built_error(b, id);
    return whole_error(a, &p) + whole_error(b, &q);
}

/* Finds the factor of a metric that is no cost; NOC_METRICS: there is none, or the metric is no
 * cost. */
static noc_metric_id factor_of(noc_metric_id id)
{
    switch (id) {
#define COUNTED(other) return NOC_METRIC_##other;
#include "hybrid/answers/metrics.def"
    default:
        break;
    }
    return NOC_METRICS;
}

/* Finds the metric that gives the part without a cost its interval, by the model or a sample;
 * NOC_METRICS: none. Packet latencies replace missing round trips. */
static noc_metric_id counted_part(const noc_side *s, noc_metric_id id)
{
    const mix m = mix_of(s, id);
    const noc_metric_id factor = factor_of(id), trip = NOC_METRIC_round_trip_cycles;
    if (factor == trip && isnan(s->metrics[trip].value)) return NOC_METRIC_packet_latency_cycles;
    if (factor != NOC_METRICS) return factor;
    for (int i = 0; i < SCALES; i++)
        if (m.share[i] != 0.0) return NOC_METRICS;
    return id;
}

/* Logarithmic distances of a value from the lower and the upper end of its interval; 0 without an
 * interval, or for values of 0 or below. */
typedef struct span {
    double down, up;
} span;

static span span_of(const noc_metric *m)
{
    if (!(m->value > 0.0) || !isfinite(m->lo) || !isfinite(m->hi)) return (span){0.0, 0.0};
    return (span){m->lo > 0.0 ? fmax(0.0, log(m->value / m->lo)) : INFINITY,
                  fmax(0.0, log(m->hi / m->value))};
}

static span counted_span(const noc_side *s, noc_metric_id id)
{
    const noc_metric_id part = counted_part(s, id);
    return part == NOC_METRICS ? (span){0.0, 0.0} : span_of(&s->metrics[part]);
}

/* ---- answers -------------------------------------------------------------------------------- */

bool noc_flits_comparable(const noc_work *a, const noc_work *b)
{
    static const double rounding = 1e-9;
    const double x = a->transaction_data * b->flits, y = b->transaction_data * a->flits;
    return a->flit_bytes == b->flit_bytes && fabs(x - y) <= rounding * fmax(x, y) &&
           fabs(a->flits - b->flits) <= rounding * a->flits;
}

static const char *why_none(const noc_side *base, const noc_side *side, noc_metric_id id)
{
    const double x = base->metrics[id].value, y = side->metrics[id].value;
    if (!isfinite(x) || !isfinite(y)) return not_both;
    if (x == 0.0) return from_nothing;
    const bool in_flits = noc_metric_info_of(id)->in_flits;
    return in_flits && !noc_flits_comparable(&base->work, &side->work) ? other_flits : NULL;
}

noc_contrast noc_contrast_of(const noc_side *base, const noc_side *side, noc_metric_id id)
{
    noc_contrast c = {NAN, NAN, NAN, false, why_none(base, side, id)};
    if (c.why) return c;
    const double ratio = side->metrics[id].value / base->metrics[id].value;
    const span a = counted_span(base, id), b = counted_span(side, id);
    const double cost = cost_error(base, side, id);
    c.change = ratio - 1.0;
    if (ratio == 1.0) return (noc_contrast){0.0, 0.0, 0.0, true, NULL};
    c.lo = ratio * exp(-hypot(b.down, a.up) - cost) - 1.0;
    c.hi = ratio * exp(hypot(b.up, a.down) + cost) - 1.0;
    c.within = c.lo <= 0.0 && c.hi >= 0.0;
    return c;
}

double noc_contrast_least(const noc_metric *base, const noc_metric *alike)
{
    return base->value * exp(hypot(span_of(alike).down, span_of(base).up));
}

double noc_cost_error(const noc_side *side, const noc_side *centre, noc_metric_id id)
{
    return cost_error(side, centre, id);
}

noc_metric noc_metric_against(const noc_side *side, const noc_side *centre, noc_metric_id id)
{
    noc_metric m = side->metrics[id];
    const mix p = mix_of(side, id), q = mix_of(centre, id);
    if (counted_part(side, id) == id || !isfinite(m.value)) return m;
    if (!noc_scales_equal(&side->scale, &centre->scale)) return m;
    const span counted = counted_span(side, id);
    const double cost = paired_error(side, centre, &p, &q, !is_as_built(id));
    const bool exact = cost + counted.down + counted.up == 0.0;
    m.lo = exact ? NAN : m.value * exp(-counted.down - cost);
    m.hi = exact ? NAN : m.value * exp(counted.up + cost);
    return m;
}

/* ---- unfair comparisons --------------------------------------------------------------------- */

static void warn_of_source(const noc_estimate *base, noc_estimate *e)
{
    const noc_cost_scale *a = &base->scale, *b = &e->scale;
    if (!a->source || !b->source || same_source(a, b)) return;
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
static double data_at(const noc_estimate *e)
{
    return e->load * noc_work_data(&e->work);
}

static void warn_of_work(const noc_estimate *base, noc_estimate *e)
{
    if (!isfinite(e->load) || noc_flits_comparable(&base->work, &e->work)) return;
    noc_estimate_warn(e, NOC_WARNING_INPUT,
                      "--load %g is other work here than in the base: %.4g bytes/cycle of "
                      "data in place of %.4g, %.4g transactions a cycle and node in place of %.4g "
                      "(--load 0.02tx or 500GB/s is the same for all)",
                      e->load, data_at(e), data_at(base), e->load / e->work.flits,
                      base->load / base->work.flits);
}

void noc_contrast_warn(const noc_estimate *base, noc_estimate *e, bool plain)
{
    warn_of_source(base, e);
    warn_of_other_area(base, e);
    if (plain) warn_of_work(base, e);
}

void noc_contrast_warn_all(noc_estimate *estimates, size_t count, size_t base, bool plain)
{
    for (size_t i = 0; i < count; i++)
        if (i != base) noc_contrast_warn(&estimates[base], &estimates[i], plain);
}
