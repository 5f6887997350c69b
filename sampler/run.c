#include "sampler/run.h"

#include <math.h>
#include <stdlib.h>

#include "base/min_max.h"
#include "sampler/engines/engine.h"
#include "sampler/loop/answers.h"
#include "sampler/ports/codecs.h"
#include "sampler/ports/deliveries.h"
#include "sampler/ports/ports.h"
#include "sampler/run_state.h"

/* A packet in a network with windows may move by one flit per window of its sender, and counts
 * only with its tail. */
enum { STUCK_RHYTHMS = 128 };

/* Cycles of a chunk; the packet pool may grow between chunks. */
enum { CHUNK_CYCLES = NOC_PACKETS_CYCLES };

/* ---- making --------------------------------------------------------------------------------- */

/* Finds the engine of a network; NULL: none yet. */
static const noc_running_engine *engine_of(const noc_run *r, uint16_t network)
{
    const noc_switching switching = r->system->graph.networks[network].switching;
    for (unsigned i = 0; i < r->engine_count; i++)
        if (r->engines[i].kind->switching == switching) return &r->engines[i];
    return NULL;
}

static void drive(noc_run *r, const noc_running_engine *driver)
{
    r->driver = driver;
    for (int k = 0; k < NOC_RUN_PHASES; k++) r->phases[k].early = r->phases[k].count;
}

static void add_phases(noc_run *r, const noc_engine_kind *kind, void *engine)
{
    void (*const calls[NOC_RUN_PHASES])(void *) = {kind->arrive, kind->inject, kind->advance};
    for (int k = 0; k < NOC_RUN_PHASES; k++) {
        noc_run_phase *p = &r->phases[k];
        if (!calls[k]) continue;
        p->engine[p->count] = engine;
        p->call[p->count++] = calls[k];
    }
}

static bool make_engines(noc_run *r, const noc_load *load)
{
    r->leaps = !r->closed;
    for (uint16_t n = 0; n < r->system->graph.network_count; n++) {
        if (engine_of(r, n)) continue;
        const noc_engine_kind *kind = noc_engine_kind_of(r->system->graph.networks[n].switching);
        const noc_running_engine *like = load->like ? engine_of(load->like, n) : NULL;
        void *engine = kind->create(
            r->system, &r->ports,
            (noc_engine_start){load->derating, load->seed, like ? like->engine : NULL});
        if (!engine) return false;
        r->engines[r->engine_count] = (noc_running_engine){kind, engine};
        if (kind->run) drive(r, &r->engines[r->engine_count]);
        add_phases(r, kind, engine);
        r->engine_count++;
        r->leaps = r->leaps && kind->sees_packets;
    }
    return true;
}

static bool has_addresses(const noc_load *load)
{
    return load->schedule && load->schedule->trace->addressed;
}

static bool make_nodes(noc_run *r, const noc_load *load)
{
    if (load->workload || has_addresses(load)) {
        const noc_loop_load loop = {load->workload, load->kernels, load->derating, load->seed,
                                    has_addresses(load) ? load->schedule : NULL};
        r->closed = noc_closed_loop_new(&r->ports, loop);
        return r->closed != NULL;
    }
    if (!r->ports.answered || r->system->traffic.types[0].reply < 0) return true;
    r->answers = noc_answers_flows(r->system);
    return r->answers != NULL;
}

/* Counts the packets that may be created between two checks of the pool. A closed loop has at
 * most its transactions. A cycle of an open loop creates at most one packet for each flit that
 * terminal channels accept, and one waiting packet per terminal. If packets of a trace depend on
 * each other, the rest of the trace may enter a network without channels, and be answered, at
 * once. */
