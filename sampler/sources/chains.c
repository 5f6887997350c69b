#include "sampler/sources/chains.h"

#include <stdlib.h>

#include "base/min_max.h"
#include "sampler/sources/releases.h"

struct noc_chains {
    noc_ports *ports;
    const noc_trace_schedule *schedule;
    const noc_trace *trace;
    uint32_t *first_packet; /* by line, and the end behind them: into the schedule */
    uint32_t *open;         /* by line: packets that it waits for still */
    uint32_t *under_way;    /* by line: of its packets, those that have not come */
    uint32_t *answer_bytes; /* by line */
    size_t *first_waiter;   /* by line, and the end behind them: into waiters */
    uint32_t *waiters;      /* lines that wait for this one */
    uint32_t next;          /* of the lines that wait for nothing, in the order of their cycles */
    noc_releases released;  /* the others that may go */
};

/* ---- making --------------------------------------------------------------------------------- */

/* Goes on to the next line that waits for nothing. */
static void find_next(noc_chains *c)
{
    while (c->next < c->trace->count && c->trace->packets[c->next].after > 0) c->next++;
}

/* The lines that wait for each line, one after the other. */
static void list_waiters(noc_chains *c)
{
    const noc_trace *t = c->trace;
    for (size_t i = 0; i < t->after_count; i++) c->first_waiter[t->after[i] + 1]++;
    for (size_t i = 0; i < t->count; i++) c->first_waiter[i + 1] += c->first_waiter[i];
    for (size_t i = t->count; i-- > 0;) {
        const noc_trace_packet *p = &t->packets[i];
        for (uint32_t k = 0; k < p->after; k++)
            c->waiters[--c->first_waiter[t->after[p->first_after + k] + 1]] = (uint32_t)i;
    }
    /* each start is now where the list of the line before begins */
    for (size_t i = 0; i < t->count; i++) c->first_waiter[i] = c->first_waiter[i + 1];
    c->first_waiter[t->count] = t->after_count;
}

static void list_packets(noc_chains *c)
{
    const noc_trace_schedule *list = c->schedule;
    for (uint32_t i = 0; i < list->count; i++) {
        c->first_packet[list->packets[i].line_of_trace + 1] = i + 1;
        c->under_way[list->packets[i].line_of_trace]++;
    }
    for (size_t i = 0; i < c->trace->count; i++) {
        const noc_trace_packet *p = &c->trace->packets[i];
        c->open[i] = p->after;
        c->answer_bytes[i] = p->reply_bytes;
    }
}

noc_chains *noc_chains_new(noc_ports *ports, const noc_trace_schedule *schedule)
{
    noc_chains *c = calloc(1, sizeof *c);
    if (!c) return NULL;
    *c = (noc_chains){.ports = ports, .schedule = schedule, .trace = schedule->trace};
    const size_t lines = c->trace->count + 2;
    c->first_packet = calloc(lines, sizeof *c->first_packet);
    c->open = calloc(lines, sizeof *c->open);
    c->under_way = calloc(lines, sizeof *c->under_way);
    c->answer_bytes = calloc(lines, sizeof *c->answer_bytes);
    c->first_waiter = calloc(lines, sizeof *c->first_waiter);
    c->waiters = calloc(c->trace->after_count + 1, sizeof *c->waiters);
    c->released.all = calloc(lines, sizeof *c->released.all);
    if (!c->first_packet || !c->open || !c->under_way || !c->answer_bytes || !c->first_waiter ||
        !c->waiters || !c->released.all || !noc_target_groups_make(&ports->groups, schedule)) {
        noc_chains_free(c);
        return NULL;
    }
    list_waiters(c);
    list_packets(c);
    find_next(c);
    ports->answer_bytes = c->answer_bytes;
    return c;
}

void noc_chains_free(noc_chains *c)
{
    if (!c) return;
    free(c->first_packet);
    free(c->open);
    free(c->under_way);
    free(c->answer_bytes);
    free(c->first_waiter);
    free(c->waiters);
    free(c->released.all);
    free(c);
}

/* ---- a cycle -------------------------------------------------------------------------------- */

/* When the packets of a line that waits for nothing more may be created, counted as the schedule
 * counts. */
static uint64_t cycle_of(const noc_chains *c, uint32_t line)
{
    return c->schedule->packets[c->first_packet[line]].cycle;
}

static void create(noc_chains *c, noc_release r)
{
    const unsigned network = c->schedule->chooses ? c->trace->packets[r.slot].network : 0;
    for (uint32_t i = c->first_packet[r.slot]; i < c->first_packet[r.slot + 1]; i++) {
        const noc_planned_packet *planned = &c->schedule->packets[i];
        const uint32_t packet = noc_port_make(c->ports, planned->flow, planned->type, r.cycle);
        c->ports->packets.all[packet].bytes = planned->bytes;
        if (planned->others > 0) c->ports->packets.all[packet].group = i + 1;
        c->ports->packets.all[packet].tag = r.slot;
        if (network > 0) noc_port_send_by(c->ports, packet, (uint16_t)(network - 1));
        noc_port_push(c->ports, packet);
        noc_port_start(c->ports, c->ports->system->traffic.flows[planned->flow].source);
    }
}

/* The earliest that may go, first those that are before in the trace. */
static noc_release first_of(const noc_chains *c)
{
    const noc_release none = {UINT64_MAX, NOC_NONE, NOC_NONE};
    const noc_release own =
        c->next < c->trace->count ? (noc_release){cycle_of(c, c->next), c->next, c->next} : none;
    const noc_release freed = c->released.count > 0 ? c->released.all[0] : none;
    return noc_release_is_before(own, freed) ? own : freed;
}

void noc_chains_step(noc_chains *c)
{
    for (;;) {
        const noc_release r = first_of(c);
        if (r.cycle > c->ports->now || r.slot == NOC_NONE) return;
        if (r.slot == c->next) {
            c->next++;
            find_next(c);
        } else {
            noc_releases_pop(&c->released);
        }
        create(c, r);
    }
}

/* Whether a packet is what its line waits for to be over: the answer of a read, else the packet
 * itself. */
static bool is_last_of_line(const noc_chains *c, const noc_packet *packet)
{
    const noc_packet_type *types = c->ports->system->traffic.types;
    if (!c->schedule->answers) return true;
    if (types[packet->type].class == NOC_REPLY) return packet->type == NOC_READ_REPLY;
    return packet->type != NOC_READ_REQUEST || types[packet->type].reply < 0;
}

void noc_chains_receive(noc_chains *c, const noc_packet *packet)
{
    const uint32_t line = packet->tag;
    if (!is_last_of_line(c, packet) || --c->under_way[line] > 0) return;
    for (size_t i = c->first_waiter[line]; i < c->first_waiter[line + 1]; i++) {
        const uint32_t waiter = c->waiters[i];
        if (--c->open[waiter] > 0) continue;
        const uint64_t freed = c->ports->now + c->trace->packets[waiter].delay;
        const uint64_t own = cycle_of(c, waiter);
        noc_releases_push(&c->released, (noc_release){max_u64(freed, own), waiter, waiter});
    }
}

uint64_t noc_chains_quiet_until(const noc_chains *c)
{
    return first_of(c).cycle;
}
