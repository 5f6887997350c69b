/* base/bitset.h: sets of small numbers, as bits of 64-bit words.
 *
 * Functions with loops get the number of words. With a constant 1 the compiler drops the loops. */
#ifndef NOC_BASE_BITSET_H
#define NOC_BASE_BITSET_H

#include <stdbool.h>
#include <stdint.h>

/* Forced inlining, so that hot loops are compiled for each constant argument. Not with sanitizers,
 * which check every copy: without copies the largest file compiles in a tenth of the time. */
#ifdef __SANITIZE_ADDRESS__
#define NOC_INLINE static inline
#else
#define NOC_INLINE static inline __attribute__((always_inline))
#endif

NOC_INLINE void noc_set_add(uint64_t *set, unsigned i)
{
    set[i >> 6] |= (uint64_t)1 << (i & 63);
}

NOC_INLINE void noc_set_remove(uint64_t *set, unsigned i)
{
    set[i >> 6] &= ~((uint64_t)1 << (i & 63));
}

/* Removes i if `condition` holds, without a branch. */
NOC_INLINE void noc_set_remove_if(uint64_t *set, unsigned i, bool condition)
{
    set[i >> 6] &= ~((uint64_t)condition << (i & 63));
}

NOC_INLINE bool noc_set_has(const uint64_t *set, unsigned i)
{
    return set[i >> 6] >> (i & 63) & 1;
}

/* Adds, or removes, i in a set of `words` words; faster than noc_set_add for a constant 1. */
NOC_INLINE void noc_set_add_sized(uint64_t *set, unsigned words, unsigned i)
{
    set[words == 1 ? 0 : i >> 6] |= (uint64_t)1 << (i & 63);
}

NOC_INLINE void noc_set_remove_sized(uint64_t *set, unsigned words, unsigned i)
{
    set[words == 1 ? 0 : i >> 6] &= ~((uint64_t)1 << (i & 63));
}

NOC_INLINE bool noc_set_is_empty(const uint64_t *set, unsigned words)
{
    uint64_t union_of_words = 0;
    for (unsigned w = 0; w < words; w++) union_of_words |= set[w];
    return union_of_words == 0;
}

/* First member at or after `from`, with wrap-around. The set must not be empty; from <= 64 *
 * words. */
NOC_INLINE unsigned noc_set_first_from(const uint64_t *set, unsigned words, unsigned from)
{
    if (words == 1) { /* a rotation avoids an unpredictable branch */
        const uint64_t rotated = set[0] >> (from & 63) | set[0] << (-from & 63);
        return (from + (unsigned)__builtin_ctzll(rotated)) & 63;
    }
    if (from == 64 * words) from = 0;
    const unsigned word = from >> 6;
    const uint64_t later_members = set[word] >> (from & 63);
    if (later_members) return from + (unsigned)__builtin_ctzll(later_members);
    for (unsigned k = 1; k <= words; k++) {
        const unsigned w = word + k < words ? word + k : word + k - words;
        if (set[w]) return 64 * w + (unsigned)__builtin_ctzll(set[w]);
    }
    return from; /* unreachable */
}

/* Loop over the members of a set in ascending order. The body may remove members. */
#define NOC_SET_EACH(i, set, words)                                                      \
    for (unsigned i##_word = 0; i##_word < (words); i##_word++)                          \
        for (uint64_t i##_left = (set)[i##_word], i = 0;                                 \
             i##_left && ((i = 64 * i##_word + (unsigned)__builtin_ctzll(i##_left)), 1); \
             i##_left &= i##_left - 1)

/* Loop over the members of a set in ascending order, which empties the set. The body must not add
 * members. */
#define NOC_SET_DRAIN(i, set, words)                                                     \
    for (unsigned i##_word = 0; i##_word < (words); i##_word++)                          \
        for (uint64_t i##_left = (set)[i##_word], i = (set)[i##_word] = 0;               \
             i##_left && ((i = 64 * i##_word + (unsigned)__builtin_ctzll(i##_left)), 1); \
             i##_left &= i##_left - 1)

/* First member of a mask at or after `from` <= 32, with wrap-around. The mask must not be empty. */
NOC_INLINE unsigned noc_mask_first_from(uint32_t mask, unsigned from)
{
    const uint32_t rotated = mask >> (from & 31) | mask << (-from & 31);
    return (from + (unsigned)__builtin_ctz(rotated)) & 31;
}

#endif