static uint64_t count_most_packets(const noc_run *r, const noc_trace_schedule *schedule)
{
    const noc_graph *g = &r->system->graph;
    uint64_t each = r->ports.source_count;
    if (r->closed) return noc_closed_loop_packets(r->closed);
    for (uint32_t c = 0; c < g->channel_count; c++)
        if (g->channels[c].kind != NOC_LINK)
            each += (uint64_t)ceil(fmax(1.0, g->channels[c].flits_per_cycle));
    if (r->chains) return each * CHUNK_CYCLES + 2 * (uint64_t)schedule->count;
    return each * CHUNK_CYCLES + 2 * noc_sources_most(&r->sources, 2 * CHUNK_CYCLES);
}

/* Chains and streams create all packets of a trace; the sources then create none. */
static bool make_sources(noc_run *r, const noc_load *load)
{
    const noc_sources *like = load->like ? &load->like->sources : NULL;
    const noc_trace_schedule *trace = has_addresses(load) ? NULL : load->schedule;
    const bool held = trace && noc_trace_is_held(trace->trace);
    if (load->eager) {
        if (!noc_sources_make_on_request(&r->sources, &r->ports, like)) return false;
        r->eager = noc_eager_new(&r->sources);
        return r->eager != NULL;
    }
    if (!trace || (held && !noc_trace_schedule_is_linked(trace)))
        return noc_sources_make(&r->sources, &r->ports, load->packets_per_cycle, trace, like);
    if (!noc_sources_make(&r->sources, &r->ports, 0.0, NULL, NULL)) return false;
    if (held)
        r->chains = noc_chains_new(&r->ports, trace);
    else
        r->stream = noc_trace_stream_new(&r->ports, trace);
    return r->chains || r->stream;
}

/* Makes the counts of packets by flow, and of a trace's packets by class and phase. Packets of a
 * trace with addresses are no trace lines, and are not counted. */
static bool make_tally(noc_run *r, const noc_load *load)
{
    if (load->by_flow && !noc_ports_count_flows(&r->ports)) return false;
    if (!load->schedule || has_addresses(load)) return true;
    r->schedule = load->schedule;
    r->by_phase = calloc(1, sizeof *r->by_phase);
    return r->by_phase != NULL;
}

noc_run *noc_run_new(const noc_system *system, noc_load load)
{
    noc_run *r = calloc(1, sizeof *r);
    if (!r) return NULL;
    r->system = system;
    r->pipelines = noc_pipelines_of(system);
    r->stuck_after =
        NOC_STUCK_CYCLES + r->pipelines.cycles + STUCK_RHYTHMS * noc_run_pace_of(system).rhythm;
    const bool answered = !load.schedule || load.schedule->answers;
    const noc_ports *like = load.like ? &load.like->ports : NULL;
    if (!noc_ports_make(&r->ports, system, load.seed, answered, !load.schedule, like) ||
        !make_nodes(r, &load) || !make_sources(r, &load) || !make_tally(r, &load) ||
        !make_engines(r, &load)) {
        noc_run_free(r);
        return NULL;
    }
    const bool all = r->closed || r->eager || r->chains || r->by_phase;
    r->ports.heard[NOC_REQUEST] = all || r->answers;
    r->ports.heard[NOC_REPLY] = all;
    const uint64_t most = count_most_packets(r, load.schedule);
    r->most_packets = most < NOC_PACKETS_MAX ? (uint32_t)most : NOC_PACKETS_MAX;
    return r;
}

void noc_run_free(noc_run *r)
{
    if (!r) return;
    for (unsigned i = 0; i < r->engine_count; i++)
        r->engines[i].kind->destroy(r->engines[i].engine);
    noc_closed_loop_free(r->closed);
    noc_eager_free(r->eager);
    noc_chains_free(r->chains);
    noc_trace_stream_free(r->stream);
    free(r->by_phase);
    noc_sources_clear(&r->sources);
    noc_ports_clear(&r->ports);
    free(r->answers);
    free(r);
}

/* ---- memory --------------------------------------------------------------------------------- */

/* Finds an upper bound of the packets at a time: packets created between two checks of the pool,
 * and one packet for each flit buffer of the networks. */
