#include "sampler/dram/picks.h"

#include <string.h>

#include "sampler/dram/dram_state.h"

/* ---- first ready ---------------------------------------------------------------------------- */

static const uint32_t no_entry = UINT32_MAX;

/* First queue entries with a possible command. */
typedef struct search {
    unsigned access_entry, open_entry, close_entry; /* queue entry for each command */
    uint64_t wake_clock;                            /* first clock with a possible command */
} search;

/* Notes a command of an entry that is possible from clock `command_clock` on. */
static void note_command(search *s, unsigned *first, unsigned entry, uint64_t command_clock,
                         uint64_t now)
{
    if (command_clock > now) {
        if (command_clock < s->wake_clock) s->wake_clock = command_clock;
    } else if (*first == no_entry) {
        *first = entry;
    }
}

static void consider_access(const noc_dram *d, search *s, unsigned i, bool is_bank_head)
{
    const noc_dram_access *a = &d->queue[i];
    const noc_dram_bank *b = &d->banks[a->bank];
    if (b->row == a->row)
        note_command(s, &s->access_entry, i, noc_dram_column_clock(d, b), d->now);
    else if (is_bank_head && b->row == NOC_DRAM_NO_ROW)
        note_command(s, &s->open_entry, i, noc_dram_opening_clock(d, b), d->now);
}

/* Marks banks whose open row is needed. */
static void mark_wanted_rows(const noc_dram *d, unsigned window)
{
    memset(d->seen_banks, 0, (size_t)d->spec->banks);
    for (unsigned i = 0; i < window; i++) {
        const noc_dram_access *a = &d->queue[i];
        d->seen_banks[a->bank] |= d->banks[a->bank].row == a->row;
    }
}

/* Considers closing open rows that no waiting access needs, in banks with a waiting access to
 * another row. */
static void consider_closing(const noc_dram *d, search *s, unsigned window)
{
    mark_wanted_rows(d, window);
    for (unsigned i = 0; i < window && s->close_entry == no_entry; i++) {
        const uint16_t bank = d->queue[i].bank;
        const noc_dram_bank *b = &d->banks[bank];
        if (b->row == NOC_DRAM_NO_ROW || d->seen_banks[bank]) continue;
        note_command(s, &s->close_entry, i, b->close_clock, d->now);
    }
}

noc_dram_pick noc_dram_pick_first_ready(const noc_dram *d, unsigned window)
{
    search s = {no_entry, no_entry, no_entry, UINT64_MAX};
    memset(d->seen_banks, 0, (size_t)d->spec->banks);
    for (unsigned i = 0; i < window && s.access_entry == no_entry; i++) {
        const uint16_t b = d->queue[i].bank;
        consider_access(d, &s, i, !d->seen_banks[b]);
        d->seen_banks[b] = 1;
    }
    if (s.access_entry != no_entry && noc_dram_has_data_place(d))
        return (noc_dram_pick){NOC_DRAM_ACCESS, s.access_entry, 0};
    if (s.open_entry == no_entry || d->is_booked) consider_closing(d, &s, window);
    if (s.close_entry < s.open_entry) return (noc_dram_pick){NOC_DRAM_CLOSE, s.close_entry, 0};
    if (s.open_entry != no_entry) return (noc_dram_pick){NOC_DRAM_OPEN, s.open_entry, 0};
    return (noc_dram_pick){NOC_DRAM_WAIT, 0, s.wake_clock};
}

/* ---- heads of banks ------------------------------------------------------------------------- */

/* Finds the next command of an access, and its first possible clock. */
static noc_dram_command find_next_command(const noc_dram *d, const noc_dram_access *a,
                                          uint64_t *command_clock)
{
    const noc_dram_bank *b = &d->banks[a->bank];
    if (b->row == a->row) {
        *command_clock = noc_dram_has_data_place(d) ? noc_dram_column_clock(d, b) : UINT64_MAX;
        return NOC_DRAM_ACCESS;
    }
    if (b->row == NOC_DRAM_NO_ROW) {
        *command_clock = noc_dram_opening_clock(d, b);
        return NOC_DRAM_OPEN;
    }
    *command_clock = b->close_clock;
    return NOC_DRAM_CLOSE;
}

noc_dram_pick noc_dram_pick_bank_head(void *state, const noc_dram *d)
{
    (void)state;
    uint64_t wake = UINT64_MAX;
    memset(d->seen_banks, 0, (size_t)d->spec->banks);
    for (unsigned i = 0; i < d->queue_count; i++) {
        const noc_dram_access *a = &d->queue[i];
        if (d->seen_banks[a->bank]) continue;
        d->seen_banks[a->bank] = 1;
        uint64_t command_clock;
        const noc_dram_command command = find_next_command(d, a, &command_clock);
        if (command_clock <= d->now) return (noc_dram_pick){command, i, 0};
        if (command_clock < wake) wake = command_clock;
    }
    return (noc_dram_pick){NOC_DRAM_WAIT, 0, wake};
}
