/* Packet types of a design, their lengths on each network, and the flows. */
#include "network/compile/compile_traffic.h"

#include <math.h>
#include <string.h>

#include "base/auto.h"
#include "base/growing_list.h"
#include "network/graph/units.h"
#include "network/kinds/traffic_keys.h"

typedef struct traffic_maker {
    const noc_design *design;
    const noc_graph *graph;
    noc_traffic *traffic;
    noc_arena *arena; /* the system's */
    noc_diag *diag;
} traffic_maker;

static traffic_maker make_maker(noc_system *s, noc_diag *diag)
{
    return (traffic_maker){s->design, &s->graph, &s->traffic, &s->arena, diag};
}

static bool add_type(traffic_maker *m, noc_packet_type type, int given_flits)
{
    const noc_graph *g = m->graph;
    noc_traffic *traffic = m->traffic;
    type.flits = noc_arena_array(m->arena, g->network_count, sizeof *type.flits);
    if (!type.flits) return false;
    for (uint16_t n = 0; n < g->network_count; n++) {
        const uint32_t width = g->networks[n].flit_bytes;
        type.flits[n] = (uint16_t)given_flits;
        if (type.bytes) type.flits[n] = (uint16_t)noc_flits_of_bytes((uint32_t)type.bytes, width);
    }
    traffic->types[traffic->type_count++] = type;
    return true;
}

/* Share of created packets that get a reply, at least: a network for replies needs a load even
 * if nothing is read. */
static const double least_replied_share = 1e-6;

static noc_status make_request_types(traffic_maker *m, double data)
{
    const noc_traffic_spec *t = &m->design->traffic;
    const double reads = t->read_fraction, writes = 1.0 - reads;
    const double write_header_bytes = fmax(t->write_request_bytes - data, 0.0);
    const double read_header_bytes = fmax(t->read_reply_bytes - data, 0.0);
    const bool answers_writes = t->write_reply_bytes > 0; /* true: writes are answered, too */
    const noc_packet_type types[] = {
        {"read request", NOC_REQUEST, reads, t->read_request_bytes, NULL, 2, false, 0.0, 0},
        {"write request", NOC_REQUEST, writes, t->write_request_bytes, NULL,
         answers_writes ? 3 : -1, true, write_header_bytes, 0},
        {"read reply", NOC_REPLY, answers_writes ? reads : 1.0, t->read_reply_bytes, NULL, -1, true,
         read_header_bytes, 0},
        {"write reply", NOC_REPLY, answers_writes ? writes : 0.0, t->write_reply_bytes, NULL, -1,
         false, 0.0, 0},
    };
    bool added = true;
    if (!answers_writes) m->traffic->replied_share = fmax(reads, least_replied_share);
    for (int i = 0; i < 4; i++) added &= add_type(m, types[i], 1);
    m->traffic->classes[0].type_count = m->traffic->type_count;
    return added ? NOC_OK : noc_fail_memory(m->diag);
}

/* Adds the packet types of a part of the traffic, one for each length. `packet_share`: share of the
 * part in all packets. `header_bytes`: header of each packet. */
static bool add_part_types(traffic_maker *m, int part, double packet_share, double header_bytes)
{
    const noc_traffic_spec *t = noc_traffic_part(&m->design->traffic, (size_t)part);
    const size_t lengths = t->packet_flits.count ? t->packet_flits.count : 1;
    bool added = true;
    double sum = 0.0; /* sum of the given shares, which may be rounded thirds */
    for (size_t i = 0; i < t->packet_mix.count; i++) sum += t->packet_mix.values[i];
    for (size_t i = 0; i < lengths; i++) {
        const int flits = t->packet_flits.count ? t->packet_flits.values[i] : 1;
        const double share =
            t->packet_mix.count ? t->packet_mix.values[i] / sum : 1.0 / (double)lengths;
        const noc_packet_type type = {
            .name = "packet",
            .class = NOC_REQUEST,
            .share = packet_share * share,
            .reply_type = -1,
            .has_data = true,
            .header_bytes = header_bytes,
            .traffic_class = part,
        };
        added &= add_type(m, type, flits);
    }
    return added;
}

