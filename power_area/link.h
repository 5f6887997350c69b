/* power_area/link.h: area, leakage and energy of a link with repeaters. */
#ifndef NOC_POWER_AREA_LINK_H
#define NOC_POWER_AREA_LINK_H

#include "design/design.h"
#include "power_area/process.h"

typedef struct noc_link_cost {
    double area_um2; /* silicon: the repeaters; where the source counts the wires too, both */
    double
        wire_area_um2; /* metal footprint, no silicon; NAN where the source does not separate it */
    double repeater_area_um2; /* of the silicon: its repeaters */
    double leakage_mw;        /* of the repeaters */
    double flit_pj;           /* a flit of random bits over it */
    double repeater_pj;       /* of it: the repeaters */
    double repeaters;         /* of each bit */
    double drive;             /* of each, in units of the smallest inverter */
    double delay_ps;
    bool in_time; /* the delay is within a clock period */
} noc_link_cost;

/* The fewest repeaters, each as small as will do, that carry a bit over `length_mm` in one clock
 * period: what DSENT does. When none will, the fastest of them, and not in time. */
noc_link_cost noc_cost_of_link(const noc_process *process, double flit_bits, double length_mm,
                               double clock_mhz);

/* Delay in ps of the fastest link of a length. */
double noc_fastest_link_ps(const noc_process *process, double length_mm);

/* Delay in ps by technology and supply of a chip; NAN where there are no figures. Made for
 * network/graph/wire_timing.h. */
double noc_wire_ps(const noc_chip_spec *chip, double length_mm);

/* Delay in ps/mm of a wire inside a crossbar, with repeaters at their best distance. Its
 * capacitance is taken as a link's (8 % less at 22 nm), its resistance is that of its own layer. */
double noc_crossbar_wire_ps_per_mm(const noc_process *process);

#endif
