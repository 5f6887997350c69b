#include "import/ttnpe/import.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/growing_list.h"
#include "import/ttnpe/commands.h"

/* Latencies of network interfaces, cycles, beyond those of the network. A read in a core's own tile
 * has its first data after 70 cycles, a write after 40 (tt-npe 1021603, its configuration of
 * wormhole_b0); two routers and their terminal links are 15 of a read's cycles, and 7 of a write's.
 *
 * DRAM_CYCLES and BARRIER_CYCLES are each fitted to one trace of silicon. A read of DRAM needs 138
 * cycles more than a read of a core: the last read of DRAM_TO_1x1_BLOCK, which meets no other
 * packet, ends this much later. A barrier without pending packets ends after 77 to 84 cycles in
 * 2x2_BLOCK_TO_8x8_BLOCK; about half of them follow the last arrival. */
enum {
    READ_CYCLES = 70 - 15,
    WRITE_CYCLES = 40 - 7,
    DRAM_CYCLES = 138,
    BARRIER_CYCLES = 40,
    HEADER_BYTES = 32, /* bytes of a flit (tt-isa-documentation, NoC) */
    DATA_BYTES = 8192, /* largest data of a packet (tt-isa-documentation, NoC) */
};

/* A line of the trace. */
typedef struct line {
    uint64_t cycle, delay;
    size_t first_wait, waits; /* ids of awaited lines: translation.ids[first_wait] and on */
    size_t order;
    uint32_t id, bytes; /* bytes of data */
    const noc_ttnpe_command *command;
} line;

/* State of a processor while its lines are made. */
typedef struct thread {
    uint64_t free;        /* cycle in which the last barrier with pending packets ended */
    uint64_t bound;       /* least cycle of the processor's next lines */
    uint32_t *pending[2]; /* ids of reads and of writes since the last barrier of their kind */
    size_t pending_count[2], pending_room[2];
    size_t first_wait, waits;
    bool fresh; /* true if a command has come since the last barrier */
} thread;

typedef struct translation {
    const noc_ttnpe_wish *wish;
    noc_ttnpe_commands commands;
    thread *threads;
    line *lines;
    size_t count, room;
    uint32_t *ids; /* ids for which lines wait */
    size_t id_count, id_room;
    /* lines of reads and of writes; split commands; multicasts; lines that wait */
    uint64_t packets[2], split, spread, waiting;
    /* true if a list has no room: the run would need `wanted_bytes` of memory, or memory is out */
    bool failed;
    double beyond;
    noc_import *out;
} translation;

/* ---- lists ---------------------------------------------------------------------------------- */

/* Returns the list with room for one more element; the old list, with t->has_failed set, if there
 * is no room. */
static void *grown(translation *t, void *list, size_t count, size_t *room, size_t size)
{
    void *more = t->failed ? NULL : noc_list_with_room(list, count + 1, room, size, &t->beyond);
    t->failed = !more;
    return more ? more : list;
}

static void add_id(translation *t, uint32_t **list, size_t *count, size_t *room, uint32_t id)
{
    *list = grown(t, *list, *count, room, sizeof **list);
    if (!t->failed) (*list)[(*count)++] = id;
}

/* ---- nodes ---------------------------------------------------------------------------------- */

static bool is_dram(noc_ttnpe_place p)
{
    static const uint16_t rows = 1u << 0 | 1u << 1 | 1u << 5 | 1u << 6 | 1u << 7 | 1u << 11;
    return p.column == 5 || (p.column == 0 && rows >> p.row & 1);
}

static bool is_worker(noc_ttnpe_place p)
{
    return p.column != 0 && p.column != 5 && p.row != 0 && p.row != 6;
}

static unsigned node_of(noc_ttnpe_place p)
{
    return p.column + NOC_TTNPE_COLUMNS * (unsigned)p.row;
}

/* Finds the nodes of a command's target; only cores of a rectangle receive. */
static size_t targets_of(const noc_ttnpe_command *c, unsigned nodes[])
{
    size_t count = 0;
    noc_ttnpe_place at = c->first;
    for (;;) {
        const bool wanted = !c->multicast || (is_worker(at) && node_of(at) != node_of(c->core));
        if (wanted) nodes[count++] = node_of(at);
        if (at.column != c->last.column) {
            at.column = (uint8_t)((at.column + 1) % NOC_TTNPE_COLUMNS);
            continue;
        }
        if (at.row == c->last.row) return count;
        at.column = c->first.column;
        at.row = (uint8_t)((at.row + 1) % NOC_TTNPE_ROWS);
    }
}

/* ---- lines ---------------------------------------------------------------------------------- */

/* Returns the cycles from a command until its packet can enter the network, if the network is idle
 * and the target replies at once. */
static uint64_t cost_of(const noc_ttnpe_command *c)
{
    if (c->kind == NOC_TTNPE_WRITE) return WRITE_CYCLES;
    return READ_CYCLES + (is_dram(c->first) ? DRAM_CYCLES : 0);
}

