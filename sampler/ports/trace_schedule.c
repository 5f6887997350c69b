#include "sampler/ports/trace_schedule.h"

void noc_trace_schedule_count(const noc_system *system, const noc_planned_packet *packet,
                              uint32_t reply_bytes, noc_trace_schedule *schedule)
{
    const noc_traffic *traffic = &system->traffic;
    const int reply = traffic->types[packet->type].reply_type;
    const double copies = 1.0 + packet->extra_count;
    schedule->bytes += packet->bytes * copies;
    schedule->data += noc_traffic_data_bytes(traffic, packet->type, packet->bytes) * copies;
    if (!noc_trace_is_answered(schedule, system, packet->type)) return;
    const double answer_bytes =
        reply_bytes ? (double)reply_bytes : (double)traffic->types[reply].bytes;
    schedule->bytes += answer_bytes;
    schedule->data += noc_traffic_data_bytes(traffic, reply, answer_bytes);
}

void noc_trace_schedule_clear(noc_trace_schedule *schedule)
{
    noc_arena_clear(&schedule->arena);
    *schedule = (noc_trace_schedule){0};
}
