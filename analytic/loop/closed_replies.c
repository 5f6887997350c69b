#include "analytic/loop/closed_replies.h"

#include <math.h>

#include "design/memory/replies.h"

/* ---- closed forms, independent of the network ------------------------------------------------ */

double noc_coalesced_group_size(double approximable, double match, double check_depth)
{
    const double matching_replies = approximable * match * (check_depth - 1);
    return (1.0 + matching_replies) / (1.0 + matching_replies * (1.0 - approximable));
}

double noc_burst_share(double rate, int burst_cycles)
{
    return 1.0 - pow(1.0 - rate, burst_cycles);
}

/* Wait of the replies with priority. `share`: share of these replies among all replies. */
static double prior_wait(double mean, double used, double share)
{
    return 1.0 + (mean - 1.0) * (1.0 - used) / (1.0 - used * share);
}

/* Wait of the other replies, given the mean wait over all. `wait`, `share`: wait and share of the
 * first replies. */
static double other_wait(double mean, double wait, double share)
{
    return share < 1.0 ? (mean - share * wait) / (1.0 - share) : mean;
}

noc_burst_waits noc_find_reply_waits(double mean, double utilisation, double burst_replies,
                                     int burst_share)
{
    const double sharpness = 2.05 / cbrt(1.0 - utilisation);
    const double other_replies = 1.0 - burst_replies,
                 other_turns = other_replies * (burst_share + 1.0);
    const double others_first_weight = 1.0 / (1.0 + pow(other_turns, sharpness));
    const double first_burst_wait = prior_wait(mean, utilisation, burst_replies);
    const double last_burst_wait =
        other_wait(mean, prior_wait(mean, utilisation, other_replies), other_replies);
    const double burst_wait =
        first_burst_wait + others_first_weight * (last_burst_wait - first_burst_wait);
    return (noc_burst_waits){burst_wait, other_wait(mean, burst_wait, burst_replies)};
}

static const noc_memory_spec *memory_spec(const noc_closed_state *state)
{
    return &state->system->design->memory;
}

/* ---- bursts --------------------------------------------------------------------------------- */

/* Requests of an instruction form a burst; the first one may continue another instruction's
 * burst. */
double noc_closed_burst_share(const noc_closed_state *state, double rate)
{
    const noc_memory_spec *m = memory_spec(state);
    const double burst = state->workload->burst;
    if (!noc_has_burst_priority(m)) return 0.0;
    const double later_requests = state->request_spacing <= m->burst_cycles ? burst - 1.0 : 0.0;
    return (later_requests + noc_burst_share(min_of(1.0, rate / burst), m->burst_cycles)) / burst;
}

double noc_closed_reply_places(const noc_system *s, double burst_requests)
{
    const noc_memory_spec *m = &s->design->memory;
    const double places = noc_reply_capacity(s->design), answered = s->traffic.replied_share;
    if (!noc_has_burst_priority(m)) return places / answered;
    return min_of(places, min_of(m->burst_queue / burst_requests,
                                 m->normal_queue / (1.0 - burst_requests))) /
           answered;
}

/* ---- groups ---------------------------------------------------------------------------------.
 * docs/model.md (35). */

double noc_closed_group_size(const noc_closed_state *state, double waiting)
{
    const noc_memory_spec *m = memory_spec(state);
    if (!noc_replies_are_coalesced(m)) return 1.0;
    const double searched_replies = max_of(1.0, min_of(waiting, m->check_depth));
    return noc_coalesced_group_size(m->approximable_share * state->workload->read_fraction,
                                    m->match_share, searched_replies);
}

/* A packet of G replies saves the packets of G - 1 reads if networks have multicast; where packets
 * fork, only on the channels that the replies have in common. If one network has multicast, no
 * other network carries replies. */
double noc_closed_packet_gain(const noc_closed_state *state, double group)
{
    const noc_traffic *t = &state->system->traffic;
    double total_flits = 0.0, saved_flits = 0.0;
    if (state->curve->largest_group > 1.0) return noc_open_curve_gain(state->curve, group);
    for (uint16_t n = 0; n < state->system->graph.network_count; n++) {
        if (!state->system->graph.networks[n].carries[NOC_REPLY]) continue;
        if (!noc_system_spec(state->system, n)->multicast) return 1.0;
        const double read = t->types[NOC_READ_REPLY].flits[n];
        total_flits += state->workload->read_fraction * read +
                       (1.0 - state->workload->read_fraction) * t->types[NOC_WRITE_REPLY].flits[n];
        saved_flits += (1.0 - 1.0 / group) * read;
    }
    return total_flits / (total_flits - saved_flits);
}

