#include "sampler/sources/trace_tally.h"

#include "base/min_max.h"

const char *noc_trace_kind_name(noc_trace_kind kind)
{
    static const char *const names[] = {"read", "write", "reply", "read-reply", "write-reply"};
    return names[kind];
}

static noc_trace_kind find_kind(noc_trace_line line, noc_class class)
{
    const bool write = line.class == NOC_TRACE_WRITE;
    if (line.class == NOC_TRACE_REPLY) return NOC_TRACE_KIND_REPLY;
    if (class == NOC_REPLY) return write ? NOC_TRACE_KIND_WRITE_REPLY : NOC_TRACE_KIND_READ_REPLY;
    return write ? NOC_TRACE_KIND_WRITE : NOC_TRACE_KIND_READ;
}

void noc_trace_tally_add(noc_trace_tally *tally, noc_trace_line line, const noc_packet *packet,
                         noc_class class, uint64_t now)
{
    const noc_trace_kind kind = find_kind(line, class);
    noc_phase_count *phase = &tally->phases[line.phase];
    const bool is_new = phase->last_arrival == 0;
    phase->kinds[kind].packets++;
    phase->kinds[kind].latency_sum += now - packet->creation_cycle;
    phase->first_creation =
        is_new ? packet->creation_cycle : min_u64(phase->first_creation, packet->creation_cycle);
    phase->last_arrival = max_u64(phase->last_arrival, now);
    if (class != NOC_REPLY || kind == NOC_TRACE_KIND_REPLY) return;
    phase->round_trips++;
    phase->round_trip_sum += now - packet->request_cycle;
}