static double count_packets(const noc_system *system)
{
    const noc_graph *g = &system->graph;
    double packets = (double)g->terminal_count * system->traffic.class_count * CHUNK_CYCLES;
    for (uint32_t c = 0; c < g->channel_count; c++) {
        const noc_network *net = noc_graph_network_of(g, c);
        if (g->channels[c].kind != NOC_LINK) packets += CHUNK_CYCLES;
        if (noc_network_has_buffers(net))
            packets += (double)net->vc.virtual_channels * g->channels[c].buffer_flits;
    }
    return packets;
}

/* Adds the bytes of an engine; engines without routers need little memory. */
static void add_engine(const noc_system *system, const noc_engine_kind *kind, noc_run_memory *m)
{
    enum { PLACE_BYTES = 256 };
    const noc_graph *g = &system->graph;
    m->own += kind->bytes ? kind->bytes(system)
                          : PLACE_BYTES * ((double)g->channel_count + g->terminal_count);
    if (kind->shared_bytes) m->shared += kind->shared_bytes(system);
}

/* Counts the bytes of warps and their waiting requests. */
static double loop_bytes(const noc_system *system, const noc_workload *workload)
{
    enum { WARP_BYTES = 256, CORE_BYTES = 4096 };
    const noc_design *d = system->design;
    return (double)d->nodes.compute * (CORE_BYTES + (double)workload->warps * WARP_BYTES) +
           (double)system->traffic.flow_count * sizeof(size_t) + noc_destinations_bytes(system);
}

noc_run_memory noc_run_memory_of(const noc_system *system, const noc_load *load)
{
    const noc_graph *g = &system->graph;
    const double classes = load->schedule ? 1.0 : system->traffic.class_count;
    noc_run_memory m = {
        .own =
            classes * g->terminal_count *
                (sizeof(noc_port_terminal) + sizeof(noc_port_places) +
                 sizeof(noc_terminal_source)) +
            classes * g->injector_count * sizeof(noc_door) +
            (double)g->terminal_count * sizeof(noc_owner_tally) +
            (load->by_flow ? (double)system->traffic.flow_count * sizeof(noc_owner_tally) : 0.0) +
            (classes > 1.0 ? classes * sizeof(noc_sketch) : 0.0),
        .shared = (double)system->routes.path_count * sizeof(noc_entrance),
    };
    for (size_t i = 0; noc_engine_kind_at(i); i++) {
        uint16_t n = 0;
        while (n < g->network_count && g->networks[n].switching != noc_engine_kind_at(i)->switching)
            n++;
        if (n < g->network_count) add_engine(system, noc_engine_kind_at(i), &m);
    }
    if (load->workload)
        m.own += loop_bytes(system, load->workload);
    else
        m.own += count_packets(system) * sizeof(noc_packet);
    if (load->packets_per_cycle > 0.0 || load->eager) m.shared += noc_destinations_bytes(system);
    return m;
}

/* ---- a cycle -------------------------------------------------------------------------------- */

/* Finds the trace line of an arrived packet. */
static noc_trace_line line_of(const noc_run *r, const noc_packet *packet)
{
    if (r->stream) return noc_trace_stream_receive(r->stream, packet);
    const noc_trace_packet *line = &r->schedule->trace->packets[packet->tag];
    return (noc_trace_line){(uint8_t)line->class, line->phase};
}

/* Passes an arrived packet to its node. */
static void look_at(noc_run *r, const noc_packet *packet)
{
    if (r->closed)
        noc_closed_loop_receive(r->closed, packet);
    else if (r->answers)
        noc_answers_receive(&r->ports, r->answers, packet);
}

/* True if a packet is a request to a node. */
static bool is_asked(const noc_run *r, const noc_packet *packet)
{
    const noc_packet_type *type = &r->system->traffic.types[packet->type];
    return (r->closed || r->answers) && type->class == NOC_REQUEST;
}

/* Passes packets with an arrived tail to their nodes. The record of a packet stays valid until
 * another packet is created. */
