#include "power_area/cost.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double um2_per_mm2 = 1e6;
static const double bits_per_byte = 8.0;
static const double mw_per_pj_mhz = 1e-3; /* a pJ each cycle of a MHz */

const char *noc_part_name(size_t part)
{
    if (part == NOC_PART_CONCENTRATORS) return "concentrator";
    return part == NOC_PART_LINKS ? "link" : noc_component_name(part);
}

/* ---- outside of what was measured ----------------------------------------------------------- */

/* Assumed: DSENT's forms follow from its structure and its rows obey them within 1 % over a factor of 25
 * in ports, so a factor of two more will not err by more than this. */
static const double spread_near = 0.1;

double noc_extent_spread(noc_extent extent)
{
    return extent == NOC_EXTENT_MEASURED ? 0.0 : spread_near;
}

static noc_extent extent_in(noc_range range, double value)
{
    if (value >= range.least && value <= range.most) return NOC_EXTENT_MEASURED;
    return value >= range.least / 2.0 && value <= 2.0 * range.most ? NOC_EXTENT_NEAR
                                                                   : NOC_EXTENT_FAR;
}

/* The worst of the dimensions, which *in is set to unless all are MEASURED. */
static noc_extent worst_extent(const noc_process *process, const noc_router_shape *shape,
                               noc_dimension *in, char *words, size_t size)
{
    const double most = fmax(shape->inputs, shape->outputs);
    const double values[NOC_DIMENSIONS] = {most, shape->flit_bits};
    static const char *const units[] = {"ports", "bits a flit"};
    noc_extent worst = NOC_EXTENT_MEASURED;
    for (size_t d = 0; d < NOC_DIMENSIONS; d++) {
        noc_range range = process->ranges[d];
        /* Fewer ports than measured are less of the same: the forms have no term that would notice. */
        if (d == NOC_DIMENSION_PORTS) range.least = 0.0;
        const noc_extent extent = extent_in(range, values[d]);
        if (extent <= worst) continue;
        worst = extent;
        *in = (noc_dimension)d;
        snprintf(words, size, "%g %s, and measured are %g to %g", values[d], units[d],
                 process->ranges[d].least, range.most);
    }
    return worst;
}

noc_extent noc_extent_of(const noc_process *process, const noc_router_shape *shape, char *words,
                         size_t size)
{
    noc_dimension in;
    return worst_extent(process, shape, &in, words, size);
}

/* ---- routers and links ---------------------------------------------------------------------- */

static int bits_set(uint32_t set)
{
    int count = 0;
    for (; set; set &= set - 1) count++;
    return count;
}

static int largest_class(const noc_network *network)
{
    int largest = 0;
    for (int c = 0; c < NOC_CLASSES; c++) {
        const int channels = bits_set(network->vcs[c]);
        if (channels > largest) largest = channels;
    }
    return largest;
}

/* Networks of some kinds are made of nothing; what stands for a router in them costs nothing. */
static bool is_built(const noc_graph *graph, uint32_t router)
{
    return noc_network_has_silicon(&graph->networks[graph->routers[router].network]);
}

noc_router_shape noc_router_shape_of(const noc_graph *graph, uint32_t router)
{
    const noc_crossbar *built = &graph->routers[router].built;
    const noc_network *network = &graph->networks[graph->routers[router].network];
    return (noc_router_shape){
        .inputs = built->inputs,
        .outputs = built->outputs,
        .crosspoints = built->crosspoints,
        .virtual_channels = network->vc.virtual_channels,
        .class_channels = largest_class(network),
        .buffer_flits = network->vc.buffer_flits,
        .flit_bits = bits_per_byte * network->flit_bytes,
    };
}

/* Equal routers and equal links of a network are costed once, and counted. A network has few kinds; of what does not
 * fit into the table the last is settled, and makes room. */
enum { KINDS_MAX = 32 };

typedef struct router_kind {
    uint16_t network;
    noc_router_shape shape;
    noc_router_cost cost;
    uint64_t count;
    double flits; /* per cycle, into all of them */
} router_kind;

typedef struct link_kind {
    uint16_t network;
    double length_mm, cycles;
    noc_link_cost cost;
    uint64_t count;
    double flits; /* per cycle, over all of them */
} link_kind;

