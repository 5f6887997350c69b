#include "network/traffic_keys.h"

NOC_NAMES(truth_name, "false", "true")

static const noc_key peers[] = {
    {"replies", NOC_CHOICE, offsetof(noc_traffic_spec, replies), 0, 0, 0, NOC_YOUNGER, truth_name,
     "", "every node answers the requests that reach it; replies go before its own requests",
     "BookSim 2.0: use_read_write"},
};

#define BYTES(member, fallback, meaning)                                                       \
    {                                                                                          \
#member, NOC_INTEGER, offsetof(noc_traffic_spec, member), 1, 32768, fallback, 0, NULL, \
            "bytes", meaning, "te13 Table IV"                                                  \
    }

static const noc_key answered[] = {
    {"read_fraction", NOC_REAL, offsetof(noc_traffic_spec, read_fraction), 0, 1, 0.9, 0, NULL, "",
     "share of the requests that read", ""},
    BYTES(read_request_bytes, 8, "size of a read request"),
    BYTES(read_reply_bytes, 64, "size of the reply to a read"),
    BYTES(write_request_bytes, 72, "size of a write request, its data included"),
    BYTES(write_reply_bytes, 8, "size of the reply to a write"),
};

static const noc_key one_way[] = {
    {"packet_flits", NOC_INTEGERS, offsetof(noc_traffic_spec, packet_flits), 1, 256, 0, 0, NULL,
     "flits", "length of a packet, or a list of lengths; default 1", "BookSim 2.0: packet_size"},
    {"packet_mix", NOC_REALS, offsetof(noc_traffic_spec, packet_mix), 0, 1, 0, 0, NULL, "",
     "share of the packets of each length; default equal", ""},
};

static const struct {
    const char *name;
    noc_key_table keys;
} kinds[NOC_TRAFFIC_KINDS] = {
    [NOC_TRAFFIC_OF_PEERS] = {"traffic without memory nodes", NOC_KEYS(peers)},
    [NOC_TRAFFIC_ANSWERED] = {"traffic with replies", NOC_KEYS(answered)},
    [NOC_TRAFFIC_ONE_WAY] = {"traffic without replies", NOC_KEYS(one_way)},
};

static bool has_replies(const noc_traffic_spec *t)
{
    return t->pattern->has_memory || t->replies;
}

bool noc_design_has_replies(const noc_design *design)
{
    return has_replies(&design->traffic);
}

bool noc_traffic_is(const noc_traffic_spec *t, noc_traffic_kind kind)
{
    switch (kind) {
    case NOC_TRAFFIC_ANSWERED:
        return has_replies(t);
    case NOC_TRAFFIC_ONE_WAY:
        return !has_replies(t);
    default:
        return !t->pattern->has_memory;
    }
}

bool noc_traffic_may_be(const noc_pattern_kind *pattern, noc_traffic_kind kind)
{
    return kind == NOC_TRAFFIC_ANSWERED || !pattern->has_memory;
}

noc_key_table noc_traffic_keys(noc_traffic_kind kind)
{
    return kinds[kind].keys;
}

const char *noc_traffic_name(noc_traffic_kind kind)
{
    return kinds[kind].name;
}
