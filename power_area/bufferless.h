/* power_area/bufferless.h: area, leakage and energies of a router that has a latch of a flit at
 * each input, and neither buffers nor allocators: by the same forms as a router with them
 * (forms.def).
 *
 * A latch is a register as DSENT has them behind its crossbars; registers and counters are of the
 * same bits, what compares and counts of gates of a 2:1 multiplexer's size, a bit of a table one of
 * a buffer (flip-flops: rapid18's are a ROM, which is smaller). */
#ifndef NOC_POWER_AREA_BUFFERLESS_H
#define NOC_POWER_AREA_BUFFERLESS_H

#include "network/graph/graph.h"
#include "power_area/router.h"

typedef struct noc_bufferless_shape {
    noc_crossbar crossbar; /* of one input: none */
    double flit_bits;
    double latches;      /* of a flit */
    double control_bits; /* registers and counters, beside the selection of the crossbar */
    double gates;        /* of a multiplexer's size */
} noc_bufferless_shape;

/* Silicon and leakage of one of a thing. Power is NAN where the process has none. */
typedef struct noc_piece_cost {
    double area_um2, leakage_mw;
} noc_piece_cost;

typedef struct noc_bufferless_cost {
    noc_piece_cost router; /* crossbar, control, clock tree: without the latches */
    double crossbar_um2;   /* of the router's area */
    noc_piece_cost latch;  /* each */
    double wire_area_um2;  /* of the clock tree: no silicon */
    double crossbar_pj;    /* a flit to one output */
    double latch_pj;       /* a flit into a latch */
    double clock_pj;       /* every cycle, latches included */
} noc_bufferless_cost;

noc_bufferless_cost noc_cost_of_bufferless(const noc_process *process,
                                           const noc_bufferless_shape *shape);

/* A bit of a table. */
noc_piece_cost noc_cost_of_table_bit(const noc_process *process);

/* A bit of a register. */
noc_piece_cost noc_cost_of_register_bit(const noc_process *process);

/* A buffer of so many flits behind one port, and a flit's way into it and out. */
typedef struct noc_buffer_cost {
    noc_piece_cost buffer;
    double flit_pj;
} noc_buffer_cost;

noc_buffer_cost noc_cost_of_buffer(const noc_process *process, double flits, double flit_bits);

#endif
