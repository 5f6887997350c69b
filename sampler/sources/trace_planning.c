#include "sampler/sources/trace_planning.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/auto.h"
#include "base/memory_limit.h"
#include "base/min_max.h"
#include "network/graph/graph.h"
#include "network/graph/multicast.h"
#include "network/graph/node_numbers.h"
#include "network/kinds/kinds.h"
#include "sampler/engines/engine.h"
#include "sampler/ports/packets.h"
#include "sampler/sources/releases.h"

/* ---- memory nodes of lines ------------------------------------------------------------------ */

/* Request for a memory line; each line has one memory node. */
typedef struct line_request {
    uint64_t line;
    uint32_t packet_number; /* request for the line */
    uint32_t memory_node;   /* destination of the request */
} line_request;

static int compare_requests(const void *a, const void *b)
{
    const line_request *x = a, *y = b;
    if (x->line != y->line) return x->line < y->line ? -1 : 1;
    return (x->packet_number > y->packet_number) - (x->packet_number < y->packet_number);
}

/* Finds the first packet that requests a line from another memory node than an earlier packet,
 * which then precedes it in the list; NULL: none. Sorts the list by line. */
static const line_request *find_stray_request(line_request *requests, uint32_t count)
{
    const line_request *stray_request = NULL;
    qsort(requests, count, sizeof *requests, compare_requests);
    for (uint32_t i = 1; i < count; i++) {
        if (requests[i].line != requests[i - 1].line ||
            requests[i].memory_node == requests[i - 1].memory_node)
            continue;
        if (!stray_request || requests[i].packet_number < stray_request->packet_number)
            stray_request = &requests[i];
    }
    return stray_request;
}

enum { NUMBERS_CHARS = 400 };

static void add_range(char *text, const char *prefix, uint32_t first, uint32_t last)
{
    const size_t used = strlen(text), left = NUMBERS_CHARS - used;
    if (first == last)
        snprintf(text + used, left, "%s%u", prefix, first);
    else
        snprintf(text + used, left, "%s%u-%u", prefix, first, last);
}

/* Writes the node numbers that a trace may name: "compute nodes are 0, 5-30, 35, memory nodes
 * 1-4, 31-34 (tiles: column + 6 x row); with --trace-nodes compute-memory they are 0-27 and
 * 28-35". `by_tile`: the trace numbers nodes by tile; else compute nodes are first. "" for
 * designs without memory nodes. */
static void describe_numbers(const noc_graph *g, bool by_tile, char text[NUMBERS_CHARS])
{
    char numbers[NOC_NODE_NUMBERS_CHARS];
    const uint32_t computes = g->compute_count, memories = g->memory_count;
    *text = '\0';
    if (memories == 0) return;
    noc_node_numbers_describe(g, !by_tile, numbers);
    snprintf(text, NUMBERS_CHARS, "%s", numbers);
    if (!by_tile || g->rows < 2) return; /* single row: both numberings are equal */
    add_range(text, "; with --trace-nodes compute-memory they are ", 0, computes - 1);
    add_range(text, " and ", computes, computes + memories - 1);
}

/* ---- packets -------------------------------------------------------------------------------- */

enum { FLITS_MAX = 4096 };

typedef struct planning {
    const noc_system *system;
    const noc_trace *trace;
    const noc_trace_packet *packets; /* packets of the trace, from number `first_packet` on */
    size_t first_packet;
    const char *path;
    noc_diag *diag;
    bool is_multicast[NOC_CLASSES]; /* [class]: lines with several destinations make one packet */
    bool is_forked[NOC_CLASSES];    /* [class]: packets fork in routers of virtual channels */
    noc_path_tree *tree;
    uint64_t origin_cycle; /* cycle of the trace at cycle 0 of the run */
    bool has_core_sources; /* sources are cores */
} planning;

static noc_place find_file_place(const planning *p, size_t i)
{
    return (noc_place){p->path, (int)i + 2};
}

