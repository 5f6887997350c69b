#include "analytic/memory/coalescing.h"

double noc_coalesced_group(double approximable, double match, double check_depth)
{
    const double found = approximable * match * (check_depth - 1);
    return (1.0 + found) / (1.0 + found * (1.0 - approximable));
}
