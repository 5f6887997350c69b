/* base/random.h: streams of random numbers for the cycle loop, and weighted draws.
 *
 * Generator: xoshiro256++ (Blackman and Vigna, ACM TOMS 47(4), 2021), seeded by splitmix64 as its
 * authors advise. Every consumer has a private stream. Inline functions, since GSL calls its
 * generators through pointers, several times per packet. */
#ifndef NOC_BASE_RANDOM_H
#define NOC_BASE_RANDOM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

typedef struct noc_random {
    uint64_t state[4];
} noc_random;

/* Advances a state of splitmix64 (Steele, Lea, Flood 2014), and returns its number. */
static inline uint64_t noc_splitmix(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* Makes stream number `stream` of a seed. */
static inline noc_random noc_random_stream(uint64_t seed, uint64_t stream)
{
    noc_random random;
    uint64_t seed_state = seed;
    seed_state = noc_splitmix(&seed_state) ^ stream;
    for (int i = 0; i < 4; i++) random.state[i] = noc_splitmix(&seed_state);
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

/* Draws a uniform number in [0, 1). */
static inline double noc_random_uniform(noc_random *random)
{
    return (double)(noc_random_next(random) >> 11) * 0x1p-53;
}

/* Draws a uniform number in (0, 1]. */
static inline double noc_random_positive(noc_random *random)
{
    return (double)((noc_random_next(random) >> 11) + 1) * 0x1p-53;
}

typedef struct noc_alias_part {
    double end;          /* end of item k in part k, on [0, 1) */
    uint32_t other_item; /* item in the remainder of part k */
} noc_alias_part;

/* Alias table: draws an item by weights in constant time (Walker 1977; table after Kronmal and
 * Peterson 1979). [0, 1) is divided into equal parts, one for each item. Part k belongs to item k
 * up to `end`, and then to one other item. */
typedef struct noc_alias_table {
    /* parts of the items; NULL: weights are equal, so part k belongs to item k */
    noc_alias_part *parts;
    size_t count;
} noc_alias_table;

/* Makes a table. Weights are 0 or more, and not all 0. False when out of memory. */
bool noc_alias_table_make(noc_alias_table *table, noc_arena *arena, const double *weights,
                          size_t count);

static inline size_t noc_alias_table_draw(const noc_alias_table *table, noc_random *random)
{
    const double u = noc_random_uniform(random);
    /* conversion by a signed integer, which is faster */
    const size_t k = (size_t)(int64_t)(u * (double)(int64_t)table->count);
    if (!table->parts) return k;
    return u < table->parts[k].end ? k : table->parts[k].other_item;
}

#endif
