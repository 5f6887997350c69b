#include "sampler/engines/overlay/reply_order.h"

#include <stdlib.h>

bool noc_reply_order_make(noc_reply_order *o, const noc_ports *ports, uint32_t places)
{
    const uint32_t memories = ports->system->graph.memory_count;
    *o = (noc_reply_order){.ports = ports, .places = places};
    if (!ports->lines) return true;
    o->open = malloc(((size_t)memories * places + 1) * sizeof *o->open);
    o->count = calloc(memories + 1u, sizeof *o->count);
    return o->open && o->count;
}

void noc_reply_order_clear(noc_reply_order *o)
{
    free(o->open);
    free(o->count);
}

/* Where a packet is among those of its memory node; their number if it is not there. */
static uint32_t find(const noc_reply_order *o, uint32_t memory, uint32_t packet)
{
    const uint32_t *open = &o->open[(size_t)memory * o->places];
    uint32_t at = 0;
    while (at < o->count[memory] && open[at] != packet) at++;
    return at;
}

void noc_reply_order_sent(noc_reply_order *o, uint32_t memory, uint32_t packet)
{
    const uint32_t at = find(o, memory, packet);
    if (at < o->count[memory]) return;
    o->open[(size_t)memory * o->places + at] = packet;
    o->count[memory]++;
}

void noc_reply_order_acknowledged(noc_reply_order *o, uint32_t memory, uint32_t packet)
{
    uint32_t *open = &o->open[(size_t)memory * o->places];
    const uint32_t at = find(o, memory, packet);
    open[at] = open[--o->count[memory]];
}

static bool is_alike(const noc_ports *p, uint32_t a, uint32_t b)
{
    return p->lines[p->packets.all[a].tag] == p->lines[p->packets.all[b].tag] &&
           noc_port_destination(p, a) == noc_port_destination(p, b);
}

static bool may_go(const noc_reply_order *o, uint32_t memory, uint32_t packet)
{
    const uint32_t *open = &o->open[(size_t)memory * o->places];
    for (uint32_t k = 0; k < o->count[memory]; k++)
        if (open[k] != packet && is_alike(o->ports, open[k], packet)) return false;
    return true;
}

bool noc_reply_order_raise(const noc_reply_order *o, uint32_t memory, noc_packet_line *line)
{
    uint32_t before = NOC_NONE, packet = line->first;
    for (uint32_t k = 0; k < line->count; k++) {
        if (may_go(o, memory, packet)) {
            noc_line_raise(&o->ports->packets, line, before, packet);
            return true;
        }
        before = packet;
        packet = o->ports->packets.all[packet].next;
    }
    return false;
}
