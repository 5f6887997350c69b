/* sampler/engines/slices/lines.h: slices and rings: every sender has lines of its own, so packets wait for those before
 * them in their queue only (network/slices.h). A line sends a flit a cycle; with several a sender's packets take them in
 * turn, and leave the queue in order. */
#ifndef NOC_SAMPLER_ENGINES_SLICES_LINES_H
#define NOC_SAMPLER_ENGINES_SLICES_LINES_H

#include "sampler/engines/sender_queues.h"

typedef struct noc_slice_lines noc_slice_lines;

/* `way` has the cycles of a head from each sender to each destination, sender by sender; it is copied. NULL when out of
 * memory. */
noc_slice_lines *noc_slice_lines_new(int senders, int lines, int destinations, const int *way,
                                     noc_sender_queues queues);
void noc_slice_lines_free(noc_slice_lines *lines);

void noc_slice_lines_created(noc_slice_lines *lines, int sender, uint64_t now);

/* A cycle: what arrives in it, and what is sent. A packet of one flit over one stop arrives in the cycle in which it
 * is sent. */
void noc_slice_lines_arrive(noc_slice_lines *lines, uint64_t now);
void noc_slice_lines_send(noc_slice_lines *lines, uint64_t now);

uint64_t noc_slice_lines_quiet_until(const noc_slice_lines *lines, uint64_t now);

#endif
