#include "sampler/sources/sources.h"

#include <math.h>

/* ---- timers --------------------------------------------------------------------------------- */

static void set_timer(noc_sources *s, uint32_t terminal)
{
    noc_terminal_source *source = &s->entries[terminal];
    const unsigned slot = source->next_creation % NOC_TIMER_SLOTS;
    source->next_timer = s->timers[slot];
    s->timers[slot] = terminal;
    noc_set_add(s->used_slots, slot);
    if (source->next_creation < s->first_cycle) s->first_cycle = source->next_creation;
}

/* Plans the next packet after a creation: at once, if it is due; else by a timer. */
static void plan_next(noc_sources *s, uint32_t terminal)
{
    noc_terminal_source *source = &s->entries[terminal];
    bool *is_due = &s->ports->terminals[terminal].has_next_packet[source->next_class];
    *is_due = source->next_creation <= s->ports->now;
    if (!*is_due) set_timer(s, terminal);
}

/* Finds the cycles from now to the next slot with timers, at least `cycles`; NOC_TIMER_SLOTS or
 * more: none in this lap. There must be timers. */
static inline uint64_t find_next_slot(const noc_sources *s, uint64_t cycles)
{
    const unsigned from = (s->ports->now + cycles) % NOC_TIMER_SLOTS;
    return cycles +
           (noc_set_first_from(s->used_slots, NOC_TIMER_WORDS, from) - from) % NOC_TIMER_SLOTS;
}

/* Finds the first timer. Timers of cycle now + k are in the k-th list from now on, with timers
 * of later laps. */
static uint64_t find_first(const noc_sources *s)
{
    const uint64_t now = s->ports->now;
    uint64_t first = UINT64_MAX;
    if (noc_set_is_empty(s->used_slots, NOC_TIMER_WORDS)) return first;
    for (uint64_t k = find_next_slot(s, 0); k < NOC_TIMER_SLOTS && first > now + k;
         k = find_next_slot(s, k + 1))
        for (uint32_t t = s->timers[(now + k) % NOC_TIMER_SLOTS]; t != NOC_NONE;
             t = s->entries[t].next_timer)
            if (s->entries[t].next_creation < first) first = s->entries[t].next_creation;
    return first;
}

/* Sources of a later lap stay in the list. */
void noc_sources_fire_timers(noc_sources *s)
{
    const uint64_t now = s->ports->now;
    const unsigned slot = now % NOC_TIMER_SLOTS;
    if (!noc_set_has(s->used_slots, slot)) return;
    uint32_t timer = s->timers[slot];
    s->timers[slot] = NOC_NONE;
    noc_set_remove(s->used_slots, slot);
    while (timer != NOC_NONE) {
        const uint32_t terminal = timer;
        const noc_terminal_source *source = &s->entries[terminal];
        timer = source->next_timer;
        if (source->next_creation == now)
            noc_port_announce(s->ports, terminal, (noc_class)source->next_class);
        else
            set_timer(s, terminal);
    }
    if (s->first_cycle <= now) s->first_cycle = find_first(s);
}

uint64_t noc_sources_next_event(const noc_sources *s)
{
    return s->first_cycle;
}

static void reverse_list(noc_sources *s, uint32_t *list)
{
    uint32_t timer = *list;
    *list = NOC_NONE;
    while (timer != NOC_NONE) {
        const uint32_t terminal = timer;
        timer = s->entries[terminal].next_timer;
        s->entries[terminal].next_timer = *list;
        *list = terminal;
    }
}

/* A pass over a list without due timers puts the timers back one by one, and so reverses their
 * order. */
void noc_sources_skip(noc_sources *s, uint64_t cycles)
{
    if (s->first_cycle == UINT64_MAX) return; /* no timers */
    for (uint64_t k = find_next_slot(s, 0); k < NOC_TIMER_SLOTS && k < cycles;
         k = find_next_slot(s, k + 1)) {
        const uint64_t visit_count = (cycles - k - 1) / NOC_TIMER_SLOTS + 1;
        if (visit_count % 2) reverse_list(s, &s->timers[(s->ports->now + k) % NOC_TIMER_SLOTS]);
    }
}

/* ---- packets -------------------------------------------------------------------------------- */

