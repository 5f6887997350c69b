#include "sampler/sources/sources.h"

#include <math.h>
#include <stdlib.h>

/* ---- timers --------------------------------------------------------------------------------- */

static void set_timer(noc_sources *s, uint32_t terminal)
{
    noc_terminal_source *source = &s->all[terminal];
    const unsigned slot = source->next_creation % NOC_TIMER_SLOTS;
    source->timer_next = s->timers[slot];
    s->timers[slot] = terminal;
    noc_set_add(s->set, slot);
    if (source->next_creation < s->first) s->first = source->next_creation;
}

/* Plans the next packet after a creation: now or later. */
static void plan_next(noc_sources *s, uint32_t terminal)
{
    noc_terminal_source *source = &s->all[terminal];
    bool *due = &s->ports->terminals[terminal].due[source->creates];
    *due = source->next_creation <= s->ports->now;
    if (!*due) set_timer(s, terminal);
}

/* Finds the cycles from now to the next slot with timers, at least `cycles`; NOC_TIMER_SLOTS or
 * more: none in this lap. There must be timers. */
static inline uint64_t next_slot(const noc_sources *s, uint64_t cycles)
{
    const unsigned from = (s->ports->now + cycles) % NOC_TIMER_SLOTS;
    return cycles + (noc_set_first_from(s->set, NOC_TIMER_WORDS, from) - from) % NOC_TIMER_SLOTS;
}

/* Finds the first timer. Timers of cycle now + k are in the k-th list from now on, with timers
 * of later laps. */
static uint64_t find_first(const noc_sources *s)
{
    const uint64_t now = s->ports->now;
    uint64_t first = UINT64_MAX;
    if (noc_set_empty(s->set, NOC_TIMER_WORDS)) return first;
    for (uint64_t k = next_slot(s, 0); k < NOC_TIMER_SLOTS && first > now + k;
         k = next_slot(s, k + 1))
        for (uint32_t t = s->timers[(now + k) % NOC_TIMER_SLOTS]; t != NOC_NONE;
             t = s->all[t].timer_next)
            if (s->all[t].next_creation < first) first = s->all[t].next_creation;
    return first;
}

/* Sources of a later lap stay in the list. */
void noc_sources_fire(noc_sources *s)
{
    const uint64_t now = s->ports->now;
    const unsigned slot = now % NOC_TIMER_SLOTS;
    if (!noc_set_has(s->set, slot)) return;
    uint32_t waiting = s->timers[slot];
    s->timers[slot] = NOC_NONE;
    noc_set_remove(s->set, slot);
    while (waiting != NOC_NONE) {
        const uint32_t terminal = waiting;
        const noc_terminal_source *source = &s->all[terminal];
        waiting = source->timer_next;
        if (source->next_creation == now)
            noc_port_announce(s->ports, terminal, (noc_class)source->creates);
        else
            set_timer(s, terminal);
    }
    if (s->first <= now) s->first = find_first(s);
}

uint64_t noc_sources_quiet_until(const noc_sources *s)
{
    return s->first;
}

static void turn_around(noc_sources *s, uint32_t *list)
{
    uint32_t left = *list;
    *list = NOC_NONE;
    while (left != NOC_NONE) {
        const uint32_t terminal = left;
        left = s->all[terminal].timer_next;
        s->all[terminal].timer_next = *list;
        *list = terminal;
    }
}

/* A pass over a list without due timers puts the timers back one by one, and so reverses their
 * order. */
void noc_sources_skip(noc_sources *s, uint64_t cycles)
{
    if (s->first == UINT64_MAX) return; /* no timers */
    for (uint64_t k = next_slot(s, 0); k < NOC_TIMER_SLOTS && k < cycles; k = next_slot(s, k + 1)) {
        const uint64_t looks = (cycles - k - 1) / NOC_TIMER_SLOTS + 1;
        if (looks % 2) turn_around(s, &s->timers[(s->ports->now + k) % NOC_TIMER_SLOTS]);
    }
}

/* ---- packets -------------------------------------------------------------------------------- */

