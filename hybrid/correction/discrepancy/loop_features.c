#include "hybrid/correction/discrepancy/loop_features.h"

#include <math.h>

#include "analytic/memory/memory_model.h"

const char *noc_loop_feature_name(size_t feature)
{
    static const char *const names[] = {
#define NOC_LOOP_FEATURE(id, name) name,
#include "hybrid/correction/discrepancy/loop_features.def"
#undef NOC_LOOP_FEATURE
    };
    return feature < NOC_LOOP_FEATURES ? names[feature] : NULL;
}

/* Logarithm of a resource's relative capacity above which it has no effect on the binding one. */
static const double log_ratio_limit = 2.0;
/* Least utilisation that counts; channels with less are like the missing channels of ideal
 * networks. */
static const double least_utilization = 0.01;

static void set_capacities(noc_loop_features *t, const noc_closed_point *p)
{
    const double least = p->resource_capacity[p->lowest_limit];
    t->values[NOC_LOOP_CORES] =
        fmin(log_ratio_limit, log(p->resource_capacity[NOC_BINDS_CORES] / least));
    t->values[NOC_LOOP_REQUESTS] =
        fmin(log_ratio_limit, log(p->resource_capacity[NOC_BINDS_REQUESTS] / least));
    t->values[NOC_LOOP_DRAM] =
        fmin(log_ratio_limit, log(p->resource_capacity[NOC_BINDS_DRAM] / least));
    t->values[NOC_LOOP_REPLIES] =
        fmin(log_ratio_limit, log(p->resource_capacity[NOC_BINDS_REPLIES] / least));
    t->values[NOC_LOOP_USED] = log(p->rate / least);
}

static void set_waits(noc_loop_features *t, const noc_closed_point *p)
{
    t->values[NOC_LOOP_OUTSTANDING] = log(p->memories.outstanding);
    t->values[NOC_LOOP_CROWDING] = log(p->memories.outstanding / p->memories.places);
    t->values[NOC_LOOP_OUTSIDE] = fmax(0.0, 1.0 - p->memories.places / p->memories.outstanding);
    t->values[NOC_LOOP_HELD] = log1p(p->held_back.request_cycles + p->held_back.memory_cycles);
    t->values[NOC_LOOP_REQUEST_WAIT] = log1p(fmax(0.0, p->trip_waits.request_cycles));
    t->values[NOC_LOOP_REPLY_WAIT] = log1p(fmax(0.0, p->trip_waits.reply_cycles));
    t->values[NOC_LOOP_IDLE] = log(p->idle_trip.request_cycles + p->idle_trip.reply_cycles);
}

static void set_losses(noc_loop_features *t, const noc_open_curve *c, const noc_closed_point *p)
{
    t->values[NOC_LOOP_FILLED] = log(p->network_share.filled_share);
    t->values[NOC_LOOP_UNBUNCHED] = log(p->network_share.burst_share);
    t->values[NOC_LOOP_UNEQUAL] = log(p->unequal_ratio);
    t->values[NOC_LOOP_AT_ONCE] = log(c->unfair_shares.simultaneous_flits);
    t->values[NOC_LOOP_MOST] = log(c->unfair_shares.largest_share);
    t->values[NOC_LOOP_SLICES] = log(p->network_share.slice_share);
    t->values[NOC_LOOP_PORTS] = c->bursts.port_load_ratio;
    t->values[NOC_LOOP_BUNCH] = log1p(c->bursts.variance);
    t->values[NOC_LOOP_BUNCHED] =
        log(fmax(c->bursts.busiest_load * p->capacity, least_utilization));
}

static void set_workload(noc_loop_features *t, const noc_open_curve *c, const noc_workload *w,
                         const noc_closed_point *p)
{
    const noc_graph *g = &c->system->graph;
    t->values[NOC_LOOP_SHARED] = log(c->system->design->memory.slices);
    t->values[NOC_LOOP_HITS] = w->l2_hit_rate;
    t->values[NOC_LOOP_ROW_HITS] = p->memories.row_hit_rate;
    t->values[NOC_LOOP_READS] = w->read_fraction;
    t->values[NOC_LOOP_LINES] = log(noc_lines_per_node(c->system->design, w));
    t->values[NOC_LOOP_NODES] = log(g->compute_count);
    t->values[NOC_LOOP_WAY] = log(c->request_paths.buffer_requests / g->compute_count);
}

/* Finds the mean logarithms of the VCs of a class and of the flits of a packet type, over the
 * networks that carry the class. */
static void set_queues(const noc_system *s, noc_class class, int type, double *vcs, double *length)
{
    double networks = 0.0;
    *vcs = *length = 0.0;
    for (uint16_t n = 0; n < s->graph.network_count; n++) {
        const noc_network *net = &s->graph.networks[n];
        if (!net->carries[class]) continue;
        networks++;
        *vcs += log(__builtin_popcount(net->vcs[class]));
        *length += log(noc_traffic_mean_flits(&s->traffic, type, n));
    }
    *vcs /= networks;
    *length /= networks;
}

noc_loop_features noc_loop_features_find(const noc_open_curve *curve, const noc_workload *w,
                                         const noc_closed_point *p)
{
    noc_loop_features t;
    set_capacities(&t, p);
    set_waits(&t, p);
    set_losses(&t, curve, p);
    set_workload(&t, curve, w, p);
    double length;
    set_queues(curve->system, NOC_REQUEST, NOC_WRITE_REQUEST, &t.values[NOC_LOOP_REQUEST_VCS],
               &length);
    set_queues(curve->system, NOC_REPLY, NOC_READ_REPLY, &t.values[NOC_LOOP_REPLY_VCS],
               &t.values[NOC_LOOP_REPLY_LENGTH]);
    t.values[NOC_LOOP_IN_ORDER] =
        noc_scheduler_model_of(&curve->system->design->memory)->is_in_order;
    return t;
}
