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

/* Longest periods that a run may take without a moved flit. A packet in a network with windows may
 * move by one flit per window of its sender, and counts as moved only with its tail. */
enum { STUCK_PERIODS = 128 };

/* Cycles of a chunk; the packet pool may grow between chunks. */
enum { CHUNK_CYCLES = NOC_POOL_CHECK_CYCLES };

/* ---- making --------------------------------------------------------------------------------- */

/* Finds the engine of a network; NULL: none yet. */
static const noc_running_engine *find_engine(const noc_run *r, uint16_t network)
{
    const noc_switching switching = r->system->graph.networks[network].switching;
    for (unsigned i = 0; i < r->engine_count; i++)
        if (r->engines[i].kind->switching == switching) return &r->engines[i];
    return NULL;
}

static void set_driver(noc_run *r, const noc_running_engine *driver)
{
    r->driver = driver;
    for (int k = 0; k < NOC_RUN_PHASES; k++) r->phases[k].early_count = r->phases[k].count;
}

static void add_phases(noc_run *r, const noc_engine_kind *kind, void *engine)
{
    void (*const calls[NOC_RUN_PHASES])(void *) = {kind->arrive, kind->inject, kind->advance};
    for (int k = 0; k < NOC_RUN_PHASES; k++) {
        noc_run_phase *p = &r->phases[k];
        if (!calls[k]) continue;
        p->engines[p->count] = engine;
        p->calls[p->count++] = calls[k];
    }
}

static bool make_engines(noc_run *r, const noc_load *load)
{
    r->can_skip = !r->closed_loop;
    for (uint16_t n = 0; n < r->system->graph.network_count; n++) {
        if (find_engine(r, n)) continue;
        const noc_engine_kind *kind = noc_engine_find_kind(r->system->graph.networks[n].switching);
        const noc_running_engine *lender = load->lender ? find_engine(load->lender, n) : NULL;
        void *engine = kind->create(&r->ports, (noc_engine_start){load->derating, load->seed,
                                                                  lender ? lender->engine : NULL});
        if (!engine) return false;
        r->engines[r->engine_count] = (noc_running_engine){kind, engine};
        if (kind->run) set_driver(r, &r->engines[r->engine_count]);
        add_phases(r, kind, engine);
        r->engine_count++;
        r->can_skip = r->can_skip && kind->sees_packets;
    }
    return true;
}

static bool has_addresses(const noc_load *load)
{
    return load->schedule && load->schedule->trace->has_addresses;
}

static bool make_nodes(noc_run *r, const noc_load *load)
{
    if (load->workload || has_addresses(load)) {
        const noc_loop_load loop = {load->workload, load->kernel_choice, load->derating, load->seed,
                                    has_addresses(load) ? load->schedule : NULL};
        r->closed_loop = noc_closed_loop_new(&r->ports, loop, &r->arena);
        return r->closed_loop != NULL;
    }
    if (!r->ports.has_answers || r->system->traffic.types[0].reply_type < 0) return true;
    r->reply_flows = noc_find_reply_flows(r->system, &r->arena);
    return r->reply_flows != NULL;
}

/* Counts the packets that may be created between two checks of the pool. A closed loop has at
 * most its transactions. A cycle of an open loop creates at most one packet for each flit that
 * terminal channels accept, and one waiting packet per terminal. If packets of a trace depend on
 * each other, the rest of the trace may enter a network without channels, and be answered, at
 * once. */
static uint64_t count_packets_max(const noc_run *r, const noc_trace_schedule *schedule)
{
    const noc_graph *g = &r->system->graph;
    uint64_t packets_per_cycle = r->ports.source_count;
    if (r->closed_loop) return noc_requests_max_packets(&r->closed_loop->requests);
    for (uint32_t c = 0; c < g->channel_count; c++)
        if (g->channels[c].kind != NOC_LINK)
            packets_per_cycle += (uint64_t)ceil(fmax(1.0, g->channels[c].flits_per_cycle));
    if (r->chains) return packets_per_cycle * CHUNK_CYCLES + 2 * (uint64_t)schedule->count;
    return packets_per_cycle * CHUNK_CYCLES +
           2 * noc_sources_max_packets(&r->sources, 2 * CHUNK_CYCLES);
}