static void hear(noc_run *r)
{
    while (noc_port_arrival(&r->ports) != NOC_NONE) {
        const noc_packet *packet = &r->ports.packets.all[noc_port_arrival(&r->ports)];
        const bool enters = r->pipelines.cycles > 0 && is_asked(r, packet);
        if (enters)
            noc_pipelines_enter(&r->pipelines, &r->ports);
        else
            noc_port_forget(&r->ports);
        if (r->by_phase)
            noc_trace_tally_add(r->by_phase, line_of(r, packet), packet,
                                r->system->traffic.types[packet->type].class, r->ports.now);
        if (r->eager) noc_eager_receive(r->eager, packet);
        if (r->chains) noc_chains_receive(r->chains, packet);
        if (!enters) look_at(r, packet);
    }
}

static void leave_pipelines(noc_run *r)
{
    const noc_packet *packet;
    while ((packet = noc_pipelines_leave(&r->pipelines, &r->ports))) look_at(r, packet);
}

static void after_arrivals(void *run)
{
    noc_run *r = run;
    if (r->ports.codecs) noc_ports_decode(&r->ports);
    hear(r);
    noc_sources_step(&r->sources);
    if (r->eager) noc_eager_step(r->eager);
    if (r->chains) noc_chains_step(r->chains);
    if (r->stream) noc_trace_stream_step(r->stream);
    if (r->closed) noc_closed_loop_run_cores(r->closed);
    if (r->ports.codecs) noc_ports_encode(&r->ports);
}

static void after_injection(void *run)
{
    noc_run *r = run;
    hear(r);
    leave_pipelines(r);
    noc_ports_wake(&r->ports);
    if (r->closed) noc_closed_loop_run_memories(r->closed);
}

static void run_phase(const noc_run_phase *p, unsigned first, unsigned end)
{
    for (unsigned i = first; i < end; i++) p->call[i](p->engine[i]);
}

static void run_all(const noc_run_phase *p)
{
    run_phase(p, 0, p->count);
}

/* Runs the engines of a phase before the driver; run_late: the engines after it. */
static void run_early(const noc_run_phase *p)
{
    run_phase(p, 0, p->early);
}

static void run_late(const noc_run_phase *p)
{
    run_phase(p, p->early, p->count);
}

static void run_cycles(noc_run *r, uint64_t cycles)
{
    for (; cycles > 0; cycles--) {
        run_all(&r->phases[0]);
        after_arrivals(r);
        run_all(&r->phases[1]);
        after_injection(r);
        run_all(&r->phases[2]);
        noc_ports_tick(&r->ports);
    }
}

static void before_driver(void *run)
{
    const noc_run *r = run;
    run_early(&r->phases[0]);
}

static void after_all_arrivals(void *run)
{
    const noc_run *r = run;
    run_late(&r->phases[0]);
    after_arrivals(run);
    run_early(&r->phases[1]);
}

static void after_all_injection(void *run)
{
    const noc_run *r = run;
    run_late(&r->phases[1]);
    after_injection(run);
    run_early(&r->phases[2]);
}

static void after_driver(void *run)
{
    const noc_run *r = run;
    run_late(&r->phases[2]);
}

/* ---- idle time ------------------------------------------------------------------------------ */

static uint64_t quiet_of_creators(const noc_run *r)
{
    if (r->eager) return noc_eager_quiet_until(r->eager);
    if (r->stream) return noc_trace_stream_quiet_until(r->stream);
    return r->chains ? noc_chains_quiet_until(r->chains) : noc_sources_quiet_until(&r->sources);
}

