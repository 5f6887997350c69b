#include "sampler/dram/dram_booking.h"

#include "sampler/dram/dram_state.h"

static noc_dram_datum *datum(noc_dram *d, unsigned place)
{
    return &d->data[(d->data_first + place) % d->data_capacity];
}

/* The clock of the column access; the bank's row is that of the access then. */
static uint64_t column_of(noc_dram *d, noc_dram_bank *b, uint32_t row)
{
    const noc_memory_spec *t = d->spec;
    uint64_t opened = d->now;
    if (b->row == row) return d->now;
    if (b->row != NOC_DRAM_NO_ROW)
        opened = (d->now > b->closable ? d->now : b->closable) + (uint64_t)t->trp;
    b->row = row;
    b->closable = opened + (uint64_t)t->tras;
    return opened + (uint64_t)t->trcd;
}

/* Puts data on the bus, from a clock on or later, among what is there; returns the clock after its
 * last. */
static uint64_t book_bus(noc_dram *d, noc_dram_access access, uint64_t from)
{
    unsigned place = d->data_done;
    while (place < d->data_count && from + 2 * d->burst > datum(d, place)->there) {
        const uint64_t there = datum(d, place++)->there;
        if (there > from) from = there;
    }
    for (unsigned i = d->data_count++; i > place; i--) *datum(d, i) = *datum(d, i - 1);
    *datum(d, place) = (noc_dram_datum){access, from + d->burst};
    return from + d->burst;
}

void noc_dram_book(noc_dram *d, unsigned entry)
{
    const noc_dram_access a = d->queue[entry];
    noc_dram_bank *b = &d->banks[a.bank];
    if (d->scheduler->on_issue) d->scheduler->on_issue(d->scheduled, d, entry);
    d->tally.accesses++;
    d->tally.row_hits += b->row == a.row;
    d->tally.bus_clocks += d->burst;
    const uint64_t tcl = (uint64_t)d->spec->tcl, column = column_of(d, b, a.row);
    const uint64_t there = book_bus(d, a, column + tcl);
    b->may_access = b->may_close = b->may_open = there - tcl;
    noc_dram_remove(d, entry);
}
