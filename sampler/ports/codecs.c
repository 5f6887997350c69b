#include "sampler/ports/codecs.h"

static noc_coding_ring make_ring(noc_arena *arena, uint32_t capacity)
{
    return (noc_coding_ring){noc_arena_array(arena, capacity, sizeof(noc_coding)), capacity, 0, 0};
}

noc_codecs *noc_codecs_new(noc_arena *arena, uint32_t delay_cycles, uint32_t doors,
                           uint32_t ejection_ports)
{
    const noc_codecs codecs = {
        .delay_cycles = delay_cycles,
        .release_cycle = UINT64_MAX,
        .encoding = make_ring(arena, doors),
        .decoding = make_ring(arena, ejection_ports),
    };
    noc_codecs *copy = noc_arena_copy(arena, &codecs, 1, sizeof codecs);
    return arena->is_short ? NULL : copy;
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
