#include "power_area/link.h"

#include <math.h>

/* Drive strengths of DSENT's inverters. */
static const double drive_strengths[] = {1, 2, 3, 4, 6, 8, 10, 12, 16};
enum { DRIVE_STRENGTHS = sizeof drive_strengths / sizeof drive_strengths[0] };

static const double ps_per_us = 1e6;

/* Delay of a link in ps. A repeater is an inverter of drive 1 followed by one of `drive`, which
 * charges the wire. The wire's resistance adds a term in the square of the distance. Exact for
 * DSENT's links with repeaters of one size. */
static double delay_of(const double *k, double length_mm, double repeaters, double drive)
{
    const double distance = length_mm / repeaters;
    return repeaters *
           (k[NOC_COEFFICIENT_repeater_delay] + k[NOC_COEFFICIENT_repeater_step_delay] * drive +
            k[NOC_COEFFICIENT_wire_drive_delay] * distance / drive +
            k[NOC_COEFFICIENT_wire_delay] * distance * distance);
}

/* Largest useful number of repeaters: the best number of the smallest ones; more only slow a
 * wire down. */
static double max_useful_repeaters(const double *k, double length_mm)
{
    const double fixed = k[NOC_COEFFICIENT_repeater_delay] +
                         k[NOC_COEFFICIENT_repeater_step_delay] * drive_strengths[0];
    return fmax(1.0, ceil(length_mm * sqrt(k[NOC_COEFFICIENT_wire_delay] / fixed)));
}

static void choose_repeaters(const double *k, double length_mm, double period_ps,
                             noc_link_cost *link)
{
    const double max_repeaters = max_useful_repeaters(k, length_mm);
    link->delay_ps = INFINITY;
    for (double repeaters = 1.0; repeaters <= max_repeaters && !link->meets_clock; repeaters++) {
        for (int i = 0; i < DRIVE_STRENGTHS && !link->meets_clock; i++) {
            const double delay = delay_of(k, length_mm, repeaters, drive_strengths[i]);
            if (delay >= link->delay_ps) continue;
            link->delay_ps = delay;
            link->repeaters_per_bit = repeaters;
            link->drive = drive_strengths[i];
            link->meets_clock = delay <= period_ps;
        }
    }
}

noc_link_cost noc_cost_of_link(const noc_process *process, double flit_bits, double length_mm,
                               double clock_mhz)
{
    const double *k = process->values;
    noc_link_cost link = {.meets_clock = true};
    if (length_mm <= 0.0) return link;
    link.meets_clock = false;
    choose_repeaters(k, length_mm, ps_per_us / clock_mhz, &link);
    const double repeaters = flit_bits * link.repeaters_per_bit;
    const double wire_mm = flit_bits * length_mm;
    const double wire_um2_per_mm = k[NOC_COEFFICIENT_link_wire_area];
    link.repeater_area_um2 = repeaters * (1.0 + link.drive) * k[NOC_COEFFICIENT_repeater_area];
    link.area_um2 = wire_mm * k[NOC_COEFFICIENT_link_area] + link.repeater_area_um2;
    link.wire_area_um2 = wire_um2_per_mm > 0.0 ? wire_mm * wire_um2_per_mm : NAN;
    link.leakage_mw = 1e-3 * (wire_mm * k[NOC_COEFFICIENT_link_wire_leakage] +
                              repeaters * link.drive * k[NOC_COEFFICIENT_repeater_leakage]);
    const double repeating_fj = repeaters * link.drive * k[NOC_COEFFICIENT_repeater_energy];
    link.flit_pj = 1e-3 * (wire_mm * k[NOC_COEFFICIENT_link_wire_energy] + repeating_fj);
    link.repeater_pj = 1e-3 * repeating_fj;
    return link;
}

double noc_fastest_link_ps(const noc_process *process, double length_mm)
{
    /* no link meets this clock, so the answer is the fastest link */
    static const double any_clock = 1e9;
    return length_mm > 0.0 ? noc_cost_of_link(process, 1.0, length_mm, any_clock).delay_ps : 0.0;
}

double noc_wire_ps(const noc_chip_spec *chip, double length_mm)
{
    noc_process process;
    const bool may_scale = chip->scale_technology != 0;
    if (noc_process_at(chip->technology_nm, may_scale, &process, NULL) != NOC_OK) return NAN;
    if (!noc_process_set_supply(&process, chip->supply_v)) return NAN;
    return noc_fastest_link_ps(&process, length_mm);
}

double noc_crossbar_wire_ps_per_mm(const noc_process *process)
{
    const double *k = process->values;
    const double resistance = k[NOC_COEFFICIENT_wire_delay] * k[NOC_COEFFICIENT_crossbar_wire_rc];
    double best = INFINITY;
    for (int i = 0; i < DRIVE_STRENGTHS; i++) {
        const double fixed = k[NOC_COEFFICIENT_repeater_delay] +
                             k[NOC_COEFFICIENT_repeater_step_delay] * drive_strengths[i];
        best = fmin(best, k[NOC_COEFFICIENT_wire_drive_delay] / drive_strengths[i] +
                              2.0 * sqrt(fixed * resistance));
    }
    return best;
}