typedef struct costing {
    const noc_graph *graph;
    const noc_process *process;
    const noc_activity *activity;
    double clock_mhz;
    router_kind routers[KINDS_MAX];
    link_kind links[KINDS_MAX];
    size_t router_count, link_count;
    /* The kind of the router looked at last, and that router: the next is mostly like it. */
    router_kind *last_kind;
    const noc_router *last_router;
    noc_network_cost *networks;
    noc_cost *cost;
} costing;

static bool same_shape(const noc_router_shape *a, const noc_router_shape *b)
{
    return a->inputs == b->inputs && a->outputs == b->outputs && a->crosspoints == b->crosspoints &&
           a->virtual_channels == b->virtual_channels && a->class_channels == b->class_channels &&
           a->buffer_flits == b->buffer_flits && a->flit_bits == b->flit_bits;
}

static bool built_alike(const noc_router *a, const noc_router *b)
{
    return a->network == b->network && a->built.inputs == b->built.inputs &&
           a->built.outputs == b->built.outputs && a->built.crosspoints == b->built.crosspoints;
}

static double flits_of(const noc_activity *activity, uint32_t channel)
{
    return activity->flits_per_cycle *
           (activity->channel_flits ? activity->channel_flits[channel] : 1.0);
}

/* ---- what kinds add to their network -------------------------------------------------------- */

static void add_part(noc_network_cost *network, size_t part, uint64_t count, double area_um2,
                     double leakage_mw)
{
    network->parts[part].count += count;
    network->parts[part].area_mm2 += (double)count * area_um2 / um2_per_mm2;
    network->parts[part].leakage_mw += (double)count * leakage_mw;
}

/* A flit on a channel that leads to a router is written there, read, allocated a way and sent through the
 * crossbar. */
static void settle_router(const costing *c, const router_kind *kind)
{
    noc_network_cost *network = &c->networks[kind->network];
    noc_part_cost *parts = network->parts;
    const noc_router_cost *cost = &kind->cost;
    for (size_t i = 0; i < NOC_COMPONENTS; i++)
        add_part(network, i, kind->count, cost->area_um2[i], cost->leakage_mw[i]);
    network->wire_area_mm2 += (double)kind->count * cost->wire_area_um2 / um2_per_mm2;
    if (!c->activity) return;
    const double mw_per_pj = mw_per_pj_mhz * c->clock_mhz, rate = mw_per_pj * kind->flits;
    const double packet = fmax(1.0, c->activity->packet_flits);
    parts[NOC_COMPONENT_CLOCK].dynamic_mw += mw_per_pj * (double)kind->count * cost->clock_pj;
    parts[NOC_COMPONENT_BUFFER].dynamic_mw += rate * (cost->write_pj + cost->read_pj);
    parts[NOC_COMPONENT_CROSSBAR].dynamic_mw += rate * cost->crossbar_pj;
    parts[NOC_COMPONENT_SWITCH_ALLOCATOR].dynamic_mw += rate * cost->allocation_pj;
    parts[NOC_COMPONENT_VC_ALLOCATOR].dynamic_mw += rate / packet * cost->vc_allocation_pj;
}

static void settle_link(const costing *c, const link_kind *kind)
{
    noc_network_cost *network = &c->networks[kind->network];
    const noc_link_cost *cost = &kind->cost;
    add_part(network, NOC_PART_LINKS, kind->count, cost->area_um2, cost->leakage_mw);
    network->wire_area_mm2 += (double)kind->count * cost->wire_area_um2 / um2_per_mm2;
    if (c->activity)
        network->parts[NOC_PART_LINKS].dynamic_mw +=
            mw_per_pj_mhz * c->clock_mhz * kind->flits * cost->flit_pj;
}

/* ---- kinds ---------------------------------------------------------------------------------- */

static void note_clock(costing *c, uint32_t router, const noc_router_shape *shape, int stages)
{
    const noc_clock clock = noc_clock_of(c->process, shape, stages);
    if (clock.max_mhz >= c->cost->max_clock_mhz) return;
    c->cost->max_clock_mhz = clock.max_mhz;
    c->cost->slowest_router = router;
    c->cost->clock = clock;
}

