#include "network/compile/chosen_routes.h"

#include <stdlib.h>

#include "network/kinds/kinds.h"

/* Position of a packet: all properties on which its further paths depend, and the first hop of
 * its list of hops there. */
typedef struct place {
    uint32_t ejection; /* ejection channel; NOC_NONE: the slot is empty */
    uint32_t router, state;
    uint32_t vcs; /* set of virtual channels (bits) of the packet's class */
    uint32_t hop;
} place;

struct noc_chosen_routes {
    noc_system *system;
    /* hash table with open addressing; the size is a power of two, and at least a third is free */
    place *slots;
    size_t slot_count, used;
};

noc_chosen_routes *noc_chosen_routes_new(noc_system *system)
{
    noc_chosen_routes *c = calloc(1, sizeof *c);
    if (c) c->system = system;
    return c;
}

void noc_chosen_routes_free(noc_chosen_routes *c)
{
    if (!c) return;
    free(c->slots);
    free(c);
}

bool noc_network_chooses(const noc_network *network)
{
    return noc_network_has_buffers(network) && network->vc.route_choice != NOC_CHOICE_NONE;
}

/* ---- positions ------------------------------------------------------------------------------ */

static bool is_same(const place *a, const place *b)
{
    return a->ejection == b->ejection && a->router == b->router && a->state == b->state &&
           a->vcs == b->vcs;
}

/* Slot of a position, or the empty slot for it. */
static place *slot_of(const noc_chosen_routes *c, const place *wanted)
{
    const size_t mask = c->slot_count - 1;
    const uint64_t key = (wanted->ejection * UINT64_C(0x9e3779b97f4a7c15)) ^
                         (wanted->router * UINT64_C(0xbf58476d1ce4e5b9)) ^
                         (wanted->state * UINT64_C(0x94d049bb133111eb)) ^ wanted->vcs;
    size_t at = (size_t)(key ^ key >> 29) & mask;
    while (c->slots[at].ejection != NOC_NONE && !is_same(&c->slots[at], wanted))
        at = (at + 1) & mask;
    return &c->slots[at];
}

static bool make_slots(noc_chosen_routes *c)
{
    if (3 * (c->used + 1) <= 2 * c->slot_count) return true;
    place *old = c->slots;
    const size_t old_count = c->slot_count, count = old_count ? 2 * old_count : 1024;
    place *slots = malloc(count * sizeof *slots);
    if (!slots) return false;
    for (size_t i = 0; i < count; i++) slots[i].ejection = NOC_NONE;
    c->slots = slots;
    c->slot_count = count;
    for (size_t i = 0; i < old_count; i++)
        if (old[i].ejection != NOC_NONE) *slot_of(c, &old[i]) = old[i];
    free(old);
    return true;
}

static bool remember(noc_chosen_routes *c, const place *found)
{
    if (!make_slots(c)) return false;
    *slot_of(c, found) = *found;
    c->used++;
    return true;
}

/* ---- hops ----------------------------------------------------------------------------------- */

static uint32_t hop_at(noc_chosen_routes *c, const noc_traveller *packet, uint32_t ejection);

/* Adds the hops of a packet's options, each with the further hops behind its link. Returns the
 * first hop of the list. The last hop is stored first, because the following hop of a list must
 * exist. NOC_NONE when out of memory. */
static uint32_t list_of(noc_chosen_routes *c, const noc_traveller *packet, uint32_t ejection,
                        const noc_options *options)
{
    noc_routes *routes = &c->system->routes;
    uint32_t list = NOC_NONE;
    for (size_t i = options->count; i-- > 0;) {
        const noc_route_option *o = &options->all[i];
        noc_traveller behind = *packet;
        behind.at = packet->graph->channels[o->channel].to;
        behind.state = o->state;
        const uint32_t next = hop_at(c, &behind, ejection);
        if (next == NOC_NONE) return NOC_NONE;
        const noc_hop_choice choice = {list, o->weight, o->bias, o->priority};
        list = noc_routes_choice(routes, (noc_hop){o->channel, o->vcs, next}, choice);
        if (list == NOC_NONE) return NOC_NONE;
    }
    return list;
}

static noc_options_finder *finder_of(const noc_network_spec *spec)
{
    return spec->topology->options ? spec->topology->options : spec->routing->options;
}

/* First hop of the list from which a packet takes its next hop; found or added. NOC_NONE when
 * out of memory. */
static uint32_t hop_at(noc_chosen_routes *c, const noc_traveller *packet, uint32_t ejection)
{
    place wanted = {ejection, packet->at, packet->state, noc_traveller_vcs(packet), NOC_NONE};
    noc_options options = {0};
    if (!make_slots(c)) return NOC_NONE;
    const place *known = slot_of(c, &wanted);
    if (known->ejection != NOC_NONE) return known->hop;
    finder_of(packet->spec)(packet, &options);
    if (!options.failed)
        wanted.hop = options.count == 0
                         ? noc_routes_hop(&c->system->routes, ejection, wanted.vcs, NOC_NONE)
                         : list_of(c, packet, ejection, &options);
    noc_options_clear(&options);
    if (wanted.hop == NOC_NONE || !remember(c, &wanted)) return NOC_NONE;
    return wanted.hop;
}

/* ---- paths ---------------------------------------------------------------------------------- */

/* Number of routers that a packet passes in an idle network, from the hop after its injection
 * on. */
static uint32_t routers_on(const noc_routes *routes, uint32_t hop)
{
    uint32_t count = 0;
    for (; hop != NOC_NONE; hop = routes->hops[hop].next) {
        hop = noc_routes_idle(routes, hop);
        count++;
    }
    return count;
}

static noc_status add_path(noc_chosen_routes *c, const noc_traveller *packet, uint32_t injection,
                           uint32_t ejection, double probability)
{
    noc_routes *routes = &c->system->routes;
    const uint32_t next = hop_at(c, packet, ejection);
    if (next == NOC_NONE) return NOC_EFAILED;
    const uint32_t first = noc_routes_hop(routes, injection, noc_traveller_vcs(packet), next);
    if (first == NOC_NONE) return NOC_EFAILED;
    const noc_path path = {first, routers_on(routes, next), probability};
    return noc_routes_add_path(routes, path) == NOC_NONE ? NOC_EFAILED : NOC_OK;
}

static noc_starts_finder *starts_of(const noc_network_spec *spec)
{
    return spec->topology->options ? spec->topology->starts : spec->routing->starts;
}

noc_status noc_chosen_routes_add(noc_chosen_routes *c, noc_class class, uint32_t injection,
                                 uint32_t ejection, double share)
{
    const noc_graph *g = &c->system->graph;
    const uint16_t network = g->channels[injection].network;
    const noc_network_spec *spec = noc_system_spec(c->system, network);
    noc_traveller packet = {
        .spec = spec,
        .graph = g,
        .network = &g->networks[network],
        .at = g->channels[injection].to,
        .to = g->channels[ejection].from,
        .class = class,
    };
    noc_options options = {0};
    if (starts_of(spec))
        starts_of(spec)(&packet, &options);
    else
        noc_options_start(&options, 0, 1.0);
    noc_status status = options.failed ? NOC_EFAILED : NOC_OK;
    for (size_t i = 0; i < options.start_count && status == NOC_OK; i++) {
        packet.state = options.starts[i].state;
        status = add_path(c, &packet, injection, ejection, share * options.starts[i].probability);
    }
    noc_options_clear(&options);
    return status;
}
