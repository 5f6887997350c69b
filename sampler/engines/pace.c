#include "sampler/engines/pace.h"

#include "sampler/engines/engine.h"

noc_run_pace noc_run_pace_of(const noc_system *system)
{
    noc_run_pace pace = {0, 1};
    for (uint16_t n = 0; n < system->graph.network_count; n++) {
        const noc_engine_kind *kind = noc_engine_kind_of(system->graph.networks[n].switching);
        const uint64_t rhythm = kind->rhythm ? kind->rhythm(system, n) : 0;
        if (rhythm > pace.rhythm) pace.rhythm = rhythm;
        if (kind->patience > pace.patience) pace.patience = kind->patience;
    }
    return pace;
}
