#include "sampler/sources/chains.h"

#include "base/min_max.h"

/* ---- lines that wait ------------------------------------------------------------------------ */

/* Advances to the next line without predecessors. */
static void find_next_line(noc_linked_lines *w)
{
    while (w->next_line < w->trace->count && w->trace->packets[w->next_line].wait_count > 0)
        w->next_line++;
}

/* Lists the dependent lines of each line. */
static void list_waiters(noc_linked_lines *w)
{
    const noc_trace *t = w->trace;
    for (size_t i = 0; i < t->wait_count; i++) w->first_waiters[t->waits[i] + 1]++;
    for (size_t i = 0; i < t->count; i++) w->first_waiters[i + 1] += w->first_waiters[i];
    for (size_t i = t->count; i-- > 0;) {
        const noc_trace_packet *p = &t->packets[i];
        w->predecessors_left[i] = p->wait_count;
        for (uint32_t k = 0; k < p->wait_count; k++)
            w->waiters[--w->first_waiters[t->waits[p->first_wait + k] + 1]] = (uint32_t)i;
    }
    /* each start is now that of the previous line's list */
    for (size_t i = 0; i < t->count; i++) w->first_waiters[i] = w->first_waiters[i + 1];
    w->first_waiters[t->count] = t->wait_count;
}

bool noc_linked_lines_make(noc_linked_lines *w, noc_arena *arena,
                           const noc_trace_schedule *schedule)
{
    const size_t lines = schedule->trace->count;
    *w = (noc_linked_lines){.trace = schedule->trace, .start = schedule->start};
    find_next_line(w);
    if (w->trace->wait_count == 0) return true;
    w->predecessors_left = noc_arena_array(arena, lines, sizeof *w->predecessors_left);
    w->first_waiters = noc_arena_array(arena, lines + 1, sizeof *w->first_waiters);
    w->waiters = noc_arena_array(arena, w->trace->wait_count, sizeof *w->waiters);
    w->released_lines.entries = noc_arena_array(arena, lines, sizeof *w->released_lines.entries);
    if (arena->is_short) return false;
    list_waiters(w);
    return true;
}

/* Finds the cycle of a line, in schedule time. */
static uint64_t find_cycle(const noc_linked_lines *w, uint32_t line)
{
    return w->trace->packets[line].cycle - w->trace->packets[0].cycle + w->start;
}

noc_release noc_linked_lines_first(const noc_linked_lines *w)
{
    const noc_release none = {UINT64_MAX, NOC_NONE, NOC_NONE};
    const noc_release next_line =
        w->next_line < w->trace->count
            ? (noc_release){find_cycle(w, w->next_line), w->next_line, w->next_line}
            : none;
    const noc_release released = w->released_lines.count > 0 ? w->released_lines.entries[0] : none;
    return noc_release_is_before(next_line, released) ? next_line : released;
}

bool noc_linked_lines_take(noc_linked_lines *w, uint64_t now, noc_release *release)
{
    const noc_release r = *release = noc_linked_lines_first(w);
    if (r.cycle > now || r.slot == NOC_NONE) return false;
    if (r.slot == w->next_line) {
        w->next_line++;
        find_next_line(w);
    } else {
        noc_releases_pop(&w->released_lines);
    }
    return true;
}

void noc_linked_lines_end(noc_linked_lines *w, uint32_t line, uint64_t now)
{
    if (!w->waiters) return;
    for (size_t i = w->first_waiters[line]; i < w->first_waiters[line + 1]; i++) {
        const uint32_t waiter = w->waiters[i];
        if (--w->predecessors_left[waiter] > 0) continue;
        const uint64_t release_cycle = now + w->trace->packets[waiter].delay;
        const uint64_t line_cycle = find_cycle(w, waiter);
        noc_releases_push(&w->released_lines,
                          (noc_release){max_u64(release_cycle, line_cycle), waiter, waiter});
    }
}

/* ---- packets: making ------------------------------------------------------------------------ */

struct noc_chains {
    noc_ports *ports;
    const noc_trace_schedule *schedule;
    const noc_trace *trace;
    /* [line]: first packet in the schedule; one more entry at the end */
    uint32_t *first_packets;
    uint32_t *packets_left; /* [line]: packets that have not arrived */
    uint32_t *answer_bytes; /* [line]: bytes of the answer; 0: size of its packet type */
    noc_linked_lines lines;
};

static void list_packets(noc_chains *c)
{
    const noc_trace_schedule *schedule = c->schedule;
    for (uint32_t i = 0; i < schedule->count; i++) {
        c->first_packets[schedule->packets[i].trace_line + 1] = i + 1;
        c->packets_left[schedule->packets[i].trace_line]++;
    }
    for (size_t i = 0; i < c->trace->count; i++)
        c->answer_bytes[i] = c->trace->packets[i].reply_bytes;
}

noc_chains *noc_chains_new(noc_ports *ports, const noc_trace_schedule *schedule)
{
    noc_arena *arena = ports->arena;
    const size_t lines = schedule->trace->count;
    noc_chains *c = noc_arena_array(arena, 1, sizeof *c);
    if (!c) return NULL;
    *c = (noc_chains){.ports = ports, .schedule = schedule, .trace = schedule->trace};
    c->first_packets = noc_arena_array(arena, lines + 1, sizeof *c->first_packets);
    c->packets_left = noc_arena_array(arena, lines, sizeof *c->packets_left);
    c->answer_bytes = noc_arena_array(arena, lines, sizeof *c->answer_bytes);
    if (arena->is_short || (schedule->names_networks && !noc_ports_add_queues(ports)) ||
        !noc_linked_lines_make(&c->lines, arena, schedule) ||
        !noc_target_groups_make(&ports->groups, arena, schedule))
        return NULL;
    list_packets(c);
    ports->answer_bytes = c->answer_bytes;
    return c;
}

/* ---- packets: a cycle ----------------------------------------------------------------------- */

static void create_packets(noc_chains *c, noc_release r)
{
    for (uint32_t i = c->first_packets[r.slot]; i < c->first_packets[r.slot + 1]; i++) {
        const noc_planned_packet *planned = &c->schedule->packets[i];
        const uint32_t packet = noc_port_make(c->ports, planned->flow, planned->type, r.cycle);
        c->ports->packets.entries[packet].bytes = planned->bytes;
        if (planned->extra_count > 0) c->ports->packets.entries[packet].group = i + 1;
        c->ports->packets.entries[packet].tag = r.slot;
        if (c->schedule->names_networks)
            noc_port_push_to(c->ports, packet, c->trace->packets[r.slot].network);
        else
            noc_port_push(c->ports, packet);
        noc_port_fill_doors(c->ports, c->ports->system->traffic.flows[planned->flow].source);
    }
}

void noc_chains_step(noc_chains *c)
{
    noc_release r;
    while (noc_linked_lines_take(&c->lines, c->ports->now, &r)) create_packets(c, r);
}

void noc_chains_receive(noc_chains *c, const noc_packet *packet)
{
    const uint32_t line = packet->tag;
    if (!noc_trace_schedule_ends_line(c->schedule, c->ports->system, packet->type)) return;
    if (--c->packets_left[line] == 0) noc_linked_lines_end(&c->lines, line, c->ports->now);
}

uint64_t noc_chains_next_event(const noc_chains *c)
{
    return noc_linked_lines_first(&c->lines).cycle;
}
