/* bindings/c/version.h: release date and commit of the version (noc_version). */
#ifndef NOC_BINDINGS_C_VERSION_H
#define NOC_BINDINGS_C_VERSION_H

#include "bindings/c/nocsight.h"

/* Returns the day of the version, "2026-11-26". */
const char *noc_release_date(void);

/* Returns the oldest version with equal samples for equal designs and seeds: samples kept by this
 * or a later version are valid. A change of the sampler's answers raises it to the version with the
 * change. */
const char *noc_samples_version(void);

/* Returns the commit of the build, with "-dirty" for changed files; "unknown" if the build had
 * none. */
const char *noc_commit(void);

#endif