/* Finds the first cycle with an event outside the driver, if the driver delivers nothing. */
static uint64_t quiet_beside_driver(const void *run)
{
    const noc_run *r = run;
    const uint64_t created = quiet_of_creators(r);
    if (created <= r->ports.now) return r->ports.now;
    uint64_t quiet = r->closed ? noc_closed_loop_quiet_until(r->closed) : UINT64_MAX;
    for (unsigned i = 0; i < r->engine_count && quiet > r->ports.now; i++) {
        const noc_running_engine *e = &r->engines[i];
        const uint64_t one = e == r->driver ? UINT64_MAX : e->kind->quiet_until(e->engine);
        if (one < quiet) quiet = one;
    }
    if (quiet <= r->ports.now) return r->ports.now;
    const uint64_t coded = r->ports.codecs ? noc_codecs_next(r->ports.codecs) : UINT64_MAX;
    quiet = min_u64(quiet, noc_pipelines_next(&r->pipelines, &r->ports));
    return min_u64(quiet, min_u64(coded, created));
}

/* If there are no packets, there are no flits, and no buffer is in use. Engines that see packets
 * know their next event. Cores and memory nodes of a closed loop work even without packets. */
uint64_t noc_run_quiet_until(const noc_run *r)
{
    const noc_packets *packets = &r->ports.packets;
    if (!r->leaps && packets->free < packets->capacity) return r->ports.now;
    const uint64_t driver =
        r->driver ? r->driver->kind->quiet_until(r->driver->engine) : UINT64_MAX;
    if (driver <= r->ports.now) return r->ports.now;
    const uint64_t others = quiet_beside_driver(r);
    return min_u64(driver, others);
}

/* Skipped cycles leave the same state as cycles that ran. */
void noc_run_skip(noc_run *r, uint64_t cycles)
{
    noc_sources_skip(&r->sources, cycles);
    for (unsigned i = 0; i < r->engine_count; i++)
        if (r->engines[i].kind->skip) r->engines[i].kind->skip(r->engines[i].engine, cycles);
    r->ports.now += cycles;
    r->ports.tally.cycles += cycles;
}

static void skip_beside_driver(void *run, uint64_t cycles)
{
    noc_run_skip(run, cycles);
}

/* ---- chunks --------------------------------------------------------------------------------- */

/* Runs cycles by the driver, with the other engines between its phases. `skips_idle`: skips cycles
 * without events. */
static void drive_cycles(noc_run *r, uint64_t cycles, bool skips)
{
    noc_between between = {
        .after_arrivals = after_arrivals,
        .after_injection = after_injection,
        .quiet_until = skips ? quiet_beside_driver : NULL,
        .skip = skip_beside_driver,
        .run = r,
    };
    if (r->engine_count > 1) {
        between.before = before_driver;
        between.after_arrivals = after_all_arrivals;
        between.after_injection = after_all_injection;
        between.after = after_driver;
    }
    r->driver->kind->run(r->driver->engine, cycles, &between);
}

static void run_chunk(noc_run *r, uint64_t cycles, bool skips)
{
    if (r->driver)
        drive_cycles(r, cycles, skips);
    else
        run_cycles(r, cycles);
}

/* ---- running -------------------------------------------------------------------------------- */

static uint64_t flits_ejected(const noc_run *r)
{
    return r->ports.tally.flits_ejected[NOC_REQUEST] + r->ports.tally.flits_ejected[NOC_REPLY];
}

/* Counts the flits made by sources and by forks. */
static uint64_t flits_made(const noc_run *r)
{
    return r->ports.tally.flits_injected + r->ports.tally.flits_copied;
}

static uint64_t moves(const noc_run *r)
{
    return r->ports.tally.flit_hops + r->ports.tally.flits_injected + flits_ejected(r);
}

/* True if flits are in the networks and none has moved for `stuck_cycles` cycles. `moves_before`:
 * moves before the last `cycles` cycles. */
static bool is_stuck(noc_run *r, uint64_t before, uint64_t cycles)
{
    const bool under_way = flits_made(r) != flits_ejected(r);
    r->still_cycles = moves(r) != before || !under_way ? 0 : r->still_cycles + cycles;
    return r->still_cycles >= r->stuck_after;
}