/* Finds the cycles to a source's next packet, at one or more packets per cycle: 0 within the
 * cycle, else 1. */
static uint64_t next_of_many(double packets_per_cycle, noc_terminal_source *source,
                             noc_random *random)
{
    const double whole = floor(packets_per_cycle), rest = packets_per_cycle - whole;
    if (source->more > 0) {
        source->more--;
        return 0;
    }
    source->more = (uint32_t)whole - 1;
    if (rest > 0.0 && noc_random_uniform(random) < rest) source->more++;
    return 1;
}

/* Draws the cycles to the next success of one Bernoulli trial per cycle: geometric, at least 1. */
static uint64_t draw_gap(const noc_sources *s, uint32_t number)
{
    noc_random *random = &s->ports->terminals[number].random;
    noc_terminal_source *source = &s->all[number];
    const noc_source_kind *kind = &s->kinds[source->kind];
    if (kind->packets_per_cycle >= 1.0)
        return next_of_many(kind->packets_per_cycle, source, random);
    const double gap = log(noc_random_positive(random)) * kind->gap_scale;
    return gap < 1e15 ? 1 + (uint64_t)(int64_t)gap : (uint64_t)1e15;
}

static int draw_type(const noc_sources *s, const noc_source_kind *kind, noc_random *random)
{
    if (kind->types == 1) return kind->first_type;
    const double u = noc_random_uniform(random);
    int i = kind->first_type; /* requests come first */
    while (i + 1 < kind->first_type + kind->types && u >= s->limits[i]) i++;
    return i;
}

/* Draws the k-th flow of a multicast packet, different from the previous flows; all sets of
 * flows are equally likely (Floyd, Bentley 1987). `flows`: previous flows; `own_flow`: number of
 * the flow to the terminal itself, which is excluded. */
static uint32_t draw_other(const noc_terminal_destinations *d, uint32_t own, uint32_t *flows,
                           uint32_t k, uint32_t targets, noc_random *random)
{
    const uint32_t others = (uint32_t)d->offsets.count - (own != NOC_NONE);
    const uint32_t last = others - targets + k;
    const uint32_t first = (uint32_t)d->first_flow;
    uint32_t drawn = (uint32_t)(noc_random_uniform(random) * (last + 1u));
    for (int again = 0; again < 2; again++) {
        const uint32_t flow = first + drawn + (own != NOC_NONE && drawn >= own);
        uint32_t at = 0;
        while (at < k && flows[at] != flow) at++;
        if (at == k) return flow;
        drawn = last;
    }
    return first + last + (own != NOC_NONE && last >= own);
}

/* Finds the number of the flow to the terminal itself; NOC_NONE: none. */
static uint32_t own_place(const noc_sources *s, uint32_t terminal)
{
    const noc_terminal_destinations *d = &s->destinations.of[terminal];
    const uint32_t flow =
        noc_traffic_find_flow(&s->ports->system->traffic, NOC_REQUEST, terminal, terminal);
    return flow == NOC_NONE ? NOC_NONE : flow - (uint32_t)d->first_flow;
}

/* Creates a multicast packet. */
static void create_multicast(noc_sources *s, uint32_t terminal, int type, uint64_t cycle)
{
    noc_ports *ports = s->ports;
    noc_random *random = &ports->terminals[terminal].random;
    const uint32_t own = own_place(s, terminal);
    const uint32_t packet =
        noc_port_make(ports, s->destinations.of[terminal].first_flow, type, cycle);
    noc_target_group *group = &ports->groups.all[packet + 1];
    uint32_t *flows = &ports->groups.flows[group->first];
    for (uint32_t k = 0; k < group->count; k++)
        flows[k] = draw_other(&s->destinations.of[terminal], own, flows, k, group->count, random);
    ports->packets.all[packet].flow = flows[0];
    ports->packets.all[packet].group = packet + 1;
    noc_port_push(ports, packet);
}

