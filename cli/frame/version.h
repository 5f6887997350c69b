/* cli/frame/version.h: version of the program. */
#ifndef NOC_CLI_FRAME_VERSION_H
#define NOC_CLI_FRAME_VERSION_H

const char *noc_version(void);

/* The day of the version, "2026-11-26". */
const char *noc_release_date(void);

/* The oldest version that measures the same for the same design and seed: kept samples of it are
 * still good. A change of the sampler's answers raises it to the version that brings it. */
const char *noc_samples_version(void);

/* The commit that the program was built from, with "-dirty" if files were changed since; "unknown"
 * where the build knew none. */
const char *noc_commit(void);

#endif
