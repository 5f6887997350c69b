/* analytic/min_max.h: the lesser and the greater of two numbers: fmin and fmax are calls. */
#ifndef NOC_ANALYTIC_MIN_MAX_H
#define NOC_ANALYTIC_MIN_MAX_H

static inline double min_of(double value, double highest)
{
    return value < highest ? value : highest;
}

static inline double max_of(double a, double b)
{
    return a > b ? a : b;
}

#endif