/* Adds the line of a packet. If it waits, its cycle is no earlier than those of the awaited
 * packets, and it has a delay. */
static void add_line(translation *t, thread *own, const noc_ttnpe_command *c, uint32_t bytes)
{
    const int kind = c->kind == NOC_TTNPE_WRITE;
    const bool waits = t->wish->waits && own->waits > 0;
    t->lines = grown(t, t->lines, t->count, &t->room, sizeof *t->lines);
    if (t->failed) return;
    line *l = &t->lines[t->count];
    *l = (line){.cycle = c->cycle + cost_of(c),
                .order = t->count,
                .id = (uint32_t)t->count + 1,
                .bytes = bytes,
                .command = c};
    if (waits) {
        l->first_wait = own->first_wait;
        l->waits = own->waits;
        l->delay = c->cycle - own->free + BARRIER_CYCLES + cost_of(c);
        l->cycle = own->bound;
        t->waiting++;
    } else if (l->cycle > own->bound) {
        own->bound = l->cycle;
    }
    t->count++;
    t->packets[kind]++;
    if (t->wish->waits)
        add_id(t, &own->pending[kind], &own->pending_count[kind], &own->pending_room[kind], l->id);
}

static void add_command(translation *t, thread *own, const noc_ttnpe_command *c)
{
    unsigned nodes[NOC_TTNPE_COLUMNS * NOC_TTNPE_ROWS];
    if (targets_of(c, nodes) == 0) {
        t->commands.empty++;
        return;
    }
    own->fresh = true;
    t->split += c->bytes > DATA_BYTES;
    t->spread += c->multicast;
    for (uint32_t p = 0; p < c->packets; p++)
        for (uint32_t left = c->bytes; left > 0 && !t->failed;) {
            const uint32_t part = left < DATA_BYTES ? left : DATA_BYTES;
            add_line(t, own, c, part);
            left -= part;
        }
}

/* Ends a barrier: later commands wait for its packets. */
static void end_barrier(translation *t, thread *own, const noc_ttnpe_command *barrier)
{
    const int kind = barrier->kind == NOC_TTNPE_WRITE_BARRIER;
    if (own->pending_count[kind] == 0) return;
    if (own->fresh) {
        own->first_wait = t->id_count;
        own->waits = 0;
    }
    for (size_t i = 0; i < own->pending_count[kind]; i++)
        add_id(t, &t->ids, &t->id_count, &t->id_room, own->pending[kind][i]);
    own->waits = t->id_count - own->first_wait;
    own->pending_count[kind] = 0;
    own->fresh = false;
    own->free = barrier->cycle;
}

static int order_commands(const void *a, const void *b)
{
    const noc_ttnpe_command *x = a, *y = b;
    if (x->processor != y->processor) return x->processor < y->processor ? -1 : 1;
    if (x->cycle != y->cycle) return x->cycle < y->cycle ? -1 : 1;
    return (x->order > y->order) - (x->order < y->order);
}

static int order_lines(const void *a, const void *b)
{
    const line *x = a, *y = b;
    if (x->cycle != y->cycle) return x->cycle < y->cycle ? -1 : 1;
    return (x->order > y->order) - (x->order < y->order);
}

/* Makes the lines of all commands. Commands of a processor in one cycle stay in the order of the
 * file, since a barrier in the same cycle ends before or after them. */
static void make_lines(translation *t)
{
    noc_ttnpe_commands *all = &t->commands;
    bool sorted = true;
    for (size_t i = 1; i < all->count; i++)
        sorted &= order_commands(&all->list[i - 1], &all->list[i]) <= 0;
    if (!sorted) qsort(all->list, all->count, sizeof *all->list, order_commands);
    for (size_t i = 0; i < all->count; i++) {
        const noc_ttnpe_command *c = &all->list[i];
        if (c->packets > 0)
            add_command(t, &t->threads[c->processor], c);
        else
            end_barrier(t, &t->threads[c->processor], c);
    }
    if (t->count > 0) qsort(t->lines, t->count, sizeof *t->lines, order_lines);
}

/* ---- the trace ------------------------------------------------------------------------------ */

static void write_line(const translation *t, const line *l, FILE *out)
{
    const noc_ttnpe_command *c = l->command;
    unsigned nodes[NOC_TTNPE_COLUMNS * NOC_TTNPE_ROWS];
    const size_t count = targets_of(c, nodes);
    const bool reads = c->kind == NOC_TTNPE_READ;
    fprintf(out, "%" PRIu64 ",%u,", l->cycle, node_of(c->core));
    for (size_t i = 0; i < count; i++) fprintf(out, "%s%u", i ? "+" : "", nodes[i]);
    fprintf(out, ",%s,%" PRIu32 ",%" PRIu32 ",%u", reads ? "read" : "write",
            reads ? HEADER_BYTES : l->bytes + HEADER_BYTES,
            reads ? l->bytes + HEADER_BYTES : HEADER_BYTES, c->network);
    if (t->commands.is_workload) fprintf(out, ",phase-%u", c->phase);
    if (t->wish->waits) {
        fprintf(out, ",%" PRIu32 ",", l->id);
        for (size_t i = 0; i < l->waits; i++)
            fprintf(out, "%s%" PRIu32, i ? "+" : "", t->ids[l->first_wait + i]);
        if (l->waits)
            fprintf(out, ",%" PRIu64, l->delay);
        else
            fputc(',', out);
    }
    fputc('\n', out);
}

