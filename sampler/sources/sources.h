/* sampler/sources/sources.h: sources: terminals that create packets at random (Bernoulli) or from a
 * trace. Each class of traffic has separate sources, one per terminal. Nodes with several or wide
 * ports may create more than one packet per cycle: at a rate of r, floor(r) packets in each cycle,
 * and one more at random.
 *
 * A Bernoulli source has an unlimited queue, of which only the front exists: while the front
 * waits, the source stores the creation cycle of the next packet, and creates the packet later.
 * A saturated network therefore costs neither time nor memory. */
#ifndef NOC_SAMPLER_SOURCES_SOURCES_H
#define NOC_SAMPLER_SOURCES_SOURCES_H

#include "sampler/ports/destinations.h"
#include "sampler/ports/ports.h"
#include "sampler/ports/trace_schedule.h"

/* slots of the timers, one for each cycle of a lap; words of a set of slots */
enum { NOC_TIMER_SLOTS = 1024, NOC_TIMER_WORDS = NOC_TIMER_SLOTS / 64 };

typedef struct noc_terminal_source {
    uint64_t next_creation; /* creation cycle of the next packet */
    uint32_t next_packet;   /* next packet of the source in the trace; NOC_NONE: none */
    uint32_t more_packets;  /* further packets created in the cycle of the next packet */
    uint32_t next_timer;    /* next source in the list of the timer slot */
    uint16_t kind_index;    /* index in `kinds`; not used for traces */
    uint16_t next_class;    /* noc_class of the next packet */
} noc_terminal_source;

/* Kind of Bernoulli sources with equal rate and packet types. */
typedef struct noc_source_kind {
    /* packets per cycle of a source; scale of the geometric gap between creations, cycles */
    double packets_per_cycle, gap_scale;
    int first_type, type_count; /* range of request packet types */
} noc_source_kind;

typedef struct noc_sources {
    noc_ports *ports;
    const noc_trace_schedule *schedule; /* schedule of a trace; NULL: Bernoulli sources */
    /* kinds of Bernoulli sources: one for each class of traffic, or one for each terminal if
     * terminals differ in rate */
    noc_source_kind *kinds;
    noc_terminal_source *entries;  /* [source] (ports.h) */
    noc_destinations destinations; /* destinations of Bernoulli sources */
    uint32_t *timers;              /* [creation cycle modulo NOC_TIMER_SLOTS]: list of sources */
    uint64_t used_slots[NOC_TIMER_WORDS];     /* set of slots with sources */
    uint64_t first_cycle;                     /* cycle of the first timer; UINT64_MAX: none */
    double multicast_share;                   /* share of multicast packets */
    double type_limits[NOC_PACKET_TYPES_MAX]; /* [packet type]: cumulated share within its class */
} noc_sources;

/* Makes the sources of `ports`: Bernoulli sources with a mean of `packets_per_cycle` (0: none),
 * or sources of a trace, which is borrowed. `lender`: sources of the same kind in another run of
 * the system that lend all constant data and outlive the borrower; NULL: none. False when out of
 * memory. */
bool noc_sources_make(noc_sources *sources, noc_ports *ports, double packets_per_cycle,
                      const noc_trace_schedule *schedule, const noc_sources *lender);

/* Makes sources that create packets only on request (noc_sources_create_packet); `lender` and
 * result as for noc_sources_make. */
bool noc_sources_make_on_request(noc_sources *sources, noc_ports *ports, const noc_sources *lender);

/* Announces the packets that are created in this cycle (noc_port_announce). */
void noc_sources_fire_timers(noc_sources *sources); /* requires timers in the cycle's slot */
static inline void noc_sources_step(noc_sources *sources)
{
    if (sources->timers[sources->ports->now % NOC_TIMER_SLOTS] != NOC_NONE)
        noc_sources_fire_timers(sources);
}

/* Creates a packet of a source in a cycle, with random type and flow, and pushes it to the queue
 * of the source. */
void noc_sources_create_packet(noc_sources *sources, uint32_t source, uint64_t cycle);

/* Cycle of the next creation; UINT64_MAX: none. Valid if no packet waits at a source. */
uint64_t noc_sources_next_event(const noc_sources *sources);

/* Advances by `cycles` cycles without creations. */
void noc_sources_skip(noc_sources *sources, uint64_t cycles);

/* Estimates the packets that a source has still to create, from the wait of the first one; 0: none
 * waits. */
double noc_sources_backlog(const noc_sources *sources, uint32_t source);

/* Finds the largest number of trace packets created in any `cycles` consecutive cycles; 0
 * without a trace. */
uint64_t noc_sources_max_packets(const noc_sources *sources, uint64_t cycles);

#endif
