#include "power_area/process.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "power_area/technology.h"

/* Spreads s: intervals reach from 1/(1 + s) to 1 + s times a figure. Measured by DSENT: no
 * interval, as the worst residual of the forms on the fitted rows is 5 % (clock energy), and 1 %
 * for areas and leakage. Interpolated: if 22 nm is left out and interpolated, its crossbars are
 * 91 % larger, because DSENT's wire pitch steps between 22 and 32 nm, and its buffers 26 %
 * (tests/power_area/test_technology.c). Scaled: assumed, as nobody has measured the error. */
static const double interpolated_spread = 0.95;
static const double scaled_spread = 1.0;

/* Largest ratio of the sizes of two tables between which figures are interpolated; leaving out a
 * table was tested over smaller ratios. */
static const double size_ratio_max = 2.0;

static bool is_same_size(double a, double b)
{
    return fabs(a - b) < 1e-9;
}

/* Spread of a row: its interval's farther end. */
static double spread_of(const noc_coefficient *c)
{
    if (!(c->value > 0.0)) return 0.0;
    return fmax(c->hi / c->value, c->lo > 0.0 ? c->value / c->lo : 1.0) - 1.0;
}

/* Joint spread of two independent errors. */
static double join_spreads(double a, double b)
{
    return exp(hypot(log1p(a), log1p(b))) - 1.0;
}

static void copy_rows(const noc_technology *t, noc_process *p)
{
    p->kind = NOC_PROCESS_MEASURED;
    p->from_nm = p->to_nm = t->feature_nm;
    p->family = t->family;
    p->no_power_reason = t->no_power_reason;
    p->basis = t->basis;
    p->supply = t->supply;
    p->supply_v = t->supply.nominal_v;
    for (size_t d = 0; d < NOC_DIMENSIONS; d++) p->ranges[d] = t->ranges[d];
    double logs[NOC_MEASURES] = {0.0}, rows[NOC_MEASURES] = {0.0};
    for (size_t id = 0; id < NOC_COEFFICIENTS; id++) {
        const noc_measure measure = noc_coefficient_measure(id);
        const bool missing = !t->coefficients[id].source; /* true: the table has no such row */
        p->values[id] = missing ? NAN : t->coefficients[id].value;
        if (measure == NOC_MEASURES || missing) continue;
        logs[measure] += log1p(spread_of(&t->coefficients[id]));
        rows[measure]++;
    }
    for (size_t m = 0; m < NOC_MEASURES; m++)
        p->spreads[m] = rows[m] > 0.0 ? expm1(logs[m] / rows[m]) : 0.0;
}

/* Widens all spreads except that of delays: clocks have their own interval (clock.h). */
static void widen_spreads(noc_process *p, double spread)
{
    for (size_t m = 0; m < NOC_MEASURES; m++)
        if (m != NOC_MEASURE_DELAY) p->spreads[m] = join_spreads(p->spreads[m], spread);
}

double noc_process_spread(const noc_process *p)
{
    double widest = 0.0;
    for (size_t m = 0; m < NOC_MEASURES; m++)
        if (m != NOC_MEASURE_DELAY) widest = fmax(widest, p->spreads[m]);
    return widest;
}

/* True if a coefficient is an area or energy per length of a wire or link, by its unit. */
static bool is_per_length(size_t id)
{
    return strchr(noc_coefficient_unit(id), '/') != NULL;
}

/* True if a delay is proportional to the size of gates. */
static bool is_gate_delay(size_t id)
{
    return id == NOC_COEFFICIENT_fo4_delay || id == NOC_COEFFICIENT_repeater_delay ||
           id == NOC_COEFFICIENT_repeater_step_delay;
}

