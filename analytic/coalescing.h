/* analytic/coalescing.h: what a data approximator and codecs do to packets
 * (sampler/nodes/approximator.h, codec.h), in closed form. */
#ifndef NOC_ANALYTIC_COALESCING_H
#define NOC_ANALYTIC_COALESCING_H

/* Mean replies of a packet while check_depth of them wait, at least 1: a share is approximable, and
 * two of these match with a probability. Exact where all are approximable, and where all of them
 * match; within 4 % otherwise. */
double noc_coalesced_group(double approximable, double match, double check_depth);

/* Packets of an interface with codecs, as a share of those without: of `flits` each and `sent` in
 * the mean, with `cycles` at each end for one packet at a time. */
double noc_codec_capacity(double flits, double sent, double cycles);

#endif
