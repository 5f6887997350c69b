/* Cost of networks of virtual-channel routers. Each router has the cost of the router as built
 * (noc_router.built_crossbar: a mesh's edge routers are regular tiles), each channel the cost of
 * its width and length. */
#include <math.h>

#include "network/graph/die_links.h"
#include "power_area/check_bits.h"
#include "power_area/link.h"
#include "power_area/network_cost.h"

static const double um2_per_mm2 = 1e6;

/* Size of the tables of kinds of routers and links. The cost of equal ones is found once, and
 * counted. A network has few kinds; if a table is full, its last kind is added to the cost and
 * makes room. */
enum { KINDS_MAX = 32 };

typedef struct router_kind {
    uint16_t network;
    noc_router_shape shape;
    noc_router_cost cost;
    uint64_t count;
    double flit_rate; /* flits per cycle into all routers of the kind */
} router_kind;

typedef struct link_kind {
    uint16_t network;
    double length_mm, cycles;
    double flits_per_cycle; /* width of the link, flits */
    noc_link_cost cost;
    uint64_t count;
    double flit_rate; /* flits per cycle over all links of the kind */
} link_kind;

typedef struct cost_walk {
    const noc_costing *costing;
    const noc_graph *graph;
    const noc_process *process;
    const noc_activity *activity; /* traffic; NULL: no dynamic power */
    router_kind routers[KINDS_MAX];
    link_kind links[KINDS_MAX];
    size_t router_count, link_count;
    /* last router, and its kind: the next router mostly has the same */
    router_kind *last_kind;
    const noc_router *last_router;
} cost_walk;

/* ---- costs of kinds of routers and links ----------------------------------------------------- */

/* Router clock steps in a network cycle. Flits of a wide port cross in one step. */
static double clock_steps(const noc_vc_parameters *vc)
{
    return vc->has_wide_ports ? 1.0 : vc->internal_speedup;
}

/* Finds the dynamic power in mW of the components of `count` equal routers, into which `flits`
 * flits a cycle go. A flit is written, read, allocated and sent through the crossbar. */
static void compute_dynamic_power(const cost_walk *w, uint16_t network, const noc_router_cost *cost,
                                  double count, double flits, double mw[NOC_COMPONENTS])
{
    const noc_vc_parameters *vc = &w->graph->networks[network].vc;
    const double mw_per_pj = noc_costing_mw_per_pj(w->costing), rate = mw_per_pj * flits;
    const double packet = fmax(1.0, w->activity->packet_flits);
    mw[NOC_COMPONENT_CLOCK] = mw_per_pj * count * cost->clock_pj * clock_steps(vc);
    mw[NOC_COMPONENT_BUFFER] = rate * (cost->write_pj + cost->read_pj);
    mw[NOC_COMPONENT_CROSSBAR] = rate * cost->crossbar_pj;
    mw[NOC_COMPONENT_SWITCH_ALLOCATOR] = rate * cost->allocation_pj;
    mw[NOC_COMPONENT_VC_ALLOCATOR] = rate / packet * cost->vc_allocation_pj;
    mw[NOC_COMPONENT_OTHER] = 0.0;
}

static void add_router_kind(const cost_walk *w, const router_kind *kind)
{
    noc_network_cost *network = &w->costing->networks[kind->network];
    noc_part_cost *parts = network->parts;
    const noc_router_cost *cost = &kind->cost;
    double mw[NOC_COMPONENTS];
    for (size_t i = 0; i < NOC_COMPONENTS; i++)
        noc_part_add(network, i, kind->count, cost->area_um2[i], cost->leakage_mw[i]);
    parts[NOC_COMPONENT_CROSSBAR].crossbar_mm2 = parts[NOC_COMPONENT_CROSSBAR].area_mm2;
    noc_part_add_wires(network, NOC_COMPONENT_CROSSBAR, kind->count, cost);
    network->wire_area_mm2 += (double)kind->count * cost->wire_area_um2 / um2_per_mm2;
    noc_part_cost *buffers = &parts[NOC_COMPONENT_BUFFER];
    noc_reported_share_add(&buffers->reported_area_mm2, (double)kind->count / um2_per_mm2,
                           &cost->array_area_um2);
    noc_reported_share_add(&buffers->reported_leakage_mw, (double)kind->count,
                           &cost->array_leakage_mw);
    if (!w->activity) return;
    noc_reported_share_add(&buffers->reported_dynamic_mw,
                           noc_costing_mw_per_pj(w->costing) * kind->flit_rate,
                           &cost->array_energy_pj);
    compute_dynamic_power(w, kind->network, cost, (double)kind->count, kind->flit_rate, mw);
    for (size_t i = 0; i < NOC_COMPONENTS; i++) parts[i].dynamic_mw += mw[i];
}

