/* sampler/sources/sources.h: terminals that create packets of their own, at random (Bernoulli) or
 * from a trace. Each class of traffic has sources of its own, one a terminal. Nodes with several
 * ports, or wide ones, may create more than a packet a cycle: at a rate of r, floor(r) packets in
 * each cycle, and one more at random.
 *
 * A Bernoulli source has an unlimited queue, of which only the front exists: while the front waits
 * the source remembers the creation cycle of the next packet, and makes the packet when its turn
 * comes. A saturated network therefore costs neither time nor memory here. */
#ifndef NOC_SAMPLER_SOURCES_SOURCES_H
#define NOC_SAMPLER_SOURCES_SOURCES_H

#include "sampler/ports/destinations.h"
#include "sampler/ports/ports.h"
#include "sampler/ports/trace_schedule.h"

enum { NOC_TIMER_SLOTS = 1024, NOC_TIMER_WORDS = NOC_TIMER_SLOTS / 64 };

typedef struct noc_terminal_source {
    uint64_t next_creation; /* cycle of the next packet's creation */
    uint32_t planned;       /* next packet of the trace */
    uint32_t more;          /* packets beyond the next one that are created in its cycle */
    uint32_t timer_next;    /* next in the list of a timer slot */
    uint16_t kind;          /* place in `kinds`, unless the source plays a trace */
    uint16_t creates;       /* noc_class of the next packet */
} noc_terminal_source;

/* Rates and types of the packets that sources create. */
typedef struct noc_source_kind {
    double packets_per_cycle, gap_scale;
    int first_type, types; /* packet types of requests */
} noc_source_kind;

typedef struct noc_sources {
    noc_ports *ports;
    const noc_trace_schedule *schedule; /* schedule of a trace; NULL: Bernoulli sources */
    /* kinds of Bernoulli sources: one for each class of traffic, or, where terminals differ in
     * pace, one for each terminal */
    noc_source_kind *kinds;
    noc_terminal_source *all;      /* sources (ports.h) */
    noc_destinations destinations; /* destinations of Bernoulli sources */
    uint32_t *timers;              /* lists of sources by creation cycle, modulo NOC_TIMER_SLOTS */
    uint64_t set[NOC_TIMER_WORDS]; /* set of slots whose list is not empty */
    uint64_t first;                /* cycle of the first timer; UINT64_MAX: none */
    double multicast;              /* share of packets that go to several terminals */
    double limits[NOC_PACKET_TYPES_MAX]; /* cumulated shares of the packet types of a class */
} noc_sources;

/* Makes sources that supply `ports` from now on: Bernoulli sources with a mean of
 * `packets_per_cycle` (0: none), or sources of a trace, which is borrowed. `like`: sources of the
 * same kind in another run of the system, which outlive the use of these and lend all constant
 * data; NULL: none. False when out of memory; the caller clears the sources in either case. */
bool noc_sources_make(noc_sources *sources, noc_ports *ports, double packets_per_cycle,
                      const noc_trace_schedule *schedule, const noc_sources *like);

/* Makes sources that create packets on request (noc_sources_create), like noc_sources_make. */
bool noc_sources_make_on_request(noc_sources *sources, noc_ports *ports, const noc_sources *like);
void noc_sources_clear(noc_sources *sources);

/* Announces the packets that are created in this cycle. */
void noc_sources_fire(noc_sources *sources); /* requires timers in the cycle's slot */
static inline void noc_sources_step(noc_sources *sources)
{
    if (sources->timers[sources->ports->now % NOC_TIMER_SLOTS] != NOC_NONE)
        noc_sources_fire(sources);
}

/* Creates a packet of a source in a cycle, of a type and flow that are drawn, and pushes it into
 * the source's queue. For sources with destinations to draw. */
void noc_sources_create(noc_sources *sources, uint32_t source, uint64_t cycle);

/* Cycle of the next creation; UINT64_MAX: none. No packet may wait at a source. */
uint64_t noc_sources_quiet_until(const noc_sources *sources);

/* Advances by `cycles` cycles in which no packet is created. */
void noc_sources_skip(noc_sources *sources, uint64_t cycles);

/* Packets that wait to be made, counted by the source's age, the first one included. */
double noc_sources_backlog(const noc_sources *sources, uint32_t source);

/* Upper bound of the trace's packets created in any `cycles` consecutive cycles; 0 without a
 * trace. */
uint64_t noc_sources_most(const noc_sources *sources, uint64_t cycles);

#endif
