#include "sampler/dram/picks.h"

#include <string.h>

#include "sampler/dram/dram_state.h"

/* ---- first ready ---------------------------------------------------------------------------- */

static const uint32_t NOTHING = UINT32_MAX;

/* First queue entries with a possible command. */
typedef struct search {
    unsigned access, open, close; /* queue entry for each command */
    uint64_t wake;                /* first clock with a possible command */
} search;

/* Notes a command of an entry that is possible from clock `command_clock` on. */
static void ask(search *s, unsigned *first, unsigned entry, uint64_t when, uint64_t now)
{
    if (when > now) {
        if (when < s->wake) s->wake = when;
    } else if (*first == NOTHING) {
        *first = entry;
    }
}

static void consider(const noc_dram *d, search *s, unsigned i, bool first_of_bank)
{
    const noc_dram_access *a = &d->queue[i];
    const noc_dram_bank *b = &d->banks[a->bank];
    if (b->row == a->row)
        ask(s, &s->access, i, noc_dram_column_time(d, b), d->now);
    else if (first_of_bank && b->row == NOC_DRAM_NO_ROW)
        ask(s, &s->open, i, noc_dram_opening_time(d, b), d->now);
}

/* Marks banks whose open row is needed. */
static void mark_wanted(const noc_dram *d, unsigned window)
{
    memset(d->seen, 0, (size_t)d->spec->banks);
    for (unsigned i = 0; i < window; i++) {
        const noc_dram_access *a = &d->queue[i];
        d->seen[a->bank] |= d->banks[a->bank].row == a->row;
    }
}

/* Considers closing open rows that no waiting access needs, in banks with a waiting access to
 * another row. */
static void consider_closing(const noc_dram *d, search *s, unsigned window)
{
    mark_wanted(d, window);
    for (unsigned i = 0; i < window && s->close == NOTHING; i++) {
        const uint16_t bank = d->queue[i].bank;
        const noc_dram_bank *b = &d->banks[bank];
        if (b->row == NOC_DRAM_NO_ROW || d->seen[bank]) continue;
        ask(s, &s->close, i, b->may_close, d->now);
    }
}

noc_dram_pick noc_dram_first_ready(const noc_dram *d, unsigned window)
{
    search s = {NOTHING, NOTHING, NOTHING, UINT64_MAX};
    memset(d->seen, 0, (size_t)d->spec->banks);
    for (unsigned i = 0; i < window && s.access == NOTHING; i++) {
        const uint16_t b = d->queue[i].bank;
        consider(d, &s, i, !d->seen[b]);
        d->seen[b] = 1;
    }
    if (s.access != NOTHING && noc_dram_has_place(d))
        return (noc_dram_pick){NOC_DRAM_ACCESS, s.access, 0};
    if (s.open == NOTHING || d->booked) consider_closing(d, &s, window);
    if (s.close < s.open) return (noc_dram_pick){NOC_DRAM_CLOSE, s.close, 0};
    if (s.open != NOTHING) return (noc_dram_pick){NOC_DRAM_OPEN, s.open, 0};
    return (noc_dram_pick){NOC_DRAM_WAIT, 0, s.wake};
}

/* ---- heads of banks ------------------------------------------------------------------------- */

/* Finds the next command of an access, and its first possible clock. */
static noc_dram_command next_command(const noc_dram *d, const noc_dram_access *a, uint64_t *when)
{
    const noc_dram_bank *b = &d->banks[a->bank];
    if (b->row == a->row) {
        *when = noc_dram_has_place(d) ? noc_dram_column_time(d, b) : UINT64_MAX;
        return NOC_DRAM_ACCESS;
    }
    if (b->row == NOC_DRAM_NO_ROW) {
        *when = noc_dram_opening_time(d, b);
        return NOC_DRAM_OPEN;
    }
    *when = b->may_close;
    return NOC_DRAM_CLOSE;
}

noc_dram_pick noc_dram_bank_heads(void *state, const noc_dram *d)
{
    (void)state;
    uint64_t wake = UINT64_MAX;
    memset(d->seen, 0, (size_t)d->spec->banks);
    for (unsigned i = 0; i < d->queued; i++) {
        const noc_dram_access *a = &d->queue[i];
        if (d->seen[a->bank]) continue;
        d->seen[a->bank] = 1;
        uint64_t when;
        const noc_dram_command command = next_command(d, a, &when);
        if (when <= d->now) return (noc_dram_pick){command, i, 0};
        if (when < wake) wake = when;
    }
    return (noc_dram_pick){NOC_DRAM_WAIT, 0, wake};
}
