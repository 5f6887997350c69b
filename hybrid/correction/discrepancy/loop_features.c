#include "hybrid/correction/discrepancy/loop_features.h"

#include <math.h>

#include "analytic/memory/scheduler_model.h"

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
static const double plenty = 2.0;
/* Least utilisation that counts; channels with less are like the missing channels of ideal
 * networks. */
static const double least_used = 0.01;

static void set_spare(noc_loop_features *t, const noc_closed_point *p)
{
    const double least = p->limits[p->limit];
    t->of[NOC_LOOP_CORES] = fmin(plenty, log(p->limits[NOC_BINDS_CORES] / least));
    t->of[NOC_LOOP_REQUESTS] = fmin(plenty, log(p->limits[NOC_BINDS_REQUESTS] / least));
    t->of[NOC_LOOP_DRAM] = fmin(plenty, log(p->limits[NOC_BINDS_DRAM] / least));
    t->of[NOC_LOOP_REPLIES] = fmin(plenty, log(p->limits[NOC_BINDS_REPLIES] / least));
    t->of[NOC_LOOP_USED] = log(p->rate / least);
}

static void set_waiting(noc_loop_features *t, const noc_closed_point *p)
{
    t->of[NOC_LOOP_OUTSTANDING] = log(p->outstanding);
    t->of[NOC_LOOP_CROWDING] = log(p->outstanding / p->places);
    t->of[NOC_LOOP_OUTSIDE] = fmax(0.0, 1.0 - p->places / p->outstanding);
    t->of[NOC_LOOP_HELD] = log1p(p->held + p->held_at_node);
    t->of[NOC_LOOP_REQUEST_WAIT] = log1p(fmax(0.0, p->waits.request));
    t->of[NOC_LOOP_REPLY_WAIT] = log1p(fmax(0.0, p->waits.reply));
    t->of[NOC_LOOP_IDLE] = log(p->idle.request + p->idle.reply);
}

static void set_lost(noc_loop_features *t, const noc_open_curve *c, const noc_closed_point *p)
{
    t->of[NOC_LOOP_FILLED] = log(p->filled);
    t->of[NOC_LOOP_UNBUNCHED] = log(p->unbunched);
    t->of[NOC_LOOP_UNEQUAL] = log(p->unequal);
    t->of[NOC_LOOP_AT_ONCE] = log(c->unequal.at_once);
    t->of[NOC_LOOP_MOST] = log(c->unequal.most);
    t->of[NOC_LOOP_SLICES] = log(p->slices);
    t->of[NOC_LOOP_PORTS] = c->bursts.ports;
    t->of[NOC_LOOP_BUNCH] = log1p(c->bursts.variance);
    t->of[NOC_LOOP_BUNCHED] = log(fmax(c->bursts.load * p->capacity, least_used));
}

static void set_asked(noc_loop_features *t, const noc_open_curve *c, const noc_workload *w,
                      const noc_closed_point *p)
{
    const noc_graph *g = &c->system->graph;
    t->of[NOC_LOOP_SHARED] = log(c->system->design->memory.slices);
    t->of[NOC_LOOP_HITS] = w->l2_hit_rate;
    t->of[NOC_LOOP_ROW_HITS] = p->row_hit_rate;
    t->of[NOC_LOOP_READS] = w->read_fraction;
    t->of[NOC_LOOP_LINES] = log(noc_lines_together(c->system->design, w));
    t->of[NOC_LOOP_NODES] = log(g->compute_count);
    t->of[NOC_LOOP_WAY] = log(c->paths.places / g->compute_count);
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

noc_loop_features noc_loop_features_of(const noc_open_curve *curve, const noc_workload *w,
                                       const noc_closed_point *p)
{
    noc_loop_features t;
    set_spare(&t, p);
    set_waiting(&t, p);
    set_lost(&t, curve, p);
    set_asked(&t, curve, w, p);
    double length;
    set_queues(curve->system, NOC_REQUEST, NOC_WRITE_REQUEST, &t.of[NOC_LOOP_REQUEST_VCS], &length);
    set_queues(curve->system, NOC_REPLY, NOC_READ_REPLY, &t.of[NOC_LOOP_REPLY_VCS],
               &t.of[NOC_LOOP_REPLY_LENGTH]);
    t.of[NOC_LOOP_IN_ORDER] = noc_scheduler_model_of(&curve->system->design->memory)->in_order;
    return t;
}
