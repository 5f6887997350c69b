#include "sampler/ports/trace_schedule.h"

#include <stdlib.h>

void noc_trace_schedule_count(const noc_system *system, const noc_planned_packet *packet,
                              uint32_t reply_bytes, noc_trace_schedule *list)
{
    const noc_traffic *traffic = &system->traffic;
    const int reply = traffic->types[packet->type].reply;
    const double copies = 1.0 + packet->others;
    list->bytes += packet->bytes * copies;
    list->data += noc_traffic_data(traffic, packet->type, packet->bytes) * copies;
    if (!noc_trace_schedule_answers(list, system, packet->type)) return;
    const double own = reply_bytes ? (double)reply_bytes : (double)traffic->types[reply].bytes;
    list->bytes += own;
    list->data += noc_traffic_data(traffic, reply, own);
}

void noc_trace_schedule_clear(noc_trace_schedule *list)
{
    free(list->packets);
    free(list->others);
    free(list->first);
    *list = (noc_trace_schedule){0};
}
