#include "import/ttnpe/import.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>

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
typedef struct trace_line {
    uint64_t cycle, delay;
    size_t first_wait, wait_count; /* ids of awaited lines: translation.ids[first_wait] and on */
    size_t order;
    uint32_t id, bytes; /* bytes of data */
    const noc_ttnpe_command *command;
} trace_line;

/* State of a processor while its lines are made. */
typedef struct processor_state {
    uint64_t barrier_end; /* cycle in which the last barrier with pending packets ended */
    uint64_t least_cycle; /* least cycle of the processor's next lines */
    uint32_t *pending[2]; /* ids of reads and of writes since the last barrier of their kind */
    size_t pending_count[2], pending_room[2];
    size_t first_wait, wait_count;
    bool has_new_command; /* true if a command has come since the last barrier */
} processor_state;

typedef struct translation {
    noc_arena arena; /* owns the lists */
    const noc_ttnpe_request *request;
    noc_ttnpe_commands commands;
    processor_state *threads;
    trace_line *lines;
    size_t count, capacity;
    uint32_t *ids; /* ids for which lines wait */
    size_t id_count, id_capacity;
    /* lines of reads and of writes; split commands; multicasts; lines that wait */
    uint64_t packets[2], split_commands, multicasts, waiting_lines;
    /* true if a list has no room: the run would need `wanted_bytes` of memory, or memory is out */
    bool has_failed;
    double wanted_bytes;
    noc_import *out;
} translation;

/* ---- lists ---------------------------------------------------------------------------------- */

/* Makes room for one more element in a list. False, with t->has_failed set: there is no room. */
static bool grow_list(translation *t, void *list, size_t count, size_t *capacity, size_t size)
{
    t->has_failed = t->has_failed || !noc_list_make_limited_room(&t->arena, list, count + 1,
                                                                 capacity, size, &t->wanted_bytes);
    return !t->has_failed;
}