/* Chains and streams create all packets of a trace; the sources then create none. */
static bool make_sources(noc_run *r, const noc_load *load)
{
    const noc_sources *lender = load->lender ? &load->lender->sources : NULL;
    const noc_trace_schedule *trace = has_addresses(load) ? NULL : load->schedule;
    const bool is_held = trace && noc_trace_is_held(trace->trace);
    if (load->is_eager) {
        if (!noc_sources_make_on_request(&r->sources, &r->ports, lender)) return false;
        r->eager = noc_eager_new(&r->sources);
        return r->eager != NULL;
    }
    if (!trace || (is_held && !noc_trace_schedule_is_linked(trace)))
        return noc_sources_make(&r->sources, &r->ports, load->packets_per_cycle, trace, lender);
    if (!noc_sources_make(&r->sources, &r->ports, 0.0, NULL, NULL)) return false;
    if (is_held)
        r->chains = noc_chains_new(&r->ports, trace);
    else
        r->stream = noc_trace_stream_open(&r->ports, trace);
    return r->chains || r->stream;
}

/* Makes the counts of packets by flow, and of a trace's packets by class and phase. Packets of a
 * trace with addresses are no trace lines, and are not counted. */
static bool make_tally(noc_run *r, const noc_load *load)
{
    if (load->counts_flows && !noc_ports_count_flows(&r->ports)) return false;
    if (!load->schedule || has_addresses(load)) return true;
    r->schedule = load->schedule;
    r->phase_tally = noc_arena_array(&r->arena, 1, sizeof *r->phase_tally);
    return r->phase_tally;
}

noc_run *noc_run_new(const noc_system *system, noc_load load)
{
    noc_run *r = calloc(1, sizeof *r);
    if (!r) return NULL;
    r->system = system;
    r->pipelines = noc_pipelines_make(system);
    r->stuck_cycles = NOC_STUCK_CYCLES + r->pipelines.delay_cycles +
                      STUCK_PERIODS * noc_run_units_find(system).longest_period;
    const bool answered = !load.schedule || load.schedule->has_answers;
    const noc_ports *lender = load.lender ? &load.lender->ports : NULL;
    if (!noc_ports_make(&r->ports, &r->arena, system, load.seed, answered, !load.schedule,
                        lender) ||
        !make_nodes(r, &load) || !make_sources(r, &load) || !make_tally(r, &load) ||
        !make_engines(r, &load)) {
        noc_run_free(r);
        return NULL;
    }
    const bool needs_arrivals = r->closed_loop || r->eager || r->chains || r->phase_tally;
    r->ports.lists_arrivals[NOC_REQUEST] = needs_arrivals || r->reply_flows;
    r->ports.lists_arrivals[NOC_REPLY] = needs_arrivals;
    const uint64_t packets = count_packets_max(r, load.schedule);
    r->packets_max = packets < NOC_PACKETS_MAX ? (uint32_t)packets : NOC_PACKETS_MAX;
    return r;
}

void noc_run_free(noc_run *r)
{
    if (!r) return;
    noc_trace_stream_close(r->stream);
    noc_arena_clear(&r->arena);
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
        const noc_network *net = noc_graph_channel_network(g, c);
        if (g->channels[c].kind != NOC_LINK) packets += CHUNK_CYCLES;
        if (noc_network_has_buffers(net))
            packets += (double)net->vc.virtual_channels * g->channels[c].buffer_flits;
    }
    return packets;
}

/* Adds the bytes of an engine; engines without routers need little memory. */
static void add_engine_bytes(const noc_system *system, const noc_engine_kind *kind,
                             noc_run_memory *m)
{
    enum { PLACE_BYTES = 256 };
    const noc_graph *g = &system->graph;
    m->run_bytes += kind->count_bytes
                        ? kind->count_bytes(system)
                        : PLACE_BYTES * ((double)g->channel_count + g->terminal_count);
    if (kind->count_shared_bytes) m->shared_bytes += kind->count_shared_bytes(system);
}

/* Counts the bytes of warps and their waiting requests. */
static double count_loop_bytes(const noc_system *system, const noc_workload *workload)
{
    enum { WARP_BYTES = 256, CORE_BYTES = 4096 };
    const noc_design *d = system->design;
    return (double)d->nodes.compute * (CORE_BYTES + (double)workload->warps * WARP_BYTES) +
           (double)system->traffic.flow_count * sizeof(size_t) + noc_destinations_bytes(system);
}

