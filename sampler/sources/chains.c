#include "sampler/sources/chains.h"

#include <stdlib.h>

#include "base/min_max.h"

/* ---- lines that wait ------------------------------------------------------------------------ */

/* Advances to the next line without predecessors. */
static void find_next(noc_trace_waits *w)
{
    while (w->next < w->trace->count && w->trace->packets[w->next].after > 0) w->next++;
}

/* Lists the dependent lines of each line. */
static void list_waiters(noc_trace_waits *w)
{
    const noc_trace *t = w->trace;
    for (size_t i = 0; i < t->after_count; i++) w->first_waiter[t->after[i] + 1]++;
    for (size_t i = 0; i < t->count; i++) w->first_waiter[i + 1] += w->first_waiter[i];
    for (size_t i = t->count; i-- > 0;) {
        const noc_trace_packet *p = &t->packets[i];
        w->open[i] = p->after;
        for (uint32_t k = 0; k < p->after; k++)
            w->waiters[--w->first_waiter[t->after[p->first_after + k] + 1]] = (uint32_t)i;
    }
    /* each start is now that of the previous line's list */
    for (size_t i = 0; i < t->count; i++) w->first_waiter[i] = w->first_waiter[i + 1];
    w->first_waiter[t->count] = t->after_count;
}

bool noc_trace_waits_make(noc_trace_waits *w, const noc_trace_schedule *schedule)
{
    *w = (noc_trace_waits){.trace = schedule->trace, .start = schedule->start};
    find_next(w);
    if (w->trace->after_count == 0) return true;
    const size_t lines = w->trace->count + 2;
    w->open = calloc(lines, sizeof *w->open);
    w->first_waiter = calloc(lines, sizeof *w->first_waiter);
    w->waiters = calloc(w->trace->after_count + 1, sizeof *w->waiters);
    w->released.all = calloc(lines, sizeof *w->released.all);
    if (!w->open || !w->first_waiter || !w->waiters || !w->released.all) return false;
    list_waiters(w);
    return true;
}

void noc_trace_waits_clear(noc_trace_waits *w)
{
    free(w->open);
    free(w->first_waiter);
    free(w->waiters);
    free(w->released.all);
    *w = (noc_trace_waits){0};
}

/* Finds the cycle of a line, in schedule time. */
static uint64_t cycle_of(const noc_trace_waits *w, uint32_t line)
{
    return w->trace->packets[line].cycle - w->trace->packets[0].cycle + w->start;
}

noc_release noc_trace_waits_first(const noc_trace_waits *w)
{
    const noc_release none = {UINT64_MAX, NOC_NONE, NOC_NONE};
    const noc_release own =
        w->next < w->trace->count ? (noc_release){cycle_of(w, w->next), w->next, w->next} : none;
    const noc_release freed = w->released.count > 0 ? w->released.all[0] : none;
    return noc_release_is_before(own, freed) ? own : freed;
}

bool noc_trace_waits_take(noc_trace_waits *w, uint64_t now, noc_release *release)
{
    const noc_release r = *release = noc_trace_waits_first(w);
    if (r.cycle > now || r.slot == NOC_NONE) return false;
    if (r.slot == w->next) {
        w->next++;
        find_next(w);
    } else {
        noc_releases_pop(&w->released);
    }
    return true;
}

void noc_trace_waits_end(noc_trace_waits *w, uint32_t line, uint64_t now)
{
    if (!w->waiters) return;
    for (size_t i = w->first_waiter[line]; i < w->first_waiter[line + 1]; i++) {
        const uint32_t waiter = w->waiters[i];
        if (--w->open[waiter] > 0) continue;
        const uint64_t freed = now + w->trace->packets[waiter].delay;
        const uint64_t own = cycle_of(w, waiter);
        noc_releases_push(&w->released, (noc_release){max_u64(freed, own), waiter, waiter});
    }
}

/* ---- packets: making ------------------------------------------------------------------------ */

struct noc_chains {
    noc_ports *ports;
    const noc_trace_schedule *schedule;
    const noc_trace *trace;
    /* [line]: first packet in the schedule; one more entry at the end */
    uint32_t *first_packet;
    uint32_t *under_way;    /* [line]: packets that have not arrived */
    uint32_t *answer_bytes; /* [line]: bytes of the answer; 0: size of its packet type */
    noc_trace_waits waits;
};

static void list_packets(noc_chains *c)
{
    const noc_trace_schedule *list = c->schedule;
    for (uint32_t i = 0; i < list->count; i++) {
        c->first_packet[list->packets[i].line_of_trace + 1] = i + 1;
        c->under_way[list->packets[i].line_of_trace]++;
    }
    for (size_t i = 0; i < c->trace->count; i++)
        c->answer_bytes[i] = c->trace->packets[i].reply_bytes;
}

noc_chains *noc_chains_new(noc_ports *ports, const noc_trace_schedule *schedule)
{
    noc_chains *c = calloc(1, sizeof *c);
    if (!c) return NULL;
    *c = (noc_chains){.ports = ports, .schedule = schedule, .trace = schedule->trace};
    const size_t lines = c->trace->count + 2;
    c->first_packet = calloc(lines, sizeof *c->first_packet);
    c->under_way = calloc(lines, sizeof *c->under_way);
    c->answer_bytes = calloc(lines, sizeof *c->answer_bytes);
    if (!c->first_packet || !c->under_way || !c->answer_bytes ||
        (schedule->chooses && !noc_ports_name_networks(ports)) ||
        !noc_trace_waits_make(&c->waits, schedule) ||
        !noc_target_groups_make(&ports->groups, schedule)) {
        noc_chains_free(c);
        return NULL;
    }
    list_packets(c);
    ports->answer_bytes = c->answer_bytes;
    return c;
}

void noc_chains_free(noc_chains *c)
{
    if (!c) return;
    free(c->first_packet);
    free(c->under_way);
    free(c->answer_bytes);
    noc_trace_waits_clear(&c->waits);
    free(c);
}

/* ---- packets: a cycle ----------------------------------------------------------------------- */

static void create(noc_chains *c, noc_release r)
{
    for (uint32_t i = c->first_packet[r.slot]; i < c->first_packet[r.slot + 1]; i++) {
        const noc_planned_packet *planned = &c->schedule->packets[i];
        const uint32_t packet = noc_port_make(c->ports, planned->flow, planned->type, r.cycle);
        c->ports->packets.all[packet].bytes = planned->bytes;
        if (planned->others > 0) c->ports->packets.all[packet].group = i + 1;
        c->ports->packets.all[packet].tag = r.slot;
        if (c->schedule->chooses)
            noc_port_push_by(c->ports, packet, c->trace->packets[r.slot].network);
        else
            noc_port_push(c->ports, packet);
        noc_port_start(c->ports, c->ports->system->traffic.flows[planned->flow].source);
    }
}

void noc_chains_step(noc_chains *c)
{
    noc_release r;
    while (noc_trace_waits_take(&c->waits, c->ports->now, &r)) create(c, r);
}

void noc_chains_receive(noc_chains *c, const noc_packet *packet)
{
    const uint32_t line = packet->tag;
    if (!noc_trace_schedule_ends_line(c->schedule, c->ports->system, packet->type)) return;
    if (--c->under_way[line] == 0) noc_trace_waits_end(&c->waits, line, c->ports->now);
}

uint64_t noc_chains_quiet_until(const noc_chains *c)
{
    return noc_trace_waits_first(&c->waits).cycle;
}