static void add_id(translation *t, uint32_t **list, size_t *count, size_t *capacity, uint32_t id)
{
    if (grow_list(t, list, *count, capacity, sizeof **list)) (*list)[(*count)++] = id;
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

static unsigned find_node(noc_ttnpe_place p)
{
    return p.column + NOC_TTNPE_COLUMNS * (unsigned)p.row;
}

/* Finds the nodes of a command's target; only cores of a rectangle receive. */
static size_t find_targets(const noc_ttnpe_command *c, unsigned nodes[])
{
    size_t count = 0;
    noc_ttnpe_place place = c->first_corner;
    for (;;) {
        const bool is_target =
            !c->is_multicast || (is_worker(place) && find_node(place) != find_node(c->core));
        if (is_target) nodes[count++] = find_node(place);
        if (place.column != c->last_corner.column) {
            place.column = (uint8_t)((place.column + 1) % NOC_TTNPE_COLUMNS);
            continue;
        }
        if (place.row == c->last_corner.row) return count;
        place.column = c->first_corner.column;
        place.row = (uint8_t)((place.row + 1) % NOC_TTNPE_ROWS);
    }
}

/* ---- lines ---------------------------------------------------------------------------------- */

/* Returns the cycles from a command until its packet can enter the network, if the network is idle
 * and the target replies at once. */
static uint64_t compute_entry_cycles(const noc_ttnpe_command *c)
{
    if (c->kind == NOC_TTNPE_WRITE) return WRITE_CYCLES;
    return READ_CYCLES + (is_dram(c->first_corner) ? DRAM_CYCLES : 0);
}

/* Adds the line of a packet. If it waits, its cycle is no earlier than those of the awaited
 * packets, and it has a delay. */
static void add_line(translation *t, processor_state *state, const noc_ttnpe_command *c,
                     uint32_t bytes)
{
    const int kind = c->kind == NOC_TTNPE_WRITE;
    const bool waits = t->request->waits_at_barriers && state->wait_count > 0;
    if (!grow_list(t, &t->lines, t->count, &t->capacity, sizeof *t->lines)) return;
    trace_line *l = &t->lines[t->count];
    *l = (trace_line){.cycle = c->cycle + compute_entry_cycles(c),
                      .order = t->count,
                      .id = (uint32_t)t->count + 1,
                      .bytes = bytes,
                      .command = c};
    if (waits) {
        l->first_wait = state->first_wait;
        l->wait_count = state->wait_count;
        l->delay = c->cycle - state->barrier_end + BARRIER_CYCLES + compute_entry_cycles(c);
        l->cycle = state->least_cycle;
        t->waiting_lines++;
    } else if (l->cycle > state->least_cycle) {
        state->least_cycle = l->cycle;
    }
    t->count++;
    t->packets[kind]++;
    if (t->request->waits_at_barriers)
        add_id(t, &state->pending[kind], &state->pending_count[kind], &state->pending_room[kind],
               l->id);
}

static void add_command(translation *t, processor_state *state, const noc_ttnpe_command *c)
{
    unsigned nodes[NOC_TTNPE_COLUMNS * NOC_TTNPE_ROWS];
    if (find_targets(c, nodes) == 0) {
        t->commands.empty_commands++;
        return;
    }
    state->has_new_command = true;
    t->split_commands += c->bytes > DATA_BYTES;
    t->multicasts += c->is_multicast;
    for (uint32_t p = 0; p < c->packets; p++)
        for (uint32_t remaining = c->bytes; remaining > 0 && !t->has_failed;) {
            const uint32_t packet_bytes = remaining < DATA_BYTES ? remaining : DATA_BYTES;
            add_line(t, state, c, packet_bytes);
            remaining -= packet_bytes;
        }
}

/* Ends a barrier: later commands wait for its packets. */
static void end_barrier(translation *t, processor_state *state, const noc_ttnpe_command *barrier)
{
    const int kind = barrier->kind == NOC_TTNPE_WRITE_BARRIER;
    if (state->pending_count[kind] == 0) return;
    if (state->has_new_command) {
        state->first_wait = t->id_count;
        state->wait_count = 0;
    }
    for (size_t i = 0; i < state->pending_count[kind]; i++)
        add_id(t, &t->ids, &t->id_count, &t->id_capacity, state->pending[kind][i]);
    state->wait_count = t->id_count - state->first_wait;
    state->pending_count[kind] = 0;
    state->has_new_command = false;
    state->barrier_end = barrier->cycle;
}

static int compare_commands(const void *a, const void *b)
{
    const noc_ttnpe_command *x = a, *y = b;
    if (x->processor != y->processor) return x->processor < y->processor ? -1 : 1;
    if (x->cycle != y->cycle) return x->cycle < y->cycle ? -1 : 1;
    return (x->order > y->order) - (x->order < y->order);
}

static int compare_lines(const void *a, const void *b)
{
    const trace_line *x = a, *y = b;
    if (x->cycle != y->cycle) return x->cycle < y->cycle ? -1 : 1;
    return (x->order > y->order) - (x->order < y->order);
}

/* Makes the lines of all commands. Commands of a processor in one cycle stay in the order of the
 * file, since a barrier in the same cycle ends before or after them. */
static void make_lines(translation *t)
{
    noc_ttnpe_commands *commands = &t->commands;
    bool is_sorted = true;
    for (size_t i = 1; i < commands->count; i++)
        is_sorted &= compare_commands(&commands->list[i - 1], &commands->list[i]) <= 0;
    if (!is_sorted)
        qsort(commands->list, commands->count, sizeof *commands->list, compare_commands);
    for (size_t i = 0; i < commands->count; i++) {
        const noc_ttnpe_command *c = &commands->list[i];
        if (c->packets > 0)
            add_command(t, &t->threads[c->processor], c);
        else
            end_barrier(t, &t->threads[c->processor], c);
    }
    if (t->count > 0) qsort(t->lines, t->count, sizeof *t->lines, compare_lines);
}

/* ---- the trace ------------------------------------------------------------------------------ */

static void write_line(const translation *t, const trace_line *l, FILE *out)
{
    const noc_ttnpe_command *c = l->command;
    unsigned nodes[NOC_TTNPE_COLUMNS * NOC_TTNPE_ROWS];
    const size_t count = find_targets(c, nodes);
    const bool reads = c->kind == NOC_TTNPE_READ;
    fprintf(out, "%" PRIu64 ",%u,", l->cycle, find_node(c->core));
    for (size_t i = 0; i < count; i++) fprintf(out, "%s%u", i ? "+" : "", nodes[i]);
    fprintf(out, ",%s,%" PRIu32 ",%" PRIu32 ",%u", reads ? "read" : "write",
            reads ? HEADER_BYTES : l->bytes + HEADER_BYTES,
            reads ? l->bytes + HEADER_BYTES : HEADER_BYTES, c->network);
    if (t->commands.is_workload) fprintf(out, ",phase-%u", c->phase);
    if (t->request->waits_at_barriers) {
        fprintf(out, ",%" PRIu32 ",", l->id);
        for (size_t i = 0; i < l->wait_count; i++)
            fprintf(out, "%s%" PRIu32, i ? "+" : "", t->ids[l->first_wait + i]);
        if (l->wait_count)
            fprintf(out, ",%" PRIu64, l->delay);
        else
            fputc(',', out);
    }
    fputc('\n', out);
}

static void write_trace(const translation *t, FILE *out)
{
    fprintf(out, "cycle,source,destination,class,bytes,reply_bytes,network%s%s\n",
            t->commands.is_workload ? ",phase" : "",
            t->request->waits_at_barriers ? ",id,after,delay" : "");
    for (size_t i = 0; i < t->count; i++) write_line(t, &t->lines[i], out);
}

/* ---- notes ---------------------------------------------------------------------------------- */

/* Notes a count, unless it is 0. */
static void note_count(const translation *t, noc_import_fate fate, const char *setting,
                       uint64_t count, const char *trace_column, const char *reason)
{
    if (count > 0) noc_import_note_count(t->out, fate, setting, count, trace_column, reason);
}

static void note_commands(const translation *t)
{
    const noc_ttnpe_commands *commands = &t->commands;
    note_count(t, NOC_IMPORT_CARRIED, "reads", t->packets[0], "read", "");
    note_count(t, NOC_IMPORT_CARRIED, commands->is_workload ? "packets of transfers" : "writes",
               t->packets[1], "write", "");
    note_count(t, NOC_IMPORT_CHANGED, "commands above 8192 bytes", t->split_commands,
               "packets of 8192", "a packet has 256 flits of data at most");
    note_count(t, NOC_IMPORT_CHANGED, "multicasts", t->multicasts, "destinations joined by +",
               "a packet to each: nodes answer, and the cores of a rectangle alone hear of it");
    note_count(t, NOC_IMPORT_CARRIED, "packets that wait for a barrier", t->waiting_lines, "after",
               "");
    note_count(t, NOC_IMPORT_LEFT_OUT, "zones, other events without type", commands->untyped_events,
               "", "they move nothing");
    note_count(t, NOC_IMPORT_LEFT_OUT, "commands without bytes, or cores that they go to",
               commands->empty_commands, "", "they move nothing");
    note_count(t, NOC_IMPORT_LEFT_OUT, "injection rates", commands->injection_rates, "",
               "packets leave as fast as the network accepts them");
    for (size_t i = 0; i < commands->unknown_count; i++)
        note_count(t, NOC_IMPORT_LEFT_OUT, commands->unknown_types[i].type,
                   commands->unknown_types[i].count, "", "events of this type are not read");
}

static void note_times(const translation *t)
{
    char times_text[80];
    snprintf(times_text, sizeof times_text,
             "%d a read, %d more of DRAM, %d a write, %d behind a barrier", READ_CYCLES,
             DRAM_CYCLES, WRITE_CYCLES, BARRIER_CYCLES);
    noc_import_note_fate(t->out, NOC_IMPORT_ASSUMED, "(interfaces)", "", 0, "cycle, delay", "%s",
                         times_text);
    note_count(t, NOC_IMPORT_LEFT_OUT, "cycles measured", t->commands.measured_cycles, "",
               "a trace holds all that is asked for");
    if (!t->request->waits_at_barriers)
        note_count(t, NOC_IMPORT_CARRIED, "cycles of commands", t->count, "cycle",
                   "as recorded; commands=wait lets them wait for barriers");
}

/* ---- the import ----------------------------------------------------------------------------- */

static noc_status translate(translation *t, noc_diag *diag)
{
    noc_status status = noc_ttnpe_read(t->request->path, &t->commands, diag);
    if (status != NOC_OK) return status;
    t->threads = noc_arena_array(&t->arena, t->commands.processors, sizeof *t->threads);
    if (!t->threads) return noc_fail_memory(diag);
    make_lines(t);
    if (t->has_failed)
        return noc_list_report_failure(t->wanted_bytes, (noc_place){t->request->path, 0},
                                       "its packets", diag);
    if (t->count == 0)
        return noc_fail(diag, NOC_EINPUT, (noc_place){t->request->path, 0},
                        "there is no command in it that moves data to a node");
    FILE *design = noc_import_begin_named(t->out, ".cfg");
    if (design) fputs(t->request->design, design);
    FILE *trace = noc_import_begin_file(t->out, t->out->trace);
    if (trace) write_trace(t, trace);
    note_commands(t);
    note_times(t);
    return noc_import_end(t->out, diag);
}

noc_status noc_ttnpe_import(const noc_ttnpe_request *request, noc_import *out, noc_diag *diag)
{
    translation t = {.request = request, .out = out};
    out->name = noc_import_stem_before(request->path, ".json", "wormhole");
    out->trace = out->name ? noc_import_file_name(out->name, ".csv") : NULL;
    const noc_status status = out->trace ? translate(&t, diag) : noc_fail_memory(diag);
    noc_arena_clear(&t.arena);
    noc_arena_clear(&t.commands.arena);
    return status;
}