/* Mean cycles for which a packet with one reply occupies the ports of a memory node. */
static double packet_port_cycles(const noc_closed_state *state)
{
    const noc_traffic *t = &state->system->traffic;
    double packets = 0.0;
    for (uint16_t n = 0; n < state->system->graph.network_count; n++) {
        const noc_network_spec *spec = noc_system_spec(state->system, n);
        if (!state->system->graph.networks[n].carries[NOC_REPLY]) continue;
        const double flits =
            state->workload->read_fraction * t->types[NOC_READ_REPLY].flits[n] +
            (1.0 - state->workload->read_fraction) * t->types[NOC_WRITE_REPLY].flits[n];
        packets += spec->memory_ports / (flits * max_of(1.0, spec->overlay.inject_interval));
    }
    return 1.0 / packets;
}

/* A group of G replies, of which a share p is approximable, begins with an approximable reply with
 * probability 1 - (1 - p) G. The node searches its queue for check_depth cycles before such a
 * group, in parallel with the last packet. Without multicast each reply of a group is a packet. */
double noc_closed_search_rate(const noc_closed_state *state)
{
    const noc_memory_spec *m = memory_spec(state);
    if (!noc_replies_are_coalesced(m)) return INFINITY;
    const double packet_cycles = packet_port_cycles(state),
                 search_cycles = max_of(packet_cycles, m->check_depth);
    const double waiting =
        min_of(noc_closed_reply_places(state->system, state->burst_requests), state->outstanding);
    const double group = noc_closed_group_size(state, waiting);
    const double p = m->approximable_share * state->workload->read_fraction;
    const double search_chance = max_of(0.0, 1.0 - (1.0 - p) * group);
    const bool multicast = noc_closed_packet_gain(state, 2.0) > 1.0;
    const double other_cycles = multicast ? 0.0 : (group - 1.0) * packet_cycles;
    return group /
           (search_chance * search_cycles + (1.0 - search_chance) * packet_cycles + other_cycles);
}

/* ---- operating point ------------------------------------------------------------------------ */

/* Share of requests in bursts at the operating point. A core that waits for MSHRs sends a request
 * when a reply arrives, at random cycles. It waits if its warps demand more MSHRs than there are,
 * while all are in use. */
static double find_burst_requests(const noc_closed_state *state, double rate, double outstanding)
{
    const noc_memory_spec *m = memory_spec(state);
    const double mshrs = state->system->design->nodes.mshrs;
    const double demand_excess =
        min_of(1.0, max_of(0.0, state->workload->warps * state->workload->burst / mshrs - 1.0));
    const double mshr_wait_chance = demand_excess * pow(min_of(1.0, outstanding / mshrs), 4.0);
    if (!noc_has_burst_priority(m)) return 0.0;
    return mshr_wait_chance * noc_burst_share(min_of(1.0, rate), m->burst_cycles) +
           (1.0 - mshr_wait_chance) * noc_closed_burst_share(state, rate);
}

noc_closed_replies noc_find_closed_replies(const noc_closed_state *state, double rate,
                                           const noc_closed_trip *trip, const noc_closed_trip *idle,
                                           double utilisation)
{
    const noc_memory_spec *m = memory_spec(state);
    const double node_rate = rate * state->core_count / state->memory_count;
    const double bursts = find_burst_requests(state, rate, rate * trip->total_cycles);
    const double places = noc_closed_reply_places(state->system, bursts);
    noc_closed_replies r = {NAN, NAN, NAN, NAN};
    const bool has_forks = state->curve->largest_group > 1.0;
    const double stay_cycles =
        has_forks ? trip->reply_cycles - idle->reply_cycles : trip->reply_cycles;
    if (noc_replies_are_coalesced(m))
        r.group = noc_closed_group_size(state, 1.0 + min_of(node_rate * stay_cycles, places));
    if (!noc_has_burst_priority(m)) return r;
    const double wait = min_of(trip->reply_cycles - idle->reply_cycles, places / node_rate);
    const noc_burst_waits waits =
        noc_find_reply_waits(1.0 + wait, utilisation, bursts, m->burst_share);
    r.bursts = bursts;
    r.burst_wait = state->curve->opening_cycles + waits.burst_wait;
    r.normal_wait = state->curve->opening_cycles + waits.normal_wait;
    return r;
}
