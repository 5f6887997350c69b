/* network/circuits/overlay_windows.h: windows of an overlay: their lengths, their capacity in
 * flits, and the memory nodes that send in them.
 *
 * Window i belongs to memory node i. Its cycles are numbered from 0: none of the first
 * window_switch_cycles injects, and none of the last NOC_OVERLAY_DRAIN, so that all flits have
 * arrived when the window ends. Its owner sends along its row first; its partner, half of the
 * memory nodes further on, along its column first. */
#ifndef NOC_NETWORK_CIRCUITS_OVERLAY_WINDOWS_H
#define NOC_NETWORK_CIRCUITS_OVERLAY_WINDOWS_H

#include <stdint.h>

#include "design/overlay.h"

/* Divides a period equally; remaining cycles go one each to the first windows. */
void noc_windows_equal(int period, int count, int *cycles);

/* Divides a period by weights, 0 or more (all 0: equally): cycles left by rounding down go one each
 * to the largest fractions, then windows below `least` are raised to it by cycles of the longest
 * window at that time. Ties go to the lower number. The sum of the windows is the period; count *
 * least is at most the period. */
void noc_windows_share(int period, int least, const double *weights, int count, int *cycles);

/* Load of a memory node in an epoch. */
typedef struct noc_window_load {
    uint64_t created; /* packets created */
    /* packets not yet sent, partly sent ones too, mean over the epoch's cycles */
    double waiting;
} noc_window_load;

/* Weight of a memory node's next windows. `queue` is the capacity of the reply queue in packets,
 * for normalised weights. */
double noc_window_weight(const noc_overlay *overlay, noc_window_load load, int queue);

/* Cycles of an epoch, with the cycles in which windows are sent to the routers; a period if windows
 * are equal. */
int noc_overlay_epoch(const noc_overlay *overlay);

/* Cycles of a window in which a flit may be injected; 0 or less if the window is too short for
 * one. */
int noc_window_open_cycles(const noc_overlay *overlay, int cycles);

/* Flits sent in a window by a queue that never empties. */
int noc_window_slots(const noc_overlay *overlay, int cycles);

/* Memory node that is the partner in a window, among `count` memory nodes. */
int noc_overlay_partner(int window, int count);

/* Window in which a memory node is the partner. */
int noc_overlay_window_of_partner(int memory, int count);

/* True if the partner reaches a core without a port that the owner's circuit needs. */
bool noc_overlay_reaches(noc_point owner, noc_point partner, noc_point core);

#endif
