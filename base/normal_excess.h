/* base/normal_excess.h: how far a normal number is above a limit. */
#ifndef NOC_BASE_NORMAL_EXCESS_H
#define NOC_BASE_NORMAL_EXCESS_H

#include <math.h>

typedef struct noc_excess {
    double mean;   /* mean of the greater of number - limit and 0 */
    double chance; /* chance that the number is above the limit */
} noc_excess;

/* The mean of the lesser of the number and the limit is `mean` less the mean excess. */
static inline noc_excess noc_normal_excess(double limit, double mean, double deviation)
{
    const double z = (limit - mean) / deviation;
    const double above = erfc(z / M_SQRT2) / 2.0;
    const double density = exp(-z * z / 2.0) / sqrt(2.0 * M_PI);
    return (noc_excess){deviation * (density - z * above), above};
}

#endif
