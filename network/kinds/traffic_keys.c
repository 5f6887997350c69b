#include "network/kinds/traffic_keys.h"

#include <math.h>

#include "base/min_max.h"
#include "design/node_list.h"
#include "design/rates.h"
#include "network/graph/node_numbers.h"
#include "network/kinds/unread_conditions.h"

typedef const noc_unread_question question;

/* ---- conditions under which keys are not read ----------------------------------------------- */

/* True if the longest request sets the size of buffers, and it is a read (or a write): slices with
 * tokens have buffers for the longest request of any sender. */
static bool sets_buffer_size(question *q, bool reads)
{
    const noc_traffic_spec *traffic = &q->design->traffic;
    bool has_tokens = false;
    for (int n = 0; n < q->design->network_count; n++)
        has_tokens |= noc_slices_have_tokens(&q->design->networks[n].conflict_free);
    return has_tokens && reads == (traffic->read_request_bytes >= traffic->write_request_bytes);
}

static bool has_trace_reads(question *q)
{
    return noc_unread_plays_trace(q) && !sets_buffer_size(q, true);
}

static bool has_trace_writes(question *q)
{
    return noc_unread_plays_trace(q) && !sets_buffer_size(q, false);
}

static bool has_trace_replies(question *q)
{
    return q->answer_kind == NOC_ASKED_TRACE_REPLIES;
}

static bool is_loop_sample(question *q)
{
    return q->answer_kind == NOC_ASKED_LOOP;
}

static bool has_only_writes(question *q)
{
    return noc_unread_is_open_loop(q) && q->design->traffic.read_fraction == 0.0;
}

static bool has_only_reads(question *q)
{
    return noc_unread_is_open_loop(q) && q->design->traffic.read_fraction == 1.0;
}

static bool has_one_length(question *q)
{
    const noc_integers *flits = &q->design->traffic.packet_flits;
    for (size_t i = 1; i < flits->count; i++)
        if (flits->values[i] != flits->values[0]) return false;
    return true;
}

/* Reader of keys that a trace replaces, except in the bytes of data (noc_data_bytes). */
static const char except_for_data[] = " by the trace but for its data";

static const noc_unread_condition
    trace_reads = {has_trace_reads, true, except_for_data, NOC_UNREAD_TRACE_PACKETS},
    trace_writes = {has_trace_writes, true, except_for_data, NOC_UNREAD_TRACE_PACKETS},
    trace_replies = {has_trace_replies, true, except_for_data, "the trace has its own replies"},
    loop_has_own_reads = {is_loop_sample, true, " by the closed loop",
                          "its workload has its own share of reads"},
    /* sizes in a file stay valid for a workload that may be set, or for another share of reads */
    no_reads = {has_only_writes, true, NULL, "traffic.read_fraction is 0"},
    no_writes = {has_only_reads, true, NULL, "traffic.read_fraction is 1"},
    one_length = {has_one_length, false, NULL, "all packets are equally long"};

/* ---- keys ----------------------------------------------------------------------------------- */

static const noc_key peer_keys[] = {
    {"replies", NOC_CHOICE, offsetof(noc_traffic_spec, has_replies), 0, 0, 0, NOC_YOUNGER,
     noc_truth_name, "",
     "every node answers the requests that reach it; replies go before its own requests",
     "BookSim 2.0: use_read_write", NULL, NOC_BY_ROUTES | NOC_BY_COST},
};

/* clang-format off */
#define BYTES(member, fallback, stages, meaning, ...)                                              \
    {#member, NOC_INTEGER, offsetof(noc_traffic_spec, member), 1, 32768, fallback, 0, NULL,        \
     "bytes", meaning, "te13 Table IV", NOC_UNREAD(__VA_ARGS__), stages}
/* clang-format on */

static const noc_key reply_keys[] = {
    {"read_fraction", NOC_REAL, offsetof(noc_traffic_spec, read_fraction), 0, 1, 0.9, 0, NULL, "",
     "share of the requests that read", "",
     NOC_UNREAD(&noc_unread_trace_packets, &loop_has_own_reads), NOC_BY_LOADS},
    BYTES(read_request_bytes, 8, NOC_BY_LOADS | NOC_BY_COST, "size of a read request", &trace_reads,
          &no_reads),
    BYTES(read_reply_bytes, 64, NOC_BY_LOADS, "size of the reply to a read", &trace_replies,
          &no_reads),
    BYTES(write_request_bytes, 72, NOC_BY_LOADS | NOC_BY_COST,
          "size of a write request, its data included", &trace_writes, &no_writes),
    BYTES(write_reply_bytes, 8, NOC_BY_LOADS, "size of the reply to a write", &trace_replies,
          &no_writes),
    {"answer_cycles", NOC_INTEGER, offsetof(noc_traffic_spec, answer_cycles), 0, 10000, 0,
     NOC_YOUNGER, NULL, "cycles",
     "pipelines of a GPU's core and cache that are no part of the network: from a request's "
     "arrival "
     "until its node looks at it, in open loops, closed loops and traces",
     "", NULL, NOC_BY_LOADS},
};

