/* power_area/router.h: area, leakage, energies of one router, from its shape. */
#ifndef NOC_POWER_AREA_ROUTER_H
#define NOC_POWER_AREA_ROUTER_H

#include "power_area/process.h"

/* Shape of a router, on which its cost depends. buffer_flits = 0 is a concentrator: multiplexers
 * and output registers without buffers. */
typedef struct noc_router_shape {
    double inputs, outputs;
    double crosspoints;      /* input-output pairs that can be connected */
    double virtual_channels; /* virtual channels of an input */
    double class_channels;   /* virtual channels of one message class (of the class with most) */
    double buffer_flits;     /* flits of a virtual channel */
    double flit_bits;        /* bits of a flit, check bits included */
    noc_buffer_cells buffer_cells;
    double arrays; /* arrays over which the flits of an input buffer are spread; 0: 1 */
    /* Microarchitecture that a plain router does not have; 0: a plain router's. */

    /* crossbar inputs of a port, over which its virtual channels are spread; 0: 1 */
    double banks;
    double registers; /* data registers of an input beside DSENT's; -1: one less */
    double passes;    /* passes of the switch allocator, one after the other; 0: 1 */
    bool wavefront;   /* the switch allocator is an array of cells, not arbiters */
    /* each VC keeps the output and the VC of the packet behind the one that leaves */
    bool overlaps;
    /* a second switch allocator serves the requests of heads without a VC */
    bool speculates;
    /* Composition, by noc_router_composed; 0: 1. */

    /* smaller switches in a row and in a column of the crossbar, with registers between them */
    double tiles;
    /* slices of a flit, side by side, each with its own crossbar */
    double slices;
} noc_router_shape;

/* Shape of a router of DSENT's microarchitecture with a full crossbar and one class of packets. */
noc_router_shape noc_router_plain(double inputs, double outputs, double virtual_channels,
                                  double buffer_flits, double flit_bits);

/* Shape of a router as it is built in a process: a router with more than twice the ports or the
 * width that the process was measured on is composed of measured switches and slices. */
noc_router_shape noc_router_composed(const noc_process *process, const noc_router_shape *shape);

/* Cycles of a flit through a composed crossbar, at most: past the switches of its row, then past
 * the switches of its column; 1 where the crossbar is one switch. */
double noc_router_crossing_cycles(const noc_router_shape *composed);

/* Length of words for a router outside of the measured range (component.h). */
enum { NOC_EXTENT_CHARS = 200 };

/* Crossbar inputs of a port. */
double noc_router_banks(const noc_router_shape *shape);

/* True if the input buffers are arrays of SRAM cells (sram.h). */
bool noc_router_has_sram(const noc_router_shape *shape);

typedef enum noc_component {
    NOC_COMPONENT_BUFFER,
    NOC_COMPONENT_CROSSBAR,
    NOC_COMPONENT_SWITCH_ALLOCATOR,
    NOC_COMPONENT_VC_ALLOCATOR,
    NOC_COMPONENT_CLOCK,
    NOC_COMPONENT_OTHER, /* parts that the sources do not cover: always 0 */
    NOC_COMPONENTS
} noc_component;

const char *noc_component_name(size_t component); /* "buffer", ...; NULL past the end */

/* Part of a figure that sources give as built, in place of the tables: value and reach upwards;
 * downwards it reaches as far by ratio. */
typedef struct noc_built_share {
    double value, doubt;
} noc_built_share;

typedef struct noc_router_cost {
    double area_um2[NOC_COMPONENTS]; /* area of silicon */
    double leakage_mw[NOC_COMPONENTS];
    double wire_area_um2; /* global wires of the clock tree, no silicon */
    /* The area of a crossbar is the larger of its cells and its wires on a pair of layers. */
    double cells_um2;          /* area with the crossbar as large as its cells */
    double crossbar_wires_um2; /* area of the crossbar's wires on a pair of layers */
    /* Energies in pJ; a flit's bits are random, so half of them toggle. */
    /* flit into the buffer, out of the buffer, to one output */
    double write_pj, read_pj, crossbar_pj;
    double crossbar_wire_pj; /* wires' part of crossbar_pj; DSENT counts none */
    /* switch allocation of a flit: an arbiter of its input, one of its output */
    double allocation_pj;
    double vc_allocation_pj; /* VC allocation of a packet */
    double clock_pj;         /* clock of the whole router, each cycle */
    /* parts of arrays of SRAM: area, leakage, energy of a write and a read */
    noc_built_share arrays_um2, arrays_mw, arrays_pj;
} noc_router_cost;

