#include "analytic/memory/scheduler_model.h"

#include <math.h>

#include "design/memory/scheduler_kind.h"
#include "network/graph/units.h"

#define NOC_SCHEDULER(id)                               \
    extern const noc_scheduler_kind noc_scheduler_##id; \
    extern const noc_scheduler_model noc_scheduler_model_##id;
#include "design/memory/schedulers.def"

const noc_scheduler_model *noc_scheduler_model_of(const noc_memory_spec *memory)
{
    static const struct {
        const noc_scheduler_kind *kind;
        const noc_scheduler_model *model;
    } models[] = {
#define NOC_SCHEDULER(id) {&noc_scheduler_##id, &noc_scheduler_model_##id},
#include "design/memory/schedulers.def"
    };
    size_t i = 0;
    while (models[i].kind != memory->scheduler) i++;
    return models[i].model;
}

/* ---- independent banks ----------------------------------------------------------------------- */

/* Wait at a station of the closed network of banks, activations and bus (mean-value analysis,
 * Reiser and Lavenberg 1980). With deterministic services the first service in front is half
 * finished. */
static double station_wait(double demand, double queue)
{
    return demand * (queue < 1.0 ? queue / 2.0 : queue - 0.5);
}

/* Rows opened per clock, with `accesses` to a row and `rows` in the queue; linear between whole
 * numbers of rows. Each row needs a random bank, an activation, and the bus once per access. A row
 * leaves the queue with its last column command; its bank is busy for tRC less the streak, or for
 * the opening. */
static double opening_rate(const noc_memory_spec *m, const noc_row_demands *d, double accesses,
                           double rows)
{
    const double bus_clocks =
        d->streak_commands > 0.0 ? 0.0 : d->bus_clocks; /* clocks of the bus outside streaks */
    const double idle_clocks = d->opening_clocks + fmax(0.0, bus_clocks - d->column_clocks);
    const double cycle =
        fmax(d->bank_clocks - d->streak_commands, fmin(d->bank_clocks, d->opening_clocks));
    const double commands = 2.0 + accesses - d->streak_commands;
    const double shortest_interval =
        fmax(fmax(bus_clocks, d->activation_clocks), fmax(cycle / m->banks, commands));
    double bus = 0.0, activations = 0.0, rate = 0.0, last_rate = 0.0;
    for (int k = 1; k < rows + 1.0 && !(last_rate >= 1.0 / shortest_interval); k++) {
        const double bus_wait = station_wait(bus_clocks, bus);
        const double activation_wait = station_wait(d->activation_clocks, activations);
        const double bank_wait = cycle * (k - 1) / m->banks;
        last_rate = rate;
        rate = fmin(k / (idle_clocks + bus_wait + activation_wait + bank_wait),
                    1.0 / shortest_interval);
        bus = rate * (bus_clocks + bus_wait);
        activations = rate * (d->activation_clocks + activation_wait);
    }
    const double fraction = ceil(rows) - rows;
    return rate + fraction * (last_rate - rate);
}

double noc_row_opening_clocks(const noc_memory_spec *m, const noc_row_demands *d, noc_row_stream s)
{
    return (1.0 / opening_rate(m, d, s.accesses, s.rows) + d->streak_commands) / s.accesses;
}

/* ---- rate ------------------------------------------------------------------------------------ */

/* Clocks between two activations of a bank; after a write the row stays open longer. */
static double bank_cycle_clocks(const noc_memory_spec *m, double reads)
{
    const double write_clocks = m->trcd + m->tcl + noc_bus_clocks(m) + m->twr + m->trp;
    return reads * m->trc + (1.0 - reads) * fmax(m->trc, write_clocks);
}

/* Clocks between activations. Column accesses have priority on the command bus. If tRCD is k times
 * tRRD, the column accesses of a row coincide with the activation k rows later, which is then a
 * clock late: one clock in k activations. */
static double activation_interval(const noc_memory_spec *m)
{
    if (m->trcd % m->trrd != 0) return m->trrd;
    return m->trrd + (double)m->trrd / m->trcd;
}

/* Column commands have priority. If one is sent per clock, no clock remains for other rows: streaks
 * of accesses and openings alternate, except that the first access to a row goes between two
 * activations. */
noc_row_demands noc_find_row_demands(const noc_memory_spec *m, double accesses, double read_share)
{
    static const double clock = 1.0;
    const double closing_clocks = 1.0, column = fmax(noc_bus_clocks(m), m->tccd);
    return (noc_row_demands){
        .column_clocks = column,
        .bus_clocks = column * accesses,
        .streak_commands = column <= clock ? accesses - 1.0 : 0.0,
        .activation_clocks = activation_interval(m),
        .bank_clocks = bank_cycle_clocks(m, read_share),
        .opening_clocks = closing_clocks + m->trp + m->trcd,
    };
}

noc_dram_pace noc_find_dram_pace(const noc_memory_spec *m, double row_hit_share, double read_share,
                                 double queued)
{
    const double miss_share = isnan(row_hit_share) ? 1.0 : fmax(1.0 - row_hit_share, 1e-6);
    const double accesses = 1.0 / miss_share, rows = 1.0 + (queued - 1.0) * miss_share;
    const noc_row_demands d = noc_find_row_demands(m, accesses, read_share);
    noc_dram_pace pace = {.row_hit_share = row_hit_share,
                          .busy_banks = isnan(row_hit_share)
                                            ? NAN
                                            : m->banks * (1.0 - pow(1.0 - 1.0 / m->banks, rows))};
    pace.access_clocks = noc_scheduler_model_of(m)->access_clocks(
        m, &d, (noc_row_stream){accesses, read_share, rows});
    return pace;
}