static const noc_key one_way_keys[] = {
    {"packet_flits", NOC_INTEGERS, offsetof(noc_traffic_spec, packet_flits), 1, 256, 0, 0, NULL,
     "flits", "length of a packet, or a list of lengths; default 1", "BookSim 2.0: packet_size",
     NOC_UNREAD(&noc_unread_trace_packets), NOC_BY_LOADS},
    {"packet_mix", NOC_REALS, offsetof(noc_traffic_spec, packet_mix), 0, 1, 0, 0, NULL, "",
     "share of the packets of each length; default equal", "",
     NOC_UNREAD(&noc_unread_trace_packets, &one_length), NOC_BY_LOADS},
};

static const struct {
    const char *name;
    noc_key_table keys;
} kinds[NOC_TRAFFIC_KINDS] = {
    [NOC_TRAFFIC_PEERS] = {"traffic without memory nodes", NOC_KEYS(peer_keys)},
    [NOC_TRAFFIC_WITH_REPLIES] = {"traffic with replies", NOC_KEYS(reply_keys)},
    [NOC_TRAFFIC_ONE_WAY] = {"traffic without replies", NOC_KEYS(one_way_keys)},
};

static bool has_replies(const noc_traffic_spec *t)
{
    return t->pattern->has_memory || t->has_replies;
}

bool noc_design_has_replies(const noc_design *design)
{
    return has_replies(&design->traffic);
}

bool noc_network_is_shared(const noc_design *design, int network)
{
    return design->networks[network].carried_traffic == NOC_CARRIES_BOTH &&
           noc_design_has_replies(design);
}

int noc_network_min_vcs(const noc_design *design, int network)
{
    const noc_network_spec *spec = &design->networks[network];
    if (!noc_network_is_shared(design, network)) return spec->virtual_channels;
    const int requests = noc_request_vcs(spec);
    return min_int(requests, spec->virtual_channels - requests);
}

/* Finds the shares of a table of rates, at a mean of one packet per cycle of an injecting node;
 * with eager nodes, at one packet of each node. */
static void fill_table_shares(const noc_design *design, const noc_graph *graph, uint32_t source,
                              double *shares)
{
    const noc_rates *rates = design->traffic.rates;
    size_t count;
    const noc_rate *rows =
        noc_rates_of_source(rates, noc_node_number(graph, source, false), &count);
    double sum = rates->total_rate / rates->source_count;
    if (noc_traffic_is_eager(&design->traffic)) {
        sum = 0.0;
        for (size_t i = 0; i < count; i++) sum += rows[i].packet_rate;
    }
    for (size_t i = 0; i < count; i++)
        shares[noc_node_of_number(graph, rows[i].destination, false)] = rows[i].packet_rate / sum;
}

/* Adds the share of hot nodes to a source's packets. */
static void add_hot_shares(const noc_traffic_spec *t, const noc_graph *graph, double *shares)
{
    const double hot_fraction = t->hotspot_fraction;
    double sum = 1.0;
    if (t->rates) {
        sum = 0.0;
        for (uint32_t d = 0; d < graph->terminal_count; d++) sum += shares[d];
    }
    for (uint32_t d = 0; d < graph->terminal_count; d++) shares[d] *= 1.0 - hot_fraction;
    for (size_t i = 0; i < t->hotspot_nodes.count; i++)
        shares[t->hotspot_nodes.values[i]] += sum * hot_fraction / (double)t->hotspot_nodes.count;
}

/* True if a list names a source. */
static bool has_source(const noc_node_list *nodes, const noc_graph *g, uint32_t source)
{
    const int number = (int)g->terminals[source].number;
    for (size_t i = 0; i < nodes->count; i++) {
        const noc_named_nodes *entry = &nodes->list[i];
        if (entry->level
                ? number >= entry->first && number < entry->first + entry->count
                : noc_node_of_list_number(g, (uint32_t)entry->number, NOC_COMPUTE) == source)
            return true;
    }
    return false;
}

/* Marks the share of a listed destination by a negative sign. */
static void mark_share(double *shares, uint32_t destination)
{
    if (destination != NOC_NONE && shares[destination] > 0.0)
        shares[destination] = -shares[destination];
}

