#include "analytic/row_runs.h"

#include <math.h>

double noc_row_hits_in_order(int sources, int banks, double run)
{
    const double s = sources, new_bank = 1.0 - 1.0 / banks, same_bank = 1.0 - 1.0 / (run * banks);
    /* the chance that the row is still open when its source is back, with `u` other sources seen
     * since */
    double open = 1.0 / s / (1.0 - (s - 1.0) / s * same_bank);
    for (int u = sources - 2; u >= 0; u--)
        open = (1.0 / s + (s - 1.0 - u) / s * new_bank * open) / (1.0 - u / s * same_bank);
    return noc_row_hits_most(run) * open;
}

double noc_row_batch(double run, int most)
{
    return run * (1.0 - pow(1.0 - 1.0 / run, most));
}
