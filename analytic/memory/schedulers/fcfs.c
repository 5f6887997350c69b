/* First come, first served: only the oldest access is looked at, so one follows the other, and no
 * bank is opened while another one is. */
#include <math.h>

#include "analytic/memory/scheduler_model.h"
#include "network/graph/units.h"

/* Clocks from the column command of an access to that of the next one, which wants another row.
 * The next bank is the same one with a chance of one in the number of banks: then its row must
 * have been open for tRAS, and tRC must have passed from its activation on, part of which the
 * accesses to it have used. */
static double turn(const noc_memory_spec *m, const noc_row_demands *d, noc_row_stream s)
{
    const double closing = 1.0;
    /* clocks that the bank's row has been open at the last access */
    const double open = m->trcd + (s.accesses - 1.0) * d->column;
    const double written = m->tcl + noc_bus_clocks(m) + m->twr;
    const double read = fmax(noc_bus_clocks(m), fmax(m->tras, m->trc - m->trp) - open);
    const double same = s.reads * read + (1.0 - s.reads) * fmax(read, written);
    const double wait = closing + (fmax(closing, same) - closing) / m->banks;
    return fmax(d->column, wait + m->trp + m->trcd);
}

static double clocks(const noc_memory_spec *m, const noc_row_demands *d, noc_row_stream s)
{
    const double misses = 1.0 / s.accesses;
    return (1.0 - misses) * d->column + misses * turn(m, d, s);
}

static double looked_at(double queued)
{
    (void)queued;
    return 1.0;
}

const noc_scheduler_model noc_scheduler_model_fcfs = {
    .clocks = clocks,
    .looked_at = looked_at,
    .banks_in_order = true,
    .in_order = true,
};
