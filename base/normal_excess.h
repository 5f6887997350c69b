/* base/normal_excess.h: excess of a normally distributed number over a limit. */
#ifndef NOC_BASE_NORMAL_EXCESS_H
#define NOC_BASE_NORMAL_EXCESS_H

#include <math.h>

typedef struct noc_excess {
    double mean;   /* mean of max(number - limit, 0) */
    double chance; /* probability that the number is above the limit */
} noc_excess;

/* Excess of a normal number over a limit. The mean of min(number, limit) is `mean` less the mean
 * excess. */
static inline noc_excess noc_normal_excess(double limit, double mean, double deviation)
{
    const double z = (limit - mean) / deviation;
    const double chance = erfc(z / M_SQRT2) / 2.0;
    const double density = exp(-z * z / 2.0) / sqrt(2.0 * M_PI);
    return (noc_excess){deviation * (density - z * chance), chance};
}

#endif