/* Makes room for the parts of multicast packets. */
static noc_status reserve_parts(const noc_run *r)
{
    for (unsigned i = 0; i < r->engine_count; i++)
        if (r->engines[i].kind->reserve &&
            !r->engines[i].kind->reserve(r->engines[i].engine, CHUNK_CYCLES))
            return NOC_EFAILED;
    return NOC_OK;
}

/* Counts the packets that must be free. Lines of a streamed trace open while it is read. */
static noc_status count_needed(const noc_run *r, uint32_t *needed)
{
    *needed = r->most_packets;
    if (!r->stream) return NOC_OK;
    if (noc_trace_stream_fill(r->stream, CHUNK_CYCLES) != NOC_OK) return NOC_EFAILED;
    const uint64_t all = r->most_packets + 2 * (uint64_t)noc_trace_stream_open(r->stream);
    *needed = all < NOC_PACKETS_MAX ? (uint32_t)all : NOC_PACKETS_MAX;
    return NOC_OK;
}

/* The pool of a closed loop has its final size from the start. */
static noc_status reserve(noc_run *r)
{
    noc_ports *ports = &r->ports;
    const noc_packets *packets = &ports->packets;
    if (ports->groups.most > 0 && reserve_parts(r) != NOC_OK) return NOC_EFAILED;
    uint32_t needed;
    if (count_needed(r, &needed) != NOC_OK) return NOC_EFAILED;
    if ((r->closed ? packets->capacity : packets->free) >= needed) return NOC_OK;
    const noc_status status = noc_packets_reserve(&ports->packets, needed);
    if (status != NOC_OK || ports->groups.drawn == 0) return status;
    return noc_target_groups_grow(&ports->groups, packets->capacity) ? NOC_OK : NOC_EFAILED;
}

static noc_status run_chunks(noc_run *r, uint64_t cycles, bool skips)
{
    while (cycles > 0) {
        const uint64_t chunk = cycles < CHUNK_CYCLES ? cycles : CHUNK_CYCLES;
        const uint64_t before = moves(r);
        if (reserve(r) != NOC_OK) return NOC_EFAILED;
        run_chunk(r, chunk, skips);
        if (is_stuck(r, before, chunk)) return NOC_EFAILED;
        cycles -= chunk;
    }
    return NOC_OK;
}

/* Skips idle cycles, and runs at most a chunk of other cycles. The pool may grow in each busy
 * cycle, since a trace may have long pauses, with more packets between them than in a chunk of
 * consecutive cycles. */
static noc_status leap(noc_run *r, uint64_t end)
{
    const uint64_t before = moves(r);
    unsigned run = 0;
    for (; run < CHUNK_CYCLES && r->ports.now < end; run++) {
        const uint64_t quiet = noc_run_quiet_until(r), next = min_u64(quiet, end);
        if (next > r->ports.now) noc_run_skip(r, next - r->ports.now);
        if (next == end) return NOC_OK;
        if (reserve(r) != NOC_OK) return NOC_EFAILED;
        run_cycles(r, 1);
    }
    return is_stuck(r, before, run) ? NOC_EFAILED : NOC_OK;
}

static noc_status run_on(noc_run *r, uint64_t end)
{
    const uint64_t quiet = noc_run_quiet_until(r), next = min_u64(quiet, end);
    if (next > r->ports.now) noc_run_skip(r, next - r->ports.now);
    const uint64_t left = end - next;
    return run_chunks(r, left < CHUNK_CYCLES ? left : CHUNK_CYCLES, true);
}

noc_status noc_run_cycles(noc_run *r, uint64_t cycles, bool skips)
{
    const uint64_t end = r->ports.now + cycles;
    noc_status status = skips ? NOC_OK : run_chunks(r, cycles, false);
    while (r->ports.now < end && status == NOC_OK)
        status = r->leaps ? leap(r, end) : run_on(r, end);
    if (r->closed) noc_closed_loop_count(r->closed);
    return status;
}

/* ---- results of a run ----------------------------------------------------------------------- */

