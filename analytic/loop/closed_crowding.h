/* analytic/loop/closed_crowding.h: what channels have when a CTA scheduler fills some compute nodes
 * and not others, or with other kernels.
 *
 * Requests and replies of a compute node are as many as its CTAs make. Where these crowd into a
 * part of the chip the channels that lead there are full while others have nothing (cdx19, section
 * 3.5: all of a small kernel in half of the local crossbars). The open model of flows that differ
 * so tells what the network takes, and how long packets wait. */
#ifndef NOC_ANALYTIC_LOOP_CLOSED_CROWDING_H
#define NOC_ANALYTIC_LOOP_CLOSED_CROWDING_H

#include "analytic/loop/closed_ends.h"

/* Whether compute nodes of a system have unequal shares of the CTAs' requests at first. No when out
 * of memory. */
bool noc_closed_is_crowded(const noc_closed_cores *cores, const noc_system *system);

/* Gives them their shares: rates of flows from and to each compute node, whose sum stays as it is.
 * False when out of memory: nothing is changed then. */
bool noc_closed_crowd(const noc_closed_cores *cores, noc_system *system);

#endif
