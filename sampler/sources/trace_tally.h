/* sampler/sources/trace_tally.h: latency sums of delivered trace packets, by class and by phase
 * of the trace. */
#ifndef NOC_SAMPLER_SOURCES_TRACE_TALLY_H
#define NOC_SAMPLER_SOURCES_TRACE_TALLY_H

#include "design/workload/trace.h"
#include "sampler/ports/packets.h"

/* Kinds of packets: classes of trace lines, then classes of their answers. */
typedef enum noc_trace_kind {
    NOC_TRACE_KIND_READ,
    NOC_TRACE_KIND_WRITE,
    NOC_TRACE_KIND_REPLY,
    NOC_TRACE_KIND_READ_REPLY,
    NOC_TRACE_KIND_WRITE_REPLY,
    NOC_TRACE_KINDS
} noc_trace_kind;

const char *noc_trace_kind_name(noc_trace_kind kind); /* "read", "write-reply" */

/* Number of packets, and sum of their latencies from creation to arrival of the last flit,
 * cycles. Round trips last from the creation of the request to the arrival of its reply. */
typedef struct noc_trace_count {
    uint64_t packets, latency_sum;
} noc_trace_count;

/* Counts of a phase. */
typedef struct noc_phase_count {
    noc_trace_count kinds[NOC_TRACE_KINDS]; /* [noc_trace_kind]: counts */
    uint64_t round_trips, round_trip_sum;   /* number of round trips; their sum, cycles */
    uint64_t first_creation,
        last_arrival; /* cycle of the first creation; cycle of the last arrival */
} noc_phase_count;

typedef struct noc_trace_tally {
    /* [phase]: counts; [0]: packets without a phase */
    noc_phase_count phases[NOC_TRACE_PHASES_MAX + 1];
} noc_trace_tally;

/* Class and phase of a trace line. */
typedef struct noc_trace_line {
    uint8_t class; /* noc_trace_class */
    uint8_t phase;
} noc_trace_line;

/* Counts a packet delivered in cycle `now`: the packet of a trace line, or its answer. */
void noc_trace_tally_add(noc_trace_tally *tally, noc_trace_line line, const noc_packet *packet,
                         noc_class class, uint64_t now);

#endif
