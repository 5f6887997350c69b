#include "sampler/ports/packets.h"

#include <stdlib.h>

noc_status noc_packets_reserve(noc_packets *p, uint32_t count)
{
    if (p->free >= count) return NOC_OK;
    const uint32_t more = count > p->capacity ? count : p->capacity;
    const size_t capacity = (size_t)p->capacity + more;
    if (capacity > NOC_PACKETS_MAX) return NOC_EFAILED;
    noc_packet *grown = realloc(p->all, capacity * sizeof *grown);
    if (!grown) return NOC_EFAILED;
    p->all = grown;
    if (p->free == 0) p->first_free = NOC_NONE;
    for (uint32_t i = (uint32_t)capacity; i-- > p->capacity;) noc_packets_give_back(p, i);
    p->capacity = (uint32_t)capacity;
    return NOC_OK;
}

void noc_packets_clear(noc_packets *p)
{
    free(p->all);
    *p = (noc_packets){0};
}
