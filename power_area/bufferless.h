/* power_area/bufferless.h: area, leakage and energies of a router that has a latch of a flit at
 * each input, and neither buffers nor allocators, by the forms of a router that has them
 * (forms.def).
 *
 * A latch is a register as DSENT has them behind its crossbars; bits of registers and counters are
 * bits of such a register. Comparators and the logic of counters are gates of a 2:1 multiplexer's
 * size. A bit of a table is a bit of a buffer (flip-flops: rapid18's tables are a ROM, which is
 * smaller). */
#ifndef NOC_POWER_AREA_BUFFERLESS_H
#define NOC_POWER_AREA_BUFFERLESS_H

#include "network/graph/graph.h"
#include "power_area/router.h"

typedef struct noc_bufferless_shape {
    noc_crossbar crossbar; /* crossbar; a crossbar of one input is none */
    double flit_bits;
    double latches; /* latches, each of a flit */
    /* bits of registers and counters, beside the bits that select the crossbar's inputs */
    double control_bits;
    double gates; /* gates of a 2:1 multiplexer's size */
} noc_bufferless_shape;

/* Area and leakage of one piece. Leakage is NAN where the process has no power. */
typedef struct noc_piece_cost {
    double area_um2, leakage_mw;
} noc_piece_cost;

typedef struct noc_bufferless_cost {
    noc_piece_cost router; /* crossbar, control and clock tree, latches excluded */
    double crossbar_um2;   /* crossbar's part of the router's area */
    noc_piece_cost latch;  /* cost of one latch */
    double wire_area_um2;  /* wires of the clock tree, no silicon */
    double crossbar_pj;    /* energy of a flit to one output */
    double latch_pj;       /* energy of a flit into a latch */
    double clock_pj;       /* energy of each cycle, latches included */
} noc_bufferless_cost;

noc_bufferless_cost noc_cost_of_bufferless(const noc_process *process,
                                           const noc_bufferless_shape *shape);

/* Cost of a bit of a table. */
noc_piece_cost noc_cost_of_table_bit(const noc_process *process);

/* Cost of a bit of a register. */
noc_piece_cost noc_cost_of_register_bit(const noc_process *process);

/* A buffer behind one port, and the energy of a flit into it and out. */
typedef struct noc_buffer_cost {
    noc_piece_cost buffer;
    double flit_pj;
} noc_buffer_cost;

noc_buffer_cost noc_cost_of_buffer(const noc_process *process, double flits, double flit_bits);

#endif
