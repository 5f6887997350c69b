#include "network/compile/chosen_routes.h"

#include "network/kinds/kinds.h"

/* Position of a packet: all properties on which its further paths depend, and the first hop of
 * the list among which the packet chooses there. */
typedef struct packet_position {
    uint32_t ejection; /* ejection channel; NOC_NONE: the slot is empty */
    uint32_t router, state;
    uint32_t vcs; /* set of virtual channels (bits) of the packet's class */
    uint32_t first_hop;
} packet_position;

struct noc_chosen_routes {
    noc_arena *arena;
    noc_system *system;
    /* hash table with open addressing; the size is a power of two, and at least a third is free */
    packet_position *slots;
    size_t slot_count, used_count;
};

noc_chosen_routes *noc_chosen_routes_new(noc_arena *arena, noc_system *system)
{
    const noc_chosen_routes empty = {.arena = arena, .system = system};
    return noc_arena_copy(arena, &empty, 1, sizeof empty);
}

bool noc_network_chooses_links(const noc_network *network)
{
    return noc_network_has_buffers(network) && network->vc.route_choice != NOC_CHOICE_NONE;
}

/* ---- positions ------------------------------------------------------------------------------ */

static bool is_same_position(const packet_position *a, const packet_position *b)
{
    return a->ejection == b->ejection && a->router == b->router && a->state == b->state &&
           a->vcs == b->vcs;
}

/* Slot of a position, or the empty slot for it. */
static packet_position *slot_of(const noc_chosen_routes *c, const packet_position *wanted)
{
    const size_t mask = c->slot_count - 1;
    const uint64_t key = (wanted->ejection * UINT64_C(0x9e3779b97f4a7c15)) ^
                         (wanted->router * UINT64_C(0xbf58476d1ce4e5b9)) ^
                         (wanted->state * UINT64_C(0x94d049bb133111eb)) ^ wanted->vcs;
    size_t slot = (size_t)(key ^ key >> 29) & mask;
    while (c->slots[slot].ejection != NOC_NONE && !is_same_position(&c->slots[slot], wanted))
        slot = (slot + 1) & mask;
    return &c->slots[slot];
}

static bool reserve_slots(noc_chosen_routes *c)
{
    if (3 * (c->used_count + 1) <= 2 * c->slot_count) return true;
    packet_position *old = c->slots;
    const size_t old_count = c->slot_count, count = old_count ? 2 * old_count : 1024;
    packet_position *slots = noc_arena_array(c->arena, count, sizeof *slots);
    if (!slots) return false;
    for (size_t i = 0; i < count; i++) slots[i].ejection = NOC_NONE;
    c->slots = slots;
    c->slot_count = count;
    for (size_t i = 0; i < old_count; i++)
        if (old[i].ejection != NOC_NONE) *slot_of(c, &old[i]) = old[i];
    noc_arena_release(c->arena, old);
    return true;
}

static bool store_position(noc_chosen_routes *c, const packet_position *found)
{
    if (!reserve_slots(c)) return false;
    *slot_of(c, found) = *found;
    c->used_count++;
    return true;
}

/* ---- hops ----------------------------------------------------------------------------------- */

static uint32_t find_first_hop(noc_chosen_routes *c, const noc_routed_packet *packet,
                               uint32_t ejection);

/* Adds the hops of a packet's options, each with the further hops behind its link. Returns the
 * first hop of the list. The last hop is stored first, because the following hop of a list must
 * exist. NOC_NONE when out of memory. */
static uint32_t add_option_hops(noc_chosen_routes *c, const noc_routed_packet *packet,
                                uint32_t ejection, const noc_options *options)
{
    noc_routes *routes = &c->system->routes;
    uint32_t first_hop = NOC_NONE;
    for (size_t i = options->count; i-- > 0;) {
        const noc_route_option *o = &options->list[i];
        noc_routed_packet next_packet = *packet;
        next_packet.router = packet->graph->channels[o->channel].to;
        next_packet.state = o->state;
        const uint32_t next = find_first_hop(c, &next_packet, ejection);
        if (next == NOC_NONE) return NOC_NONE;
        const noc_hop_choice choice = {first_hop, o->weight, o->bias, o->priority};
        first_hop = noc_routes_add_choice(routes, (noc_hop){o->channel, o->vcs, next}, choice);
        if (first_hop == NOC_NONE) return NOC_NONE;
    }
    return first_hop;
}