/* Cost of a router. Power is NAN where the process has none. */
noc_router_cost noc_cost_of_router(const noc_process *process, const noc_router_shape *shape);

double noc_router_area_um2(const noc_router_cost *cost);
double noc_router_leakage_mw(const noc_router_cost *cost);

/* ---- the forms ------------------------------------------------------------------------------ */

/* Counts of a router's components. */
typedef struct noc_counts {
    double ports, outputs, bits;
    /* Counts of the flip-flops of buffers are 0 where buffers are SRAM. */
    double stored;       /* flits that one array of a port's buffer holds */
    double ports_stored; /* flits of the buffers of all ports */
    /* bits of a buffer's address, rounded up, and bits that choose among its arrays */
    double address_bits;
    /* levels of multiplexers of all arrays of a buffer, and of the choice among them */
    double select_levels;
    double address_use;         /* share of the addresses of an array that exist */
    double address_odd;         /* 1 if the address of an array has an odd number of bits */
    double predecoded;          /* outputs of the decoders of both halves of an array's address */
    double decoders;            /* outputs of the decoders of all arrays of a buffer */
    double crosspoints, fan_in; /* crosspoints; inputs from which an output chooses */
    double fan_out;             /* outputs that see an input */
    /* levels of the multiplexer trees; 1/2 to the power of the levels */
    double levels, level_share;
    double muxes, select_bits; /* multiplexers and select bits of the whole crossbar */
    double output_pairs, output_lines, input_pairs, input_lines, vc_lines;
    double wave_cells; /* cells of a wavefront allocator */
    /* bits of state of input VCs beyond every router's */
    double state_bits;
    double slice_bits; /* width of a slice of a flit */
    /* bits of registers beyond DSENT's router's */
    double extra_registers;
    double clock_pins, clock_steps, clock_trunk;
    double side; /* root of the router's area, um */
} noc_counts;

typedef enum noc_quantity {
    NOC_QUANTITY_BUFFER_AREA,
    NOC_QUANTITY_BUFFER_LEAKAGE,
    /* um2; a crossbar's area is the larger of wires and cells, plus registers */
    NOC_QUANTITY_CROSSBAR_WIRES,
    NOC_QUANTITY_CROSSBAR_CELLS,
    NOC_QUANTITY_CROSSBAR_REGISTERS,
    NOC_QUANTITY_CROSSBAR_LEAKAGE,
    NOC_QUANTITY_CROSSBAR_WIRE_LEAKAGE, /* repeaters of wires of all rows and columns */
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

/* Counts the components of a shape. `pins_per_step` as the coefficient clock_pins_per_step; `side`
 * is left 0. */
noc_counts noc_counts_of(const noc_router_shape *shape, double pins_per_step);

/* Counts the clock tree of `pins` flip-flops. */
void noc_counts_clock(noc_counts *counts, double pins, double pins_per_step);

/* Value of a quantity, from the values of all coefficients. */
double noc_quantity_of(noc_quantity quantity, const double *values, const noc_counts *c);

/* Coefficients of a quantity, and the number of times that each counts. Returns their number. */
enum { NOC_TERMS_MAX = 8 };
size_t noc_terms_of(noc_quantity quantity, const noc_counts *c,
                    noc_coefficient_id ids[NOC_TERMS_MAX], double times[NOC_TERMS_MAX]);

/* Share of a matrix arbiter's priority state that is active at `requests` requests; 1 for few. */
double noc_arbiter_activity(double requests, double center, double width, double decay);

#endif
