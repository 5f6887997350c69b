#include "sampler/loop/clusters.h"

#include <stdlib.h>

#include "sampler/loop/requests.h"
#include "sampler/policies/cluster.h"

/* Reply on its way to the cores. */
typedef struct on_the_way {
    uint64_t cycle; /* cycle in which the last flit arrives */
    uint64_t cores; /* cores that receive the reply, a bit each */
    uint32_t transaction;
} on_the_way;

typedef struct port {
    noc_cluster cluster;
    noc_cluster_bus bus;
    /* request accepted by the bus in the previous cycle; NOC_NONE: none */
    uint32_t taken;
    /* core whose request hit the cache in the previous cycle; NOC_NONE: none */
    uint32_t hit;
    uint64_t hit_line;
    on_the_way *replies; /* ring of replies on their way, in the order of their cycles */
    uint32_t first, count;
} port;

struct noc_clusters {
    port *ports;
    uint32_t count, places; /* number of clusters; ring places of each cluster */
    on_the_way *all_replies;
};

/* ---- making --------------------------------------------------------------------------------- */

bool noc_clusters_make(noc_closed_loop *c)
{
    if (c->cores_of_terminal == 1) return true;
    noc_clusters *all = c->clusters = calloc(1, sizeof *all);
    if (!all) return false;
    all->places = c->cores_of_terminal * c->transactions_of_core;
    all->ports = calloc(c->core_count / c->cores_of_terminal, sizeof *all->ports);
    all->all_replies =
        calloc((size_t)c->core_count * c->transactions_of_core, sizeof *all->all_replies);
    if (!all->ports || !all->all_replies) return false;
    for (; all->count < c->core_count / c->cores_of_terminal; all->count++) {
        port *p = &all->ports[all->count];
        p->taken = p->hit = NOC_NONE;
        p->replies = &all->all_replies[(size_t)all->count * all->places];
        if (noc_cluster_make(&p->cluster, &c->system->design->cluster)) continue;
        noc_cluster_clear(&p->cluster);
        return false;
    }
    return true;
}

void noc_clusters_clear(noc_closed_loop *c)
{
    noc_clusters *all = c->clusters;
    if (!all) return;
    for (uint32_t i = 0; i < all->count; i++) noc_cluster_clear(&all->ports[i].cluster);
    free(all->ports);
    free(all->all_replies);
    free(all);
}

/* ---- replies -------------------------------------------------------------------------------- */

static port *port_of(noc_closed_loop *c, uint32_t core)
{
    return &c->clusters->ports[core / c->cores_of_terminal];
}

static uint64_t look_up_reply(noc_closed_loop *c, uint32_t transaction, unsigned core)
{
    const noc_line_state *asked = noc_requests_asked(c, transaction);
    if (c->transactions[transaction].write) return (uint64_t)1 << core;
    return noc_cluster_reply(&port_of(c, c->transactions[transaction].core)->cluster, core,
                             asked->line, asked->entered);
}

/* Flits pass through the cluster as they arrive. */
void noc_clusters_receive(noc_closed_loop *c, uint32_t transaction, uint32_t flits)
{
    const uint32_t core = c->transactions[transaction].core;
    port *p = port_of(c, core);
    const uint64_t first = c->ports->now + 2 > flits ? c->ports->now + 2 - flits : 0;
    p->replies[(p->first + p->count++) % c->clusters->places] = (on_the_way){
        .cycle = noc_cluster_bus_deliver(&p->bus, first, flits),
        .cores = look_up_reply(c, transaction, core % c->cores_of_terminal),
        .transaction = transaction,
    };
}

static void hand_out(noc_closed_loop *c, const on_the_way *reply)
{
    const uint32_t own = c->transactions[reply->transaction].core;
    const uint32_t first = own - own % c->cores_of_terminal;
    const uint64_t line = noc_requests_asked(c, reply->transaction)->line;
    for (uint64_t left = reply->cores; left; left &= left - 1) {
        const uint32_t core = first + (uint32_t)__builtin_ctzll(left);
        if (core == own)
            noc_requests_receive(c, reply->transaction);
        else
            noc_requests_answer(c, core, line);
    }
}

