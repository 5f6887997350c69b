/* sampler/dram/dram_booking.h: a DRAM whose commands have no slots of their own.
 *
 * An entry that is picked gets all its commands at once, ahead of time, and one entry a clock is
 * picked; banks share nothing but the data bus, on which data may overtake that of an earlier pick.
 * Without tRRD, tCCD, tWR and the command bus: the channel by which schedulers are compared with
 * lists of requests and the order in which they are served. */
#ifndef NOC_SAMPLER_DRAM_DRAM_BOOKING_H
#define NOC_SAMPLER_DRAM_DRAM_BOOKING_H

#include "sampler/dram/dram.h"

/* Books the commands of an entry whose bank is ready, and its data: the first clocks of the bus in
 * a row that are free. It leaves the queue. */
void noc_dram_book(noc_dram *dram, unsigned entry);

#endif
