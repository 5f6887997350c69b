#include "sampler/sources/trace_stream.h"

#include "base/growing_list.h"
#include "base/min_max.h"
#include "design/workload/trace_ids.h"
#include "sampler/sources/releases.h"
#include "sampler/sources/trace_planning.h"

/* Open line of the trace. */
typedef struct open_line {
    /* cycle of the line; delay after its predecessors, cycles; number in the trace; id */
    uint64_t cycle, delay, number, id;
    /* latest end of its predecessors; after the end of the line, cycle of this end */
    uint64_t ready_cycle;
    uint32_t flow, bytes;
    uint32_t predecessors_left; /* predecessors that have not ended */
    uint32_t first_waiter;      /* first dependent line, in `waiters`; NOC_NONE: none */
    uint32_t next;              /* next line of a list */
    noc_trace_line line_class;
    uint16_t network; /* network named by the line, from 1; 0: none */
    /* packet type; packets that have not arrived, the answer included */
    uint8_t type, packets_left;
    bool has_id, is_over; /* line has an id; line has ended, and its dependents may start */
    bool is_granted;      /* line counts among the requests of its source in flight */
} open_line;

/* Dependent line of an open line. */
typedef struct waiter {
    uint32_t slot, next; /* slot of the dependent line; next waiter of the open line */
} waiter;

/* List of lines; `first` NOC_NONE: empty. */
typedef struct line_list {
    uint32_t first, last;
} line_list;

struct noc_trace_stream {
    noc_ports *ports;
    const noc_trace_schedule *schedule;
    noc_trace_feed *feed;
    noc_diag diag;
    noc_status status;              /* status of the reads so far */
    noc_planned_packet next_packet; /* packet of the last line read, which is in `next_row` */
    const noc_trace_row *next_row;  /* NULL: the trace has ended */
    open_line *lines;
    uint32_t *answer_bytes; /* [slot]: bytes of the line's answer; 0: size of its packet type */
    size_t line_room, answer_room;
    /* number of slots; slots in use; first free slot */
    uint32_t slot_count, open_count, first_free;
    waiter *waiters;
    size_t waiter_room;
    uint32_t waiter_count, first_free_waiter;
    line_list due_lines;  /* lines without open predecessors, by cycle */
    line_list past_lines; /* ended lines with an id, by end */
    noc_releases releases;
    size_t release_room;
    uint32_t request_limit;       /* upper bound of a source's requests in flight; 0: no limit */
    uint32_t *requests_under_way; /* [terminal]: requests in flight */
    line_list *limited_lines;     /* [terminal]: lines that wait for the limit */
    noc_id_table ids;
    uint64_t next_number; /* number of the next line */
    double bytes_refused; /* size of the list for which there was no memory; 0: none */
};

/* ---- lists ---------------------------------------------------------------------------------- */

static void append_line(noc_trace_stream *s, line_list *list, uint32_t slot)
{
    s->lines[slot].next = NOC_NONE;
    if (list->first == NOC_NONE)
        list->first = slot;
    else
        s->lines[list->last].next = slot;
    list->last = slot;
}

/* ---- making --------------------------------------------------------------------------------- */

/* Reads the next line of the file. */
static void read_next_line(noc_trace_stream *s)
{
    if (s->status == NOC_OK)
        s->status = noc_trace_feed_next(s->feed, &s->next_row, &s->next_packet);
}

/* Makes the request limits of sources (traffic.outstanding). */
static bool make_limits(noc_trace_stream *s)
{
    const noc_system *system = s->ports->system;
    const uint32_t terminals = system->graph.terminal_count;
    s->request_limit = (uint32_t)system->design->traffic.outstanding_packets;
    if (s->request_limit == 0) return true;
    s->requests_under_way =
        noc_arena_array(s->ports->arena, terminals, sizeof *s->requests_under_way);
    s->limited_lines = noc_arena_array(s->ports->arena, terminals, sizeof *s->limited_lines);
    if (s->ports->arena->is_short) return false;
    for (uint32_t t = 0; t < terminals; t++) s->limited_lines[t].first = NOC_NONE;
    return true;
}