static const noc_trace_packet *find_packet(const planning *p, size_t i)
{
    return &p->packets[i - p->first_packet];
}

/* True if nodes are numbered by their tiles. */
static bool is_by_tile(const planning *p)
{
    return p->system->graph.columns > 0 && p->trace->numbering != NOC_TRACE_NODES_KIND;
}

/* Finds the terminal of a node number; NOC_NONE: none. */
static uint32_t find_terminal(const planning *p, uint32_t node)
{
    return noc_node_of_number(&p->system->graph, node, !is_by_tile(p));
}

/* Finds the terminal of a packet's source. */
static uint32_t find_source(const planning *p, const noc_trace_packet *packet)
{
    const noc_design *d = p->system->design;
    if (!p->has_core_sources) return find_terminal(p, packet->source);
    return packet->source < (uint32_t)d->nodes.compute
               ? p->system->graph
                     .compute_terminals[packet->source / (uint32_t)noc_cores_of_terminal(d)]
               : NOC_NONE;
}

/* True if packets of a class fork; packets that several nodes would answer are unicasts. */
static bool has_forks(const noc_system *s, const noc_trace *trace, noc_class class)
{
    const bool answered =
        class == NOC_REQUEST && noc_graph_has_replies(&s->graph) && trace->replies == 0;
    return !answered && noc_multicast_can_fork(s, class);
}

bool noc_trace_allows_multicast(const noc_system *s, const noc_trace *trace, noc_class class)
{
    bool has_network = false;
    if (has_forks(s, trace, class)) return true;
    for (uint16_t n = 0; n < s->graph.network_count; n++) {
        const noc_network *net = &s->graph.networks[n];
        if (!net->carries[class]) continue;
        if (noc_network_has_buffers(net) || !noc_system_spec(s, n)->multicast) return false;
        has_network = true;
    }
    return has_network;
}

static noc_status refuse_pair(const planning *p, size_t i, uint32_t destination)
{
    const noc_trace_packet *packet = find_packet(p, i);
    char numbers[NUMBERS_CHARS];
    describe_numbers(&p->system->graph, is_by_tile(p), numbers);
    return noc_fail(p->diag, NOC_EINPUT, find_file_place(p, i),
                    "no %s go from %s %u to node %u in this design (%s%s%s)",
                    packet->class == NOC_TRACE_REPLY ? "replies" : "requests",
                    p->has_core_sources ? "core" : "node", packet->source, destination,
                    *numbers ? "requests go from compute to memory nodes, replies back"
                    : noc_graph_has_replies(&p->system->graph)
                        ? "requests go as its traffic.pattern or rates have it, replies back"
                        : "as its traffic.pattern or rates have it; without memory nodes all are "
                          "requests",
                    *numbers ? "; " : "", numbers);
}

static noc_class find_class(const noc_trace_packet *packet)
{
    return packet->class == NOC_TRACE_REPLY ? NOC_REPLY : NOC_REQUEST;
}

static noc_status refuse_node(const planning *p, size_t i, uint32_t node)
{
    return noc_fail(p->diag, NOC_EINPUT, find_file_place(p, i), "there is no node %u (0 .. %u)",
                    node, noc_node_numbers_count(&p->system->graph, !is_by_tile(p)) - 1);
}

static noc_status refuse_core(const planning *p, size_t i, uint32_t core)
{
    const noc_design *d = p->system->design;
    return noc_fail(p->diag, NOC_EINPUT, find_file_place(p, i),
                    "there is no core %u (0 .. %d): with addresses the sources are cores where "
                    "these share ports (cluster.cores = %d)",
                    core, d->nodes.compute - 1, d->cluster.cores);
}

