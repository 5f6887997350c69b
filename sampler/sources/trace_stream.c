#include "sampler/sources/trace_stream.h"

#include <stdlib.h>

#include "base/growing_list.h"
#include "base/min_max.h"
#include "design/workload/trace_ids.h"
#include "sampler/sources/releases.h"
#include "sampler/sources/trace_planning.h"

/* Open line of the trace. */
typedef struct open_line {
    uint64_t cycle, delay, number, id;
    /* latest end of its predecessors; after the end of the line, cycle of this end */
    uint64_t ready;
    uint32_t flow, bytes;
    uint32_t waits;  /* predecessors that have not ended */
    uint32_t waiter; /* first dependent line, in `waiters`; NOC_NONE: none */
    uint32_t next;   /* next line of a list */
    noc_trace_line line;
    uint16_t network;   /* network named by the line, from 1; 0: none */
    uint8_t type, left; /* packet type; packets that have not arrived, the answer included */
    bool has_id, over;  /* line has an id; line has ended, and its dependents may start */
    bool granted;       /* line counts among the requests of its source in flight */
} open_line;

typedef struct waiter {
    uint32_t slot, next;
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
    noc_status status;        /* status of the reads so far */
    noc_planned_packet ahead; /* packet of the last line read, which is in `next_row` */
    const noc_trace_row *row; /* NULL: the trace has ended */
    open_line *lines;
    uint32_t *answer_bytes; /* [slot]: bytes of the line's answer; 0: size of its packet type */
    size_t line_room, answer_room;
    uint32_t slots, open, free; /* number of slots; slots in use; first free slot */
    waiter *waiters;
    size_t waiter_room;
    uint32_t waiter_count, free_waiter;
    line_list due;  /* lines without open predecessors, by cycle */
    line_list past; /* ended lines with an id, by end */
    noc_releases releases;
    size_t release_room;
    uint32_t most;       /* upper bound of a source's requests in flight; 0: no limit */
    uint32_t *under_way; /* [terminal]: requests in flight */
    line_list *held_up;  /* [terminal]: lines that wait for the limit */
    noc_id_table ids;
    uint64_t number; /* number of the next line */
    double beyond;
};

/* ---- lists ---------------------------------------------------------------------------------- */

static void append(noc_trace_stream *s, line_list *list, uint32_t slot)
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
static void read_ahead(noc_trace_stream *s)
{
    if (s->status == NOC_OK) s->status = noc_trace_feed_next(s->feed, &s->row, &s->ahead);
}

/* Makes the request limits of sources (traffic.outstanding). */
static bool make_limits(noc_trace_stream *s)
{
    const noc_system *system = s->ports->system;
    const uint32_t terminals = system->graph.terminal_count;
    s->most = (uint32_t)system->design->traffic.outstanding;
    if (s->most == 0) return true;
    s->under_way = calloc(terminals + 1u, sizeof *s->under_way);
    s->held_up = calloc(terminals + 1u, sizeof *s->held_up);
    if (!s->under_way || !s->held_up) return false;
    for (uint32_t t = 0; t < terminals; t++) s->held_up[t].first = NOC_NONE;
    return true;
}

noc_trace_stream *noc_trace_stream_new(noc_ports *ports, const noc_trace_schedule *schedule)
{
    noc_trace_stream *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->ports = ports;
    s->schedule = schedule;
    s->free = s->free_waiter = NOC_NONE;
    s->due.first = s->past.first = NOC_NONE;
    if (!make_limits(s)) {
        noc_trace_stream_free(s);
        return NULL;
    }
    s->status = noc_trace_feed_open(ports->system, schedule, &s->feed, &s->diag);
    read_ahead(s);
    return s;
}

void noc_trace_stream_free(noc_trace_stream *s)
{
    if (!s) return;
    noc_trace_feed_close(s->feed);
    noc_diag_clear(&s->diag);
    free(s->lines);
    free(s->answer_bytes);
    free(s->waiters);
    free(s->releases.all);
    free(s->under_way);
    free(s->held_up);
    noc_id_table_clear(&s->ids);
    free(s);
}

/* ---- room ----------------------------------------------------------------------------------- */