/* Finds the cycles to a source's next packet, at one or more packets per cycle: 0 within the
 * cycle, else 1. */
static uint64_t draw_next_of_many(double packets_per_cycle, noc_terminal_source *source,
                                  noc_random *random)
{
    const double integer_part = floor(packets_per_cycle),
                 fraction = packets_per_cycle - integer_part;
    if (source->more_packets > 0) {
        source->more_packets--;
        return 0;
    }
    source->more_packets = (uint32_t)integer_part - 1;
    if (fraction > 0.0 && noc_random_uniform(random) < fraction) source->more_packets++;
    return 1;
}

/* Draws the cycles to the next success of one Bernoulli trial per cycle: geometric, at least 1. */
static uint64_t draw_gap(const noc_sources *s, uint32_t number)
{
    noc_random *random = &s->ports->terminals[number].random;
    noc_terminal_source *source = &s->entries[number];
    const noc_source_kind *kind = &s->kinds[source->kind_index];
    if (kind->packets_per_cycle >= 1.0)
        return draw_next_of_many(kind->packets_per_cycle, source, random);
    const double gap = log(noc_random_positive(random)) * kind->gap_scale;
    return gap < 1e15 ? 1 + (uint64_t)(int64_t)gap : (uint64_t)1e15;
}

static int draw_type(const noc_sources *s, const noc_source_kind *kind, noc_random *random)
{
    if (kind->type_count == 1) return kind->first_type;
    const double u = noc_random_uniform(random);
    int i = kind->first_type; /* requests come first */
    while (i + 1 < kind->first_type + kind->type_count && u >= s->type_limits[i]) i++;
    return i;
}

/* Draws the k-th flow of a multicast packet, different from the previous flows; all sets of
 * flows are equally likely (Floyd, Bentley 1987). `flows`: previous flows; `own_flow`: number of
 * the flow to the terminal itself, which is excluded. */
static uint32_t draw_extra_flow(const noc_terminal_destinations *d, uint32_t own_flow,
                                uint32_t *flows, uint32_t k, uint32_t targets, noc_random *random)
{
    const uint32_t flow_count = (uint32_t)d->offsets.count - (own_flow != NOC_NONE);
    const uint32_t last = flow_count - targets + k;
    const uint32_t first = (uint32_t)d->first_flow;
    uint32_t drawn_place = (uint32_t)(noc_random_uniform(random) * (last + 1u));
    for (int attempt = 0; attempt < 2; attempt++) {
        const uint32_t flow =
            first + drawn_place + (own_flow != NOC_NONE && drawn_place >= own_flow);
        uint32_t place = 0;
        while (place < k && flows[place] != flow) place++;
        if (place == k) return flow;
        drawn_place = last;
    }
    return first + last + (own_flow != NOC_NONE && last >= own_flow);
}

/* Finds the number of the flow to the terminal itself; NOC_NONE: none. */
static uint32_t find_own_flow(const noc_sources *s, uint32_t terminal)
{
    const noc_terminal_destinations *d = &s->destinations.by_source[terminal];
    const uint32_t flow =
        noc_traffic_find_flow(&s->ports->system->traffic, NOC_REQUEST, terminal, terminal);
    return flow == NOC_NONE ? NOC_NONE : flow - (uint32_t)d->first_flow;
}

/* Creates a multicast packet. */
static void create_multicast(noc_sources *s, uint32_t terminal, int type, uint64_t cycle)
{
    noc_ports *ports = s->ports;
    noc_random *random = &ports->terminals[terminal].random;
    const uint32_t own_flow = find_own_flow(s, terminal);
    const uint32_t packet =
        noc_port_make(ports, s->destinations.by_source[terminal].first_flow, type, cycle);
    noc_target_group *group = &ports->groups.entries[packet + 1];
    uint32_t *flows = &ports->groups.flows[group->first];
    for (uint32_t k = 0; k < group->count; k++)
        flows[k] = draw_extra_flow(&s->destinations.by_source[terminal], own_flow, flows, k,
                                   group->count, random);
    ports->packets.entries[packet].flow = flows[0];
    ports->packets.entries[packet].group = packet + 1;
    noc_port_push(ports, packet);
}