static noc_status make_one_way_types(traffic_maker *m, double header)
{
    const noc_traffic_spec *spec = &m->design->traffic;
    noc_traffic *traffic = m->traffic;
    traffic->class_count = (uint32_t)noc_traffic_part_count(spec);
    bool added = true;
    for (uint32_t k = 0; k < traffic->class_count; k++) {
        noc_traffic_class *class = &traffic->classes[k];
        const int first = traffic->type_count;
        *class = (noc_traffic_class){1.0, noc_class_packet_share(spec, k), 1.0, 0, first, 0};
        if (spec->classes.count) {
            class->flit_share = spec->classes.list[k].share;
            class->priority = spec->classes.list[k].priority;
        }
        added &= add_part_types(m, (int)k, class->packet_share, header);
        class->type_count = traffic->type_count - first;
        class->mean_flits = noc_part_mean_flits(noc_traffic_part(spec, k));
    }
    return added ? NOC_OK : noc_fail_memory(m->diag);
}

static noc_status make_types(traffic_maker *m)
{
    const double data = noc_data_bytes(m->design);
    m->traffic->replied_share = 1.0;
    m->traffic->class_count = 1;
    m->traffic->relative_rate_square = 1.0;
    m->traffic->classes[0] = (noc_traffic_class){1.0, 1.0, 1.0, 0, 0, 0};
    m->traffic->transaction_data_bytes = data;
    return noc_design_has_replies(m->design)
               ? make_request_types(m, data)
               : make_one_way_types(m, noc_data_bytes_max(m->design) - data);
}

static bool can_shorten(const traffic_maker *m)
{
    const double ratio = m->design->codec.saved_share;
    for (int t = 0; t < m->traffic->type_count; t++)
        for (uint16_t n = 0; n < m->graph->network_count; n++) {
            const unsigned flits = m->traffic->types[t].flits[n];
            if (noc_codec_flits(flits, ratio) < flits) return true;
        }
    return false;
}

/* Makes the types as sent: the types as designed, and, if a codec shortens some packets, the
 * shortened types. */
static noc_status make_lengths(traffic_maker *m)
{
    noc_traffic *traffic = m->traffic;
    const noc_codec_spec *codec = &m->design->codec;
    traffic->length_count = traffic->type_count;
    memcpy(traffic->lengths, traffic->types, sizeof traffic->types);
    if (!noc_codec_shortens(codec) || !can_shorten(m)) return NOC_OK;
    for (int t = 0; t < traffic->type_count; t++) {
        noc_packet_type *length = &traffic->lengths[traffic->length_count];
        *length = traffic->types[t];
        length->share *= codec->compressible_share;
        if (length->reply_type >= 0) length->reply_type += traffic->type_count;
        traffic->lengths[t].share -= length->share;
        length->flits = noc_arena_array(m->arena, m->graph->network_count, sizeof *length->flits);
        if (!length->flits) return noc_fail_memory(m->diag);
        traffic->length_count++;
        for (uint16_t n = 0; n < m->graph->network_count; n++)
            length->flits[n] =
                (uint16_t)noc_codec_flits(traffic->types[t].flits[n], codec->saved_share);
    }
    return NOC_OK;
}

static bool add_flow(traffic_maker *m, size_t *capacity, noc_flow flow)
{
    noc_traffic *traffic = m->traffic;
    if (!noc_list_make_room(m->arena, &traffic->flows, traffic->flow_count + 1, capacity,
                            sizeof flow))
        return false;
    traffic->flows[traffic->flow_count++] = flow;
    return true;
}

static bool reserve_flows(traffic_maker *m, size_t count)
{
    return noc_list_resize(m->arena, &m->traffic->flows, count, sizeof *m->traffic->flows);
}

/* Adds the flows of replies, which mirror the requests, sorted by the node that sends the
 * replies. */
static bool mirror_flows(traffic_maker *m)
{
    noc_traffic *traffic = m->traffic;
    const size_t requests = traffic->flow_count;
    const uint32_t nodes = m->graph->terminal_count;
    /* position of each node's next reply */
    NOC_AUTO_FREE size_t *next_reply = calloc(nodes + 1u, sizeof *next_reply);
    if (!next_reply || !reserve_flows(m, 2 * requests)) return false;
    for (size_t f = 0; f < requests; f++) next_reply[traffic->flows[f].destination + 1u]++;
    for (uint32_t t = 0; t < nodes; t++) next_reply[t + 1] += next_reply[t];
    for (size_t f = 0; f < requests; f++) {
        const noc_flow request = traffic->flows[f];
        traffic->flows[requests + next_reply[request.destination]++] =
            (noc_flow){.source = request.destination,
                       .destination = request.source,
                       .class = NOC_REPLY,
                       .rate = request.rate * traffic->replied_share};
    }
    traffic->flow_count = 2 * requests;
    return true;
}

