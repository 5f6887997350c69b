#include "analytic/memory/dram_pace.h"

#include <math.h>

#include "analytic/memory/scheduler_model.h"
#include "network/graph/units.h"

/* Clocks from one activation of a bank to the next: after a write its row stays open longer. */
static double bank_cycle(const noc_memory_spec *m, double reads)
{
    const double write = m->trcd + m->tcl + noc_bus_clocks(m) + m->twr + m->trp;
    return reads * m->trc + (1.0 - reads) * fmax(m->trc, write);
}

/* Clocks between activations. A column access goes before an activation on the command bus; where
 * tRCD is k times tRRD those of one row come due just when the k-th row after it could be opened,
 * which is late by a clock then: once in k. */
static double activation_clocks(const noc_memory_spec *m)
{
    if (m->trcd % m->trrd != 0) return m->trrd;
    return m->trrd + (double)m->trrd / m->trcd;
}

/* Column commands go first. Where one goes out each clock none is left for another row: accesses to
 * open rows and openings take turns, but for the first access to a row, which goes between two
 * activations. */
noc_row_demands noc_row_demands_of(const noc_memory_spec *m, double accesses, double reads)
{
    static const double every_clock = 1.0;
    const double closing = 1.0, column = fmax(noc_bus_clocks(m), m->tccd);
    return (noc_row_demands){
        .column = column,
        .bus = column * accesses,
        .streak = column <= every_clock ? accesses - 1.0 : 0.0,
        .activation = activation_clocks(m),
        .bank = bank_cycle(m, reads),
        .opening = closing + m->trp + m->trcd,
    };
}

noc_dram_pace noc_dram_pace_at(const noc_memory_spec *m, double row_hits, double reads,
                               double queued)
{
    const double misses = isnan(row_hits) ? 1.0 : fmax(1.0 - row_hits, 1e-6);
    const double accesses = 1.0 / misses, rows = 1.0 + (queued - 1.0) * misses;
    const noc_row_demands d = noc_row_demands_of(m, accesses, reads);
    noc_dram_pace pace = {
        .row_hits = row_hits,
        .banks = isnan(row_hits) ? NAN : m->banks * (1.0 - pow(1.0 - 1.0 / m->banks, rows))};
    pace.clocks = noc_scheduler_model_of(m)->clocks(m, &d, (noc_row_stream){accesses, reads, rows});
    return pace;
}
