#include "sampler/engines/engine.h"

#define NOC_ENGINE(id) extern const noc_engine_kind noc_engine_##id;
#include "sampler/engines/engines.def"
#undef NOC_ENGINE

static const noc_engine_kind *const kinds[] = {
#define NOC_ENGINE(id) &noc_engine_##id,
#include "sampler/engines/engines.def"
};

const noc_engine_kind *noc_engine_kind_at(size_t i)
{
    return i < sizeof kinds / sizeof kinds[0] ? kinds[i] : NULL;
}

const noc_engine_kind *noc_engine_find_kind(noc_switching switching)
{
    for (size_t i = 0; noc_engine_kind_at(i); i++)
        if (noc_engine_kind_at(i)->switching == switching) return noc_engine_kind_at(i);
    return NULL;
}

/* ---- lengths of runs ------------------------------------------------------------------------ */

noc_run_units noc_run_units_find(const noc_system *system)
{
    noc_run_units units = {0, 1};
    for (uint16_t n = 0; n < system->graph.network_count; n++) {
        const noc_engine_kind *kind = noc_engine_find_kind(system->graph.networks[n].switching);
        const uint64_t period = kind->find_period ? kind->find_period(system, n) : 0;
        if (period > units.longest_period) units.longest_period = period;
        if (kind->length_factor > units.length_factor) units.length_factor = kind->length_factor;
    }
    return units;
}
