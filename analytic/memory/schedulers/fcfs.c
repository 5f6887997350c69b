/* First come, first served: only the oldest access is examined, so accesses follow one another, and
 * only one row is opened at a time. */
#include <math.h>

#include "analytic/memory/scheduler_model.h"
#include "network/graph/units.h"

/* Clocks from the column command of an access to the next one's, if that one needs another row.
 * Both are in one bank with a chance of 1 / banks: the open row then must satisfy tRAS, and the
 * bank tRC, parts of which have passed during the accesses to the row. */
static double turn(const noc_memory_spec *m, const noc_row_demands *d, noc_row_stream s)
{
    const double closing = 1.0;
    /* clocks from the row's activation to its last access */
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