/* Finds the flow of a packet to one of its destinations. */
static noc_status find_flow(const planning *p, size_t i, uint32_t destination, uint32_t *flow)
{
    const noc_trace_packet *packet = find_packet(p, i);
    const uint32_t from = find_source(p, packet), to = find_terminal(p, destination);
    if (from == NOC_NONE)
        return p->has_core_sources ? refuse_core(p, i, packet->source)
                                   : refuse_node(p, i, packet->source);
    if (to == NOC_NONE) return refuse_node(p, i, destination);
    *flow = noc_traffic_find_flow(&p->system->traffic, find_class(packet), from, to);
    return *flow == NOC_NONE ? refuse_pair(p, i, destination) : NOC_OK;
}

/* True if a network carries a packet that would hardly ever arrive without a bit error. */
static bool is_error_prone(const noc_system *s, uint16_t network, const noc_trace_packet *packet)
{
    static const double bits_per_byte = 8.0;
    const noc_network *net = &s->graph.networks[network];
    const noc_overlay *overlay = &s->design->networks[net->spec_index].overlay;
    return net->carries[find_class(packet)] &&
           noc_overlay_error_chance(overlay, bits_per_byte * packet->bytes) > NOC_OVERLAY_HIT_MOST;
}

/* True if a network of the design carries a class. */
static bool has_carrier(const noc_graph *g, int spec, noc_class class)
{
    bool is_found = false;
    for (uint16_t n = 0; n < g->network_count; n++)
        is_found |= g->networks[n].spec_index == spec && g->networks[n].carries[class];
    return is_found;
}

/* True if packets of a class can choose among several networks of the design, so that a packet
 * may name a network. */
static bool has_network_choice(const noc_system *s)
{
    int carriers[NOC_CLASSES] = {0};
    for (int n = 0; n < s->design->network_count; n++)
        for (int class = 0; class < NOC_CLASSES; class ++)
            carriers[class] += has_carrier(&s->graph, n, (noc_class) class);
    return carriers[NOC_REQUEST] > 1 || carriers[NOC_REPLY] > 1;
}

/* Checks that the network named by a packet carries its class. */
static noc_status check_network(const planning *p, size_t i)
{
    const noc_trace_packet *packet = find_packet(p, i);
    const int network = packet->network - 1, network_count = p->system->design->network_count;
    if (network < 0) return NOC_OK;
    if (network >= network_count)
        return noc_fail(p->diag, NOC_EINPUT, find_file_place(p, i),
                        "there is no network %d (0 .. %d)", network, network_count - 1);
    if (!has_carrier(&p->system->graph, network, find_class(packet)))
        return noc_fail(p->diag, NOC_EINPUT, find_file_place(p, i),
                        "network %d does not carry such packets", network);
    return NOC_OK;
}

static noc_status check_packet(const planning *p, size_t i)
{
    const noc_trace_packet *packet = find_packet(p, i);
    const noc_graph *g = &p->system->graph;
    const uint32_t maximum = max_unsigned(packet->bytes, packet->reply_bytes);
    for (uint16_t n = 0; n < g->network_count; n++)
        if (maximum > (uint32_t)FLITS_MAX * g->networks[n].flit_bytes)
            return noc_fail(p->diag, NOC_EINPUT, find_file_place(p, i),
                            "a packet of %u bytes has more than %d flits of %u bytes", maximum,
                            FLITS_MAX, g->networks[n].flit_bytes);
    if (check_network(p, i) != NOC_OK) return NOC_EINPUT;
    for (uint16_t n = 0; n < g->network_count; n++)
        if (is_error_prone(p->system, n, packet))
            return noc_fail(p->diag, NOC_EINPUT, find_file_place(p, i),
                            "of packets of %u bytes more than %g %% would be hit and go again: "
                            "network.bit_error_rate is too high for them",
                            packet->bytes, 100.0 * NOC_OVERLAY_HIT_MOST);
    if (packet->cycle - p->origin_cycle > NOC_TRACE_CYCLES_MAX)
        return noc_fail(p->diag, NOC_EINPUT, find_file_place(p, i),
                        "the cycle is beyond 2^63, and counts from the first window or turn of "
                        "this design's networks");
    return NOC_OK;
}

