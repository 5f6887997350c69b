/* First come, first served: only the oldest access is examined, so accesses follow one another, and
 * only one row is opened at a time. */
#include <math.h>

#include "analytic/memory/memory_model.h"
#include "network/graph/units.h"

/* Clocks from the column command of an access to the next one's, if that one needs another row.
 * Both are in one bank with a chance of 1 / banks: the open row then must satisfy tRAS, and the
 * bank tRC, parts of which have passed during the accesses to the row. */
static double row_change_clocks(const noc_memory_spec *m, const noc_row_demands *d,
                                noc_row_stream s)
{
    const double closing_clocks = 1.0;
    /* clocks from the row's activation to its last access */
    const double open_clocks = m->trcd + (s.accesses - 1.0) * d->column_clocks;
    const double write_clocks = m->tcl + noc_bus_clocks(m) + m->twr;
    const double read_clocks =
        fmax(noc_bus_clocks(m), fmax(m->tras, m->trc - m->trp) - open_clocks);
    const double same_bank_clocks =
        s.read_share * read_clocks + (1.0 - s.read_share) * fmax(read_clocks, write_clocks);
    const double wait_clocks =
        closing_clocks + (fmax(closing_clocks, same_bank_clocks) - closing_clocks) / m->banks;
    return fmax(d->column_clocks, wait_clocks + m->trp + m->trcd);
}

static double access_clocks(const noc_memory_spec *m, const noc_row_demands *d, noc_row_stream s)
{
    const double miss_share = 1.0 / s.accesses;
    return (1.0 - miss_share) * d->column_clocks + miss_share * row_change_clocks(m, d, s);
}

static double searched_accesses(double queued)
{
    (void)queued;
    return 1.0;
}

const noc_scheduler_model noc_scheduler_model_fcfs = {
    .access_clocks = access_clocks,
    .searched_accesses = searched_accesses,
    .has_in_order_banks = true,
    .is_in_order = true,
};
