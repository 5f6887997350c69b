#include "analytic/loop/closed_replies.h"

#include <math.h>

#include "design/memory/replies.h"

/* ---- closed forms, independent of the network ------------------------------------------------ */

double noc_coalesced_group(double approximable, double match, double check_depth)
{
    const double found = approximable * match * (check_depth - 1);
    return (1.0 + found) / (1.0 + found * (1.0 - approximable));
}

double noc_burst_share(double rate, int burst_cycles)
{
    return 1.0 - pow(1.0 - rate, burst_cycles);
}

/* Wait of the class with priority. `share`: its share of all replies. */
static double first_wait(double mean, double used, double share)
{
    return 1.0 + (mean - 1.0) * (1.0 - used) / (1.0 - used * share);
}

/* Wait of the other class, by the mean over both. `wait`, `share`: of the first class. */
static double rest_of(double mean, double wait, double share)
{
    return share < 1.0 ? (mean - share * wait) / (1.0 - share) : mean;
}

noc_reply_waits noc_reply_waits_apart(double mean, double used, double bursts, int burst_share)
{
    const double sharpness = 2.05 / cbrt(1.0 - used);
    const double others = 1.0 - bursts, turns = others * (burst_share + 1.0);
    const double others_first = 1.0 / (1.0 + pow(turns, sharpness));
    const double if_first = first_wait(mean, used, bursts);
    const double if_last = rest_of(mean, first_wait(mean, used, others), others);
    const double burst = if_first + others_first * (if_last - if_first);
    return (noc_reply_waits){burst, rest_of(mean, burst, bursts)};
}

static const noc_memory_spec *memory_of(const noc_closed_state *l)
{
    return &l->system->design->memory;
}

/* ---- bursts --------------------------------------------------------------------------------- */

/* Requests of an instruction form a burst; the first one may continue another instruction's
 * burst. */
double noc_closed_bursts(const noc_closed_state *l, double rate)
{
    const noc_memory_spec *m = memory_of(l);
    const double burst = l->w->burst;
    if (!noc_bursts_go_first(m)) return 0.0;
    const double behind = l->request_spacing <= m->burst_cycles ? burst - 1.0 : 0.0;
    return (behind + noc_burst_share(min_of(1.0, rate / burst), m->burst_cycles)) / burst;
}

double noc_closed_reply_places(const noc_system *s, double bursts)
{
    const noc_memory_spec *m = &s->design->memory;
    const double all = noc_reply_capacity(s->design), answered = s->traffic.answered;
    if (!noc_bursts_go_first(m)) return all / answered;
    return min_of(all, min_of(m->burst_queue / bursts, m->normal_queue / (1.0 - bursts))) /
           answered;
}

/* ---- groups ---------------------------------------------------------------------------------.
 * docs/model.md (35). */

double noc_closed_group(const noc_closed_state *l, double waiting)
{
    const noc_memory_spec *m = memory_of(l);
    if (!noc_replies_coalesce(m)) return 1.0;
    const double looked_at = max_of(1.0, min_of(waiting, m->check_depth));
    return noc_coalesced_group(m->approximable * l->w->read_fraction, m->match, looked_at);
}

/* With multicast a packet of G replies saves the packets of G - 1 reads; in networks with forked
 * packets only on common channels. If one network has multicast, no other network carries
 * replies. */
double noc_closed_gain(const noc_closed_state *l, double group)
{
    const noc_traffic *t = &l->system->traffic;
    double all = 0.0, saved = 0.0;
    if (l->curve->group_most > 1.0) return noc_open_curve_forked(l->curve, group);
    for (uint16_t n = 0; n < l->system->graph.network_count; n++) {
        if (!l->system->graph.networks[n].carries[NOC_REPLY]) continue;
        if (!noc_system_spec(l->system, n)->multicast) return 1.0;
        const double read = t->types[NOC_READ_REPLY].flits[n];
        all += l->w->read_fraction * read +
               (1.0 - l->w->read_fraction) * t->types[NOC_WRITE_REPLY].flits[n];
        saved += (1.0 - 1.0 / group) * read;
    }
    return all / (all - saved);
}