static noc_planned_packet make_planned_packet(const planning *p, const noc_trace_packet *packet)
{
    const bool write = packet->class == NOC_TRACE_WRITE && noc_graph_has_replies(&p->system->graph);
    return (noc_planned_packet){
        .cycle = packet->cycle - p->origin_cycle,
        .line = packet->address / (uint64_t)p->system->design->memory.line_bytes,
        .bytes = packet->bytes,
        .next = NOC_NONE,
        .type = (uint8_t)(packet->class == NOC_TRACE_REPLY ? NOC_READ_REPLY
                          : write                          ? NOC_WRITE_REQUEST
                                                           : NOC_READ_REQUEST),
    };
}

/* Checks the d-th destination of a packet that forks. */
static noc_status check_fork(const planning *p, size_t i, uint32_t d, uint32_t flow)
{
    const noc_trace_packet *packet = find_packet(p, i);
    const noc_flow *f = &p->system->traffic.flows[flow];
    char reason[160];
    if (d == 0) noc_path_tree_begin(p->tree);
    if (f->source == f->destination)
        return noc_fail(p->diag, NOC_EINPUT, find_file_place(p, i),
                        "node %u sends a packet to itself among others (name the others only)",
                        noc_trace_destination(p->trace, packet, d));
    const char *hindrance = noc_multicast_hindrance(p->system, f->class);
    if (!hindrance && !noc_path_tree_add(p->tree, p->system, f, reason, sizeof reason))
        hindrance = reason;
    if (!hindrance) return NOC_OK;
    return noc_fail(p->diag, NOC_EINPUT, find_file_place(p, i),
                    "a packet to several destinations: %s (a line for each destination)",
                    hindrance);
}

/* Appends the packet of a trace line to the packets of its source. `last`: last packet of each
 * source; NULL: the trace is streamed. */
static void append_packet(const planning *p, size_t i, noc_trace_schedule *schedule,
                          const noc_planned_packet *planned, uint32_t *last)
{
    const noc_flow *flow = &p->system->traffic.flows[planned->flow];
    const uint32_t source = p->has_core_sources ? find_packet(p, i)->source : flow->source;
    schedule->deliveries[flow->class]++;
    noc_trace_schedule_count(p->system, planned, find_packet(p, i)->reply_bytes, schedule);
    schedule->packets[schedule->count++] = *planned;
    if (!last) return;
    const uint32_t previous = last[source];
    uint32_t *link =
        previous == NOC_NONE ? &schedule->first_packets[source] : &schedule->packets[previous].next;
    *link = last[source] = schedule->count - 1;
}

/* Plans the packets of one line of the trace. */
static noc_status plan_packet(const planning *p, size_t i, noc_trace_schedule *schedule,
                              uint32_t *last)
{
    const noc_trace_packet *packet = find_packet(p, i);
    const bool is_one_packet = p->is_multicast[find_class(packet)];
    noc_planned_packet planned = make_planned_packet(p, packet);
    planned.trace_line = (uint32_t)i;
    noc_status status = check_packet(p, i);
    const bool is_fork = p->is_forked[find_class(packet)] && packet->extra_count > 0;
    planned.first_extra = schedule->extra_flow_count;
    for (uint32_t d = 0; status == NOC_OK && d <= packet->extra_count; d++) {
        uint32_t flow;
        status = find_flow(p, i, noc_trace_destination(p->trace, packet, d), &flow);
        if (status == NOC_OK && is_fork) status = check_fork(p, i, d, flow);
        if (status != NOC_OK) break;
        if (d == 0 || !is_one_packet) planned.flow = flow;
        if (!is_one_packet) append_packet(p, i, schedule, &planned, last);
        if (is_one_packet && d > 0) schedule->extra_flows[schedule->extra_flow_count++] = flow;
    }
    planned.extra_count = schedule->extra_flow_count - planned.first_extra;
    if (status == NOC_OK && is_one_packet) append_packet(p, i, schedule, &planned, last);
    return status;
}

