/* design/overlay.h: the settings of an overlay: time-multiplexed circuits that carry the replies
 * of memory nodes (rapid18's MACRO and RAPID, dapper).
 *
 * Each memory node has a circuit: a flit runs along its whole row in one cycle (X), is kept by the
 * router of its destination's column, and runs along that column in another (Y). Only one memory
 * node sends at a time: it owns a window of cycles, and the windows of all make up a period. With
 * multiplexing a second one, the owner's partner, sends at the same time along its column first. */
#ifndef NOC_DESIGN_OVERLAY_H
#define NOC_DESIGN_OVERLAY_H

#include <stdbool.h>

#include "design/key.h"

typedef enum noc_overlay_windows {
    NOC_WINDOWS_EQUAL,
    NOC_WINDOWS_ADAPTIVE, /* sized once an epoch, by what arrived and waited in the one before */
} noc_overlay_windows;

typedef enum noc_weight_units {
    NOC_WEIGHTS_PACKETS,    /* packets that arrive in a period, and packets that wait */
    NOC_WEIGHTS_NORMALISED, /* packets per cycle, and the share of the queue that is taken */
} noc_weight_units;

typedef enum noc_multiplex {
    NOC_MULTIPLEX_OFF,
    NOC_MULTIPLEX_RESERVED, /* the partner sends where it needs none of the owner's ports */
    NOC_MULTIPLEX_ALL,      /* the partner sends everywhere; collisions are not modelled */
} noc_multiplex;

/* Times in cycles. Defaults are RAPID's. */
typedef struct noc_overlay {
    int columns, rows;
    int inject_interval;      /* between two flits of a memory node */
    int window_switch_cycles; /* at the start of a window, without circuits */
    int row_transit_cycles;   /* to a core in the memory node's own row; 3 to others */
    int straddle;             /* 1: a packet may stop with a window and go on in the next */
    int windows;              /* noc_overlay_windows */
    int period_cycles;        /* of all windows together */
    int epoch_cycles;         /* whole periods */
    double weight_arrival, weight_occupancy;
    int weight_units;      /* noc_weight_units */
    int gom_cycles;        /* without circuits, at the start of an epoch */
    int window_min_cycles; /* 0: the shortest that carries a packet */
    int multiplex;         /* noc_multiplex */
    int ack;               /* 1: cores acknowledge packets, over wires of their own (dapper) */
    /* packets of a memory node, until they are acknowledged; 0: memory.reply_queue */
    int output_queue;
    int core_queue;        /* packets that a core holds; 0: any number */
    double bit_error_rate; /* chance that a bit arrives wrong: such packets are not acknowledged */
} noc_overlay;

enum {
    /* The cycles after an injection for which its circuit has to stand: match and Y, or Y and
     * local. */
    NOC_OVERLAY_DRAIN = 2,
    /* From injection to delivery, both counted. */
    NOC_OVERLAY_TRANSIT = 3,
};

/* The largest share of packets that may have to go again: others would go for ever. */
#define NOC_OVERLAY_HIT_MOST 0.9

/* True if windows are sized by what arrives and waits; false of networks without windows. */
static inline bool noc_overlay_adapts(const noc_overlay *overlay)
{
    return overlay->period_cycles > 0 && overlay->windows == NOC_WINDOWS_ADAPTIVE;
}

/* True if a flit waits a cycle in the router of its column for the turn to be found (MACRO,
 * RAPID). */
bool noc_overlay_has_match_cycle(const noc_overlay *overlay);

/* The chance that a packet of so many bits has one that arrives wrong, and goes again. */
double noc_overlay_hit_chance(const noc_overlay *overlay, double bits);

/* The least window that carries a packet of so many flits: any, if it may be continued in
 * another. */
int noc_overlay_shortest_window(const noc_overlay *overlay, int flits);

/* window_min_cycles, or what it stands for when 0, with packets of up to so many flits. */
int noc_overlay_window_min(const noc_overlay *overlay, int flits_max);

#endif