static void add_link_kind(const cost_walk *w, const link_kind *kind)
{
    noc_network_cost *network = &w->costing->networks[kind->network];
    const noc_link_cost *cost = &kind->cost;
    const double flits_wide = kind->flits_per_cycle;
    noc_part_add(network, NOC_PART_LINKS, kind->count, flits_wide * cost->area_um2,
                 flits_wide * cost->leakage_mw);
    network->wire_area_mm2 += (double)kind->count * flits_wide * cost->wire_area_um2 / um2_per_mm2;
    if (w->activity)
        network->parts[NOC_PART_LINKS].dynamic_mw +=
            noc_costing_mw_per_pj(w->costing) * kind->flit_rate * cost->flit_pj;
}

/* ---- kinds ---------------------------------------------------------------------------------- */

/* Notes the clock of a router. A router of n steps a cycle needs n times the network's clock. */
static void note_clock(cost_walk *w, uint32_t router, const noc_router_shape *shape,
                       const noc_vc_parameters *vc)
{
    noc_clock clock = noc_clock_of(w->process, shape, vc->router_stages);
    clock.max_mhz /= clock_steps(vc);
    noc_costing_note_clock(w->costing, router, &clock);
}

static router_kind *find_router_kind(cost_walk *w, uint32_t router)
{
    const uint16_t network = w->graph->routers[router].network;
    const noc_router_shape shape = noc_router_shape_of(w->costing->system, router);
    for (size_t i = 0; i < w->router_count; i++)
        if (w->routers[i].network == network &&
            noc_router_shapes_equal(&w->routers[i].shape, &shape))
            return &w->routers[i];
    if (w->router_count == KINDS_MAX) add_router_kind(w, &w->routers[--w->router_count]);
    router_kind *kind = &w->routers[w->router_count++];
    *kind = (router_kind){
        .network = network, .shape = shape, .cost = noc_cost_of_router(w->process, &shape)};
    note_clock(w, router, &shape, &w->graph->networks[network].vc);
    return kind;
}

static router_kind *router_kind_of(cost_walk *w, uint32_t router)
{
    const noc_router *r = &w->graph->routers[router];
    if (w->last_router && noc_routers_are_equal(r, w->last_router)) return w->last_kind;
    w->last_router = r;
    w->last_kind = find_router_kind(w, router);
    return w->last_kind;
}

/* Kind of a link. A flit has the link's latency as its time. A link that passes r flits a cycle
 * has wires for r flits at the same clock: area and leakage are r times as large, the energy of
 * a flit is equal. */
static link_kind *link_kind_of(cost_walk *w, uint32_t number)
{
    const noc_channel *channel = &w->graph->channels[number];
    const double flits = noc_channel_flit_rate(w->graph, number);
    const double bits = noc_network_flit_bits(w->costing->system, channel->network);
    const double cycles = channel->latency > 0 ? channel->latency : 1.0;
    for (size_t i = 0; i < w->link_count; i++) {
        link_kind *k = &w->links[i];
        if (k->network == channel->network && k->length_mm == channel->length_mm &&
            k->cycles == cycles && k->flits_per_cycle == flits)
            return k;
    }
    if (w->link_count == KINDS_MAX) add_link_kind(w, &w->links[--w->link_count]);
    link_kind *kind = &w->links[w->link_count++];
    *kind = (link_kind){.network = channel->network,
                        .length_mm = channel->length_mm,
                        .cycles = cycles,
                        .flits_per_cycle = flits,
                        .cost = noc_cost_of_link(w->process, bits, channel->length_mm,
                                                 w->costing->clock_mhz / cycles)};
    if (!kind->cost.meets_clock) {
        noc_costing_note_late_link(w->costing, channel->length_mm);
        w->costing->clock_bound->late_channel_mm =
            fmax(w->costing->clock_bound->late_channel_mm, channel->length_mm);
    }
    return kind;
}

/* ---- a network ------------------------------------------------------------------------------ */

/* Cost of the concentrator at an injection channel. Its nodes take turns through multiplexers
 * and a register: a crossbar with one output and no buffers. Ejection needs none, as a flit
 * passes all nodes. */
static noc_router_cost concentrator_cost(const cost_walk *w, uint32_t channel)
{
    const noc_channel *ch = &w->graph->channels[channel];
    const noc_router_shape shape = {
        .inputs = ch->sharers,
        .outputs = 1.0,
        .crosspoints = ch->sharers,
        .virtual_channels = 1.0,
        .class_channels = 1.0,
        .flit_bits = noc_network_flit_bits(w->costing->system, ch->network),
    };
    return noc_cost_of_router(w->process, &shape);
}

