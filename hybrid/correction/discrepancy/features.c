#include "hybrid/correction/discrepancy/features.h"

#include <math.h>

const char *noc_feature_name(size_t feature)
{
    static const char *const names[] = {
#define NOC_FEATURE(id, name) name,
#include "hybrid/correction/discrepancy/features.def"
#undef NOC_FEATURE
    };
    return feature < NOC_FEATURES ? names[feature] : NULL;
}

/* Waits that a measurement could not tell from none, over the latency without. */
static const double least_contention = 0.01;

static void set_waits(noc_features *t, const noc_profile *p, double contention)
{
    double sum = 1e-9;
    for (size_t k = 0; k < NOC_WAIT_CAUSES; k++) sum += p->waits[k];
    t->of[NOC_FEATURE_SWITCH] = p->waits[NOC_WAIT_SWITCH] / sum;
    t->of[NOC_FEATURE_LINK] = p->waits[NOC_WAIT_LINK] / sum;
    t->of[NOC_FEATURE_INPUT_VC] = p->waits[NOC_WAIT_INPUT_VC] / sum;
    t->of[NOC_FEATURE_STALL] = p->waits[NOC_WAIT_STALL] / sum;
    t->of[NOC_FEATURE_SOURCE] = p->waits[NOC_WAIT_SOURCE] / sum;
    t->of[NOC_FEATURE_REFUSED] = p->refused;
    t->of[NOC_FEATURE_CONTENTION] = log(fmax(contention, 0.0) + least_contention);
}

static void set_queues(noc_features *t, const noc_profile *p)
{
    t->of[NOC_FEATURE_VCS] = p->log_vcs;
    t->of[NOC_FEATURE_LONGER] = p->log_longer;
    t->of[NOC_FEATURE_SINGLE] = p->single;
    t->of[NOC_FEATURE_PASSES] = p->passes;
    t->of[NOC_FEATURE_LENGTH] = p->log_length;
    t->of[NOC_FEATURE_TURNAROUND] = p->turnaround;
    t->of[NOC_FEATURE_CREDITS] = p->log_credits;
    t->of[NOC_FEATURE_ATOMIC] = p->atomic;
}

noc_features noc_features_of(const noc_system *system, noc_model *model)
{
    noc_features t;
    noc_profile profile;
    noc_model_limits limits;
    double contention;
    noc_model_find_profile(model, &profile, &contention);
    noc_model_find_limits(model, &limits);
    set_queues(&t, &profile);
    set_waits(&t, &profile, contention);
    t.of[NOC_FEATURE_ROUTERS] = log(noc_model_routers(model));
    t.of[NOC_FEATURE_NODES] = log(system->traffic.injectors);
    t.of[NOC_FEATURE_REPLIES] = noc_graph_has_replies(&system->graph);
    t.of[NOC_FEATURE_REACHED] = log(limits.saturation / noc_model_bound(model));
    t.of[NOC_FEATURE_KNEE] = isnan(limits.knee) ? 0.0 : log(limits.knee / limits.saturation);
    return t;
}