noc_trace_stream *noc_trace_stream_open(noc_ports *ports, const noc_trace_schedule *schedule)
{
    noc_trace_stream *s = noc_arena_array(ports->arena, 1, sizeof *s);
    if (!s) return NULL;
    s->ports = ports;
    s->schedule = schedule;
    s->first_free = s->first_free_waiter = NOC_NONE;
    s->due_lines.first = s->past_lines.first = NOC_NONE;
    if (!make_limits(s)) return NULL;
    s->status = noc_trace_feed_open(ports->system, schedule, &s->feed, &s->diag);
    read_next_line(s);
    return s;
}

void noc_trace_stream_close(noc_trace_stream *s)
{
    if (!s) return;
    noc_trace_feed_close(s->feed);
    noc_diag_clear(&s->diag);
    noc_id_table_clear(&s->ids);
}

/* ---- room ----------------------------------------------------------------------------------- */

/* Makes room for one more line in all lists. */
static bool make_room(noc_trace_stream *s)
{
    noc_arena *arena = s->ports->arena;
    const size_t count = s->slot_count + 1u;
    const bool has_room =
        noc_list_make_limited_room(arena, &s->lines, count, &s->line_room, sizeof *s->lines,
                                   &s->bytes_refused) &&
        noc_list_make_limited_room(arena, &s->answer_bytes, count, &s->answer_room,
                                   sizeof *s->answer_bytes, &s->bytes_refused) &&
        noc_list_make_limited_room(arena, &s->releases.entries, count, &s->release_room,
                                   sizeof *s->releases.entries, &s->bytes_refused);
    s->ports->answer_bytes = s->answer_bytes;
    return has_room;
}

static bool take_slot(noc_trace_stream *s, uint32_t *slot)
{
    *slot = s->first_free;
    if (*slot != NOC_NONE) {
        s->first_free = s->lines[*slot].next;
    } else {
        if (s->slot_count == NOC_ID_NONE - 1 || !make_room(s)) return false;
        *slot = s->slot_count++;
    }
    s->open_count++;
    return true;
}

static void free_slot(noc_trace_stream *s, uint32_t slot)
{
    s->lines[slot].next = s->first_free;
    s->first_free = slot;
    s->open_count--;
}

static bool take_waiter(noc_trace_stream *s, uint32_t *number)
{
    *number = s->first_free_waiter;
    if (*number != NOC_NONE) {
        s->first_free_waiter = s->waiters[*number].next;
        return true;
    }
    if (!noc_list_make_limited_room(s->ports->arena, &s->waiters, s->waiter_count + 1u,
                                    &s->waiter_room, sizeof *s->waiters, &s->bytes_refused))
        return false;
    *number = s->waiter_count++;
    return true;
}

/* ---- reading -------------------------------------------------------------------------------- */

/* Adds the line of an id as a predecessor of a line, unless the predecessor ended long ago. */
static bool add_wait(noc_trace_stream *s, uint32_t slot, uint64_t id)
{
    uint32_t number;
    const uint32_t predecessor = noc_id_table_find(&s->ids, id);
    open_line *line = &s->lines[slot];
    if (predecessor == NOC_ID_NONE) return true;
    if (s->lines[predecessor].is_over) {
        line->ready_cycle =
            max_u64(line->ready_cycle, s->lines[predecessor].ready_cycle + line->delay);
        return true;
    }
    if (!take_waiter(s, &number)) return false;
    s->waiters[number] = (waiter){slot, s->lines[predecessor].first_waiter};
    s->lines[predecessor].first_waiter = number;
    line->predecessors_left++;
    return true;
}

