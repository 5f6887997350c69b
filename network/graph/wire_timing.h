/* network/graph/wire_timing.h: latency of links that are as slow as their wires
 * (network.link_timing = "wire"). Materials of wires are in power_area/, which network/ does not
 * include: each program sets the delay function here, once. */
#ifndef NOC_NETWORK_GRAPH_WIRE_TIMING_H
#define NOC_NETWORK_GRAPH_WIRE_TIMING_H

#include <stdbool.h>

#include "design/design.h"

/* Least delay in ps of a wire of `length_mm` with repeaters on a chip; NAN: no table for the chip's
 * technology or supply. */
typedef double (*noc_wire_delay)(const noc_chip_spec *chip, double length_mm);

/* Sets the delay of wires. Called before any design is read; not for threads. */
void noc_wire_delay_set(noc_wire_delay delay);

/* Upper bound on the cycles of a link. */
enum { NOC_WIRE_CYCLES_MOST = 1000 };

/* Cycles of the design's clock that a wire takes, at least one; 0: delay unknown. */
int noc_wire_timing_cycles(const noc_design *design, double length_mm);

/* Refuses a network with wire-timed links where the delay of wires is unknown. */
noc_status noc_wire_timing_check(const noc_design *design, int n, noc_diag *diag);

#endif
