#include "hybrid/answers/explain/explain_eager.h"

#include <math.h>

#include "analytic/batches/eager_model.h"

static const char source[] = "batches (docs/model.md, section 9)";

bool noc_explains_batch(const noc_explainer *x)
{
    return isnan(x->estimate.load) && x->system->design->traffic.batch > 0;
}

/* As many cycles of a packet as a place for one on the way has of them. */
static double explain_cycles(const noc_eager_point *p, noc_explanation *e, int parent)
{
    const double cycle = p->idle + p->waits + NOC_EAGER_SEEN_LATER + p->waits_for_port;
    const double rounds = p->packets / p->away, all = rounds * cycle;
    const int product = noc_explanation_add(e, parent, NOC_MADE_PRODUCT, "a node in the mean", all,
                                            "cycles", source, "packets one after the other");
    const int ratio = noc_explanation_add(e, product, NOC_MADE_RATIO, "packets in a row", rounds,
                                          "packets", source, "of each that is on the way");
    noc_explanation_add(e, ratio, NOC_MADE_LEAF, "batch", p->packets, "packets", "",
                        "traffic.batch");
    noc_explanation_add(e, ratio, NOC_MADE_LEAF, "outstanding", p->away, "packets", "",
                        "traffic.outstanding");
    const int sum =
        noc_explanation_add(e, product, NOC_MADE_SUM, "cycle of a packet", cycle, "cycles", source,
                            "at the rate that fits it (Little's law)");
    noc_explanation_add(e, sum, NOC_MADE_LEAF, "trip alone", p->idle, "cycles", source,
                        "in an empty network, mean of all nodes");
    noc_explanation_add(e, sum, NOC_MADE_LEAF, "waits", p->waits, "cycles", source,
                        "for packets of others, in the network");
    noc_explanation_add(e, sum, NOC_MADE_LEAF, "port", p->waits_for_port, "cycles", source,
                        "waits for the node's other packets to be sent");
    noc_explanation_add(e, sum, NOC_MADE_LEAF, "seen later", NOC_EAGER_SEEN_LATER, "cycles", source,
                        "the node sees the arrival in the next cycle");
    return all;
}

/* All of the batch at the rate that the network takes. */
static double explain_full(const noc_eager_point *p, noc_explanation *e, int parent)
{
    const double busy = p->packets / p->highest;
    const int ratio = noc_explanation_add(e, parent, NOC_MADE_RATIO, "a full network", busy,
                                          "cycles", source, "takes the batch");
    noc_explanation_add(e, ratio, NOC_MADE_LEAF, "batch", p->packets, "packets", "",
                        "traffic.batch");
    noc_explanation_add(e, ratio, NOC_MADE_LEAF, "rate", p->highest, "packets/cycle", source,
                        "of a node, where the first queue overflows");
    noc_explanation_add(e, parent, NOC_MADE_LEAF, "trip alone", p->idle, "cycles", source,
                        "of the first packet to the bottleneck, of the last from there");
    return busy + p->idle;
}

noc_status noc_explain_batch(const noc_explainer *x, noc_explanation *e, int parent, noc_diag *diag)
{
    noc_eager_point p;
    if (noc_eager_solve(x->system, &x->corrected, &p) != NOC_OK) return noc_fail_memory(diag);
    const int root = noc_explanation_add(e, parent, NOC_MADE_SUM, "makespan", p.makespan, "cycles",
                                         source, "the last of all nodes, and of all channels");
    const double mean =
        p.away < p.packets ? explain_cycles(&p, e, root) : explain_full(&p, e, root);
    noc_explanation_add(e, root, NOC_MADE_LEAF, "the last", p.makespan - mean, "cycles", source,
                        "nodes and channels that need longer, or draw more; start and end");
    return NOC_OK;
}