/* Mean cycles for which a packet with one reply occupies the ports of a memory node. */
static double port_cycles(const noc_closed_state *l)
{
    const noc_traffic *t = &l->system->traffic;
    double packets = 0.0;
    for (uint16_t n = 0; n < l->system->graph.network_count; n++) {
        const noc_network_spec *spec = noc_system_spec(l->system, n);
        if (!l->system->graph.networks[n].carries[NOC_REPLY]) continue;
        const double flits = l->w->read_fraction * t->types[NOC_READ_REPLY].flits[n] +
                             (1.0 - l->w->read_fraction) * t->types[NOC_WRITE_REPLY].flits[n];
        packets += spec->memory_ports / (flits * max_of(1.0, spec->overlay.inject_interval));
    }
    return 1.0 / packets;
}

/* A group of G replies, of which a share p is approximable, begins with an approximable reply with
 * probability 1 - (1 - p) G. The node searches its queue for check_depth cycles before such a
 * group, in parallel with the last packet. Without multicast each reply of a group is a packet. */
double noc_closed_looked_through(const noc_closed_state *l)
{
    const noc_memory_spec *m = memory_of(l);
    if (!noc_replies_coalesce(m)) return INFINITY;
    const double packet = port_cycles(l), look = max_of(packet, m->check_depth);
    const double waiting = min_of(noc_closed_reply_places(l->system, l->bursts), l->outstanding);
    const double group = noc_closed_group(l, waiting);
    const double p = m->approximable * l->w->read_fraction;
    const double looked = max_of(0.0, 1.0 - (1.0 - p) * group);
    const bool multicast = noc_closed_gain(l, 2.0) > 1.0;
    const double others = multicast ? 0.0 : (group - 1.0) * packet;
    return group / (looked * look + (1.0 - looked) * packet + others);
}

/* ---- operating point ------------------------------------------------------------------------ */

/* Share of requests in bursts at the operating point. A core that waits for MSHRs sends a request
 * when a reply arrives, at random cycles. It waits if its warps demand more MSHRs than there are,
 * while all are in use. */
static double bursts_at(const noc_closed_state *l, double rate, double outstanding)
{
    const noc_memory_spec *m = memory_of(l);
    const double mshrs = l->system->design->nodes.mshrs;
    const double more = min_of(1.0, max_of(0.0, l->w->warps * l->w->burst / mshrs - 1.0));
    const double waits = more * pow(min_of(1.0, outstanding / mshrs), 4.0);
    if (!noc_bursts_go_first(m)) return 0.0;
    return waits * noc_burst_share(min_of(1.0, rate), m->burst_cycles) +
           (1.0 - waits) * noc_closed_bursts(l, rate);
}

noc_closed_replies noc_closed_replies_at(const noc_closed_state *l, double rate,
                                         const noc_closed_trip *trip, const noc_closed_trip *idle,
                                         double used)
{
    const noc_memory_spec *m = memory_of(l);
    const double at_node = rate * l->cores / l->memories;
    const double bursts = bursts_at(l, rate, rate * trip->all);
    const double places = noc_closed_reply_places(l->system, bursts);
    noc_closed_replies r = {NAN, NAN, NAN, NAN};
    const bool forks = l->curve->group_most > 1.0;
    const double stays = forks ? trip->reply - idle->reply : trip->reply;
    if (noc_replies_coalesce(m))
        r.group = noc_closed_group(l, 1.0 + min_of(at_node * stays, places));
    if (!noc_bursts_go_first(m)) return r;
    const double wait = min_of(trip->reply - idle->reply, places / at_node);
    const noc_reply_waits waits = noc_reply_waits_apart(1.0 + wait, used, bursts, m->burst_share);
    r.bursts = bursts;
    r.burst_wait = l->curve->opening + waits.burst;
    r.normal_wait = l->curve->opening + waits.normal;
    return r;
}