void noc_sources_create_packet(noc_sources *s, uint32_t source, uint64_t cycle)
{
    noc_random *random = &s->ports->terminals[source].random;
    const int type = draw_type(s, &s->kinds[s->entries[source].kind_index], random);
    if (s->multicast_share > 0.0 && noc_random_uniform(random) < s->multicast_share) {
        create_multicast(s, source, type, cycle);
        return;
    }
    const size_t flow = noc_destinations_draw(&s->destinations, source, random);
    noc_port_push(s->ports, noc_port_make(s->ports, flow, type, cycle));
}

static void make_random_packet(noc_sources *s, uint32_t number)
{
    noc_terminal_source *source = &s->entries[number];
    noc_sources_create_packet(s, number, source->next_creation);
    source->next_creation += draw_gap(s, number);
    plan_next(s, number);
}

/* Plans the next packet of a trace source; the next packet of a peer may have the other class. */
static void plan_packet(const noc_sources *s, noc_terminal_source *source, uint32_t planned)
{
    const noc_planned_packet *p = &s->schedule->packets[planned];
    source->next_packet = planned;
    source->next_class = (uint16_t)s->ports->system->traffic.flows[p->flow].class;
    source->next_creation = p->cycle;
}

static void make_trace_packet(noc_sources *s, uint32_t terminal)
{
    noc_terminal_source *source = &s->entries[terminal];
    const noc_planned_packet *p = &s->schedule->packets[source->next_packet];
    const uint32_t packet = noc_port_make(s->ports, p->flow, p->type, p->cycle);
    s->ports->packets.entries[packet].bytes = p->bytes;
    s->ports->packets.entries[packet].tag = p->trace_line;
    if (p->extra_count > 0) s->ports->packets.entries[packet].group = source->next_packet + 1;
    noc_port_push(s->ports, packet);
    s->ports->terminals[terminal].has_next_packet[source->next_class] = false;
    source->next_packet = p->next;
    if (p->next == NOC_NONE) return;
    plan_packet(s, source, p->next);
    plan_next(s, terminal);
}

static void make_next_packet(void *maker, uint32_t terminal)
{
    noc_sources *s = maker;
    if (s->schedule)
        make_trace_packet(s, terminal);
    else
        make_random_packet(s, terminal);
}

double noc_sources_backlog(const noc_sources *s, uint32_t number)
{
    const noc_terminal_source *source = &s->entries[number];
    if (!s->ports->terminals[number].has_next_packet[source->next_class]) return 0.0;
    return 1.0 + (double)(s->ports->now - source->next_creation) *
                     s->kinds[source->kind_index].packets_per_cycle;
}

uint64_t noc_sources_max_packets(const noc_sources *s, uint64_t cycles)
{
    uint64_t maximum = 0;
    const noc_planned_packet *packets = s->schedule ? s->schedule->packets : NULL;
    const uint32_t count = s->schedule ? s->schedule->count : 0;
    for (uint32_t first = 0, end = 0; end < count; end++) {
        while (packets[end].cycle - packets[first].cycle >= cycles) first++;
        if (end + 1u - first > maximum) maximum = end + 1u - first;
    }
    return maximum;
}

/* ---- making --------------------------------------------------------------------------------- */

/* Finds the largest number of packets that a node creates per cycle. Ports accept packets in
 * sequence, and waiting packets are created later; a network without channels accepts all
 * packets at once, so there is at most one per cycle. */
static double find_packet_limit(const noc_graph *g)
{
    for (uint16_t n = 0; n < g->network_count; n++)
        if (g->networks[n].carries[NOC_REQUEST] && !noc_network_has_channels(&g->networks[n]))
            return 1.0;
    return UINT32_MAX;
}

static void set_type_limits(noc_sources *s, noc_source_kind *kind, const noc_traffic_class *class)
{
    const noc_packet_type *types = s->ports->system->traffic.types;
    double sum = 0.0;
    kind->first_type = class->first_type;
    for (int i = class->first_type; i < class->first_type + class->type_count; i++) {
        if (types[i].class != NOC_REQUEST) continue;
        s->type_limits[i] = (sum += types[i].share) / class->packet_share;
        kind->type_count++;
    }
}

static noc_source_kind make_kind(noc_sources *s, double rate, double maximum,
                                 const noc_traffic_class *class)
{
    noc_source_kind kind = {
        .packets_per_cycle = fmin(rate, maximum),
        .gap_scale = rate < 1.0 ? 1.0 / log1p(-rate) : 0.0,
    };
    set_type_limits(s, &kind, class);
    return kind;
}