/* Adds the flows of a source in a part of the traffic. */
static bool add_source_flows(traffic_maker *m, size_t *capacity, const noc_design *view,
                             uint32_t part, uint32_t source, double *share)
{
    noc_traffic *traffic = m->traffic;
    const uint32_t nodes = m->graph->terminal_count;
    memset(share, 0, nodes * sizeof *share);
    noc_traffic_fill_shares(view, m->graph, source, share);
    const size_t before = traffic->flow_count;
    bool added = true;
    for (uint32_t d = 0; d < nodes && added; d++)
        if (share[d] > 0.0)
            added = add_flow(m, capacity,
                             (noc_flow){.source = source,
                                        .destination = d,
                                        .class = NOC_REQUEST,
                                        .rate = traffic->classes[part].packet_share * share[d],
                                        .traffic_class = part});
    if (traffic->flow_count > before && !traffic->creates_packets[source]) {
        traffic->creates_packets[source] = true;
        traffic->injector_count++;
    }
    return added;
}

static bool add_part_flows(traffic_maker *m, noc_design *view, double *share)
{
    size_t capacity = 0;
    bool added = view && share;
    for (uint32_t k = 0; k < m->traffic->class_count && added; k++) {
        noc_design_make_view(m->design, k, view);
        for (uint32_t s = 0; s < m->graph->terminal_count && added; s++)
            added = add_source_flows(m, &capacity, view, k, s, share);
    }
    return added;
}

static noc_status make_flows(traffic_maker *m)
{
    NOC_AUTO_FREE noc_design *view = malloc(sizeof *view);
    NOC_AUTO_FREE double *share = malloc((m->graph->terminal_count + 1) * sizeof *share);
    bool added = add_part_flows(m, view, share);
    if (added && noc_design_has_replies(m->design))
        added = mirror_flows(m);
    else if (added)
        added = reserve_flows(m, m->traffic->flow_count); /* frees spare capacity */
    return added ? NOC_OK : noc_fail_memory(m->diag);
}

noc_status noc_traffic_make(noc_system *system, noc_diag *diag)
{
    traffic_maker m = make_maker(system, diag);
    noc_traffic *traffic = m.traffic;
    noc_status status = make_types(&m);
    if (status == NOC_OK) status = make_lengths(&m);
    if (noc_traffic_is_multicast(&m.design->traffic)) {
        traffic->multicast_share = m.design->traffic.multicast.share;
        traffic->multicast_targets = (uint32_t)m.design->traffic.multicast.destinations;
    }
    traffic->creates_packets =
        noc_arena_array(m.arena, m.graph->terminal_count, sizeof *traffic->creates_packets);
    return traffic->creates_packets ? status : noc_fail_memory(diag);
}

noc_status noc_traffic_add_flows(noc_system *system, noc_diag *diag)
{
    traffic_maker m = make_maker(system, diag);
    return make_flows(&m);
}

/* Copies the flows: requests at the same rates, and replies at the rates of answered requests. */
static noc_status copy_flows(traffic_maker *m, const noc_traffic *original)
{
    noc_traffic *traffic = m->traffic;
    const bool replies = noc_design_has_replies(m->design);
    traffic->flow_count = replies ? original->flow_count / 2 : original->flow_count;
    traffic->injector_count = original->injector_count;
    memcpy(traffic->creates_packets, original->creates_packets,
           m->graph->terminal_count * sizeof *traffic->creates_packets);
    if (!reserve_flows(m, original->flow_count)) return noc_fail_memory(m->diag);
    memcpy(traffic->flows, original->flows, traffic->flow_count * sizeof *traffic->flows);
    if (replies && !mirror_flows(m)) return noc_fail_memory(m->diag);
    for (size_t f = 0; f < traffic->flow_count; f++)
        traffic->flows[f].route = original->flows[f].route;
    return NOC_OK;
}

noc_status noc_traffic_mix(noc_system *system, const noc_traffic *original, noc_diag *diag)
{
    traffic_maker m = make_maker(system, diag);
    const noc_status status = noc_traffic_make(system, diag);
    return status == NOC_OK ? copy_flows(&m, original) : status;
}