static router_kind *find_router_kind(costing *c, uint32_t router)
{
    const uint16_t network = c->graph->routers[router].network;
    const noc_router_shape shape = noc_router_shape_of(c->graph, router);
    for (size_t i = 0; i < c->router_count; i++)
        if (c->routers[i].network == network && same_shape(&c->routers[i].shape, &shape))
            return &c->routers[i];
    if (c->router_count == KINDS_MAX) settle_router(c, &c->routers[--c->router_count]);
    router_kind *kind = &c->routers[c->router_count++];
    *kind = (router_kind){
        .network = network, .shape = shape, .cost = noc_cost_of_router(c->process, &shape)};
    note_clock(c, router, &shape, c->graph->networks[network].vc.router_stages);
    return kind;
}

static router_kind *router_kind_of(costing *c, uint32_t router)
{
    const noc_router *r = &c->graph->routers[router];
    if (c->last_router && built_alike(r, c->last_router)) return c->last_kind;
    c->last_router = r;
    c->last_kind = find_router_kind(c, router);
    return c->last_kind;
}

/* A link has as long as its latency to get across. */
static link_kind *link_kind_of(costing *c, const noc_channel *channel)
{
    const double bits = bits_per_byte * c->graph->networks[channel->network].flit_bytes;
    const double cycles = channel->latency > 0 ? channel->latency : 1.0;
    for (size_t i = 0; i < c->link_count; i++) {
        link_kind *k = &c->links[i];
        if (k->network == channel->network && k->length_mm == channel->length_mm &&
            k->cycles == cycles)
            return k;
    }
    if (c->link_count == KINDS_MAX) settle_link(c, &c->links[--c->link_count]);
    link_kind *kind = &c->links[c->link_count++];
    *kind = (link_kind){
        .network = channel->network,
        .length_mm = channel->length_mm,
        .cycles = cycles,
        .cost = noc_cost_of_link(c->process, bits, channel->length_mm, c->clock_mhz / cycles)};
    if (!kind->cost.in_time)
        c->cost->late_link_mm = fmax(c->cost->late_link_mm, channel->length_mm);
    return kind;
}

/* ---- a network ------------------------------------------------------------------------------ */

/* Nodes behind one injection channel take turns at it through multiplexers and a register: a crossbar
 * with one output and no buffers. Ejection needs none: a flit goes past all of them. */
static void add_concentrator(costing *c, uint32_t channel)
{
    const noc_channel *ch = &c->graph->channels[channel];
    noc_network_cost *network = &c->networks[ch->network];
    const noc_router_shape shape = {
        .inputs = ch->sharers,
        .outputs = 1.0,
        .crosspoints = ch->sharers,
        .virtual_channels = 1.0,
        .class_channels = 1.0,
        .flit_bits = bits_per_byte * c->graph->networks[ch->network].flit_bytes,
    };
    const noc_router_cost cost = noc_cost_of_router(c->process, &shape);
    add_part(network, NOC_PART_CONCENTRATORS, 1, noc_router_area_um2(&cost),
             noc_router_leakage_mw(&cost));
    network->wire_area_mm2 += cost.wire_area_um2 / um2_per_mm2;
    if (!c->activity) return;
    const double pj_per_cycle =
        cost.clock_pj + flits_of(c->activity, channel) * (cost.crossbar_pj + cost.allocation_pj);
    network->parts[NOC_PART_CONCENTRATORS].dynamic_mw +=
        mw_per_pj_mhz * c->clock_mhz * pj_per_cycle;
}

static void add_channel(costing *c, uint32_t channel)
{
    const noc_channel *ch = &c->graph->channels[channel];
    link_kind *link = link_kind_of(c, ch);
    link->count++;
    if (c->activity) {
        const double flits = flits_of(c->activity, channel);
        link->flits += flits;
        if (ch->kind != NOC_EJECTION) router_kind_of(c, ch->to)->flits += flits;
    }
    if (ch->kind == NOC_INJECTION && ch->sharers > 1) add_concentrator(c, channel);
}

static void clear_network(noc_network_cost *network, bool active)
{
    *network = (noc_network_cost){.wire_area_mm2 = 0.0};
    for (size_t i = 0; i < NOC_PARTS; i++) network->parts[i].dynamic_mw = active ? 0.0 : NAN;
}

