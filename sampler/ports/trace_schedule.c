#include "sampler/ports/trace_schedule.h"

#include <stdlib.h>

static double reply_bytes_of(const noc_trace_schedule *list, uint32_t packet,
                             const noc_packet_type *type)
{
    const uint32_t line = list->packets[packet].line_of_trace;
    const uint32_t own = list->trace->packets[line].reply_bytes;
    return own ? (double)own : (double)type->bytes;
}

double noc_trace_schedule_bytes(const noc_system *system, const noc_trace_schedule *list)
{
    const noc_packet_type *types = system->traffic.types;
    double bytes = 0.0;
    for (uint32_t i = 0; i < list->count; i++) {
        const int reply = types[list->packets[i].type].reply;
        bytes += (double)list->packets[i].bytes * (1.0 + list->packets[i].others);
        if (list->answers && reply >= 0) bytes += reply_bytes_of(list, i, &types[reply]);
    }
    return bytes;
}

double noc_trace_schedule_data(const noc_system *system, const noc_trace_schedule *list)
{
    const noc_traffic *traffic = &system->traffic;
    double data = 0.0;
    for (uint32_t i = 0; i < list->count; i++) {
        const noc_planned_packet *p = &list->packets[i];
        const int reply = traffic->types[p->type].reply;
        data += noc_traffic_data(traffic, p->type, p->bytes) * (1.0 + p->others);
        if (list->answers && reply >= 0)
            data +=
                noc_traffic_data(traffic, reply, reply_bytes_of(list, i, &traffic->types[reply]));
    }
    return data;
}

void noc_trace_schedule_clear(noc_trace_schedule *list)
{
    free(list->packets);
    free(list->others);
    free(list->first);
    *list = (noc_trace_schedule){0};
}
