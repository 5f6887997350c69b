/* Idle time: cycles in which nothing happens but that clocks go on. They are skipped, with the state left as if each
 * had been run. */
#include "sampler/vc_state.h"

static bool has_credits_under_way(const noc_engine *e)
{
    for (uint32_t s = 0; s <= e->slot_mask; s++)
        if (e->slots[s].credit_count > 0) return true;
    return false;
}

/* Whether some ideal network has carried more than its limit, which the coming cycles make up for. */
static bool has_debts(const noc_engine *e)
{
    for (uint16_t n = 0; n < e->system->graph.network_count; n++)
        if (e->budget[n] < 0) return true;
    return false;
}

/* No packet waits or is under way, so no flit is, and no buffer is in use. Cores and memories of a closed loop work
 * without packets, too. */
static bool is_idle(const noc_engine *e)
{
    return !e->closed && e->free_packets == e->packet_capacity && !has_credits_under_way(e) &&
           !has_debts(e);
}

/* The first creation of a packet. The timers of cycle now + k come in the k-th list from now's on, after a lap those of
 * later ones do, too. */
static uint64_t next_creation(const noc_engine *e)
{
    uint64_t first = UINT64_MAX;
    for (uint64_t k = 0; k < NOC_TIMER_SLOTS && first > e->now + k; k++)
        for (uint32_t t = e->timers[(e->now + k) % NOC_TIMER_SLOTS]; t != NOC_NONE;
             t = e->sources[t].timer_next)
            if (e->sources[t].next_creation < first) first = e->sources[t].next_creation;
    return first;
}

uint64_t noc_engine_quiet_until(const noc_engine *e)
{
    return is_idle(e) ? next_creation(e) : e->now;
}

/* Each look at a list that finds none of its timers due puts them back one by one, and so turns their order around
 * (fire_timers). */
static void pass_timers(noc_engine *e, uint64_t cycles)
{
    for (uint64_t k = 0; k < NOC_TIMER_SLOTS && k < cycles; k++) {
        const uint64_t looks = (cycles - k - 1) / NOC_TIMER_SLOTS + 1;
        uint32_t *list = &e->timers[(e->now + k) % NOC_TIMER_SLOTS];
        uint32_t left = looks % 2 ? *list : NOC_NONE;
        if (left != NOC_NONE) *list = NOC_NONE;
        while (left != NOC_NONE) {
            const uint32_t terminal = left;
            left = e->sources[terminal].timer_next;
            e->sources[terminal].timer_next = *list;
            *list = terminal;
        }
    }
}

void noc_engine_skip(noc_engine *e, uint64_t cycles)
{
    const uint64_t terminals = e->system->graph.terminal_count;
    pass_timers(e, cycles);
    if (e->ideal) e->first_served = (uint32_t)((e->first_served + cycles % terminals) % terminals);
    e->now += cycles;
    e->tally.cycles += cycles;
}
