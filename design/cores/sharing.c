#include "design/cores/sharing.h"

#include <math.h>
double noc_sharing_follows(const noc_sharing *sharing)
{
    return exp(-1.0 / sharing->distance);
}