/* Makes the kinds of sources; a node creates `packets_per_cycle` packets of all classes on
 * average. Without traffic classes, or with a trace, all sources have the first class. */
static bool make_kinds(noc_sources *s, double packets_per_cycle)
{
    const noc_system *system = s->ports->system;
    const noc_traffic *traffic = &system->traffic;
    const double maximum = find_packet_limit(&system->graph);
    const uint32_t terminals = system->graph.terminal_count, classes = s->ports->class_count;
    const bool has_node_rates =
        traffic->relative_rate && !s->schedule; /* traffic with rates has one class */
    const uint32_t count = has_node_rates ? terminals : classes;
    s->kinds = noc_arena_array(s->ports->arena, count, sizeof *s->kinds);
    if (!s->kinds) return false;
    for (uint32_t k = 0; k < count; k++) {
        const noc_traffic_class *class = &traffic->classes[has_node_rates ? 0 : k];
        const double pace = has_node_rates ? traffic->relative_rate[k] : class->packet_share;
        s->kinds[k] = make_kind(s, packets_per_cycle * pace, maximum, class);
    }
    for (uint32_t i = 0; i < s->ports->source_count; i++)
        s->entries[i].kind_index = (uint16_t)(has_node_rates ? i : i / terminals);
    return true;
}

/* Makes the sources of a trace, each with its first packet planned. */
static void make_trace_sources(noc_sources *s)
{
    for (uint32_t t = 0; t < s->ports->system->graph.terminal_count; t++) {
        noc_terminal_source *source = &s->entries[t];
        source->next_packet = s->schedule->first_packets[t];
        if (source->next_packet == NOC_NONE) continue;
        plan_packet(s, source, source->next_packet);
        set_timer(s, t);
    }
}

static void make_random_sources(noc_sources *s)
{
    for (uint32_t i = 0; i < s->ports->source_count; i++) {
        if (!noc_destinations_has_flow(&s->destinations, i)) continue;
        s->entries[i].next_creation = draw_gap(s, i) - 1;
        set_timer(s, i);
    }
}

/* Sets the multicast share and the number of random destinations. */
static void set_multicast(noc_sources *s)
{
    const noc_traffic *traffic = &s->ports->system->traffic;
    if (traffic->multicast_share == 0.0) return;
    s->multicast_share = traffic->multicast_share;
    s->ports->groups.drawn_count = s->ports->groups.destinations_max = traffic->multicast_targets;
    s->ports->groups.has_groups[NOC_REQUEST] = true;
}

static bool make_destinations(noc_sources *s, const noc_sources *lender)
{
    set_multicast(s);
    if (!lender) return noc_destinations_make(&s->destinations, s->ports->arena, s->ports->system);
    s->destinations = lender->destinations;
    return true;
}

bool noc_sources_make(noc_sources *s, noc_ports *ports, double packets_per_cycle,
                      const noc_trace_schedule *schedule, const noc_sources *lender)
{
    *s = (noc_sources){
        .ports = ports,
        .schedule = schedule,
        .entries = noc_arena_array(ports->arena, ports->source_count, sizeof *s->entries),
        .timers = noc_arena_unset_array(ports->arena, NOC_TIMER_SLOTS, sizeof *s->timers),
        .first_cycle = UINT64_MAX,
    };
    if (!s->entries || !s->timers || !make_kinds(s, packets_per_cycle)) return false;
    for (unsigned i = 0; i < NOC_TIMER_SLOTS; i++) s->timers[i] = NOC_NONE;
    ports->supply = (noc_port_supply){make_next_packet, s};
    if (schedule) {
        if (!noc_target_groups_make(&ports->groups, ports->arena, schedule)) return false;
        make_trace_sources(s);
    } else if (packets_per_cycle > 0.0) {
        if (!make_destinations(s, lender)) return false;
        make_random_sources(s);
    }
    return true;
}

bool noc_sources_make_on_request(noc_sources *s, noc_ports *ports, const noc_sources *lender)
{
    return noc_sources_make(s, ports, 0.0, NULL, NULL) && make_destinations(s, lender);
}
