/* sampler/sampling/measure.h: figures of a sample for the time after the warm-up, other than its
 * intervals. */
#ifndef NOC_SAMPLER_SAMPLING_MEASURE_H
#define NOC_SAMPLER_SAMPLING_MEASURE_H

#include "sampler/sampling/sampling.h"

/* Fills in shares of the time, rates of channels, and quantiles; blanks quantities that do not
 * apply. */
void noc_sampling_measure(const noc_sampling *sampling, noc_sample *sample);

/* Cycles of a run `times` times as long, rounded up to two digits. */
uint64_t noc_sampling_longer(uint64_t cycles, double times);

#endif