noc_run_memory noc_run_memory_find(const noc_system *system, const noc_load *load)
{
    const noc_graph *g = &system->graph;
    const double classes = load->schedule ? 1.0 : system->traffic.class_count;
    noc_run_memory m = {
        .run_bytes =
            classes * g->terminal_count *
                (sizeof(noc_port_terminal) + sizeof(noc_port_places) +
                 sizeof(noc_terminal_source)) +
            classes * g->injector_count * sizeof(noc_door) +
            (double)g->terminal_count * sizeof(noc_owner_tally) +
            (load->counts_flows ? (double)system->traffic.flow_count * sizeof(noc_owner_tally)
                                : 0.0) +
            (classes > 1.0 ? classes * sizeof(noc_sketch) : 0.0),
        .shared_bytes = (double)system->routes.path_count * sizeof(noc_entrance),
    };
    for (size_t i = 0; noc_engine_kind_at(i); i++) {
        uint16_t n = 0;
        while (n < g->network_count && g->networks[n].switching != noc_engine_kind_at(i)->switching)
            n++;
        if (n < g->network_count) add_engine_bytes(system, noc_engine_kind_at(i), &m);
    }
    if (load->workload)
        m.run_bytes += count_loop_bytes(system, load->workload);
    else
        m.run_bytes += count_packets(system) * sizeof(noc_packet);
    if (load->packets_per_cycle > 0.0 || load->is_eager)
        m.shared_bytes += noc_destinations_bytes(system);
    return m;
}

/* ---- a cycle -------------------------------------------------------------------------------- */

/* Finds the trace line of an arrived packet. */
static noc_trace_line find_trace_line(const noc_run *r, const noc_packet *packet)
{
    if (r->stream) return noc_trace_stream_receive(r->stream, packet);
    const noc_trace_packet *line = &r->schedule->trace->packets[packet->tag];
    return (noc_trace_line){(uint8_t)line->class, line->phase};
}

/* Passes an arrived packet to the closed loop, or answers it. */
static void process_packet(noc_run *r, const noc_packet *packet)
{
    if (r->closed_loop)
        noc_closed_loop_receive(r->closed_loop, packet);
    else if (r->reply_flows)
        noc_answer_request(&r->ports, r->reply_flows, packet);
}

/* True if a packet is a request that a node answers. */
static bool is_answerable(const noc_run *r, const noc_packet *packet)
{
    const noc_packet_type *type = &r->system->traffic.types[packet->type];
    return (r->closed_loop || r->reply_flows) && type->class == NOC_REQUEST;
}

/* Passes packets with an arrived tail to their nodes. The record of a packet stays valid until
 * another packet is created. */
static void receive_arrivals(noc_run *r)
{
    while (noc_port_first_arrival(&r->ports) != NOC_NONE) {
        const noc_packet *packet = &r->ports.packets.entries[noc_port_first_arrival(&r->ports)];
        const bool enters = r->pipelines.delay_cycles > 0 && is_answerable(r, packet);
        if (enters)
            noc_pipelines_enter(&r->pipelines, &r->ports);
        else
            noc_port_drop_arrival(&r->ports);
        if (r->phase_tally)
            noc_trace_tally_add(r->phase_tally, find_trace_line(r, packet), packet,
                                r->system->traffic.types[packet->type].class, r->ports.now);
        if (r->eager) noc_eager_receive(r->eager, packet);
        if (r->chains) noc_chains_receive(r->chains, packet);
        if (!enters) process_packet(r, packet);
    }
}

static void end_pipelines(noc_run *r)
{
    const noc_packet *packet;
    while ((packet = noc_pipelines_leave(&r->pipelines, &r->ports))) process_packet(r, packet);
}

static void after_arrivals(void *run)
{
    noc_run *r = run;
    if (r->ports.codecs) noc_ports_deliver_decoded(&r->ports);
    receive_arrivals(r);
    noc_sources_step(&r->sources);
    if (r->eager) noc_eager_step(r->eager);
    if (r->chains) noc_chains_step(r->chains);
    if (r->stream) noc_trace_stream_step(r->stream);
    if (r->closed_loop) noc_closed_loop_run_cores(r->closed_loop);
    if (r->ports.codecs) noc_ports_release_encoded(&r->ports);
}

