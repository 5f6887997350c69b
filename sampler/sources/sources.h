/* sampler/sources/sources.h: terminals that create packets of their own, at random (Bernoulli) or
 * as a trace has them. Each class of traffic has sources of its own, one a terminal. Nodes with
 * several ports, or wide ones, may create more than a packet a cycle: at a rate of r floor(r) in
 * each cycle, and one more at random.
 *
 * A Bernoulli source has an unlimited queue, of which only the front exists: while that waits the
 * source just remembers when the next packet was, or will be, created, and makes it when its turn
 * comes. So a saturated network costs neither time nor memory here. */
#ifndef NOC_SAMPLER_SOURCES_SOURCES_H
#define NOC_SAMPLER_SOURCES_SOURCES_H

#include "sampler/ports/destinations.h"
#include "sampler/ports/ports.h"
#include "sampler/ports/trace_schedule.h"

enum { NOC_TIMER_SLOTS = 1024, NOC_TIMER_WORDS = NOC_TIMER_SLOTS / 64 };

typedef struct noc_terminal_source {
    uint64_t next_creation; /* cycle */
    uint32_t planned;       /* next packet of the trace */
    uint32_t more;          /* packets beyond the next one that are created in its cycle */
    uint32_t timer_next;    /* in the list of a timer slot */
    uint16_t kind;          /* place in `kinds`, unless the source plays a trace */
    uint16_t creates;       /* noc_class of its next packet */
} noc_terminal_source;

/* Rates and types of the packets that sources create. */
typedef struct noc_source_kind {
    double packets_per_cycle, gap_scale;
    int first_type, types; /* packet types of requests */
} noc_source_kind;

typedef struct noc_sources {
    noc_ports *ports;
    const noc_trace_schedule *schedule; /* schedule of a trace; NULL: Bernoulli sources */
    /* kinds of Bernoulli sources: one of a class of traffic, or, where terminals differ in pace,
     * one of each terminal */
    noc_source_kind *kinds;
    noc_terminal_source *all;      /* sources (ports.h) */
    noc_destinations destinations; /* destinations of Bernoulli sources */
    uint32_t *timers;              /* lists of sources by creation cycle, modulo NOC_TIMER_SLOTS */
    uint64_t set[NOC_TIMER_WORDS]; /* of slots whose list is not empty */
    uint64_t first;   /* cycle of the first of these timers, UINT64_MAX if there is none */
    double multicast; /* share of the packets that go to several terminals */
    double limits[NOC_PACKET_TYPES_MAX]; /* cumulated shares of the packet types of a class */
} noc_sources;

/* Sources for `ports`, which they supply from now on: Bernoulli ones of so many packets a cycle (0:
 * none), or those of a trace, which is borrowed. `like`: such sources of another run of the system,
 * which outlive the use of these and lend what never changes; NULL: none. False when out of memory;
 * the caller clears them in either case. */
bool noc_sources_make(noc_sources *sources, noc_ports *ports, double packets_per_cycle,
                      const noc_trace_schedule *schedule, const noc_sources *like);

/* Sources that create packets when they are told to. As for noc_sources_make. */
bool noc_sources_make_told(noc_sources *sources, noc_ports *ports, const noc_sources *like);
void noc_sources_clear(noc_sources *sources);

/* Announces the packets that are created in this cycle. */
void noc_sources_fire(noc_sources *sources); /* there are timers in the cycle's slot */
static inline void noc_sources_step(noc_sources *sources)
{
    if (sources->timers[sources->ports->now % NOC_TIMER_SLOTS] != NOC_NONE)
        noc_sources_fire(sources);
}

/* Creates a packet of a source in a cycle, of a type and flow that it draws, and puts it into its
 * queue. Of sources that were made to draw. */
void noc_sources_create(noc_sources *sources, uint32_t source, uint64_t cycle);

/* The cycle of the next creation, UINT64_MAX if there is none. Nothing waits at a source. */
uint64_t noc_sources_quiet_until(const noc_sources *sources);

/* Goes on by so many cycles in which nothing is created. */
void noc_sources_skip(noc_sources *sources, uint64_t cycles);

/* Packets that wait to be made, counted by the source's age; the first of them included. */
double noc_sources_backlog(const noc_sources *sources, uint32_t source);

/* At most so many packets of the trace are created in any `cycles` cycles one after the other; 0
 * without a trace. */
uint64_t noc_sources_most(const noc_sources *sources, uint64_t cycles);

#endif
