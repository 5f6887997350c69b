/* network/graph/wire_timing.h: latency of links by the delay of their wires (network.link_timing
 * = "wire"). power_area/ knows the delay of wires and network/ does not include power_area/, so
 * each program sets the function that finds the delay, once. */
#ifndef NOC_NETWORK_GRAPH_WIRE_TIMING_H
#define NOC_NETWORK_GRAPH_WIRE_TIMING_H

#include <stdbool.h>

#include "design/design.h"

/* Least delay, ps, of a wire of `length_mm` with repeaters; NAN: no table for the chip's
 * technology or supply. */
typedef double (*noc_wire_delay)(const noc_chip_spec *chip, double length_mm);

/* Sets the function that finds wire delays. Called before any design is read; not thread-safe. */
void noc_wire_delay_set(noc_wire_delay delay);

/* Upper bound of a link's latency, cycles. */
enum { NOC_WIRE_CYCLES_MAX = 1000 };

/* Latency of a wire, cycles of the design's clock, at least 1; 0: delay unknown. */
int noc_wire_timing_cycles(const noc_design *design, double length_mm);

/* Refuses a network with wire-timed links where the delay of wires is unknown. */
noc_status noc_wire_timing_check(const noc_design *design, int n, noc_diag *diag);

#endif