/* Releases a line, in its cycle or later. */
static void release_line(noc_trace_stream *s, uint32_t slot, uint64_t ready)
{
    const open_line *line = &s->lines[slot];
    noc_releases_push(&s->releases, (noc_release){max_u64(ready, line->cycle), line->number, slot});
}

/* Opens the last line read. */
static bool open_next_line(noc_trace_stream *s)
{
    const noc_trace_packet *p = &s->next_row->packet;
    uint32_t slot;
    if (!take_slot(s, &slot)) return false;
    bool has_room = true;
    s->answer_bytes[slot] = p->reply_bytes;
    s->lines[slot] = (open_line){
        .cycle = s->next_packet.cycle,
        .delay = p->delay,
        .number = s->next_number++,
        .id = s->next_row->id,
        .flow = s->next_packet.flow,
        .bytes = s->next_packet.bytes,
        .first_waiter = NOC_NONE,
        .line_class = {(uint8_t)p->class, p->phase},
        .network = p->network,
        .type = s->next_packet.type,
        .packets_left =
            noc_trace_is_answered(s->schedule, s->ports->system, s->next_packet.type) ? 2 : 1,
        .has_id = p->has_id,
    };
    for (uint32_t k = 0; k < p->wait_count && has_room; k++)
        has_room = add_wait(s, slot, s->next_row->wait_ids[k]);
    if (has_room && p->has_id)
        has_room = noc_id_table_add(&s->ids, s->next_row->id, slot, &s->bytes_refused);
    if (p->wait_count == 0)
        append_line(s, &s->due_lines, slot);
    else if (s->lines[slot].predecessors_left == 0)
        release_line(s, slot, s->lines[slot].ready_cycle);
    return has_room;
}

/* Drops lines that no later line can depend on. */
static void forget_past_lines(noc_trace_stream *s)
{
    while (s->past_lines.first != NOC_NONE) {
        const uint32_t slot = s->past_lines.first;
        const open_line *line = &s->lines[slot];
        if (s->ports->now - line->ready_cycle < s->schedule->trace->longest_delay) return;
        s->past_lines.first = line->next;
        noc_id_table_remove(&s->ids, line->id);
        free_slot(s, slot);
    }
}

noc_status noc_trace_stream_fill(noc_trace_stream *s, uint64_t cycles)
{
    const noc_place place = {s->schedule->file, 0};
    forget_past_lines(s);
    while (s->status == NOC_OK && s->next_row && s->next_packet.cycle < s->ports->now + cycles) {
        if (open_next_line(s))
            read_next_line(s);
        else
            s->status = noc_list_report_failure(s->bytes_refused, place,
                                                "playing the lines that wait", &s->diag);
    }
    return s->status == NOC_OK ? NOC_OK : NOC_EFAILED;
}

void noc_trace_stream_explain(const noc_trace_stream *s, noc_diag *diag)
{
    for (size_t i = 0; i < s->diag.count; i++) {
        const noc_message *m = &s->diag.messages[i];
        noc_fail(diag, m->status, (noc_place){m->file, m->line}, "%s", m->text);
    }
}

uint32_t noc_trace_stream_lines(const noc_trace_stream *s)
{
    return s->open_count;
}

/* ---- a cycle -------------------------------------------------------------------------------- */

static void create_packet(noc_trace_stream *s, uint32_t slot, uint64_t cycle)
{
    const open_line *line = &s->lines[slot];
    const uint32_t packet = noc_port_make(s->ports, line->flow, line->type, cycle);
    s->ports->packets.entries[packet].bytes = line->bytes;
    s->ports->packets.entries[packet].tag = slot;
    if (s->schedule->names_networks)
        noc_port_push_to(s->ports, packet, line->network);
    else
        noc_port_push(s->ports, packet);
    noc_port_fill_doors(s->ports, s->ports->system->traffic.flows[line->flow].source);
}

