/* analytic/circuits/overlay_openings.h: cycles in which a memory node may inject, and the latency
 * of a packet that meets no other. */
#ifndef NOC_ANALYTIC_CIRCUITS_OVERLAY_OPENINGS_H
#define NOC_ANALYTIC_CIRCUITS_OVERLAY_OPENINGS_H

#include "design/overlay.h"

enum { NOC_OPENINGS_MAX = 2 };

/* Cycles of a period, first and last included. */
typedef struct noc_opening {
    int first, last;
} noc_opening;

/* Openings in the order of their cycles; each ends before the next one begins. */
typedef struct noc_openings {
    noc_opening at[NOC_OPENINGS_MAX];
    int count;
    int period, interval;
    bool straddle;
} noc_openings;

/* Openings of a memory node, by the windows of all: its own window, and, as a partner, the
 * partner's if the node may use it. */
noc_openings noc_overlay_openings(const noc_overlay *overlay, const int *windows, int memory_nodes,
                                  int memory, bool as_partner);

/* Mean cycles from a packet's creation to the injection of its tail, with nothing else in its
 * queue: over creation in each cycle of the period, docs/model.md (38) without the way. INFINITY
 * if the packet fits no window. */
double noc_openings_alone(const noc_openings *openings, int flits);

#endif