void noc_process_enlarge(noc_process *process, double ratio)
{
    double *k = process->values;
    for (size_t id = 0; id < NOC_COEFFICIENTS; id++) {
        const noc_measure measure = noc_coefficient_measure(id);
        if (measure == NOC_MEASURE_AREA) k[id] *= is_per_length(id) ? ratio : ratio * ratio;
        if (measure == NOC_MEASURE_LEAKAGE) k[id] *= ratio;
        if (measure == NOC_MEASURE_ENERGY && !is_per_length(id)) k[id] *= ratio;
        if (is_gate_delay(id)) k[id] *= ratio;
    }
    k[NOC_COEFFICIENT_wire_delay] /= ratio * ratio;
}

/* ---- supplies ------------------------------------------------------------------------------- */

/* Delay of a gate, up to a constant factor, by Sakurai and Newton's alpha-power law. */
static double gate_delay(double volts, double threshold)
{
    static const double alpha = 1.3;
    return volts / pow(volts - threshold, alpha);
}

bool noc_process_set_supply(noc_process *p, double volts)
{
    const noc_supply *s = &p->supply;
    const double old_volts = p->supply_v;
    if (volts == 0.0) volts = s->nominal_v;
    if (!(volts >= s->least_v && volts <= s->most_v)) return false;
    if (volts == old_volts) return true;
    const double energy = volts * volts / (old_volts * old_volts);
    const double leakage = volts / old_volts * pow(10.0, s->leakage_decades * (volts - old_volts));
    const double delay = gate_delay(volts, s->threshold_v) / gate_delay(old_volts, s->threshold_v);
    for (size_t id = 0; id < NOC_COEFFICIENTS; id++) {
        const noc_measure measure = noc_coefficient_measure(id);
        if (measure == NOC_MEASURE_ENERGY) p->values[id] *= energy;
        if (measure == NOC_MEASURE_LEAKAGE) p->values[id] *= leakage;
        if (is_gate_delay(id) || id == NOC_COEFFICIENT_wire_drive_delay) p->values[id] *= delay;
    }
    p->supply_v = volts;
    return true;
}

/* ---- tables --------------------------------------------------------------------------------- */

/* Finds the table of a size, or the tables on both sides; SIZE_MAX where none exists. Tables are
 * sorted by size. */
static void find_tables(double nm, size_t *exact, size_t *lower, size_t *upper)
{
    *exact = *lower = *upper = SIZE_MAX;
    for (size_t i = 0; i < noc_technology_count(); i++) {
        if (is_same_size(noc_technology_nm(i), nm))
            *exact = i;
        else if (noc_technology_nm(i) < nm)
            *lower = i;
        else if (*upper == SIZE_MAX)
            *upper = i;
    }
}

/* Copies leakages and energies of another table, with its gates scaled to the size of `p` and
 * its supply moved to the supply of `p`. */
static void copy_power(double nm, noc_process *p)
{
    noc_process source;
    size_t exact, lower, upper;
    find_tables(nm, &exact, &lower, &upper);
    const noc_technology *t = noc_technology_at(exact);
    if (!t) return;
    copy_rows(t, &source);
    noc_process_enlarge(&source, p->from_nm / nm);
    if (!noc_process_set_supply(&source, p->supply_v)) return;
    for (size_t id = 0; id < NOC_COEFFICIENTS; id++)
        if (noc_coefficient_part(id) == NOC_PART_POWER) p->values[id] = source.values[id];
    p->spreads[NOC_MEASURE_LEAKAGE] =
        join_spreads(source.spreads[NOC_MEASURE_LEAKAGE], scaled_spread);
    p->spreads[NOC_MEASURE_ENERGY] =
        join_spreads(source.spreads[NOC_MEASURE_ENERGY], scaled_spread);
}

static void copy_table(const noc_technology *t, noc_process *p)
{
    copy_rows(t, p);
    if (t->power_nm > 0.0) copy_power(t->power_nm, p);
}

/* Value on the straight line through two figures over the logarithm of the size; over the
 * figures' logarithms where both are positive. */
static double interpolate(double low, double high, double share)
{
    if (low > 0.0 && high > 0.0) return low * pow(high / low, share);
    return fmax(0.0, low + share * (high - low));
}

