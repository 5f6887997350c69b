#include "sampler/loop/clusters.h"

#include <stdlib.h>

#include "sampler/loop/requests.h"
#include "sampler/policies/cluster.h"

/* Reply on its way to the cores. */
typedef struct reply_in_transit {
    uint64_t cycle; /* cycle in which the last flit arrives */
    uint64_t cores; /* cores that receive the reply, a bit each */
    uint32_t transaction;
} reply_in_transit;

typedef struct port {
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

struct noc_clusters {
    port *ports;
    uint32_t count, reply_places; /* number of clusters; ring places of each cluster */
    reply_in_transit *all_replies;
};

/* ---- making --------------------------------------------------------------------------------- */

bool noc_clusters_make(noc_closed_loop *c)
{
    if (c->cores_of_terminal == 1) return true;
    noc_clusters *clusters = c->clusters = calloc(1, sizeof *clusters);
    if (!clusters) return false;
    clusters->reply_places = c->cores_of_terminal * c->transactions_of_core;
    clusters->ports = calloc(c->core_count / c->cores_of_terminal, sizeof *clusters->ports);
    clusters->all_replies =
        calloc((size_t)c->core_count * c->transactions_of_core, sizeof *clusters->all_replies);
    if (!clusters->ports || !clusters->all_replies) return false;
    for (; clusters->count < c->core_count / c->cores_of_terminal; clusters->count++) {
        port *p = &clusters->ports[clusters->count];
        p->bus_request = p->hit_core = NOC_NONE;
        p->reply_ring = &clusters->all_replies[(size_t)clusters->count * clusters->reply_places];
        if (noc_cluster_make(&p->cluster, &c->system->design->cluster)) continue;
        noc_cluster_clear(&p->cluster);
        return false;
    }
    return true;
}

void noc_clusters_clear(noc_closed_loop *c)
{
    noc_clusters *clusters = c->clusters;
    if (!clusters) return;
    for (uint32_t i = 0; i < clusters->count; i++) noc_cluster_clear(&clusters->ports[i].cluster);
    free(clusters->ports);
    free(clusters->all_replies);
    free(clusters);
}

/* ---- replies -------------------------------------------------------------------------------- */

static port *find_port(noc_closed_loop *c, uint32_t core)
{
    return &c->clusters->ports[core / c->cores_of_terminal];
}

static uint64_t look_up_reply(noc_closed_loop *c, uint32_t transaction, unsigned core)
{
    const noc_line_transaction *request_state = noc_requests_find(c, transaction);
    if (c->transactions[transaction].is_write) return (uint64_t)1 << core;
    return noc_cluster_reply(&find_port(c, c->transactions[transaction].core)->cluster, core,
                             request_state->line, request_state->has_entry);
}

/* Flits pass through the cluster as they arrive. */
void noc_clusters_receive(noc_closed_loop *c, uint32_t transaction, uint32_t flits)
{
    const uint32_t core = c->transactions[transaction].core;
    port *p = find_port(c, core);
    const uint64_t first = c->ports->now + 2 > flits ? c->ports->now + 2 - flits : 0;
    p->reply_ring[(p->first + p->count++) % c->clusters->reply_places] = (reply_in_transit){
        .cycle = noc_cluster_bus_deliver(&p->bus, first, flits),
        .cores = look_up_reply(c, transaction, core % c->cores_of_terminal),
        .transaction = transaction,
    };
}

static void deliver_to_cores(noc_closed_loop *c, const reply_in_transit *reply)
{
    const uint32_t requester = c->transactions[reply->transaction].core;
    const uint32_t first = requester - requester % c->cores_of_terminal;
    const uint64_t line = noc_requests_find(c, reply->transaction)->line;
    for (uint64_t left = reply->cores; left; left &= left - 1) {
        const uint32_t core = first + (uint32_t)__builtin_ctzll(left);
        if (core == requester)
            noc_requests_receive(c, reply->transaction);
        else
            noc_requests_answer(c, core, line);
    }
}

static void deliver_replies(noc_closed_loop *c, port *p)
{
    while (p->count > 0 && p->reply_ring[p->first].cycle <= c->ports->now) {
        const reply_in_transit reply = p->reply_ring[p->first];
        p->first = (p->first + 1) % c->clusters->reply_places;
        p->count--;
        deliver_to_cores(c, &reply);
    }
    if (p->hit_core == NOC_NONE) return;
    noc_requests_answer(c, p->hit_core, p->hit_line);
    p->hit_core = NOC_NONE;
}

void noc_clusters_begin(noc_closed_loop *c)
{
    for (uint32_t i = 0; i < c->clusters->count; i++) {
        port *p = &c->clusters->ports[i];
        deliver_replies(c, p);
        if (p->bus_request == NOC_NONE) continue;
        noc_requests_send(c, p->bus_request);
        p->bus_request = NOC_NONE;
    }
}

/* ---- requests ------------------------------------------------------------------------------- */

/* Looks up a request from the bus. True: the request must be sent. */
static bool look_up_request(noc_closed_loop *c, port *p, uint32_t transaction)
{
    const noc_transaction *t = &c->transactions[transaction];
    noc_line_transaction *request_state = noc_requests_find(c, transaction);
    if (t->is_write) {
        noc_cluster_write(&p->cluster, request_state->line);
        return true;
    }
    const noc_cluster_outcome outcome =
        noc_cluster_read(&p->cluster, t->core % c->cores_of_terminal, request_state->line);
    request_state->has_entry = outcome == NOC_CLUSTER_ENTERED;
    if (outcome == NOC_CLUSTER_HIT) {
        p->hit_core = t->core;
        p->hit_line = request_state->line;
    }
    return outcome == NOC_CLUSTER_SENT || outcome == NOC_CLUSTER_ENTERED;
}

static void grant_bus(noc_closed_loop *c, uint32_t number)
{
    port *p = &c->clusters->ports[number];
    const uint64_t asking_cores = noc_requests_asking_cores(c, number);
    const uint32_t first = number * c->cores_of_terminal;
    const bool has_room =
        noc_port_has_room(c->ports, c->cores[first].terminal, NOC_REQUEST, NOC_CLUSTER_BUFFER);
    const int core = noc_cluster_bus_grant(&p->bus, asking_cores, has_room);
    if (core < 0) return;
    const uint32_t transaction = noc_requests_take_waiting(c, first + (uint32_t)core);
    if (transaction != NOC_NONE && look_up_request(c, p, transaction)) {
        noc_requests_find(c, transaction)->is_sent = true;
        p->bus_request = transaction;
    }
}

bool noc_clusters_are_idle(const noc_closed_loop *c)
{
    bool idle = true;
    for (uint32_t i = 0; i < c->clusters->count; i++) {
        const port *p = &c->clusters->ports[i];
        idle = idle && p->count == 0 && p->bus_request == NOC_NONE && p->hit_core == NOC_NONE &&
               noc_requests_asking_cores(c, i) == 0;
    }
    return idle;
}

uint64_t noc_clusters_count_entries(const noc_closed_loop *c)
{
    uint64_t entries = 0;
    for (uint32_t i = 0; i < c->clusters->count; i++)
        entries += c->clusters->ports[i].cluster.table.count;
    return entries;
}

void noc_clusters_end(noc_closed_loop *c)
{
    for (uint32_t i = 0; i < c->clusters->count; i++) grant_bus(c, i);
    c->ports->tally.cores.entries += noc_clusters_count_entries(c);
}

void noc_clusters_count(noc_closed_loop *c)
{
    noc_cores_tally *sum = &c->ports->tally.cores;
    sum->hits = sum->merges = sum->sent = 0;
    for (uint32_t i = 0; i < c->clusters->count; i++) {
        const uint64_t *reads = c->clusters->ports[i].cluster.tally.reads;
        sum->hits += reads[NOC_CLUSTER_HIT];
        sum->merges += reads[NOC_CLUSTER_MERGED];
        sum->sent += reads[NOC_CLUSTER_SENT] + reads[NOC_CLUSTER_ENTERED];
    }
}