static void after_injection(void *run)
{
    noc_run *r = run;
    receive_arrivals(r);
    end_pipelines(r);
    noc_ports_wake(&r->ports);
    if (r->closed_loop) noc_closed_loop_run_memories(r->closed_loop);
}

static void run_phase(const noc_run_phase *p, unsigned first, unsigned end)
{
    for (unsigned i = first; i < end; i++) p->calls[i](p->engines[i]);
}

static void run_whole_phase(const noc_run_phase *p)
{
    run_phase(p, 0, p->count);
}

/* Runs the engines of a phase whose turn is before the driver; run_after_driver: the other
 * engines. */
static void run_before_driver(const noc_run_phase *p)
{
    run_phase(p, 0, p->early_count);
}

static void run_after_driver(const noc_run_phase *p)
{
    run_phase(p, p->early_count, p->count);
}

static void run_cycles(noc_run *r, uint64_t cycles)
{
    for (; cycles > 0; cycles--) {
        run_whole_phase(&r->phases[0]);
        after_arrivals(r);
        run_whole_phase(&r->phases[1]);
        after_injection(r);
        run_whole_phase(&r->phases[2]);
        noc_ports_tick(&r->ports);
    }
}

static void before_driver(void *run)
{
    const noc_run *r = run;
    run_before_driver(&r->phases[0]);
}

static void after_other_arrivals(void *run)
{
    const noc_run *r = run;
    run_after_driver(&r->phases[0]);
    after_arrivals(run);
    run_before_driver(&r->phases[1]);
}

static void after_other_injection(void *run)
{
    const noc_run *r = run;
    run_after_driver(&r->phases[1]);
    after_injection(run);
    run_before_driver(&r->phases[2]);
}

static void after_driver(void *run)
{
    const noc_run *r = run;
    run_after_driver(&r->phases[2]);
}

/* ---- idle time ------------------------------------------------------------------------------ */

static uint64_t find_next_creation(const noc_run *r)
{
    if (r->eager) return noc_eager_next_event(r->eager);
    if (r->stream) return noc_trace_stream_next(r->stream);
    return r->chains ? noc_chains_next_event(r->chains) : noc_sources_next_event(&r->sources);
}

/* Finds the first cycle with an event outside the driver, if the driver delivers nothing. */
static uint64_t find_next_event(const void *run)
{
    const noc_run *r = run;
    const uint64_t next_creation = find_next_creation(r);
    if (next_creation <= r->ports.now) return r->ports.now;
    uint64_t next = r->closed_loop ? noc_closed_loop_next_event(r->closed_loop) : UINT64_MAX;
    for (unsigned i = 0; i < r->engine_count && next > r->ports.now; i++) {
        const noc_running_engine *e = &r->engines[i];
        const uint64_t engine_event = e == r->driver ? UINT64_MAX : e->kind->next_event(e->engine);
        if (engine_event < next) next = engine_event;
    }
    if (next <= r->ports.now) return r->ports.now;
    const uint64_t next_codec =
        r->ports.codecs ? noc_codecs_next_cycle(r->ports.codecs) : UINT64_MAX;
    next = min_u64(next, noc_pipelines_next_event(&r->pipelines, &r->ports));
    return min_u64(next, min_u64(next_codec, next_creation));
}

/* If there are no packets, there are no flits, and no buffer is in use. Engines that see packets
 * know their next event. Cores and memory nodes of a closed loop work even without packets. */
