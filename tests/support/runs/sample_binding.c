#include "tests/support/runs/sample_binding.h"

/* Below this share of the time a full queue is an accident, above it it is what throughput hangs
 * on. */
static const double blocked_share = 0.2;

/* One way in which a sample may say that a resource binds. */
typedef struct sign {
    noc_binding binding;
    bool binds, tie; /* on its own; it might as well not, or might as well */
    unsigned alike;  /* others of which it might as well be the sign */
} sign;

static sign sign_from(noc_binding binding, double figure, double least)
{
    return (sign){binding, figure >= least, noc_is_tie(figure, least), 0};
}

static double slowness(const noc_system *system, const noc_sample *s, noc_class class)
{
    static const noc_sample_quantity latencies[] = {NOC_SAMPLE_REQUEST_LATENCY,
                                                    NOC_SAMPLE_REPLY_LATENCY};
    return noc_slowness(noc_mean_idle_latency(system, class), s->quantities[latencies[class]].mean);
}

/* A memory node that takes nothing in has a full reply queue or a full DRAM; the more frequent of
 * both binds. */
static sign sign_of_blocked(const noc_sample *s)
{
    const double stalled = s->memory_stalled, dram = s->dram_full;
    const bool replies = stalled >= dram;
    sign k = sign_from(replies ? NOC_BINDS_REPLIES : NOC_BINDS_DRAM, stalled + dram, blocked_share);
    if (noc_is_tie(stalled, dram)) k.alike = 1u << NOC_BINDS_REPLIES | 1u << NOC_BINDS_DRAM;
    return k;
}

noc_binding test_sample_binding(const noc_system *system, const noc_sample *s, unsigned *ties)
{
    const double issuing = s->cores_issuing;
    const sign signs[] = {
        {NOC_BINDS_CORES, issuing >= noc_busy_share, noc_is_nearly_busy(issuing), 0},
        sign_of_blocked(s),
        sign_from(NOC_BINDS_CONTROLLER, s->inputs_full, blocked_share),
    };
    const sign *named = NULL;
    *ties = 0;
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++) {
        const sign *k = &signs[i];
        if (k->binds || k->tie) *ties |= 1u << k->binding | k->alike;
        if (k->binds && !named) named = k;
        if (k->binds && !k->tie) return named->binding; /* what comes later does not matter */
    }
    const noc_binding slow = noc_find_slow_binding(slowness(system, s, NOC_REQUEST),
                                                   slowness(system, s, NOC_REPLY), ties);
    return named ? named->binding : slow;
}