static inline void create(noc_sources *s, uint32_t source, uint64_t cycle)
{
    noc_random *random = &s->ports->terminals[source].random;
    const int type = draw_type(s, &s->kinds[s->all[source].kind], random);
    if (s->multicast > 0.0 && noc_random_uniform(random) < s->multicast) {
        create_multicast(s, source, type, cycle);
        return;
    }
    const size_t flow = noc_destinations_draw(&s->destinations, source, random);
    noc_port_push(s->ports, noc_port_make(s->ports, flow, type, cycle));
}

void noc_sources_create(noc_sources *s, uint32_t source, uint64_t cycle)
{
    create(s, source, cycle);
}

static void make_drawn(noc_sources *s, uint32_t number)
{
    noc_terminal_source *source = &s->all[number];
    create(s, number, source->next_creation);
    source->next_creation += draw_gap(s, number);
    plan_next(s, number);
}

/* Plans the next packet of a trace source; the next packet of a peer may have the other class. */
static void plan_packet(const noc_sources *s, noc_terminal_source *source, uint32_t planned)
{
    const noc_planned_packet *p = &s->schedule->packets[planned];
    source->planned = planned;
    source->creates = (uint16_t)s->ports->system->traffic.flows[p->flow].class;
    source->next_creation = p->cycle;
}

static void make_planned(noc_sources *s, uint32_t terminal)
{
    noc_terminal_source *source = &s->all[terminal];
    const noc_planned_packet *p = &s->schedule->packets[source->planned];
    const uint32_t packet = noc_port_make(s->ports, p->flow, p->type, p->cycle);
    s->ports->packets.all[packet].bytes = p->bytes;
    s->ports->packets.all[packet].tag = p->line_of_trace;
    if (p->others > 0) s->ports->packets.all[packet].group = source->planned + 1;
    noc_port_push(s->ports, packet);
    s->ports->terminals[terminal].due[source->creates] = false;
    source->planned = p->next;
    if (p->next == NOC_NONE) return;
    plan_packet(s, source, p->next);
    plan_next(s, terminal);
}

static void make_next(void *maker, uint32_t terminal)
{
    noc_sources *s = maker;
    if (s->schedule)
        make_planned(s, terminal);
    else
        make_drawn(s, terminal);
}

double noc_sources_backlog(const noc_sources *s, uint32_t number)
{
    const noc_terminal_source *source = &s->all[number];
    if (!s->ports->terminals[number].due[source->creates]) return 0.0;
    return 1.0 + (double)(s->ports->now - source->next_creation) *
                     s->kinds[source->kind].packets_per_cycle;
}

uint64_t noc_sources_most(const noc_sources *s, uint64_t cycles)
{
    uint64_t most = 0;
    const noc_planned_packet *packets = s->schedule ? s->schedule->packets : NULL;
    const uint32_t count = s->schedule ? s->schedule->count : 0;
    for (uint32_t first = 0, end = 0; end < count; end++) {
        while (packets[end].cycle - packets[first].cycle >= cycles) first++;
        if (end + 1u - first > most) most = end + 1u - first;
    }
    return most;
}

/* ---- making --------------------------------------------------------------------------------- */

/* Finds the largest number of packets that a node creates per cycle. Ports accept packets in
 * sequence, and waiting packets are created later; a network without channels accepts all
 * packets at once, so there is at most one per cycle. */
static double most_packets(const noc_graph *g)
{
    for (uint16_t n = 0; n < g->network_count; n++)
        if (g->networks[n].carries[NOC_REQUEST] && !noc_network_has_channels(&g->networks[n]))
            return 1.0;
    return UINT32_MAX;
}

static void limit_types(noc_sources *s, noc_source_kind *kind, const noc_traffic_class *of)
{
    const noc_packet_type *types = s->ports->system->traffic.types;
    double sum = 0.0;
    kind->first_type = of->first_type;
    for (int i = of->first_type; i < of->first_type + of->types; i++) {
        if (types[i].class != NOC_REQUEST) continue;
        s->limits[i] = (sum += types[i].share) / of->packets;
        kind->types++;
    }
}

static noc_source_kind kind_of(noc_sources *s, double rate, double most,
                               const noc_traffic_class *class)
{
    noc_source_kind kind = {
        .packets_per_cycle = fmin(rate, most),
        .gap_scale = rate < 1.0 ? 1.0 / log1p(-rate) : 0.0,
    };
    limit_types(s, &kind, class);
    return kind;
}