uint64_t noc_run_now(const noc_run *r)
{
    return r->ports.now;
}

const noc_tally *noc_run_tally(const noc_run *r)
{
    return &r->ports.tally;
}

const noc_trace_tally *noc_run_trace_tally(const noc_run *r)
{
    return r->by_phase;
}

uint32_t noc_run_channel_flits(const noc_run *r, uint32_t channel, noc_class class)
{
    const noc_running_engine *e = engine_of(r, r->system->graph.channels[channel].network);
    return e->kind->channel_flits(e->engine, channel, class);
}

const noc_sketch *noc_run_sketch(const noc_run *r)
{
    return &r->ports.sketch;
}

const noc_sketch *noc_run_class_sketch(const noc_run *r, uint32_t class)
{
    return r->ports.class_sketches ? &r->ports.class_sketches[class] : NULL;
}

const noc_owner_tally *noc_run_owners(const noc_run *r)
{
    return r->ports.owners;
}

const noc_owner_tally *noc_run_flows(const noc_run *r)
{
    return r->ports.by_flow;
}

const noc_recent *noc_run_recent(const noc_run *r)
{
    return &r->ports.recent;
}

const noc_loop_end *noc_run_end(const noc_run *r)
{
    if (r->eager) return noc_eager_end(r->eager);
    return r->closed ? noc_closed_loop_end(r->closed) : NULL;
}

/* Counts the packets that wait at a source, including packets not created yet. */
static double waiting_at(const noc_run *r, uint32_t source, noc_class class)
{
    double waiting = noc_port_backlog(&r->ports, source, class);
    if (class == NOC_REQUEST) waiting += noc_sources_backlog(&r->sources, source);
    return waiting;
}

double noc_run_backlog(const noc_run *r, noc_class class)
{
    const noc_traffic *t = &r->system->traffic;
    const uint32_t terminals = r->system->graph.terminal_count;
    double waiting = 0.0;
    for (uint32_t k = 0; k < r->ports.class_count; k++) {
        const double length =
            r->ports.class_count == 1 ? 1.0 : t->classes[k].mean / t->injected_flits;
        for (uint32_t i = 0; i < terminals; i++)
            waiting += length * waiting_at(r, k * terminals + i, class);
    }
    return waiting;
}

noc_status noc_run_check(const noc_run *r, noc_diag *diag)
{
    uint64_t held = 0;
    for (unsigned i = 0; i < r->engine_count; i++) {
        const noc_status status = r->engines[i].kind->check(r->engines[i].engine, &held, diag);
        if (status != NOC_OK) return status;
    }
    const uint64_t injected = flits_made(r), ejected = flits_ejected(r);
    if (injected == ejected + held) return NOC_OK;
    return noc_fail(diag, NOC_EFAILED, NOC_NOWHERE,
                    "internal error: %llu flits injected, %llu ejected, %llu in the network",
                    (unsigned long long)injected, (unsigned long long)ejected,
                    (unsigned long long)held);
}

void noc_run_explain(const noc_run *r, noc_diag *diag)
{
    char circle[600];
    const size_t before = diag ? diag->count : 0;
    if (r->stream) noc_trace_stream_explain(r->stream, diag);
    if (diag && diag->count > before) return;
    if (r->still_cycles < r->stuck_after) {
        noc_fail_memory(diag);
        return;
    }
    for (unsigned i = 0; i < r->engine_count; i++) {
        const noc_running_engine *e = &r->engines[i];
        if (!e->kind->find_circle || !e->kind->find_circle(e->engine, circle, sizeof circle))
            continue;
        noc_fail(diag, NOC_EFAILED, NOC_NOWHERE,
                 "deadlock: no flit moved for %llu cycles; waiting for each other: %s",
                 (unsigned long long)r->stuck_after, circle);
        return;
    }
    noc_fail(diag, NOC_EFAILED, NOC_NOWHERE,
             "no flit moved for %llu cycles, and none waits for another",
             (unsigned long long)r->stuck_after);
}
