#include "sampler/engines/overlay/clock.h"

#include <stdlib.h>

#include "network/circuits/overlay_windows.h"

static bool is_adaptive(const noc_overlay_clock *c)
{
    return c->overlay->windows == NOC_WINDOWS_ADAPTIVE;
}

/* Begins an epoch, with the announcement of adaptive windows. */
static void begin_epoch(noc_overlay_clock *c, uint64_t now)
{
    c->window = NOC_NO_WINDOW;
    c->start = now;
    c->end = now + (is_adaptive(c) ? (uint64_t)c->overlay->gom_cycles : 0);
    c->epoch_end = is_adaptive(c) ? now + (uint64_t)noc_overlay_epoch(c->overlay) : UINT64_MAX;
}

bool noc_overlay_clock_make(noc_overlay_clock *c, const noc_overlay *overlay, int senders,
                            int flits_max, int queue)
{
    const size_t count = (size_t)senders;
    *c = (noc_overlay_clock){
        .overlay = overlay,
        .senders = senders,
        .window_min = noc_overlay_window_min(overlay, flits_max),
        .queue = queue,
        .accounts = calloc(count, sizeof *c->accounts),
        .windows = calloc(count, sizeof *c->windows),
        .weights = calloc(count, sizeof *c->weights),
    };
    if (!c->accounts || !c->windows || !c->weights) return false;
    noc_windows_equal(overlay->period_cycles, senders, c->windows);
    begin_epoch(c, 0);
    return true;
}

void noc_overlay_clock_clear(noc_overlay_clock *c)
{
    free(c->accounts);
    free(c->windows);
    free(c->weights);
}

/* Sizes the windows from the packet counts of the epoch that ended in cycle now - 1. */
static void size_windows(noc_overlay_clock *c, uint64_t now)
{
    const double cycles = noc_overlay_epoch(c->overlay);
    for (int m = 0; m < c->senders; m++) {
        noc_sender_account *s = &c->accounts[m];
        const int64_t there = s->waiting * (int64_t)now;
        const noc_window_load load = {s->created, (double)(s->area + there) / cycles};
        c->weights[m] = noc_window_weight(c->overlay, load, c->queue);
        s->created = 0;
        s->area = -there;
    }
    noc_windows_share(c->overlay->period_cycles, c->window_min, c->weights, c->senders, c->windows);
}

static bool is_idle(const noc_overlay_clock *c)
{
    for (int m = 0; m < c->senders; m++) {
        const noc_sender_account *s = &c->accounts[m];
        if (s->created > 0 || s->waiting > 0 || s->area != 0) return false;
    }
    return true;
}

static void postpone(noc_overlay_clock *c, uint64_t cycles)
{
    c->start += cycles;
    c->end += cycles;
    if (is_adaptive(c)) c->epoch_end += cycles;
}

/* Ends an epoch. After an epoch without packets all epochs up to `now` have no packets and equal
 * windows, and are skipped. */
static void next_epoch(noc_overlay_clock *c, uint64_t now)
{
    const uint64_t epoch = (uint64_t)noc_overlay_epoch(c->overlay);
    const bool idle = is_idle(c);
    size_windows(c, c->end);
    begin_epoch(c, c->end);
    if (idle) postpone(c, (now - c->start) / epoch * epoch);
}

static void next_window(noc_overlay_clock *c, uint64_t now)
{
    if (c->end == c->epoch_end) {
        next_epoch(c, now);
        return;
    }
    c->window = c->window + 1 < c->senders ? c->window + 1 : 0;
    c->start = c->end;
    c->end += (uint64_t)c->windows[c->window];
}

/* Equal windows repeat for ever, so whole periods are skipped. */
void noc_overlay_clock_go(noc_overlay_clock *c, uint64_t now)
{
    const uint64_t period = (uint64_t)c->overlay->period_cycles;
    if (!is_adaptive(c) && now >= c->end + period) postpone(c, (now - c->end) / period * period);
    while (now >= c->end) next_window(c, now);
}

void noc_overlay_clock_came(noc_overlay_clock *c, int sender, uint64_t now)
{
    c->accounts[sender].created++;
    noc_overlay_clock_back(c, sender, now);
}

void noc_overlay_clock_back(noc_overlay_clock *c, int sender, uint64_t now)
{
    noc_sender_account *s = &c->accounts[sender];
    s->waiting++;
    s->area -= (int64_t)now;
}

void noc_overlay_clock_left(noc_overlay_clock *c, int sender, uint64_t now)
{
    noc_sender_account *s = &c->accounts[sender];
    s->waiting--;
    s->area += (int64_t)now;
}
