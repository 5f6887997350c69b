/* power_area/router.h: area, leakage and energies of one router, from its shape. */
#ifndef NOC_POWER_AREA_ROUTER_H
#define NOC_POWER_AREA_ROUTER_H

#include "power_area/process.h"

/* Shape of a router, on which its cost depends. buffer_flits = 0: a concentrator, with
 * multiplexers and output registers only. */
typedef struct noc_router_shape {
    double inputs, outputs;
    double crosspoints;      /* input-output pairs that can be connected */
    double virtual_channels; /* virtual channels of an input */
    double class_channels;   /* virtual channels of a message class, of the class with most */
    double buffer_flits;     /* flits of a virtual channel */
    double flit_bits;        /* bits of a flit, with check bits */
    noc_buffer_cells buffer_cells;
    double arrays; /* number of arrays of an input buffer; 0 counts as 1 */
    /* Microarchitecture besides that of a plain router, which has 0 in each field. */

    /* number of crossbar inputs of a port; 0 counts as 1 */
    double banks;
    double registers; /* data registers of an input in addition to DSENT's; -1: one less */
    double
        allocator_passes; /* number of sequential passes of the switch allocator; 0 counts as 1 */
    bool has_wavefront;   /* true: the switch allocator is an array of cells, not of arbiters */
    /* true: each VC stores the output and the VC of the packet that waits behind the leaving one */
    bool overlaps_packets;
    /* true: a second switch allocator serves requests of heads without a VC */
    bool speculates;
    /* Composition (noc_router_composed_shape); 0 counts as 1. */

    /* switches in a row and in a column of the crossbar, with registers between them */
    double tiles;
    /* parallel slices of a flit, each with its own crossbar */
    double slices;
} noc_router_shape;

/* Shape of a router of DSENT's microarchitecture with a full crossbar and one class of packets. */
noc_router_shape noc_router_plain_shape(double inputs, double outputs, double virtual_channels,
                                        double buffer_flits, double flit_bits);

/* Shape of a router as built in a process. If ports or width exceed twice the measured range,
 * the router is composed of switches and slices within the range. */
noc_router_shape noc_router_composed_shape(const noc_process *process,
                                           const noc_router_shape *shape);

/* Most cycles of a flit through a composed crossbar: past the switches of its row, then past the
 * switches of its column; 1 for a single switch. */
double noc_router_crossing_cycles(const noc_router_shape *composed);

/* Length of the words for a router outside of the measured range (component.h). */
enum { NOC_EXTENT_CHARS = 200 };

/* Number of crossbar inputs of a port, at least 1. */
double noc_router_banks(const noc_router_shape *shape);

/* True if the input buffers are arrays of SRAM cells (sram.h). */
bool noc_router_has_sram(const noc_router_shape *shape);

typedef enum noc_component {
    NOC_COMPONENT_BUFFER,
    NOC_COMPONENT_CROSSBAR,
    NOC_COMPONENT_SWITCH_ALLOCATOR,
    NOC_COMPONENT_VC_ALLOCATOR,
    NOC_COMPONENT_CLOCK,
    NOC_COMPONENT_OTHER, /* parts without a source: always 0 */
    NOC_COMPONENTS
} noc_component;

const char *noc_component_name(size_t component); /* "buffer", ...; NULL past the end */

/* Part of a figure that sources report as built, instead of the tables: its value, and its upper
 * error. The lower end is value^2 / (value + error). */
typedef struct noc_reported_share {
    double value, error;
} noc_reported_share;

typedef struct noc_router_cost {
    double area_um2[NOC_COMPONENTS]; /* area of silicon */
    double leakage_mw[NOC_COMPONENTS];
    double wire_area_um2; /* metal of the clock tree's global wires, no silicon */
    /* The area of a crossbar is the larger of its cells and its wires on a pair of layers. */
    double cells_um2;          /* area with the crossbar as large as its cells */
    double crossbar_wires_um2; /* area of the crossbar's wires on a pair of layers */
    /* Energies in pJ; a flit's bits are random, so half of them toggle. */
    /* a flit into the buffer, out of the buffer, to one output */
    double write_pj, read_pj, crossbar_pj;
    double crossbar_wire_pj; /* wires' part of crossbar_pj; DSENT counts none */
    /* switch allocation of a flit: one arbiter of its input, one of its output */
    double allocation_pj;
    double vc_allocation_pj; /* VC allocation of a packet */
    double clock_pj;         /* clock of the whole router, per cycle */
    /* parts of SRAM arrays: area, leakage, energy of a write and a read */
    noc_reported_share array_area_um2, array_leakage_mw, array_energy_pj;
} noc_router_cost;

