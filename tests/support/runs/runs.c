#include "tests/support/runs/runs.h"

#include "sampler/run_state.h"

const struct noc_closed_loop *test_run_closed_loop(const noc_run *run)
{
    return run->closed_loop;
}

noc_status test_run_place(noc_run *run, size_t flow, int type)
{
    if (noc_packets_reserve(&run->ports.packets, &run->arena, 1) != NOC_OK) return NOC_EFAILED;
    noc_port_submit(&run->ports, flow, type, 0, run->ports.now);
    return NOC_OK;
}

uint64_t test_lone_packet(const noc_system *system, size_t flow, int type, uint64_t seed)
{
    enum { STEP = 16, MOST_STEPS = 65536 };
    noc_run *engine = noc_run_new(system, (noc_load){.seed = seed});
    uint64_t latency = 0;
    const noc_class class = system->traffic.flows[flow].class;
    if (engine && test_run_place(engine, flow, type) == NOC_OK) {
        const noc_tally *tally = noc_run_tally(engine);
        for (int i = 0; i < MOST_STEPS && tally->delivered[class] == 0; i++)
            if (noc_run_cycles(engine, STEP, true) != NOC_OK) break;
        latency = tally->delivered[class] ? tally->latency[class] : 0;
    }
    noc_run_free(engine);
    return latency;
}
