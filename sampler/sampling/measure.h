/* sampler/sampling/measure.h: figures of a sample after the warm-up, other than the intervals of
 * its quantities; rounding of run lengths. */
#ifndef NOC_SAMPLER_SAMPLING_MEASURE_H
#define NOC_SAMPLER_SAMPLING_MEASURE_H

#include "sampler/sampling/sampling.h"

/* Measures shares of time, rates of channels and quantiles; sets inapplicable quantities to NAN. */
void noc_sampling_measure(const noc_sampling *sampling, noc_sample *sample);

/* Multiplies the cycles of a run by `factor`, and rounds the product up to two digits. */
uint64_t noc_sampling_scale_cycles(uint64_t cycles, double factor);

#endif