/* Restricts a source's destinations to listed nodes. */
static void keep_destinations(const noc_node_list *nodes, const noc_graph *g, double *shares)
{
    double old_sum = 0.0, new_sum = 0.0;
    for (size_t i = 0; i < nodes->count; i++) {
        const noc_named_nodes *entry = &nodes->list[i];
        if (!entry->level)
            mark_share(shares, noc_node_of_list_number(g, (uint32_t)entry->number, NOC_MEMORY));
        for (int n = 0; entry->level && n < entry->count; n++)
            mark_share(shares, g->memory_terminals[entry->first + n]);
    }
    for (uint32_t d = 0; d < g->terminal_count; d++) {
        old_sum += fabs(shares[d]);
        shares[d] = shares[d] < 0.0 ? -shares[d] : 0.0;
        new_sum += shares[d];
    }
    for (uint32_t d = 0; d < g->terminal_count && new_sum > 0.0; d++)
        shares[d] *= old_sum / new_sum;
}

bool noc_traffic_has_node_lists(const noc_traffic_spec *t)
{
    return t->sources.count > 0 || t->destinations.count > 0;
}

void noc_traffic_fill_shares(const noc_design *view, const noc_graph *graph, uint32_t source,
                             double *shares)
{
    const noc_traffic_spec *t = &view->traffic;
    const double hot_fraction = t->pattern->has_memory ? 0.0 : t->hotspot_fraction;
    if (t->sources.count && !has_source(&t->sources, graph, source)) return;
    if (t->rates)
        fill_table_shares(view, graph, source, shares);
    else
        t->pattern->fill_shares(view, graph, source, shares);
    if (hot_fraction > 0.0) add_hot_shares(t, graph, shares);
    if (t->destinations.count) keep_destinations(&t->destinations, graph, shares);
}

bool noc_traffic_has_kind(const noc_traffic_spec *t, noc_traffic_kind kind)
{
    switch (kind) {
    case NOC_TRAFFIC_WITH_REPLIES:
        return has_replies(t);
    case NOC_TRAFFIC_ONE_WAY:
        return !has_replies(t);
    default:
        return !t->pattern->has_memory;
    }
}

/* ---- data ----------------------------------------------------------------------------------- */

double noc_part_mean_flits(const noc_traffic_spec *t)
{
    double flits = 0.0, shares = 0.0;
    for (size_t i = 0; i < t->packet_flits.count; i++) {
        flits += t->packet_mix.values[i] * t->packet_flits.values[i];
        shares += t->packet_mix.values[i];
    }
    return flits / shares;
}

double noc_class_packet_share(const noc_traffic_spec *t, size_t i)
{
    double packet_sum = 0.0;
    if (t->classes.count == 0) return 1.0;
    for (size_t k = 0; k < t->classes.count; k++)
        packet_sum += t->classes.list[k].share / noc_part_mean_flits(&t->classes.list[k].traffic);
    return t->classes.list[i].share / noc_part_mean_flits(&t->classes.list[i].traffic) / packet_sum;
}

/* Returns the mean bytes of a packet of a design without replies, with lengths and mix filled
 * in. */
static double packet_bytes(const noc_design *design)
{
    const noc_traffic_spec *t = &design->traffic;
    const noc_network_spec *net = &design->networks[0];
    double flits = 0.0;
    for (size_t i = 0; i < noc_traffic_part_count(t); i++)
        flits += noc_class_packet_share(t, i) * noc_part_mean_flits(noc_traffic_part(t, i));
    return (double)net->flit_bytes / net->slices * flits;
}

double noc_data_bytes(const noc_design *design)
{
    const noc_traffic_spec *t = &design->traffic;
    const int write_bytes = t->write_request_bytes - t->read_request_bytes;
    if (t->data_bytes > 0) return t->data_bytes;
    if (!has_replies(t)) return packet_bytes(design);
    if (t->read_fraction == 1.0 || write_bytes <= 0) return t->read_reply_bytes;
    return min_int(t->read_reply_bytes, write_bytes);
}

double noc_data_bytes_max(const noc_design *design)
{
    const noc_traffic_spec *t = &design->traffic;
    if (!has_replies(t)) return packet_bytes(design);
    if (t->read_fraction == 1.0) return t->read_reply_bytes;
    if (t->read_fraction == 0.0) return t->write_request_bytes;
    return min_int(t->read_reply_bytes, t->write_request_bytes);
}

/* ---- kinds ---------------------------------------------------------------------------------- */

bool noc_traffic_can_have_kind(const noc_pattern_kind *pattern, noc_traffic_kind kind)
{
    return kind == NOC_TRAFFIC_WITH_REPLIES || !pattern->has_memory;
}

noc_key_table noc_traffic_kind_keys(noc_traffic_kind kind)
{
    return kinds[kind].keys;
}

const char *noc_traffic_kind_name(noc_traffic_kind kind)
{
    return kinds[kind].name;
}
