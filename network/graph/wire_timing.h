/* network/graph/wire_timing.h: how many cycles links take that are as slow as their wires
 * (network.link_timing = "wire"). What wires are made of only power_area/ knows, which network/
 * does not: whoever puts a program together tells it here, once. */
#ifndef NOC_NETWORK_GRAPH_WIRE_TIMING_H
#define NOC_NETWORK_GRAPH_WIRE_TIMING_H

#include <stdbool.h>

#include "design/design.h"

/* The least delay in ps of a wire of `length_mm` with repeaters on a chip; NAN where nobody knows:
 * there is no table for its technology or supply. */
typedef double (*noc_wire_delay)(const noc_chip_spec *chip, double length_mm);

/* From here on wires are as slow as `delay` says. Before any design is read; not for threads. */
void noc_wire_delay_set(noc_wire_delay delay);

/* The most cycles that a link takes. */
enum { NOC_WIRE_CYCLES_MOST = 1000 };

/* Cycles of the design's clock that a wire takes, at least one; 0 where nobody knows. */
int noc_wire_timing_cycles(const noc_design *design, double length_mm);

/* Refuses a network of a design whose links are to be as slow as wires that nobody knows. */
noc_status noc_wire_timing_check(const noc_design *design, int n, noc_diag *diag);

#endif