/* Finds the larger one of the numbers of terminals and cores. */
static uint32_t count_sources(const noc_system *s)
{
    const uint32_t cores = (uint32_t)s->design->nodes.compute;
    return max_unsigned(cores, s->graph.terminal_count);
}

/* Checks that each memory line is requested from one node. */
static noc_status check_homes(const planning *p, const noc_trace_schedule *schedule)
{
    const int bytes = p->system->design->memory.line_bytes;
    NOC_AUTO_FREE line_request *requests = malloc((schedule->count + 1u) * sizeof *requests);
    if (!requests) return noc_fail_memory(p->diag);
    for (uint32_t i = 0; i < schedule->count; i++)
        requests[i] =
            (line_request){schedule->packets[i].line, i,
                           p->system->traffic.flows[schedule->packets[i].flow].destination};
    const line_request *stray_request = find_stray_request(requests, schedule->count);
    if (!stray_request) return NOC_OK;
    return noc_fail(p->diag, NOC_EINPUT, find_file_place(p, stray_request->packet_number),
                    "line %zu asks another memory node for bytes of the same %d, from "
                    "0x%" PRIx64 " on (memory.line_bytes)",
                    (size_t)stray_request[-1].packet_number + 2, bytes,
                    stray_request->line * (uint64_t)bytes);
}

/* Checks that requests with addresses go to memory nodes that answer. */
static noc_status check_addresses(const planning *p)
{
    size_t i = 0;
    if (p->system->graph.memory_count == 0)
        return noc_fail(p->diag, NOC_EINPUT, find_file_place(p, 0),
                        "requests with addresses are for memory nodes, and this design has none");
    while (i < p->trace->count && p->trace->packets[i].class != NOC_TRACE_REPLY) i++;
    if (i < p->trace->count)
        return noc_fail(p->diag, NOC_EINPUT, find_file_place(p, i),
                        "the requests have addresses, so memory nodes answer them: a trace with "
                        "replies of its own is played without addresses");
    return NOC_OK;
}

/* Refuses --trace-nodes tile for a design without tiles, and dependent packets where multicast
 * would join several destinations. */
static noc_status check_links(const planning *p)
{
    int columns, rows;
    if (p->trace->numbering == NOC_TRACE_NODES_TILE &&
        !noc_design_find_tiles(p->system->design, &columns, &rows))
        return noc_fail(p->diag, NOC_EUSAGE, (noc_place){"--trace-nodes tile", 0},
                        "the nodes of this design stand on no tiles (compute-memory)");
    if (p->trace->has_dependencies && p->trace->extra_count > 0 &&
        ((p->is_multicast[NOC_REQUEST] && !p->is_forked[NOC_REQUEST]) ||
         (p->is_multicast[NOC_REPLY] && !p->is_forked[NOC_REPLY])))
        return noc_fail(p->diag, NOC_EINPUT, (noc_place){p->path, 0},
                        "a trace with after or reply_bytes cannot have packets to several "
                        "destinations where network.multicast sends these at once");
    return NOC_OK;
}

static noc_status plan_packets(const planning *p, noc_trace_schedule *schedule, uint32_t *last)
{
    const noc_status checked = check_links(p);
    if (checked != NOC_OK) return checked;
    if (p->trace->has_addresses && check_addresses(p) != NOC_OK) return NOC_EINPUT;
    for (uint32_t s = 0; s < count_sources(p->system); s++)
        schedule->first_packets[s] = last[s] = NOC_NONE;
    for (size_t i = 0; i < p->trace->count; i++) {
        const noc_status status = plan_packet(p, i, schedule, last);
        if (status != NOC_OK) return status;
    }
    return p->trace->has_addresses ? check_homes(p, schedule) : NOC_OK;
}

