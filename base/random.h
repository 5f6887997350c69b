/* base/random.h: streams of random numbers for the cycle loop.
 *
 * xoshiro256++ (Blackman and Vigna, ACM TOMS 47(4), 2021), seeded by splitmix64 as its authors
 * advise. Every consumer has a stream of its own. Inline, because the library's generators are
 * called through pointers, several times a packet. */
#ifndef NOC_BASE_RANDOM_H
#define NOC_BASE_RANDOM_H

#include <stdint.h>

typedef struct noc_random {
    uint64_t state[4];
} noc_random;

/* splitmix64 (Steele, Lea, Flood 2014): the next state, and a well-mixed number from it. */
static inline uint64_t noc_splitmix(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* Stream number `stream` of a seed. */
static inline noc_random noc_random_stream(uint64_t seed, uint64_t stream)
{
    noc_random random;
    uint64_t mix = seed;
    mix = noc_splitmix(&mix) ^ stream;
    for (int i = 0; i < 4; i++) random.state[i] = noc_splitmix(&mix);
    return random;
}

static inline uint64_t noc_random_next(noc_random *random)
{
    uint64_t *s = random->state;
    const uint64_t sum = s[0] + s[3], shifted = s[1] << 17;
    const uint64_t result = (sum << 23 | sum >> 41) + s[0];
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = s[3] << 45 | s[3] >> 19;
    return result;
}

/* In [0, 1). */
static inline double noc_random_uniform(noc_random *random)
{
    return (double)(noc_random_next(random) >> 11) * 0x1p-53;
}

/* In (0, 1]. */
static inline double noc_random_positive(noc_random *random)
{
    return (double)((noc_random_next(random) >> 11) + 1) * 0x1p-53;
}

#endif
