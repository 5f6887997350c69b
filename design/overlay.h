/* design/overlay.h: settings of an overlay, time-multiplexed circuits that carry the replies of
 * memory nodes (rapid18's MACRO and RAPID, dapper).
 *
 * Each memory node has a circuit. A flit crosses its whole row in one cycle (X), waits in the
 * router of its destination's column, and crosses this column in another cycle (Y). One memory node
 * sends at a time, the owner of a window of cycles; the windows of all memory nodes form a period.
 * With multiplexing a second memory node, the owner's partner, sends at the same time, along its
 * column first. */
#ifndef NOC_DESIGN_OVERLAY_H
#define NOC_DESIGN_OVERLAY_H

#include <stdbool.h>

#include "design/key.h"

typedef enum noc_window_sizing {
    NOC_WINDOWS_EQUAL,
    /* windows sized once per epoch, by the packets that arrived and waited in the previous epoch */
    NOC_WINDOWS_ADAPTIVE,
} noc_window_sizing;

typedef enum noc_weight_units {
    NOC_WEIGHTS_PACKETS,    /* packets that arrive in a period; packets that wait */
    NOC_WEIGHTS_NORMALISED, /* packets that arrive per cycle; occupied share of the queue */
} noc_weight_units;

typedef enum noc_multiplexing {
    NOC_MULTIPLEX_OFF,
    /* the partner sends only to destinations that need none of the owner's ports */
    NOC_MULTIPLEX_RESERVED,
    NOC_MULTIPLEX_ALL, /* the partner sends to all destinations; collisions are not modelled */
} noc_multiplexing;

/* Times in cycles. Defaults are RAPID's. */
typedef struct noc_overlay {
    int columns, rows;
    int inject_interval;      /* cycles between two flits of a memory node */
    int window_switch_cycles; /* cycles at the start of a window without circuits */
    int row_transit_cycles;   /* cycles to a core in the memory node's own row; other cores: 3 */
    int straddles_windows; /* 1: a packet may pause between windows and continue in the next one */
    int window_sizing;     /* noc_window_sizing */
    int period_cycles;     /* sum of all windows, cycles; 0: network without windows */
    int epoch_cycles;      /* length of an epoch, cycles; a multiple of the period */
    /* weights of arrived packets, and of waiting ones, in the length of a window */
    double weight_arrival, weight_occupancy;
    int weight_units; /* noc_weight_units */
    int gom_cycles;   /* cycles at the start of an epoch without circuits */
    /* shortest window, cycles; 0: the shortest window that carries a packet */
    int window_min_cycles;
    int multiplexing;         /* noc_multiplexing */
    int has_acknowledgements; /* 1: cores acknowledge packets over separate wires (dapper) */
    /* packets that a memory node holds until acknowledged; 0: memory.reply_queue */
    int output_queue;
    int core_queue; /* packets that a core holds; 0: any number */
    /* probability that a bit arrives wrong; cores do not acknowledge a packet with a wrong bit */
    double bit_error_rate;
} noc_overlay;

enum {
    /* Cycles after an injection during which the circuit must stay set up. */
    NOC_OVERLAY_DRAIN = 2,
    /* Cycles from injection to delivery, both included. */
    NOC_OVERLAY_TRANSIT = 3,
};

/* Largest supported share of packets that are sent again. With larger shares some packets would be
 * sent forever. */
#define NOC_OVERLAY_HIT_MOST 0.9

/* True if window lengths adapt to the packets that arrive and wait. False for networks without
 * windows. */
static inline bool noc_has_adaptive_windows(const noc_overlay *overlay)
{
    return overlay->period_cycles > 0 && overlay->window_sizing == NOC_WINDOWS_ADAPTIVE;
}

/* True if a flit waits a cycle in the router of its destination's column while the router finds the
 * turn (MACRO, RAPID). */
bool noc_overlay_has_match_cycle(const noc_overlay *overlay);

/* Returns the probability that at least one of `bits` bits arrives wrong, so that the packet is
 * sent again. */
double noc_overlay_error_chance(const noc_overlay *overlay, double bits);

/* Returns the length of the shortest window that carries a packet of `flits` flits, cycles. If
 * packets may straddle windows, one flit is enough. */
int noc_overlay_shortest_window(const noc_overlay *overlay, int flits);

/* Returns the shortest window, cycles: window_min_cycles, or its default if 0, the shortest window
 * for a packet of `max_flits` flits. */
int noc_overlay_min_window(const noc_overlay *overlay, int max_flits);

#endif
