#include "hybrid/answers/loop_activity.h"

#include <stdlib.h>

noc_status noc_loop_activity_begin(const noc_system *system, noc_loop_activity *activity,
                                   noc_diag *diag)
{
    const size_t channels = system->graph.channel_count;
    *activity = (noc_loop_activity){.channels = channels};
    activity->channel_flits = calloc(channels, sizeof *activity->channel_flits);
    return activity->channel_flits ? NOC_OK : noc_fail_memory(diag);
}

void noc_loop_activity_clear(noc_loop_activity *activity)
{
    free(activity->channel_flits);
    activity->channel_flits = NULL;
}

void noc_loop_activity_add(noc_loop_activity *activity, const noc_system *system, double weight,
                           double transactions, const double *channel_flits, double rate)
{
    for (size_t c = 0; c < activity->channels && channel_flits; c++)
        activity->channel_flits[c] += weight * rate * channel_flits[c];
    activity->transactions += weight * transactions;
    activity->bytes += weight * transactions * system->traffic.transaction_bytes;
    activity->flits += weight * transactions * noc_system_packet_flits(system);
}

noc_activity noc_loop_activity_of(const noc_loop_activity *activity)
{
    const double packets = activity->transactions; /* of either class */
    return (noc_activity){activity->channel_flits, 1.0,
                          packets > 0.0 ? activity->flits / packets : 1.0};
}

noc_status noc_loop_other_mix(const noc_system *system, double read_fraction, noc_design *design,
                              noc_system **own, noc_diag *diag)
{
    *design = *system->design;
    design->traffic.read_fraction = read_fraction;
    return noc_system_compile(design, own, diag);
}