/* Makes room for one more line in all lists. */
static bool make_room(noc_trace_stream *s)
{
    const size_t count = s->slots + 1u;
    open_line *lines =
        noc_list_with_room(s->lines, count, &s->line_room, sizeof *lines, &s->beyond);
    if (lines) s->lines = lines;
    uint32_t *bytes =
        noc_list_with_room(s->answer_bytes, count, &s->answer_room, sizeof *bytes, &s->beyond);
    if (bytes) s->ports->answer_bytes = s->answer_bytes = bytes;
    noc_release *releases =
        noc_list_with_room(s->releases.all, count, &s->release_room, sizeof *releases, &s->beyond);
    if (releases) s->releases.all = releases;
    return lines && bytes && releases;
}

static bool take_slot(noc_trace_stream *s, uint32_t *slot)
{
    *slot = s->free;
    if (*slot != NOC_NONE) {
        s->free = s->lines[*slot].next;
    } else {
        if (s->slots == NOC_ID_NONE - 1 || !make_room(s)) return false;
        *slot = s->slots++;
    }
    s->open++;
    return true;
}

static void give_back(noc_trace_stream *s, uint32_t slot)
{
    s->lines[slot].next = s->free;
    s->free = slot;
    s->open--;
}

static bool take_waiter(noc_trace_stream *s, uint32_t *number)
{
    *number = s->free_waiter;
    if (*number != NOC_NONE) {
        s->free_waiter = s->waiters[*number].next;
        return true;
    }
    waiter *all = noc_list_with_room(s->waiters, s->waiter_count + 1u, &s->waiter_room, sizeof *all,
                                     &s->beyond);
    if (!all) return false;
    s->waiters = all;
    *number = s->waiter_count++;
    return true;
}

/* ---- reading -------------------------------------------------------------------------------- */

/* Adds the line of an id as a predecessor of a line, unless the predecessor ended long ago. */
static bool wait_for(noc_trace_stream *s, uint32_t slot, uint64_t id)
{
    uint32_t number;
    const uint32_t other = noc_id_table_find(&s->ids, id);
    open_line *line = &s->lines[slot];
    if (other == NOC_ID_NONE) return true;
    if (s->lines[other].over) {
        line->ready = max_u64(line->ready, s->lines[other].ready + line->delay);
        return true;
    }
    if (!take_waiter(s, &number)) return false;
    s->waiters[number] = (waiter){slot, s->lines[other].waiter};
    s->lines[other].waiter = number;
    line->waits++;
    return true;
}

/* Releases a line, in its cycle or later. */
static void release(noc_trace_stream *s, uint32_t slot, uint64_t ready)
{
    const open_line *line = &s->lines[slot];
    noc_releases_push(&s->releases, (noc_release){max_u64(ready, line->cycle), line->number, slot});
}

/* Opens the last line read. */
static bool open_next(noc_trace_stream *s)
{
    const noc_trace_packet *p = &s->row->packet;
    uint32_t slot;
    if (!take_slot(s, &slot)) return false;
    bool room = true;
    s->answer_bytes[slot] = p->reply_bytes;
    s->lines[slot] = (open_line){
        .cycle = s->ahead.cycle,
        .delay = p->delay,
        .number = s->number++,
        .id = s->row->id,
        .flow = s->ahead.flow,
        .bytes = s->ahead.bytes,
        .waiter = NOC_NONE,
        .line = {(uint8_t)p->class, p->phase},
        .network = p->network,
        .type = s->ahead.type,
        .left = noc_trace_schedule_answers(s->schedule, s->ports->system, s->ahead.type) ? 2 : 1,
        .has_id = p->has_id,
    };
    for (uint32_t k = 0; k < p->after && room; k++) room = wait_for(s, slot, s->row->after[k]);
    if (room && p->has_id) room = noc_id_table_add(&s->ids, s->row->id, slot, &s->beyond);
    if (p->after == 0)
        append(s, &s->due, slot);
    else if (s->lines[slot].waits == 0)
        release(s, slot, s->lines[slot].ready);
    return room;
}

/* Drops lines that no later line can depend on. */
static void forget_past(noc_trace_stream *s)
{
    while (s->past.first != NOC_NONE) {
        const uint32_t slot = s->past.first;
        const open_line *line = &s->lines[slot];
        if (s->ports->now - line->ready < s->schedule->trace->longest_delay) return;
        s->past.first = line->next;
        noc_id_table_remove(&s->ids, line->id);
        give_back(s, slot);
    }
}

