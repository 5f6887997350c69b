/* analytic/fixed_stream.h: stream of random numbers from a fixed seed, for integrals over many
 * variables. Each integral draws the same numbers, so results depend on the design alone
 * (generator: splitmix64; Steele, Lea, Flood 2014). */
#ifndef NOC_ANALYTIC_FIXED_STREAM_H
#define NOC_ANALYTIC_FIXED_STREAM_H

#include <stdint.h>

typedef struct noc_fixed_stream {
    uint64_t state; /* seed, any number; changed by each draw */
} noc_fixed_stream;

/* Draws a uniform number in [0, 1). */
static inline double noc_fixed_uniform(noc_fixed_stream *stream)
{
    uint64_t z = stream->state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

#endif
