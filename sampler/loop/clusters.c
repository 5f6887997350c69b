#include "sampler/loop/clusters.h"

/* Reply on its way to the cores. */
typedef struct reply_in_transit {
    uint64_t cycle; /* cycle in which the last flit arrives */
    uint64_t cores; /* cores that receive the reply, a bit each */
    uint32_t transaction;
} reply_in_transit;

typedef struct noc_cluster_port {
    noc_cluster cluster;
    noc_cluster_bus bus;
    /* request accepted by the bus in the previous cycle; NOC_NONE: none */
    uint32_t bus_request;
    /* core whose request hit the cache in the previous cycle; NOC_NONE: none */
    uint32_t hit_core;
    uint64_t hit_line;
    reply_in_transit *reply_ring; /* ring of replies on their way, in the order of their cycles */
    uint32_t first, count;
} port;

static uint32_t count_reply_places(const noc_clusters *c)
{
    return c->cores * c->requests->core_transactions;
}

bool noc_clusters_make(noc_clusters *c, noc_requests *requests, noc_arena *arena)
{
    const noc_cores *cores = requests->cores;
    *c = (noc_clusters){.ports = requests->ports, .requests = requests};
    if (cores->terminal_cores == 1) return true;
    c->cores = cores->terminal_cores;
    c->count = cores->count / c->cores;
    c->list = noc_arena_array(arena, c->count, sizeof *c->list);
    c->entered =
        noc_arena_array(arena, (size_t)c->count * count_reply_places(c), sizeof *c->entered);
    for (uint32_t i = 0; i < c->count && !arena->is_short; i++) {
        port *p = &c->list[i];
        p->bus_request = p->hit_core = NOC_NONE;
        p->reply_ring = noc_arena_array(arena, count_reply_places(c), sizeof *p->reply_ring);
        noc_cluster_make(&p->cluster, &c->ports->system->design->cluster, arena);
    }
    return !arena->is_short;
}

/* ---- replies -------------------------------------------------------------------------------- */

static uint64_t look_up_reply(noc_clusters *c, port *p, uint32_t transaction)
{
    const noc_transaction *t = &c->requests->transactions[transaction];
    const unsigned core = t->core % c->cores;
    if (t->is_write) return (uint64_t)1 << core;
    return noc_cluster_reply(&p->cluster, core, noc_requests_find_line(c->requests, transaction),
                             c->entered[transaction]);
}

/* Flits pass through the cluster as they arrive. */
void noc_clusters_receive(noc_clusters *c, uint32_t transaction, uint32_t flits)
{
    port *p = &c->list[c->requests->transactions[transaction].core / c->cores];
    const uint64_t first = c->ports->now + 2 > flits ? c->ports->now + 2 - flits : 0;
    p->reply_ring[(p->first + p->count++) % count_reply_places(c)] = (reply_in_transit){
        .cycle = noc_cluster_bus_deliver(&p->bus, first, flits),
        .cores = look_up_reply(c, p, transaction),
        .transaction = transaction,
    };
}

static void deliver_to_cores(noc_clusters *c, const reply_in_transit *reply)
{
    const uint32_t requester = c->requests->transactions[reply->transaction].core;
    const uint32_t first = requester - requester % c->cores;
    const uint64_t line = noc_requests_find_line(c->requests, reply->transaction);
    for (uint64_t left = reply->cores; left; left &= left - 1) {
        const uint32_t core = first + (uint32_t)__builtin_ctzll(left);
        if (core == requester)
            noc_requests_receive(c->requests, reply->transaction);
        else
            noc_requests_answer(c->requests, core, line);
    }
}

static void deliver_replies(noc_clusters *c, port *p)
{
    while (p->count > 0 && p->reply_ring[p->first].cycle <= c->ports->now) {
        const reply_in_transit reply = p->reply_ring[p->first];
        p->first = (p->first + 1) % count_reply_places(c);
        p->count--;
        deliver_to_cores(c, &reply);
    }
    if (p->hit_core == NOC_NONE) return;
    noc_requests_answer(c->requests, p->hit_core, p->hit_line);
    p->hit_core = NOC_NONE;
}

void noc_clusters_begin(noc_clusters *c)
{
    for (uint32_t i = 0; i < c->count; i++) {
        port *p = &c->list[i];
        deliver_replies(c, p);
        if (p->bus_request == NOC_NONE) continue;
        noc_requests_send(c->requests, p->bus_request);
        p->bus_request = NOC_NONE;
    }
}

/* ---- requests ------------------------------------------------------------------------------- */

/* Looks up a request from the bus. True: the request must be sent. */
static bool look_up_request(noc_clusters *c, port *p, uint32_t transaction)
{
    const noc_transaction *t = &c->requests->transactions[transaction];
    const uint64_t line = noc_requests_find_line(c->requests, transaction);
    c->entered[transaction] = false;
    if (t->is_write) {
        noc_cluster_write(&p->cluster, line);
        return true;
    }
    const noc_cluster_outcome outcome = noc_cluster_read(&p->cluster, t->core % c->cores, line);
    c->entered[transaction] = outcome == NOC_CLUSTER_ENTERED;
    if (outcome == NOC_CLUSTER_HIT) {
        p->hit_core = t->core;
        p->hit_line = line;
    }
    return outcome == NOC_CLUSTER_SENT || outcome == NOC_CLUSTER_ENTERED;
}

static void grant_bus(noc_clusters *c, uint32_t number)
{
    port *p = &c->list[number];
    const uint64_t asking_cores = noc_requests_asking_cores(c->requests, number);
    const uint32_t first = number * c->cores;
    const uint32_t terminal = c->requests->cores->list[first].terminal;
    const bool has_room = noc_port_has_room(c->ports, terminal, NOC_REQUEST, NOC_CLUSTER_BUFFER);
    const int core = noc_cluster_bus_grant(&p->bus, asking_cores, has_room);
    if (core < 0) return;
    const uint32_t transaction = noc_requests_take_waiting(c->requests, first + (uint32_t)core);
    if (transaction == NOC_NONE || !look_up_request(c, p, transaction)) return;
    noc_requests_keep(c->requests, transaction);
    p->bus_request = transaction;
}

bool noc_clusters_are_idle(const noc_clusters *c)
{
    bool idle = true;
    for (uint32_t i = 0; i < c->count; i++) {
        const port *p = &c->list[i];
        idle = idle && p->count == 0 && p->bus_request == NOC_NONE && p->hit_core == NOC_NONE &&
               noc_requests_asking_cores(c->requests, i) == 0;
    }
    return idle;
}

uint64_t noc_clusters_count_entries(const noc_clusters *c)
{
    uint64_t entries = 0;
    for (uint32_t i = 0; i < c->count; i++) entries += c->list[i].cluster.table.count;
    return entries;
}

void noc_clusters_end(noc_clusters *c)
{
    for (uint32_t i = 0; i < c->count; i++) grant_bus(c, i);
    c->ports->tally.cores.entries += noc_clusters_count_entries(c);
}

void noc_clusters_count(noc_clusters *c)
{
    noc_cores_tally *sum = &c->ports->tally.cores;
    sum->hits = sum->merges = sum->sent = 0;
    for (uint32_t i = 0; i < c->count; i++) {
        const uint64_t *reads = c->list[i].cluster.tally.reads;
        sum->hits += reads[NOC_CLUSTER_HIT];
        sum->merges += reads[NOC_CLUSTER_MERGED];
        sum->sent += reads[NOC_CLUSTER_SENT] + reads[NOC_CLUSTER_ENTERED];
    }
}
