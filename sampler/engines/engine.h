/* sampler/engines/engine.h: interface of a kind of engine. An engine moves the flits of all
 * networks of one switching kind.
 *
 * A kind is one file (sampler/engines/NAME.c, with parts in a folder NAME), one constant struct,
 * and a line in sampler/engines/engines.def.
 *
 * Engines pull packets from the ports and deliver packets to the ports (sampler/ports/ports.h);
 * cores, memory nodes and sources are unknown to engines. Duties of an engine: count accepted flits
 * in the ports' tally (flits_injected); set the packet's injection_cycle; ask noc_port_admit before
 * the delivery of a head, and hold a packet that is not admitted; deliver every flit once.
 *
 * Engines that accept packets at once (noc_ports_take_at_once) send in the first phase, before new
 * packets of the cycle.
 *
 * A cycle has three phases; each runs in all engines before the next phase:
 *   arrive    flits on channels arrive and are delivered; afterwards nodes receive arrivals,
 *   sources announce packets, cores submit requests
 *   inject    packets enter their networks, including packets announced or submitted in this cycle;
 *   afterwards nodes receive arrivals of this phase, memory nodes work and submit replies,
 *   terminals are woken
 *   advance   packets that memory nodes have room for are delivered; flits move inside the
 *   networks. */
#ifndef NOC_SAMPLER_ENGINES_ENGINE_H
#define NOC_SAMPLER_ENGINES_ENGINE_H

#include "network/graph/resources.h"
#include "network/graph/system.h"
#include "sampler/ports/ports.h"

/* Hooks that an engine that runs the cycle loop calls between the phases of a cycle. */
typedef struct noc_cycle_hooks {
    void (*before_cycle)(void *run);    /* NULL: no work */
    void (*after_arrivals)(void *run);  /* called between the phases arrive and inject */
    void (*after_injection)(void *run); /* called between the phases inject and advance */
    void (*after_cycle)(void *run);     /* NULL: no work */
    /* Finds the first cycle, at least ports->now, with an event outside the engine, if the
     * engine delivers and sends nothing before. NULL: every cycle must run. */
    uint64_t (*next_event)(const void *run);
    /* advances by `cycles` cycles without events (next_event) */
    void (*skip)(void *run, uint64_t cycles);
    void *run;
} noc_cycle_hooks;

/* Arguments of `create` besides the ports. */
typedef struct noc_engine_start {
    noc_derating derating; /* kinds of channels that rest in some cycles */
    uint64_t seed;
    /* engine of the same kind in another run of the system; lends its constant data and outlives
     * the borrower; NULL: none */
    const void *lender;
} noc_engine_start;

typedef struct noc_engine_kind {
    noc_switching switching;
    const char *name;

    /* Finds the longest period of a network, cycles: an epoch, or a round of a token, from cycle
     * 0 on. NULL: networks have no period. */
    uint64_t (*find_period)(const noc_system *system, uint16_t network);

    /* Factor on the run length of router networks, for an equally precise mean; 0: factor 1. */
    unsigned length_factor;

    /* Makes an engine for all networks of the kind; ports->arena owns its memory. NULL when out of
     * memory. May open doors (noc_ports_open_doors). */
    void *(*create)(noc_ports *ports, noc_engine_start start);

    /* Finds the approximate size of an engine, bytes, without shared data. NULL: a few bytes for
     * each channel and terminal. */
    double (*count_bytes)(const noc_system *system);
    /* bytes that engines of a system share; NULL: none */
    double (*count_shared_bytes)(const noc_system *system);

    /* Makes room, between cycles, for the multicast parts of `cycles` cycles. False when out of
     * memory. NULL: no work. */
    bool (*reserve)(void *engine, uint64_t cycles);

    /* Phases of cycle ports->now, called once for all networks of the kind. NULL: no work, or
     * the kind has `run`. */
    void (*arrive)(void *engine);
    void (*inject)(void *engine);
    void (*advance)(void *engine);

    /* Runs the cycle loop for `cycles` cycles: the phases, the hooks, and noc_ports_tick at the
     * end of each cycle. May skip cycles without events. At most one kind has it. NULL: the
     * phases are called one by one. */
    void (*run)(void *engine, uint64_t cycles, const noc_cycle_hooks *between);

    /* Finds the first cycle, at least ports->now, that cannot be skipped if no packet is
     * submitted or announced; UINT64_MAX: none. Called only while no packet is in a queue or
     * network, unless sees_packets is set. */
    uint64_t (*next_event)(const void *engine);
    bool sees_packets;
    /* skips `cycles` cycles without events; NULL: such cycles change no state */
    void (*skip)(void *engine, uint64_t cycles);

    /* Finds the flits of a class that a channel has carried, modulo 2^32. */
    uint32_t (*channel_flits)(const void *engine, uint32_t channel, noc_class class);

    /* Checks the conservation laws of the engine, and adds its flits to *held. NOC_EFAILED, with
     * a message, if a law is violated. */
    noc_status (*check)(const void *engine, uint64_t *held, noc_diag *diag);

    /* Names the channels of a deadlock cycle, after a long time without a moved flit. False: no
     * such cycle. NULL: not supported. */
    bool (*find_circle)(const void *engine, char *text, size_t size);
} noc_engine_kind;

/* Finds the kind of engine for a switching kind; NULL: none. */
const noc_engine_kind *noc_engine_find_kind(noc_switching switching);

/* Finds the i-th kind; NULL: past the last kind. */
const noc_engine_kind *noc_engine_kind_at(size_t i);

/* ---- lengths of runs ------------------------------------------------------------------------ */

/* Quantities that lengthen the runs of a design. */
typedef struct noc_run_units {
    uint64_t longest_period; /* longest period of the networks, cycles; 0: none */
    unsigned length_factor;  /* largest factor on the run length of router networks; at least 1 */
} noc_run_units;

/* Finds the units of a system, over all its networks. */
noc_run_units noc_run_units_find(const noc_system *system);

#endif
