/* sampler/sources/releases.h: lines of a trace that may go, the earliest first. */
#ifndef NOC_SAMPLER_SOURCES_RELEASES_H
#define NOC_SAMPLER_SOURCES_RELEASES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A line of the trace whose packets may be created. */
typedef struct noc_release {
    uint64_t cycle, line;
    uint32_t slot; /* place of the line at whoever asks */
} noc_release;

/* A heap, in memory of whoever uses it: it never holds more than there is room for. */
typedef struct noc_releases {
    noc_release *all;
    size_t count;
} noc_releases;

/* The earlier one; of one cycle that which is before in the trace. */
static inline bool noc_release_is_before(noc_release a, noc_release b)
{
    return a.cycle != b.cycle ? a.cycle < b.cycle : a.line < b.line;
}

void noc_releases_push(noc_releases *releases, noc_release release);
void noc_releases_pop(noc_releases *releases); /* takes out the first; there is one */

#endif
