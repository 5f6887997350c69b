#include "hybrid/correction/discrepancy/loop_features.h"

#include <math.h>

#include "analytic/memory/memory_model.h"

const char *noc_loop_feature_name(size_t feature)
{
    static const char *const names[] = {
#define NOC_LOOP_FEATURE(id, name, value) name,
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

static double ratio(const noc_closed_point *p, noc_binding binding)
{
    const double least = p->resource_capacity[p->lowest_limit];
    return fmin(log_ratio_limit, log(p->resource_capacity[binding] / least));
}

/* Mean logarithms of the VCs of a class and of the flits of a packet type, over the networks that
 * carry the class. */
typedef struct queues {
    double vcs, length;
} queues;

static queues find_queues(const noc_system *s, noc_class class, int type)
{
    double networks = 0.0;
    queues q = {0.0, 0.0};
    for (uint16_t n = 0; n < s->graph.network_count; n++) {
        const noc_network *net = &s->graph.networks[n];
        if (!net->carries[class]) continue;
        networks++;
        q.vcs += log(__builtin_popcount(net->vcs[class]));
        q.length += log(noc_traffic_mean_flits(&s->traffic, type, n));
    }
    return (queues){q.vcs / networks, q.length / networks};
}

noc_loop_features noc_loop_features_find(const noc_open_curve *c, const noc_workload *w,
                                         const noc_closed_point *p)
{
    const noc_design *d = c->system->design;
    const noc_graph *g = &c->system->graph;
    const queues requests = find_queues(c->system, NOC_REQUEST, NOC_WRITE_REQUEST);
    const queues replies = find_queues(c->system, NOC_REPLY, NOC_READ_REPLY);
    return (noc_loop_features){{
#define NOC_LOOP_FEATURE(id, name, value) [NOC_LOOP_##id] = value,
#include "hybrid/correction/discrepancy/loop_features.def"
#undef NOC_LOOP_FEATURE
    }};
}