noc_status noc_trace_stream_fill(noc_trace_stream *s, uint64_t cycles)
{
    const noc_place place = {s->schedule->file, 0};
    forget_past(s);
    while (s->status == NOC_OK && s->row && s->ahead.cycle < s->ports->now + cycles) {
        if (open_next(s))
            read_ahead(s);
        else
            s->status = noc_list_refuse(s->beyond, place, "playing the lines that wait", &s->diag);
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

uint32_t noc_trace_stream_open(const noc_trace_stream *s)
{
    return s->open;
}

/* ---- a cycle -------------------------------------------------------------------------------- */

static void create(noc_trace_stream *s, uint32_t slot, uint64_t cycle)
{
    const open_line *line = &s->lines[slot];
    const uint32_t packet = noc_port_make(s->ports, line->flow, line->type, cycle);
    s->ports->packets.all[packet].bytes = line->bytes;
    s->ports->packets.all[packet].tag = slot;
    if (s->schedule->chooses)
        noc_port_push_by(s->ports, packet, line->network);
    else
        noc_port_push(s->ports, packet);
    noc_port_start(s->ports, s->ports->system->traffic.flows[line->flow].source);
}

/* Finds the earliest line that may start; within a cycle the first line of the trace. */
static noc_release first_of(const noc_trace_stream *s)
{
    const noc_release none = {UINT64_MAX, UINT64_MAX, NOC_NONE};
    const uint32_t slot = s->due.first;
    const noc_release own =
        slot == NOC_NONE ? none : (noc_release){s->lines[slot].cycle, s->lines[slot].number, slot};
    const noc_release freed = s->releases.count > 0 ? s->releases.all[0] : none;
    return noc_release_is_before(own, freed) ? own : freed;
}

static uint32_t source_of(const noc_trace_stream *s, const open_line *line)
{
    return s->ports->system->traffic.flows[line->flow].source;
}

static bool is_limited(const noc_trace_stream *s, const open_line *line)
{
    return s->most > 0 && s->ports->system->traffic.flows[line->flow].class == NOC_REQUEST;
}

/* True if the source of a line is below its limit; else the line waits at the source. */
static bool has_leave(noc_trace_stream *s, uint32_t slot)
{
    open_line *line = &s->lines[slot];
    if (!is_limited(s, line) || line->granted) return true;
    const uint32_t source = source_of(s, line);
    line->granted = s->under_way[source] < s->most;
    if (line->granted)
        s->under_way[source]++;
    else
        append(s, &s->held_up[source], slot);
    return line->granted;
}

/* Passes the place of an ended line to the next waiting line of its source. */
static void pass_on(noc_trace_stream *s, const open_line *line)
{
    if (!is_limited(s, line)) return;
    const uint32_t source = source_of(s, line);
    line_list *list = &s->held_up[source];
    const uint32_t slot = list->first;
    if (slot == NOC_NONE) {
        s->under_way[source]--;
        return;
    }
    list->first = s->lines[slot].next;
    s->lines[slot].granted = true;
    release(s, slot, s->ports->now);
}

void noc_trace_stream_step(noc_trace_stream *s)
{
    for (;;) {
        const noc_release r = first_of(s);
        if (r.cycle > s->ports->now || r.slot == NOC_NONE) return;
        if (r.slot == s->due.first)
            s->due.first = s->lines[r.slot].next;
        else
            noc_releases_pop(&s->releases);
        if (has_leave(s, r.slot)) create(s, r.slot, r.cycle);
    }
}

/* Ends a line, which may release dependent lines. */
static void end(noc_trace_stream *s, open_line *line)
{
    line->over = true;
    line->ready = s->ports->now;
    for (uint32_t k = line->waiter; k != NOC_NONE;) {
        const waiter w = s->waiters[k];
        s->waiters[k].next = s->free_waiter;
        s->free_waiter = k;
        k = w.next;
        if (--s->lines[w.slot].waits == 0)
            release(s, w.slot,
                    max_u64(s->lines[w.slot].ready, s->ports->now + s->lines[w.slot].delay));
    }
}

noc_trace_line noc_trace_stream_receive(noc_trace_stream *s, const noc_packet *packet)
{
    open_line *line = &s->lines[packet->tag];
    const noc_trace_line what = line->line;
    if (noc_trace_schedule_ends_line(s->schedule, s->ports->system, packet->type)) end(s, line);
    if (--line->left > 0) return what;
    pass_on(s, line);
    if (!line->has_id)
        give_back(s, packet->tag);
    else
        append(s, &s->past, packet->tag);
    return what;
}

uint64_t noc_trace_stream_quiet_until(const noc_trace_stream *s)
{
    if (s->status != NOC_OK) return s->ports->now; /* the next read of the file ends the run */
    const uint64_t next = s->row ? s->ahead.cycle : UINT64_MAX;
    return min_u64(first_of(s).cycle, next);
}