uint64_t noc_run_next_event(const noc_run *r)
{
    const noc_packets *packets = &r->ports.packets;
    if (!r->can_skip && packets->free_count < packets->capacity) return r->ports.now;
    const uint64_t driver_event =
        r->driver ? r->driver->kind->next_event(r->driver->engine) : UINT64_MAX;
    if (driver_event <= r->ports.now) return r->ports.now;
    const uint64_t other_event = find_next_event(r);
    return min_u64(driver_event, other_event);
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
static void drive_cycles(noc_run *r, uint64_t cycles, bool skips_idle)
{
    noc_cycle_hooks hooks = {
        .after_arrivals = after_arrivals,
        .after_injection = after_injection,
        .next_event = skips_idle ? find_next_event : NULL,
        .skip = skip_beside_driver,
        .run = r,
    };
    if (r->engine_count > 1) {
        hooks.before_cycle = before_driver;
        hooks.after_arrivals = after_other_arrivals;
        hooks.after_injection = after_other_injection;
        hooks.after_cycle = after_driver;
    }
    r->driver->kind->run(r->driver->engine, cycles, &hooks);
}

/* ---- running -------------------------------------------------------------------------------- */

static uint64_t count_flits_ejected(const noc_run *r)
{
    return r->ports.tally.flits_ejected[NOC_REQUEST] + r->ports.tally.flits_ejected[NOC_REPLY];
}

/* Counts the flits made by sources and by forks. */
static uint64_t count_flits_made(const noc_run *r)
{
    return r->ports.tally.flits_injected + r->ports.tally.flits_copied;
}

static uint64_t count_moves(const noc_run *r)
{
    return r->ports.tally.flit_hops + r->ports.tally.flits_injected + count_flits_ejected(r);
}

/* True if flits are in the networks and none has moved for `stuck_cycles` cycles. `moves_before`:
 * moves before the last `cycles` cycles. */
static bool is_stuck(noc_run *r, uint64_t moves_before, uint64_t cycles)
{
    const bool under_way = count_flits_made(r) != count_flits_ejected(r);
    r->still_cycles = count_moves(r) != moves_before || !under_way ? 0 : r->still_cycles + cycles;
    return r->still_cycles >= r->stuck_cycles;
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
static noc_status count_free_packets(const noc_run *r, uint32_t *needed)
{
    *needed = r->packets_max;
    if (!r->stream) return NOC_OK;
    if (noc_trace_stream_fill(r->stream, CHUNK_CYCLES) != NOC_OK) return NOC_EFAILED;
    const uint64_t packets = r->packets_max + 2 * (uint64_t)noc_trace_stream_lines(r->stream);
    *needed = packets < NOC_PACKETS_MAX ? (uint32_t)packets : NOC_PACKETS_MAX;
    return NOC_OK;
}

/* The pool of a closed loop has its final size from the start. */
static noc_status reserve_packets(noc_run *r)
{
    noc_ports *ports = &r->ports;
    const noc_packets *packets = &ports->packets;
    if (ports->groups.destinations_max > 0 && reserve_parts(r) != NOC_OK) return NOC_EFAILED;
    uint32_t needed;
    if (count_free_packets(r, &needed) != NOC_OK) return NOC_EFAILED;
    if ((r->closed_loop ? packets->capacity : packets->free_count) >= needed) return NOC_OK;
    const noc_status status = noc_packets_reserve(&ports->packets, &r->arena, needed);
    if (status != NOC_OK || ports->groups.drawn_count == 0) return status;
    return noc_target_groups_grow(&ports->groups, &r->arena, packets->capacity) ? NOC_OK
                                                                                : NOC_EFAILED;
}

static noc_status run_chunks(noc_run *r, uint64_t cycles, bool skips_idle)
{
    while (cycles > 0) {
        const uint64_t chunk = cycles < CHUNK_CYCLES ? cycles : CHUNK_CYCLES;
        const uint64_t moves_before = count_moves(r);
        if (reserve_packets(r) != NOC_OK) return NOC_EFAILED;
        if (r->driver)
            drive_cycles(r, chunk, skips_idle);
        else
            run_cycles(r, chunk);
        if (is_stuck(r, moves_before, chunk)) return NOC_EFAILED;
        cycles -= chunk;
    }
    return NOC_OK;
}

/* Skips idle cycles, and runs at most a chunk of other cycles. The pool may grow in each busy
 * cycle, since a trace may have long pauses, with more packets between them than in a chunk of
 * consecutive cycles. */
static noc_status skip_idle_cycles(noc_run *r, uint64_t end)
{
    const uint64_t moves_before = count_moves(r);
    unsigned run = 0;
    for (; run < CHUNK_CYCLES && r->ports.now < end; run++) {
        const uint64_t next_event = noc_run_next_event(r), next = min_u64(next_event, end);
        if (next > r->ports.now) noc_run_skip(r, next - r->ports.now);
        if (next == end) return NOC_OK;
        if (reserve_packets(r) != NOC_OK) return NOC_EFAILED;
        run_cycles(r, 1);
    }
    return is_stuck(r, moves_before, run) ? NOC_EFAILED : NOC_OK;
}

static noc_status run_chunk_with_driver(noc_run *r, uint64_t end)
{
    const uint64_t next_event = noc_run_next_event(r), next = min_u64(next_event, end);
    if (next > r->ports.now) noc_run_skip(r, next - r->ports.now);
    const uint64_t left = end - next;
    return run_chunks(r, left < CHUNK_CYCLES ? left : CHUNK_CYCLES, true);
}

noc_status noc_run_cycles(noc_run *r, uint64_t cycles, bool skips_idle)
{
    const uint64_t end = r->ports.now + cycles;
    noc_status status = skips_idle ? NOC_OK : run_chunks(r, cycles, false);
    while (r->ports.now < end && status == NOC_OK)
        status = r->can_skip ? skip_idle_cycles(r, end) : run_chunk_with_driver(r, end);
    if (r->closed_loop) noc_closed_loop_count(r->closed_loop);
    return status;
}

/* ---- results of a run ----------------------------------------------------------------------- */

uint64_t noc_run_current_cycle(const noc_run *r)
{
    return r->ports.now;
}

const noc_tally *noc_run_tally(const noc_run *r)
{
    return &r->ports.tally;
}

const noc_trace_tally *noc_run_trace_tally(const noc_run *r)
{
    return r->phase_tally;
}

uint32_t noc_run_channel_flits(const noc_run *r, uint32_t channel, noc_class class)
{
    const noc_running_engine *e = find_engine(r, r->system->graph.channels[channel].network);
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

const noc_owner_tally *noc_run_terminal_tallies(const noc_run *r)
{
    return r->ports.terminal_tallies;
}

const noc_owner_tally *noc_run_flow_tallies(const noc_run *r)
{
    return r->ports.flow_tallies;
}

const noc_recent_latencies *noc_run_recent(const noc_run *r)
{
    return &r->ports.recent;
}

const noc_loop_end *noc_run_end(const noc_run *r)
{
    if (r->eager) return noc_eager_end(r->eager);
    return r->closed_loop ? noc_closed_loop_end(r->closed_loop) : NULL;
}

/* Counts the packets that wait at a source, including packets not created yet. */
static double count_waiting(const noc_run *r, uint32_t source, noc_class class)
{
    double packets = noc_port_backlog(&r->ports, source, class);
    if (class == NOC_REQUEST) packets += noc_sources_backlog(&r->sources, source);
    return packets;
}

double noc_run_backlog(const noc_run *r, noc_class class)
{
    const noc_traffic *t = &r->system->traffic;
    const uint32_t terminals = r->system->graph.terminal_count;
    double packets = 0.0;
    for (uint32_t k = 0; k < r->ports.class_count; k++) {
        const double length =
            r->ports.class_count == 1 ? 1.0 : t->classes[k].mean_flits / t->injected_flits;
        for (uint32_t i = 0; i < terminals; i++)
            packets += length * count_waiting(r, k * terminals + i, class);
    }
    return packets;
}

noc_status noc_run_check(const noc_run *r, noc_diag *diag)
{
    uint64_t held = 0;
    for (unsigned i = 0; i < r->engine_count; i++) {
        const noc_status status = r->engines[i].kind->check(r->engines[i].engine, &held, diag);
        if (status != NOC_OK) return status;
    }
    const uint64_t injected = count_flits_made(r), ejected = count_flits_ejected(r);
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
    if (r->still_cycles < r->stuck_cycles) {
        noc_fail_memory(diag);
        return;
    }
    for (unsigned i = 0; i < r->engine_count; i++) {
        const noc_running_engine *e = &r->engines[i];
        if (!e->kind->find_circle || !e->kind->find_circle(e->engine, circle, sizeof circle))
            continue;
        noc_fail(diag, NOC_EFAILED, NOC_NOWHERE,
                 "deadlock: no flit moved for %llu cycles; waiting for each other: %s",
                 (unsigned long long)r->stuck_cycles, circle);
        return;
    }
    noc_fail(diag, NOC_EFAILED, NOC_NOWHERE,
             "no flit moved for %llu cycles, and none waits for another",
             (unsigned long long)r->stuck_cycles);
}
