#include "sampler/sampling/phase_controls.h"

enum { GROUPS_MOST = 16 };

/* What a group has more of each phase, but of the last, than its share. */
static void excess_of(const noc_phases *phases, const noc_tally *from, const noc_tally *to,
                      double *excess)
{
    const double all = (double)(to->instructions - from->instructions);
    for (size_t k = 0; k + 1 < phases->count; k++)
        excess[k] = (double)(to->phases.instructions[k] - from->phases.instructions[k]) -
                    phases->list[k].share * all;
}

void noc_free_of_phases(const noc_phases *phases, const noc_replication *runs, size_t first,
                        size_t end, size_t groups, noc_pair *pairs)
{
    double controls[NOC_REPLICATIONS * GROUPS_MOST * NOC_CONTROLS_MAX];
    const size_t kept = end - first;
    if (phases->count == 0 || groups > GROUPS_MOST) return;
    for (size_t i = 0; i < NOC_REPLICATIONS * groups; i++) {
        const noc_tally *totals = runs[i / groups].totals;
        const size_t g = i % groups;
        excess_of(phases, &totals[first + g * kept / groups],
                  &totals[first + (g + 1) * kept / groups], &controls[i * (phases->count - 1)]);
    }
    noc_controls_apply(pairs, NOC_REPLICATIONS * groups, controls, phases->count - 1);
}