static noc_options_finder *finder_of(const noc_network_spec *spec)
{
    return spec->topology->find_options ? spec->topology->find_options
                                        : spec->routing->find_options;
}

/* Finds or adds the list from which a packet takes its next hop. Returns the first hop of the
 * list, NOC_NONE when out of memory. */
static uint32_t find_first_hop(noc_chosen_routes *c, const noc_routed_packet *packet,
                               uint32_t ejection)
{
    packet_position wanted = {ejection, packet->router, packet->state,
                              noc_routed_packet_vcs(packet), NOC_NONE};
    noc_options options = {0};
    if (!reserve_slots(c)) return NOC_NONE;
    const packet_position *stored = slot_of(c, &wanted);
    if (stored->ejection != NOC_NONE) return stored->first_hop;
    finder_of(packet->spec)(packet, &options);
    if (!options.arena.is_short)
        wanted.first_hop = options.count == 0 ? noc_routes_add_hop(&c->system->routes, ejection,
                                                                   wanted.vcs, NOC_NONE)
                                              : add_option_hops(c, packet, ejection, &options);
    noc_arena_clear(&options.arena);
    if (wanted.first_hop == NOC_NONE || !store_position(c, &wanted)) return NOC_NONE;
    return wanted.first_hop;
}

/* ---- paths ---------------------------------------------------------------------------------- */

/* Number of routers that a packet passes in an idle network, from the hop after its injection
 * on. */
static uint32_t count_routers(const noc_routes *routes, uint32_t hop)
{
    uint32_t count = 0;
    for (; hop != NOC_NONE; hop = routes->hops[hop].next) {
        hop = noc_routes_idle_hop(routes, hop);
        count++;
    }
    return count;
}

static noc_status add_path(noc_chosen_routes *c, const noc_routed_packet *packet,
                           uint32_t injection, uint32_t ejection, double probability)
{
    noc_routes *routes = &c->system->routes;
    const uint32_t next = find_first_hop(c, packet, ejection);
    if (next == NOC_NONE) return NOC_EFAILED;
    const uint32_t first =
        noc_routes_add_hop(routes, injection, noc_routed_packet_vcs(packet), next);
    if (first == NOC_NONE) return NOC_EFAILED;
    const noc_path path = {first, count_routers(routes, next), probability};
    return noc_routes_add_path(routes, path) == NOC_NONE ? NOC_EFAILED : NOC_OK;
}

static noc_starts_finder *starts_of(const noc_network_spec *spec)
{
    return spec->topology->find_options ? spec->topology->find_starts : spec->routing->find_starts;
}

noc_status noc_chosen_routes_add(noc_chosen_routes *c, noc_class class, uint32_t injection,
                                 uint32_t ejection, double share)
{
    const noc_graph *g = &c->system->graph;
    const uint16_t network = g->channels[injection].network;
    const noc_network_spec *spec = noc_system_spec(c->system, network);
    noc_routed_packet packet = {
        .spec = spec,
        .graph = g,
        .network = &g->networks[network],
        .router = g->channels[injection].to,
        .destination = g->channels[ejection].from,
        .class = class,
    };
    noc_options options = {0};
    if (starts_of(spec))
        starts_of(spec)(&packet, &options);
    else
        noc_options_add_start(&options, 0, 1.0);
    noc_status status = options.arena.is_short ? NOC_EFAILED : NOC_OK;
    for (size_t i = 0; i < options.start_count && status == NOC_OK; i++) {
        packet.state = options.starts[i].state;
        status = add_path(c, &packet, injection, ejection, share * options.starts[i].probability);
    }
    noc_arena_clear(&options.arena);
    return status;
}