static void add_network(noc_network_cost *sum, const noc_network_cost *network)
{
    for (size_t i = 0; i < NOC_PARTS; i++) {
        sum->parts[i].count += network->parts[i].count;
        sum->parts[i].area_mm2 += network->parts[i].area_mm2;
        sum->parts[i].leakage_mw += network->parts[i].leakage_mw;
        sum->parts[i].dynamic_mw += network->parts[i].dynamic_mw;
    }
    sum->wire_area_mm2 += network->wire_area_mm2;
}

/* ---- a design ------------------------------------------------------------------------------- */

static void add_up(const noc_design *design, noc_cost *cost)
{
    cost->leakage_mw = cost->dynamic_mw = 0.0;
    for (size_t i = 0; i < NOC_PARTS; i++) {
        if (i != NOC_PART_LINKS) cost->router_area_mm2 += cost->sum.parts[i].area_mm2;
        cost->leakage_mw += cost->sum.parts[i].leakage_mw;
        cost->dynamic_mw += cost->sum.parts[i].dynamic_mw;
    }
    cost->link_area_mm2 = cost->sum.parts[NOC_PART_LINKS].area_mm2;
    cost->network_area_mm2 = cost->router_area_mm2 + cost->link_area_mm2;
    cost->chip_area_mm2 = cost->network_area_mm2 + design->chip.other_area_mm2;
}

/* Notes the router that is farthest outside of what was measured. */
static void check_extents(const noc_system *system, const noc_process *process, noc_cost *cost)
{
    noc_extent worst = NOC_EXTENT_MEASURED;
    noc_router_shape last = {0};
    for (uint32_t r = 0; r < system->graph.router_count; r++) {
        char words[sizeof cost->beyond];
        const noc_router *routers = system->graph.routers;
        if (r > 0 && built_alike(&routers[r], &routers[r - 1])) continue;
        if (!is_built(&system->graph, r)) continue;
        const noc_router_shape shape = noc_router_shape_of(&system->graph, r);
        if (same_shape(&shape, &last)) continue;
        last = shape;
        const noc_extent extent = noc_extent_of(process, &shape, words, sizeof words);
        if (extent <= worst) continue;
        worst = extent;
        snprintf(cost->beyond, sizeof cost->beyond, "%s", words);
    }
    cost->family = process->family;
    cost->common_spread = process->spread;
    cost->own_spread = noc_extent_spread(worst);
    cost->spread = cost->common_spread + cost->own_spread;
    cost->refused = worst == NOC_EXTENT_FAR || !noc_graph_has_silicon(&system->graph);
}

static noc_status refuse_technology(const noc_design *design, noc_diag *diag)
{
    char nearest[60];
    noc_process_nearest(design->chip.technology_nm, nearest, sizeof nearest);
    return noc_design_conflict(
        design, diag, 0, (const char *const[]){"chip.technology_nm", NULL},
        "chip.technology_nm = %g: no table has or encloses the costs of this "
        "technology (nearest: %s; chip.scale_technology = true scales to it "
        "and labels the answer)",
        design->chip.technology_nm, nearest);
}

/* The router with most ports of one class's network, if that class had a network for itself; NULL shapes where a design
 * has that already, or none that could be costed comes of it. */
static bool shape_when_split(const noc_system *system, const noc_process *process,
                             noc_router_shape *shape)
{
    noc_design split = *system->design;
    noc_system *own = NULL;
    char words[120];
    if (split.network_count != 1 || split.networks[0].carries != NOC_CARRIES_BOTH ||
        system->graph.memory_count == 0)
        return false;
    split.network_count = 2;
    split.networks[1] = split.networks[0];
    split.networks[0].carries = NOC_CARRIES_REQUEST;
    split.networks[1].carries = NOC_CARRIES_REPLY;
    if (noc_system_compile(&split, &own, NULL) != NOC_OK) return false;
    *shape = (noc_router_shape){.inputs = 0.0};
    noc_extent worst = NOC_EXTENT_MEASURED;
    for (uint32_t r = 0; r < own->graph.router_count; r++) {
        const noc_router_shape s = noc_router_shape_of(&own->graph, r);
        const noc_extent extent = noc_extent_of(process, &s, words, sizeof words);
        if (extent > worst) worst = extent;
        if (!own->graph.networks[own->graph.routers[r].network].carries[NOC_REQUEST]) continue;
        if (fmax(s.inputs, s.outputs) > fmax(shape->inputs, shape->outputs)) *shape = s;
    }
    noc_system_free(own);
    return worst != NOC_EXTENT_FAR;
}

