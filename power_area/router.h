/* power_area/router.h: area, leakage, energies of one router, from its shape. */
#ifndef NOC_POWER_AREA_ROUTER_H
#define NOC_POWER_AREA_ROUTER_H

#include "power_area/process.h"

/* All that a router's cost depends on. buffer_flits = 0 is a concentrator: multiplexers and output
 * registers without buffers. */
typedef struct noc_router_shape {
    double inputs, outputs;
    double crosspoints;      /* input-output pairs that can be connected */
    double virtual_channels; /* of an input */
    double class_channels;   /* of them, those of one message class (of the class with most) */
    double buffer_flits;     /* of a virtual channel */
    double flit_bits;        /* check bits included */
    noc_buffer_cells buffer_cells;
    double arrays; /* arrays over which the flits of an input buffer are spread; 0: 1 */
    /* Microarchitecture beside a plain router's; 0 is a plain one. */
    double banks; /* crossbar inputs of a port, over which its virtual channels are spread; 0: 1 */
    double registers; /* data registers of an input beside DSENT's; -1: one less */
    double passes;    /* passes of the switch allocator, one after the other; 0: 1 */
    bool wavefront;   /* the switch allocator is an array of cells, not arbiters */
    bool
        overlaps; /* each VC keeps the output and the VC of the packet behind the one that leaves */
    bool speculates; /* a second switch allocator serves the requests of heads without a VC */
    /* Composition, by noc_router_composed; 0: 1. */
    double tiles;  /* smaller switches in a row and a column of the crossbar, registers between */
    double slices; /* slices of a flit, side by side, each with its crossbar */
} noc_router_shape;

/* A router of DSENT's microarchitecture whose crossbar is full, with one class of packets. */
noc_router_shape noc_router_plain(double inputs, double outputs, double virtual_channels,
                                  double buffer_flits, double flit_bits);

/* The router as it is built in a process: one that has more than twice the ports or the width that
 * the process was measured on is composed of switches and slices that were. */
noc_router_shape noc_router_composed(const noc_process *process, const noc_router_shape *shape);

/* Cycles that a flit takes at most through a composed crossbar: past the switches of its row, then
 * those of its column; 1 where it is one switch. */
double noc_router_crossing_cycles(const noc_router_shape *composed);

/* Words for a router outside of what was measured (component.h). */
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
    NOC_COMPONENT_OTHER, /* what the sources do not cover: always 0 */
    NOC_COMPONENTS
} noc_component;

const char *noc_component_name(size_t component); /* "buffer", ...; NULL past the end */

/* Part of a figure that tables do not draw but sources tell as it is built, and its reach above;
 * below it reaches as far by ratio. */
typedef struct noc_told {
    double value, doubt;
} noc_told;

typedef struct noc_router_cost {
    double area_um2[NOC_COMPONENTS]; /* silicon */
    double leakage_mw[NOC_COMPONENTS];
    double wire_area_um2; /* global wires, of the clock tree: no silicon */
    /* The area of a crossbar is the larger of its cells and its wires on a pair of layers. */
    double cells_um2;          /* area with the crossbar as large as its cells */
    double crossbar_wires_um2; /* area of the crossbar's wires on a pair of layers */
    /* Energies in pJ; a flit's bits are random: half of them toggle. */
    double write_pj, read_pj, crossbar_pj; /* a flit into the buffer, out of it, to one output */
    double crossbar_wire_pj;               /* wires' part of crossbar_pj; DSENT counts none */
    double
        allocation_pj; /* switch allocation of a flit: an arbiter of its input, one of its output */
    double vc_allocation_pj;                   /* a packet */
    double clock_pj;                           /* every cycle, the whole router */
    noc_told arrays_um2, arrays_mw, arrays_pj; /* SRAM's part: area, leakage, write and read */
} noc_router_cost;

/* Power is NAN where the process has none. */
noc_router_cost noc_cost_of_router(const noc_process *process, const noc_router_shape *shape);

double noc_router_area_um2(const noc_router_cost *cost);
double noc_router_leakage_mw(const noc_router_cost *cost);

/* ---- the forms ------------------------------------------------------------------------------ */

/* What of each component there is in a router. */
typedef struct noc_counts {
    double ports, outputs, bits;
    /* Flip-flops of a port's buffer; none where these are SRAM. */
    double stored;       /* flits that one array of a port's buffer holds */
    double ports_stored; /* flits of the buffers of all ports */
    double
        address_bits; /* address of a buffer, rounded up, and bits that choose among its arrays */
    double select_levels;       /* levels of all arrays of a buffer, and of the choice among them */
    double address_use;         /* share of the addresses of an array that exist */
    double address_odd;         /* 1 if the address of an array has an odd number of bits */
    double predecoded;          /* outputs of the decoders of both halves of an array's address */
    double decoders;            /* the same of all arrays of a buffer */
    double crosspoints, fan_in; /* inputs that an output chooses from */
    double fan_out;             /* outputs that see an input */
    double levels, level_share; /* of the multiplexer trees, and 1/2 to their power */
    double muxes, select_bits;  /* of the whole crossbar */
    double output_pairs, output_lines, input_pairs, input_lines, vc_lines;
    double wave_cells;      /* cells of a wavefront allocator */
    double state_bits;      /* bits of state of input VCs beside those that every router has */
    double slice_bits;      /* width of a slice of a flit */
    double extra_registers; /* bits of registers beside those that DSENT's router has */
    double clock_pins, clock_steps, clock_trunk;
    double side; /* um: root of the area */
} noc_counts;

typedef enum noc_quantity {
    NOC_QUANTITY_BUFFER_AREA,
    NOC_QUANTITY_BUFFER_LEAKAGE,
    NOC_QUANTITY_CROSSBAR_WIRES, /* um2: area is the larger of wires and cells, and registers */
    NOC_QUANTITY_CROSSBAR_CELLS,
    NOC_QUANTITY_CROSSBAR_REGISTERS,
    NOC_QUANTITY_CROSSBAR_LEAKAGE,
    NOC_QUANTITY_CROSSBAR_WIRE_LEAKAGE, /* repeaters of all rows and columns */
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
    NOC_QUANTITY_CROSSBAR_WIRE_ENERGY, /* along the row of its input and the column of its output */
    NOC_QUANTITY_CLOCK_ENERGY,
    NOC_QUANTITIES
} noc_quantity;

/* Counts a shape. `pins_per_step` as the coefficient clock_pins_per_step; `side` is left 0. */
noc_counts noc_counts_of(const noc_router_shape *shape, double pins_per_step);

/* Counts the clock tree of so many flip-flops. */
void noc_counts_clock(noc_counts *counts, double pins, double pins_per_step);

/* A quantity, of the values of all coefficients. */
double noc_quantity_of(noc_quantity quantity, const double *values, const noc_counts *c);

/* The coefficients of a quantity, and how often each counts. Returns their number. */
enum { NOC_TERMS_MAX = 8 };
size_t noc_terms_of(noc_quantity quantity, const noc_counts *c,
                    noc_coefficient_id ids[NOC_TERMS_MAX], double times[NOC_TERMS_MAX]);

/* Share of a matrix arbiter's priority state that is active, of `requests`; 1 for few requests. */
double noc_arbiter_activity(double requests, double center, double width, double decay);

#endif
