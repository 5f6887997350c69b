/* analytic/larger.h: the larger and the lesser of two numbers, as fmax and fmin are calls. */
#ifndef NOC_ANALYTIC_LARGER_H
#define NOC_ANALYTIC_LARGER_H

static inline double cap(double value, double highest)
{
    return value < highest ? value : highest;
}

static inline double larger(double a, double b)
{
    return a > b ? a : b;
}

#endif