/* Cost of a router. Power is NAN where the process has none. */
noc_router_cost noc_cost_of_router(const noc_process *process, const noc_router_shape *shape);

double noc_router_area_um2(const noc_router_cost *cost);
double noc_router_leakage_mw(const noc_router_cost *cost);

/* ---- the forms ------------------------------------------------------------------------------ */

/* Counts of a router's components, the variables of forms.def. */
typedef struct noc_counts {
    double ports, outputs, bits;
    /* Counts of flip-flops of buffers are 0 for SRAM buffers. */
    double stored;       /* flits in one array of a port's buffer */
    double ports_stored; /* flits in the buffers of all ports */
    /* address bits of an array, rounded up, plus bits that select an array */
    double address_bits;
    /* multiplexer levels of all arrays of a buffer, plus the levels that select an array */
    double select_levels;
    double address_use;         /* share of the addresses of an array that exist */
    double address_odd;         /* 1 for an odd number of address bits of an array, else 0 */
    double predecoded;          /* decoder outputs of both halves of an array's address */
    double decoders;            /* decoder outputs of all arrays of a buffer */
    double crosspoints, fan_in; /* crosspoints; inputs among which an output chooses */
    double fan_out;             /* outputs that see an input */
    /* levels of the multiplexer trees; 1/2 to the power of the levels */
    double levels, level_share;
    double muxes, select_bits; /* multiplexers and select bits of the whole crossbar */
    double output_pairs, output_lines, input_pairs, input_lines, vc_lines;
    double wave_cells; /* cells of a wavefront allocator */
    /* state bits of input VCs in addition to those of every router */
    double state_bits;
    double slice_bits; /* width of a slice of a flit */
    /* register bits in addition to those of DSENT's router */
    double extra_registers;
    double clock_pins, clock_steps, clock_trunk;
    double side; /* root of the router's area, um */
} noc_counts;

typedef enum noc_quantity {
    NOC_QUANTITY_BUFFER_AREA,
    NOC_QUANTITY_BUFFER_LEAKAGE,
    /* um2; the area of a crossbar is the larger of wires and cells, plus registers */
    NOC_QUANTITY_CROSSBAR_WIRES,
    NOC_QUANTITY_CROSSBAR_CELLS,
    NOC_QUANTITY_CROSSBAR_REGISTERS,
    NOC_QUANTITY_CROSSBAR_LEAKAGE,
    NOC_QUANTITY_CROSSBAR_WIRE_LEAKAGE, /* repeaters of the wires of all rows and columns */
    NOC_QUANTITY_SWITCH_AREA,
    NOC_QUANTITY_SWITCH_LEAKAGE,
    NOC_QUANTITY_VC_AREA,
    NOC_QUANTITY_VC_LEAKAGE,
    NOC_QUANTITY_CLOCK_AREA,
    NOC_QUANTITY_CLOCK_LEAKAGE,
    NOC_QUANTITY_CLOCK_WIRES,
    NOC_QUANTITY_WRITE_ENERGY,
    NOC_QUANTITY_READ_ENERGY,
    NOC_QUANTITY_CROSSBAR_ENERGY,
    /* wires along the row of a flit's input and the column of its output */
    NOC_QUANTITY_CROSSBAR_WIRE_ENERGY,
    NOC_QUANTITY_CLOCK_ENERGY,
    NOC_QUANTITIES
} noc_quantity;

/* Counts the components of a shape. pins_per_step: the coefficient clock_pins_per_step. `side`
 * is left 0. */
noc_counts noc_counts_of_router(const noc_router_shape *shape, double pins_per_step);

/* Counts the clock tree of `pins` flip-flops. */
void noc_counts_add_clock(noc_counts *counts, double pins, double pins_per_step);

/* Value of a quantity, from the values of all coefficients. */
double noc_quantity_of(noc_quantity quantity, const double *values, const noc_counts *c);

/* Finds the coefficients of a quantity, and the number of units of each. Returns the number of
 * coefficients. */
enum { NOC_TERMS_MAX = 8 };
size_t noc_terms_of(noc_quantity quantity, const noc_counts *c,
                    noc_coefficient_id ids[NOC_TERMS_MAX], double times[NOC_TERMS_MAX]);

/* Share of a matrix arbiter's priority state that is active at `requests` requests; near 1 for
 * few. */
double noc_arbiter_activity(double requests, double center, double width, double decay);

#endif