/* Finds the largest number of packets that a trace creates over two consecutive checks of the
 * packet pool. */
static size_t count_packets_max(const noc_trace *trace)
{
    const noc_trace_packet *packets = trace->packets;
    size_t maximum = 0;
    for (size_t first = 0, end = 0; end < trace->count; end++) {
        while (packets[end].cycle - packets[first].cycle >= 2 * NOC_POOL_CHECK_CYCLES) first++;
        if (end + 1 - first > maximum) maximum = end + 1 - first;
    }
    return maximum;
}

/* Counts the bytes of the schedule and of its run (sampler/run.c): packets that may exist at a
 * time, each with its answer; for dependent packets all packets, and the state of each line in
 * chains.h and loop/replay.h. */
static double count_bytes(const noc_trace_schedule *schedule, size_t packets, size_t sources)
{
    enum { CHAIN_BYTES = 32 + sizeof(noc_release) };
    const noc_trace *trace = schedule->trace;
    const bool linked = noc_trace_schedule_is_linked(schedule);
    const double pool = linked ? (double)packets : (double)count_packets_max(trace);
    const double chains = linked || trace->has_addresses ? (double)packets * CHAIN_BYTES : 0.0;
    return (double)packets * (double)sizeof(noc_planned_packet) + chains +
           2.0 * pool * (double)sizeof(noc_packet) +
           4.0 * ((double)trace->extra_count + (double)trace->wait_count + 2.0 * (double)sources);
}

static bool make_room(noc_trace_schedule *schedule, size_t packets, size_t sources)
{
    noc_arena *arena = &schedule->arena;
    schedule->packets = noc_arena_array(arena, packets, sizeof *schedule->packets);
    schedule->extra_flows =
        noc_arena_array(arena, schedule->trace->extra_count, sizeof *schedule->extra_flows);
    schedule->first_packets = noc_arena_array(arena, sources, sizeof *schedule->first_packets);
    return !arena->is_short;
}

/* True if memory nodes, or peers, answer the requests of a trace. */
static bool is_answered(const noc_system *system, const noc_trace *trace)
{
    return noc_graph_has_replies(&system->graph) && trace->replies == 0;
}

static planning make_planning(const noc_system *system, const noc_trace *trace, const char *path,
                              uint64_t first, noc_diag *diag)
{
    return (planning){
        .system = system,
        .trace = trace,
        .packets = trace->packets,
        .path = path,
        .diag = diag,
        .is_multicast = {noc_trace_allows_multicast(system, trace, NOC_REQUEST),
                         noc_trace_allows_multicast(system, trace, NOC_REPLY)},
        .is_forked = {has_forks(system, trace, NOC_REQUEST), has_forks(system, trace, NOC_REPLY)},
        .origin_cycle = noc_run_units_find(system).longest_period > 0 ? 0 : first,
        .has_core_sources = trace->has_addresses && noc_cores_of_terminal(system->design) > 1,
    };
}

static noc_status plan_held_trace(planning *p, noc_trace_schedule *schedule)
{
    const noc_trace *trace = p->trace;
    const uint32_t sources = count_sources(p->system);
    const size_t maximum = trace->count + trace->extra_count;
    const noc_place place = {p->path, 0};
    noc_path_tree tree = {0};
    p->tree = &tree;
    if (maximum >= NOC_NONE) return noc_fail(p->diag, NOC_EINPUT, place, "more than 2^32 packets");
    const noc_status status = noc_memory_check_room(p->diag, NOC_EINPUT, place, "playing the trace",
                                                    count_bytes(schedule, maximum, sources));
    if (status != NOC_OK) return status;
    NOC_AUTO_FREE uint32_t *last = calloc(sources + 1u, sizeof *last);
    const bool has_room =
        last && make_room(schedule, maximum, sources) && noc_path_tree_make(&tree, p->system);
    const noc_status planned =
        has_room ? plan_packets(p, schedule, last) : noc_fail_memory(p->diag);
    noc_arena_clear(&tree.arena);
    return planned;
}