static void deliver(noc_closed_loop *c, port *p)
{
    while (p->count > 0 && p->replies[p->first].cycle <= c->ports->now) {
        const on_the_way reply = p->replies[p->first];
        p->first = (p->first + 1) % c->clusters->places;
        p->count--;
        hand_out(c, &reply);
    }
    if (p->hit == NOC_NONE) return;
    noc_requests_answer(c, p->hit, p->hit_line);
    p->hit = NOC_NONE;
}

void noc_clusters_begin(noc_closed_loop *c)
{
    for (uint32_t i = 0; i < c->clusters->count; i++) {
        port *p = &c->clusters->ports[i];
        deliver(c, p);
        if (p->taken == NOC_NONE) continue;
        noc_requests_send(c, p->taken);
        p->taken = NOC_NONE;
    }
}

/* ---- requests ------------------------------------------------------------------------------- */

/* Looks up a request from the bus. True: the request must be sent. */
static bool look_up_request(noc_closed_loop *c, port *p, uint32_t transaction)
{
    const noc_transaction *t = &c->transactions[transaction];
    noc_line_state *asked = noc_requests_asked(c, transaction);
    if (t->write) {
        noc_cluster_write(&p->cluster, asked->line);
        return true;
    }
    const noc_cluster_outcome outcome =
        noc_cluster_read(&p->cluster, t->core % c->cores_of_terminal, asked->line);
    asked->entered = outcome == NOC_CLUSTER_ENTERED;
    if (outcome == NOC_CLUSTER_HIT) {
        p->hit = t->core;
        p->hit_line = asked->line;
    }
    return outcome == NOC_CLUSTER_SENT || outcome == NOC_CLUSTER_ENTERED;
}

static void run_bus(noc_closed_loop *c, uint32_t number)
{
    port *p = &c->clusters->ports[number];
    const uint64_t asking = noc_requests_asking(c, number);
    const uint32_t first = number * c->cores_of_terminal;
    const bool room =
        noc_port_has_room(c->ports, c->cores[first].terminal, NOC_REQUEST, NOC_CLUSTER_BUFFER);
    const int core = noc_cluster_bus_grant(&p->bus, asking, room);
    if (core < 0) return;
    const uint32_t transaction = noc_requests_take(c, first + (uint32_t)core);
    if (transaction != NOC_NONE && look_up_request(c, p, transaction)) {
        noc_requests_asked(c, transaction)->sent = true;
        p->taken = transaction;
    }
}

bool noc_clusters_are_idle(const noc_closed_loop *c)
{
    bool idle = true;
    for (uint32_t i = 0; i < c->clusters->count; i++) {
        const port *p = &c->clusters->ports[i];
        idle = idle && p->count == 0 && p->taken == NOC_NONE && p->hit == NOC_NONE &&
               noc_requests_asking(c, i) == 0;
    }
    return idle;
}

uint64_t noc_clusters_entries(const noc_closed_loop *c)
{
    uint64_t entries = 0;
    for (uint32_t i = 0; i < c->clusters->count; i++)
        entries += c->clusters->ports[i].cluster.table.count;
    return entries;
}

void noc_clusters_end(noc_closed_loop *c)
{
    for (uint32_t i = 0; i < c->clusters->count; i++) run_bus(c, i);
    c->ports->tally.ends.entries += noc_clusters_entries(c);
}

void noc_clusters_count(noc_closed_loop *c)
{
    noc_ends_tally *sum = &c->ports->tally.ends;
    sum->hits = sum->merges = sum->sent = 0;
    for (uint32_t i = 0; i < c->clusters->count; i++) {
        const uint64_t *reads = c->clusters->ports[i].cluster.tally.reads;
        sum->hits += reads[NOC_CLUSTER_HIT];
        sum->merges += reads[NOC_CLUSTER_MERGED];
        sum->sent += reads[NOC_CLUSTER_SENT] + reads[NOC_CLUSTER_ENTERED];
    }
}
