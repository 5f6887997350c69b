/* base/min_max.h: minimum and maximum of two numbers, by one comparison. The result for NaN, and
 * for two equal numbers, is the second argument. (fmin and fmax are calls, and ignore a NaN.) */
#ifndef NOC_BASE_MIN_MAX_H
#define NOC_BASE_MIN_MAX_H

#include <stddef.h>
#include <stdint.h>

static inline double min_of(double a, double b)
{
    return a < b ? a : b;
}

static inline double max_of(double a, double b)
{
    return a > b ? a : b;
}

/* Limits a number to least .. most; NaN becomes `least`. */
static inline double clamp(double value, double least, double most)
{
    return min_of(max_of(value, least), most);
}

static inline int min_int(int a, int b)
{
    return a < b ? a : b;
}

static inline int max_int(int a, int b)
{
    return a > b ? a : b;
}

static inline unsigned min_unsigned(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

static inline unsigned max_unsigned(unsigned a, unsigned b)
{
    return a > b ? a : b;
}

static inline uint64_t min_u64(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static inline uint64_t max_u64(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static inline size_t min_size(size_t a, size_t b)
{
    return a < b ? a : b;
}

static inline size_t max_size(size_t a, size_t b)
{
    return a > b ? a : b;
}

#endif
