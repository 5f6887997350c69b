/* sampler/sources/releases.h: heap of trace lines that may start, the earliest first. */
#ifndef NOC_SAMPLER_SOURCES_RELEASES_H
#define NOC_SAMPLER_SOURCES_RELEASES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Release of a trace line: its packets may be created. */
typedef struct noc_release {
    uint64_t cycle, line; /* first cycle of the packets; line of the trace */
    uint32_t slot;        /* number of the line in the caller's list */
} noc_release;

/* Heap of releases, whose memory, with room for all lines, belongs to the caller. */
typedef struct noc_releases {
    noc_release *entries;
    size_t count;
} noc_releases;

/* True if release `a` is earlier than `b`, or equal in cycle and earlier in the trace. */
static inline bool noc_release_is_before(noc_release a, noc_release b)
{
    return a.cycle != b.cycle ? a.cycle < b.cycle : a.line < b.line;
}

/* Adds a release. */
void noc_releases_push(noc_releases *releases, noc_release release);

/* Removes the earliest release; the heap must not be empty. */
void noc_releases_pop(noc_releases *releases);

#endif
