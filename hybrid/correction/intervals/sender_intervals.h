/* hybrid/correction/intervals/sender_intervals.h: prediction intervals of the model's answers about
 * networks whose packets wait at their senders: slices, rings, tokens and the windows of overlays.
 *
 * The errors are log(measured / model) of latency, by how waits are found and band of load, and of
 * saturation, of all of them together, over the rows of tests/reference/overlays.csv, an
 * independent simulator's; those of few packets and of high loads are large in the same way in all
 * families of a kind, so there is no difficulty. Nothing of the model was fitted to a row, but its
 * equations were chosen with these rows in sight: intervals are as narrow as its errors there.
 * sender_spreads.def has their conformal quantiles (intervals.h), for a confidence of 90 %;
 * `test_sender_intervals FILE` writes it anew. */
#ifndef NOC_HYBRID_CORRECTION_INTERVALS_SENDER_INTERVALS_H
#define NOC_HYBRID_CORRECTION_INTERVALS_SENDER_INTERVALS_H

#include "analytic/network_model.h"
#include "hybrid/correction/intervals/intervals.h"

#define NOC_SENDER_CONFIDENCE 0.9

/* Of all networks of a design that carry a class: the one that is found least exactly. */
noc_sender_kind noc_sender_kind_of_class(const noc_system *system, noc_class class);

/* Of latencies, at a share of saturation; and of saturation. */
noc_spread noc_sender_latency_spread(noc_sender_kind kind, double share);
noc_spread noc_sender_saturation_spread(void);

#endif
