/* explore/engine.h: which model, or sampler, gave a result, as a fingerprint of its answers. */
#ifndef NOC_EXPLORE_ENGINE_H
#define NOC_EXPLORE_ENGINE_H

#include "explore/space/id.h"
#include "explore/space/space.h"

/* The first digits of the SHA-256 of the model's answers about some designs, one of each topology
 * say: a program that answers otherwise has another fingerprint, so its results are never taken for
 * this one's. */
noc_status noc_engine_fingerprint(noc_design *const *designs, size_t count,
                                  char id[NOC_ID_CHARS + 1], noc_diag *diag);

/* Likewise of the sampler: a short sample of each design at a low load, and the searches for
 * saturation of the last three, which should be small; all runs are short. Takes about a tenth of a
 * second. */
noc_status noc_engine_sampler_fingerprint(noc_design *const *designs, size_t count,
                                          char id[NOC_ID_CHARS + 1], noc_diag *diag);

#endif
