#include "tests/oracles/explanation_sums.h"

#include <math.h>

double oracle_explanation_made(const noc_explanation *e, int node)
{
    const noc_tree_operation making = e->nodes[node].operation;
    double made = making == NOC_TREE_SUM ? 0.0 : 1.0;
    bool first = true;
    if (making == NOC_TREE_LEAF) return NAN;
    for (size_t i = (size_t)node + 1; i < e->count; i++) {
        if (e->nodes[i].parent != node) continue;
        const double value = e->nodes[i].value;
        if (making == NOC_TREE_SUM)
            made += value;
        else if (making == NOC_TREE_PRODUCT || first)
            made *= value;
        else
            made /= value;
        first = false;
    }
    return made;
}
