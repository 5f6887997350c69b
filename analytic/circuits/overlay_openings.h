/* analytic/circuits/overlay_openings.h: openings, which are the cycles in which a memory node may
 * inject, and the latency of a packet that meets no other packet. */
#ifndef NOC_ANALYTIC_CIRCUITS_OVERLAY_OPENINGS_H
#define NOC_ANALYTIC_CIRCUITS_OVERLAY_OPENINGS_H

#include "design/overlay.h"

enum { NOC_OPENINGS_MAX = 2 };

/* A range of cycles of a period; first and last cycle are part of it. */
typedef struct noc_opening {
    int first_cycle, last_cycle;
} noc_opening;

/* Openings of a memory node in the order of their cycles; each ends before the next one begins. */
typedef struct noc_openings {
    noc_opening list[NOC_OPENINGS_MAX];
    int count;
    int period, interval; /* cycles of a period; cycles between two flits */
    bool can_straddle;    /* true if a packet may begin in one opening and end in a later one */
} noc_openings;

/* Returns the openings of a memory node: its own window and, if `is_partner`, its partner's window.
 * `windows`: [memory node]: cycles. */
noc_openings noc_overlay_openings(const noc_overlay *overlay, const int *windows, int memory_nodes,
                                  int memory, bool is_partner);

/* Returns the mean cycles from a packet's creation to the injection of its tail in an empty queue,
 * over creations in all cycles of the period: docs/model.md (38) without the route. INFINITY if the
 * packet fits no window. */
double noc_openings_latency(const noc_openings *openings, int flits);

#endif
