/* sampler/sampling/phase_controls.h: instructions of batches, freed from what is chance in how many
 * cores are in which phase (controls.h). */
#ifndef NOC_SAMPLER_SAMPLING_PHASE_CONTROLS_H
#define NOC_SAMPLER_SAMPLING_PHASE_CONTROLS_H

#include "sampler/sampling/controls.h"
#include "sampler/sampling/replication.h"

/* Of NOC_REPLICATIONS runs, whose batches from `first` up to `end` are joined to so many groups
 * each: `pairs` has instructions and core cycles of all of them, run by run. Nothing without
 * phases. */
void noc_free_of_phases(const noc_phases *phases, const noc_replication *runs, size_t first,
                        size_t end, size_t groups, noc_pair *pairs);

#endif
