/* network/circuits/overlay_windows.h: time windows of an overlay: their lengths, their capacity in
 * flits, and the memory nodes that send in them.
 *
 * Window i belongs to memory node i, its owner. Cycles of a window are numbered from 0. No flit
 * is injected in the first window_switch_cycles nor in the last NOC_OVERLAY_DRAIN cycles, so all
 * flits have arrived at the end of the window. The owner sends along its row first. The partner,
 * the memory node whose number is higher by half of their count, sends along its column first. */
#ifndef NOC_NETWORK_CIRCUITS_OVERLAY_WINDOWS_H
#define NOC_NETWORK_CIRCUITS_OVERLAY_WINDOWS_H

#include <stdint.h>

#include "design/overlay.h"

/* Divides a period into `count` windows: cycles[window]. Windows are equal, except that the first
 * ones get the remaining cycles, one each. */
void noc_windows_divide_equally(int period, int count, int *cycles);

/* Divides a period into windows, cycles[window], by weights of 0 or more (all 0: equally). Cycles
 * that rounding down leaves go one by one to the windows with the largest fractions. Then each
 * window shorter than `least` is raised to `least`, by cycles of the window that is the longest at
 * that time. Of equals the lowest number comes first. The windows sum to the period; count * least
 * must not exceed the period. */
void noc_windows_divide(int period, int least, const double *weights, int count, int *cycles);

/* Load of a memory node in an epoch. */
typedef struct noc_window_load {
    uint64_t created; /* packets created */
    /* packets that are not sent completely, mean over the epoch's cycles */
    double waiting;
} noc_window_load;

/* Weight of a memory node's next windows. `queue`: capacity of the reply queue, packets, for
 * normalised weights. */
double noc_window_weight(const noc_overlay *overlay, noc_window_load load, int queue);

/* Length of an epoch, cycles, with the cycles in which windows are sent to the routers; a period
 * if windows are equal. */
int noc_overlay_epoch_cycles(const noc_overlay *overlay);

/* Number of cycles of a window in which a flit may be injected; 0 or less for a window that is
 * too short. */
int noc_window_open_cycles(const noc_overlay *overlay, int cycles);

/* Capacity of a window, flits: flits that a queue sends if it never empties. */
int noc_window_slots(const noc_overlay *overlay, int cycles);

/* Partner in a window, a memory node among `count`. */
int noc_overlay_partner(int window, int count);

/* Window in which a memory node is the partner. */
int noc_overlay_window_of_partner(int memory, int count);

/* True if the partner reaches a core without a port that the owner's circuit needs. */
bool noc_partner_reaches_core(noc_point owner, noc_point partner, noc_point core);

#endif