static noc_supply interpolate_supply(const noc_supply *a, const noc_supply *b, double share)
{
    return (noc_supply){.nominal_v = interpolate(a->nominal_v, b->nominal_v, share),
                        .least_v = interpolate(a->least_v, b->least_v, share),
                        .most_v = interpolate(a->most_v, b->most_v, share),
                        .threshold_v = interpolate(a->threshold_v, b->threshold_v, share),
                        .leakage_decades =
                            interpolate(a->leakage_decades, b->leakage_decades, share)};
}

static void interpolate_tables(const noc_technology *low, const noc_technology *high,
                               noc_process *p)
{
    noc_process other;
    copy_table(low, p);
    copy_table(high, &other);
    p->to_nm = high->feature_nm;
    if (other.no_power_reason) p->no_power_reason = other.no_power_reason;
    const double share =
        log(p->feature_nm / low->feature_nm) / log(high->feature_nm / low->feature_nm);
    const bool is_between = share >= 0.0 && share <= 1.0;
    p->kind = is_between ? NOC_PROCESS_INTERPOLATED : NOC_PROCESS_SCALED;
    for (size_t m = 0; m < NOC_MEASURES; m++) p->spreads[m] = fmax(p->spreads[m], other.spreads[m]);
    widen_spreads(p, is_between ? interpolated_spread : scaled_spread);
    p->supply = interpolate_supply(&p->supply, &other.supply, share);
    p->supply_v = p->supply.nominal_v;
    for (size_t d = 0; d < NOC_DIMENSIONS; d++) {
        p->ranges[d].least = fmax(p->ranges[d].least, other.ranges[d].least);
        p->ranges[d].most = fmin(p->ranges[d].most, other.ranges[d].most);
    }
    for (size_t id = 0; id < NOC_COEFFICIENTS; id++)
        p->values[id] = interpolate(p->values[id], other.values[id], share);
}

/* Scales from a single table. */
static void scale_table(const noc_technology *t, noc_process *p)
{
    copy_table(t, p);
    p->kind = NOC_PROCESS_SCALED;
    widen_spreads(p, scaled_spread);
    noc_process_enlarge(p, p->feature_nm / t->feature_nm);
}

static bool is_same_family(const noc_technology *a, const noc_technology *b)
{
    return a && b && strcmp(a->family, b->family) == 0;
}

/* Next table of the same family, in steps of 1 or -1; NULL: none. */
static const noc_technology *find_next_of_family(size_t i, int step)
{
    const noc_technology *t = noc_technology_at(i);
    const size_t count = noc_technology_count();
    for (size_t k = i + (size_t)step; k < count; k += (size_t)step)
        if (is_same_family(t, noc_technology_at(k))) return noc_technology_at(k);
    return NULL;
}

/* Finds the nearest two tables of one family that enclose a size and are at most size_ratio_max
 * apart. */
static bool find_enclosing(double nm, const noc_technology **low, const noc_technology **high)
{
    static const double rounding = 1e-9;
    double nearest = size_ratio_max + rounding;
    for (size_t i = 0; i < noc_technology_count() && noc_technology_nm(i) < nm; i++) {
        const noc_technology *next = find_next_of_family(i, 1);
        if (!next || next->feature_nm < nm || next->feature_nm / noc_technology_nm(i) > nearest)
            continue;
        nearest = next->feature_nm / noc_technology_nm(i);
        *low = noc_technology_at(i);
        *high = next;
    }
    return *high != NULL;
}

/* Scales from the family of the nearest smaller table, or of the smallest table. */
static void scale_family(size_t lower, size_t upper, noc_process *p)
{
    const size_t nearest = lower != SIZE_MAX ? lower : upper;
    const noc_technology *t = noc_technology_at(nearest);
    const noc_technology *other = find_next_of_family(nearest, lower != SIZE_MAX ? -1 : 1);
    if (!other)
        scale_table(t, p);
    else if (t->feature_nm < other->feature_nm)
        interpolate_tables(t, other, p);
    else
        interpolate_tables(other, t, p);
}

