/* power_area/link.h: area, leakage, energy and delay of a link with repeaters. */
#ifndef NOC_POWER_AREA_LINK_H
#define NOC_POWER_AREA_LINK_H

#include "design/design.h"
#include "power_area/process.h"

typedef struct noc_link_cost {
    /* silicon: repeaters; with wires, where the source counts both together */
    double area_um2;
    /* metal footprint of wires, no silicon; NAN where the source does not separate it */
    double wire_area_um2;
    double repeater_area_um2; /* repeaters' part of the silicon */
    double leakage_mw;        /* leakage of the repeaters */
    double flit_pj;           /* energy of a flit of random bits over the link */
    double repeater_pj;       /* repeaters' part of flit_pj */
    double repeaters_per_bit; /* number of repeaters of each bit */
    double drive;             /* drive of a repeater, in units of the smallest inverter */
    double delay_ps;
    bool meets_clock; /* true: the delay is within a clock period */
} noc_link_cost;

/* Cost of a link with the fewest repeaters, each as small as possible, that carry a bit over
 * `length_mm` in one clock period, as in DSENT. If no repeaters are fast enough, the link has the
 * fastest ones, and meets_clock is false. */
noc_link_cost noc_cost_of_link(const noc_process *process, double flit_bits, double length_mm,
                               double clock_mhz);

/* Delay in ps of the fastest link of a length. */
double noc_fastest_link_ps(const noc_process *process, double length_mm);

/* Delay in ps of a link, by technology and supply of a chip; NAN without figures. For
 * network/graph/wire_timing.h. */
double noc_wire_ps(const noc_chip_spec *chip, double length_mm);

/* Delay in ps/mm of a wire inside a crossbar, with repeaters at their best distance. Its
 * resistance is that of its layer; its capacitance is assumed to be a link's (8 % less at 22
 * nm). */
double noc_crossbar_wire_ps_per_mm(const noc_process *process);

#endif
