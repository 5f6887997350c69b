#include "analytic/full/shares.h"

#include <math.h>
#include <stdlib.h>

#include "analytic/full/full.h"

static double *share_at(noc_full_shares *shares, uint32_t terminal, noc_class class)
{
    return &shares->of[(size_t)terminal * NOC_CLASSES + class];
}

double noc_full_share_of(const noc_full_shares *shares, const noc_flow *flow)
{
    const double request = shares->of[(size_t)noc_flow_owner(flow) * NOC_CLASSES + NOC_REQUEST];
    if (flow->class == NOC_REQUEST) return request;
    return request * shares->of[(size_t)flow->source * NOC_CLASSES + NOC_REPLY];
}

/* Packets a cycle that terminals would send of a class: of requests all that they create, of
 * replies those to requests that get through. */
static void find_due(const noc_system *system, const noc_full_shares *shares, noc_class class,
                     double *due)
{
    const double packets = noc_system_packet_rate(system, shares->load);
    for (uint32_t t = 0; t < system->graph.terminal_count; t++) due[t] = 0.0;
    for (size_t f = 0; f < system->traffic.flow_count; f++) {
        const noc_flow *flow = &system->traffic.flows[f];
        if (flow->class == class)
            due[flow->source] += packets * flow->rate * noc_full_share_of(shares, flow);
    }
}

/* What images of each other delivered, over what they would send. */
static void find_shares(const noc_system *system, const double *delivered, const uint32_t *part,
                        uint32_t parts, noc_class class, const double *due, double *sums,
                        noc_full_shares *shares)
{
    const uint32_t terminals = system->graph.terminal_count;
    for (uint32_t k = 0; k < 2 * parts; k++) sums[k] = 0.0;
    for (uint32_t t = 0; t < terminals; t++) {
        sums[2 * part[t]] += delivered[(size_t)t * NOC_CLASSES + class];
        sums[2 * part[t] + 1] += due[t];
    }
    for (uint32_t t = 0; t < terminals; t++) {
        const double *sum = &sums[2 * part[t]];
        *share_at(shares, t, class) = sum[1] > 0.0 ? fmin(1.0, sum[0] / sum[1]) : 1.0;
    }
}

/* The same, as a share of all transactions. */
static double answered_share(const noc_system *system, const noc_full_shares *shares)
{
    const noc_class last = noc_graph_has_replies(&system->graph) ? NOC_REPLY : NOC_REQUEST;
    double done = 0.0, all = 0.0;
    for (size_t f = 0; f < system->traffic.flow_count; f++) {
        const noc_flow *flow = &system->traffic.flows[f];
        if (flow->class != last) continue;
        done += flow->rate * noc_full_share_of(shares, flow);
        all += flow->rate;
    }
    return done / all;
}

static void scale(const noc_system *system, double factor, noc_full_shares *shares)
{
    for (uint32_t t = 0; t < system->graph.terminal_count; t++)
        *share_at(shares, t, NOC_REQUEST) *= factor;
}

noc_status noc_full_shares_find(const noc_system *system, const uint32_t *part, uint32_t parts,
                                double load, double most, noc_full_shares *shares)
{
    const size_t terminals = system->graph.terminal_count;
    noc_full_play play = {.delivered = NULL};
    double *due = malloc((terminals + 2 * (size_t)parts + 1) * sizeof *due);
    *shares = (noc_full_shares){.load = load};
    shares->of = malloc((terminals * NOC_CLASSES + 1) * sizeof *shares->of);
    noc_status status = due && shares->of ? noc_full_run(system, load, &play) : NOC_EFAILED;
    if (status == NOC_OK) {
        for (size_t i = 0; i < terminals * NOC_CLASSES; i++) shares->of[i] = 1.0;
        for (int k = 0; k < NOC_CLASSES; k++) {
            find_due(system, shares, (noc_class)k, due);
            find_shares(system, play.delivered, part, parts, (noc_class)k, due, due + terminals,
                        shares);
        }
        const double share = answered_share(system, shares);
        if (share * load > most) scale(system, most / (share * load), shares);
        shares->accepted = fmin(share * load, most);
    }
    free(play.delivered);
    free(due);
    if (status != NOC_OK) noc_full_shares_clear(shares);
    return status;
}

void noc_full_shares_clear(noc_full_shares *shares)
{
    free(shares->of);
    *shares = (noc_full_shares){0};
}
