/* sampler/sources/releases.h: lines of a trace that may go, the earliest first. */
#ifndef NOC_SAMPLER_SOURCES_RELEASES_H
#define NOC_SAMPLER_SOURCES_RELEASES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A line of the trace whose packets may be created. */
typedef struct noc_release {
    uint64_t cycle, line;
    uint32_t slot; /* place of the line in the user's list */
} noc_release;

/* A heap, in memory of its user, with room for all lines it may hold. */
typedef struct noc_releases {
    noc_release *all;
    size_t count;
} noc_releases;

/* True if release `a` is earlier than `b`, or in the same cycle and before `b` in the trace. */
static inline bool noc_release_is_before(noc_release a, noc_release b)
{
    return a.cycle != b.cycle ? a.cycle < b.cycle : a.line < b.line;
}

void noc_releases_push(noc_releases *releases, noc_release release);
void noc_releases_pop(noc_releases *releases); /* takes out the first release; there must be one */

#endif
