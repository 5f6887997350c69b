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
static const double spread_interpolated = 0.95;
static const double spread_scaled = 1.0;

/* Largest ratio of the sizes of two tables between which figures are interpolated; leaving out a
 * table was tested over smaller ratios. */
static const double apart_most = 2.0;

static bool same_size(double a, double b)
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
static double joined(double a, double b)
{
    return exp(hypot(log1p(a), log1p(b))) - 1.0;
}

static void take_rows(const noc_technology *t, noc_process *p)
{
    p->kind = NOC_PROCESS_MEASURED;
    p->from_nm = p->to_nm = t->nm;
    p->family = t->family;
    p->no_power = t->no_power;
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
static void widen(noc_process *p, double spread)
{
    for (size_t m = 0; m < NOC_MEASURES; m++)
        if (m != NOC_MEASURE_DELAY) p->spreads[m] = joined(p->spreads[m], spread);
}

double noc_process_spread(const noc_process *p)
{
    double widest = 0.0;
    for (size_t m = 0; m < NOC_MEASURES; m++)
        if (m != NOC_MEASURE_DELAY) widest = fmax(widest, p->spreads[m]);
    return widest;
}

/* True if a coefficient is an area or energy per length of a wire or link, by its unit. */
static bool is_of_length(size_t id)
{
    return strchr(noc_coefficient_unit(id), '/') != NULL;
}

void noc_process_enlarge(noc_process *process, double ratio)
{
    static const noc_coefficient_id gates[] = {NOC_COEFFICIENT_fo4_delay,
                                               NOC_COEFFICIENT_repeater_delay,
                                               NOC_COEFFICIENT_repeater_step_delay};
    double *k = process->values;
    for (size_t id = 0; id < NOC_COEFFICIENTS; id++) {
        const noc_measure measure = noc_coefficient_measure(id);
        if (measure == NOC_MEASURE_AREA) k[id] *= is_of_length(id) ? ratio : ratio * ratio;
        if (measure == NOC_MEASURE_LEAKAGE) k[id] *= ratio;
        if (measure == NOC_MEASURE_ENERGY && !is_of_length(id)) k[id] *= ratio;
    }
    for (size_t i = 0; i < sizeof gates / sizeof gates[0]; i++) k[gates[i]] *= ratio;
    k[NOC_COEFFICIENT_wire_delay] /= ratio * ratio;
}

/* ---- supplies ------------------------------------------------------------------------------- */

/* Delay of a gate, up to a constant factor, by Sakurai and Newton's alpha-power law. */
static double gate_delay(double volts, double threshold)
{
    static const double alpha = 1.3;
    return volts / pow(volts - threshold, alpha);
}

/* True if a delay is proportional to the resistance of gates. */
static bool is_of_gates(size_t id)
{
    return id == NOC_COEFFICIENT_fo4_delay || id == NOC_COEFFICIENT_repeater_delay ||
           id == NOC_COEFFICIENT_repeater_step_delay || id == NOC_COEFFICIENT_wire_drive_delay;
}

bool noc_process_set_supply(noc_process *p, double volts)
{
    const noc_supply *s = &p->supply;
    const double from = p->supply_v;
    if (volts == 0.0) volts = s->nominal_v;
    if (!(volts >= s->least_v && volts <= s->most_v)) return false;
    if (volts == from) return true;
    const double energy = volts * volts / (from * from);
    const double leakage = volts / from * pow(10.0, s->leakage_decades * (volts - from));
    const double delay = gate_delay(volts, s->threshold_v) / gate_delay(from, s->threshold_v);
    for (size_t id = 0; id < NOC_COEFFICIENTS; id++) {
        const noc_measure measure = noc_coefficient_measure(id);
        if (measure == NOC_MEASURE_ENERGY) p->values[id] *= energy;
        if (measure == NOC_MEASURE_LEAKAGE) p->values[id] *= leakage;
        if (is_of_gates(id)) p->values[id] *= delay;
    }
    p->supply_v = volts;
    return true;
}

/* ---- tables --------------------------------------------------------------------------------- */

/* Finds the table of a size, or the tables on both sides; SIZE_MAX where none exists. Tables are
 * sorted by size. */
static void find_tables(double nm, size_t *at, size_t *below, size_t *above)
{
    *at = *below = *above = SIZE_MAX;
    for (size_t i = 0; i < noc_technology_count(); i++) {
        if (same_size(noc_technology_nm(i), nm))
            *at = i;
        else if (noc_technology_nm(i) < nm)
            *below = i;
        else if (*above == SIZE_MAX)
            *above = i;
    }
}

/* Copies leakages and energies of another table, with its gates scaled to the size of `p` and
 * its supply moved to the supply of `p`. */
static void take_power(double nm, noc_process *p)
{
    noc_process from;
    size_t at, below, above;
    find_tables(nm, &at, &below, &above);
    const noc_technology *t = noc_technology_at(at);
    if (!t) return;
    take_rows(t, &from);
    noc_process_enlarge(&from, p->from_nm / nm);
    if (!noc_process_set_supply(&from, p->supply_v)) return;
    for (size_t id = 0; id < NOC_COEFFICIENTS; id++)
        if (noc_coefficient_part(id) == NOC_PART_POWER) p->values[id] = from.values[id];
    p->spreads[NOC_MEASURE_LEAKAGE] = joined(from.spreads[NOC_MEASURE_LEAKAGE], spread_scaled);
    p->spreads[NOC_MEASURE_ENERGY] = joined(from.spreads[NOC_MEASURE_ENERGY], spread_scaled);
}

static void take_table(const noc_technology *t, noc_process *p)
{
    take_rows(t, p);
    if (t->power_nm > 0.0) take_power(t->power_nm, p);
}

/* Value on the straight line through two figures over the logarithm of the size; over the
 * figures' logarithms where both are positive. */
static double on_line(double low, double high, double share)
{
    if (low > 0.0 && high > 0.0) return low * pow(high / low, share);
    return fmax(0.0, low + share * (high - low));
}

static noc_supply supply_on_line(const noc_supply *a, const noc_supply *b, double share)
{
    return (noc_supply){.nominal_v = on_line(a->nominal_v, b->nominal_v, share),
                        .least_v = on_line(a->least_v, b->least_v, share),
                        .most_v = on_line(a->most_v, b->most_v, share),
                        .threshold_v = on_line(a->threshold_v, b->threshold_v, share),
                        .leakage_decades = on_line(a->leakage_decades, b->leakage_decades, share)};
}

static void take_line(const noc_technology *low, const noc_technology *high, noc_process *p)
{
    noc_process other;
    take_table(low, p);
    take_table(high, &other);
    p->to_nm = high->nm;
    if (other.no_power) p->no_power = other.no_power;
    const double share = log(p->nm / low->nm) / log(high->nm / low->nm);
    const bool between = share >= 0.0 && share <= 1.0;
    p->kind = between ? NOC_PROCESS_INTERPOLATED : NOC_PROCESS_SCALED;
    for (size_t m = 0; m < NOC_MEASURES; m++) p->spreads[m] = fmax(p->spreads[m], other.spreads[m]);
    widen(p, between ? spread_interpolated : spread_scaled);
    p->supply = supply_on_line(&p->supply, &other.supply, share);
    p->supply_v = p->supply.nominal_v;
    for (size_t d = 0; d < NOC_DIMENSIONS; d++) {
        p->ranges[d].least = fmax(p->ranges[d].least, other.ranges[d].least);
        p->ranges[d].most = fmin(p->ranges[d].most, other.ranges[d].most);
    }
    for (size_t id = 0; id < NOC_COEFFICIENTS; id++)
        p->values[id] = on_line(p->values[id], other.values[id], share);
}

/* Scales from a single table. */
static void take_scaled(const noc_technology *t, noc_process *p)
{
    take_table(t, p);
    p->kind = NOC_PROCESS_SCALED;
    widen(p, spread_scaled);
    noc_process_enlarge(p, p->nm / t->nm);
}

static bool same_family(const noc_technology *a, const noc_technology *b)
{
    return a && b && strcmp(a->family, b->family) == 0;
}

/* Next table of the same family, in steps of 1 or -1; NULL: none. */
static const noc_technology *next_of_family(size_t i, int step)
{
    const noc_technology *t = noc_technology_at(i);
    const size_t count = noc_technology_count();
    for (size_t k = i + (size_t)step; k < count; k += (size_t)step)
        if (same_family(t, noc_technology_at(k))) return noc_technology_at(k);
    return NULL;
}

/* Finds the nearest two tables of one family that enclose a size and are at most size_ratio_max
 * apart. */
static bool find_enclosing(double nm, const noc_technology **low, const noc_technology **high)
{
    static const double rounding = 1e-9;
    double nearest = apart_most + rounding;
    for (size_t i = 0; i < noc_technology_count() && noc_technology_nm(i) < nm; i++) {
        const noc_technology *next = next_of_family(i, 1);
        if (!next || next->nm < nm || next->nm / noc_technology_nm(i) > nearest) continue;
        nearest = next->nm / noc_technology_nm(i);
        *low = noc_technology_at(i);
        *high = next;
    }
    return *high != NULL;
}

/* Scales from the family of the nearest smaller table, or of the smallest table. */
static void scale(size_t below, size_t above, noc_process *p)
{
    const size_t near = below != SIZE_MAX ? below : above;
    const noc_technology *t = noc_technology_at(near);
    const noc_technology *other = next_of_family(near, below != SIZE_MAX ? -1 : 1);
    if (!other)
        take_scaled(t, p);
    else if (t->nm < other->nm)
        take_line(t, other, p);
    else
        take_line(other, t, p);
}

static noc_status load_all(noc_diag *diag)
{
    noc_status status = NOC_OK;
    for (size_t i = 0; i < noc_technology_count() && status == NOC_OK; i++)
        status = noc_technology_load(i, diag);
    return status == NOC_OK ? NOC_OK : NOC_EFAILED;
}

noc_status noc_process_at(double nm, bool scaled, noc_process *process, noc_diag *diag)
{
    noc_process p = {.nm = nm};
    const noc_technology *low = NULL, *high = NULL;
    size_t at, below, above;
    find_tables(nm, &at, &below, &above);
    noc_status status =
        at == SIZE_MAX ? load_all(diag) : noc_technology_load(at, diag); /* read when needed */
    if (status != NOC_OK) return NOC_EFAILED;
    if (at != SIZE_MAX)
        take_table(noc_technology_at(at), &p);
    else if (find_enclosing(nm, &low, &high))
        take_line(low, high, &p);
    else if (!scaled || noc_technology_count() == 0)
        return NOC_EINPUT;
    else
        scale(below, above, &p);
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
        const int printed =
            snprintf(text + length, size - length, "%s%g", i ? ", " : "", noc_technology_at(i)->nm);
        if (printed > 0) length += (size_t)printed;
    }
    if (length < size) snprintf(text + length, size - length, " nm");
}