/* Finds the earliest line that may start; within a cycle the first line of the trace. */
static noc_release find_first_line(const noc_trace_stream *s)
{
    const noc_release none = {UINT64_MAX, UINT64_MAX, NOC_NONE};
    const uint32_t slot = s->due_lines.first;
    const noc_release due_line =
        slot == NOC_NONE ? none : (noc_release){s->lines[slot].cycle, s->lines[slot].number, slot};
    const noc_release released = s->releases.count > 0 ? s->releases.entries[0] : none;
    return noc_release_is_before(due_line, released) ? due_line : released;
}

static uint32_t find_source(const noc_trace_stream *s, const open_line *line)
{
    return s->ports->system->traffic.flows[line->flow].source;
}

static bool is_limited(const noc_trace_stream *s, const open_line *line)
{
    return s->request_limit > 0 && s->ports->system->traffic.flows[line->flow].class == NOC_REQUEST;
}

/* True if the source of a line is below its limit; else the line waits at the source. */
static bool try_grant(noc_trace_stream *s, uint32_t slot)
{
    open_line *line = &s->lines[slot];
    if (!is_limited(s, line) || line->is_granted) return true;
    const uint32_t source = find_source(s, line);
    line->is_granted = s->requests_under_way[source] < s->request_limit;
    if (line->is_granted)
        s->requests_under_way[source]++;
    else
        append_line(s, &s->limited_lines[source], slot);
    return line->is_granted;
}

/* Passes the place of an ended line to the next waiting line of its source. */
static void grant_next_line(noc_trace_stream *s, const open_line *line)
{
    if (!is_limited(s, line)) return;
    const uint32_t source = find_source(s, line);
    line_list *list = &s->limited_lines[source];
    const uint32_t slot = list->first;
    if (slot == NOC_NONE) {
        s->requests_under_way[source]--;
        return;
    }
    list->first = s->lines[slot].next;
    s->lines[slot].is_granted = true;
    release_line(s, slot, s->ports->now);
}

void noc_trace_stream_step(noc_trace_stream *s)
{
    for (;;) {
        const noc_release r = find_first_line(s);
        if (r.cycle > s->ports->now || r.slot == NOC_NONE) return;
        if (r.slot == s->due_lines.first)
            s->due_lines.first = s->lines[r.slot].next;
        else
            noc_releases_pop(&s->releases);
        if (try_grant(s, r.slot)) create_packet(s, r.slot, r.cycle);
    }
}

/* Ends a line, which may release dependent lines. */
static void end_line(noc_trace_stream *s, open_line *line)
{
    line->is_over = true;
    line->ready_cycle = s->ports->now;
    for (uint32_t k = line->first_waiter; k != NOC_NONE;) {
        const waiter w = s->waiters[k];
        s->waiters[k].next = s->first_free_waiter;
        s->first_free_waiter = k;
        k = w.next;
        if (--s->lines[w.slot].predecessors_left == 0)
            release_line(
                s, w.slot,
                max_u64(s->lines[w.slot].ready_cycle, s->ports->now + s->lines[w.slot].delay));
    }
}

noc_trace_line noc_trace_stream_receive(noc_trace_stream *s, const noc_packet *packet)
{
    open_line *line = &s->lines[packet->tag];
    const noc_trace_line line_class = line->line_class;
    if (noc_trace_schedule_ends_line(s->schedule, s->ports->system, packet->type))
        end_line(s, line);
    if (--line->packets_left > 0) return line_class;
    grant_next_line(s, line);
    if (!line->has_id)
        free_slot(s, packet->tag);
    else
        append_line(s, &s->past_lines, packet->tag);
    return line_class;
}

uint64_t noc_trace_stream_next(const noc_trace_stream *s)
{
    if (s->status != NOC_OK) return s->ports->now; /* the next read of the file ends the run */
    const uint64_t next = s->next_row ? s->next_packet.cycle : UINT64_MAX;
    return min_u64(find_first_line(s).cycle, next);
}
