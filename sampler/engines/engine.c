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

const noc_engine_kind *noc_engine_kind_of(noc_switching switching)
{
    for (size_t i = 0; noc_engine_kind_at(i); i++)
        if (noc_engine_kind_at(i)->switching == switching) return noc_engine_kind_at(i);
    return NULL;
}
