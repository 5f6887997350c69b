#include "sampler/engines/overlay/clock.h"

#include "network/circuits/overlay_windows.h"

static bool is_adaptive(const noc_overlay_clock *c)
{
    return c->overlay->window_sizing == NOC_WINDOWS_ADAPTIVE;
}

/* Begins an epoch, with the announcement of adaptive windows. */
static void begin_epoch(noc_overlay_clock *c, uint64_t now)
{
    c->window = NOC_NO_WINDOW;
    c->window_start = now;
    c->window_end = now + (is_adaptive(c) ? (uint64_t)c->overlay->gom_cycles : 0);
    c->epoch_end =
        is_adaptive(c) ? now + (uint64_t)noc_overlay_epoch_cycles(c->overlay) : UINT64_MAX;
}

bool noc_overlay_clock_make(noc_overlay_clock *c, noc_arena *arena, const noc_overlay *overlay,
                            int senders, int flits_max, int queue_places)
{
    const size_t count = (size_t)senders;
    *c = (noc_overlay_clock){
        .overlay = overlay,
        .sender_count = senders,
        .window_min = noc_overlay_min_window(overlay, flits_max),
        .queue_places = queue_places,
        .accounts = noc_arena_array(arena, count, sizeof *c->accounts),
        .windows = noc_arena_array(arena, count, sizeof *c->windows),
        .weights = noc_arena_array(arena, count, sizeof *c->weights),
    };
    if (arena->is_short) return false;
    noc_windows_divide_equally(overlay->period_cycles, senders, c->windows);
    begin_epoch(c, 0);
    return true;
}

/* Sizes the windows from the packet counts of the epoch that ended in cycle now - 1. */
static void size_windows(noc_overlay_clock *c, uint64_t now)
{
    const double cycles = noc_overlay_epoch_cycles(c->overlay);
    for (int m = 0; m < c->sender_count; m++) {
        noc_sender_account *s = &c->accounts[m];
        const int64_t present_cycles = s->waiting_packets * (int64_t)now;
        const noc_window_load load = {s->new_packets,
                                      (double)(s->waiting_cycles + present_cycles) / cycles};
        c->weights[m] = noc_window_weight(c->overlay, load, c->queue_places);
        s->new_packets = 0;
        s->waiting_cycles = -present_cycles;
    }
    noc_windows_divide(c->overlay->period_cycles, c->window_min, c->weights, c->sender_count,
                       c->windows);
}

static bool is_idle(const noc_overlay_clock *c)
{
    for (int m = 0; m < c->sender_count; m++) {
        const noc_sender_account *s = &c->accounts[m];
        if (s->new_packets > 0 || s->waiting_packets > 0 || s->waiting_cycles != 0) return false;
    }
    return true;
}

static void skip_cycles(noc_overlay_clock *c, uint64_t cycles)
{
    c->window_start += cycles;
    c->window_end += cycles;
    if (is_adaptive(c)) c->epoch_end += cycles;
}

/* Ends an epoch. After an epoch without packets all epochs up to `now` have no packets and equal
 * windows, and are skipped. */
static void start_next_epoch(noc_overlay_clock *c, uint64_t now)
{
    const uint64_t epoch = (uint64_t)noc_overlay_epoch_cycles(c->overlay);
    const bool idle = is_idle(c);
    size_windows(c, c->window_end);
    begin_epoch(c, c->window_end);
    if (idle) skip_cycles(c, (now - c->window_start) / epoch * epoch);
}

static void start_next_window(noc_overlay_clock *c, uint64_t now)
{
    if (c->window_end == c->epoch_end) {
        start_next_epoch(c, now);
        return;
    }
    c->window = c->window + 1 < c->sender_count ? c->window + 1 : 0;
    c->window_start = c->window_end;
    c->window_end += (uint64_t)c->windows[c->window];
}

/* Equal windows repeat for ever, so whole periods are skipped. */
void noc_overlay_clock_advance(noc_overlay_clock *c, uint64_t now)
{
    const uint64_t period = (uint64_t)c->overlay->period_cycles;
    if (!is_adaptive(c) && now >= c->window_end + period)
        skip_cycles(c, (now - c->window_end) / period * period);
    while (now >= c->window_end) start_next_window(c, now);
}

void noc_overlay_clock_enqueue(noc_overlay_clock *c, int sender, uint64_t now)
{
    c->accounts[sender].new_packets++;
    noc_overlay_clock_requeue(c, sender, now);
}

void noc_overlay_clock_requeue(noc_overlay_clock *c, int sender, uint64_t now)
{
    noc_sender_account *s = &c->accounts[sender];
    s->waiting_packets++;
    s->waiting_cycles -= (int64_t)now;
}

void noc_overlay_clock_dequeue(noc_overlay_clock *c, int sender, uint64_t now)
{
    noc_sender_account *s = &c->accounts[sender];
    s->waiting_packets--;
    s->waiting_cycles += (int64_t)now;
}
