/* explore/identity.h: identities of spaces, sources and engines in a store. An engine, the model or
 * the sampler that gave a result, is known by its answers. */
#ifndef NOC_EXPLORE_IDENTITY_H
#define NOC_EXPLORE_IDENTITY_H

#include "base/diag.h"
#include "design/design.h"

enum { NOC_ID_CHARS = 16 };

/* The first NOC_ID_CHARS digits of the SHA-256 of a text. */
void noc_id_of(const char *text, char id[NOC_ID_CHARS + 1]);

/* The model's fingerprint: the first digits of the SHA-256 of its answers about some designs, one
 * of each topology say: a program that answers otherwise has another fingerprint, so its results
 * are never taken for this one's. */
noc_status noc_engine_fingerprint(noc_design *const *designs, size_t count,
                                  char id[NOC_ID_CHARS + 1], noc_diag *diag);

/* The sampler's fingerprint: of a short sample of each design at a low load, and the searches for
 * saturation of the last three, which should be small; all runs are short. Takes about a tenth of a
 * second. */
noc_status noc_engine_sampler_fingerprint(noc_design *const *designs, size_t count,
                                          char id[NOC_ID_CHARS + 1], noc_diag *diag);

#endif