static double concentrator_mw(const cost_walk *w, uint32_t channel, const noc_router_cost *cost)
{
    const double pj_per_cycle = cost->clock_pj + noc_activity_flits(w->activity, channel) *
                                                     (cost->crossbar_pj + cost->allocation_pj);
    return noc_costing_mw_per_pj(w->costing) * pj_per_cycle;
}

static void add_concentrator(cost_walk *w, uint32_t channel)
{
    noc_network_cost *network = &w->costing->networks[w->graph->channels[channel].network];
    const noc_router_cost cost = concentrator_cost(w, channel);
    noc_part_add(network, NOC_PART_CONCENTRATORS, 1, noc_router_area_um2(&cost),
                 noc_router_leakage_mw(&cost));
    noc_part_add_wires(network, NOC_PART_CONCENTRATORS, 1, &cost);
    network->wire_area_mm2 += cost.wire_area_um2 / um2_per_mm2;
    if (w->activity)
        network->parts[NOC_PART_CONCENTRATORS].dynamic_mw += concentrator_mw(w, channel, &cost);
}

/* Power in mW of a channel between dies, for the bits that go from a die to another; 0 on other
 * channels. */
static noc_reported_share die_link_mw(const cost_walk *w, uint32_t channel)
{
    const noc_channel *ch = &w->graph->channels[channel];
    const noc_die_link_energy pj =
        noc_die_link_energy_of(noc_system_spec(w->costing->system, ch->network));
    if (!ch->crosses_dies || !w->activity) return (noc_reported_share){0.0, 0.0};
    const double each = noc_costing_mw_per_pj(w->costing) *
                        noc_activity_flits(w->activity, channel) *
                        noc_network_flit_bits(w->costing->system, ch->network);
    return (noc_reported_share){each * pj.pj_per_bit, each * (pj.most_pj_per_bit - pj.pj_per_bit)};
}

static void add_die_link(const cost_walk *w, uint32_t channel)
{
    noc_network_cost *network = &w->costing->networks[w->graph->channels[channel].network];
    const noc_reported_share mw = die_link_mw(w, channel);
    noc_part_add(network, NOC_PART_DIE_LINKS, 1, 0.0, 0.0);
    if (!w->activity) return;
    network->parts[NOC_PART_DIE_LINKS].dynamic_mw += mw.value;
    noc_reported_share_add(&network->parts[NOC_PART_DIE_LINKS].reported_dynamic_mw, 1.0, &mw);
}

/* ---- check bits ----------------------------------------------------------------------------- */

/* Cost of the encoder or decoder at a port, for all flits of a cycle; 0 on links, and without
 * check bits. */
static noc_check_cost check_bits_cost(const cost_walk *w, uint32_t channel)
{
    const noc_channel *ch = &w->graph->channels[channel];
    const double check_bits = noc_system_spec(w->costing->system, ch->network)->ecc_bits;
    const double data_bits = noc_network_flit_bits(w->costing->system, ch->network) - check_bits;
    const double flits = fmax(1.0, noc_channel_flit_rate(w->graph, channel));
    noc_check_cost cost = {0.0, 0.0, 0.0};
    if (check_bits > 0.0 && ch->kind != NOC_LINK)
        cost = noc_check_cost_of(w->process, data_bits, check_bits, ch->kind == NOC_EJECTION);
    cost.area_um2 *= flits;
    cost.leakage_mw *= flits;
    return cost;
}

static double check_bits_mw(const cost_walk *w, uint32_t channel, const noc_check_cost *cost)
{
    return noc_costing_mw_per_pj(w->costing) * noc_activity_flits(w->activity, channel) *
           cost->flit_pj;
}

static void add_check_bits(const cost_walk *w, uint32_t channel)
{
    noc_network_cost *network = &w->costing->networks[w->graph->channels[channel].network];
    const noc_check_cost cost = check_bits_cost(w, channel);
    if (cost.area_um2 == 0.0) return;
    noc_part_add(network, NOC_PART_ECC, 1, cost.area_um2, cost.leakage_mw);
    if (w->activity) network->parts[NOC_PART_ECC].dynamic_mw += check_bits_mw(w, channel, &cost);
}

static void add_channel(cost_walk *w, uint32_t channel)
{
    const noc_channel *ch = &w->graph->channels[channel];
    link_kind *link = link_kind_of(w, channel);
    link->count++;
    if (w->activity) {
        const double flits = noc_activity_flits(w->activity, channel);
        link->flit_rate += flits;
        if (ch->kind != NOC_EJECTION) router_kind_of(w, ch->to)->flit_rate += flits;
    }
    if (ch->kind == NOC_INJECTION && ch->sharers > 1) add_concentrator(w, channel);
    if (ch->crosses_dies) add_die_link(w, channel);
    add_check_bits(w, channel);
}