static void write_trace(const translation *t, FILE *out)
{
    fprintf(out, "cycle,source,destination,class,bytes,reply_bytes,network%s%s\n",
            t->commands.is_workload ? ",phase" : "", t->wish->waits ? ",id,after,delay" : "");
    for (size_t i = 0; i < t->count; i++) write_line(t, &t->lines[i], out);
}

/* ---- notes ---------------------------------------------------------------------------------- */

/* Notes a count, unless it is 0. */
static void tell(const translation *t, noc_import_fate fate, const char *setting, uint64_t count,
                 const char *here, const char *why)
{
    if (count > 0) noc_import_tell_count(t->out, fate, setting, count, here, why);
}

static void tell_commands(const translation *t)
{
    const noc_ttnpe_commands *all = &t->commands;
    tell(t, NOC_IMPORT_CARRIED, "reads", t->packets[0], "read", "");
    tell(t, NOC_IMPORT_CARRIED, all->is_workload ? "packets of transfers" : "writes", t->packets[1],
         "write", "");
    tell(t, NOC_IMPORT_CHANGED, "commands above 8192 bytes", t->split, "packets of 8192",
         "a packet has 256 flits of data at most");
    tell(t, NOC_IMPORT_CHANGED, "multicasts", t->spread, "destinations joined by +",
         "a packet to each: nodes answer, and the cores of a rectangle alone hear of it");
    tell(t, NOC_IMPORT_CARRIED, "packets that wait for a barrier", t->waiting, "after", "");
    tell(t, NOC_IMPORT_LEFT_OUT, "zones, other events without type", all->zones, "",
         "they move nothing");
    tell(t, NOC_IMPORT_LEFT_OUT, "commands without bytes, or cores that they go to", all->empty, "",
         "they move nothing");
    tell(t, NOC_IMPORT_LEFT_OUT, "injection rates", all->rates, "",
         "packets leave as fast as the network accepts them");
    for (size_t i = 0; i < all->stranger_count; i++)
        tell(t, NOC_IMPORT_LEFT_OUT, all->strangers[i].type, all->strangers[i].count, "",
             "events of this type are not read");
}

static void tell_times(const translation *t)
{
    char here[80];
    snprintf(here, sizeof here, "%d a read, %d more of DRAM, %d a write, %d behind a barrier",
             READ_CYCLES, DRAM_CYCLES, WRITE_CYCLES, BARRIER_CYCLES);
    noc_import_note_fate(t->out, NOC_IMPORT_ASSUMED, "(interfaces)", "", 0, "cycle, delay", "%s",
                         here);
    tell(t, NOC_IMPORT_LEFT_OUT, "cycles measured", t->commands.measured, "",
         "a trace holds all that is asked for");
    if (!t->wish->waits)
        tell(t, NOC_IMPORT_CARRIED, "cycles of commands", t->count, "cycle",
             "as recorded; commands=wait lets them wait for barriers");
}

/* ---- all ------------------------------------------------------------------------------------ */

static noc_status translate(translation *t, noc_diag *diag)
{
    noc_status status = noc_ttnpe_read(t->wish->path, &t->commands, diag);
    if (status != NOC_OK) return status;
    t->threads = calloc(t->commands.processors + 1u, sizeof *t->threads);
    if (!t->threads) return noc_fail_memory(diag);
    make_lines(t);
    if (t->failed)
        return noc_list_refuse(t->beyond, (noc_place){t->wish->path, 0}, "its packets", diag);
    if (t->count == 0)
        return noc_fail(diag, NOC_EINPUT, (noc_place){t->wish->path, 0},
                        "there is no command in it that moves data to a node");
    FILE *design = noc_import_begin_own(t->out, ".cfg");
    if (design) fputs(t->wish->design, design);
    FILE *trace = noc_import_begin(t->out, t->out->trace);
    if (trace) write_trace(t, trace);
    tell_commands(t);
    tell_times(t);
    return noc_import_end(t->out, diag);
}

noc_status noc_ttnpe_import(const noc_ttnpe_wish *wish, noc_import *out, noc_diag *diag)
{
    translation t = {.wish = wish, .out = out};
    out->name = noc_import_name_before(wish->path, ".json", "wormhole");
    out->trace = out->name ? noc_import_file_called(out->name, ".csv") : NULL;
    const noc_status status = out->trace ? translate(&t, diag) : noc_fail_memory(diag);
    for (uint32_t i = 0; t.threads && i < t.commands.processors; i++) {
        free(t.threads[i].pending[0]);
        free(t.threads[i].pending[1]);
    }
    free(t.threads);
    free(t.lines);
    free(t.ids);
    noc_ttnpe_clear(&t.commands);
    return status;
}
