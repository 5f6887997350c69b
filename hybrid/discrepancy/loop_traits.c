#include "hybrid/discrepancy/loop_traits.h"

#include <math.h>

const char *noc_loop_trait_name(size_t trait)
{
    static const char *const names[] = {
#define NOC_LOOP_TRAIT(id, name) name,
#include "hybrid/discrepancy/loop_traits.def"
#undef NOC_LOOP_TRAIT
    };
    return trait < NOC_LOOP_TRAITS ? names[trait] : NULL;
}

/* A resource with more left than this (as a logarithm) has nothing to do with what binds. */
static const double plenty = 2.0;
/* Channels that are used less, or do not exist, as in ideal networks, are all alike. */
static const double least_used = 0.01;

static void set_waiting(noc_loop_traits *t, const noc_closed_point *p)
{
    t->of[NOC_LOOP_REQUESTS] =
        fmin(plenty, log(p->limits[NOC_BINDS_REQUESTS] / p->limits[p->limit]));
    t->of[NOC_LOOP_OUTSTANDING] = log(p->outstanding);
    t->of[NOC_LOOP_CROWDING] = log(p->outstanding / p->places);
    t->of[NOC_LOOP_HELD] = log1p(p->held);
    t->of[NOC_LOOP_REQUEST_WAIT] = log1p(fmax(0.0, p->waits.request));
    t->of[NOC_LOOP_REPLY_WAIT] = log1p(fmax(0.0, p->waits.reply));
    t->of[NOC_LOOP_IDLE] = log(p->idle.request + p->idle.reply);
}

static void set_lost(noc_loop_traits *t, const noc_open_curve *c, const noc_closed_point *p)
{
    t->of[NOC_LOOP_UNBUNCHED] = log(p->unbunched);
    t->of[NOC_LOOP_UNEQUAL] = log(p->unequal);
    t->of[NOC_LOOP_AT_ONCE] = log(c->unequal.at_once);
    t->of[NOC_LOOP_MOST] = log(c->unequal.most);
    t->of[NOC_LOOP_SLICES] = log(p->slices);
    t->of[NOC_LOOP_BUNCH] = log1p(c->bunches.variance);
    t->of[NOC_LOOP_BUNCHED] = log(fmax(c->bunches.load * p->capacity, least_used));
}

/* In the networks that carry replies. */
static double log_reply_vcs(const noc_graph *g)
{
    double networks = 0.0, logs = 0.0;
    for (uint16_t n = 0; n < g->network_count; n++) {
        if (!g->networks[n].carries[NOC_REPLY]) continue;
        networks++;
        logs += log(__builtin_popcount(g->networks[n].vcs[NOC_REPLY]));
    }
    return logs / networks;
}

noc_loop_traits noc_loop_traits_of(const noc_open_curve *curve, const noc_workload *w,
                                   const noc_closed_point *p)
{
    const noc_graph *g = &curve->system->graph;
    noc_loop_traits t;
    set_waiting(&t, p);
    set_lost(&t, curve, p);
    t.of[NOC_LOOP_LINES] = log(noc_lines_together(curve->system->design, w));
    t.of[NOC_LOOP_NODES] = log(g->compute_count);
    t.of[NOC_LOOP_WAY] = log(curve->paths.places / g->compute_count);
    t.of[NOC_LOOP_REPLY_VCS] = log_reply_vcs(g);
    return t;
}
