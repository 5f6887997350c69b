/* sampler/engines/engine.h: the contract of a kind of engine. An engine moves the flits of all
 * networks of one switching kind.
 *
 * A kind is one file (sampler/engines/NAME.c, with its parts in a folder of that name) that has one
 * constant struct, and a line in sampler/engines/engines.def.
 *
 * Engines pull packets from the ports and deliver to them (sampler/ports/ports.h); they know
 * nothing of cores, memory nodes and sources. An engine must: count the flits that it accepts in
 * the ports' tally (flits_injected), and set the packet's `injected`; ask noc_port_admit before it
 * delivers a head, and keep a packet that is not let in; deliver every flit once.
 *
 * Engines that accept packets at once (noc_ports_take) send in the first phase, before any packet
 * of the cycle comes.
 *
 * A cycle has three phases, each of all engines before the next one:
 *   arrive    flits under way arrive, and are delivered;
 *             (nodes learn of arrivals, sources announce packets, cores submit requests)
 *   inject    packets enter their networks, packets announced or submitted in this cycle, too;
 *             (nodes learn of arrivals in this phase, memory nodes work and submit replies,
 *             terminals are woken)
 *   advance   packets are delivered for which memory nodes have made room, and flits move on inside
 *             the networks. */
#ifndef NOC_SAMPLER_ENGINES_ENGINE_H
#define NOC_SAMPLER_ENGINES_ENGINE_H

#include "network/graph/resources.h"
#include "network/graph/system.h"
#include "sampler/ports/ports.h"

/* Work that surrounds the phases of an engine that runs cycles by itself. */
typedef struct noc_between {
    void (*before)(void *run); /* NULL: no work */
    void (*after_arrivals)(void *run);
    void (*after_injection)(void *run);
    void (*after)(void *run); /* NULL: no work */
    /* First cycle in which something happens around the engine's phases, at least ports->now, if
     * nothing is delivered or sent before; NULL: all cycles are run. */
    uint64_t (*quiet_until)(const void *run);
    /* advances by `cycles` cycles, which end before the cycle of quiet_until */
    void (*skip)(void *run, uint64_t cycles);
    void *run;
} noc_between;

/* Facts that an engine gets in addition to its system. */
typedef struct noc_engine_start {
    noc_derating derating; /* kinds of channels that rest in some cycles */
    uint64_t seed;
    /* engine of the same kind in another run of the same system; lends its constant data, and
     * outlives the borrower's use of them; NULL: there is none */
    const void *like;
} noc_engine_start;

typedef struct noc_engine_kind {
    noc_switching switching;
    const char *name;

    /* Cycles of a network's slowest rhythm, an epoch or a round of a token, which begins in cycle
     * 0. NULL: networks have no rhythm. */
    uint64_t (*rhythm)(const noc_system *system, uint16_t network);

    /* Factor on the cycles that a network of routers needs, for an equally precise mean; 0: 1. */
    unsigned patience;

    /* Makes an engine for all networks of the kind. Returns NULL when out of memory. May open doors
     * for the networks (noc_ports_open_doors). */
    void *(*create)(const noc_system *system, noc_ports *ports, noc_engine_start start);
    void (*destroy)(void *engine); /* NULL: nothing */

    /* Bytes that `create` allocates, approximately, beside the bytes that engines of one system
     * share; NULL: a few bytes for each channel and terminal. */
    double (*bytes)(const noc_system *system);
    double (*shared_bytes)(const noc_system *system); /* NULL: engines share nothing */

    /* Makes room, between cycles, for the parts that packets to several terminals may send in
     * `cycles` cycles. Returns false when out of memory. NULL: nothing to do. */
    bool (*reserve)(void *engine, uint64_t cycles);

    /* Phases of cycle ports->now, called once for all networks, so that no flit needs a call
     * through a pointer. May be NULL; are NULL where the kind runs cycles by itself. */
    void (*arrive)(void *engine);
    void (*inject)(void *engine);
    void (*advance)(void *engine);

    /* Runs `cycles` cycles as one loop: the phases, the work around them, and at the end of each
     * cycle noc_ports_tick. Cycles in which nothing happens may be skipped. One kind at most has
     * it. NULL: phases are called one by one. */
    void (*run)(void *engine, uint64_t cycles, const noc_between *between);

    /* If nothing is submitted or announced: first cycle in which something happens that cannot be
     * skipped, at least ports->now; UINT64_MAX: there is none. Asked only while no packet waits or
     * is under way, unless the kind sees packets. */
    uint64_t (*quiet_until)(const void *engine);
    bool sees_packets;
    /* skips `cycles` cycles in which nothing happens; NULL: cycles skipped change no state */
    void (*skip)(void *engine, uint64_t cycles);

    /* Flits of a class that a channel of the engine's networks has carried, modulo 2^32. */
    uint32_t (*channel_flits)(const void *engine, uint32_t channel, noc_class class);

    /* Checks the engine's laws of conservation, and adds the flits that it holds to *held. Returns
     * NOC_EFAILED, with a message, if a law is violated. */
    noc_status (*check)(const void *engine, uint64_t *held, noc_diag *diag);

    /* Names the channels in which packets wait for each other in a circle, when no flit has moved
     * for long. Returns false if there is no circle. May be NULL. */
    bool (*find_circle)(const void *engine, char *text, size_t size);
} noc_engine_kind;

/* Kind of engine for a switching kind. */
const noc_engine_kind *noc_engine_kind_of(noc_switching switching);

/* Kinds one by one; NULL past the end. */
const noc_engine_kind *noc_engine_kind_at(size_t i);

/* ---- pace of runs --------------------------------------------------------------------------- */

/* Units in which lengths of a design's runs are counted, in addition to cycles. */
typedef struct noc_run_pace {
    uint64_t rhythm;   /* cycles of the slowest rhythm of the networks; 0: there is none */
    unsigned patience; /* multiple of the cycles that routers alone need */
} noc_run_pace;

noc_run_pace noc_run_pace_of(const noc_system *system);

#endif