static void name_tables(double low, double high, char *text, size_t size)
{
    if (same_size(low, high))
        snprintf(text, size, "%g nm", low);
    else
        snprintf(text, size, "%g and %g nm", low, high);
}

void noc_process_nearest(double nm, char *text, size_t size)
{
    size_t at, below, above;
    find_tables(nm, &at, &below, &above);
    if (below == SIZE_MAX) below = above;
    if (above == SIZE_MAX) above = below;
    name_tables(noc_technology_nm(below), noc_technology_nm(above), text, size);
}

void noc_process_scaled_from(double nm, char *text, size_t size)
{
    noc_process p;
    if (size) *text = '\0';
    if (noc_process_at(nm, true, &p, NULL) == NOC_OK) name_tables(p.from_nm, p.to_nm, text, size);
}

void noc_process_label(const noc_process *p, char *text, size_t size)
{
    char way[80] = "", supply[40] = "";
    if (p->kind == NOC_PROCESS_INTERPOLATED)
        snprintf(way, sizeof way, "interpolated between %g and %g nm", p->from_nm, p->to_nm);
    else if (p->kind == NOC_PROCESS_SCALED && same_size(p->from_nm, p->to_nm))
        snprintf(way, sizeof way, "scaled from %g nm, which nobody has measured", p->from_nm);
    else if (p->kind == NOC_PROCESS_SCALED)
        snprintf(way, sizeof way, "scaled on from %g and %g nm, which nobody has measured",
                 p->from_nm, p->to_nm);
    const char *basis = p->basis ? p->basis : "";
    if (p->supply_v != p->supply.nominal_v)
        snprintf(supply, sizeof supply, "moved from %.3g to %.3g V", p->supply.nominal_v,
                 p->supply_v);
    snprintf(text, size, "%s%s%s%s%s", way, *way && *basis ? ", " : "", basis,
             (*way || *basis) && *supply ? ", " : "", supply);
}