/* ---- power by router ------------------------------------------------------------------------ */

static void place_router(cost_walk *w, uint32_t router)
{
    const noc_router *r = &w->graph->routers[router];
    noc_router_power *power = &w->costing->routers[router];
    const router_kind *kind = router_kind_of(w, router);
    double flits = 0.0, mw[NOC_COMPONENTS];
    power->router_leakage_mw += noc_router_leakage_mw(&kind->cost);
    if (!w->activity) {
        power->router_dynamic_mw = NAN;
        return;
    }
    for (uint32_t i = 0; i < r->inputs; i++)
        flits += noc_activity_flits(w->activity, w->graph->inputs[r->first_input + i]);
    compute_dynamic_power(w, r->network, &kind->cost, 1.0, flits, mw);
    for (size_t i = 0; i < NOC_COMPONENTS; i++) power->router_dynamic_mw += mw[i];
}

static void place_part_of_link(const cost_walk *w, uint32_t router, double share, double leakage_mw,
                               double dynamic_mw)
{
    noc_router_power *power = &w->costing->routers[router];
    power->link_leakage_mw += share * leakage_mw;
    power->link_dynamic_mw += share * dynamic_mw;
}

/* Adds the power of a port's encoder or decoder to its router. */
static void place_check_bits(const cost_walk *w, uint32_t channel)
{
    const noc_channel *ch = &w->graph->channels[channel];
    const noc_check_cost cost = check_bits_cost(w, channel);
    noc_router_power *power = &w->costing->routers[ch->kind == NOC_EJECTION ? ch->from : ch->to];
    if (cost.area_um2 == 0.0) return;
    power->router_leakage_mw += cost.leakage_mw;
    if (w->activity) power->router_dynamic_mw += check_bits_mw(w, channel, &cost);
}

static void place_channel(cost_walk *w, uint32_t channel)
{
    const noc_channel *ch = &w->graph->channels[channel];
    const link_kind *kind = link_kind_of(w, channel);
    const double leakage = kind->flits_per_cycle * kind->cost.leakage_mw;
    const double dynamic = !w->activity ? NAN
                                        : noc_costing_mw_per_pj(w->costing) *
                                                  noc_activity_flits(w->activity, channel) *
                                                  kind->cost.flit_pj +
                                              die_link_mw(w, channel).value;
    const double share = ch->kind == NOC_LINK ? 0.5 : 1.0;
    if (ch->kind != NOC_INJECTION) place_part_of_link(w, ch->from, share, leakage, dynamic);
    if (ch->kind != NOC_EJECTION) place_part_of_link(w, ch->to, share, leakage, dynamic);
    place_check_bits(w, channel);
    if (ch->kind != NOC_INJECTION || ch->sharers <= 1) return;
    const noc_router_cost cost = concentrator_cost(w, channel);
    w->costing->routers[ch->to].router_leakage_mw += noc_router_leakage_mw(&cost);
    if (w->activity)
        w->costing->routers[ch->to].router_dynamic_mw += concentrator_mw(w, channel, &cost);
}

/* ---- the kind -------------------------------------------------------------------------------- */

static bool is_vc_network(const noc_graph *graph, uint16_t network)
{
    return graph->networks[network].switching == NOC_SWITCHING_VC;
}

static void add_vc_costs(const noc_costing *c)
{
    const noc_graph *graph = &c->system->graph;
    cost_walk w = {.costing = c, .graph = graph, .process = c->process, .activity = c->activity};
    for (uint32_t r = 0; r < graph->router_count; r++)
        if (is_vc_network(graph, graph->routers[r].network)) router_kind_of(&w, r)->count++;
    for (uint32_t i = 0; i < graph->channel_count; i++)
        if (is_vc_network(graph, graph->channels[i].network)) add_channel(&w, i);
    for (uint32_t r = 0; r < graph->router_count && c->routers; r++)
        if (is_vc_network(graph, graph->routers[r].network)) place_router(&w, r);
    for (uint32_t i = 0; i < graph->channel_count && c->routers; i++)
        if (is_vc_network(graph, graph->channels[i].network)) place_channel(&w, i);
    for (size_t i = 0; i < w.router_count; i++) add_router_kind(&w, &w.routers[i]);
    for (size_t i = 0; i < w.link_count; i++) add_link_kind(&w, &w.links[i]);
}

const noc_cost_kind noc_cost_kind_vc = {
    .switching = NOC_SWITCHING_VC,
    .add_costs = add_vc_costs,
    .wire_words = "across a crossbar as large as its wires",
};
