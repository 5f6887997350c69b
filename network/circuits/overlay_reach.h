/* network/circuits/overlay_reach.h: which memory nodes send at the same time, and where their
 * circuits meet.
 *
 * The owner of a window sends along its row first; its partner, half of the memory nodes further
 * on, along its column first. */
#ifndef NOC_NETWORK_CIRCUITS_OVERLAY_REACH_H
#define NOC_NETWORK_CIRCUITS_OVERLAY_REACH_H

#include "design/overlay.h"

/* The memory node that is the partner in a window, of so many memory nodes. */
int noc_overlay_partner(int window, int count);

/* The window in which a memory node is the partner. */
int noc_overlay_window_of_partner(int memory, int count);

/* Whether the partner reaches a core without a port that the owner's circuit needs. */
bool noc_overlay_reaches(noc_point owner, noc_point partner, noc_point core);

#endif
