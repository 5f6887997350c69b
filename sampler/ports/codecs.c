#include "sampler/ports/codecs.h"

#include <stdlib.h>

static bool make_ring(noc_coding_ring *ring, uint32_t capacity)
{
    ring->capacity = capacity + 1;
    ring->entries = malloc(ring->capacity * sizeof *ring->entries);
    return ring->entries;
}

noc_codecs *noc_codecs_new(uint32_t delay_cycles, uint32_t doors, uint32_t ejection_ports)
{
    noc_codecs *c = calloc(1, sizeof *c);
    if (!c) return NULL;
    c->delay_cycles = delay_cycles;
    c->release_cycle = UINT64_MAX;
    if (make_ring(&c->encoding, doors) && make_ring(&c->decoding, ejection_ports)) return c;
    noc_codecs_free(c);
    return NULL;
}

void noc_codecs_free(noc_codecs *c)
{
    if (!c) return;
    free(c->encoding.entries);
    free(c->decoding.entries);
    free(c);
}

static void append(noc_coding_ring *ring, noc_coding coding)
{
    uint32_t place = ring->first + ring->count++;
    if (place >= ring->capacity) place -= ring->capacity;
    ring->entries[place] = coding;
}

static bool take_ready(noc_coding_ring *ring, uint64_t now, uint32_t *number)
{
    if (ring->count == 0 || ring->entries[ring->first].ready_cycle > now) return false;
    *number = ring->entries[ring->first].number;
    ring->first = ring->first + 1 == ring->capacity ? 0 : ring->first + 1;
    ring->count--;
    return true;
}

void noc_codecs_encode(noc_codecs *c, uint64_t now, uint32_t door)
{
    append(&c->encoding, (noc_coding){now + (c->release_cycle == now) + c->delay_cycles, door});
}

void noc_codecs_decode(noc_codecs *c, uint64_t now, uint32_t packet)
{
    append(&c->decoding, (noc_coding){now + c->delay_cycles, packet});
}

bool noc_codecs_take_encoded(noc_codecs *c, uint64_t now, uint32_t *door)
{
    c->release_cycle = now;
    return take_ready(&c->encoding, now, door);
}

bool noc_codecs_take_decoded(noc_codecs *c, uint64_t now, uint32_t *packet)
{
    return take_ready(&c->decoding, now, packet);
}
