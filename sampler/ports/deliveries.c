#include "sampler/ports/deliveries.h"

#include "network/graph/die_links.h"
#include "sampler/ports/codecs.h"

static void add_transaction(noc_owner_tally *tally, uint64_t cycles)
{
    tally->packets++;
    tally->cycles += cycles;
}

/* Counts a latency: of a packet, or the round trip of a request and its reply. */
static void count_latency(noc_ports *p, const noc_packet *packet, uint64_t cycles)
{
    noc_sketch_add(&p->sketch, cycles);
    noc_recent_add(&p->recent, cycles);
    add_transaction(&p->terminal_tallies[noc_flow_owner(&p->system->traffic.flows[packet->flow])],
                    cycles);
    if (p->flow_tallies) add_transaction(&p->flow_tallies[packet->flow], cycles);
}

static void count_die(noc_ports *p, const noc_packet *packet, bool is_trip)
{
    const noc_flow *flow = &p->system->traffic.flows[packet->flow];
    noc_die_tally *tally = &p->tally.dies[!noc_flow_is_local(&p->system->graph, flow)];
    tally->done++;
    if (!is_trip) return;
    tally->trips++;
    tally->cycles += p->now - packet->request_cycle;
}

static void count_class(noc_ports *p, const noc_packet *packet, uint32_t class)
{
    noc_class_tally *tally = &p->tally.classes[class];
    tally->delivered++;
    tally->flits += packet->flits;
    tally->latency += p->now - packet->creation_cycle;
    noc_sketch_add(&p->class_sketches[class], p->now - packet->creation_cycle);
}

void noc_port_count_packet(noc_ports *p, const noc_packet *packet)
{
    const noc_packet_type *type = &p->system->traffic.types[packet->type];
    noc_tally *tally = &p->tally;
    tally->delivered[type->class]++;
    tally->read_requests += packet->type == NOC_READ_REQUEST;
    tally->last_delivery = p->now;
    tally->latency[type->class] += p->now - packet->creation_cycle;
    tally->network_latency[type->class] += p->now - packet->injection_cycle;
    tally->routers[type->class] += packet->routers;
    const bool is_trip = type->class == NOC_REPLY && p->has_answers;
    if (is_trip) {
        tally->round_trips++;
        tally->round_trip += p->now - packet->request_cycle;
        count_latency(p, packet, p->now - packet->request_cycle);
    } else if (type->reply_type < 0 || !p->has_answers) {
        count_latency(p, packet, p->now - packet->creation_cycle);
    }
    if (p->system->graph.dies > 0 && (is_trip || type->reply_type < 0 || !p->has_answers))
        count_die(p, packet, is_trip);
    if (p->class_count > 1) count_class(p, packet, (uint32_t)type->traffic_class);
}

static void list_arrival(noc_ports *p, uint32_t index)
{
    p->packets.entries[index].next = NOC_NONE;
    if (p->first_arrival == NOC_NONE)
        p->first_arrival = index;
    else
        p->packets.entries[p->last_arrival].next = index;
    p->last_arrival = index;
}

/* Frees the record of a delivered packet, unless the engine still holds the place. */
void noc_port_free_record(noc_ports *p, uint32_t index)
{
    noc_packet *packet = &p->packets.entries[index];
    packet->is_delivered = true;
    if (!packet->keeps_place) noc_packets_give_back(&p->packets, index);
}

/* Ends the delivery of a packet whose tail has arrived, after the codec. */
static void end_delivery(noc_ports *p, uint32_t index)
{
    const noc_packet *packet = &p->packets.entries[index];
    const noc_class class = p->system->traffic.types[packet->type].class;
    noc_port_count_packet(p, packet);
    if (p->lists_arrivals[class])
        list_arrival(p, index);
    else
        noc_port_free_record(p, index);
}

void noc_ports_deliver_decoded(noc_ports *p)
{
    uint32_t packet;
    while (noc_codecs_take_decoded(p->codecs, p->now, &packet)) end_delivery(p, packet);
}

void noc_port_end_packet(noc_ports *p, uint32_t index)
{
    if (p->codecs)
        noc_codecs_decode(p->codecs, p->now, index);
    else
        end_delivery(p, index);
}

/* Ends the answer to one destination as a separate packet. The last answer reuses the record of
 * the multicast packet. */
static void end_answer(noc_ports *p, uint32_t index, uint32_t place, bool last)
{
    const noc_target_answer *answer = &p->groups.answers[place];
    const uint32_t record = last ? index : noc_packets_take(&p->packets);
    noc_packet *packet = &p->packets.entries[record];
    *packet = p->packets.entries[index];
    packet->creation_cycle = answer->creation_cycle;
    packet->request_cycle = answer->request_cycle;
    packet->tag = answer->tag;
    packet->flow = p->groups.flows[place];
    packet->group = 0;
    if (!last) p->tally.created[NOC_REPLY]++;
    noc_port_end_packet(p, record);
}

void noc_port_deliver_copy(noc_ports *p, uint32_t index, uint32_t k)
{
    const noc_packet *packet = &p->packets.entries[index];
    noc_target_group *group = &p->groups.entries[packet->group];
    noc_tally *tally = &p->tally;
    const noc_class class = p->system->traffic.types[packet->type].class;
    tally->flits_ejected[class]++;
    if (k > 0) tally->copies_ejected[class]++;
    if (--p->groups.flits_left[group->first + k] > 0) return;
    tally->copies++;
    tally->copy_latency += p->now - packet->creation_cycle;
    const bool last = --group->incomplete_count == 0;
    if (last) {
        tally->forked++;
        tally->forked_latency += p->now - packet->creation_cycle;
    }
    if (p->groups.answers)
        end_answer(p, index, group->first + k, last);
    else if (last)
        noc_port_end_packet(p, index);
}

uint32_t noc_port_hold_arrival(noc_ports *p)
{
    const uint32_t index = p->first_arrival;
    p->first_arrival = p->packets.entries[index].next;
    return index;
}

void noc_port_drop_arrival(noc_ports *p)
{
    noc_port_free_record(p, noc_port_hold_arrival(p));
}