static void tell_far(const noc_system *system, const noc_process *process, noc_dimension in,
                     const char *words, char *text, size_t size)
{
    noc_router_shape split;
    const int length =
        snprintf(text, size, "a router has %s at %g nm (%s twice that is answered)", words,
                 process->nm, in == NOC_DIMENSION_PORTS ? "up to" : "half of that to");
    if (in != NOC_DIMENSION_PORTS || length < 0 || (size_t)length >= size) return;
    if (shape_when_split(system, process, &split))
        snprintf(text + length, size - (size_t)length,
                 "; two networks, for requests and replies, have %g x %g", split.inputs,
                 split.outputs);
}

bool noc_cost_gap(const noc_system *system, char *text, size_t size)
{
    const noc_chip_spec *chip = &system->design->chip;
    const noc_graph *graph = &system->graph;
    noc_process process;
    char words[120];
    if (noc_process_at(chip->technology_nm, chip->scale_technology, &process, NULL) != NOC_OK) {
        noc_process_nearest(chip->technology_nm, words, sizeof words);
        snprintf(text, size,
                 "no table has or encloses chip.technology_nm = %g (nearest: %s; "
                 "chip.scale_technology = true scales to it and labels the answer)",
                 chip->technology_nm, words);
        return true;
    }
    for (uint32_t r = 0; r < graph->router_count; r++) {
        noc_dimension in;
        const noc_router_shape shape = noc_router_shape_of(graph, r);
        if (!is_built(graph, r)) continue;
        if (worst_extent(&process, &shape, &in, words, sizeof words) != NOC_EXTENT_FAR) continue;
        tell_far(system, &process, in, words, text, size);
        return true;
    }
    return false;
}

bool noc_cost_is_known(const noc_design *design)
{
    noc_process process;
    return noc_process_at(design->chip.technology_nm, design->chip.scale_technology, &process,
                          NULL) != NOC_EINPUT;
}

static void cost_networks(costing *c)
{
    for (uint16_t n = 0; n < c->graph->network_count; n++)
        clear_network(&c->networks[n], c->activity != NULL);
    for (uint32_t r = 0; r < c->graph->router_count; r++)
        if (is_built(c->graph, r)) router_kind_of(c, r)->count++;
    for (uint32_t i = 0; i < c->graph->channel_count; i++)
        if (noc_network_has_silicon(noc_graph_network_of(c->graph, i))) add_channel(c, i);
    for (size_t i = 0; i < c->router_count; i++) settle_router(c, &c->routers[i]);
    for (size_t i = 0; i < c->link_count; i++) settle_link(c, &c->links[i]);
    clear_network(&c->cost->sum, c->activity != NULL);
    for (uint16_t n = 0; n < c->graph->network_count; n++)
        add_network(&c->cost->sum, &c->networks[n]);
}

noc_status noc_cost_of(const noc_system *system, const noc_activity *activity, noc_cost *cost,
                       noc_network_cost *networks, noc_diag *diag)
{
    const noc_design *design = system->design;
    noc_process process;
    const noc_status status =
        noc_process_at(design->chip.technology_nm, design->chip.scale_technology, &process, diag);
    if (status == NOC_EINPUT) return refuse_technology(design, diag);
    if (status != NOC_OK) return status;
    noc_network_cost *own = networks ? NULL : calloc(system->graph.network_count, sizeof *own);
    if (!networks && !own) return noc_fail_memory(diag);
    noc_cost answer = {.max_clock_mhz = INFINITY, .no_power = process.no_power};
    noc_process_label(&process, answer.label, sizeof answer.label);
    check_extents(system, &process, &answer);
    costing c = {.graph = &system->graph,
                 .process = &process,
                 .activity = activity,
                 .clock_mhz = design->chip.clock_mhz,
                 .networks = networks ? networks : own,
                 .cost = &answer};
    cost_networks(&c);
    add_up(design, &answer);
    free(own);
    *cost = answer;
    return NOC_OK;
}
