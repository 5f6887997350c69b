/* power_area/bufferless.h: area, leakage and energies of a router with one flit latch at each
 * input, without buffers and allocators, by the forms of a router with buffers (forms.def).
 *
 * A latch is a register as DSENT has behind its crossbars; a bit of a register or counter is a
 * bit of such a register. A comparator or the logic of a counter is counted in gates of the size
 * of a 2:1 multiplexer. A bit of a table is a bit of a buffer (flip-flops: rapid18's tables are
 * a ROM, which is smaller). */
#ifndef NOC_POWER_AREA_BUFFERLESS_H
#define NOC_POWER_AREA_BUFFERLESS_H

#include "network/graph/graph.h"
#include "power_area/router.h"

typedef struct noc_bufferless_shape {
    noc_crossbar crossbar; /* crossbar; one input: no crossbar */
    double flit_bits;
    double latches; /* number of latches, each of a flit */
    /* bits of registers and counters, besides the bits that select the crossbar's inputs */
    double control_bits;
    double gates; /* number of gates of the size of a 2:1 multiplexer */
} noc_bufferless_shape;

/* Area and leakage of one piece; leakage is NAN where the process has no power. */
typedef struct noc_piece_cost {
    double area_um2, leakage_mw;
} noc_piece_cost;

typedef struct noc_bufferless_cost {
    noc_piece_cost router; /* crossbar, control and clock tree, without latches */
    double crossbar_um2;   /* crossbar's part of the router's area */
    noc_piece_cost latch;  /* cost of one latch */
    double wire_area_um2;  /* area of the clock tree's wires: metal, no silicon */
    double crossbar_pj;    /* energy of a flit to one output */
    double latch_pj;       /* energy of a flit into a latch */
    double clock_pj;       /* energy of the clock in each cycle, with latches */
} noc_bufferless_cost;

noc_bufferless_cost noc_cost_of_bufferless(const noc_process *process,
                                           const noc_bufferless_shape *shape);

/* Cost of a bit of a table. */
noc_piece_cost noc_cost_of_table_bit(const noc_process *process);

/* Cost of a bit of a register. */
noc_piece_cost noc_cost_of_register_bit(const noc_process *process);

/* Buffer at one port, and the energy of a flit into and out of the buffer. */
typedef struct noc_buffer_cost {
    noc_piece_cost buffer;
    double flit_pj;
} noc_buffer_cost;

noc_buffer_cost noc_cost_of_buffer(const noc_process *process, double flits, double flit_bits);

#endif
