#include "power_area/process.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "power_area/technology.h"

/* Spreads: intervals reach from 1/(1 + s) to 1 + s times a figure. Measured: the worst residual of
 * the forms on the rows that they were fitted on is 5 % (clock energy), of areas and leakage 1 %;
 * no interval is given. Interpolated: leaving out 22 nm and interpolating it makes its crossbars 91
 * % larger, because DSENT's wire pitch steps between 22 and 32 nm, and its buffers 26 %
 * (tests/power_area/test_technology.c). Scaled: nobody has measured that; assumed. */
static const double spread_measured = 0.0;
static const double spread_interpolated = 0.95;
static const double spread_scaled = 1.0;

static bool same_size(double a, double b)
{
    return fabs(a - b) < 1e-9;
}

static void take_table(const noc_technology *t, noc_process *p)
{
    p->kind = NOC_PROCESS_MEASURED;
    p->from_nm = p->to_nm = t->nm;
    p->family = t->family;
    p->no_power = t->no_power;
    p->spread = spread_measured;
    for (size_t d = 0; d < NOC_DIMENSIONS; d++) p->ranges[d] = t->ranges[d];
    for (size_t id = 0; id < NOC_COEFFICIENTS; id++) {
        const bool missing = t->no_power && noc_coefficient_part(id) == NOC_PART_POWER;
        p->values[id] = missing ? NAN : t->coefficients[id].value;
    }
}

/* On the straight line through both figures over the logarithm of the size; of the figures'
 * logarithms too, where they have some. */
static double on_line(double low, double high, double share)
{
    if (low > 0.0 && high > 0.0) return low * pow(high / low, share);
    return fmax(0.0, low + share * (high - low));
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
    p->spread = between ? spread_interpolated : spread_scaled;
    for (size_t d = 0; d < NOC_DIMENSIONS; d++) {
        p->ranges[d].least = fmax(p->ranges[d].least, other.ranges[d].least);
        p->ranges[d].most = fmin(p->ranges[d].most, other.ranges[d].most);
    }
    for (size_t id = 0; id < NOC_COEFFICIENTS; id++)
        p->values[id] = on_line(p->values[id], other.values[id], share);
}

/* Areas of what has a length of its own, by the unit. */
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
    for (size_t id = 0; id < NOC_COEFFICIENTS; id++)
        if (noc_coefficient_part(id) == NOC_PART_AREA)
            k[id] *= is_of_length(id) ? ratio : ratio * ratio;
    for (size_t i = 0; i < sizeof gates / sizeof gates[0]; i++) k[gates[i]] *= ratio;
    k[NOC_COEFFICIENT_wire_delay] /= ratio * ratio;
}

/* A single table. */
static void take_scaled(const noc_technology *t, noc_process *p)
{
    take_table(t, p);
    p->kind = NOC_PROCESS_SCALED;
    p->spread = spread_scaled;
    noc_process_enlarge(p, p->nm / t->nm);
}

static bool same_family(const noc_technology *a, const noc_technology *b)
{
    return a && b && strcmp(a->family, b->family) == 0;
}

/* The table of a size, or those on both sides of it; SIZE_MAX where there is none. They are in the
 * order of their sizes. */
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

/* Continues the family of the nearest smaller table, or of the smallest there is. */
static noc_status scale(size_t below, size_t above, noc_process *p)
{
    const size_t near = below != SIZE_MAX ? below : above;
    const noc_technology *t = noc_technology_at(near);
    const noc_technology *other = noc_technology_at(below != SIZE_MAX ? near - 1 : near + 1);
    if (!t) return NOC_EFAILED;
    if (!same_family(t, other))
        take_scaled(t, p);
    else if (t->nm < other->nm)
        take_line(t, other, p);
    else
        take_line(other, t, p);
    return NOC_OK;
}

noc_status noc_process_at(double nm, bool scaled, noc_process *process, noc_diag *diag)
{
    noc_process p = {.nm = nm};
    size_t at, below, above;
    noc_status status = NOC_OK;
    find_tables(nm, &at, &below, &above);
    const size_t needed[] = {at, at == SIZE_MAX ? below : SIZE_MAX,
                             at == SIZE_MAX ? above : SIZE_MAX};
    for (size_t i = 0; i < 3 && status == NOC_OK; i++)
        if (needed[i] != SIZE_MAX) status = noc_technology_load(needed[i], diag);
    if (status != NOC_OK) return NOC_EFAILED;
    const noc_technology *low = noc_technology_at(below), *high = noc_technology_at(above);
    if (at != SIZE_MAX)
        take_table(noc_technology_at(at), &p);
    else if (same_family(low, high))
        take_line(low, high, &p);
    else if (!scaled || (!low && !high))
        return NOC_EINPUT;
    else
        status = scale(below, above, &p);
    if (status == NOC_OK) *process = p;
    return status;
}

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

void noc_process_nearest(double nm, char *text, size_t size)
{
    size_t at, below, above;
    find_tables(nm, &at, &below, &above);
    if (below != SIZE_MAX && above != SIZE_MAX)
        snprintf(text, size, "%g and %g nm", noc_technology_nm(below), noc_technology_nm(above));
    else
        snprintf(text, size, "%g nm", noc_technology_nm(below != SIZE_MAX ? below : above));
}

void noc_process_label(const noc_process *p, char *text, size_t size)
{
    if (p->kind == NOC_PROCESS_MEASURED)
        snprintf(text, size, "%s", "");
    else if (p->kind == NOC_PROCESS_INTERPOLATED)
        snprintf(text, size, "interpolated between %g and %g nm", p->from_nm, p->to_nm);
    else if (same_size(p->from_nm, p->to_nm))
        snprintf(text, size, "scaled from %g nm, which nobody has measured", p->from_nm);
    else
        snprintf(text, size, "scaled on from %g and %g nm, which nobody has measured", p->from_nm,
                 p->to_nm);
}