static noc_status load_all_tables(noc_diag *diag)
{
    noc_status status = NOC_OK;
    for (size_t i = 0; i < noc_technology_count() && status == NOC_OK; i++)
        status = noc_technology_load(i, diag);
    return status == NOC_OK ? NOC_OK : NOC_EFAILED;
}

noc_status noc_process_at(double nm, bool scaled, noc_process *process, noc_diag *diag)
{
    noc_process p = {.feature_nm = nm};
    const noc_technology *low = NULL, *high = NULL;
    size_t exact, lower, upper;
    find_tables(nm, &exact, &lower, &upper);
    noc_status status = exact == SIZE_MAX ? load_all_tables(diag)
                                          : noc_technology_load(exact, diag); /* read when needed */
    if (status != NOC_OK) return NOC_EFAILED;
    if (exact != SIZE_MAX)
        copy_table(noc_technology_at(exact), &p);
    else if (find_enclosing(nm, &low, &high))
        interpolate_tables(low, high, &p);
    else if (!scaled || noc_technology_count() == 0)
        return NOC_EINPUT;
    else
        scale_family(lower, upper, &p);
    *process = p;
    return NOC_OK;
}

bool noc_process_supply_range(const noc_chip_spec *chip, noc_supply_range *range)
{
    noc_process p;
    if (noc_process_at(chip->technology_nm, chip->scale_technology, &p, NULL) != NOC_OK)
        return false;
    *range = (noc_supply_range){p.supply.least_v, p.supply.nominal_v, p.supply.most_v};
    return true;
}

/* ---- words ---------------------------------------------------------------------------------- */

void noc_process_sizes(char *text, size_t size)
{
    size_t length = 0;
    if (size) *text = '\0';
    for (size_t i = 0; noc_technology_at(i) && length < size; i++) {
        const int printed = snprintf(text + length, size - length, "%s%g", i ? ", " : "",
                                     noc_technology_at(i)->feature_nm);
        if (printed > 0) length += (size_t)printed;
    }
    if (length < size) snprintf(text + length, size - length, " nm");
}

static void name_tables(double low, double high, char *text, size_t size)
{
    if (is_same_size(low, high))
        snprintf(text, size, "%g nm", low);
    else
        snprintf(text, size, "%g and %g nm", low, high);
}

void noc_process_nearest(double nm, char *text, size_t size)
{
    size_t exact, lower, upper;
    find_tables(nm, &exact, &lower, &upper);
    if (lower == SIZE_MAX) lower = upper;
    if (upper == SIZE_MAX) upper = lower;
    name_tables(noc_technology_nm(lower), noc_technology_nm(upper), text, size);
}

void noc_process_scaled_from(double nm, char *text, size_t size)
{
    noc_process p;
    if (size) *text = '\0';
    if (noc_process_at(nm, true, &p, NULL) == NOC_OK) name_tables(p.from_nm, p.to_nm, text, size);
}

void noc_process_label(const noc_process *p, char *text, size_t size)
{
    char method[80] = "", supply[40] = "";
    if (p->kind == NOC_PROCESS_INTERPOLATED)
        snprintf(method, sizeof method, "interpolated between %g and %g nm", p->from_nm, p->to_nm);
    else if (p->kind == NOC_PROCESS_SCALED && is_same_size(p->from_nm, p->to_nm))
        snprintf(method, sizeof method, "scaled from %g nm, which nobody has measured", p->from_nm);
    else if (p->kind == NOC_PROCESS_SCALED)
        snprintf(method, sizeof method, "scaled on from %g and %g nm, which nobody has measured",
                 p->from_nm, p->to_nm);
    const char *basis = p->basis ? p->basis : "";
    if (p->supply_v != p->supply.nominal_v)
        snprintf(supply, sizeof supply, "moved from %.3g to %.3g V", p->supply.nominal_v,
                 p->supply_v);
    snprintf(text, size, "%s%s%s%s%s", method, *method && *basis ? ", " : "", basis,
             (*method || *basis) && *supply ? ", " : "", supply);
}
