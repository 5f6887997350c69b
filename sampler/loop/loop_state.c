#include "sampler/loop/loop_state.h"

uint64_t noc_loop_packets(const noc_closed_loop *c)
{
    /* A request that is answered at once may be kept while its answer is under way. */
    return (uint64_t)c->core_count * c->transactions_of_core * (c->replay ? 2 : 1);
}

/* One at least is left. */
uint32_t noc_memory_places(const noc_closed_loop *c, uint32_t places, uint32_t memory)
{
    const noc_derating *d = &c->derating;
    if (places < 2 || !noc_resource_is_in(d->kinds, NOC_RESOURCE_MEMORY_QUEUE)) return places;
    return places - noc_places_taken(places, c->memory_count, memory, d->rest_cycles);
}