/* Makes the kinds of sources; a node creates `packets_per_cycle` packets of all classes on
 * average. Without traffic classes, or with a trace, all sources have the first class. */
static bool make_kinds(noc_sources *s, double packets_per_cycle)
{
    const noc_system *system = s->ports->system;
    const noc_traffic *traffic = &system->traffic;
    const double most = most_packets(&system->graph);
    const uint32_t terminals = system->graph.terminal_count, classes = s->ports->class_count;
    const bool differ = traffic->pace && !s->schedule; /* traffic with rates has one class */
    const uint32_t count = differ ? terminals : classes;
    s->kinds = calloc(count + 1u, sizeof *s->kinds);
    if (!s->kinds) return false;
    for (uint32_t k = 0; k < count; k++) {
        const noc_traffic_class *class = &traffic->classes[differ ? 0 : k];
        const double pace = differ ? traffic->pace[k] : class->packets;
        s->kinds[k] = kind_of(s, packets_per_cycle * pace, most, class);
    }
    for (uint32_t i = 0; i < s->ports->source_count; i++)
        s->all[i].kind = (uint16_t)(differ ? i : i / terminals);
    return true;
}

/* Makes the sources of a trace, each with its first packet planned. */
static void make_players(noc_sources *s)
{
    for (uint32_t t = 0; t < s->ports->system->graph.terminal_count; t++) {
        noc_terminal_source *source = &s->all[t];
        source->planned = s->schedule->first[t];
        if (source->planned == NOC_NONE) continue;
        plan_packet(s, source, source->planned);
        set_timer(s, t);
    }
}

static void make_bernoulli(noc_sources *s)
{
    for (uint32_t i = 0; i < s->ports->source_count; i++) {
        if (!noc_destinations_has(&s->destinations, i)) continue;
        s->all[i].next_creation = draw_gap(s, i) - 1;
        set_timer(s, i);
    }
}

/* Sets the multicast share and the number of random destinations. */
static void draw_targets(noc_sources *s)
{
    const noc_traffic *traffic = &s->ports->system->traffic;
    if (traffic->multicast == 0.0) return;
    s->multicast = traffic->multicast;
    s->ports->groups.drawn = s->ports->groups.most = traffic->targets;
    s->ports->groups.of_class[NOC_REQUEST] = true;
}

static bool make_destinations(noc_sources *s, const noc_sources *like)
{
    draw_targets(s);
    if (!like) return noc_destinations_make(&s->destinations, s->ports->system);
    s->destinations = noc_destinations_like(&like->destinations);
    return true;
}

bool noc_sources_make(noc_sources *s, noc_ports *ports, double packets_per_cycle,
                      const noc_trace_schedule *schedule, const noc_sources *like)
{
    *s = (noc_sources){
        .ports = ports,
        .schedule = schedule,
        .first = UINT64_MAX,
    };
    s->all = calloc(ports->source_count + 1u, sizeof *s->all);
    s->timers = malloc(NOC_TIMER_SLOTS * sizeof *s->timers);
    if (!s->all || !s->timers) return false;
    for (unsigned i = 0; i < NOC_TIMER_SLOTS; i++) s->timers[i] = NOC_NONE;
    if (!make_kinds(s, packets_per_cycle)) return false;
    ports->supply = (noc_port_supply){make_next, s};
    if (schedule) {
        if (!noc_target_groups_make(&ports->groups, schedule)) return false;
        make_players(s);
    } else if (packets_per_cycle > 0.0) {
        if (!make_destinations(s, like)) return false;
        make_bernoulli(s);
    }
    return true;
}

bool noc_sources_make_on_request(noc_sources *s, noc_ports *ports, const noc_sources *like)
{
    return noc_sources_make(s, ports, 0.0, NULL, NULL) && make_destinations(s, like);
}

void noc_sources_clear(noc_sources *s)
{
    noc_destinations_clear(&s->destinations);
    free(s->kinds);
    free(s->all);
    free(s->timers);
}