/* ---- packets of a streamed trace ------------------------------------------------------------- */

struct noc_trace_feed {
    planning plan;
    noc_trace_reader *reader;
    noc_trace_schedule schedule; /* schedule with room for one packet; its sums count all packets */
    noc_planned_packet packet;
    size_t packet_count; /* packets so far */
};

noc_status noc_trace_feed_open(const noc_system *system, const noc_trace_schedule *schedule,
                               noc_trace_feed **feed, noc_diag *diag)
{
    noc_trace_feed *f = *feed = calloc(1, sizeof *f);
    if (!f) return noc_fail_memory(diag);
    const noc_trace *trace = schedule->trace;
    f->plan = make_planning(system, trace, schedule->file, trace->first_cycle, diag);
    f->schedule.packets = &f->packet;
    f->schedule.has_answers = schedule->has_answers;
    return noc_trace_reader_open(trace, &f->reader, diag);
}

void noc_trace_feed_close(noc_trace_feed *f)
{
    if (!f) return;
    noc_trace_reader_close(f->reader);
    free(f);
}

noc_status noc_trace_feed_next(noc_trace_feed *f, const noc_trace_row **row,
                               noc_planned_packet *packet)
{
    noc_status status = noc_trace_reader_next(f->reader, row);
    if (status != NOC_OK || !*row) return status;
    f->plan.packets = &(*row)->packet;
    f->plan.first_packet = f->packet_count++;
    f->schedule.count = 0;
    status = plan_packet(&f->plan, f->plan.first_packet, &f->schedule, NULL);
    *packet = f->packet;
    return status;
}

/* ---- schedules ------------------------------------------------------------------------------- */

/* Checks and counts the packets of a streamed trace. */
static noc_status plan_streamed_trace(const planning *p, noc_trace_schedule *schedule)
{
    noc_trace_feed *feed;
    const noc_trace_row *row;
    noc_planned_packet packet;
    noc_status status = check_links(p);
    if (status != NOC_OK) return status;
    status = noc_trace_feed_open(p->system, schedule, &feed, p->diag);
    do {
        if (status == NOC_OK) status = noc_trace_feed_next(feed, &row, &packet);
    } while (status == NOC_OK && row);
    if (status == NOC_OK) {
        schedule->bytes = feed->schedule.bytes;
        schedule->data = feed->schedule.data;
        memcpy(schedule->deliveries, feed->schedule.deliveries, sizeof schedule->deliveries);
    }
    noc_trace_feed_close(feed);
    return status;
}

noc_status noc_trace_schedule_make(const noc_system *system, const noc_trace *trace,
                                   const char *path, noc_trace_schedule *schedule, noc_diag *diag)
{
    const bool is_held = noc_trace_is_held(trace);
    const uint64_t first =
        is_held && trace->count > 0 ? trace->packets[0].cycle : trace->first_cycle;
    planning p = make_planning(system, trace, path, first, diag);
    *schedule =
        (noc_trace_schedule){.start = first - p.origin_cycle,
                             .trace = trace,
                             .file = path,
                             .has_core_sources = p.has_core_sources,
                             .has_answers = is_answered(system, trace),
                             .names_networks = trace->has_networks && has_network_choice(system)};
    const noc_status status =
        is_held ? plan_held_trace(&p, schedule) : plan_streamed_trace(&p, schedule);
    if (status != NOC_OK) {
        noc_trace_schedule_clear(schedule);
        return status;
    }
    if (schedule->has_answers) schedule->deliveries[NOC_REPLY] = schedule->deliveries[NOC_REQUEST];
    return NOC_OK;
}
