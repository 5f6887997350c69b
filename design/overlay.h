/* design/overlay.h: settings of an overlay: time-multiplexed circuits that carry the replies of
 * memory nodes (rapid18's MACRO and RAPID, dapper).
 *
 * Each memory node has a circuit: a flit crosses its whole row in one cycle (X), is kept by the
 * router of its destination's column, and crosses that column in another cycle (Y). Only one memory
 * node sends at a time, the owner of a window of cycles; the windows of all memory nodes make up a
 * period. With multiplexing a second one, the owner's partner, sends at the same time along its
 * column first. */
#ifndef NOC_DESIGN_OVERLAY_H
#define NOC_DESIGN_OVERLAY_H

#include <stdbool.h>

#include "design/key.h"

typedef enum noc_overlay_windows {
    NOC_WINDOWS_EQUAL,
    /* windows sized once an epoch, by the packets that arrived and waited in the epoch before */
    NOC_WINDOWS_ADAPTIVE,
} noc_overlay_windows;

typedef enum noc_weight_units {
    NOC_WEIGHTS_PACKETS,    /* packets that arrive in a period, and packets that wait */
    NOC_WEIGHTS_NORMALISED, /* packets per cycle, and the occupied share of the queue */
} noc_weight_units;

typedef enum noc_multiplex {
    NOC_MULTIPLEX_OFF,
    NOC_MULTIPLEX_RESERVED, /* the partner sends where it needs none of the owner's ports */
    NOC_MULTIPLEX_ALL,      /* the partner sends everywhere; collisions are not modelled */
} noc_multiplex;

/* Times in cycles. Defaults are RAPID's. */
typedef struct noc_overlay {
    int columns, rows;
    int inject_interval;      /* cycles between two flits of a memory node */
    int window_switch_cycles; /* cycles at the start of a window without circuits */
    int row_transit_cycles;   /* cycles to a core in the memory node's own row; 3 to others */
    int straddle;      /* 1: a packet may pause at the end of a window and go on in the next */
    int windows;       /* noc_overlay_windows */
    int period_cycles; /* cycles of all windows together */
    int epoch_cycles;  /* cycles of an epoch, whole periods */
    double weight_arrival, weight_occupancy;
    int weight_units;      /* noc_weight_units */
    int gom_cycles;        /* cycles at the start of an epoch without circuits */
    int window_min_cycles; /* cycles; 0: the shortest window that carries a packet */
    int multiplex;         /* noc_multiplex */
    int ack;               /* 1: cores acknowledge packets, over wires of their own (dapper) */
    /* packets that a memory node holds until they are acknowledged; 0: memory.reply_queue */
    int output_queue;
    int core_queue; /* packets that a core holds; 0: any number */
    /* chance that a bit arrives wrong: a packet with a wrong bit is not acknowledged */
    double bit_error_rate;
} noc_overlay;

enum {
    /* Cycles after an injection for which its circuit has to stand: match and Y, or Y and local. */
    NOC_OVERLAY_DRAIN = 2,
    /* Cycles from injection to delivery, both counted. */
    NOC_OVERLAY_TRANSIT = 3,
};

/* Largest share of packets that may need to be sent again: above it some packets would be sent for
 * ever. */
#define NOC_OVERLAY_HIT_MOST 0.9

/* True if windows are sized by packets that arrive and wait; false for networks without windows. */
static inline bool noc_overlay_adapts(const noc_overlay *overlay)
{
    return overlay->period_cycles > 0 && overlay->windows == NOC_WINDOWS_ADAPTIVE;
}

/* True if a flit waits a cycle in the router of its column while the turn is found (MACRO,
 * RAPID). */
bool noc_overlay_has_match_cycle(const noc_overlay *overlay);

/* Chance that at least one of a packet's bits arrives wrong, so that the packet is sent again. */
double noc_overlay_hit_chance(const noc_overlay *overlay, double bits);

/* Cycles of the shortest window that carries a packet of `flits` flits: any, if a packet may go on
 * in another window. */
int noc_overlay_shortest_window(const noc_overlay *overlay, int flits);

/* Value of window_min_cycles, or its default if 0, with packets of up to `flits_max` flits. */
int noc_overlay_window_min(const noc_overlay *overlay, int flits_max);

#endif
